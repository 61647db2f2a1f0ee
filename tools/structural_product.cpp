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
#include <graphblas_gpu/mxm.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>

namespace grb {
namespace {

gb::matrix<void> structure_of(const gb::context& ctx, const product_operands<void>& of) {
    return of.with_mask([&](const auto& mask) { return gb::mxm_structure(ctx, mask, of.a, of.right(), of.desc); });
}

/// Compares the structure with the product of ones of the other library, and the number of entries with the structure.
verdict verify(const product_operands<void>& of, const gb::matrix<void>& c, gb::index nvals) {
    product_operands<bool> ones{recast<bool>(of.a), {}, of.mask, of.structural, of.complement, of.desc};
    if (of.b) ones.b = recast<bool>(*of.b);
    const gb::matrix<bool> before(c.nrows(), c.ncols());
    verdict found = verify_product(question_of("any_pair", ones, before), recast<bool>(c));
    if (found.equal() && nvals != c.nvals()) found.difference = fmt::format("{} entries were counted, {} is right", nvals, c.nvals());
    return found;
}

}  // namespace

int run_structural(const mxm_command& options, const gb::context& ctx, mxm_files& files) {
    const auto problem = operands_of<void>(options, files);
    const double read_milliseconds = files.describe(options.run);

    const stopwatch time;
    std::optional<gb::matrix<void>> c;  // absent with --count
    if (files.answer) c = files.answer->take_matrix<void>();
    const gb::index nvals = [&] {
        if (c) return c->nvals();
        const progress_bar bar("multiplying", &ctx.progress());
        if (options.count)
            return problem.with_mask(
                [&](const auto& mask) { return gb::mxm_nvals(ctx, mask, problem.a, problem.right(), problem.desc); });
        c = structure_of(ctx, problem);
        return c->nvals();
    }();
    const double milliseconds = time.milliseconds();
    const gb::report product = ctx.last_report();
    const bool is_new = options.answer.empty();
    if (is_new) say_method(options, product);
    if (c) write_matrix(ctx, options.out, *c, options.file);

    answer result;
    files.describe(result, "");
    result.add("form", std::string(options.count ? "count" : "structure"));
    result.add("nrows", problem.nrows());
    result.add("ncols", problem.ncols());
    result.add("nvals", nvals);
    if (is_new) result.add("flops", product.flops);
    return conclude(result, options, ctx, product, milliseconds, read_milliseconds,
                    [&] { return verify(problem, c ? *c : structure_of(ctx, problem), nvals); });
}

}  // namespace grb
