// grb_bench_cuda: products of ours on one GPU beside cuSPARSE's, in one process. See docs/benchmarks.md.
//
// Idea: for each matrix and type a table of its own: the whole product (ours and ALG1 to ALG3, which take turns, temporary memory
// included), the numeric phase with the structure known (plan_mxm beside SpGEMMreuse), and what we offer without values or under a mask.
// The floor of a line is what the device must do at least, from measured ceilings: move the operands and the result once at the
// rate of a copy, and add the products in shared memory at the rate of random atomics.
#include "cusparse_rival.hpp"
#include "harness.hpp"
#include "matrices.hpp"

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <CLI/CLI.hpp>
#include <cuda_runtime.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <thread>

namespace {

namespace gb = graphblas_gpu;
using bench::cusparse_algorithm;

constexpr double copy_bytes_per_ms = 3.97e9;   // docs/benchmarks.md says how the two were measured
constexpr double atomics_per_ms = 490e6;
constexpr std::array algorithms{cusparse_algorithm::alg1, cusparse_algorithm::alg2, cusparse_algorithm::alg3};

struct options {
    std::string matrices = "build/matrices";
    std::string data;
    std::vector<std::string> only;
    std::vector<std::string> types{"float", "double"};
    bench::policy how{.repeat = 5, .minimum_seconds = 0.05, .most = 50, .pause_seconds = 0};
    std::string json;
    std::string revision;
    bool verify = true;
    int device = 0;
};

/// One line of the report.
struct result {
    std::string matrix, type, kernel;
    std::vector<bench::timing> sides;  // ours first
    double floor = 0;                  // ms
    std::int64_t our_temporary = 0, their_temporary = 0;
    std::string verified = "-";
    std::vector<std::string> notes;

    double ours() const { return sides[0].median(); }
    double best_rival() const {
        double best = 0;
        for (std::size_t s = 1; s < sides.size(); ++s) best = s == 1 ? sides[s].median() : std::min(best, sides[s].median());
        return best;
    }
};

void print(const result& r) {
    fmt::print("  {:<6} {:<16} {:>9.3f} ms  floor {:>7.3f} ({:>4.1f}x)", r.type, r.kernel, r.ours(), r.floor,
               r.floor > 0 ? r.ours() / r.floor : 0.0);
    if (r.sides.size() > 1) fmt::print("  best rival {:>9.3f} ({:.2f}x)", r.best_rival(), r.best_rival() / r.ours());
    if (r.our_temporary > 0) fmt::print("  temporary {:.1f} MB", 1e-6 * static_cast<double>(r.our_temporary));
    if (r.their_temporary > 0) fmt::print(" (ALG3 {:.1f})", 1e-6 * static_cast<double>(r.their_temporary));
    fmt::print("  {}\n", r.verified);
    for (std::size_t s = 1; s < r.sides.size(); ++s) fmt::print("      {}: {:.3f} ms\n", r.sides[s].name, r.sides[s].median());
    for (const std::string& note : r.notes) fmt::print("      {}\n", note);
    std::fflush(stdout);
}

// ---- comparing ----

/// Sorts each row of a result whose columns come in any order.
template <class T>
void sort_rows(gb::csr<T>& c) {
    std::vector<std::pair<gb::column_index, T>> row;
    for (gb::index i = 0; i < c.nrows; ++i) {
        const auto first = static_cast<std::size_t>(c.offsets[static_cast<std::size_t>(i)]);
        const auto last = static_cast<std::size_t>(c.offsets[static_cast<std::size_t>(i) + 1]);
        if (std::is_sorted(c.columns.begin() + first, c.columns.begin() + last)) continue;
        row.clear();
        for (std::size_t p = first; p < last; ++p) row.emplace_back(c.columns[p], c.values[p]);
        std::sort(row.begin(), row.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
        for (std::size_t p = first; p < last; ++p) {
            c.columns[p] = row[p - first].first;
            c.values[p] = row[p - first].second;
        }
    }
}

/// What differs, or nothing. All terms are positive, so a sum of n of them is off by at most n eps of itself; n is bounded by the row of A.
template <class T>
std::string difference(const gb::csr<T>& ours, const gb::csr<T>& theirs, const gb::csr<T>& a) {
    if (!(ours.offsets == theirs.offsets)) return "row sizes differ";
    if (!(ours.columns == theirs.columns)) return "columns differ";
    constexpr double eps = std::numeric_limits<T>::epsilon();
    for (gb::index i = 0; i < ours.nrows; ++i) {
        const double tolerance = 2 * eps * static_cast<double>(a.structure().row_size(i) + 1);
        for (auto p = ours.offsets[static_cast<std::size_t>(i)]; p < ours.offsets[static_cast<std::size_t>(i) + 1]; ++p) {
            const double x = ours.values[static_cast<std::size_t>(p)], y = theirs.values[static_cast<std::size_t>(p)];
            if (!(std::abs(x - y) <= tolerance * std::abs(y))) {
                return fmt::format("row {}, column {}: {} and {}, tolerance {}", i, ours.columns[static_cast<std::size_t>(p)], x, y,
                                   tolerance * std::abs(y));
            }
        }
    }
    return {};
}

// ---- measuring ----

template <class T>
class measurement {
  public:
    measurement(const gb::context& ctx, const options& o, std::string name, const gb::matrix<double>& weights)
        : ctx_(ctx), o_(o), name_(std::move(name)), a_(cast_to(weights)), theirs_(a_.storage()) {
        (void)a_.device_storage(ctx_.cuda_engine());
        products_ = gb::mxm_flops(ctx_, a_, a_);
    }

    std::int64_t products() const { return products_; }

    std::vector<result> all() {
        std::vector<result> out;
        out.push_back(whole());
        out.push_back(planning());
        out.push_back(reuse());
        out.push_back(structure());
        out.push_back(nvals());
        out.push_back(to_tiles());
        for (const auto variant : {gb::tile_variant::automatic, gb::tile_variant::bmsparse, gb::tile_variant::tsparse}) {
            out.push_back(by_tiles(variant));
        }
        if constexpr (std::is_same_v<T, float>) {
            for (const auto variant : {gb::tile_variant::automatic, gb::tile_variant::tsparse}) out.push_back(mixed(variant));
        }
        if (name_ == "R-MAT 16" && std::is_same_v<T, float>) out.push_back(masked());
        return out;
    }

  private:
    static gb::matrix<T> cast_to(const gb::matrix<double>& weights) {
        const gb::csr<double>& from = weights.storage();
        gb::csr<T> made;
        made.nrows = from.nrows;
        made.ncols = from.ncols;
        made.offsets = from.offsets;
        made.columns = from.columns;
        made.values = gb::buffer<T>(from.values.size());
        std::copy(from.values.begin(), from.values.end(), made.values.begin());
        return gb::matrix<T>::from_storage(std::move(made));
    }

    void wait() const { ctx_.cuda_engine()->synchronise(); }
    result line(std::string kernel, double bytes) const {
        result r{name_, gb::type_name<T>(), std::move(kernel), {}, 0, 0, 0, "-", {}};
        r.floor = bytes / copy_bytes_per_ms + static_cast<double>(products_) / atomics_per_ms;
        return r;
    }
    double structure_bytes(std::int64_t nvals) const {
        return 4.0 * static_cast<double>(nvals) + 8.0 * static_cast<double>(a_.nrows() + 1);
    }
    double operand_bytes(std::size_t value) const {
        return structure_bytes(a_.nvals()) + static_cast<double>(value) * static_cast<double>(a_.nvals());
    }

    /// Device memory beside operands and result at the highest.
    template <class Call>
    std::int64_t temporary_of(const Call& call) const {
        gb::cuda::engine& e = *ctx_.cuda_engine();
        e.reset_peak();
        const std::int64_t before = e.bytes_in_use();
        const auto made = call();
        wait();
        return e.peak_bytes() - before - (e.bytes_in_use() - before);
    }

    result whole() {
        const auto product = [&] { return gb::mxm(ctx_, gb::plus_times<T>, a_, a_); };
        gb::matrix<T> c = product();
        nvals_ = c.nvals();
        result r = line("mxm", operand_bytes(sizeof(T)) + structure_bytes(nvals_) + static_cast<double>(sizeof(T)) * static_cast<double>(nvals_));
        r.notes.push_back(fmt::format("{} products, {} entries; {}", products_, nvals_, ctx_.last_report().reason));
        std::vector<cusparse_algorithm> that_run;
        for (const cusparse_algorithm how : algorithms) {
            try {
                theirs_.run(how);
                that_run.push_back(how);
                if (how == cusparse_algorithm::alg3) r.their_temporary = theirs_.temporary_bytes();
                if (o_.verify && r.verified == "-") r.verified = compare(c);
            } catch (const gb::error& e) {
                r.notes.push_back(fmt::format("cuSPARSE {} fails: {}", to_string(how), e.what()));
            }
            theirs_.discard();
        }
        c = {};
        r.our_temporary = temporary_of(product);
        bench::contest task;
        task.sides.push_back({"ours", {}, [&] { c = product(); wait(); }, [&] { c = {}; wait(); }});
        for (const cusparse_algorithm how : that_run) {
            task.sides.push_back({std::string("cuSPARSE ") + to_string(how), {}, [this, how] { theirs_.run(how); },
                                  [this] { theirs_.discard(); }});
        }
        r.sides = bench::run(task, o_.how, false).sides;
        return r;
    }

    std::string compare(const gb::matrix<T>& c) {
        gb::csr<T> expected = theirs_.result();
        sort_rows(expected);
        const std::string what = difference(c.storage(), expected, a_.storage());
        return what.empty() ? "equal" : "WRONG: " + what;
    }

    result planning() {
        result r = line("plan", operand_bytes(0) + structure_bytes(nvals_));
        bench::contest task;
        task.sides.push_back({"ours", {}, [&] { (void)gb::plan_mxm(ctx_, gb::plus_times<T>, a_, a_); wait(); }, {}});
        r.sides = bench::run(task, o_.how, false).sides;
        return r;
    }

    result reuse() {
        const auto plan = gb::plan_mxm(ctx_, gb::plus_times<T>, a_, a_);
        gb::matrix<T> c = plan.execute();
        result r = line("reuse", operand_bytes(sizeof(T)) + structure_bytes(nvals_) + static_cast<double>(sizeof(T)) * static_cast<double>(nvals_));
        bench::contest task;
        task.sides.push_back({"ours", {}, [&] { c = plan.execute(); wait(); }, [&] { c = {}; wait(); }});
        try {
            theirs_.prepare_reuse();
            theirs_.run_reuse();
            if (o_.verify) r.verified = compare(c);
            task.sides.push_back({"cuSPARSE reuse", {}, [this] { theirs_.run_reuse(); }, {}});
        } catch (const gb::error& e) {
            r.notes.push_back(fmt::format("cuSPARSE reuse fails: {}", e.what()));
        }
        c = {};
        r.sides = bench::run(task, o_.how, false).sides;
        theirs_.discard();
        return r;
    }

    result structure() {
        result r = line("structure only", operand_bytes(0) + structure_bytes(nvals_));
        gb::matrix<void> c;
        bench::contest task;
        task.sides.push_back({"ours", {}, [&] { c = gb::mxm_structure(ctx_, a_, a_); wait(); }, [&] { c = {}; wait(); }});
        c = gb::mxm_structure(ctx_, a_, a_);
        if (o_.verify) {
            const gb::matrix<T> full = gb::mxm(ctx_, gb::plus_times<T>, a_, a_);
            r.verified = full.nvals() == c.nvals() && full.storage().columns == c.storage().columns ? "equal" : "WRONG: not the product's structure";
        }
        r.sides = bench::run(task, o_.how, false).sides;
        return r;
    }

    result nvals() {
        result r = line("nvals", operand_bytes(0));
        gb::index count = 0;
        bench::contest task;
        task.sides.push_back({"ours", {}, [&] { count = gb::mxm_nvals(ctx_, a_, a_); wait(); }, {}});
        r.sides = bench::run(task, o_.how, false).sides;
        if (o_.verify) r.verified = count == nvals_ ? "equal" : fmt::format("WRONG: {}, not {}", count, nvals_);
        return r;
    }

    /// Rows to bitmap tiles, which a matrix keeps.
    result to_tiles() {
        const gb::cuda::engine_ptr& e = ctx_.cuda_engine();
        const auto rows = a_.device_storage(e);
        gb::cuda::tiles made = gb::cuda::tiled(e, rows->view());
        constexpr double a_tile = sizeof(gb::cuda::tile_bits) + sizeof(gb::column_index) + sizeof(std::uint32_t);
        result r = line("to tiles", operand_bytes(sizeof(T)) + a_tile * static_cast<double>(made.places.nvals) +
                                        static_cast<double>(sizeof(T)) * static_cast<double>(made.nvals));
        r.floor -= static_cast<double>(products_) / atomics_per_ms;
        r.notes.push_back(fmt::format("{} tiles for {} entries", made.places.nvals, made.nvals));
        bench::contest task;
        task.sides.push_back(
            {"ours", {}, [&] { made = gb::cuda::tiled(e, rows->view()); wait(); }, [&] { made = {}; wait(); }});
        r.sides = bench::run(task, o_.how, false).sides;
        return r;
    }

    static std::string named(const char* kernel, gb::tile_variant v) {
        return v == gb::tile_variant::automatic ? kernel : fmt::format("{}, {}", kernel, gb::to_string(v));
    }

    /// The product of tiles that are there, checked against the other methods.
    result by_tiles(gb::tile_variant variant) {
        const gb::descriptor by{.method = gb::method::bitmap_tile, .tile_variant = variant};
        const auto product = [&] { return gb::mxm(ctx_, gb::plus_times<T>, a_, a_, by); };
        const double values = static_cast<double>(sizeof(T)) * static_cast<double>(nvals_);
        result r = line(named("bitmap_tile", variant), operand_bytes(sizeof(T)) + structure_bytes(nvals_) + values);
        gb::matrix<T> c = product();
        if (o_.verify) {
            const std::string what = difference(c.storage(), gb::mxm(ctx_, gb::plus_times<T>, a_, a_).storage(), a_.storage());
            r.verified = what.empty() ? "equal" : "WRONG: " + what;
        }
        c = {};
        r.our_temporary = temporary_of(product);
        bench::contest task;
        task.sides.push_back({"ours", {}, [&] { c = product(); wait(); }, [&] { c = {}; wait(); }});
        r.sides = bench::run(task, o_.how, false).sides;
        return r;
    }

    /// A's structure with other values.
    gb::matrix<T> with_values(bool ones) const {
        gb::csr<T> made = a_.storage();
        std::mt19937_64 random(1);
        std::uniform_real_distribution<T> any(0, 1);
        for (T& x : made.values) x = ones ? T{1} : any(random);
        return gb::matrix<T>::from_storage(std::move(made));
    }

    /// The mean of |x - y| / (|x| + |y|) over the entries, x by mixed precision and y by another method, in percent. Terms that are both
    /// 0 count as 0.
    double smape_of_mixed(const gb::matrix<T>& a, gb::tile_variant variant) const {
        const gb::descriptor mixed{.tile_variant = variant, .precision = gb::precision::mixed};
        const gb::matrix<T> c = gb::mxm(ctx_, gb::plus_times<T>, a, a, mixed), d = gb::mxm(ctx_, gb::plus_times<T>, a, a);
        const auto& x = c.storage().values;
        const auto& y = d.storage().values;
        double sum = 0;
        for (std::size_t p = 0; p < x.size(); ++p) {
            const double size = std::abs(double{x[p]}) + std::abs(double{y[p]});
            if (size > 0) sum += std::abs(double{x[p]} - double{y[p]}) / size;
        }
        return x.empty() ? 0 : 100 * sum / static_cast<double>(x.size());
    }

    /// Factors rounded to fp16. Whole numbers up to 255 are exact, and so are their sums up to 2^24.
    result mixed(gb::tile_variant variant) {
        const gb::descriptor by{.tile_variant = variant, .precision = gb::precision::mixed};
        const auto product = [&] { return gb::mxm(ctx_, gb::plus_times<T>, a_, a_, by); };
        result r = line(named("mixed precision", variant), operand_bytes(sizeof(T)) + structure_bytes(nvals_) + static_cast<double>(sizeof(T)) * static_cast<double>(nvals_));
        gb::matrix<T> c = product();
        r.notes.push_back(ctx_.last_report().reason);
        if (o_.verify) {
            const std::string what = difference(c.storage(), gb::mxm(ctx_, gb::plus_times<T>, a_, a_).storage(), a_.storage());
            const double of_ones = smape_of_mixed(with_values(true), variant);
            r.verified = !what.empty() ? "WRONG: " + what : of_ones != 0 ? fmt::format("WRONG: SMAPE {} % of ones", of_ones) : "equal";
            r.notes.push_back(fmt::format("SMAPE {:.4f} % of values in 0..1, 0 of ones", smape_of_mixed(with_values(false), variant)));
        }
        c = {};
        r.our_temporary = temporary_of(product);
        bench::contest task;
        task.sides.push_back({"ours", {}, [&] { c = product(); wait(); }, [&] { c = {}; wait(); }});
        r.sides = bench::run(task, o_.how, false).sides;
        return r;
    }

    /// C<A> = A*A over plus_pair, int64, structural mask; checked against our host engine.
    result masked() {
        result r = line("C<A> plus_pair", operand_bytes(0) + operand_bytes(8));
        r.floor = (operand_bytes(0) + operand_bytes(8)) / copy_bytes_per_ms;
        gb::matrix<std::int64_t> c(a_.nrows(), a_.ncols());
        const auto product = [&](const gb::context& ctx) {
            gb::mxm(ctx, c, gb::structure(a_), gb::no_accum, gb::plus_pair<std::int64_t>, a_, a_);
        };
        bench::contest task;
        task.sides.push_back({"ours", {}, [&] { product(ctx_); wait(); }, [&] { c = gb::matrix<std::int64_t>(a_.nrows(), a_.ncols()); wait(); }});
        r.sides = bench::run(task, o_.how, false).sides;
        if (o_.verify) {
            product(ctx_);
            const gb::matrix<std::int64_t> ours = std::move(c);
            c = gb::matrix<std::int64_t>(a_.nrows(), a_.ncols());
            product(gb::context::host());
            r.verified = ours == c ? "equal" : "WRONG: not what the host engine gives";
        }
        return r;
    }

    const gb::context& ctx_;
    const options& o_;
    std::string name_;
    gb::matrix<T> a_;
    bench::cusparse_product<T> theirs_;
    std::int64_t products_ = 0;
    std::int64_t nvals_ = 0;
};

// ---- reports ----

void print_mean(const std::vector<result>& all) {
    double sum = 0;
    int count = 0, slower = 0;
    for (const result& r : all) {
        if (r.kernel != "mxm" || r.type != "float" || r.sides.size() < 2) continue;
        sum += std::log(r.best_rival() / r.ours());
        slower += r.best_rival() < r.ours();
        ++count;
    }
    if (count > 0) {
        fmt::print("\nmxm, float: {:.2f} times as fast as the best of cuSPARSE in geometric mean of {}; slower on {}\n",
                   std::exp(sum / count), count, slower);
    }
}

void write_json(const options& o, const gb::cuda::device_facts& device, const std::vector<result>& all) {
    int runtime = 0;
    (void)cudaRuntimeGetVersion(&runtime);
    nlohmann::ordered_json out;
    out["format"] = 1;
    out["device"] = device.name;
    out["cuda_runtime"] = runtime;
    out["revision"] = o.revision;
    out["ceilings"] = {{"copy_bytes_per_ms", copy_bytes_per_ms}, {"shared_atomics_per_ms", atomics_per_ms}};
    out["results"] = nlohmann::ordered_json::array();
    for (const result& r : all) {
        nlohmann::ordered_json sides = nlohmann::ordered_json::array();
        for (const bench::timing& t : r.sides)
            sides.push_back({{"name", t.name}, {"median_ms", t.median()}, {"ms", t.milliseconds}});
        out["results"].push_back({{"matrix", r.matrix},
                                  {"type", r.type},
                                  {"kernel", r.kernel},
                                  {"floor_ms", r.floor},
                                  {"sides", sides},
                                  {"temporary_bytes", r.our_temporary},
                                  {"alg3_temporary_bytes", r.their_temporary},
                                  {"verified", r.verified},
                                  {"notes", r.notes}});
    }
    std::ofstream file(o.json);
    file << out.dump(1) << '\n';
    if (!file.flush()) throw gb::io_error(o.json, 0, "cannot be written");
}

int run(const options& o) {
    const gb::context ctx = gb::context::cuda({.device = o.device});
    const gb::context host = gb::context::host();
    const gb::cuda::device_facts& device = ctx.cuda_engine()->facts();
    fmt::print("{}, {} multiprocessors; medians of at least {} runs, all sides in turns, temporary memory included\n", device.name,
               device.multiprocessors, o.how.repeat);
    std::vector<result> all;
    for (const bench::table_entry& entry : bench::table_matrices(o.matrices, o.data)) {
        if (!o.only.empty() && std::find(o.only.begin(), o.only.end(), entry.name) == o.only.end()) continue;
        if (!std::filesystem::exists(entry.file)) {
            fmt::print("left out: {} ({} is not there)\n", entry.name, entry.file);
            continue;
        }
        fmt::print("{}\n", entry.name);
        const gb::matrix<double> weights = bench::read_with_weights(host, entry.file);
        const auto measure = [&]<class T>(std::type_identity<T>) {
            if (std::find(o.types.begin(), o.types.end(), gb::type_name<T>()) == o.types.end()) return;
            for (result& r : measurement<T>(ctx, o, entry.name, weights).all()) {
                print(r);
                all.push_back(std::move(r));
            }
        };
        measure(std::type_identity<float>{});
        measure(std::type_identity<double>{});
    }
    print_mean(all);
    if (!o.json.empty()) write_json(o, device, all);
    return std::any_of(all.begin(), all.end(), [](const result& r) { return r.verified.starts_with("WRONG"); }) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    options o;
    if (const char* data = std::getenv("GRB_TEST_DATA"); data != nullptr) o.data = data;
    CLI::App app("Measures products on one GPU beside cuSPARSE and compares the answers. Exit status: 0; 1 if an answer is wrong or "
                 "something fails; 2 if the command line is wrong.",
                 "grb_bench_cuda");
    app.add_option("--matrices", o.matrices, "folder of the binary CSR files")->capture_default_str();
    app.add_option("--data", o.data, "folder of wiki-Vote")->capture_default_str();
    app.add_option("--only", o.only, "names of matrices")->delimiter(',');
    app.add_option("--types", o.types, "float, double")->delimiter(',')->check(CLI::IsMember({"float", "double"}));
    app.add_option("--repeat", o.how.repeat, "turns of each side at least")->check(CLI::Range(1, 1000))->capture_default_str();
    app.add_option("--device", o.device, "number of the GPU")->capture_default_str();
    app.add_option("--json", o.json, "write all times to this file");
    app.add_option("--revision", o.revision, "of the code, to be noted in the report");
    app.add_flag("!--no-verify", o.verify, "do not compare the results");
    try {
        app.parse(argc, argv);
        return run(o);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    } catch (const std::exception& e) {
        std::fflush(stdout);
        fmt::print(stderr, "grb_bench_cuda: {}\n", e.what());
        return 1;
    }
}
