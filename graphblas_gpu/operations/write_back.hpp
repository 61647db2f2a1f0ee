// The last step of every operation: C<M, replace> = accum(C, T).
//
// Idea: one merge of the rows of C, T and M, shared by all operations and methods, compiled once for each size of a value. A new
// C is made and then moved in, so that the output may alias an input and a failed call leaves it as it was.
// Source: GraphBLAS C API 2.1, section 2.3 ("mask and accumulate").
#pragma once

#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/host/accumulator.hpp>
#include <graphblas_gpu/operations/operand.hpp>

namespace graphblas_gpu::host {

class region;

/// T as the new content of C, cast to its type.
template <class C, class T>
csr<C> recast(team& team, csr<T>&& t) {
    if constexpr (std::is_same_v<C, T>) {
        return std::move(t);
    } else {
        csr<C> out;
        out.nrows = t.nrows;
        out.ncols = t.ncols;
        if constexpr (!std::is_void_v<C>) out.values = converted_values<C>(team, t.view());
        out.offsets = std::move(t.offsets);
        out.columns = std::move(t.columns);
        return out;
    }
}

/// Walks a mask's row beside ascending columns.
class mask_cursor {
  public:
    mask_cursor(const mask_rows& mask, index i) : mask_(mask) {
        if (!mask.present) return;
        at_ = mask.rows.begin(i);
        end_ = mask.rows.end(i);
    }
    /// Whether j may be written; j ascends from call to call.
    bool admits(column_index j) {
        if (!mask_.present) return true;
        while (at_ < end_ && mask_.rows.columns[at_] < j) ++at_;
        return (at_ < end_ && mask_.rows.columns[at_] == j) != mask_.complement;
    }

  private:
    const mask_rows& mask_;
    row_offset at_ = 0;
    row_offset end_ = 0;
};

/// Whether T alone is the new content of C. `t_is_masked` says that T has no entry outside the mask. An assignment into a part of C
/// names the part (region.hpp), outside which T has no entry; null: all of C.
inline bool is_new_content(row_offset entries_of_c, const mask_rows& mask, bool accumulates, bool replace, bool t_is_masked,
                           const region* part) {
    const bool c_is_dropped = part == nullptr && !accumulates && (!mask.present || replace);
    return (!mask.present || t_is_masked) && (c_is_dropped || entries_of_c == 0);
}

/// The new content of C, merged with a T whose values have C's type.
formats::untyped_csr merged(team& team, const structure_view& c, const void* c_values, const structure_view& t, const void* t_values,
                            std::size_t value_bytes, const mask_rows& mask, const accumulator& accum, bool replace,
                            const region* part);

/// The same for a T of any type.
template <class C, class T, class Accum>
csr<C> merged(team& team, const csr<C>& c, const csr_view<T>& t, const mask_rows& mask, const Accum& accum, bool replace,
              const region* part) {
    buffer<formats::stored<C>> converted;
    const void* values = t.values;
    if constexpr (!std::is_void_v<C> && !std::is_same_v<C, T>) {
        converted = converted_values<C>(team, t);
        values = converted.data();
    }
    return formats::typed<C>(merged(team, c.structure(), c.values.data(), t, values, formats::bytes_of<C>, mask,
                                    accumulator_of<C>(accum), replace, part));
}

/// The new content of C.
template <class C, class T, class Accum>
csr<C> write_back(team& team, const csr<C>& c, csr<T>&& t, const mask_rows& mask, const Accum& accum, bool replace,
                  bool t_is_masked, const region* part = nullptr) {
    constexpr bool accumulates = !std::is_same_v<Accum, no_accum_t>;
    if (is_new_content(c.nvals(), mask, accumulates, replace, t_is_masked, part)) return recast<C>(team, std::move(t));
    return merged(team, c, t.view(), mask, accum, replace, part);
}

}  // namespace graphblas_gpu::host
