// A phase over all rows of a panel: the plan by the paper's rules, and the kernels that carry it out.
#pragma once

#include <graphblas_gpu/cuda/published/hash/flat_rows.cuh>
#include <graphblas_gpu/cuda/published/hash/long_rows.cuh>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda::paper {

/// What the rules need to know of a phase in addition to the product.
struct phase_facts {
    std::uint32_t lanes = 0;        ///< lanes for the average row of B
    std::int64_t expected_row = 0;  ///< the expected number of keys of an average row of the output
    std::int64_t largest_row = 0;   ///< an upper bound of the keys of a row
};

/// The team by the paper's rules, or with what is wanted in place of them.
inline team_shape team_for(hash_variant variant, const phase_facts& facts, std::int64_t sum_bytes, std::int64_t shared_bytes,
                           const options& wanted) {
    if (variant == hash_variant::kklp) {
        if (wanted.table_bytes == 0) return flat_team(facts.expected_row, sum_bytes, shared_bytes);
        return team_of(variant, team_threads, 1, wanted.table_bytes, sum_bytes);
    }
    const std::uint32_t lanes = wanted.lanes != 0 ? wanted.lanes : facts.lanes;
    if (wanted.lanes == 0 && wanted.table_bytes == 0)
        return chosen_team(variant, lanes, facts.expected_row, sum_bytes, shared_bytes);
    const std::uint32_t rows = team_threads / lanes;
    return team_of(variant, lanes, rows, wanted.table_bytes != 0 ? wanted.table_bytes * rows : team_shared_bytes, sum_bytes);
}

/// Runs a phase with one accumulator. Throws out_of_memory if there is no room for one chunk of the second level.
template <class Work, template <class> class Table>
void run_phase(const engine_ptr& e, const Work& work, const product_rows& p, const phase_facts& facts,
               const options& wanted, phase_report& report) {
    using table = Table<typename Work::accumulator>;
    constexpr hash_variant variant = table::variant;
    const std::int64_t sum_bytes = work.keeps_terms() ? sizeof(typename Work::accumulator) : 0;
    const std::int64_t shared = e->facts().shared_bytes_per_multiprocessor;
    row_plan plan;
    plan.rows = p.count();
    plan.team = team_for(variant, facts, sum_bytes, shared, wanted);
    const std::int64_t running = running_teams(plan.team, e->facts().multiprocessors, shared);
    const std::int64_t under_way = running * plan.team.rows;
    plan.rows_in_turn = rows_in_turn(plan.rows, plan.team, running);
    report = {variant, plan.team, facts.largest_row, 0, 0, 0};

    const std::int64_t is_long = wanted.long_row != 0 ? wanted.long_row : long_row(p.total_flops, under_way);
    if (variant == hash_variant::kkmem && wanted.long_rows_by_team && p.max_flops >= is_long) {
        plan.multiplications = p.flops + p.first_row;
        plan.long_row = is_long;
        report.long_rows = run_long_rows(e, work, plan, p.total_flops, facts.largest_row, wanted);
    }
    held_chunks chunks;
    if (facts.largest_row > plan.team.first.capacity) {
        plan.second = second_level(variant, facts.largest_row, sum_bytes);
        chunks = empty_chunks(e, work, variant, plan.second, plan.rows, under_way, wanted);
        plan.pool = chunks.view;
        report.chunks = chunks.view.count;
        report.chunk_bytes = chunks.view.chunk_bytes;
    }
    const index rows_a_team = static_cast<index>(plan.team.rows) * plan.rows_in_turn;
    const auto teams = static_cast<unsigned>((plan.rows + rows_a_team - 1) / rows_a_team);
    if constexpr (variant == hash_variant::kklp) {
        simt::launch(e->stream(), teams, team_threads, static_cast<std::size_t>(plan.team.table_bytes), flat_rows_kernel<Work>,
                     work, plan);
    } else {
        simt::launch(e->stream(), teams, plan.team.threads(), static_cast<std::size_t>(plan.team.shared_bytes()),
                     rows_kernel<table, Work>, work, plan);
    }
}

/// The same with the accumulator of the variant, which is not automatic.
template <class Work>
void run_phase(const engine_ptr& e, hash_variant variant, const Work& work, const product_rows& p,
               const phase_facts& facts, const options& wanted, phase_report& report) {
    if (variant == hash_variant::kklp) {
        run_phase<Work, linear_probing>(e, work, p, facts, wanted, report);
    } else {
        run_phase<Work, linked_list>(e, work, p, facts, wanted, report);
    }
}

}  // namespace graphblas_gpu::cuda::paper
