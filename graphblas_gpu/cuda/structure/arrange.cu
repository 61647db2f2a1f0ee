// Matrices assembled from other matrices on the device.
//
// Idea: the structure is computed first, with the positions in the operands that values come from. Then values are gathered by
// size.
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/structure/arrange.hpp>

namespace graphblas_gpu::cuda {

namespace {

memory values_copied(const engine_ptr& e, const csr_ref& a) {
    memory out(e, static_cast<std::size_t>(a.nvals) * base::size_of(a.type));
    e->copy(out.data(), a.values, out.bytes());
    return out;
}

/// Copies the entries of a tile to the result.
template <class Word>
struct copy_tile {
    csr_ref tile;
    const row_offset* next;  ///< for each row of the tile: where its entries begin in the result
    column_index shift;
    column_index* columns;
    Word* values;
    __device__ void operator()(index i, row_offset p) const {
        const row_offset to = next[i] + (p - tile.offsets[i]);
        columns[to] = tile.columns[p] + shift;
        if (values != nullptr) values[to] = static_cast<const Word*>(tile.values)[p];
    }
};

/// Whether `now` has an entry at entry p of `among` that `old` does not have, or has with another value.
template <class T>
struct has_changed {
    csr_ref old, now, among;
    __device__ bool operator()(index i, row_offset p) const {
        const column_index j = among.columns[p];
        const row_offset here = find_entry(now, i, j);
        if (here < 0) return false;
        const row_offset before = find_entry(old, i, j);
        if (before < 0) return true;
        if (now.values == nullptr) return false;
        const T x = static_cast<const T*>(old.values)[before], y = static_cast<const T*>(now.values)[here];
        return !(x == y || (x != x && y != y));
    }
};

csr changed_positions(const engine_ptr& e, const csr_ref& old, const csr_ref& now, const csr_ref& among) {
    const csr_ref positions = among.structure();
    if (now.type == type_code::float32) return filtered(e, positions, has_changed<float>{old, now, positions});
    if (now.type == type_code::float64) return filtered(e, positions, has_changed<double>{old, now, positions});
    return base::with_size(now.type, [&](auto size) {
        return filtered(e, positions, has_changed<typename decltype(size)::type>{old, now, positions});
    });
}

/// The Kronecker product with all of its entries.
kronecker_structure whole_kronecker(const engine_ptr& e, const csr_ref& a, const csr_ref& b) {
    const index nrows = a.nrows * b.nrows;
    kronecker_structure out{csr_with_room(e, nrows, a.ncols * b.ncols, a.nvals * b.nvals, type_code::none), {}, {}};
    row_offset* const offsets = out.product.offsets.data();
    for_each(e, nrows, GB_DEVICE_LAMBDA(std::int64_t r) {
        const index i = r / b.nrows, k = r % b.nrows;
        offsets[r] = (a.offsets[i + 1] - a.offsets[i]) * (b.offsets[k + 1] - b.offsets[k]);
    });
    e->set_bytes(offsets + nrows, 0, sizeof(row_offset));
    exclusive_scan(e, offsets, offsets, nrows + 1);

    const auto count = static_cast<std::size_t>(out.product.nvals);
    out.left = array<row_offset>(e, count);
    out.right = array<row_offset>(e, count);
    column_index* const columns = out.product.columns.data();
    row_offset* const left = out.left.data();
    row_offset* const right = out.right.data();
    const csr_ref product = out.product.view();
    for_each_entry(e, product, GB_DEVICE_LAMBDA(index r, row_offset at) {
        const index i = r / b.nrows, k = r % b.nrows;
        const row_offset width = b.offsets[k + 1] - b.offsets[k], n = at - product.offsets[r];
        const row_offset p = a.offsets[i] + n / width, q = b.offsets[k] + n % width;
        columns[at] = static_cast<column_index>(a.columns[p] * b.ncols + b.columns[q]);
        left[at] = p;
        right[at] = q;
    });
    return out;
}

/// The entries of the Kronecker product at the entries of a mask.
kronecker_structure kronecker_at(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const csr_ref& mask) {
    const csr_ref positions = mask.structure();
    kronecker_structure out{filtered(e, positions, GB_DEVICE_LAMBDA(index r, row_offset at) {
                                const index j = positions.columns[at];
                                return holds(a, r / b.nrows, static_cast<column_index>(j / b.ncols)) &&
                                       holds(b, r % b.nrows, static_cast<column_index>(j % b.ncols));
                            }),
                            {}, {}};
    out.left = array<row_offset>(e, out.product.columns.size());
    out.right = array<row_offset>(e, out.product.columns.size());
    row_offset* const left = out.left.data();
    row_offset* const right = out.right.data();
    const csr_ref product = out.product.view();
    for_each_entry(e, product, GB_DEVICE_LAMBDA(index r, row_offset at) {
        const index j = product.columns[at];
        left[at] = find_entry(a, r / b.nrows, static_cast<column_index>(j / b.ncols));
        right[at] = find_entry(b, r % b.nrows, static_cast<column_index>(j % b.ncols));
    });
    return out;
}

}  // namespace

csr matrix_of_diagonal(const engine_ptr& e, const csr_ref& v, index k) {
    const index down = k < 0 ? -k : 0, right = k > 0 ? k : 0, size = v.ncols + down + right;
    csr out = csr_with_room(e, size, size, v.nvals, type_code::none);
    row_offset* const offsets = out.offsets.data();
    column_index* const columns = out.columns.data();
    for_each(e, size + 1, GB_DEVICE_LAMBDA(std::int64_t i) {
        const index j = i - down;
        if (j <= 0) offsets[i] = 0;
        else if (j >= v.ncols) offsets[i] = v.nvals;
        else offsets[i] = lower_bound(v.columns, 0, v.nvals, static_cast<column_index>(j));
    });
    for_each(e, v.nvals, GB_DEVICE_LAMBDA(std::int64_t p) { columns[p] = static_cast<column_index>(v.columns[p] + right); });
    out.type = v.type;
    out.values = values_copied(e, v);
    return out;
}

csr diagonal_of(const engine_ptr& e, const csr_ref& a, index down, index right, index size) {
    return with_values_of(e, a, found_entries(e, 1, size, GB_DEVICE_LAMBDA(index, index i) {
                              return find_entry(a, i + down, static_cast<column_index>(i + right));
                          }));
}

csr concatenated(const engine_ptr& e, std::span<const csr_ref> tiles, const host::tiling& grid) {
    const index width = grid.tile_columns(), nrows = grid.shape().nrows;
    row_offset nvals = 0;
    for (const csr_ref& tile : tiles) nvals += tile.nvals;
    csr out = csr_with_room(e, nrows, grid.shape().ncols, nvals, tiles.front().type);
    row_offset* const offsets = out.offsets.data();
    e->set_bytes(offsets, 0, out.offsets.size() * sizeof(row_offset));
    const auto first_row = [&](std::size_t n) { return grid.rows[n / static_cast<std::size_t>(width)]; };
    for (std::size_t n = 0; n < tiles.size(); ++n) {
        const csr_ref tile = tiles[n];
        row_offset* const sizes = offsets + first_row(n);
        for_each(e, tile.nrows, GB_DEVICE_LAMBDA(std::int64_t i) { sizes[i] += tile.offsets[i + 1] - tile.offsets[i]; });
    }
    exclusive_scan(e, offsets, offsets, nrows + 1);

    const array<row_offset> begins = counts_for(e, nrows);
    e->copy(begins.data(), offsets, begins.size() * sizeof(row_offset));
    for (std::size_t n = 0; n < tiles.size(); ++n) {
        const csr_ref tile = tiles[n];
        row_offset* const next = begins.data() + first_row(n);
        const auto shift = static_cast<column_index>(grid.columns[n % static_cast<std::size_t>(width)]);
        base::with_size(out.type, [&](auto size) {
            using word = typename decltype(size)::type;
            auto* const values = static_cast<word*>(out.values.data());
            for_each_entry(e, tile, copy_tile<word>{tile, next, shift, out.columns.data(), values});
        });
        for_each(e, tile.nrows, GB_DEVICE_LAMBDA(std::int64_t i) { next[i] += tile.offsets[i + 1] - tile.offsets[i]; });
    }
    return out;
}

kronecker_structure kronecker(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const mask_ref& mask) {
    if (mask.admits_only() && mask.rows.nvals < a.nvals * b.nvals) return kronecker_at(e, a, b, mask.rows);
    return whole_kronecker(e, a, b);
}

csr at_positions(const engine_ptr& e, const csr_ref& a, const csr_ref& positions) {
    const csr_ref wanted = positions.structure();
    origin out{filtered(e, wanted, GB_DEVICE_LAMBDA(index i, row_offset p) { return holds(a, i, wanted.columns[p]); }), {}};
    out.positions = array<row_offset>(e, out.result.columns.size());
    row_offset* const from = out.positions.data();
    const csr_ref found = out.result.view();
    for_each_entry(e, found, GB_DEVICE_LAMBDA(index i, row_offset p) { from[p] = find_entry(a, i, found.columns[p]); });
    return with_values_of(e, a, std::move(out));
}

csr changes(const engine_ptr& e, const csr_ref& old, const csr_ref& now, const csr_ref& among) {
    return at_positions(e, now, changed_positions(e, old, now, among).view());
}

}  // namespace graphblas_gpu::cuda
