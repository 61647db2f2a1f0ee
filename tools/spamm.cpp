// grb spamm: an approximate product of two matrices whose entries decay, with a bound of its error.
//
// Needs: one file or two.
// Idea: the files become matrices of dense blocks in the type that is asked for. --verify computes the product without leaving
// anything out, in double on host threads, and compares.
#include "command.hpp"
#include "matrix_output.hpp"
#include <graphblas_gpu/io/write_matrix.hpp>
#include <graphblas_gpu/spamm.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace grb {
namespace {

struct spamm_command {
    std::string a, b;
    std::string type = "double";
    gb::spamm_options how;
    file_options file;
    run_options run;
};

const std::vector<std::string> types{"double", "float", "float16", "bfloat16"};

/// Refuses wrong combinations before files are read.
void check_usage(const spamm_command& options) {
    const gb::spamm_options& how = options.how;
    const int rules = how.tau.has_value() + how.valid_ratio.has_value() + how.error.has_value();
    if (how.variant == gb::spamm_variant::dense && rules != 0)
        throw usage_error("--variant dense leaves nothing out: it takes none of --tau, --valid-ratio and --error");
    if (how.variant != gb::spamm_variant::dense && rules != 1)
        throw usage_error(
            fmt::format("give exactly one of --tau, --valid-ratio and --error; there {} {}", rules == 1 ? "is" : "are", rules));
    if (how.search == gb::tau_search::binary && !how.valid_ratio)
        throw usage_error("--search says how tau is found for a --valid-ratio, but there is none");
    check_output(options.run);
    (void)matrix_format_of(options.run.out);
}

/// The Frobenius norm of the difference. Infinities and NaN have to be in the same places: otherwise it is infinite.
double distance(const std::vector<double>& have, const std::vector<double>& want) {
    std::vector<double> apart(have.size());
    for (std::size_t n = 0; n < have.size(); ++n) {
        const bool same = have[n] == want[n] || (std::isnan(have[n]) && std::isnan(want[n]));
        apart[n] = same ? 0 : std::abs(have[n] - want[n]);
        if (!std::isfinite(apart[n])) return INFINITY;
    }
    const double most = apart.empty() ? 0 : *std::max_element(apart.begin(), apart.end());
    if (most == 0) return 0;
    double sum = 0;
    for (const double x : apart) sum += x / most * (x / most);
    return most * std::sqrt(sum);
}

/// The true error, against the product of the values as they are stored, by host threads in double.
template <class T, class Sum>
double true_error(const gb::block_matrix<T>& a, const gb::block_matrix<T>& b, const gb::block_matrix<Sum>& c) {
    const auto in_double = []<class U>(const gb::block_matrix<U>& m) {
        const auto values = m.to_dense();
        return gb::block_matrix<double>::from_dense(m.nrows(), m.ncols(), std::vector<double>(values.begin(), values.end()));
    };
    const auto want = gb::spamm(gb::context::host(), in_double(a), in_double(b), {.variant = gb::spamm_variant::dense});
    return distance(in_double(c).to_dense(), want.product.to_dense());
}

template <class T>
int run_in(const spamm_command& options, const gb::context& ctx, graph_file& a_file, std::optional<graph_file>& b_file) {
    using blocks = gb::block_matrix<T>;
    const blocks a = blocks::from_matrix(a_file.take_matrix<typename blocks::dense_type>());
    const blocks b = b_file ? blocks::from_matrix(b_file->take_matrix<typename blocks::dense_type>()) : a;
    const auto [c, report] = [&] {
        const progress_bar bar("multiplying");
        try {
            return gb::spamm(ctx, a, b, options.how);
        } catch (const gb::invalid_value& e) {
            throw usage_error(e.what());  // it is about the options
        }
    }();
    if (!options.run.out.empty()) write_matrix(ctx, options.run.out, c.to_matrix(), options.file);
    answer result;
    a_file.describe(result);
    if (b_file) result.add("B", b_file->path());
    result.add("type", options.type);
    result.add("nrows", c.nrows());
    result.add("ncols", c.ncols());
    result.add("blocks_of_a", a.nblocks());
    result.add("blocks_of_b", b.nblocks());
    result.add("blocks", c.nblocks());
    result.add("norm", c.norm());
    result.add("error_bound", report.error_bound);
    result.add("sum_rounding_bound", report.sum_rounding_bound);
    result.add("tau", report.tau);
    result.add("tile", std::int64_t{report.tile});
    result.add("products", report.products);
    result.add("all_products", report.all_products);
    result.add("valid_ratio", report.valid_ratio);
    result.add("flops", report.flops);
    result.add("precision", report.precision);
    result.add("method", report.method);
    result.add("reason", report.reason);
    result.add("engine", report.engine);
    if (report.devices > 1) {
        result.add("devices", std::int64_t{report.devices});
        result.add("bytes_between_devices", report.bytes_between_devices);
    }
    result.add("milliseconds", report.milliseconds, fmt::format("{:.3f}", report.milliseconds));
    say_moves(options.run, ctx);
    int status = 0;
    if (options.run.verify) {
        const double error = true_error(a, b, c);
        const double rounding = report.sum_rounding_bound + 0x1p-24 * c.norm();
        const bool ok = std::isfinite(error) && error <= report.error_bound + rounding;  // the bounds may be infinite
        result.add("error", error);
        result.add("verified", std::string(ok ? "yes" : "NO: the error is beyond the bounds"));
        status = ok ? 0 : 1;
    }
    result.print(options.run);
    return status;
}

int run(const spamm_command& options) {
    check_usage(options);
    const gb::context ctx = make_context(options.run);
    file_options reading = options.file;
    reading.one_based_for_others = !options.run.out.empty();
    graph_file a(options.a, reading, ctx);
    std::optional<graph_file> b;
    if (!options.b.empty()) b.emplace(options.b, reading, ctx);
    if (options.type == "float") return run_in<float>(options, ctx, a, b);
    if (options.type == "float16") return run_in<gb::float16>(options, ctx, a, b);
    if (options.type == "bfloat16") return run_in<gb::bfloat16>(options, ctx, a, b);
    return run_in<double>(options, ctx, a, b);
}

}  // namespace

void add_spamm(command_line& line) {
    add_command<spamm_command>(
        line, "spamm", "Approximate product of two matrices whose entries decay, with a bound of the error", &run,
        [](subcommand& spamm, spamm_command& options) {
            spamm.argument("A", options.a, input_help);
            spamm.argument("B", options.b, "The second operand; A again if absent", false);
            constexpr const char* group = "Product";
            gb::spamm_options& how = options.how;
            const auto number = [&spamm, group](const char* name, auto& to, const char* help) {
                spamm.option(name, [name, &to](const std::string& text) { to = parse_real(text, name); }, {"X", help, group});
            };
            number("--tau", how.tau, "Compute the products of tiles whose norms multiply to at least this");
            number("--valid-ratio", how.valid_ratio,
                   "Compute this share of all products of tiles, 0 .. 1, those with the largest norms");
            number("--error", how.error, "The Frobenius norm of the error may be at most this");
            spamm.option("--type", options.type,
                         {"NAME", "What values are stored in: double (by default), float, float16 or bfloat16", group}, types);
            spamm.option("--precision", how.precision,
                         {"NAME",
                          "automatic (that of the values; with --error the cheapest that the bound allows), fp64, fp32, tf32, "
                          "bf16 or fp16",
                          group,
                          {"automatic", "fp64", "fp32", "tf32", "bf16", "fp16"}},
                         &gb::spamm_precision_from_string);
            spamm.option(
                "--variant", how.variant,
                {"NAME",
                 "automatic, spamm (never dense), dense (leaves nothing out), or cuspamm: on a CUDA device as its paper has it",
                 group,
                 {"automatic", "spamm", "dense", "cuspamm"}},
                &gb::spamm_variant_from_string);
            spamm.option("--search", how.search,
                         {"NAME", "How tau is found for a valid ratio: exact, or binary as in the paper", group},
                         {{"exact", gb::tau_search::exact}, {"binary", gb::tau_search::binary}});
            number("--drop-below", how.drop_below, "Blocks of C with a smaller norm are left out, and counted in the bound");
            spamm.option("--tile", how.tile, {"N", "Rows and columns of the tiles of C: 32, 64, 128; 0 chooses", group},
                         {{"0", 0}, {"32", 32}, {"64", 64}, {"128", 128}});
            spamm.option(
                "--out", options.run.out,
                {"FILE",
                 "Write C in the format that the name says, as grb convert does; .gz compresses, '-' is standard output",
                 "Output"});
            declare(spamm, options.file, relabelling::not_offered);
            declare_engine(spamm, options.run);
            spamm.flag("--verify", options.run.verify,
                       "Compute the true error by a dense product in double on the host, and compare it with the bounds",
                       "Output");
            declare_output(spamm, options.run);
            spamm.main_options({"--error", "--out", "--verify"});
            spamm.footer(
                R"(Matrices are cut into blocks of 32 x 32 values. A product of tiles changes C by no more than the product of
their norms; where this is small, it is left out. error_bound is a bound of what products that are left out, the rounding
of factors and dropped blocks changed, and sum_rounding_bound a bound of the rounding of sums.

Examples:
  grb spamm overlap.mtx density.mtx --error 1e-6
  grb spamm a.mtx --valid-ratio 0.1 --type float --precision tf32 --engine cuda
  grb spamm a.mtx --tau 1e-4 --drop-below 1e-8 --out c.mtx.gz --verify)");
        });
}

}  // namespace grb
