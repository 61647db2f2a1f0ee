#include <graphblas_gpu/host/elementwise/partial_sum.hpp>

#include <vector>

namespace graphblas_gpu::host {

void fold_chunks(team& team, index rows, base::function_ref<std::int64_t(index)> work_before,
                 base::function_ref<void(index, index, int, partial_sum&)> body, partial_sum& total) {
    const std::vector<index> cuts = cut_by_work(rows, work_before, pieces_for(team, work_before(rows)));
    std::vector<std::unique_ptr<partial_sum>> sums(cuts.size() - 1);
    team.run(static_cast<index>(sums.size()), [&](index chunk, int member) {
        const auto c = static_cast<std::size_t>(chunk);
        auto sum = total.fresh();
        body(cuts[c], cuts[c + 1], member, *sum);
        sums[c] = std::move(sum);
    });
    for (const auto& sum : sums) total.add(*sum);
}

}  // namespace graphblas_gpu::host
