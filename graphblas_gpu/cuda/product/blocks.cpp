// A product in blocks of consecutive rows, which leave the device one after the other: for a C that is larger than the device.
//
// Idea: the entries of rows are counted first, or bounded, so that rows can be cut into blocks of about equal size. Two blocks
// are on the device at a time: one is computed while the one before it is copied. Every block is computed by the stages of an
// ordinary product, as a panel of it.
#include <graphblas_gpu/cuda/product/stages.hpp>

#include <algorithm>
#include <utility>

#include <graphblas_gpu/cuda/shared/assemble.hpp>
#include <graphblas_gpu/planner/device_choice.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::cuda {

namespace {

/// A block takes a few milliseconds to copy, much longer than kernels need to start, and a small part of the device's memory.
constexpr std::int64_t usual_block_bytes = std::int64_t{1} << 27;
/// A block is at most this part of the free memory: there are two, and what computing one of them takes. Where little is free,
/// a block that does not fit is halved.
constexpr std::int64_t part_of_free_memory = 4, min_block_bytes = std::int64_t{1} << 16;

/// How many entries the rows have: exactly where a method counts them before it computes them, else at most.
class row_bounds {
  public:
    explicit row_bounds(product& p) : engine_(p.e), nrows_(p.task.a.nrows) {
        if (!p.is_in_one_pass()) {
            before_ = p.row_offsets.data();
        } else if (p.task.mask.admits_only()) {
            before_ = p.task.mask.rows.offsets;
        } else {
            sums_ = array<std::int64_t>(p.e, static_cast<std::size_t>(nrows_) + 1);
            sums_before(p.e, p.work.flops, nrows_, sums_.data());
            before_ = sums_.data();
        }
    }

    /// The end of the rows from `first` on that have at most so many entries; at least one row.
    index end_of_block(index first, std::int64_t entries) const {
        return rows_within(engine_, before_, nrows_, first, entries);
    }

  private:
    const engine_ptr& engine_;
    index nrows_;
    array<std::int64_t> sums_;
    const std::int64_t* before_;
};

/// Rows r of C, or as many of them as fit: r.last is then less than it was. `unit`: rows that are made together.
csr fitting_block(product& p, row_range& r, index unit, bool structure_only, rows_to_host& to) {
    while (true) {
        try {
            if (structure_only) return stages::rows_by_method(p, r, type_code::none);
            return stages::finish_rows(p, stages::rows_by_method(p, r, p.kernel_value_type()), r);
        } catch (const out_of_memory& e) {
            if (!to.is_under_way() && r.count() <= unit) {
                throw out_of_memory(
                    fmt::format("{} (rows {} to {} of {}, by themselves)", e.what(), r.first, r.last - 1, p.task.a.nrows));
            }
        }
        // The block before has memory until it is handed over.
        if (!to.finish()) r.last = r.first + std::max(unit, r.count() / 2 / unit * unit);
    }
}

}  // namespace

row_offset count_for_blocks(product& p) {
    const index n = p.task.a.nrows;
    if (p.is_in_one_pass()) return p.counted_nvals ? *p.counted_nvals : stages::count_in_one_pass(p);
    if (!p.row_offsets.empty()) return read_element(*p.e, p.row_offsets.data() + n);
    array<row_offset> sizes(p.e, static_cast<std::size_t>(n + room_for_offsets));
    stages::count_rows(p, p.all_rows(), sizes.data());
    const sum_and_most entries = offsets_of_sizes(p.e, sizes.data(), n);
    p.most_nvals = entries.most;
    p.row_offsets = std::move(sizes);
    return entries.sum;
}

void multiply_in_blocks(product& p, bool structure_only, std::int64_t max_bytes, rows_to_host& to) {
    const index n = p.task.a.nrows;
    const index unit = p.is_tiled() ? formats::tile_side : 1;
    if (!structure_only && !p.is_tiled()) stages::take_values(p);
    const row_bounds bounds(p);
    std::int64_t bytes = std::min(max_bytes > 0 ? max_bytes : usual_block_bytes,
                                  std::max(min_block_bytes, p.e->free_bytes() / part_of_free_memory));
    const auto entry_bytes =
        static_cast<std::int64_t>(sizeof(column_index) + (structure_only ? 0 : base::size_of(p.recipe.types.value)));
    std::int64_t blocks = 0;
    std::string reason;
    for (index first = 0; first < n || blocks == 0; ++blocks) {
        const index most_rows = std::max<index>(1, bytes / static_cast<std::int64_t>(sizeof(row_offset)));
        index last = std::min(bounds.end_of_block(first, std::max<std::int64_t>(1, bytes / entry_bytes)), first + most_rows);
        if (last < n) last = std::min(n, std::max(first + unit, last / unit * unit));
        row_range r{first, last};
        csr block = fitting_block(p, r, unit, structure_only, to);
        if (r.last < last) bytes /= 2;
        to.send(std::move(block), first);
        if (blocks == 0) reason = p.choice.reason;
        first = r.last;
    }
    to.finish();
    p.panels = blocks;
    p.choice.reason = reason;  // each block adds its own to the one before
}

}  // namespace graphblas_gpu::cuda
