// What assign and subassign do with matrices, vectors, values, rows and columns once their indices are known.
//
// Idea: every assignment is an assignment of rows into rows (region.hpp). The exception is a well-filled vector from which
// nothing is deleted: only the entries that are assigned are touched. Where one value fills a dense vector under a mask, no
// step can fail, so that the values are written to their positions at once.
// Source: GraphBLAS C API 2.1, section 4.3.7.
#pragma once

#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/index_list.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/operations/device/assign_part.hpp>
#include <graphblas_gpu/operations/region.hpp>

#include <atomic>
#include <bit>

namespace graphblas_gpu::host {

inline region region_in(shapes::shape whole, const index_list& rows, const char* row, const index_list& columns,
                        const char* column) {
    return {formats::ascending(rows.within(whole.nrows, row), whole.nrows, row),
            formats::ascending(columns.within(whole.ncols, column), whole.ncols, column)};
}
inline region region_in(index size, const index_list& indices, const char* what) {
    return {in_order(selection::whole(1)), formats::ascending(indices.within(size, what), size, what)};
}

template <class C>
csr_view<value_of<C>> content_of(const C& c) {
    if constexpr (is_matrix<C>) return c.rows();
    else return c.list();
}

/// The value as an object over T stores it. An object of structure alone stores no value, so the given value is ignored.
template <class T, class Value>
formats::stored<T> to_store([[maybe_unused]] const Value& value) {
    if constexpr (std::is_void_v<T>) return {};
    else return cast<T>(value);
}

// `masked` is the part of the output that the mask has the shape of, and from which replace deletes entries: all of the output
// for GrB_assign, or the row or column that is assigned to; `where` itself for GxB_subassign.

/// Assigns a matrix to part of a matrix, or a vector to part of a vector or of one row of a matrix.
template <class C, class Mask, class Accum, class A>
void assign_part(const context& ctx, const char* operation, C& c, const Mask& mask, const Accum& accum, const A& a,
                 const region& where, const region& masked, const descriptor& desc) {
    team& team = ctx.team();
    if constexpr (is_matrix<C> && is_vector<A>) shapes::check_same(operation, "u", a.size(), where.shape().ncols);
    else shapes::check_same(operation, is_matrix<A> ? "A" : "u", used_shape(a, desc.transpose_a), where.shape());
    check_mask_shape(operation, mask, masked.shape());
    if (ctx.is_cuda()) {
        device::assign_part(ctx, operation, c, mask, accum, a, where, masked, desc);
        return;
    }
    const auto from = own_operand(team, a, desc.transpose_a);
    if constexpr (is_vector<C> && std::is_same_v<Mask, no_mask_t>) {
        const index count = from.view().nvals();
        const bool deletes = std::is_same_v<Accum, no_accum_t> && count < where.columns.sorted.size();
        if (!deletes && is_well_filled(c.any(), count)) {
            write_entries(team, c, scattered(team, from.view(), where, shapes::of(c)), accum);
            return;
        }
    }
    const host_mask held(team, any_mask_of(mask));
    c = C::from_storage(assigned(team, content_of(c), from.view(), where, held.rows(), masked, accum, desc.replace));
}

/// Assigns one value to all positions of a part.
template <class C, class Mask, class Accum, class Value>
void assign_value(const context& ctx, const char* operation, C& c, const Mask& mask, const Accum& accum, const Value& value,
                  const region& where, const region& masked, const descriptor& desc) {
    team& team = ctx.team();
    const shapes::shape whole = shapes::of(c);
    check_mask_shape(operation, mask, masked.shape());
    if (ctx.is_cuda()) {
        device::assign_value(ctx, operation, c, mask, accum, to_store<value_of<C>>(value), where, masked, desc);
        return;
    }
    const host_mask held(team, any_mask_of(mask));
    const scattered_mask m(team, held.rows(), masked, whole);
    csr<value_of<C>> t = filled_region<value_of<C>>(team, to_store<value_of<C>>(value), where, whole, m.rows());
    if constexpr (is_vector<C>) {
        const bool deletes = m.rows().present && desc.replace;
        if (!deletes && is_well_filled(c.any(), t.nvals())) {
            write_entries(team, c, std::move(t), accum);
            return;
        }
    }
    const assignment_scope part(where, masked);
    c = C::from_storage(write_back(team, content_of(c), std::move(t), m.rows(), accum, desc.replace, true, &part));
}

/// w<mask> = value if w is dense and the mask is structural and not complemented; otherwise returns false and changes
/// nothing.
template <class C, class Mask>
bool fill_in_place(team& team, vector<C>& w, const Mask& mask, const formats::stored<C>& value) {
    if constexpr (std::is_same_v<Mask, no_mask_t>) {
        return false;
    } else {
        if (w.dense().bits == nullptr || mask.by_value || mask.complement) return false;
        const auto positions = mask.object->dense();
        if (positions.bits == nullptr) {
            for (const column_index j : mask.object->indices()) w.put(j, value);
            return true;
        }
        const auto to_the_end = team.uninterrupted();
        const formats::dense_writer<C> out = w.written_in_place();
        std::atomic<index> added{0};
        for_ranges(team, formats::words_for(positions.size), positions.nvals, [&](index first, index last, int) {
            index added_here = 0;
            for (index at = first; at < last; ++at) {
                const formats::word here = positions.bits[at];
                if (here == 0) continue;
                added_here += std::popcount(here & ~out.bits[at]);
                out.bits[at] |= here;
                if constexpr (!std::is_void_v<C>) {
                    formats::for_each_bit(here, static_cast<column_index>(at), [&](column_index j) { out.values[j] = value; });
                }
            }
            added.fetch_add(added_here, std::memory_order_relaxed);
        });
        out.nvals += added.load();
        return true;
    }
}

/// Assigns one value to all positions of C that the mask admits.
template <class C, class Mask, class Accum, class Value>
void assign_everywhere(const context& ctx, const char* operation, C& c, const Mask& mask, const Accum& accum,
                       const Value& value, const descriptor& desc) {
    const shapes::shape whole = shapes::of(c);
    check_mask_shape(operation, mask, whole);
    const auto x = to_store<value_of<C>>(value);
    if (ctx.is_cuda()) {
        const region everywhere = whole_region(whole);
        device::assign_value(ctx, operation, c, mask, accum, x, everywhere, everywhere, desc);
        return;
    }
    team& team = ctx.team();
    if constexpr (is_vector<C> && std::is_same_v<Accum, no_accum_t>) {
        if (!desc.replace && fill_in_place(team, c, mask, x)) return;
    }
    csr<value_of<C>> t = [&] {
        const host_mask held(team, any_mask_of(mask));
        return filled_region<value_of<C>>(team, x, whole_region(whole), whole, held.rows());
    }();
    if constexpr (is_matrix<C>) {
        const host_mask held(team, any_mask_of(mask));
        c = C::from_storage(write_back(team, c, std::move(t), held.rows(), accum, desc.replace, true));
    } else {
        write_back(team, c, std::move(t), mask, accum, desc.replace, true, true);
    }
}

/// Assigns a vector to part of column j of a matrix, under a mask over the column.
template <class TC, class Mask, class Accum, class TU>
void assign_column(const context& ctx, const char* operation, matrix<TC>& c, const Mask& mask, const Accum& accum,
                   const vector<TU>& u, const region& where, const region& masked, const descriptor& desc) {
    shapes::check_same(operation, "u", u.size(), where.shape().nrows);
    check_mask_shape(operation, mask, {1, masked.shape().nrows});
    if (ctx.is_cuda()) {
        device::assign_column(ctx, operation, c, mask, accum, u, where, masked, desc);
        return;
    }
    const host_mask held(ctx.team(), any_mask_of(mask));
    mask_rows standing = held.rows();
    csr<void> mask_column;
    if (standing.present) {
        mask_column = as_column<void>({standing.rows, nullptr});
        standing.rows = mask_column.structure();
    }
    const csr<TU> from = as_column(u.list());
    c = matrix<TC>::from_storage(assigned(ctx.team(), c.rows(), from.view(), where, standing, masked, accum, desc.replace));
}

}  // namespace graphblas_gpu::host
