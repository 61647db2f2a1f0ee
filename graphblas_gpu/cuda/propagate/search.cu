#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/propagate/rows_of_table.cuh>
#include <graphblas_gpu/cuda/propagate/search.cuh>
#include <graphblas_gpu/cuda/propagate/search.hpp>
#include <graphblas_gpu/cuda/propagate/searches.cuh>
#include <graphblas_gpu/cuda/shared/assemble.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

/// Writes the values of the positions that had one before the search to their indices among all entries.
template <class Word>
struct put_values {
    csr_ref from;
    const column_index* columns;
    row_offset nvals;
    Word* to;
    __device__ void operator()(std::int64_t p) const {
        to[lower_bound(columns, 0, nvals, from.columns[p])] = static_cast<const Word*>(from.values)[p];
    }
};

}  // namespace

bool can_be_searched(index side, row_offset nvals) {
    constexpr std::int64_t max_items = std::int64_t{1} << 31;
    return side > 0 && side + nvals / propagation::item_edges < max_items;
}

search_answer run_search(const engine_ptr& e, const search_request& request) {
    using namespace propagation;
    const index n = request.push.nrows;
    const auto size = static_cast<std::size_t>(n);
    const bool wants_k = request.values == product_values::first_k;
    const std::size_t k_bytes = wants_k ? base::size_of(request.type) : 0;

    search_task t{searched_rows::of(request.push, request.pull)};
    t.frontier = request.frontier.columns;
    t.frontier_size = static_cast<unsigned>(request.frontier.nvals);
    t.taken = request.filled.columns;
    t.taken_size = static_cast<unsigned>(request.filled.nvals);
    t.most_rounds = request.most_rounds;

    const std::size_t room = max_items(n, request.push.nvals);
    const auto words = size / simt::warp_size + 1;
    const array<int> round_of(e, size);
    const array<column_index> first_k(e, wants_k ? size : 0);
    const array<item> queues(e, 2 * room);
    const array<unsigned> bits(e, request.pull.offsets == nullptr ? 0 : 2 * words);
    const auto state = zeros<search_state>(e, 1);
    array<unsigned char> ks(e, size * k_bytes);
    search_answer out;
    out.rounds = csr_with_room(e, 1, n, n, type_code::int32);
    t.round_of = round_of.data();
    t.first_k = first_k.data();
    t.queues[0] = queues.data();
    t.queues[1] = queues.data() + room;
    t.bits[0] = bits.data();
    t.bits[1] = bits.data() + (bits.empty() ? 0 : words);
    t.state = state.data();
    t.columns = out.rounds.columns.data();
    t.rounds = static_cast<std::int32_t*>(out.rounds.values.data());
    t.ks = ks.data();
    t.k_bytes = static_cast<unsigned>(k_bytes);
    t.offsets = out.rounds.offsets.data();
    t.answer = e->answer();
    launch_on_all(*e, shared_bytes, wants_k ? search_kernel<true> : search_kernel<false>, t);
    const row_offset nvals = e->await_answer();

    out.last_round = static_cast<std::int32_t>(e->answer()[1]);
    out.pushed = static_cast<std::int32_t>(e->answer()[2]);
    out.pulled = static_cast<std::int32_t>(e->answer()[3]);
    set_nvals(e, out.rounds, nvals);
    out.filled = structure_shared_with(out.rounds);
    if (request.values == product_values::none) return out;

    out.filled.type = request.type;
    if (wants_k) out.filled.values = fitted(e, std::move(ks), nvals * static_cast<row_offset>(k_bytes)).release();
    else out.filled.values = memory_filled_with(e, number_of(request.type, 1), nvals);
    base::with_size(request.type, [&](auto word_size) {
        using word = typename decltype(word_size)::type;
        for_each(
            e, request.filled.nvals,
            put_values<word>{request.filled, out.filled.columns.data(), nvals, static_cast<word*>(out.filled.values.data())});
    });
    return out;
}

namespace {

/// The rounds of all positions and searches; only those of the bits in `reached` are written.
struct rounds_table : propagation::table_shape<std::int32_t> {
    const propagation::search_bits* reached;

    __device__ static std::int32_t absent() { return -1; }
    __device__ propagation::search_bits rows_of(index v) const { return reached[v]; }
    __device__ static bool has(index, index) { return true; }
};

}  // namespace

bool searches_fit(const engine_ptr& e, const csr_ref& rows, index count) {
    using namespace propagation;
    if (!can_be_searched(rows.nrows, rows.nvals)) return false;
    const double scratch = static_cast<double>(rows.nrows) * (2 * sizeof(search_bits) + sizeof(column_index)) +
                           static_cast<double>(max_items(rows.nrows, rows.nvals)) * sizeof(item);
    return tables_fit(e, rows.nrows, count, sizeof(std::int32_t), sizeof(search_bits), scratch);
}

propagated_rows run_searches(const engine_ptr& e, const searches_request& request) {
    using namespace propagation;
    const index n = request.push.nrows;
    const auto size = static_cast<std::size_t>(n);
    std::vector<array<search_bits>> reached;
    std::vector<array<int>> rounds;
    std::vector<rounds_table> tables;
    propagated_rows out;
    {
        const array<search_bits> bits(e, 2 * size);
        const array<column_index> found(e, size);
        const array<item> items(e, max_items(n, request.push.nvals));
        const array<searches_state> state(e, 1);
        for_each_table(request.given.nrows, sizeof(int), [&](index first, index count, index stride) {
            reached.emplace_back(e, size);
            rounds.emplace_back(e, size * static_cast<std::size_t>(stride));
            tables.push_back({{rounds.back().data(), n, stride, count}, reached.back().data()});
            e->set_bytes(state.data(), 0, sizeof(searches_state));
            searches_task t{searched_rows::of(request.push, request.pull)};
            t.given_offsets = request.given.offsets + first;
            t.given = request.given.columns;
            t.count = count;
            t.all = ~search_bits{0} >> (max_rows_of_kernel - count);
            t.stride = stride;
            t.most_rounds = request.most_rounds;
            t.reached = reached.back().data();
            t.now = bits.data();
            t.next = bits.data() + size;
            t.rounds = rounds.back().data();
            t.found = found.data();
            t.items = items.data();
            t.state = state.data();
            t.answer = e->answer();
            launch_on_all(*e, shared_bytes_of_searches, searches_kernel, t);
            const auto last_round = static_cast<std::int32_t>(e->await_answer());
            out.count({.rounds = last_round,
                       .pushed = static_cast<std::int32_t>(e->answer()[1]),
                       .pulled = static_cast<std::int32_t>(e->answer()[2])});
        });
    }
    out.rows = rows_of_tables(e, tables, type_code::int32);
    return out;
}

}  // namespace graphblas_gpu::cuda
