#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/dot/emit.hpp>
#include <graphblas_gpu/cuda/dot/vector_parts.hpp>
#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/product/heavy_rows.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

/// A row is heavy if a block that has this row alone is expected to take longer for it than the device takes for this part of
/// all multiplications, and if it has so many that they are worth some ten launches.
constexpr std::int64_t part_of_all = 72;
constexpr std::int64_t min_heavy_flops = 65536;
/// With more such rows, blocks that have one of them each fill the device.
constexpr unsigned max_heavy_rows = 16;

/// The multiplications from which on a row is heavy. A row with more columns than a block has bits for is made in several
/// passes over its multiplications.
std::int64_t heavy_from(const engine& e, const product_rows& in) {
    const binning::wide_panel panel =
        binning::wide_panel_for(in.ncols(), static_cast<std::size_t>(e.facts().shared_bytes_per_block));
    const index columns = index{32} * panel.words, passes = (in.ncols() + columns - 1) / columns;
    return std::max(min_heavy_flops, in.total_flops / (part_of_all * passes));
}

/// The rows that are found. There are no more than max_heavy_rows unless `count` says so; then some are missing.
struct found_rows {
    unsigned count;
    heavy_row rows[max_heavy_rows];
};

/// Finds the rows of `in` with at least `least` multiplications, and writes the multiplications of all others.
void find(const engine_ptr& e, const product_rows& in, std::int64_t least, found_rows* found, row_offset* offsets,
          std::int64_t* of_others) {
    for_each(e, in.count(), GB_DEVICE_LAMBDA(std::int64_t r) {
        const index i = in.first_row + r;
        const std::int64_t flops = in.flops[i];
        of_others[r] = flops < least ? flops : 0;
        if (flops < least) return;
        const unsigned n = atomicAdd(&found->count, 1u);
        if (n >= max_heavy_rows) return;
        heavy_row here{i, in.a.offsets[i], 0, 0, 0};
        here.length = in.a.offsets[i + 1] - here.begin;
        if (in.mask.present) {
            here.mask_begin = in.mask.rows.offsets[i];
            here.mask_length = in.mask.rows.offsets[i + 1] - here.mask_begin;
        }
        found->rows[n] = here;
        offsets[4 * n] = offsets[4 * n + 2] = 0;
        offsets[4 * n + 1] = here.length;
        offsets[4 * n + 3] = here.mask_length;
    });
}

/// The row of m that has the entries begin .. begin + length - 1, as a vector. `offsets` (device): 0, length.
csr_ref as_vector(const csr_ref& m, row_offset begin, row_offset length, const row_offset* offsets) {
    csr_ref v = m;
    v.nrows = 1;
    v.nvals = length;
    v.offsets = offsets;
    v.columns += begin;
    if (v.values != nullptr)
        v.values = static_cast<const std::byte*>(v.values) + static_cast<std::size_t>(begin) * base::size_of(v.type);
    return v;
}

}  // namespace

heavy_rows::heavy_rows(const engine_ptr& e, const product_rows& in) {
    if (in.max_flops < min_heavy_flops) return;
    const std::int64_t least = heavy_from(*e, in);
    if (in.max_flops < least) return;
    flops_ = array<std::int64_t>(e, static_cast<std::size_t>(in.count()));
    offsets_ = array<row_offset>(e, std::size_t{4} * max_heavy_rows);
    const auto found = zeros<found_rows>(e, 1);
    find(e, in, least, found.data(), offsets_.data(), flops_.data());
    const auto on_host = read_element(*e, found.data());
    if (on_host.count <= max_heavy_rows) rows_.assign(on_host.rows, on_host.rows + on_host.count);
}

product_rows heavy_rows::others(product_rows in) const {
    if (empty()) return in;
    in.flops = flops_.data() - in.first_row;
    in.min_flops = 0;
    return in;
}

heavy_rows::operands heavy_rows::operands_of(const product_rows& in, std::size_t n) const {
    const heavy_row& row = rows_[n];
    const row_offset* const offsets = offsets_.data() + 4 * n;
    operands out{as_vector(in.a, row.begin, row.length, offsets), in.mask};
    if (in.mask.present) out.mask.rows = as_vector(in.mask.rows, row.mask_begin, row.mask_length, offsets + 2);
    return out;
}

void heavy_rows::write_sizes(const engine_ptr& e, const product_rows& in, row_offset* sizes) const {
    for (std::size_t n = 0; n < rows_.size(); ++n) {
        const operands part = operands_of(in, n);
        const auto counts = masked::count_vector_products(e, in.b, part.u, part.mask, false, in.ncols());
        const row_offset size =
            masked::count_hits(e, masked::outputs_of(part.mask, false, in.ncols()), {.counts = counts.data()});
        fill(e, sizes + (rows_[n].number - in.first_row), 1, size);
    }
}

void heavy_rows::write(const engine_ptr& e, const product_rows& in, const product_kernels& kernels,
                       const product_output& out) const {
    for (std::size_t n = 0; n < rows_.size(); ++n) {
        const operands part = operands_of(in, n);
        csr w;
        if (out.values != nullptr) {
            w = kernels.current(e, kernel_group::vector)
                    .vector_product(e, in.b, part.u, true, part.mask, false, in.ncols(), false);
        } else {
            const auto counts = masked::count_vector_products(e, in.b, part.u, part.mask, false, in.ncols());
            w = masked::emit(e, masked::outputs_of(part.mask, false, in.ncols()), {.counts = counts.data()}, type_code::none);
        }
        const row_offset at = read_element(*e, out.offsets + (rows_[n].number - in.first_row));
        const auto count = static_cast<std::size_t>(w.nvals), size = base::size_of(w.type);
        if (!out.columns_known) e->copy(out.columns + at, w.columns.data(), count * sizeof(column_index));
        if (out.values != nullptr)
            e->copy(static_cast<std::byte*>(out.values) + static_cast<std::size_t>(at) * size, w.values.data(), count * size);
    }
}

}  // namespace graphblas_gpu::cuda
