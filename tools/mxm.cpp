// grb mxm: a masked product over a semiring.
//
// Needs: one file or two; optionally one with the mask and one with the initial output.
// Idea: everything about the product is data, the type of its values too.
#include "matrix_output.hpp"
#include "mxm_files.hpp"
#include <graphblas_gpu/io/write_matrix.hpp>
#include <semirings/catalogue.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace grb {
namespace {

// ---- names ----

std::vector<std::string> semiring_names() {
    std::vector<std::string> names;
    for (const gb::catalogue_entry& entry : gb::semiring_catalogue) names.emplace_back(entry.name);
    return names;
}

gb::domain domain_of(const std::string& semiring) {
    for (const gb::catalogue_entry& entry : gb::semiring_catalogue)
        if (entry.name == semiring) return entry.types;
    throw usage_error(fmt::format("--semiring: '{}' is unknown; there are {}", semiring, fmt::join(semiring_names(), ", ")));
}

/// The parts of --semiring-source. No expression has a semicolon.
gb::semiring_expressions expressions_of(const std::string& source) {
    const std::vector<std::string_view> parts = split(source, ';');
    if (parts.size() != 3)
        throw usage_error(
            fmt::format("--semiring-source: 'ADD; IDENTITY; MULTIPLY' has three parts, and '{}' has {}", source, parts.size()));
    return {.add = std::string(parts[0]), .identity = std::string(parts[1]), .multiply = std::string(parts[2])};
}

product_semiring semiring_of(const mxm_command& options, gb::type_code type) {
    if (options.semiring_source.empty()) return named_semiring(options.semiring, type);
    try {
        return made_semiring(expressions_of(options.semiring_source), type);
    } catch (const gb::invalid_value& e) {
        throw usage_error(std::string("--semiring-source: ") + e.what());
    }
}

/// For messages.
std::string semiring_named(const mxm_command& options) {
    return options.semiring_source.empty() ? "semiring " + options.semiring : "--semiring-source";
}

gb::domain domain_of(const mxm_command& options) {
    return options.semiring_source.empty() ? domain_of(options.semiring) : gb::domain::any_type;
}

std::vector<std::string> types_of(gb::domain domain) {
    std::vector<std::string> names;
    const auto add = [&names](auto type) { names.emplace_back(gb::type_name<typename decltype(type)::type>()); };
    switch (domain) {
        case gb::domain::numeric: gb::for_each_type<gb::domain::numeric>(add); break;
        case gb::domain::boolean: gb::for_each_type<gb::domain::boolean>(add); break;
        case gb::domain::any_type: gb::for_each_type<gb::domain::any_type>(add); break;
        case gb::domain::positional: gb::for_each_type<gb::domain::positional>(add); break;
    }
    return names;
}

/// Refuses options that would have no effect.
void check_what_goes_together(const mxm_command& options) {
    if (options.mask.empty() && (options.structural || options.complement))
        throw usage_error(fmt::format("--{} says how to read a mask, but there is no --mask",
                                      options.structural ? "structural" : "complement"));
    if (!options.accum.empty() && options.into.empty())
        throw usage_error("--accum joins the product with what C holds, but there is no --into");
    if (options.desc.replace && (options.mask.empty() || options.into.empty()))
        throw usage_error(fmt::format("--replace deletes entries of C that a mask does not admit, but there is no {}",
                                      options.mask.empty() ? "--mask" : "--into"));
    if (!options.into.empty() && options.mask.empty() && options.accum.empty())
        throw usage_error("--into: without --accum or --mask nothing is left of what C holds");
    const gb::method method = method_of(options.run);
    const gb::descriptor& how = options.desc;
    const bool has_hash_variant = how.variant != gb::hash_variant::automatic;
    const bool has_tile_variant = how.tile_variant != gb::tile_variant::automatic;
    const bool has_merge_variant = how.merge_variant != gb::merge_variant::automatic;
    const bool has_variant = has_hash_variant || has_tile_variant || has_merge_variant;
    const auto check_variant = [method](bool is_given, const char* name, gb::method of) {
        if (is_given && method != gb::method::automatic && method != of)
            throw usage_error(fmt::format("--{} says how method {} works, but --method asks for {}", name, gb::to_string(of),
                                          gb::to_string(method)));
    };
    check_variant(has_hash_variant, "variant", gb::method::hash);
    check_variant(has_tile_variant, "tile-variant", gb::method::bitmap_tile);
    check_variant(has_merge_variant, "merge-variant", gb::method::merge);
    if (!options.answer.empty() && (has_variant || how.precision != gb::precision::exact))
        throw usage_error(
            "--variant, --tile-variant, --merge-variant and --precision say how to compute, but with --answer nothing is "
            "computed");
    if (!options.answer.empty() && (options.explain || how.deterministic))
        throw usage_error(
            "--explain and --deterministic are about a product that is computed, but with --answer nothing is computed");
}

/// Refuses options about values and about C: a product of structures has neither.
void check_structural(const mxm_command& options, const subcommand& line) {
    if (!options.structure_only && !options.count) return;
    const char* const form = options.count ? "--count" : "--structure-only";
    for (const char* const name : {"--semiring", "--semiring-source", "--type", "--weights", "--precision", "--deterministic"})
        if (line.given(name))
            throw usage_error(fmt::format("{}: {} asks for where entries are, and no value is computed", name, form));
    for (const char* const name : {"--accum", "--into", "--replace"})
        if (line.given(name))
            throw usage_error(fmt::format("{}: {} computes a product by itself, there is no C that it goes into", name, form));
    for (const char* const name : {"--variant", "--tile-variant", "--merge-variant"})
        if (line.given(name)) throw usage_error(fmt::format("{}: {} has no variants of a method", name, form));
    if (line.given("--duplicates") && options.file.duplicates != gb::duplicate_policy::refuse)
        throw usage_error(
            fmt::format("--duplicates {} joins weights, but {} looks at none", gb::to_string(*options.file.duplicates), form));
    if (!options.count) return;
    for (const char* const name : {"--out", "--answer"})
        if (line.given(name)) throw usage_error(fmt::format("{}: --count stores nothing; --structure-only does", name));
}

void check_usage(const mxm_command& options) {
    const gb::domain domain = domain_of(options);
    if (!options.semiring_source.empty()) (void)expressions_of(options.semiring_source);
    if (!options.type.empty()) (void)parse_type(options.type, types_of(domain), semiring_named(options));
    const std::vector<std::string> operators = accumulator_names();
    if (!options.accum.empty() && std::find(operators.begin(), operators.end(), options.accum) == operators.end())
        throw usage_error(fmt::format("--accum: '{}' is unknown; there are {}", options.accum, fmt::join(operators, ", ")));
    check_what_goes_together(options);
    const std::vector<std::string> inputs{options.a, options.b, options.mask, options.into, options.answer};
    if (std::count(inputs.begin(), inputs.end(), "-") > 1) throw usage_error("standard input ('-') can be read only once");
    check_output(options.run);
    (void)matrix_format_of(options.run.out);
    check_answer(options.answer, options.run);
    (void)duplicates_of(options.file);
}

// ---- the product ----

/// The sum of the values. Integers wrap around in 64 bits, as sums of their type wrap in it; for bool it is the number of true
/// values.
value sum_of(const gb::any_matrix& c) {
    return gb::base::with_code(c.type().code, [&]<class T>(std::type_identity<T>) -> value {
        const std::span<const T> values = values_of<T>(c);
        if constexpr (std::floating_point<T>) return std::accumulate(values.begin(), values.end(), 0.0);
        std::uint64_t sum = 0;
        for (const T& x : values) sum += static_cast<std::uint64_t>(x);
        if constexpr (std::unsigned_integral<T> && !std::same_as<T, bool>) return sum;
        else return static_cast<std::int64_t>(sum);
    });
}

product_problem problem_of(const mxm_command& options, mxm_files& files, gb::type_code type) {
    product_problem problem{operands_of(options, files, type), {}, {}};
    if (!options.accum.empty()) problem.accum = gb::any_operator(options.accum, gb::type_of(type));
    problem.c =
        files.into ? files.into->take_matrix(type) : gb::any_matrix(problem.nrows(), problem.ncols(), gb::type_of(type));
    return problem;
}

int run_over(const mxm_command& options, const gb::context& ctx, mxm_files& files, gb::type_code type) {
    const auto [semiring, name] = semiring_of(options, type);
    const std::string type_name = gb::type_name(type);
    if (name.empty() && options.run.verify)
        throw usage_error(
            fmt::format("--verify: the catalogue has no semiring '{}' over {}, and what is made from strings is compiled for a "
                        "CUDA device alone, so that nothing can compute the product again",
                        options.semiring_source, type_name));
    product_problem problem = problem_of(options, files, type);
    gb::any_matrix before = options.run.verify ? problem.c : gb::any_matrix();
    product_run run(options, ctx, files);
    run.make(problem.c, [&, &by = semiring] { compute(ctx, by, problem); });
    write_matrix(ctx, options.run.out, problem.c, options.file);

    files.describe(run.result, type_name);
    run.result.add("semiring", name.empty() ? options.semiring_source : name);
    run.result.add("type", type_name);
    run.add_sizes(problem.c.nrows(), problem.c.ncols(), problem.c.nvals());
    run.result.add("sum", sum_of(problem.c));
    return run.conclude([&, &by = name] {
        return verify_product(by, options.accum, std::move(problem), std::move(before), std::move(problem.c));
    });
}

int run(const mxm_command& options) {
    check_usage(options);
    const gb::context ctx = make_context(options.run);
    if (options.run.verify) require_verifier(options.run.threads);
    mxm_files files(options, ctx);
    if (options.structure_only || options.count) return run_structural(options, ctx, files);

    const std::vector<std::string> allowed = types_of(domain_of(options));
    const std::string type = options.type.empty() ? files.own_type(allowed)
                                                  : parse_type(options.type, allowed, semiring_named(options));
    return run_over(options, ctx, files, type_named(type));
}

/// Adds the semirings, the operators and the examples below the options.
void declare_footer(subcommand& mxm) {
    std::string semirings;
    for (const gb::catalogue_entry& entry : gb::semiring_catalogue)
        semirings += fmt::format("  {:<12}{}\n", entry.name, fmt::join(types_of(entry.types), " "));
    mxm.main_options({"--semiring", "--mask", "--out"});
    mxm.footer(fmt::format(R"(Semirings and their types:
{}
--semiring-source takes the sum of x and y, its identity (a number, INFINITY, INT32_MAX and the like) and the product of
x = A(i, k) and y = B(k, j), which may use i, k and j. A semiring that the list above has runs on both engines, any
other one on a CUDA device with NVRTC, without --verify. The text is code that is executed with your rights: never
take it from somebody who may not run programs here.

Operators for --accum: {}.
--directed, --undirected, --weights and --duplicates concern A and B; the mask and C are read as they are.
--structure-only and --count answer where a product over any semiring has entries, in less time and memory.
flops counts the multiplications of the product without its mask, sum adds up the values of C (integers in 64
bits, of bool the number of true values).

Examples:
  grb mxm a.mtx
  grb mxm a.mtx b.mtx --semiring min_plus --type float --verify
  grb mxm a.mtx --mask a.mtx --structural --semiring plus_pair --transpose-b
  grb mxm a.mtx --semiring-source 'max(x, y); -INFINITY; x < y ? x : 2 * y' --type float --engine cuda
  grb mxm a.mtx --count
  grb mxm a.mtx --structure-only --out pattern.mtx.gz
  grb mxm a.mtx --into c.mtx --accum plus --out c2.mtx.gz)",
                           semirings, fmt::join(accumulator_names(), ", ")));
}

}  // namespace

void add_mxm(command_line& line) {
    const auto options = std::make_shared<mxm_command>();
    subcommand mxm = line.add("mxm", "Product of two matrices over a semiring: C<M> = accum(C, A*B)");
    mxm.argument("A", options->a, input_help);
    mxm.argument("B", options->b, "The second operand; A again if absent", false);
    constexpr const char* group = "Product";
    const auto product_option = [&mxm](const char* name, std::string& to, const char* text, const char* words,
                                       std::vector<std::string> offered = {}) {
        mxm.option(name, to, {text, words, group, std::move(offered)});
    };
    const auto product_flag = [&mxm](const char* name, bool& to, const char* words) { mxm.flag(name, to, words, group); };
    product_option("--semiring", options->semiring, "NAME", "plus_times by default; --help-all lists them below its options",
                   semiring_names());
    product_option("--semiring-source", options->semiring_source, "'ADD; IDENTITY; MULTIPLY'",
                   "A semiring as C++ expressions of x and y, which are compiled and executed; see below");
    mxm.exclude("--semiring", "--semiring-source");
    product_option("--type", options->type, "NAME",
                   "bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float (fp32) or double (fp64); by default "
                   "the type that A and B declare, else int64 for integers and patterns, double for real values",
                   type_names());
    mxm.option(
        "--variant", options->desc.variant,
        {"NAME",
         "How method hash works on a CUDA device: automatic, or as its paper has it: kkmem, kklp, or kkspgemm, which takes "
         "one of them",
         group,
         {"automatic", "kkmem", "kklp", "kkspgemm"}},
        &gb::hash_variant_from_string);
    mxm.option("--tile-variant", options->desc.tile_variant,
               {"NAME",
                "How method bitmap_tile works on a CUDA device: automatic, or as its papers have it, bmsparse or tsparse",
                group,
                {"automatic", "bmsparse", "tsparse"}},
               &gb::tile_variant_from_string);
    mxm.option("--merge-variant", options->desc.merge_variant,
               {"NAME", "How method merge works on a CUDA device: automatic, or as its paper has it, bhsparse", group,
                {"automatic", "bhsparse"}},
               &gb::merge_variant_from_string);
    mxm.option("--precision", options->desc.precision,
               {"NAME", "exact, or mixed: on a CUDA device factors of plus_times over float may be rounded to fp16", group,
                {"exact", "mixed"}},
               &gb::precision_from_string);
    product_flag("--deterministic", options->desc.deterministic,
                 "Only methods whose floating-point sums are the same in every run, as all are on the host");
    product_flag("--explain", options->explain,
                 "On a CUDA device: show the time and the memory that the planner expects of every method");
    product_flag("--structure-only", options->structure_only,
                 "Only where C has entries: no value is read or computed, C is a pattern");
    product_flag("--count", options->count, "Only how many entries C has: nothing is stored");
    mxm.exclude("--structure-only", "--count");
    product_flag("--transpose-a", options->desc.transpose_a, "Use the transpose of A");
    product_flag("--transpose-b", options->desc.transpose_b, "Use the transpose of B");
    product_option("--mask", options->mask, "FILE", "Only positions at which this matrix is not zero are computed");
    product_flag("--structural", options->structural, "The mask admits every position at which it has an entry, even a zero");
    product_flag("--complement", options->complement, "Only the positions that the mask does not admit are computed");
    product_option("--into", options->into, "FILE", "The matrix C before the product; without this option C is empty");
    product_option("--accum", options->accum, "OP", "The operator that joins entries of C (--into) and of the product",
                   accumulator_names());
    product_flag("--replace", options->desc.replace, "Entries of C (--into) that the mask does not admit are deleted");
    mxm.option("--out", options->run.out,
               {"FILE", "Write C in the format that the name says, as grb convert does; .gz compresses, '-' is standard output",
                "Output"});
    declare_answer(mxm, options->answer, options->run);
    declare(mxm, options->file, relabelling::not_offered);
    declare(mxm, options->run);

    declare_footer(mxm);
    mxm.runs([options, mxm] {
        check_structural(*options, mxm);
        return run(*options);
    });
}

}  // namespace grb
