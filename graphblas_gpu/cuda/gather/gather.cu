// Listing the products of a known C: the pass that finds and writes them.
//
// Idea: all products are visited twice. Each is looked up in its row of C. In the first pass they are counted for each entry of
// C; in the second they are written among the products of their entry, in the order in which threads arrive. A product that a
// mask excludes has no entry in C.
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/gather/gather.hpp>
#include <graphblas_gpu/cuda/gather/gather_order.hpp>
#include <graphblas_gpu/cuda/primitives/scan.hpp>

namespace graphblas_gpu::cuda {

namespace {

using namespace gathering;
using counter = unsigned long long;

/// Where the products of a tile begin: tile_products consecutive products, in the order of A.
struct tile_start {
    row_offset left;  ///< the entry of A
    index row;        ///< the row of that entry
};

struct search {
    csr_ref a, b, c;
    const row_offset* before = nullptr;  ///< the number of products before each entry of A
    const tile_start* tiles = nullptr;   ///< the start of each tile, and one more element for the end
    row_offset products = 0;
};

/// Calls body(entry of C, entry of A, rank in the row of B) for every product that has an entry in C.
template <class Body>
__device__ void for_each_product(const search& in, const Body& body) {
    const row_offset tiles = (in.products + policy::tile_products - 1) / policy::tile_products;
    for (row_offset tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const tile_start first = in.tiles[tile], last = in.tiles[tile + 1];
        const row_offset end =
            (tile + 1) * policy::tile_products < in.products ? (tile + 1) * policy::tile_products : in.products;
        for (row_offset t = tile * policy::tile_products + threadIdx.x; t < end; t += blockDim.x) {
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

struct write_targets {
    const row_offset* first = nullptr;  ///< the first product of each entry of C
    const row_offset* first_left = nullptr;
    unsigned* written = nullptr;
    std::uint32_t* words = nullptr;
    int rank_bits = 0;
};

__global__ void write_products(search in, write_targets to) {
    for_each_product(in, [&](row_offset at, row_offset p, row_offset rank) {
        const row_offset first = to.first[at];
        const row_offset left = p - to.first_left[piece_of(first)];
        to.words[first + atomicAdd(to.written + at, 1u)] = word_of(left, rank, to.rank_bits);
    });
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
    const row_offset tiles = (in.products + policy::tile_products - 1) / policy::tile_products;
    array<tile_start> starts(e, static_cast<std::size_t>(tiles) + 1);
    tile_start* const to = starts.data();
    for_each(
        e, tiles + 1, GB_DEVICE_LAMBDA(std::int64_t tile) {
            const row_offset product = tile < tiles ? tile * policy::tile_products : in.products - 1;
            const row_offset p = row_of_entry(in.before, in.a.nvals, product);
            to[tile] = {p, row_of_entry(in.a.offsets, in.a.nrows, p)};
        });
    return starts;
}

struct longest {
    counter left = 0;  ///< the most entries of A that a piece reads
    counter row = 0;   ///< the most entries of a row of B
};

/// Cuts C into pieces; their runs are not set. first_left[n]: the first entry of A that piece n reads.
void cut_pieces(const engine_ptr& e, const search& in, const row_offset* first, array<piece>& pieces,
                array<row_offset>& first_left, longest* most) {
    piece* const to = pieces.data();
    row_offset* const lefts = first_left.data();
    for_each(e, static_cast<std::int64_t>(pieces.size()), GB_DEVICE_LAMBDA(std::int64_t n) {
        piece here;
        here.first_entry = lower_bound(first, 0, in.c.nvals, n * policy::piece_products);
        here.first_product = first[here.first_entry];
        const row_offset end = lower_bound(first, here.first_entry, in.c.nvals, (n + 1) * policy::piece_products);
        here.entries = static_cast<std::uint32_t>(end - here.first_entry);
        if (here.entries > 0) {
            const row_offset products = first[end] - here.first_product;
            const bool has_long = products > policy::held_products;
            here.held = static_cast<std::uint32_t>(has_long ? first[end - 1] - here.first_product : products);
            here.of_long = static_cast<std::uint32_t>(products - here.held);
            lefts[n] = in.a.offsets[row_of_entry(in.c.offsets, in.c.nrows, here.first_entry)];
            const row_offset left_end = in.a.offsets[row_of_entry(in.c.offsets, in.c.nrows, end - 1) + 1];
            atomicMax(&most->left, static_cast<counter>(left_end - lefts[n]));
        }
        to[n] = here;
    });
}

void find_longest_row(const engine_ptr& e, const csr_ref& b, longest* most) {
    constexpr std::int64_t rows_a_thread = policy::rows_a_thread;
    for_each(
        e, (b.nrows + rows_a_thread - 1) / rows_a_thread, GB_DEVICE_LAMBDA(std::int64_t s) {
            row_offset largest = 0;
            for (index k = s * rows_a_thread; k < b.nrows && k < (s + 1) * rows_a_thread; ++k) {
                const row_offset size = b.offsets[k + 1] - b.offsets[k];
                largest = size > largest ? size : largest;
            }
            atomicMax(&most->row, static_cast<counter>(largest));
        });
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
    const auto first = zeros<row_offset>(e, entries + 1);
    simt::launch(e->stream(), blocks, policy::threads, 0, count_products, in, reinterpret_cast<counter*>(first.data()));
    const row_offset products = sizes_to_offsets(e, first.data(), c.nvals);

    gather_lists out;
    const auto count = static_cast<std::size_t>(pieces_of(products));
    out.pieces = array<piece>(e, count);
    array<row_offset> first_left(e, count);
    const auto found = zeros<longest>(e, 1);
    cut_pieces(e, in, first.data(), out.pieces, first_left, found.data());
    find_longest_row(e, b, found.data());
    const longest most = read_element(*e, found.data());
    const auto max_left = static_cast<row_offset>(most.left);
    const auto max_rank = static_cast<row_offset>(most.row);
    if (!fits_words(max_left, max_rank, a.nvals, b.nvals)) return std::nullopt;

    out.starts = list_with_tail(e, entries);
    std::uint16_t* const starts = out.starts.data();
    const row_offset* const firsts = first.data();
    const piece* const pieces = out.pieces.data();
    for_each(e, c.nvals, GB_DEVICE_LAMBDA(std::int64_t at) {
        starts[at] = static_cast<std::uint16_t>(firsts[at] - pieces[piece_of(firsts[at])].first_product);
    });
    array<std::uint32_t> words(e, static_cast<std::size_t>(products));
    const auto written = zeros<unsigned>(e, entries);
    const int rank_bits = bits_for(max_rank);
    simt::launch(e->stream(), blocks, policy::threads, 0, write_products, in,
                 write_targets{firsts, first_left.data(), written.data(), words.data(), rank_bits});
    put_in_order(e, {a, b, c, products, first_left.data(), words.data(), bits_for(max_left), rank_bits}, out);
    return out;
}

}  // namespace graphblas_gpu::cuda
