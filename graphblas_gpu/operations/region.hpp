// Assignment into a part of an object: C(I, J)<M, replace> = accum(C(I, J), A).
//
// Idea: A is moved to its place, a matrix of C's shape with entries in rows I and columns J alone, and merged by write_back,
// which asks the region at each position whether the mask rules there and whether A does. The variants differ only in the
// places of A and of the mask: the mask of GrB_assign lies over all of C, that of a row over the row, that of subassign over
// I x J. Lists that do not ascend are sorted once, and A with them.
// Source: GraphBLAS C API 2.1, section 4.3.7; SuiteSparse:GraphBLAS user guide, "GxB_subassign" for how the two differ.
#pragma once

#include <limits>

#include <graphblas_gpu/formats/selection.hpp>
#include <graphblas_gpu/host/extract_rows.hpp>
#include <graphblas_gpu/operations/operation.hpp>

namespace graphblas_gpu::host {

using formats::ordered_selection;

/// Rows I and columns J of an output, as a smaller matrix is spread over them.
struct place {
    ordered_selection rows;
    ordered_selection columns;

    bool is_whole(shapes::shape s) const {
        return rows.in_order() && columns.in_order() && rows.sorted.is_whole(s.nrows) && columns.sorted.is_whole(s.ncols);
    }
    shapes::shape shape() const { return {rows.sorted.size(), columns.sorted.size()}; }
};

inline ordered_selection in_order(selection s) {
    const index size = s.size();
    return {std::move(s), selection::whole(size)};
}
inline place whole_of(shapes::shape s) { return {in_order(selection::whole(s.nrows)), in_order(selection::whole(s.ncols))}; }

/// Says whether columns that ascend from call to call are in an ascending selection. O(log distance) for lists.
class selection_cursor {
  public:
    explicit selection_cursor(const selection& s) : selection_(s) {}
    bool contains(column_index j) {
        if (!selection_.is_list()) return selection_.contains(j);
        const auto list = selection_.positions();
        at_ = gallop(list.data(), at_, static_cast<row_offset>(list.size()), j);
        return at_ < static_cast<row_offset>(list.size()) && list[static_cast<std::size_t>(at_)] == j;
    }

  private:
    const selection& selection_;
    row_offset at_ = 0;
};

/// The positions that an assignment may write, and those that its mask is about, which contain them.
class region {
  public:
    region(const place& written, const place& masked) : written_(written), masked_(masked) {}

    class row {
      public:
        row(const region& r, index i)
            : is_written_(r.written_.rows.sorted.contains(i)),
              is_masked_(r.masked_.rows.sorted.contains(i)),
              written_(r.written_.columns.sorted),
              masked_(r.masked_.columns.sorted) {}
        bool stays(bool deletes) const { return !is_masked_ || (!is_written_ && !deletes); }
        bool is_masked(column_index j) { return masked_.contains(j); }
        bool is_written(column_index j) { return is_written_ && written_.contains(j); }

      private:
        bool is_written_;
        bool is_masked_;
        selection_cursor written_;
        selection_cursor masked_;
    };
    row at(index i) const { return {*this, i}; }

  private:
    const place& written_;
    const place& masked_;
};

/// `a` moved to its place in a matrix of shape `whole`, which is otherwise empty. O(nvals(a) + rows of whole), and the cost of
/// extract_rows where a list does not ascend.
template <class T>
csr<T> placed(team& team, const csr_view<T>& a, const place& where, shapes::shape whole) {
    csr<T> t;
    if (where.rows.in_order() && where.columns.in_order()) {
        const auto count = static_cast<std::size_t>(a.nvals());
        t.offsets = buffer<row_offset>(std::span<const row_offset>(a.offsets, static_cast<std::size_t>(a.nrows) + 1));
        t.columns = buffer<column_index>(std::span<const column_index>(a.columns, count));
        if constexpr (!std::is_void_v<T>) t.values = buffer<T>(std::span<const T>(a.values, count));
    } else {
        t = extract_rows(team, a, where.rows.order, where.columns.order);
    }
    t.nrows = whole.nrows;
    t.ncols = whole.ncols;
    const selection& rows = where.rows.sorted;
    const selection& columns = where.columns.sorted;
    if (!columns.is_whole(whole.ncols)) {
        const auto count = static_cast<index>(t.columns.size());
        for_ranges(team, count, count, [&](index first, index last, int) {
            for (auto p = static_cast<std::size_t>(first); p < static_cast<std::size_t>(last); ++p) {
                t.columns[p] = static_cast<column_index>(columns[t.columns[p]]);
            }
        });
    }
    if (!rows.is_whole(whole.nrows)) {
        buffer<row_offset> offsets(static_cast<std::size_t>(whole.nrows) + 1);
        row_offset* next = offsets.begin();
        for (index k = 0; k < rows.size(); ++k) {
            // Up to and including row rows[k] everything begins where row k of `a` does.
            row_offset* const end = offsets.begin() + rows[k] + 1;
            std::fill(next, end, t.offsets[static_cast<std::size_t>(k)]);
            next = end;
        }
        std::fill(next, offsets.end(), t.offsets[static_cast<std::size_t>(rows.size())]);
        t.offsets = std::move(offsets);
    }
    return t;
}

/// A mask moved to its place in the output. Outside that, nothing is in it.
class placed_mask {
  public:
    placed_mask(team& team, const mask_rows& mask, const place& where, shapes::shape whole) : rows_(mask) {
        if (!mask.present || where.is_whole(whole)) return;
        moved_ = placed<void>(team, {mask.rows, nullptr}, where, whole);
        rows_.rows = moved_.structure();
    }
    placed_mask(const placed_mask&) = delete;
    placed_mask& operator=(const placed_mask&) = delete;

    const mask_rows& rows() const { return rows_; }

  private:
    mask_rows rows_;
    csr<void> moved_;
};

/// The vector that is the only row of `row`, as a matrix of one column. O(size).
template <class T>
csr<T> as_column(const csr_view<T>& row) {
    csr<T> out(row.ncols, 1);
    const auto count = static_cast<std::size_t>(row.nvals());
    for (std::size_t p = 0; p < count; ++p) ++out.offsets[std::size_t{row.columns[p]} + 1];
    for (std::size_t i = 1; i < out.offsets.size(); ++i) out.offsets[i] += out.offsets[i - 1];
    out.columns = buffer<column_index>(count, column_index{0});
    if constexpr (!std::is_void_v<T>) out.values = buffer<T>(std::span<const T>(row.values, count));
    return out;
}

/// C with A assigned to `where`, under a mask that lies over `masked`. O(nvals(C) + nvals(A) + nvals(M) + nrows(C)).
template <class C, class T, class Accum>
csr<C> assigned(team& team, const csr<C>& c, const csr_view<T>& a, const place& where, const mask_rows& mask,
                const place& masked, const Accum& accum, bool replace) {
    const shapes::shape whole{c.nrows, c.ncols};
    const placed_mask m(team, mask, masked, whole);
    const region part(where, masked);
    return write_back(team, c, placed(team, a, where, whole), m.rows(), accum, replace, false, &part);
}

/// `value` at every position of `where` that a mask of C's shape admits, as rows of C's shape. Throws out_of_memory where these
/// are too many. O(positions, or the mask's entries in the rows of `where` if it admits only those, + nrows).
template <class T>
csr<T> spread(team& team, const formats::stored<T>& value, const place& where, shapes::shape whole, const mask_rows& mask) {
    const selection& rows = where.rows.sorted;
    const selection& columns = where.columns.sorted;
    if (!mask.admits_only() && columns.size() > 0 && rows.size() > std::numeric_limits<index>::max() / columns.size()) {
        throw out_of_memory("assign: " + std::to_string(rows.size()) + " x " + std::to_string(columns.size()) +
                            " entries do not fit in memory");
    }
    buffer<row_offset> bound(static_cast<std::size_t>(whole.nrows) + 1, row_offset{0});
    for (index k = 0; k < rows.size(); ++k) {
        bound[static_cast<std::size_t>(rows[k])] =
            mask.admits_only() ? std::min(columns.size(), mask.rows.row_size(rows[k])) : columns.size();
    }
    exclusive_scan({bound.data(), bound.size()});
    return build_rows<T>(team, whole.nrows, whole.ncols, bound,
                         [&](index i, column_index* to, [[maybe_unused]] formats::stored<T>* values) {
        index size = 0;
        if (bound[static_cast<std::size_t>(i)] == bound[static_cast<std::size_t>(i) + 1]) return size;
        if (mask.admits_only()) {
            selection_cursor written(columns);
            for (row_offset p = mask.rows.begin(i); p < mask.rows.end(i); ++p) {
                if (written.contains(mask.rows.columns[p])) to[size++] = mask.rows.columns[p];
            }
        } else {
            mask_cursor admitted(mask, i);
            for (index l = 0; l < columns.size(); ++l) {
                const auto j = static_cast<column_index>(columns[l]);
                if (admitted.admits(j)) to[size++] = j;
            }
        }
        if constexpr (!std::is_void_v<T>) std::fill_n(values, size, value);
        return size;
    });
}

}  // namespace graphblas_gpu::host
