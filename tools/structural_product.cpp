// grb mxm --structure-only and --count: the positions at which a product has entries.
//
// Needs: the files of grb mxm, read without their values.
// Idea: the structure is the same for every semiring and is computed from bits alone.
#include "matrix_output.hpp"
#include "mxm_files.hpp"
#include "recast.hpp"
#include <graphblas_gpu/mxm.hpp>

#include <fmt/format.h>

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
    if (found.equal() && nvals != c.nvals())
        found.difference = fmt::format("{} entries were counted, {} is right", nvals, c.nvals());
    return found;
}

}  // namespace

int run_structural(const mxm_command& options, const gb::context& ctx, mxm_files& files) {
    const auto problem = operands_of<void>(options, files);
    product_run run(options, ctx, files);
    gb::matrix<void> c;  // empty with --count
    gb::index nvals = 0;
    run.make(c, [&] {
        if (!options.count) c = structure_of(ctx, problem);
        else
            nvals = problem.with_mask(
                [&](const auto& mask) { return gb::mxm_nvals(ctx, mask, problem.a, problem.right(), problem.desc); });
    });
    if (!options.count) {
        nvals = c.nvals();
        write_matrix(ctx, options.run.out, c, options.file);
    }

    files.describe(run.result, "");
    run.result.add("form", std::string(options.count ? "count" : "structure"));
    run.add_sizes(problem.nrows(), problem.ncols(), nvals);
    return run.conclude([&] { return verify(problem, options.count ? structure_of(ctx, problem) : c, nvals); });
}

}  // namespace grb
