#include <graphblas_gpu/cuda/primitives/scan.hpp>
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

void label_block(const engine_ptr& e, const csr_ref& block, index n, index first_row, index first_column,
                 column_index* labels) {
    // The block as a part of a matrix whose other entries are not there.
    const csr square = csr_with_room(e, n, n, block.nvals, type_code::none);
    row_offset* const offsets = square.offsets.data();
    for_each(
        e, n + 1, GB_DEVICE_LAMBDA(std::int64_t v) {
            offsets[v] = v <= first_row ? 0 : v - first_row >= block.nrows ? block.nvals : block.offsets[v - first_row];
        });
    column_index* const columns = square.columns.data();
    for_each(
        e, block.nvals,
        GB_DEVICE_LAMBDA(std::int64_t p) { columns[p] = static_cast<column_index>(first_column + block.columns[p]); });
    const labelled_components found = connected_components(e, square.view(), false);
    const auto* const from = static_cast<const std::int64_t*>(found.labels.values.data());
    for_each(
        e, n, GB_DEVICE_LAMBDA(std::int64_t v) { labels[v] = static_cast<column_index>(from[v]); });
}

void join_labels(const engine_ptr& e, index n, column_index* labels, const column_index* others) {
    for_each(
        e, n, GB_DEVICE_LAMBDA(std::int64_t v) { components::join(labels, static_cast<column_index>(v), others[v]); });
    for_each(
        e, n, GB_DEVICE_LAMBDA(std::int64_t v) { labels[v] = components::root_of(labels, static_cast<column_index>(v)); });
}

std::int64_t number_components(const engine_ptr& e, index n, const column_index* labels, const base::random_deal* order,
                               std::int64_t* numbers) {
    const base::random_deal places = order != nullptr ? *order : base::random_deal(1, 1, 0);
    const bool is_dealt = order != nullptr;
    const array<column_index> smallest(e, static_cast<std::size_t>(n));
    e->set_bytes(smallest.data(), 0xff, smallest.size() * sizeof(column_index));
    column_index* const of_root = smallest.data();
    for_each(
        e, n, GB_DEVICE_LAMBDA(std::int64_t v) {
            const auto place = is_dealt ? static_cast<std::int64_t>(places(static_cast<std::uint64_t>(v))) : v;
            column_index* const to = of_root + labels[place];
            if (*to > v) atomicMin(to, static_cast<column_index>(v));
            numbers[v] = labels[v] == v ? 1 : 0;
        });
    const std::int64_t count = sum(e, numbers, n);
    for_each(
        e, n, GB_DEVICE_LAMBDA(std::int64_t p) { numbers[p] = of_root[labels[p]]; });
    return count;
}

}  // namespace graphblas_gpu::cuda
