// Expanding, sorting and reducing the task lists of the two papers.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/entries.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/published/bitmap_tile/tasks.hpp>
#include <graphblas_gpu/cuda/shared/assemble.hpp>

#include <string>

namespace graphblas_gpu::cuda::tile_paper {

namespace {

constexpr row_offset max_tiles = row_offset{1} << 32;

/// All pairs of a panel in the order of A's tiles, as a matrix whose rows are tiles of A and whose entries are pairs.
struct pairs_of_panel {
    csr_ref by_tile;  ///< rows: tiles of A in the panel; entries: pairs
    const column_index* ks = nullptr;
    const row_offset* b_offsets = nullptr;

    /// The tile of B in pair p of a tile of A.
    __device__ row_offset right(index tile, row_offset p) const {
        return b_offsets[ks[tile]] + (p - by_tile.offsets[tile]);
    }
};

/// Whether the bitmaps of a pair have a product.
struct pair_has_products {
    pairs_of_panel pairs;
    const tile_bits* a = nullptr;  ///< of the panel's tiles
    const tile_bits* b = nullptr;
    __device__ bool operator()(index tile, row_offset p) const {
        return formats::tiles_have_products(a[tile], b[pairs.right(tile, p)]);
    }
};

/// The sorted tasks of a panel with their columns of C, and where each row of tiles begins, before they are reduced by key.
struct sorted_tasks {
    array<column_index> columns;
    array<task> tasks;
    array<row_offset> row_begins;
    row_offset count = 0;
};

/// The operands of a panel: some rows of tiles of A, and all of B.
struct operands {
    tiles_ref a, b;
    row_range rows;
    row_offset first_tile = 0;  ///< of A in these rows
    csr_ref structure;          ///< A's tiles in these rows; rows are counted from the first of them
    pairs_of_panel pairs;
};

/// Expands the pairs to a key (row and column of C) and a task each, and sorts the whole list.
template <class Key>
sorted_tasks sorted_as_one(const engine_ptr& e, const operands& p) {
    const int column_bits = bits_below(p.b.tiles.ncols), bits = column_bits + bits_below(p.rows.count());
    const pairs_of_panel pairs = p.pairs;
    const column_index* const b_columns = p.b.tiles.columns;
    sorted_tasks out;
    out.count = pairs.by_tile.nvals;
    const auto n = static_cast<std::size_t>(out.count);
    array<Key> sorted_keys(e, n);
    out.tasks = array<task>(e, n);
    {
        const array<std::uint32_t> rows = rows_of_entries(e, p.structure);
        const array<Key> keys(e, n);
        const array<task> tasks(e, n);
        const std::uint32_t* const row_of = rows.data();
        Key* const key = keys.data();
        task* const to = tasks.data();
        for_each_entry(e, pairs.by_tile, GB_DEVICE_LAMBDA(index tile, row_offset at) {
            const row_offset right = pairs.right(tile, at);
            key[at] = static_cast<Key>(static_cast<std::uint64_t>(row_of[tile]) << column_bits | b_columns[right]);
            to[at] = task_of(static_cast<std::uint64_t>(tile), static_cast<std::uint64_t>(right));
        });
        sort_by_key(e, key, sorted_keys.data(), to, out.tasks.data(), out.count, bits);
    }
    out.columns = array<column_index>(e, n);
    const Key* const from = sorted_keys.data();
    column_index* const columns = out.columns.data();
    const Key mask = static_cast<Key>((std::uint64_t{1} << column_bits) - 1);
    for_each(e, out.count, GB_DEVICE_LAMBDA(std::int64_t at) { columns[at] = static_cast<column_index>(from[at] & mask); });
    return out;
}

sorted_tasks bmsparse_tasks(const engine_ptr& e, const operands& p) {
    const bool is_narrow = bits_below(p.b.tiles.ncols) + bits_below(p.rows.count()) <= 32;
    sorted_tasks out = is_narrow ? sorted_as_one<std::uint32_t>(e, p) : sorted_as_one<std::uint64_t>(e, p);
    out.row_begins = array<row_offset>(e, static_cast<std::size_t>(p.rows.count()) + 1);
    row_offset* const begins = out.row_begins.data();
    const row_offset *const tiles = p.structure.offsets, *const pairs = p.pairs.by_tile.offsets;
    for_each(e, p.rows.count() + 1, GB_DEVICE_LAMBDA(std::int64_t r) { begins[r] = pairs[tiles[r]]; });
    return out;
}

/// Sorts each row of tiles by column; tasks of one column keep their order.
void sort_rows(const engine_ptr& e, const column_index* keys, const task* tasks, sorted_tasks& to, index rows) {
    const row_offset* const begins = to.row_begins.data();
    sort_segments(e, keys, to.columns.data(), tasks, to.tasks.data(), to.count, rows, begins, begins + 1);
}

/// Drops pairs whose bitmaps have no product, then sorts each row of tiles by column.
sorted_tasks tsparse_tasks(const engine_ptr& e, const operands& p) {
    const pairs_of_panel pairs = p.pairs;
    sorted_tasks out;
    marks with_products(e, pairs.by_tile.nvals);
    const rank_ref rank = with_products.add(pairs.by_tile, pair_has_products{pairs, p.a.bitmaps + p.first_tile, p.b.bitmaps});
    out.count = with_products.count();
    const auto n = static_cast<std::size_t>(out.count);
    out.row_begins = array<row_offset>(e, static_cast<std::size_t>(p.rows.count()) + 1);
    row_offset* const begins = out.row_begins.data();
    const row_offset *const tiles = p.structure.offsets, *const all_begins = pairs.by_tile.offsets;
    for_each(e, p.rows.count() + 1, GB_DEVICE_LAMBDA(std::int64_t r) { begins[r] = rank(all_begins[tiles[r]]); });

    const array<column_index> keys(e, n);
    const array<task> tasks(e, n);
    column_index* const key = keys.data();
    task* const to = tasks.data();
    const column_index* const b_columns = p.b.tiles.columns;
    for_each_entry(e, pairs.by_tile, GB_DEVICE_LAMBDA(index tile, row_offset pair) {
        if (!rank.is_marked(pair)) return;
        const row_offset right = pairs.right(tile, pair), at = rank(pair);
        key[at] = b_columns[right];
        to[at] = task_of(static_cast<std::uint64_t>(tile), static_cast<std::uint64_t>(right));
    });
    out.columns = array<column_index>(e, n);
    out.tasks = array<task>(e, n);
    sort_rows(e, key, to, out, p.rows.count());
    return out;
}

/// Reduces by key: a tile of C for every run of tasks of one row and column.
void put_together(const engine_ptr& e, task_list& list, sorted_tasks&& sorted, index tile_columns) {
    csr_ref by_row{list.rows.count(), tile_columns, sorted.count, sorted.row_begins.data(), sorted.columns.data()};
    marks heads(e, sorted.count);
    const rank_ref rank = heads.add(by_row, GB_DEVICE_LAMBDA(index row, row_offset p) {
        return p == by_row.offsets[row] || by_row.columns[p] != by_row.columns[p - 1];
    });
    const row_offset tiles = heads.count();
    list.structure = marked_entries(e, by_row, rank, tiles, by_row.nrows, tile_columns);
    list.begins = array<row_offset>(e, static_cast<std::size_t>(tiles) + 1);
    row_offset* const begins = list.begins.data();
    const row_offset count = sorted.count;
    for_each(e, count + 1, GB_DEVICE_LAMBDA(std::int64_t p) {
        if (p == count) begins[tiles] = count;
        else if (rank.is_marked(p)) begins[rank(p)] = p;
    });
    list.tasks = std::move(sorted.tasks);
}

void check_numbers(row_offset tiles, const char* which) {
    if (tiles < max_tiles) return;
    throw unsupported(std::string("task lists of tiles number them with 32 bits, ") + which + " has " + std::to_string(tiles));
}

}  // namespace

pair_counts count_pairs(const engine_ptr& e, const csr_ref& a, const csr_ref& b) {
    pair_counts out;
    out.begins = array<row_offset>(e, static_cast<std::size_t>(a.nvals) + 1);
    row_offset* const counts = out.begins.data();
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(std::int64_t tile) {
        const column_index k = a.columns[tile];
        counts[tile] = b.offsets[k + 1] - b.offsets[k];
    });
    out.total = sizes_to_offsets(e, counts, a.nvals);
    return out;
}

task_list list_tasks(const engine_ptr& e, tile_variant variant, const tiles_ref& a, const tiles_ref& b,
                     const pair_counts& counts, row_range rows) {
    operands p{a, b, rows, 0, {}, {}};
    const bool is_whole = rows.count() == a.tiles.nrows;
    p.first_tile = is_whole ? 0 : read_element(*e, a.tiles.offsets + rows.first);
    const row_offset tiles = (is_whole ? a.tiles.nvals : read_element(*e, a.tiles.offsets + rows.last)) - p.first_tile;
    check_numbers(tiles, "a panel of A");
    check_numbers(b.tiles.nvals, "B");
    p.structure = {rows.count(), a.tiles.ncols, tiles, a.tiles.offsets + rows.first, a.tiles.columns + p.first_tile};
    p.pairs = {{tiles, b.tiles.ncols, counts.total, counts.begins.data()}, p.structure.columns, b.tiles.offsets};
    array<row_offset> offsets, begins;
    if (!is_whole) {
        offsets = array<row_offset>(e, static_cast<std::size_t>(rows.count()) + 1);
        shift_offsets(e, p.structure.offsets, rows.count(), offsets.data());
        p.structure.offsets = offsets.data();
        begins = array<row_offset>(e, static_cast<std::size_t>(tiles) + 1);
        shift_offsets(e, counts.begins.data() + p.first_tile, tiles, begins.data());
        p.pairs.by_tile.offsets = begins.data();
        p.pairs.by_tile.nvals = read_element(*e, begins.data() + tiles);
    }
    task_list list;
    list.variant = variant;
    list.rows = rows;
    list.first_tile = p.first_tile;
    list.pairs = p.pairs.by_tile.nvals;
    put_together(e, list, variant == tile_variant::bmsparse ? bmsparse_tasks(e, p) : tsparse_tasks(e, p), b.tiles.ncols);
    return list;
}

}  // namespace graphblas_gpu::cuda::tile_paper
