// Assignments: positions and shapes are found here, the host engine merges; device/assign.cpp does the rest on a device.
#include <graphblas_gpu/operations/assign.hpp>

#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/operations/device/assign.hpp>
#include <graphblas_gpu/operations/elementwise.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/operations/region.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <string>

namespace graphblas_gpu::operations {
namespace {

using formats::untyped_csr;
using host::region;

/// The positions of a part of an output of this shape.
region region_in(const char* operation, const any_output& out, const assigned_part& part) {
    const shapes::shape whole = out.content().shape(false);
    const auto ascending = [&](const index_list& list, index size, const char* what) {
        const std::string name = std::string(operation) + ": " + what;
        return formats::ascending(list.within(size, name.c_str()), size, name.c_str());
    };
    if (part.rows == nullptr)
        return {host::in_order(formats::selection::whole(1)), ascending(*part.columns, whole.ncols, "index")};
    return {ascending(*part.rows, whole.nrows, "row"), ascending(*part.columns, whole.ncols, "column")};
}

/// The shape of a mask, which lies over a column if the output is a column of a matrix.
void check_mask(const char* operation, const any_mask& mask, shapes::shape expected) {
    if (mask.matrix != nullptr) shapes::check_same(operation, "mask", mask.matrix->shape(), expected);
    if (mask.vector != nullptr) shapes::check_same(operation, "mask", {1, mask.vector->size()}, expected);
}

formats::untyped_view content_of(const any_output& out) {
    return out.matrix != nullptr ? out.matrix->rows() : out.vector->list();
}

/// The size of a value that is assigned: one of C's type, or of the type that an accumulator over other types adds.
std::size_t value_bytes(const any_output& out) { return out.casts_accumulator ? out.added->bytes : out.content().type().bytes; }

/// Writes the rows t, which have no entry outside `where`, to C, under a mask over C that applies within `masked`.
void write_part(const context& ctx, const char* operation, const any_output& given, untyped_csr&& t, const region& where,
                const host::mask_rows& mask, const region& masked, bool t_is_masked) {
    any_output out = given;
    untyped_csr made = joined_with_content(ctx, operation, out, std::move(t));
    const host::assignment_scope part(where, masked);
    replace_content(out, host::write_back(ctx.team(), content_of(out), std::move(made), mask, out.on_host(), out.replace,
                                          t_is_masked && !given.casts_accumulator, &part));
}

/// Whether entries can be written to a vector one by one, because nothing is deleted and the vector is, or becomes, dense.
bool writes_entries(const any_output& out, bool deletes, index count) {
    return out.vector != nullptr && !deletes && !out.casts_accumulator && host::is_well_filled(*out.vector, count);
}

/// w = accum(w, u) where both are lists with all entries, and values of one type: only values are computed. Otherwise returns
/// false and changes nothing.
bool assign_full_list(host::team& team, const any_output& out, const formats::untyped_view& u) {
    const index count = u.nvals();
    if (out.vector == nullptr || !out.vector->is_full_list() || count != out.vector->size() || out.values.is_needed() ||
        out.casts_accumulator || u.value_bytes == 0 || out.values.bytes == 0)
        return false;
    buffer<std::byte> values(static_cast<std::size_t>(count) * u.value_bytes);
    const std::byte* const before = out.vector->list().values;
    for_ranges(team, count, count, [&](index first, index last, int) {
        const std::size_t begin = static_cast<std::size_t>(first) * u.value_bytes,
                          end = static_cast<std::size_t>(last) * u.value_bytes;
        if (out.accumulates)
            host::combine_run(out.accum.on_host, before, u.values, values.data(),
                              {u.value_bytes, u.value_bytes, u.value_bytes}, first, last);
        else std::copy(u.values + begin, u.values + end, values.data() + begin);
    });
    out.vector->replace_values_of_full_list(std::move(values));
    return true;
}

/// Assigns the rows `from`.
void assign_rows(const context& ctx, const char* operation, const any_output& out, const formats::untyped_view& from,
                 const region& where, const host::mask_rows& mask, const region& masked) {
    host::team& team = ctx.team();
    const shapes::shape whole = out.content().shape(false);
    if (!mask.present && where.is_whole(whole) && assign_full_list(team, out, from)) return;
    const index count = from.nvals();
    const bool deletes = !out.accumulates && count < where.columns.sorted.size();
    if (!mask.present && writes_entries(out, deletes, count)) {
        host::write_entries(team, *out.vector, out.values.converted(team, host::scattered(team, from, where, whole)),
                            out.on_host());
        return;
    }
    untyped_csr t = host::scattered(team, from, where, whole);
    // Without a mask an accumulator changes nothing outside of T, so that C need not be told which part is assigned to.
    if (!mask.present && out.accumulates) return store(ctx, operation, out, result_rows(std::move(t)));
    const host::scattered_mask m(team, mask, masked, whole);
    write_part(ctx, operation, out, std::move(t), where, m.rows(), masked, false);
}

/// w<mask> = value in place where w is dense or a full list, under a structural mask that is not complemented or, into a full
/// list, without a mask. Otherwise returns false and changes nothing.
bool fill_in_place(host::team& team, any_vector& w, const any_mask& mask, const void* value) {
    if (!mask.is_present() && w.is_full_list()) {
        const auto to_the_end = team.uninterrupted();
        if (w.type().bytes > 0) host::fill_values(team, w.values_of_full_list(), w.size(), value, w.type().bytes);
        return true;
    }
    if (mask.vector == nullptr || mask.by_value || mask.complement || !(w.is_dense() || w.is_full_list())) return false;
    const auto* const x = static_cast<const std::byte*>(value);
    // A full list has no bits, because nothing is added to it. The mask may be w, whose arrays may be others from here on.
    index nvals = w.size();
    const formats::untyped_dense_writer out =
        w.is_dense() ? w.written_in_place() : formats::untyped_dense_writer{w.size(), nvals, nullptr, w.values_of_full_list()};
    const formats::untyped_dense_view positions = mask.vector->dense();
    const formats::untyped_view listed = positions.bits == nullptr ? mask.vector->list() : formats::untyped_view{};
    const auto to_the_end = team.uninterrupted();
    base::with_value_mover(w.type().bytes, [&](auto moved) {
        const auto one = moved.one(x);
        if (positions.bits == nullptr) {
            for (row_offset p = 0; p < listed.nvals(); ++p) {
                const column_index j = listed.columns[p];
                if (out.bits != nullptr) {
                    out.nvals += !base::test_bit(out.bits, j);
                    base::set_bit(out.bits, j);
                }
                one.copy_to(out.values, j);
            }
            return;
        }
        std::atomic<index> added{0};
        for_ranges(team, base::words_for(positions.size), positions.nvals, [&](index first, index last, int) {
            // Copies, because bytes that are written could otherwise be those of the pointers, which would be read again.
            base::word* const bits = out.bits;
            std::byte* const values = out.values;
            const auto own = one;
            index added_here = 0;
            for (index at = first; at < last; ++at) {
                const base::word here = positions.bits[at];
                if (here == 0) continue;
                if (bits != nullptr) {
                    added_here += std::popcount(here & ~bits[at]);
                    bits[at] |= here;
                }
                base::for_each_bit(here, static_cast<column_index>(at), [&](column_index j) { own.copy_to(values, j); });
            }
            added.fetch_add(added_here, std::memory_order_relaxed);
        });
        out.nvals += added.load();
    });
    return true;
}

/// Assigns one value to all positions of C that the mask admits.
void value_everywhere(host::team& team, const context& ctx, const char* operation, const void* value, const any_output& out) {
    if (out.vector != nullptr && !out.accumulates && !out.replace && fill_in_place(team, *out.vector, out.mask, value)) return;
    const shapes::shape whole = out.content().shape(false);
    untyped_csr t = [&] {
        const host::host_mask held(team, out.mask);
        return host::filled_region(team, value, value_bytes(out), host::whole_region(whole), whole, held.rows());
    }();
    store(ctx, operation, out, result_rows(std::move(t)), {.t_is_masked = true, .covers_mask = true});
}

void value_into_part(const context& ctx, const char* operation, const void* value, const region& where, const region& masked,
                     const any_output& out) {
    check_mask(operation, out.mask, masked.shape());
    if (ctx.is_cuda()) return device::assign_value(ctx, operation, value, where, masked, out);
    host::team& team = ctx.team();
    const shapes::shape whole = out.content().shape(false);
    if (where.is_whole(whole)) return value_everywhere(team, ctx, operation, value, out);
    const host::host_mask held(team, out.mask);
    const host::scattered_mask m(team, held.rows(), masked, whole);
    untyped_csr t = host::filled_region(team, value, value_bytes(out), where, whole, m.rows());
    if (writes_entries(out, m.rows().present && out.replace, t.nvals()))
        return host::write_entries(team, *out.vector, std::move(t), out.on_host());
    write_part(ctx, operation, out, std::move(t), where, m.rows(), masked, true);
}

}  // namespace

void assign(const context& ctx, const char* operation, const any_operand& a, bool transpose, const assigned_part& part,
            mask_over over, const any_output& out) {
    on_engine(ctx, operation, sizes_of(a), [&](const context& call_ctx) {
        const region where = region_in(operation, out, part);
        const region masked = over == mask_over::part ? where : host::whole_region(out.content().shape(false));
        shapes::check_same(operation, a.is_vector() ? "u" : "A", a.shape(transpose), where.shape());
        check_mask(operation, out.mask, masked.shape());
        if (call_ctx.is_cuda()) return device::assign_rows(call_ctx, operation, a, transpose, where, masked, out);
        const host::host_mask held(call_ctx.team(), out.mask);
        assign_rows(call_ctx, operation, out, a.rows(call_ctx.team(), transpose), where, held.rows(), masked);
    });
}

void assign_row(const context& ctx, const char* operation, const any_vector& u, index row, const index_list& columns,
                mask_over over, const any_output& out) {
    on_engine(ctx, operation, sizes_of(u), [&](const context& call_ctx) {
        base::check_index(row, out.matrix->nrows(), (std::string(operation) + ": row").c_str());
        const index_list only = range{row, row + 1};
        const region where = region_in(operation, out, {&only, &columns});
        const region masked = over == mask_over::part ? where : host::whole_rows(where.rows, out.matrix->ncols());
        shapes::check_same(operation, "u", u.size(), where.shape().ncols);
        check_mask(operation, out.mask, masked.shape());
        if (call_ctx.is_cuda()) return device::assign_rows(call_ctx, operation, u, false, where, masked, out);
        const host::host_mask held(call_ctx.team(), out.mask);
        assign_rows(call_ctx, operation, out, u.list(), where, held.rows(), masked);
    });
}

void assign_column(const context& ctx, const char* operation, const any_vector& u, const index_list& rows, index column,
                   mask_over over, const any_output& out) {
    on_engine(ctx, operation, sizes_of(u), [&](const context& call_ctx) {
        base::check_index(column, out.matrix->ncols(), (std::string(operation) + ": column").c_str());
        const index_list only = range{column, column + 1};
        const region where = region_in(operation, out, {&rows, &only});
        const region masked = over == mask_over::part ? where : host::whole_columns(out.matrix->nrows(), where.columns);
        shapes::check_same(operation, "u", u.size(), where.shape().nrows);
        check_mask(operation, out.mask, {1, masked.shape().nrows});
        if (call_ctx.is_cuda()) return device::assign_column(call_ctx, operation, u, where, masked, out);
        const host::host_mask held(call_ctx.team(), out.mask);
        host::mask_rows standing = held.rows();
        untyped_csr mask_column;
        if (standing.present) {
            mask_column = host::as_column({standing.rows});
            standing.rows = mask_column.structure();
        }
        const untyped_csr from = host::as_column(u.list());
        assign_rows(call_ctx, operation, out, from.view(), where, standing, masked);
    });
}

void assign_value(const context& ctx, const void* value, const any_output& out) {
    on_engine(ctx, "assign", sizes_of(out.content()), [&](const context& call_ctx) {
        const shapes::shape whole = out.content().shape(false);
        if (!call_ctx.is_cuda()) {
            check_mask("assign", out.mask, whole);
            return value_everywhere(call_ctx.team(), call_ctx, "assign", value, out);
        }
        const region everywhere = host::whole_region(whole);
        value_into_part(call_ctx, "assign", value, everywhere, everywhere, out);
    });
}

void assign_value(const context& ctx, const char* operation, const void* value, const assigned_part& part, mask_over over,
                  const any_output& out) {
    on_engine(ctx, operation, sizes_of(out.content()), [&](const context& call_ctx) {
        const region where = region_in(operation, out, part);
        const region masked = over == mask_over::part ? where : host::whole_region(out.content().shape(false));
        value_into_part(call_ctx, operation, value, where, masked, out);
    });
}

}  // namespace graphblas_gpu::operations
