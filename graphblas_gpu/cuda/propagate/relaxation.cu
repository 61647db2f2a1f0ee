#include <graphblas_gpu/cuda/primitives/fitted.hpp>
#include <graphblas_gpu/cuda/propagate/relaxation.cuh>
#include <graphblas_gpu/cuda/propagate/relaxation.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

template <class T, class Plus>
relaxation_answer relaxed(const engine_ptr& e, const relaxation_request& request) {
    using namespace propagation;
    const index n = request.rows.nrows;
    const auto size = static_cast<std::size_t>(n);
    relaxation_task<T> t;
    t.n = n;
    t.offsets = request.rows.offsets;
    t.columns = request.rows.columns;
    t.lengths = request.rows.values_as<T>();
    t.given = request.given.columns;
    t.given_values = request.given.values_as<T>();
    t.given_size = static_cast<unsigned>(request.given.nvals);
    const auto widths = bucket_widths<T>::of(request.rows, request.longest);
    t.width = widths.first;
    t.widest = widths.widest;
    const auto room = static_cast<std::size_t>(std::min(n, request.rows.nvals) + request.rows.nvals / item_edges + 1);
    const array<T> values(e, size);
    const array<int> queued(e, size);
    const array<unsigned> waits(e, size);
    const array<column_index> far_piles(e, 2 * size);
    const array<item> queues(e, 2 * room);
    const array<relaxation_state<T>> state(e, 1);
    e->set_bytes(state.data(), 0, sizeof(relaxation_state<T>));
    array<column_index> out_columns(e, size);
    array<T> out_values(e, size);
    array<row_offset> out_offsets(e, 2);
    t.values = values.data();
    t.queued = queued.data();
    t.waits = waits.data();
    t.far_piles[0] = far_piles.data();
    t.far_piles[1] = far_piles.data() + size;
    t.queues[0] = queues.data();
    t.queues[1] = queues.data() + room;
    t.state = state.data();
    t.out_columns = out_columns.data();
    t.out_values = out_values.data();
    t.out_offsets = out_offsets.data();
    t.answer = e->answer();
    const auto blocks = static_cast<unsigned>(std::min<std::int64_t>(e->facts().multiprocessors, most_blocks));
    simt::launch_concurrent(e->stream(), blocks, most_threads, shared_bytes_of_relaxation, relaxation_kernel<T, Plus>, t);

    relaxation_answer out;
    out.values = csr{};
    out.values.nvals = e->await_answer();
    out.rounds = static_cast<std::int32_t>(e->answer()[1]);
    out.raised = static_cast<std::int32_t>(e->answer()[2]);
    out.edges = e->answer()[3];
    out.values.nrows = 1;
    out.values.ncols = n;
    out.values.type = request.given.type;
    out.values.offsets = std::move(out_offsets);
    out.values.columns = fitted(e, std::move(out_columns), out.values.nvals);
    out.values.values = fitted(e, std::move(out_values), out.values.nvals).release();
    return out;
}

}  // namespace

relaxation_answer run_relaxation(const engine_ptr& e, const relaxation_request& request) {
    switch (request.given.type) {
        case type_code::int32:
            return request.saturates ? relaxed<std::int32_t, saturating_plus>(e, request) : relaxed<std::int32_t, plus>(e, request);
        case type_code::int64:
            return request.saturates ? relaxed<std::int64_t, saturating_plus>(e, request) : relaxed<std::int64_t, plus>(e, request);
        case type_code::float32: return relaxed<float, plus>(e, request);
        default: return relaxed<double, plus>(e, request);
    }
}

}  // namespace graphblas_gpu::cuda
