// grb mxm --structure-only and --count: the positions at which a product has entries.
//
// Needs: the files of grb mxm, read without their values.
// Idea: the structure is the same for every semiring and is computed from bits alone.
#include "matrix_output.hpp"
#include "mxm_files.hpp"
#include <fmt/format.h>

#include <string>

namespace grb {
namespace {

gb::any_matrix structure_of(const gb::context& ctx, const product_operands& of) {
    return gb::mxm_structure(ctx, of.view_of_mask(), of.a, of.right(), of.desc);
}

/// Compares the structure with the product of ones of the other library, and the number of entries with the structure.
verdict verify(const gb::context& ctx, const product_operands& of, const gb::any_matrix& c, gb::index nvals) {
    const gb::type_descriptor& boolean = gb::type_of<bool>();
    product_operands ones = of;
    ones.a = gb::cast_values(ctx, of.a, boolean);
    if (of.b) ones.b = gb::cast_values(ctx, *of.b, boolean);
    verdict found = verify_product("any_pair", "", std::move(ones), gb::any_matrix(c.nrows(), c.ncols(), boolean),
                                   gb::cast_values(ctx, c, boolean));
    if (found.equal() && nvals != c.nvals())
        found.difference = fmt::format("{} entries were counted, {} is right", nvals, c.nvals());
    return found;
}

}  // namespace

int run_structural(const mxm_command& options, const gb::context& ctx, mxm_files& files) {
    const product_operands problem = operands_of(options, files, gb::type_code::none);
    product_run run(options, ctx, files);
    gb::any_matrix c;  // empty with --count
    gb::index nvals = 0;
    run.make(c, [&] {
        if (!options.count) c = structure_of(ctx, problem);
        else nvals = gb::mxm_nvals(ctx, problem.view_of_mask(), problem.a, problem.right(), problem.desc);
    });
    if (!options.count) {
        nvals = c.nvals();
        write_matrix(ctx, options.run.out, c, options.file);
    }

    files.describe(run.result, "");
    run.result.add("form", std::string(options.count ? "count" : "structure"));
    run.add_sizes(problem.nrows(), problem.ncols(), nvals);
    return run.conclude([&] { return verify(ctx, problem, options.count ? structure_of(ctx, problem) : c, nvals); });
}

}  // namespace grb
