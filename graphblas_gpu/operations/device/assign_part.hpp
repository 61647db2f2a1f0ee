// assign and subassign on the CUDA engine; operations/assign_part.hpp calls it.
//
// Idea: the operand and the mask are scattered to their positions in C, entries that the assignment deletes are removed from C,
// and the rest is one merge.
#pragma once

#include <utility>

#include <graphblas_gpu/cuda/structure/assign.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/region.hpp>
#include <graphblas_gpu/operations/structural_mask.hpp>

namespace graphblas_gpu::device {

namespace detail {

inline cuda::region region_of(const host::region& p) { return {p.rows.sorted, p.columns.sorted}; }

/// A mask scattered to its positions in the output.
class scattered_mask {
  public:
    scattered_mask(const engine_ptr& e, const cuda::mask_ref& mask, const host::region& where, shapes::shape whole)
        : rows_(mask) {
        if (!mask.present || where.is_whole(whole)) return;
        moved_ = cuda::scattered(e, mask.rows.structure(), where.rows, where.columns, whole.nrows, whole.ncols);
        rows_.rows = moved_.view();
    }
    scattered_mask(const scattered_mask&) = delete;
    scattered_mask& operator=(const scattered_mask&) = delete;

    const cuda::mask_ref& rows() const { return rows_; }

  private:
    cuda::csr moved_;
    cuda::mask_ref rows_;
};

/// Merges t into C. t has the shape of C and no entry outside `where` and the mask. `covers`: t has an entry at every position
/// of `where` that the mask admits. A t of type csr is consumed, a t of type csr_ref is not.
template <class C, class T, class Accum>
void join(const engine_ptr& e, const char* operation, C& c, T&& t, const host::region& where, const cuda::mask_ref& mask,
          const host::region& masked, const Accum& accumulator, bool replace, bool covers) {
    using value = typename C::value_type;
    std::optional<cuda::binary_code> accum;
    constexpr bool is_sourced = sourced_accumulator<Accum, value>;
    if constexpr (!is_sourced) accum = accumulator_code<value>(operation, accumulator, t.type);
    const auto before = own_operand(e, c, false);
    cuda::csr_ref rest = before->view();
    cuda::csr left;
    const bool overwrites = !accum && !is_sourced && !covers;
    if (overwrites || (mask.present && replace)) {
        left = cuda::left_by_assignment(e, rest, region_of(where), mask, region_of(masked), overwrites, replace);
        rest = left.view();
    }
    if constexpr (is_sourced) {
        const auto view = [](const auto& rows) -> cuda::csr_ref {
            if constexpr (requires { rows.view(); }) return rows.view();
            else return rows;
        };
        c = C::from_storage(accumulated<value>(e, rest, view(t), accumulator));
        return;
    }
    c = C::from_storage(
        cuda::write_back(e, rest, std::forward<T>(t), {}, accum.value_or(cuda::binary_code::second), false, true));
}

}  // namespace detail

/// C with the rows `from` assigned to `where`, under a mask that lies over `masked`.
template <class C, class Accum>
void assign_rows(const engine_ptr& e, const char* operation, C& c, const cuda::csr_ref& from, const host::region& where,
                 const cuda::mask_ref& mask, const host::region& masked, const Accum& accum, bool replace) {
    (void)code_of_moved_values<typename C::value_type>(operation);
    const shapes::shape whole = shapes::of(c);
    const detail::scattered_mask m(e, mask, masked, whole);
    cuda::csr t = cuda::scattered(e, from, where.rows, where.columns, whole.nrows, whole.ncols);
    if (mask.present) t = cuda::admitted(e, t.view(), m.rows());
    detail::join(e, operation, c, std::move(t), where, m.rows(), masked, accum, replace, false);
}

/// Assigns a matrix to part of a matrix, or a vector to part of a vector or of a row.
template <class C, class Mask, class Accum, class A>
void assign_part(const context& ctx, const char* operation, C& c, const Mask& mask, const Accum& accum, const A& a,
                 const host::region& where, const host::region& masked, const descriptor& desc) {
    const engine_in_use e(ctx.cuda_engine(), operation);
    (void)code_of_moved_values<typename A::value_type>(operation);
    require_device_cast<typename A::value_type, typename C::value_type>(operation);
    const auto from = own_operand(e, a, desc.transpose_a);
    const device_mask held(e, any_mask_of(mask));
    assign_rows(e, operation, c, from->view(), where, held.rows(), masked, accum, desc.replace);
}

/// Assigns a vector to part of a column.
template <class TC, class Mask, class Accum, class TU>
void assign_column(const context& ctx, const char* operation, matrix<TC>& c, const Mask& mask, const Accum& accum,
                   const vector<TU>& u, const host::region& where, const host::region& masked, const descriptor& desc) {
    const engine_in_use e(ctx.cuda_engine(), operation);
    (void)code_of_moved_values<TU>(operation);
    require_device_cast<TU, TC>(operation);
    const cuda::csr from = cuda::as_column(e, own_operand(e, u, false)->view());
    const device_mask held(e, any_mask_of(mask));
    cuda::mask_ref mask_rows = held.rows();
    cuda::csr mask_column;
    if (mask_rows.present) {
        mask_column = cuda::as_column(e, mask_rows.rows.structure());
        mask_rows.rows = mask_column.view();
    }
    assign_rows(e, operation, c, from.view(), where, mask_rows, masked, accum, desc.replace);
}

/// Assigns one value of C's type to all positions of a part.
template <class C, class Mask, class Accum>
void assign_value(const context& ctx, const char* operation, C& c, const Mask& mask, const Accum& accum,
                  const formats::stored<typename C::value_type>& value, const host::region& where, const host::region& masked,
                  const descriptor& desc) {
    using type = typename C::value_type;
    const engine_in_use e(ctx.cuda_engine(), operation);
    (void)code_of_moved_values<type>(operation);
    const shapes::shape whole = shapes::of(c);
    const device_mask held(e, any_mask_of(mask));
    const detail::scattered_mask m(e, held.rows(), masked, whole);
    // The entries of a mask that admits only its entries are the positions to write, if the part is all of C.
    cuda::csr positions;
    cuda::csr_ref t = m.rows().rows.structure();
    if (!m.rows().admits_only() || !where.is_whole(whole)) {
        positions = cuda::positions_admitted(e, detail::region_of(where), whole.nrows, whole.ncols, m.rows());
        t = positions.view();
    }
    cuda::memory values;
    if constexpr (!std::is_void_v<type> && formats::fits_on_device<type>) {
        values = cuda::filled(e, formats::scalar_value(value), t.nvals);
        t.type = formats::code_of<type>();
        t.values = values.data();
    }
    detail::join(e, operation, c, t, where, m.rows(), masked, accum, desc.replace, true);
}

}  // namespace graphblas_gpu::device
