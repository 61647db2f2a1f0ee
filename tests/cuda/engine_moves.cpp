// The table of docs/engines.md of operations that move, count or compare values without calling a function.
#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/concat.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/permute.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/spamm.hpp>
#include <graphblas_gpu/subassign.hpp>
#include <graphblas_gpu/tiling.hpp>
#include <graphblas_gpu/transpose.hpp>

#include <tests/cuda/engine_table.hpp>

namespace gb = graphblas_gpu;

namespace engine_table {
namespace {

struct eight_bytes {
    float x = 0;
    std::int32_t y = 0;
    friend constexpr bool operator==(const eight_bytes&, const eight_bytes&) = default;
};
struct twelve_bytes {
    std::int32_t x = 0, y = 0, z = 0;
    friend constexpr bool operator==(const twelve_bytes&, const twelve_bytes&) = default;
};

}  // namespace

std::string table_of_moves() {
    table all(
        "| operation | values that are numbers | structs of 1, 2, 4, 8 or 16 bytes | structs of other sizes "
        "|\n|---|---|---|---|\n");
    const std::tuple all_types{over<float>(0), over<eight_bytes>(0), over<twelve_bytes>(0)};
    const std::tuple numbers{over<float>(0), no_cell{}, no_cell{}};
    const std::vector<gb::index> order{2, 0, 1}, halves{1, 2};

    all.row("`transpose`", all_types, GB_ENGINE_CALL(gb::transpose(ctx, x)),
            GB_ENGINE_CALL(const auto a = x; gb::transpose(ctx, x, gb::structure(a), gb::no_accum, a)));
    all.row("`extract`, `extract_row`, `extract_column`", all_types,
            GB_ENGINE_CALL(gb::extract(ctx, x, gb::all, gb::range{0, 2})), GB_ENGINE_CALL(gb::extract(ctx, v, gb::range{0, 2})),
            GB_ENGINE_CALL(gb::extract_row(ctx, x, 1, gb::all)), GB_ENGINE_CALL(gb::extract_column(ctx, x, gb::all, 1)));
    all.row("`assign`, `assign_row`, `assign_column`", all_types,
            GB_ENGINE_CALL(gb::assign(ctx, x, gb::structure(x), gb::no_accum, x)),
            GB_ENGINE_CALL(gb::assign(ctx, x, gb::no_mask, gb::no_accum, T{}, gb::all, gb::range{0, 2})),
            GB_ENGINE_CALL(gb::assign_row(ctx, x, gb::no_mask, gb::no_accum, v, 1, gb::all)),
            GB_ENGINE_CALL(gb::assign_column(ctx, x, gb::no_mask, gb::no_accum, v, gb::all, 1)));
    all.row("`subassign`, `subassign_row`, `subassign_column`", all_types,
            GB_ENGINE_CALL(gb::subassign(ctx, x, gb::structure(x), gb::no_accum, x, gb::all, gb::all)),
            GB_ENGINE_CALL(gb::subassign(ctx, x, gb::no_mask, gb::no_accum, T{}, gb::all, gb::range{0, 2})),
            GB_ENGINE_CALL(gb::subassign_row(ctx, x, gb::no_mask, gb::no_accum, v, 1, gb::all)),
            GB_ENGINE_CALL(gb::subassign_column(ctx, x, gb::no_mask, gb::no_accum, v, gb::all, 1)));
    all.row("`select` by position", all_types, GB_ENGINE_CALL(gb::select(ctx, gb::triu{1}, x)));
    all.row("`permute`", all_types, GB_ENGINE_CALL(gb::permute(ctx, x, order)),
            GB_ENGINE_CALL(gb::permute(ctx, x, order, order)), GB_ENGINE_CALL(gb::permute(ctx, v, order)));
    all.row("`concat`, `split`, `stack_rows`", all_types, GB_ENGINE_CALL(gb::concat(ctx, {&x, &x}, 1, 2)),
            GB_ENGINE_CALL(gb::split(ctx, x, halves, halves)), GB_ENGINE_CALL(gb::stack_rows(ctx, 3, std::vector{v, v})));
    all.row("`matrix_diag`, `vector_diag`", all_types, GB_ENGINE_CALL(gb::matrix_diag(ctx, v, 1)),
            GB_ENGINE_CALL(gb::vector_diag(ctx, x, 1)));
    all.row("`from_edges`, `from_entries`, of which the last duplicate stays", all_types,
            GB_ENGINE_CALL(gb::matrix<T>::from_edges(ctx, 3, 3, {1, 1}, {2, 2}, std::vector<T>(2))),
            GB_ENGINE_CALL(gb::vector<T>::from_entries(ctx, 3, {1, 1}, std::vector<T>(2))));
    all.row("`mxm_structure`, `mxm_nvals`, `mxm_flops`", all_types, GB_ENGINE_CALL(gb::mxm_structure(ctx, x, x)),
            GB_ENGINE_CALL(gb::mxm_nvals(ctx, x, x)), GB_ENGINE_CALL(gb::mxm_flops(ctx, x, x)));
    all.row("`mxm_update`", all_types,
            GB_ENGINE_CALL(gb::bit_rows w(2, 3), fresh(2, 3); gb::mxm_update(ctx, w, fresh, gb::bit_rows(2, 3), x)));
    all.row("`tiling`, `is_symmetric`", all_types, GB_ENGINE_CALL(gb::tiling(ctx, x)),
            GB_ENGINE_CALL((void)x.is_symmetric(ctx)));
    all.row("`triu_by_degree`, `tril_by_degree`, `orient_by_degree`, `count_triangles_of_short_rows`", all_types,
            GB_ENGINE_CALL(gb::triu_by_degree(ctx, x)), GB_ENGINE_CALL(gb::tril_by_degree(ctx, x)),
            GB_ENGINE_CALL(gb::orient_by_degree(ctx, x)), GB_ENGINE_CALL(gb::count_triangles_of_short_rows(ctx, x)));
    auto levels = gb::vector<std::int32_t>(3);
    levels.set_element(0, 0);
    levels.set_element(1, 1);
    all.row("`label_components`, `random_walk`, `accumulate_dependencies`, `independent_set_by_priority`, `core_numbers`",
            all_types, GB_ENGINE_CALL(gb::label_components(ctx, x)),
            GB_ENGINE_CALL(gb::random_walk(ctx, x, {.most_rounds = 2})),
            GB_ENGINE_CALL(auto totals = gb::vector<double>::full(3, 0); gb::accumulate_dependencies(ctx, totals, x, levels)),
            GB_ENGINE_CALL(gb::independent_set_by_priority(ctx, x, 1)), GB_ENGINE_CALL(gb::core_numbers(ctx, x)));
    all.row("`tight_edges`, `range_of_values`", numbers, GB_ENGINE_CALL(gb::tight_edges(ctx, x, gb::vector<T>::full(3, 1))),
            GB_ENGINE_CALL(gb::range_of_values(ctx, x)), GB_ENGINE_CALL(gb::range_of_values(ctx, square<std::int32_t>())));
    all.row("`accumulate_weighted_dependencies`", numbers,
            GB_ENGINE_CALL(auto totals = gb::vector<double>::full(3, 0);
                           const auto lengths = gb::matrix<T>::from_edges(3, 3, {0, 1, 2}, {1, 2, 0}, std::vector<T>(3, T{1}));
                           gb::accumulate_weighted_dependencies(ctx, totals, lengths, std::vector<gb::index>{0})));
    all.row("`spamm`", numbers,
            GB_ENGINE_CALL(const auto b = gb::block_matrix<T>::from_matrix(x); gb::spamm(ctx, b, b, {.tau = 0.0})));
    all.row("`or_with`, `to_matrix`", numbers, GB_ENGINE_CALL(gb::bit_rows(2, 3).or_with(ctx, gb::bit_rows(2, 3))),
            GB_ENGINE_CALL(gb::to_matrix(ctx, gb::bit_rows(2, 3))));
    all.row("`cast_values`", numbers, GB_ENGINE_CALL(gb::cast_values(ctx, x.any(), gb::type_of<double>())));
    return all.text();
}

}  // namespace engine_table
