// Breadth-first searches from up to 64 sources in one kernel.
//
// Every position has a word with one bit for each search. An edge is read once for all searches whose frontiers contain the
// position where it begins.
//
// A round has two parts. All blocks wait for each other (a barrier of the grid) after each part.
//   1. The frontier is made of the positions that the last round has found. Their new bits go from `next` to `now` and are
//   added
//      to `reached`; the number of the round is written for each bit; the rows of these positions become items of a queue.
//   2. The frontier is expanded by a push or a pull. A push adds bits to `next`; the lane that adds the first bit of a position
//      also appends the position to the list of the round. It reads `reached` without atomic operations, because only part 1
//      changes it. A pull computes the OR of `reached` over the neighbours of a position until all bits are set.
// A search that finds nothing in a round has ended; the other searches do not wait for it.
//
// In grids and road networks many rounds find few positions each. Searches seldom share an edge there, and a round costs the
// two barriers and the latency of memory. Each search then runs in one block of its own, which claims positions by setting
// their bits in `reached`. It returns to the common rounds when it finds more positions at once than one block should expand.
//
// Sources: Then et al., "The more the merrier: efficient multi-source graph traversal" (VLDB 2014); Beamer, Asanovic,
// Patterson, "Direction-optimizing breadth-first search" (SC 2012).
#pragma once

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/propagate/frontier.cuh>
#include <graphblas_gpu/cuda/propagate/rows_of_table.cuh>

namespace graphblas_gpu::cuda::propagation {

/// A bit for each search.
using search_bits = unsigned long long;

/// The state that the blocks share, in device memory; all zero at the start.
struct searches_state {
    unsigned arrived;
    unsigned positions[2];              ///< used in turn: the number of positions that a round has listed
    unsigned listed;                    ///< the number of those that queue_rows() has listed
    counters items[2];                  ///< used in turn: the queue of a frontier
    search_bits going[2];               ///< used in turn: the searches that have positions in a frontier
    counters long_rows;                 ///< the queue of a pull
    unsigned long long complete_edges;  ///< edges of the positions that all searches have reached
    search_bits wide;                   ///< searches that were left to a block and have found too much for it
    int last_apart;                     ///< the last round in which a search that was left to a block has found a position
    int ahead[max_rows_of_kernel];      ///< rounds that a search has made in a block of its own
};

struct searches_task : searched_rows {
    const row_offset* given_offsets = nullptr;  ///< row s lists the positions from which search s starts
    const column_index* given = nullptr;
    index count = 0;      ///< the number of searches
    search_bits all = 0;  ///< their bits
    index stride = 0;     ///< the rounds of position v begin at v * stride
    int most_rounds = 0;

    search_bits* reached = nullptr;  ///< n; written: the searches that have reached a position
    search_bits* now = nullptr;  ///< n; of the positions of the frontier: the searches that have reached them in the last round
    search_bits* next = nullptr;    ///< n; the searches that reach a position in this round; 0 between rounds
    int* rounds = nullptr;          ///< n * stride; written where `reached` has a bit
    column_index* found = nullptr;  ///< n; the positions that a round has found
    item* items = nullptr;
    searches_state* state = nullptr;
    /// read by the host: the last round that found something, rounds that pushed, and rounds that pulled
    std::int64_t* answer = nullptr;
};

/// The most items in the frontier of a search that is left to a block.
inline constexpr unsigned room_apart = 4096;
/// Searches are left to blocks if the frontiers of all of them have at most so many positions, but not before this round, since
/// in graphs with few rounds they will soon have more.
inline constexpr unsigned max_positions_apart = 4096;
inline constexpr int first_round_apart = 8;

/// A frontier of fewer than one in so many positions is found by its list.
inline constexpr index few_of_all = 16;

/// Dynamic shared memory: a buffer for each warp, of items in the first part of a round and of positions in the second; or two
/// frontiers of a search that is left to a block.
inline constexpr std::size_t shared_bytes_of_searches = 2 * room_apart * sizeof(item);
static_assert(2 * room_apart >= (max_threads / simt::warp_size) * warp_list<item>::room);

/// The positions that a round finds, as one warp lists them. flush() is called after the last append().
__device__ __forceinline__ warp_list<column_index> list_of_found(const searches_task& t, unsigned* size) {
    return {t.found, size, simt::dynamic_shared<column_index>() + simt::warp_id() * warp_list<column_index>::room};
}

/// The current bits of a word to which other threads add bits.
__device__ __forceinline__ search_bits current(const search_bits* word) {
    return *static_cast<const volatile search_bits*>(word);
}

/// The number of a round for a search.
__device__ __forceinline__ int round_of_search(const searches_task& t, int round, unsigned search) {
    return round + t.state->ahead[search];
}

/// Writes the round for position v and all searches in `bits`. All lanes call, each with a position.
__device__ __forceinline__ void write_rounds(const searches_task& t, column_index v, search_bits bits, int round) {
    constexpr int few_bits = 4;  // a lane writes them alone; for more bits, the lanes of the warp write neighbouring elements
    const unsigned lane = simt::lane_id();
    const bool are_many = __popcll(bits) > few_bits;
    for (unsigned left = __ballot_sync(simt::full_warp, are_many); left != 0; left &= left - 1) {
        const int owner = static_cast<int>(simt::lowest_bit(left));
        const search_bits bits_from_lane = __shfl_sync(simt::full_warp, bits, owner) >> lane;
        int* const to = t.rounds + static_cast<index>(__shfl_sync(simt::full_warp, v, owner)) * t.stride + lane;
        if ((bits_from_lane & 1) != 0) *to = round_of_search(t, round, lane);
        if ((bits_from_lane >> simt::warp_size & 1) != 0)
            to[simt::warp_size] = round_of_search(t, round, lane + simt::warp_size);
    }
    if (are_many) return;
    for (; bits != 0; bits &= bits - 1) {
        const auto s = static_cast<unsigned>(__ffsll(static_cast<long long>(bits)) - 1);
        t.rounds[static_cast<index>(v) * t.stride + s] = round_of_search(t, round, s);
    }
}

/// What the first part of a round finds out beside the frontier, as sums_of_block().
struct found_in_block {
    search_bits going;
    unsigned long long complete_edges;
};
__device__ __forceinline__ found_in_block& found_by_block() {
    __shared__ found_in_block found;
    return found;
}
/// One thread of the block calls after the first part of a round.
__device__ __forceinline__ void add_found_of_block(searches_state& to, unsigned turn) {
    add_sums_of_block(to.items[turn]);
    found_in_block& found = found_by_block();
    if (found.going != 0) atomicOr(&to.going[turn], found.going);
    if (found.complete_edges != 0) atomicAdd(&to.complete_edges, found.complete_edges);
    found = {0, 0};
}

/// The first part of a round: the positions that were found become the frontier. Without a list, or if it is long, all
/// positions are looked at in their order, and no items are made (queue_rows), because such a frontier is seldom pushed.
__device__ __forceinline__ void queue_found(const searches_task& t, unsigned positions, bool by_list, unsigned turn, int round,
                                            unsigned warp, unsigned warps) {
    const unsigned lane = simt::lane_id();
    queue to(t.items, &t.state->items[turn], true);
    unsigned long long complete_edges = 0;
    search_bits going = 0;
    const index all = by_list ? index{positions} : t.n;
    for (index base = warp * simt::warp_size; base < all; base += warps * simt::warp_size) {
        const index at = base + lane;
        const column_index v[1] = {at >= all ? 0 : by_list ? t.found[at] : static_cast<column_index>(at)};
        const search_bits bits = at < all ? t.next[*v] : 0;
        const bool is_new[1] = {bits != 0};
        row_offset begin[1] = {0}, end[1] = {0};
        if (is_new[0]) {
            begin[0] = t.push_offsets[*v];
            end[0] = t.push_offsets[*v + std::size_t{1}];
            const search_bits reached = t.reached[*v] | bits;
            t.next[*v] = 0;
            t.reached[*v] = reached;
            if (reached == t.all) complete_edges += static_cast<unsigned long long>(*end - *begin);
        }
        if (at < all) t.now[*v] = bits;
        going |= bits;
        write_rounds(t, *v, bits, round);
        if (by_list) to.append(v, is_new, begin, end);
        else if (is_new[0]) to.count(*begin, *end);
    }
    to.finish_with_block();
    going = or_of_warp(going);
    if (lane == 0 && going != 0) atomicOr(&found_by_block().going, going);
    if (!__any_sync(simt::full_warp, complete_edges > 0)) return;
    complete_edges = sum_of_warp(complete_edges);
    if (lane == 0) atomicAdd(&found_by_block().complete_edges, complete_edges);
}

/// Lists the positions of a frontier that queue_found() has only counted, and makes their items. All threads of the grid call.
__device__ __forceinline__ void queue_rows(const searches_task& t, unsigned turn, unsigned warp, unsigned warps,
                                           grid_barrier& barrier) {
    {
        queue to(t.items, &t.state->items[turn], true);
        for (index base = warp * simt::warp_size; base < t.n; base += warps * simt::warp_size) {
            const index v = base + simt::lane_id();
            to.append(t.push_offsets, static_cast<column_index>(v), v < t.n && t.now[v] != 0);
        }
        to.finish_with_block();
    }
    __syncthreads();  // the lists have the same buffers
    warp_list<column_index> list = list_of_found(t, &t.state->listed);
    for (index base = warp * simt::warp_size; base < t.n; base += warps * simt::warp_size) {
        const index v = base + simt::lane_id();
        list.append(static_cast<column_index>(v), v < t.n && t.now[v] != 0);
    }
    list.flush();
    barrier.wait([] { sums_of_block() = {0, 0, 0}; });  // vertices and edges have been counted
}

/// The second part of a round that pushes along the rows of the frontier.
__device__ __forceinline__ void push(const searches_task& t, const counters& size, unsigned warp, unsigned warps,
                                     warp_list<column_index>&& found) {
    const bool at_once = size.has_few_edges();  // then bits are added without a look at those that are there already
    for_each_edge(t.items, size, warp, warps, [&](const auto& position, const auto& vertex, const auto& is_there) {
        column_index j[in_flight];
        search_bits bits[in_flight], known[in_flight], before[in_flight];
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) {
            j[u] = is_there[u] ? t.push_columns[position[u]] : 0;
            bits[u] = is_there[u] ? t.now[vertex[u]] : 0;
        }
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) known[u] = is_there[u] ? t.reached[j[u]] : 0;
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) {
            bits[u] &= ~known[u];
            known[u] = !at_once && bits[u] != 0 ? current(&t.next[j[u]]) : 0;
        }
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) {
            bits[u] &= ~known[u];
            if (bits[u] != 0) before[u] = atomicOr(&t.next[j[u]], bits[u]);
        }
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) found.append(j[u], bits[u] != 0 && before[u] == 0);
    });
    found.flush_with_block();
}

/// The second part of a round that pulls along the rows of the positions that a search in `going` has not reached. A lane reads
/// the beginning of a row and the warp the rest; where that is long, it is left to pull_long_rows().
__device__ __forceinline__ void pull(const searches_task& t, search_bits going, unsigned warp, unsigned warps) {
    constexpr unsigned full = simt::full_warp;
    constexpr row_offset edges_of_lane = 32, edges_of_warp = 1024;
    const unsigned lane = simt::lane_id();
    queue long_rows(t.items, &t.state->long_rows, false);
    for (index w = warp; w * simt::warp_size < t.n; w += warps) {
        const index v = w * simt::warp_size + lane;
        const search_bits wanted = v < t.n ? going & ~t.reached[v] : 0;
        search_bits missing = wanted;
        row_offset at = missing != 0 ? t.pull_offsets[v] : 0;
        const row_offset end = missing != 0 ? t.pull_offsets[v + 1] : 0;
        const row_offset end_of_lane = end - at < edges_of_lane ? end : at + edges_of_lane;
        for (; at < end_of_lane && missing != 0; at += in_flight) {
            column_index k[in_flight];
            search_bits bits = 0;
#pragma unroll
            for (unsigned u = 0; u < in_flight; ++u) k[u] = t.pull_columns[at + u < end ? at + u : at];
#pragma unroll
            for (unsigned u = 0; u < in_flight; ++u) bits |= t.reached[k[u]];
            missing &= ~bits;
        }
        const bool has_more = missing != 0 && at < end, is_long = has_more && end - at > edges_of_warp;
        for (unsigned left = __ballot_sync(full, has_more && !is_long); left != 0; left &= left - 1) {
            const int owner = static_cast<int>(simt::lowest_bit(left));
            const row_offset last = __shfl_sync(full, end, owner);
            search_bits left_over = __shfl_sync(full, missing, owner);
            row_offset p = __shfl_sync(full, at, owner);
            column_index ahead[in_flight];  // loaded while the words of the edges before these are on their way
            const auto look_ahead = [&] {
#pragma unroll
                for (unsigned u = 0; u < in_flight; ++u) {
                    const row_offset q = p + u * simt::warp_size + lane;
                    ahead[u] = t.pull_columns[q < last ? q : p];
                }
            };
            look_ahead();
            while (p < last && left_over != 0) {
                column_index k[in_flight];
                search_bits bits = 0;
#pragma unroll
                for (unsigned u = 0; u < in_flight; ++u) k[u] = ahead[u];
                p += in_flight * simt::warp_size;
                if (p < last) look_ahead();
#pragma unroll
                for (unsigned u = 0; u < in_flight; ++u) bits |= t.reached[k[u]];
                left_over &= ~or_of_warp(bits);
            }
            if (static_cast<int>(lane) == owner) missing = left_over;
        }
        const column_index position[1] = {static_cast<column_index>(v)};
        const row_offset begins[1] = {at}, ends[1] = {end};
        const bool are_long[1] = {is_long};
        long_rows.append(position, are_long, begins, ends);
        const search_bits bits = wanted & ~missing;
        if (bits != 0) t.next[v] = bits;
    }
    long_rows.finish();
}

/// Goes on with the rows that a pull has left: a warp reads an item.
__device__ __forceinline__ void pull_long_rows(const searches_task& t, search_bits going, unsigned items, unsigned warp,
                                               unsigned warps) {
    constexpr unsigned loads = item_edges / simt::warp_size;
    const unsigned lane = simt::lane_id();
    for (unsigned i = warp; i < items; i += warps) {
        const item part = t.items[i];
        const search_bits wanted = going & ~t.reached[part.vertex] & ~current(&t.next[part.vertex]);
        column_index k[loads];
        search_bits bits = 0;
#pragma unroll
        for (unsigned u = 0; u < loads; ++u) {
            const unsigned q = u * simt::warp_size + lane;
            k[u] = t.pull_columns[part.begin + (q < part.count ? q : 0)];
        }
#pragma unroll
        for (unsigned u = 0; u < loads; ++u) bits |= t.reached[k[u]];
        bits = or_of_warp(bits & wanted);
        if (lane == 0 && bits != 0) atomicOr(&t.next[part.vertex], bits);
    }
}

/// Whether the next round should pull. It looks at the edges of all positions that some search has not reached, or at fewer.
__device__ __forceinline__ bool pulling_is_profitable(const searches_task& t, const counters& frontier,
                                                      unsigned long long complete_edges) {
    constexpr unsigned push_edge = 3, positions_to_scan = 4;  // relative to the cost of looking at one edge in a pull
    const auto push = push_edge * static_cast<float>(frontier.edges);
    const auto scan = static_cast<float>(t.n) / positions_to_scan;
    return t.pull_offsets != nullptr && push > scan + static_cast<float>(t.nvals) - static_cast<float>(complete_edges);
}

/// Whether each search should go on in a block of its own. A limit of rounds would have to be the same one for all of them.
__device__ __forceinline__ bool being_apart_is_profitable(const searches_task& t, const counters& frontier, int round,
                                                          int first_round) {
    return round >= first_round && frontier.vertices <= max_positions_apart && t.most_rounds >= t.n;
}

/// A push of search s alone, which claims positions by their bits in `reached`.
__device__ __forceinline__ void push_apart(const searches_task& t, unsigned s, const item* items, const counters& size,
                                           unsigned warp, unsigned warps, int round, queue& next) {
    const search_bits bit = search_bits{1} << s;
    for_each_edge(items, size, warp, warps, [&](const auto& position, const auto&, const auto& is_there) {
        column_index j[in_flight];
        search_bits before[in_flight];
        bool is_new[in_flight];
        row_offset begin[in_flight], end[in_flight];
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) j[u] = is_there[u] ? t.push_columns[position[u]] : 0;
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) {
            before[u] = bit;
            if (!is_there[u]) continue;
            before[u] = atomicOr(&t.reached[j[u]], bit);
            begin[u] = t.push_offsets[j[u]];
            end[u] = t.push_offsets[j[u] + std::size_t{1}];
        }
#pragma unroll
        for (unsigned u = 0; u < in_flight; ++u) {
            is_new[u] = (before[u] & bit) == 0;
            if (is_new[u]) t.rounds[static_cast<index>(j[u]) * t.stride + s] = round;
        }
        next.append(j, is_new, begin, end);
    });
    next.finish();
}

/// Goes on with search s in the calling block alone. Its frontier are those of the first `positions` positions in t.found that
/// have its bit in t.now, and `round` has found them. Ends with the search, or when a frontier is too large for the block: the
/// search is then added to state->wide. All threads of the block call.
__device__ __forceinline__ void search_apart(const searches_task& t, unsigned s, unsigned positions, int round) {
    __shared__ counters frontier;
    __shared__ after_narrow_rounds left;
    __syncthreads();
    if (threadIdx.x == 0) frontier = {0, 0, 0};
    __syncthreads();
    {
        queue to(t.items, &frontier, simt::dynamic_shared<item>(), room_apart);
        for (unsigned base = threadIdx.x - simt::lane_id(); base < positions; base += blockDim.x) {
            const unsigned at = base + simt::lane_id();
            const column_index v = at < positions ? t.found[at] : 0;
            to.append(t.push_offsets, v, at < positions && (t.now[v] >> s & 1) != 0);
        }
        to.finish();
    }
    __syncthreads();
    // Items for which there is no room in shared memory are written to t.items, but nobody reads them.
    narrow_rounds<room_apart, room_apart>(t.items, frontier, round, t.most_rounds, &left,
                                          [&](const item* items, const counters& size, unsigned w, unsigned all, int now,
                                              queue& next) { push_apart(t, s, items, size, w, all, now, next); });
    if (threadIdx.x != 0) return;
    atomicMax(&t.state->last_apart, left.frontier.vertices == 0 ? left.round - 1 : left.round);
    if (left.frontier.items == 0) return;
    atomicOr(&t.state->wide, search_bits{1} << s);
    t.state->ahead[s] += left.round - round;
}

/// Finds the frontiers of the searches in `wide`, which the last rounds that they have made have found.
__device__ __forceinline__ void find_wide(const searches_task& t, search_bits wide, int round, unsigned warp, unsigned warps,
                                          warp_list<column_index>&& found) {
    for (index w = warp; w * simt::warp_size < t.n; w += warps) {
        const index v = w * simt::warp_size + simt::lane_id();
        search_bits bits = 0;
        for (search_bits left = v < t.n ? t.reached[v] & wide : 0; left != 0; left &= left - 1) {
            const auto s = static_cast<unsigned>(__ffsll(static_cast<long long>(left)) - 1);
            if (t.rounds[v * t.stride + s] == round_of_search(t, round, s)) bits |= left & -left;
        }
        if (bits != 0) t.next[v] = bits;
        found.append(static_cast<column_index>(v), bits != 0);
    }
    found.flush();
}

/// The last of the rounds that the searches in `going` have made. All lanes call.
__device__ __forceinline__ int last_of(const searches_task& t, search_bits going, int round) {
    int last = 0;
    for (unsigned s = simt::lane_id(); s < max_rows_of_kernel; s += simt::warp_size)
        if ((going >> s & 1) != 0) last = std::max(last, round_of_search(t, round, s));
    return static_cast<int>(__reduce_max_sync(simt::full_warp, static_cast<unsigned>(last)));
}

__global__ void __launch_bounds__(max_threads) searches_kernel(searches_task t) {
    grid_barrier barrier(&t.state->arrived);
    searches_state& state = *t.state;
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, all_threads = gridDim.x * blockDim.x;
    // Warps with neighbouring numbers are in different blocks, so that a round with little work is spread over the device.
    const unsigned warp = simt::warp_id() * gridDim.x + blockIdx.x, warps = all_threads / simt::warp_size;
    if (threadIdx.x == 0) {
        sums_of_block() = {0, 0, 0};
        found_by_block() = {0, 0};
    }
    for (index v = thread; v < t.n; v += all_threads) t.reached[v] = t.next[v] = 0;
    barrier.wait();
    {
        warp_list<column_index> found = list_of_found(t, &state.positions[0]);
        const row_offset begin = t.given_offsets[0], end = t.given_offsets[t.count];
        for (row_offset base = begin + static_cast<row_offset>(warp) * simt::warp_size; base < end;
             base += static_cast<row_offset>(warps) * simt::warp_size) {
            const row_offset p = base + simt::lane_id();
            const column_index v = p < end ? t.given[p] : 0;
            found.append(v, p < end && atomicOr(&t.next[v], search_bits{1} << row_of_entry(t.given_offsets, t.count, p)) == 0);
        }
        found.flush();
    }
    barrier.wait();

    // All threads have the same values of these.
    int round = 0;         // the round that found the frontier; 0 before the first round
    int last = 0;          // the last round that found a position
    int pulled = 0;        // rounds that pulled
    int next_apart = first_round_apart;
    unsigned turn = 0;     // the index of the counters of the frontier
    bool has_list = true;  // whether the positions that were found are listed
    for (;;) {
        unsigned positions = state.positions[turn];
        if (has_list && positions == 0) break;
        if (thread == 0) {
            // No thread reads these any more, and the next round adds to them.
            state.positions[turn ^ 1] = state.listed = 0;
            state.items[turn ^ 1] = state.long_rows = {0, 0, 0};
            state.going[turn ^ 1] = state.wide = 0;
        }
        const bool by_list = has_list && positions <= t.n / few_of_all;
        queue_found(t, positions, by_list, turn, round, warp, warps);
        barrier.wait([&] { add_found_of_block(state, turn); });
        counters frontier = state.items[turn];
        const search_bits going = state.going[turn];
        last = std::max(last, last_of(t, going, round));
        if (frontier.edges == 0 || round == t.most_rounds) break;
        const bool pulls = pulling_is_profitable(t, frontier, state.complete_edges);
        const bool goes_apart = being_apart_is_profitable(t, frontier, round, next_apart);
        if (!by_list && (goes_apart || !pulls)) {
            queue_rows(t, turn, warp, warps, barrier);
            frontier.items = state.items[turn].items;
            positions = state.listed;
        }
        turn ^= 1;
        has_list = goes_apart || !pulls;
        if (goes_apart) {
            for (unsigned s = blockIdx.x; s < t.count; s += gridDim.x) {
                if ((going >> s & 1) != 0) search_apart(t, s, positions, round_of_search(t, round, s));
            }
            barrier.wait();
            last = std::max(last, state.last_apart);
            const search_bits wide = state.wide;
            if (wide == 0) break;
            next_apart = round + 2 * first_round_apart;
            find_wide(t, wide, round, warp, warps, list_of_found(t, &state.positions[turn]));
            barrier.wait();
            continue;
        }
        ++round;
        if (pulls) {
            ++pulled;
            pull(t, going, warp, warps);
            barrier.wait([&] { add_sums_of_block(state.long_rows); });
            if (state.long_rows.items > 0) {
                pull_long_rows(t, going, state.long_rows.items, warp, warps);
                barrier.wait();
            }
        } else {
            push(t, frontier, warp, warps, list_of_found(t, &state.positions[turn]));
            barrier.wait();
        }
    }
    if (thread != 0) return;
    t.answer[0] = last;
    t.answer[1] = std::max(round, last) - pulled;
    t.answer[2] = pulled;
}

}  // namespace graphblas_gpu::cuda::propagation
