// The content of one object, or one value, into another under a mask.
//
// Source: GraphBLAS C API 2.1, section 4.3.7 (GrB_assign with GrB_ALL).
#pragma once

#include <graphblas_gpu/operations/operation.hpp>
#include <graphblas_gpu/operations/vector_fill.hpp>

namespace graphblas_gpu {

namespace host {

/// `value` at every position that the mask admits, as rows of a matrix of that shape.
template <class T>
csr<T> spread(team& team, const formats::stored<T>& value, shapes::shape shape, const mask_rows& mask) {
    const buffer<row_offset> bound = scan_bounds(shape.nrows, [&](index i) {
        if (!mask.present) return shape.ncols;
        return mask.complement ? shape.ncols - mask.rows.row_size(i) : mask.rows.row_size(i);
    });
    return build_rows<T>(team, shape.nrows, shape.ncols, bound, [&](index i, column_index* columns, formats::stored<T>* values) {
        index size = 0;
        if (mask.admits_only()) {
            size = mask.rows.row_size(i);
            std::copy_n(mask.rows.columns + mask.rows.begin(i), size, columns);
        } else {
            mask_cursor admitted(mask, i);
            for (index j = 0; j < shape.ncols; ++j) {
                if (admitted.admits(static_cast<column_index>(j))) columns[size++] = static_cast<column_index>(j);
            }
        }
        if constexpr (!std::is_void_v<T>) std::fill_n(values, size, value);
        return size;
    });
}

}  // namespace host

/// C<M, replace> = accum(C, A), whole object to whole object of the same shape (A transposed if desc.transpose_a). Without an
/// accumulator, positions that the mask admits and that A leaves empty become empty. Throws dimension_mismatch.
/// O(nvals(A) + nvals(C)).
template <container C, mask_for<C> Mask, class Accum, same_kind<C> A>
void assign(const context& ctx, C& c, const Mask& mask, const Accum& accum, const A& a, const descriptor& desc = {}) {
    host::check_output("assign", c, mask, host::used_shape(a, desc.transpose_a));
    csr<value_of<A>> t = [&] {
        if constexpr (is_matrix<A>) return csr<value_of<A>>(desc.transpose_a ? *a.transposed_storage() : a.storage());
        else return csr<value_of<A>>(a.list());
    }();
    host::finish(ctx.team(), c, std::move(t), mask, accum, desc.replace);
}

/// C<M, replace> = accum(C, value) at every position that the mask admits; without a mask at every position of C. The value is
/// cast to C's type. Throws out_of_memory where every position is too many. O(positions admitted + nvals(C)); into a
/// well-filled vector under a structural mask O(nvals(M)).
template <container C, mask_for<C> Mask, class Accum, class Value>
requires(!container<Value>)
void assign(const context& ctx, C& c, const Mask& mask, const Accum& accum, const Value& value, const descriptor& desc = {}) {
    host::check_mask_shape("assign", mask, shapes::of(c));
    const auto x = cast<formats::stored<value_of<C>>>(value);
    if constexpr (is_vector<C> && std::is_same_v<Accum, no_accum_t>) {
        if (!desc.replace && host::fill_in_place(ctx.team(), c, mask, x)) return;
    }
    csr<value_of<C>> t = [&] {
        const host::held_mask held(ctx.team(), mask);
        return host::spread<value_of<C>>(ctx.team(), x, shapes::of(c), held.rows());
    }();
    if constexpr (is_matrix<C>) {
        const host::held_mask held(ctx.team(), mask);
        c = C::from_storage(host::write_back(ctx.team(), c.storage(), std::move(t), held.rows(), accum, desc.replace, true));
    } else {
        host::write_back(ctx.team(), c, std::move(t), mask, accum, desc.replace, true, true);
    }
}

}  // namespace graphblas_gpu
