// The symbolic and the numeric phase of methods hash and dense.
//
// Idea: the symbolic phase counts the entries of each row, a scan turns these sizes into offsets, and the numeric phase writes
// columns and values.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam).
#include <graphblas_gpu/cuda/product/stages.hpp>

#include <algorithm>
#include <utility>

#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/dense/dense.hpp>
#include <graphblas_gpu/cuda/hash/symbolic.hpp>
#include <graphblas_gpu/cuda/published/hash/symbolic.hpp>
#include <graphblas_gpu/cuda/published/kernels.hpp>
#include <graphblas_gpu/cuda/shared/assemble.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::cuda::stages {

namespace {

/// Rows whose offsets are allocated and not yet written.
csr unsized_rows(const product& p, row_range r) {
    csr c;
    c.nrows = r.count();
    c.ncols = p.task.b.ncols;
    c.offsets = array<row_offset>(p.e, static_cast<std::size_t>(r.count() + room_for_offsets));
    return c;
}

/// Turns the sizes of rows into offsets.
void scan_sizes(product& p, csr& c) {
    const sum_and_most sizes = offsets_of_sizes(p.e, c.offsets.data(), c.nrows);
    c.offsets.truncate(static_cast<std::size_t>(c.nrows) + 1);
    c.nvals = sizes.sum;
    p.most_nvals = sizes.most;
}

/// The heavy rows among `rows`, for method hash; kept until other rows are asked for.
const heavy_rows& heavy_of(product& p, const product_rows& rows) {
    const bool is_kept = p.heavy && p.heavy_range.first == rows.first_row && p.heavy_range.last == rows.last_row;
    if (!is_kept) {
        p.heavy.reset();
        // The row of A is a vector, whose products do not know the number of the row.
        const bool may_be_vector = !p.in_order && !p.recipe.run->reads_positions() &&
                                   (p.recipe.values == product_values::summed || is_structural(p.recipe.values));
        p.heavy = may_be_vector ? heavy_rows(p.e, rows) : heavy_rows();
        p.heavy_range = {rows.first_row, rows.last_row};
        if (!p.heavy->empty()) p.choice.reason += fmt::format("; rows that all blocks share: {}", p.heavy->count());
    }
    return *p.heavy;
}

/// The structure by method hash, whose symbolic phase caches the columns that it finds.
csr structure_at_once(product& p, row_range r) {
    const base::phase symbolic("symbolic phase");
    csr c = unsized_rows(p, r);
    const product_rows all = rows_of(p, r);
    const heavy_rows& heavy = heavy_of(p, all);
    const product_rows rows = heavy.others(all);
    cached_rows cached;
    counted_rows counted;
    hash_row_sizes(p.e, rows, c.offsets.data(), &cached, &counted);
    heavy.write_sizes(p.e, all, c.offsets.data());
    scan_sizes(p, c);
    allocate_entries(p, c, c.nvals, type_code::none);
    if (c.nvals == 0) return c;
    product_output out;
    out.offsets = c.offsets.data();
    out.nvals = c.nvals;
    out.most_nvals = p.most_nvals;
    out.columns = c.columns.data();
    out.bits = counted.bits.bits();
    const bool leaves_out = cached.leaves_out(*p.e);
    cached.write(p.e, rows, out);
    if (leaves_out) p.recipe.run->current(p.e, kernel_group::hash).hash_rows(p.e, cached.rows_left_out(rows), out);
    heavy.write(p.e, all, *p.recipe.run, out);
    return c;
}

/// Whether values are added up under a structure that is made first. In ascending k, long rows are added up in panels, of which
/// only the sums of the columns that the row has are cleared and read then.
bool knows_structure_first(const product& p) {
    const sum_and_most& work = p.work.totals;
    return p.in_order && (p.structure_by_tiles || 2 * work.above_4096 > work.sum);
}

}  // namespace

csr rows_in_two_phases(product& p, row_range r, type_code type) {
    if (type != type_code::none && knows_structure_first(p)) {
        csr c = p.structure_by_tiles && r.count() == p.task.a.nrows ? untiled(p.e, structure_in_tiles(p, r).view())
                                                                    : rows_in_two_phases(p, r, type_code::none);
        c.type = type;
        c.values = memory(p.e, static_cast<std::size_t>(c.nvals) * base::size_of(type));
        write_rows(p, c, r, true);
        return c;
    }
    const bool by_hash = p.choice.method != method::dense && p.task.desc.variant == hash_variant::automatic;
    if (type == type_code::none && by_hash && p.row_offsets.empty() && first_pieces(p, r.count()) == 1) {
        try {
            return structure_at_once(p, r);
        } catch (const out_of_memory&) {
            // The two phases below need less memory.
        }
    }
    counted_rows counted;
    if (type != type_code::none) counted.bits.sum_bytes = std::max(base::size_of(type), sizeof(std::uint32_t));
    csr c = unsized_rows(p, r);
    const bool is_counted = !p.row_offsets.empty();
    if (is_counted) {
        shift_offsets(p.e, p.row_offsets.data() + r.first, r.count(), c.offsets.data());
        c.nvals = read_element(*p.e, c.offsets.data() + r.count());
        c.offsets.truncate(static_cast<std::size_t>(r.count()) + 1);
    } else {
        count_rows(p, r, c.offsets.data(), &counted);
        scan_sizes(p, c);
    }
    try {
        allocate_entries(p, c, c.nvals, type);
    } catch (const out_of_memory&) {
        counted.give_up();
        try {
            allocate_entries(p, c, c.nvals, type);
        } catch (const out_of_memory&) {
            if (!is_counted && r.count() == p.task.a.nrows) p.row_offsets = std::move(c.offsets);
            throw;
        }
    }
    write_rows(p, c, r, false, is_counted ? nullptr : &counted);
    return c;
}

void count_rows(product& p, row_range r, row_offset* sizes, counted_rows* counted) {
    const base::phase symbolic("symbolic phase");
    const hash_variant variant = p.task.desc.variant;
    p.panels = std::max(p.panels, in_panels(r, first_pieces(p, r.count()), [&](row_range panel) {
                            const product_rows rows = rows_of(p, panel);
                            row_offset* const to = sizes + (panel.first - r.first);
                            if (counted != nullptr) counted->give_up();
                            counted_rows* const of_all = panel.count() == r.count() ? counted : nullptr;
                            if (variant != hash_variant::automatic) {
                                paper::symbolic_report report;
                                paper::row_sizes(p.e, rows, {.variant = variant}, to, report);
                                p.compressed = report.compressed;
                            } else if (p.choice.method == method::dense) {
                                dense::row_sizes(p.e, rows, dense::limits_for(*p.e, rows, 0, rows.count()), nullptr,
                                                 rows.count(), to, {}, of_all != nullptr ? &of_all->bits : nullptr);
                            } else {
                                const heavy_rows& heavy = heavy_of(p, rows);
                                hash_row_sizes(p.e, heavy.others(rows), to, nullptr, of_all);
                                heavy.write_sizes(p.e, rows, to);
                            }
                        }));
}

void allocate_entries(const product& p, csr& c, row_offset nvals, type_code type) {
    c.nvals = nvals;
    c.type = type;
    const auto count = static_cast<std::size_t>(nvals);
    const std::size_t bytes = count * (sizeof(column_index) + base::size_of(type));
    try {
        c.columns = array<column_index>(p.e, count);
        c.values = memory(p.e, count * base::size_of(type));
    } catch (const out_of_memory&) {
        c.columns = {};
        const std::int64_t limit = p.e->memory_limit();
        throw out_of_memory(fmt::format("{}: C has {} entries and needs {} bytes, {} are free ({}); {}", p.task.operation,
                                        nvals, bytes, p.e->free_bytes(),
                                        limit > 0 ? fmt::format("limit {}", limit) : "no limit set", p.e->what_gives_memory()));
    }
}

void write_rows(product& p, csr& c, row_range r, bool columns_known, const counted_rows* counted) {
    if (c.nvals == 0) return;
    const base::phase numeric("numeric phase");
    if (c.type != type_code::none) take_values(p);
    p.panels = std::max(p.panels, in_panels(r, first_pieces(p, r.count()), [&](row_range panel) {
                            const product_rows rows = rows_of(p, panel);
                            product_output out;
                            out.offsets = c.offsets.data();
                            out.nvals = c.nvals;
                            out.most_nvals = p.most_nvals;
                            out.columns = c.columns.data();
                            out.values = c.values.data();
                            out.columns_known = columns_known;
                            array<row_offset> shifted;
                            if (panel.count() == r.count()) {
                                if (counted != nullptr) {
                                    out.bits = counted->bits.bits();
                                    out.classes = &counted->classes;
                                }
                            } else {
                                const row_offset* const begin = c.offsets.data() + (panel.first - r.first);
                                const row_offset before = read_element(*p.e, begin);
                                shifted = array<row_offset>(p.e, static_cast<std::size_t>(panel.count()) + 1);
                                shift_offsets(p.e, begin, panel.count(), shifted.data());
                                out.offsets = shifted.data();
                                out.nvals = read_element(*p.e, begin + panel.count()) - before;
                                out.columns += before;
                                if (out.values != nullptr) {
                                    out.values = static_cast<std::byte*>(out.values) +
                                                 static_cast<std::size_t>(before) * base::size_of(c.type);
                                }
                            }
                            const product_kernels& run = *p.recipe.run;
                            if (p.task.desc.variant != hash_variant::automatic) {
                                run.published()->hash_rows(p.e, rows, out, p.task.desc.variant);
                            } else if (p.choice.method == method::dense) {
                                run.current(p.e, kernel_group::dense).dense_rows(p.e, rows, out);
                            } else {
                                const heavy_rows& heavy = heavy_of(p, rows);
                                const kernel_group group = p.in_order ? kernel_group::hash_in_order : kernel_group::hash;
                                run.current(p.e, group).hash_rows(p.e, heavy.others(rows), out);
                                heavy.write(p.e, rows, run, out);
                            }
                        }));
}

}  // namespace graphblas_gpu::cuda::stages
