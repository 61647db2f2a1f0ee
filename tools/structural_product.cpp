// grb mxm --structure-only and --count: the positions at which a product has entries.
//
// Needs: the files of grb mxm, read without their values.
// Idea: the structure is the same for every semiring and is computed from bits alone.
#include "answer.hpp"
#include "matrix_output.hpp"
#include "mxm_files.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include "recast.hpp"
#include "verdict_output.hpp"
#include <graphblas_gpu/io/output_file.hpp>
#include <graphblas_gpu/mxm.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>

namespace grb {
namespace {

struct structural_problem {
    gb::matrix<void> a;
    std::optional<gb::matrix<void>> b;  ///< if absent, A is used again
    std::optional<gb::matrix<bool>> mask;
    gb::descriptor desc;

    const gb::matrix<void>& right() const { return b ? *b : a; }

    structural_problem(const mxm_command& options, mxm_files& files) : a(files.a.take_matrix<void>()) {
        if (files.b) b = files.b->take_matrix<void>();
        if (files.mask) mask = files.mask->take_matrix<bool>();
        desc = options.desc;
        desc.method = method_of(options.run);
    }
};

/// Calls f(mask) with the mask that the command line describes.
template <class F>
auto with_mask(const mxm_command& options, const structural_problem& problem, F&& f) {
    if (!problem.mask) return f(gb::no_mask);
    const auto view = options.structural ? gb::structure(*problem.mask) : gb::values(*problem.mask);
    return f(options.complement ? !view : view);
}

gb::matrix<void> structure_of(const mxm_command& options, const gb::context& ctx, const structural_problem& problem) {
    return with_mask(options, problem, [&](const auto& mask) {
        return gb::mxm_structure(ctx, mask, problem.a, problem.right(), problem.desc);
    });
}

gb::index count_of(const mxm_command& options, const gb::context& ctx, const structural_problem& problem) {
    return with_mask(options, problem, [&](const auto& mask) {
        return gb::mxm_nvals(ctx, mask, problem.a, problem.right(), problem.desc);
    });
}

/// Compares the structure with the product of ones of the other library, and the number of entries with the structure.
verdict verify(const mxm_command& options, const structural_problem& problem, const gb::matrix<void>& c, gb::index nvals) {
    const gb::matrix<bool> a = recast<bool>(problem.a), b = recast<bool>(problem.right()), before(c.nrows(), c.ncols());
    product_question<bool> question = question_of(options, a, b, problem.mask, before);
    question.semiring = "any_pair";
    verdict found = verify_product(question, recast<bool>(c));
    if (found.equal() && nvals != c.nvals()) found.difference = fmt::format("{} entries were counted, {} is right", nvals, c.nvals());
    return found;
}

}  // namespace

int run_structural(const mxm_command& options, const gb::context& ctx, mxm_files& files) {
    const structural_problem problem(options, files);
    const double read_milliseconds = files.describe(options.run);

    const stopwatch time;
    std::optional<gb::matrix<void>> c;  // absent with --count
    if (files.answer) c = files.answer->take_matrix<void>();
    const gb::index nvals = [&] {
        if (c) return c->nvals();
        const progress_bar bar("multiplying", &ctx.progress());
        if (options.count) return count_of(options, ctx, problem);
        c = structure_of(options, ctx, problem);
        return c->nvals();
    }();
    const double milliseconds = time.milliseconds();
    const gb::report product = ctx.last_report();
    const bool is_new = options.answer.empty();
    if (is_new)
        say(options.run, fmt::format("method {}: {}; {} multiplications, about {} bytes of memory", gb::to_string(product.method),
                                 product.reason, product.flops, product.estimated_bytes));
    if (!options.out.empty()) {
        const progress_bar bar("writing " + options.out);
        write_matrix(ctx, options.out, *c, options.file);
    }

    answer result;
    files.describe(result, "");
    result.add("form", std::string(options.count ? "count" : "structure"));
    result.add("nrows", options.desc.transpose_a ? problem.a.ncols() : problem.a.nrows());
    result.add("ncols", options.desc.transpose_b ? problem.right().nrows() : problem.right().ncols());
    result.add("nvals", nvals);
    if (is_new) result.add("flops", product.flops);
    say_moves(options.run, ctx);
    if (is_new) result.add("reason", product.reason);
    if (options.explain) add_explanation(result, product);
    add_run(result, ctx, is_new ? gb::to_string(product.method) : "none", milliseconds, read_milliseconds);
    if (gb::io::is_standard_output(options.out)) result.print_to_standard_error();
    return conclude(result, options.run, options.a, [&] {
        return verify(options, problem, c ? *c : structure_of(options, ctx, problem), nvals);
    });
}

}  // namespace grb
