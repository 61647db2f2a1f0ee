#include <graphblas_gpu/cuda/structure/connected_components.cuh>
#include <graphblas_gpu/cuda/structure/graph.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

labelled_components connected_components(const engine_ptr& e, const csr_ref& a, bool symmetric) {
    using namespace components;
    const index n = a.nrows;
    labelled_components out;
    if (n == 0) {
        out.labels = empty_csr(e, 1, 0, type_code::int64);
        return out;
    }
    const auto size = static_cast<std::size_t>(n);
    out.labels = csr_with_room(e, 1, n, n, type_code::int64);

    task t;
    t.a = a.structure();
    t.symmetric = symmetric;
    t.segments = (a.nvals + segment_edges - 1) / segment_edges;
    const array<column_index> parent(e, size);
    const array<column_index> first_row(e, static_cast<std::size_t>(t.segments));
    const array<totals> total(e, 1);
    t.parent = parent.data();
    t.first_row = first_row.data();
    t.total = total.data();
    t.labels = static_cast<std::int64_t*>(out.labels.values.data());
    t.columns = out.labels.columns.data();
    t.offsets = out.labels.offsets.data();
    t.answer = e->answer();

    const std::int64_t max_blocks = std::int64_t{64} * e->facts().multiprocessors;
    const auto blocks_for = [&](std::int64_t all) {
        return static_cast<unsigned>(std::min((all + threads - 1) / threads, max_blocks));
    };
    const unsigned blocks = blocks_for(n);
    const auto run = [&](void (*kernel)(task), unsigned grid) { simt::launch(e->stream(), grid, threads, 0, kernel, t); };
    run(start_kernel, blocks);
    run(point_to_roots_kernel, blocks);
    run(second_edge_kernel, blocks);
    run(point_to_roots_kernel, blocks);
    run(largest_tree_kernel, 1);
    run(all_edges_kernel, blocks_for(t.segments * simt::warp_size));
    run(label_kernel, blocks);
    out.components = e->await_answer();
    return out;
}

}  // namespace graphblas_gpu::cuda
