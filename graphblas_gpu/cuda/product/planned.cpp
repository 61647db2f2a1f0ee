// The phases of a plan: the symbolic phase alone, whose result a plan keeps, and the numeric phase alone for new values.
#include <graphblas_gpu/cuda/product/stages.hpp>

#include <utility>

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/gather/gather.hpp>
#include <graphblas_gpu/planner/gather_choice.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::cuda {

namespace {

/// Lists the products of each entry of C, if later executions of the plan gain by it.
void list_products(const product& p, symbolic_result& symbolic) {
    const product_recipe& recipe = p.recipe;
    const descriptor& desc = p.task.desc;
    const std::int64_t flops = p.work.totals.sum;
    const bool has_values = recipe.types.left != type_code::none || recipe.types.right != type_code::none;
    if (recipe.values != product_values::summed || !has_values || recipe.run->reads_positions()) return;
    // If the caller named a method, that method runs.
    if (desc.method != method::automatic || desc.variant != hash_variant::automatic || p.is_bhsparse()) return;
    const planner::gather_facts facts{flops, symbolic.structure.nvals, p.task.a.nvals, p.choice.method == method::dense};
    const planner::gather_choice wanted = planner::choose_gather(facts, [&] { return p.e->free_bytes(); });
    symbolic.about_lists = wanted.reason;
    if (!wanted.pays) return;
    try {
        auto lists = listed_products(p.e, p.task.a, p.task.b, symbolic.structure.view(), flops);
        if (lists) symbolic.lists = std::make_shared<const gather_lists>(std::move(*lists));
        else symbolic.about_lists = "; products not listed: rows too long for 32 bits a product";
    } catch (const out_of_memory&) {
        symbolic.about_lists = "; products not listed: no memory";
    }
}

symbolic_result symbolic_of_tiles(product& p) {
    if (p.has_tile_lists()) {
        throw unsupported(fmt::format("{}: a plan keeps the engine's own tiles, not the lists of variant {}", p.task.operation,
                                      to_string(p.task.desc.tile_variant)));
    }
    symbolic_result out;
    out.in_tiles = stages::structure_in_tiles(p, p.all_rows());
    out.structure = untiled(p.e, out.in_tiles.view());
    out.flops = std::move(p.work.own_flops);
    out.work = p.work.totals;
    out.was_masked = p.task.mask.present;
    return out;
}

csr tiles_of_known(product& p, type_code type) {
    csr c = structure_shared_with(p.known->structure);
    if (type == type_code::none) return c;
    stages::take_tiles(p);
    tiles_ref view = p.known->in_tiles.view();
    const memory values(p.e, static_cast<std::size_t>(c.nvals) * base::size_of(type));
    stages::write_tile_values(p, p.in_tiles.a_view, view, values.data());
    view.values = values.data();
    view.type = type;
    c.values = untiled_values(p.e, view);
    c.type = type;
    return c;
}

}  // namespace

symbolic_result run_symbolic_phase(product& p) {
    if (p.is_small()) stages::decide(p);
    // Merging finds the structure anew every time; the other methods by rows use the one that is known.
    if (p.is_merged() && p.chooses_freely()) p.choice = {method::hash, "rows whose structure is known"};
    // The kernel of small products has made the structure; later values come by the method that would have been chosen without
    // it.
    if (p.is_small()) {
        p.choice = planner::choose_device_method(p.facts);
        p.choice.reason += "; counted, and the structure made, by one kernel";
    }
    if (p.is_tiled()) return symbolic_of_tiles(p);
    symbolic_result out;
    out.structure = stages::rows_by_method(p, p.all_rows(), type_code::none);
    out.flops = std::move(p.work.own_flops);
    out.work = p.work.totals;
    out.most_nvals = p.most_nvals;
    out.was_masked = p.task.mask.present;
    // Products under the structure that is known are pushes, unless the caller has named method dense.
    if (out.was_masked && p.choice.method == method::dense && p.chooses_freely()) {
        p.choice.method = method::hash;
        p.choice.reason += "; values by a push under the structure that is known";
    }
    list_products(p, out);
    return out;
}

csr stages::rows_of_known(product& p, type_code type) {
    if (p.is_tiled()) return tiles_of_known(p, type);
    p.most_nvals = p.known->most_nvals;
    const bool has_lists = p.known->lists != nullptr;
    if (type != type_code::none && p.task.mask.present && !has_lists) return rows_in_one_pass(p, p.all_rows(), type);
    csr c = structure_shared_with(p.known->structure);
    if (type == type_code::none) return c;
    c.type = type;
    c.values = memory(p.e, static_cast<std::size_t>(c.nvals) * base::size_of(type));
    if (!has_lists) {
        write_rows(p, c, p.all_rows(), true);
        return c;
    }
    take_values(p);
    p.recipe.run->current(p.e, kernel_group::gathered)
        .gather_values(p.e, p.task.a, p.task.b, *p.known->lists, c.nvals, c.values.data());
    return c;
}

}  // namespace graphblas_gpu::cuda
