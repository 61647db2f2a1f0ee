// The last step of every operation: C<M, replace> = accum(C, T).
//
// Idea: one merge of the rows of C, T and M, shared by all operations and methods. A new C is made and then moved in, so
// that the output may alias an input and a failed call leaves it as it was.
// Source: GraphBLAS C API 2.1, section 2.3 ("mask and accumulate").
#pragma once

#include <graphblas_gpu/operations/operand.hpp>

namespace graphblas_gpu::host {

/// c accumulated with t, in the type of c.
template <class C, class T, class Accum>
formats::stored<C> accumulate(const Accum& accum, const csr_view<C>& c, row_offset p, const csr_view<T>& t, row_offset q) {
    if constexpr (std::is_void_v<C>) {
        return {};
    } else {
        return cast<C>(apply_binary(accum, c.values[p], read_value<C>(t, q)));
    }
}

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

/// Where T and the mask rule: everywhere. An assignment into a part of C has a host::region instead (region.hpp).
struct everywhere {
    struct row {
        /// The row of C stays as it is. `deletes`: the mask deletes entries.
        static constexpr bool stays(bool /*deletes*/) { return false; }
        /// The mask says whether column j may be written; elsewhere C stays as it is. j ascends from call to call.
        static constexpr bool is_masked(column_index) { return true; }
        /// T says what column j holds, an entry or none.
        static constexpr bool is_written(column_index) { return true; }
    };
    static constexpr row at(index) { return {}; }
};

/// The new content of C. `t_is_masked` says that T has no entry outside the mask; it has none where `places` does not write.
template <class C, class T, class Accum, class Places = everywhere>
csr<C> write_back(team& team, const csr<C>& c, csr<T>&& t, const mask_rows& mask, const Accum& accum, bool replace,
                  bool t_is_masked, const Places& places = {}) {
    constexpr bool accumulates = !std::is_same_v<Accum, no_accum_t>;
    constexpr bool is_whole = std::is_same_v<Places, everywhere>;
    const bool c_is_dropped = is_whole && !accumulates && (!mask.present || replace);
    if ((!mask.present || t_is_masked) && (c_is_dropped || c.nvals() == 0)) return recast<C>(team, std::move(t));

    const csr_view<C> cv = c.view();
    const csr_view<T> tv = t.view();
    const buffer<row_offset> bound = scan_bounds(c.nrows, [&](index i) { return cv.row_size(i) + tv.row_size(i); });
    return build_rows<C>(team, c.nrows, c.ncols, bound, [&](index i, column_index* columns, formats::stored<C>* values) {
        auto here = places.at(i);
        if (here.stays(mask.present && replace)) {
            std::copy_n(cv.columns + cv.begin(i), cv.row_size(i), columns);
            if constexpr (!std::is_void_v<C>) std::copy_n(cv.values + cv.begin(i), cv.row_size(i), values);
            return cv.row_size(i);
        }
        mask_cursor admitted(mask, i);
        index size = 0;
        const auto put = [&](column_index j, const auto& make_value) {
            columns[size] = j;
            if constexpr (!std::is_void_v<C>) values[size] = make_value();
            ++size;
        };
        row_offset p = cv.begin(i), q = tv.begin(i);
        const row_offset p_end = cv.end(i), q_end = tv.end(i);
        while (p < p_end || q < q_end) {
            const bool in_c = p < p_end && (q >= q_end || cv.columns[p] <= tv.columns[q]);
            const bool in_t = q < q_end && (p >= p_end || tv.columns[q] <= cv.columns[p]);
            const column_index j = in_c ? cv.columns[p] : tv.columns[q];
            const auto old_value = [&] { return cv.values[p]; };
            if (!here.is_masked(j)) {
                put(j, old_value);
            } else if (!admitted.admits(j)) {
                if (in_c && !replace) put(j, old_value);
            } else if (in_t) {
                if constexpr (accumulates) {
                    if (in_c) put(j, [&] { return accumulate(accum, cv, p, tv, q); });
                    else put(j, [&] { return read_value<C>(tv, q); });
                } else {
                    put(j, [&] { return read_value<C>(tv, q); });
                }
            } else if (accumulates || !here.is_written(j)) {
                put(j, old_value);
            }
            p += in_c;
            q += in_t;
        }
        return size;
    });
}

}  // namespace graphblas_gpu::host
