#include <graphblas_gpu/cuda/propagate/relaxation.cuh>
#include <graphblas_gpu/cuda/propagate/relaxation.hpp>
#include <graphblas_gpu/cuda/propagate/relaxations.cuh>
#include <graphblas_gpu/cuda/propagate/rows_of_table.cuh>
#include <graphblas_gpu/cuda/shared/assemble.hpp>

#include <algorithm>
#include <bit>
#include <type_traits>

namespace graphblas_gpu::cuda {

namespace {

/// Calls f with the type of the values.
template <class F>
auto with_type_of_values(const relaxation_request& request, const F& f) {
    switch (request.given.type) {
        case type_code::int32: return f.template operator()<std::int32_t>();
        case type_code::int64: return f.template operator()<std::int64_t>();
        case type_code::float32: return f.template operator()<float>();
        default: return f.template operator()<double>();
    }
}

template <class T>
propagation::relaxed_edges<T> edges_of(const relaxation_request& request, const propagation::bucket_widths<T>& widths) {
    return {request.rows.nrows, request.rows.offsets, request.rows.columns, request.rows.values_as<T>(), request.saturates,
            request.given.columns, request.given.values_as<T>(), widths};
}

template <class T>
propagated_rows relaxed(const engine_ptr& e, const relaxation_request& request) {
    using namespace propagation;
    const index n = request.rows.nrows;
    const auto size = static_cast<std::size_t>(n);
    relaxation_task<T> t{edges_of<T>(request, bucket_widths<T>::of(request.rows, request.longest))};
    t.given_size = static_cast<unsigned>(request.given.nvals);
    t.max_edges_of_round = static_cast<unsigned long long>(request.max_edges_of_round);
    const auto room = static_cast<std::size_t>(std::min(n, request.rows.nvals) + request.rows.nvals / item_edges + 1);
    const array<T> values(e, size);
    const array<int> queued(e, size);
    const array<unsigned> waits(e, size);
    const array<column_index> far_piles(e, 2 * size);
    const array<item> queues(e, 2 * room);
    const auto state = zeros<relaxation_state<T>>(e, 1);
    propagated_rows out;
    out.rows = csr_with_room(e, 1, n, n, request.given.type);
    t.values = values.data();
    t.queued = queued.data();
    t.waits = waits.data();
    t.far_piles[0] = far_piles.data();
    t.far_piles[1] = far_piles.data() + size;
    t.queues[0] = queues.data();
    t.queues[1] = queues.data() + room;
    t.state = state.data();
    t.out_columns = out.rows.columns.data();
    t.out_values = static_cast<T*>(out.rows.values.data());
    t.out_offsets = out.rows.offsets.data();
    t.answer = e->answer();
    launch_on_all(*e, shared_bytes_of_relaxation, relaxation_kernel<T>, t);

    set_nvals(e, out.rows, e->await_answer());
    out.rounds = static_cast<std::int32_t>(e->answer()[1]);
    out.raised = static_cast<std::int32_t>(e->answer()[2]);
    out.edges = e->answer()[3];
    return out;
}

}  // namespace

propagated_rows run_relaxation(const engine_ptr& e, const relaxation_request& request) {
    return with_type_of_values(request, [&]<class T>() { return relaxed<T>(e, request); });
}

namespace {

std::size_t max_parts(const csr_ref& rows) {
    return static_cast<std::size_t>(std::min(rows.nrows, rows.nvals) + rows.nvals / propagation::part_edges + 1);
}

/// Whatever is not reached has no entry. Values are compared by their bits.
template <class T>
struct value_table
    : propagation::table_shape<std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>> {
    using base = propagation::table_shape<std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>>;
    static constexpr typename base::word unreached = std::bit_cast<typename base::word>(propagation::unreached<T>);

    __device__ static typename base::word absent() { return unreached; }
    __device__ std::uint64_t rows_of(index) const { return ~std::uint64_t{0} >> (max_rows_of_kernel - this->count); }
    __device__ bool has(index v, index s) const { return this->value(v, s) != unreached; }
};

template <class T>
propagated_rows relaxed_rows(const engine_ptr& e, const relaxation_request& request) {
    using namespace propagation;
    const index n = request.rows.nrows;
    const auto size = static_cast<std::size_t>(n);
    using table = value_table<T>;
    std::vector<array<T>> values;
    std::vector<table> tables;
    propagated_rows out;
    {
        const array<relaxation_bits> bits(e, 2 * size);
        const array<column_index> lists(e, 3 * size);
        const array<row_part> parts(e, max_parts(request.rows));
        const array<relaxations_state<T>> state(e, 1);
        for_each_table(request.given.nrows, sizeof(T), [&](index first, index count, index stride) {
            values.emplace_back(e, size * static_cast<std::size_t>(stride));
            tables.push_back({{reinterpret_cast<const typename table::word*>(values.back().data()), n, stride, count}});
            e->set_bytes(state.data(), 0, sizeof(relaxations_state<T>));
            relaxations_task<T> t{edges_of<T>(request, bucket_widths<T>::of_many(request.longest))};
            t.given_offsets = request.given.offsets + first;
            t.count = count;
            t.stride = stride;
            t.values = values.back().data();
            t.near = bits.data();
            t.far = bits.data() + size;
            t.frontier = lists.data();
            t.far_piles[0] = lists.data() + size;
            t.far_piles[1] = lists.data() + 2 * size;
            t.parts = parts.data();
            t.state = state.data();
            t.answer = e->answer();
            launch_on_all(*e, shared_bytes_of_relaxations, relaxations_kernel<T>, t);
            const auto rounds = static_cast<std::int32_t>(e->await_answer());
            out.count({.rounds = rounds,
                       .raised = static_cast<std::int32_t>(e->answer()[1]),
                       .edges = e->answer()[3],
                       .sums = e->answer()[2]});
        });
    }
    out.rows = rows_of_tables(e, tables, request.given.type);
    return out;
}

}  // namespace

bool relaxations_fit(const engine_ptr& e, const csr_ref& rows, index count, type_code type) {
    constexpr index max_in_queue = index{1} << 31;
    if (rows.nrows + rows.nvals / propagation::part_edges >= max_in_queue) return false;
    const auto n = static_cast<double>(rows.nrows);
    const double scratch = n * (2 * sizeof(propagation::relaxation_bits) + 3 * sizeof(column_index)) +
                           static_cast<double>(max_parts(rows)) * sizeof(propagation::row_part);
    return propagation::tables_fit(e, rows.nrows, count, base::size_of(type), 0, scratch);
}

propagated_rows run_relaxations(const engine_ptr& e, const relaxation_request& request) {
    return with_type_of_values(request, [&]<class T>() { return relaxed_rows<T>(e, request); });
}

}  // namespace graphblas_gpu::cuda
