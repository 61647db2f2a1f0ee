// Listing the products of a known C.
//
// Idea: the products are gone through twice. For each its entry of C is looked up in the row; first they are counted, then put
// among those of their entry, in the order in which threads come by; last, a block sorts those of a piece, whose order is that
// of their words. Products that a mask keeps out meet no entry.
#include <graphblas_gpu/cuda/simt.cuh>

#include <graphblas_gpu/cuda/for_each.cuh>
#include <graphblas_gpu/cuda/product/gather.hpp>
#include <graphblas_gpu/cuda/scan.hpp>

namespace graphblas_gpu::cuda {

namespace {

using namespace gathering;
using counter = unsigned long long;

constexpr row_offset tile_products = 1024;

/// Where the products of a tile begin.
struct tile_start {
    row_offset left;  ///< entry of A
    index row;        ///< its row
};

struct search {
    csr_ref a, b, c;
    const row_offset* before = nullptr;  ///< products before each entry of A
    const tile_start* tiles = nullptr;   ///< and one behind the last
    row_offset products = 0;
};

/// body(entry of C, entry of A, rank in the row of B) for every product that has an entry of C.
template <class Body>
__device__ void for_each_product(const search& in, const Body& body) {
    const row_offset tiles = (in.products + tile_products - 1) / tile_products;
    for (row_offset tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const tile_start first = in.tiles[tile], last = in.tiles[tile + 1];
        const row_offset end = (tile + 1) * tile_products < in.products ? (tile + 1) * tile_products : in.products;
        for (row_offset t = tile * tile_products + threadIdx.x; t < end; t += blockDim.x) {
            const row_offset p = first.left + row_of_entry(in.before + first.left, last.left + 1 - first.left, t);
            const index i = first.row + row_of_entry(in.a.offsets + first.row, last.row + 1 - first.row, p);
            const row_offset rank = t - in.before[p];
            const column_index j = in.b.columns[in.b.offsets[in.a.columns[p]] + rank];
            const row_offset row_end = in.c.offsets[i + 1];
            const row_offset at = lower_bound(in.c.columns, in.c.offsets[i], row_end, j);
            if (at < row_end && in.c.columns[at] == j) body(at, p, rank);
        }
    }
}

__global__ void count_products(search in, counter* counts) {
    for_each_product(in, [&](row_offset at, row_offset, row_offset) { atomicAdd(counts + at, counter{1}); });
}

struct placing {
    const row_offset* first = nullptr;  ///< product of each entry of C
    unsigned* placed = nullptr;
    const piece* pieces = nullptr;
    std::uint32_t* words = nullptr;
    int rank_bits = 0;
};

__global__ void place_products(search in, placing to) {
    for_each_product(in, [&](row_offset at, row_offset p, row_offset rank) {
        const row_offset first = to.first[at];
        const row_offset left = p - to.pieces[piece_of(first)].first_left;
        to.words[first + atomicAdd(to.placed + at, 1u)] = word_of(left, rank, to.rank_bits);
    });
}

/// Puts the words of a long entry into its place anew, in order, by looking its column up in row after row of B.
__device__ void list_long_entry(const search& in, row_offset entry, row_offset first_left, int rank_bits,
                                std::uint32_t* words) {
    __shared__ unsigned of_warp[threads / simt::warp_size];
    const index i = row_of_entry(in.c.offsets, in.c.nrows, entry);
    const column_index j = in.c.columns[entry];
    row_offset done = 0;
    for (row_offset base = in.a.offsets[i]; base < in.a.offsets[i + 1]; base += threads) {
        const row_offset p = base + threadIdx.x;
        bool meets = false;
        row_offset rank = 0;
        if (p < in.a.offsets[i + 1]) {
            const index k = in.a.columns[p];
            const row_offset q = lower_bound(in.b.columns, in.b.offsets[k], in.b.offsets[k + 1], j);
            meets = q < in.b.offsets[k + 1] && in.b.columns[q] == j;
            rank = q - in.b.offsets[k];
        }
        const unsigned found = __ballot_sync(simt::full_warp, meets);
        if (simt::lane_id() == 0) of_warp[simt::warp_id()] = static_cast<unsigned>(__popc(found));
        __syncthreads();
        row_offset at = done + __popc(found & ((1u << simt::lane_id()) - 1));
        for (unsigned w = 0; w < threads / simt::warp_size; ++w) {
            if (w < simt::warp_id()) at += of_warp[w];
            done += of_warp[w];
        }
        if (meets) words[at] = word_of(p - first_left, rank, rank_bits);
        __syncthreads();
    }
}

__global__ void order_products(search in, view lists, std::uint32_t* words) {
    __shared__ std::uint32_t held[held_products];
    const piece here = lists.pieces[blockIdx.x];
    const piece next = lists.pieces[blockIdx.x + 1];
    const auto entries = static_cast<unsigned>(next.first_entry - here.first_entry);
    if (entries == 0) return;
    const std::uint16_t* const starts = lists.starts + here.first_entry;
    std::uint32_t* const own = words + here.first_product;
    const bool has_long = next.first_product - here.first_product > held_products;
    const unsigned count = has_long ? starts[entries - 1] : static_cast<unsigned>(next.first_product - here.first_product);

    for (unsigned t = threadIdx.x; t < count; t += threads) held[t] = own[t];
    __syncthreads();
    for (unsigned t = threadIdx.x; t < count; t += threads) {
        unsigned low = 0, high = entries;
        while (high - low > 1) {
            const unsigned middle = low + (high - low) / 2;
            if (starts[middle] <= t) low = middle;
            else high = middle;
        }
        const unsigned begin = starts[low];
        const unsigned end = low + 1 < entries ? starts[low + 1] : count;
        const std::uint32_t word = held[t];
        unsigned at = begin;
        for (unsigned other = begin; other < end; ++other) at += held[other] < word;
        own[at] = word;
    }
    if (has_long) list_long_entry(in, next.first_entry - 1, here.first_left, lists.rank_bits, own + count);
}

array<row_offset> products_before(const engine_ptr& e, const csr_ref& a, const csr_ref& b) {
    array<row_offset> before(e, static_cast<std::size_t>(a.nvals) + 1);
    row_offset* const sizes = before.data();
    for_each(e, a.nvals + 1, GB_DEVICE_LAMBDA(std::int64_t p) {
        sizes[p] = p < a.nvals ? b.offsets[a.columns[p] + index{1}] - b.offsets[a.columns[p]] : 0;
    });
    exclusive_scan(e, sizes, sizes, a.nvals + 1);
    return before;
}

array<tile_start> tile_starts(const engine_ptr& e, const search& in) {
    const row_offset tiles = (in.products + tile_products - 1) / tile_products;
    array<tile_start> starts(e, static_cast<std::size_t>(tiles) + 1);
    tile_start* const to = starts.data();
    for_each(e, tiles + 1, GB_DEVICE_LAMBDA(std::int64_t tile) {
        const row_offset product = tile < tiles ? tile * tile_products : in.products - 1;
        const row_offset p = row_of_entry(in.before, in.a.nvals, product);
        to[tile] = {p, row_of_entry(in.a.offsets, in.a.nrows, p)};
    });
    return starts;
}

array<piece> cut_pieces(const engine_ptr& e, const search& in, const row_offset* first, row_offset products) {
    const row_offset count = pieces_of(products);
    array<piece> pieces(e, static_cast<std::size_t>(count) + 1);
    piece* const to = pieces.data();
    for_each(e, count + 1, GB_DEVICE_LAMBDA(std::int64_t n) {
        piece here;
        here.first_entry = lower_bound(first, 0, in.c.nvals, n * piece_products);
        here.first_product = first[here.first_entry];
        const row_offset end = n < count ? lower_bound(first, 0, in.c.nvals, (n + 1) * piece_products) : here.first_entry;
        if (end > here.first_entry) {
            here.first_left = in.a.offsets[row_of_entry(in.c.offsets, in.c.nrows, here.first_entry)];
            here.left_count = in.a.offsets[row_of_entry(in.c.offsets, in.c.nrows, end - 1) + 1] - here.first_left;
        }
        to[n] = here;
    });
    return pieces;
}

struct longest {
    counter left = 0;
    counter row = 0;
};

longest find_longest(const engine_ptr& e, const csr_ref& b, const array<piece>& pieces) {
    constexpr std::int64_t stretch = 64;
    const array<longest> found(e, 1);
    e->set_bytes(found.data(), 0, sizeof(longest));
    longest* const to = found.data();
    for_each(e, (b.nrows + stretch - 1) / stretch, GB_DEVICE_LAMBDA(std::int64_t s) {
        row_offset most = 0;
        for (index k = s * stretch; k < b.nrows && k < (s + 1) * stretch; ++k) {
            const row_offset size = b.offsets[k + 1] - b.offsets[k];
            most = size > most ? size : most;
        }
        atomicMax(&to->row, static_cast<counter>(most));
    });
    const piece* const all = pieces.data();
    for_each(e, static_cast<std::int64_t>(pieces.size()), GB_DEVICE_LAMBDA(std::int64_t n) {
        atomicMax(&to->left, static_cast<counter>(all[n].left_count));
    });
    return peeked(*e, found.data());
}

}  // namespace

std::optional<gather_lists> listed_products(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const csr_ref& c,
                                            std::int64_t flops) {
    if (c.nvals == 0) return std::nullopt;
    const array<row_offset> before = products_before(e, a, b);
    search in{a, b, c, before.data(), nullptr, flops};
    const array<tile_start> tiles = tile_starts(e, in);
    in.tiles = tiles.data();
    const auto blocks = static_cast<unsigned>(e->facts().multiprocessors) * 8;

    const auto entries = static_cast<std::size_t>(c.nvals);
    const array<row_offset> first(e, entries + 1);
    e->set_bytes(first.data(), 0, first.size() * sizeof(row_offset));
    simt::launch(e->stream(), blocks, threads, 0, count_products, in, reinterpret_cast<counter*>(first.data()));
    const row_offset products = sizes_to_offsets(e, first.data(), c.nvals);

    gather_lists out;
    out.pieces = cut_pieces(e, in, first.data(), products);
    const longest most = find_longest(e, b, out.pieces);
    const auto most_left = static_cast<row_offset>(most.left);
    const auto most_rank = static_cast<row_offset>(most.row);
    if (!fits_words(most_left, most_rank, b.nvals)) return std::nullopt;
    out.rank_bits = bits_for(most_rank);

    out.starts = array<std::uint16_t>(e, entries);
    std::uint16_t* const starts = out.starts.data();
    const row_offset* const firsts = first.data();
    const piece* const pieces = out.pieces.data();
    for_each(e, c.nvals, GB_DEVICE_LAMBDA(std::int64_t at) {
        starts[at] = static_cast<std::uint16_t>(firsts[at] - pieces[piece_of(firsts[at])].first_product);
    });
    out.rows_of_b = array<std::uint32_t>(e, static_cast<std::size_t>(a.nvals));
    std::uint32_t* const rows_of_b = out.rows_of_b.data();
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(std::int64_t p) {
        rows_of_b[p] = static_cast<std::uint32_t>(b.offsets[a.columns[p]]);
    });
    out.words = array<std::uint32_t>(e, static_cast<std::size_t>(products));
    const array<unsigned> placed(e, entries);
    e->set_bytes(placed.data(), 0, entries * sizeof(unsigned));
    simt::launch(e->stream(), blocks, threads, 0, place_products, in,
                 placing{firsts, placed.data(), pieces, out.words.data(), out.rank_bits});
    simt::launch(e->stream(), static_cast<unsigned>(out.pieces.size() - 1), threads, 0, order_products, in, out.view(),
                 out.words.data());
    return out;
}

}  // namespace graphblas_gpu::cuda
