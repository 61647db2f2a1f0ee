// matrix<T>: a sparse matrix with value semantics.
//
// Idea: it is a typed view of an any_matrix, which owns the entries in compressed sparse rows, sorted and without duplicates,
// and what is derived from them. T is a number, bool, void for structure alone, or a trivially copyable struct; a CUDA device
// takes structs of 1, 2, 4, 8 and 16 bytes that have a default value.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/entries.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/operations/container_rows.hpp>
#include <graphblas_gpu/value_list.hpp>
#include <semirings/operators.hpp>

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu {

/// Entries of a matrix as three lists, row by row, columns ascending. `values` is empty for T = void.
template <class T>
struct edges {
    std::vector<index> rows;
    std::vector<index> columns;
    std::vector<formats::stored<T>> values;
};

/// Whether from_csr trusts its arrays.
enum class csr_check {
    checked,  ///< verify offsets, bounds and order in O(nvals); invalid_object names the row
    trusted,  ///< the caller guarantees that they are valid
};

/// A sparse matrix with value semantics. Entries are sorted by row and then by column, and no position occurs twice. Copies are
/// deep.
template <class T>
class matrix {
    static_assert(
        formats::storable<T>,
        "matrix<T>: T is a number, bool, void, or a trivially copyable struct, neither const nor a reference; store the "
        "place of anything else (a std::string, a pointer that owns) in a list of your own");

  public:
    using value_type = T;
    using stored_type = formats::stored<T>;

    /// Makes a 0 x 0 matrix. A matrix that was moved from is one, too.
    matrix() noexcept : any_(0, 0, type_of<T>()) {}

    /// Makes an nrows x ncols matrix without entries. Throws invalid_value if a side is negative or exceeds 2^32 - 1. O(1).
    matrix(index nrows, index ncols) : matrix() {
        base::check_side(nrows, "matrix: number of rows");
        base::check_side(ncols, "matrix: number of columns");
        any_ = any_matrix(nrows, ncols, type_of<T>());
    }

    /// The matrix as the operations see it. Nothing is copied; values that are written there have type_of<T>().
    /// @{
    explicit matrix(any_matrix&& rows) : any_(std::move(base::require_type(rows, type_of<T>(), "matrix"))) {}
    const any_matrix& any() const noexcept { return any_; }
    any_matrix& any() noexcept { return any_; }
    /// @}

    /// The matrix whose entry n is (rows[n], columns[n], values[n]), in any order; indices are ranges of any integer type.
    /// Entries at one position are joined in input order by the operator `duplicates` (by default the last one wins); with
    /// no_duplicates they are an error. Throws invalid_value, index_out_of_bounds, dimension_mismatch (lists of different
    /// lengths). O(entries + nrows + ncols).
    template <class Duplicates = second>
    static matrix from_edges(index nrows, index ncols, const integer_list<index>& rows, const integer_list<index>& columns,
                             const value_list<stored_type>& values,
                             const Duplicates& duplicates = {}) requires(!std::is_void_v<T>) {
        base::check_same_length(rows.size(), "rows", values.size(), "values");
        return from_lists(nullptr, nrows, ncols, rows, columns, values.data(), duplicates);
    }

    /// The same for structure alone; repeated positions are one entry unless no_duplicates forbids them.
    template <class Duplicates = second>
    static matrix from_edges(index nrows, index ncols, const integer_list<index>& rows, const integer_list<index>& columns,
                             const Duplicates& duplicates = {}) requires(std::is_void_v<T>) {
        return from_lists(nullptr, nrows, ncols, rows, columns, nullptr, duplicates);
    }

    /// The same, built where the operations of a context run: for a device, the lists are copied to it. Throws unsupported for
    /// values and rules for duplicates that the CUDA engine does not have.
    template <class Duplicates = second>
    static matrix from_edges(const context& ctx, index nrows, index ncols, const integer_list<index>& rows,
                             const integer_list<index>& columns, const value_list<stored_type>& values,
                             const Duplicates& duplicates = {}) requires(!std::is_void_v<T>) {
        base::check_same_length(rows.size(), "rows", values.size(), "values");
        return from_lists(&ctx, nrows, ncols, rows, columns, values.data(), duplicates);
    }
    /// The same for structure alone.
    template <class Duplicates = second>
    static matrix from_edges(const context& ctx, index nrows, index ncols, const integer_list<index>& rows,
                             const integer_list<index>& columns,
                             const Duplicates& duplicates = {}) requires(std::is_void_v<T>) {
        return from_lists(&ctx, nrows, ncols, rows, columns, nullptr, duplicates);
    }

    /// A matrix from copies of the three arrays of compressed sparse rows: nrows + 1 offsets, columns ascending within each
    /// row. Throws invalid_value for the sides, invalid_object if `check` finds an error, index_out_of_bounds for a number that
    /// does not fit row_offset or column_index. O(nvals + nrows).
    static matrix from_csr(index nrows, index ncols, const integer_list<row_offset>& offset_list,
                           const integer_list<column_index>& column_list, const value_list<stored_type>& values = {},
                           csr_check check = csr_check::checked) {
        const std::span<const row_offset> offsets = offset_list;
        const std::span<const column_index> columns = column_list;
        base::check_side(nrows, "matrix: number of rows");
        base::check_side(ncols, "matrix: number of columns");
        if (check == csr_check::checked) {
            if (offsets.empty()) throw invalid_object("from_csr: no offsets");
            const structure_view view{nrows, ncols, offsets.data(), columns.data()};
            formats::check_csr(view, offsets.size(), columns.size(), values.size(), !std::is_void_v<T>);
        }
        csr<T> made;
        made.nrows = nrows;
        made.ncols = ncols;
        made.offsets = buffer<row_offset>(offsets);
        made.columns = buffer<column_index>(columns);
        if constexpr (!std::is_void_v<T>) made.values = buffer<T>(values);
        return from_storage(std::move(made));
    }
    /// A matrix over the three arrays of somebody else, which `owner` keeps alive for it and its copies. Nothing is copied. The
    /// arrays are only read: a change of the matrix copies them first. Their owner may change values, and has to call
    /// values_changed() then. Throws as from_csr. O(1) for trusted arrays, else O(nvals + nrows).
    static matrix borrow_csr(index nrows, index ncols, std::span<const row_offset> offsets,
                             std::span<const column_index> columns, std::span<const stored_type> values,
                             std::shared_ptr<const void> owner, csr_check check = csr_check::checked) {
        base::check_side(nrows, "matrix: number of rows");
        base::check_side(ncols, "matrix: number of columns");
        if (offsets.empty()) throw invalid_object("borrow_csr: no offsets");
        const csr_view<T> rows{{nrows, ncols, offsets.data(), columns.data()}, values.data()};
        if (check == csr_check::checked)
            formats::check_csr(rows, offsets.size(), columns.size(), values.size(), !std::is_void_v<T>);
        return matrix(any_matrix::borrowed(formats::untyped(rows), type_of<T>(), std::move(owner)));
    }
    /// Drops what was derived from borrowed arrays, because values in them have changed. Structure must not change.
    void values_changed() { any_.values_changed(); }

    /// Takes over rows that are known to be valid, in host memory or on a device. O(1).
    /// @{
    static matrix from_storage(csr<T>&& rows) { return matrix(any_matrix(formats::untyped(std::move(rows)), type_of<T>())); }
    static matrix from_storage(cuda::csr&& rows) { return matrix(any_matrix(std::move(rows), type_of<T>())); }
    /// @}

    /// The numbers of rows, columns and entries.
    /// @{
    index nrows() const noexcept { return any_.nrows(); }
    index ncols() const noexcept { return any_.ncols(); }
    index nvals() const noexcept { return any_.nvals(); }
    /// @}

    /// The rows in host memory, as arrays. A change of the matrix invalidates the view. Copies them there if only a device has
    /// them; else O(1).
    csr_view<T> rows() const { return formats::typed<T>(any_.rows()); }
    /// The nrows + 1 offsets of the rows in columns() and values().
    std::span<const row_offset> row_offsets() const { return {rows().offsets, static_cast<std::size_t>(nrows()) + 1}; }
    /// The columns of the entries, and their values (none for T = void).
    /// @{
    std::span<const column_index> columns() const {
        const csr_view<T> a = rows();
        return {a.columns, static_cast<std::size_t>(a.nvals())};
    }
    std::span<const stored_type> values() const {
        const csr_view<T> a = rows();
        return {a.values, std::is_void_v<T> ? 0 : static_cast<std::size_t>(a.nvals())};
    }
    /// @}

    /// The values, for changing them in place; the structure stays. Data derived from the values is dropped now, so finish
    /// writing before the matrix is used again.
    std::span<stored_type> values() {
        auto* const values = reinterpret_cast<stored_type*>(any_.changed_values());
        return {values, std::is_void_v<T> ? 0 : static_cast<std::size_t>(nvals())};
    }

    /// The entry at (i, j), or nothing. Throws invalid_index. O(log row size).
    std::optional<stored_type> get_element(index i, index j) const {
        const row_offset p = position(i, j);
        if (p < 0) return std::nullopt;
        if constexpr (std::is_void_v<T>) return formats::no_value{};
        else return rows().values[p];
    }

    /// Whether there is an entry at (i, j). Throws invalid_index. O(log row size).
    bool has_element(index i, index j) const { return position(i, j) >= 0; }

    /// Changes the entry at (i, j) or adds it, O(log row size) in any order. The next read merges the entries that were added,
    /// in O(added log added + entries and rows behind the first of them): a program that reads after each of many additions is
    /// slow. Throws invalid_index, out_of_memory; the matrix is then as it was. The parameter is no reference, because it may
    /// be given an entry of this matrix, and entries move.
    void set_element(index i, index j, stored_type value = {}) {
        check_position(i, j);
        any_.set_element(i, j, &value);
    }

    /// Removes the entry at (i, j) if there is one. Throws invalid_index. O(nvals + nrows).
    void remove_element(index i, index j) {
        check_position(i, j);
        any_.remove_element(i, j);
    }

    /// Removes all entries; the shape stays. O(1).
    void clear() noexcept { any_.clear(); }

    /// Changes the shape: entries beyond it are dropped, new rows and columns are empty. Throws invalid_value, out_of_memory;
    /// the matrix is then as it was. O(nvals + nrows, old and new).
    void resize(index nrows, index ncols) {
        base::check_side(nrows, "matrix: number of rows");
        base::check_side(ncols, "matrix: number of columns");
        any_.resize(nrows, ncols);
    }

    /// Fills a matrix that has no entries, for programs that follow GrB_Matrix_build; other programs use from_edges, which
    /// takes the same lists and throws the same errors. Here duplicates are an error unless a rule is given. Throws error with
    /// code output_not_empty if there are entries; the matrix is then as it was.
    template <class Duplicates = no_duplicates_t>
    void build(const integer_list<index>& rows, const integer_list<index>& columns, const value_list<stored_type>& values,
               const Duplicates& duplicates = {}) requires(!std::is_void_v<T>) {
        base::check_no_entries(nvals(), "matrix: build");
        *this = from_edges(nrows(), ncols(), rows, columns, values, duplicates);
    }
    /// The same for structure alone.
    template <class Duplicates = no_duplicates_t>
    void build(const integer_list<index>& rows, const integer_list<index>& columns,
               const Duplicates& duplicates = {}) requires(std::is_void_v<T>) {
        base::check_no_entries(nvals(), "matrix: build");
        *this = from_edges(nrows(), ncols(), rows, columns, duplicates);
    }

    /// The entries as a range: `for (const auto [i, j, x] : a.entries())`, without x for T = void. A change of the matrix
    /// invalidates it.
    matrix_entries<T> entries() const& { return matrix_entries<T>(rows()); }
    /// @cond
    template <class Of = T>
    auto entries() const&& {
        static_assert(detail::never<Of>,
                      "entries() of a temporary: it is gone before the loop begins; keep the matrix in a variable");
        return entries();
    }
    /// @endcond

    /// All entries, row by row. O(nvals + nrows).
    edges<T> to_edges() const {
        return base::library_call("matrix: to_edges", [&] {
            edges<T> out;
            const csr_view<T> from = rows();
            out.rows.reserve(static_cast<std::size_t>(from.nvals()));
            for (index i = 0; i < from.nrows; ++i)
                out.rows.insert(out.rows.end(), static_cast<std::size_t>(from.row_size(i)), i);
            out.columns.assign(from.columns, from.columns + from.nvals());
            if constexpr (!std::is_void_v<T>) out.values.assign(from.values, from.values + from.nvals());
            return out;
        });
    }

    /// A copy of the three arrays; std::move(a).to_csr() moves them out of a matrix that owns them in host memory, in O(1), and
    /// leaves a 0 x 0 matrix.
    /// @{
    csr<T> to_csr() const& { return formats::copy_of(rows()); }
    csr<T> to_csr() && { return formats::typed<T>(any_.taken_rows()); }
    /// @}

    /// Whether shape, structure and values are the same.
    friend bool operator==(const matrix& a, const matrix& b) { return formats::same_entries(a.rows(), b.rows()); }

    /// Whether the matrix equals its transpose in structure and values (0 and -0 differ). O(nvals) once; the answer is cached.
    bool is_symmetric() const { return any_.is_symmetric(); }
    /// The same on the threads or the device of a context. A device compares two sums of hashes, by which a matrix that is not
    /// symmetric passes with a chance of about 2^-126 (base/graph/orientation.hpp).
    bool is_symmetric(const context& ctx) const { return any_.is_symmetric(ctx); }

  private:
    /// Built on the engine of the context `*ctx`, or in host memory if ctx is nullptr.
    template <class Duplicates>
    static matrix from_lists(const context* ctx, index nrows, index ncols, std::span<const index> rows,
                             std::span<const index> columns, const stored_type* values, const Duplicates& duplicates) {
        return matrix(any_matrix(operations::built_matrix(ctx, nrows, ncols, {"from_edges", rows, columns, values},
                                                          type_of<T>(), operations::duplicate_rule_of<T>(duplicates))));
    }

    void check_position(index i, index j) const {
        base::check_index(i, nrows(), "matrix: row");
        base::check_index(j, ncols(), "matrix: column");
    }
    row_offset position(index i, index j) const {
        check_position(i, j);
        return formats::find(rows(), i, j);
    }

    any_matrix any_;
};

}  // namespace graphblas_gpu
