#include <graphblas_gpu/cuda/propagate/rows_of_table.cuh>
#include <graphblas_gpu/cuda/propagate/search.hpp>
#include <graphblas_gpu/cuda/propagate/searches.cuh>
#include <graphblas_gpu/cuda/propagate/searches.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

/// The rounds of all positions and searches; only those of the bits in `reached` are written.
struct rounds_table : propagation::table_shape<std::int32_t> {
    const propagation::search_bits* reached;

    __device__ static std::int32_t absent() { return -1; }
    __device__ bool has(index v, index s) const { return contains(v, s) && (reached[v] >> s & 1) != 0; }
};

}  // namespace

index searches_that_fit(const engine_ptr& e, const csr_ref& rows, index count) {
    if (!can_be_searched(rows.nrows, rows.nvals)) return 0;
    const double scratch = static_cast<double>(rows.nrows) * (3 * sizeof(propagation::search_bits) + sizeof(column_index)) +
                           static_cast<double>(propagation::most_items(rows.nrows, rows.nvals)) * sizeof(propagation::item);
    return propagation::table_rows_that_fit(e, rows.nrows, count, sizeof(std::int32_t), scratch);
}

searches_answer run_searches(const engine_ptr& e, const searches_request& request) {
    using namespace propagation;
    const index n = request.push.nrows, stride = stride_of_table(request.count, sizeof(std::int32_t));
    const auto size = static_cast<std::size_t>(n);
    array<search_bits> bits(e, 3 * size);
    array<int> rounds(e, size * static_cast<std::size_t>(stride));
    searches_answer out;
    {
        const array<column_index> found(e, size);
        const array<item> items(e, most_items(n, request.push.nvals));
        const array<searches_state> state(e, 1);
        e->set_bytes(state.data(), 0, sizeof(searches_state));
        searches_task t{searched_rows::of(request.push, request.pull)};
        t.given_offsets = request.given.offsets + request.first;
        t.given = request.given.columns;
        t.count = request.count;
        t.all = ~search_bits{0} >> (most_table_rows - request.count);
        t.stride = stride;
        t.most_rounds = request.most_rounds;
        t.reached = bits.data();
        t.now = bits.data() + size;
        t.next = bits.data() + 2 * size;
        t.rounds = rounds.data();
        t.found = found.data();
        t.items = items.data();
        t.state = state.data();
        t.answer = e->answer();
        const auto blocks = static_cast<unsigned>(std::min<std::int64_t>(e->facts().multiprocessors, most_blocks));
        simt::launch_concurrent(e->stream(), blocks, most_threads, shared_bytes_of_searches, searches_kernel, t);
        out.last_round = static_cast<std::int32_t>(e->await_answer());
        out.pushed = static_cast<std::int32_t>(e->answer()[1]);
        out.pulled = static_cast<std::int32_t>(e->answer()[2]);
    }
    out.rounds = rows_of_table(e, rounds_table{{rounds.data(), n, stride, request.count}, bits.data()}, type_code::int32);
    return out;
}

}  // namespace graphblas_gpu::cuda
