// matrix<T>: a sparse matrix with value semantics.
//
// Idea: entries are stored in compressed sparse rows, sorted and without duplicates. Data derived from them (transpose,
// symmetry) is computed on first use and cached until the matrix changes. T is a number, bool, void for structure alone, or a
// trivially copyable struct; a CUDA device takes structs of 1, 2, 4, 8 and 16 bytes that have a default value.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/elementwise/select.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/entries.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/formats/checks.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/lazy.hpp>
#include <graphblas_gpu/formats/use_count.hpp>
#include <graphblas_gpu/formats/value_range.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/host/bitmap_tile/tiles_of.hpp>
#include <graphblas_gpu/host/transpose.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/operations/container_rows.hpp>
#include <graphblas_gpu/row_storage.hpp>
#include <graphblas_gpu/value_list.hpp>
#include <semirings/operators.hpp>

#include <algorithm>
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
    static_assert(std::is_void_v<T> || std::is_trivially_copyable_v<T>,
                  "matrix<T>: T must be a number, bool, void, or a trivially copyable struct");

  public:
    using value_type = T;
    using stored_type = formats::stored<T>;

    /// Makes a 0 x 0 matrix.
    matrix() = default;

    matrix(const matrix&) = default;
    matrix& operator=(const matrix& other) { return *this = matrix(other); }
    /// Leaves a 0 x 0 matrix behind.
    matrix(matrix&& other) noexcept
        : storage_(std::move(other.storage_)),
          transpose_(std::move(other.transpose_)),
          device_transpose_(std::move(other.device_transpose_)),
          device_tiles_(std::move(other.device_tiles_)),
          device_transpose_tiles_(std::move(other.device_transpose_tiles_)),
          symmetric_(std::move(other.symmetric_)),
          range_(std::move(other.range_)),
          tiles_(std::move(other.tiles_)),
          uses_(other.uses_),
          structure_id_(std::exchange(other.structure_id_, formats::next_structure_id())) {}
    matrix& operator=(matrix&& other) noexcept {
        if (this == &other) return *this;
        storage_ = std::move(other.storage_);
        transpose_ = std::move(other.transpose_);
        device_transpose_ = std::move(other.device_transpose_);
        device_tiles_ = std::move(other.device_tiles_);
        device_transpose_tiles_ = std::move(other.device_transpose_tiles_);
        symmetric_ = std::move(other.symmetric_);
        range_ = std::move(other.range_);
        tiles_ = std::move(other.tiles_);
        uses_ = other.uses_;
        structure_id_ = std::exchange(other.structure_id_, formats::next_structure_id());
        return *this;
    }
    ~matrix() = default;

    /// Makes an nrows x ncols matrix without entries. Throws invalid_value if a side is negative or exceeds 2^32 - 1. O(1).
    matrix(index nrows, index ncols) {
        formats::check_side(nrows, "matrix: number of rows");
        formats::check_side(ncols, "matrix: number of columns");
        storage_ = row_storage<T>(nrows, ncols);
    }

    /// The matrix whose entry n is (rows[n], columns[n], values[n]), in any order; indices are ranges of any integer type.
    /// Entries at one position are joined in input order by the operator `duplicates` (by default the last one wins); with
    /// no_duplicates they are an error. Throws invalid_value, index_out_of_bounds, dimension_mismatch (lists of different
    /// lengths). O(entries + nrows + ncols).
    template <class Duplicates = second>
    static matrix from_edges(index nrows, index ncols, const integer_list<index>& rows, const integer_list<index>& columns,
                             const value_list<stored_type>& values,
                             const Duplicates& duplicates = {}) requires(!std::is_void_v<T>) {
        formats::check_same_length(rows.size(), "rows", values.size(), "values");
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
        formats::check_same_length(rows.size(), "rows", values.size(), "values");
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
        formats::check_side(nrows, "matrix: number of rows");
        formats::check_side(ncols, "matrix: number of columns");
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

    /// For engines and readers: takes over storage that is known to be valid.
    static matrix from_storage(csr<T>&& storage) {
        matrix m;
        m.storage_ = row_storage<T>(std::move(storage));
        m.structure_id_ = formats::next_structure_id();
        return m;
    }

    /// The numbers of rows, columns and entries.
    /// @{
    index nrows() const noexcept { return storage_.nrows(); }
    index ncols() const noexcept { return storage_.ncols(); }
    index nvals() const noexcept { return storage_.nvals(); }
    /// @}

    /// The nrows + 1 offsets of the rows in columns() and values().
    std::span<const row_offset> row_offsets() const {
        return {storage().structure().offsets, static_cast<std::size_t>(nrows()) + 1};
    }
    /// The columns of the entries, and their values (none for T = void).
    /// @{
    std::span<const column_index> columns() const { return storage().columns; }
    std::span<const stored_type> values() const { return storage().values; }
    /// @}

    /// The values, for changing them in place; the structure stays. Data derived from the values is dropped now, so finish
    /// writing before the matrix is used again.
    std::span<stored_type> values() {
        csr<T>& changed = storage_.changed();
        forget_derived();
        return {changed.values.data(), changed.values.size()};
    }

    /// The entry at (i, j), or nothing. Throws invalid_index. O(log row size).
    std::optional<stored_type> get_element(index i, index j) const {
        const row_offset p = position(i, j);
        if (p < 0) return std::nullopt;
        if constexpr (std::is_void_v<T>) return formats::no_value{};
        else return storage().values[static_cast<std::size_t>(p)];
    }

    /// Whether there is an entry at (i, j). Throws invalid_index. O(log row size).
    bool has_element(index i, index j) const { return position(i, j) >= 0; }

    /// Changes the entry at (i, j) or adds it, O(log row size) in any order. The next read merges the entries that were added,
    /// in O(added log added + entries and rows behind the first of them): a program that reads after each of many additions is
    /// slow. Throws invalid_index, out_of_memory; the matrix is then as it was. The parameter is no reference, because it may
    /// be given an entry of this matrix, and entries move.
    void set_element(index i, index j, stored_type value = {}) {
        check_position(i, j);
        if (storage_.set(i, j, value)) forget_structure();
        else if constexpr (!std::is_void_v<T>) forget_derived();
    }

    /// Removes the entry at (i, j) if there is one. Throws invalid_index. O(nvals + nrows).
    void remove_element(index i, index j) {
        const row_offset p = position(i, j);
        if (p >= 0) replace_structure(formats::without_entry<T>(storage(), i, p));
    }

    /// Removes all entries; the shape stays. O(1).
    void clear() noexcept { replace_storage(row_storage<T>(nrows(), ncols())); }

    /// Changes the shape: entries beyond it are dropped, new rows and columns are empty. Throws invalid_value, out_of_memory;
    /// the matrix is then as it was. O(nvals + nrows, old and new).
    void resize(index nrows, index ncols) {
        formats::check_side(nrows, "matrix: number of rows");
        formats::check_side(ncols, "matrix: number of columns");
        if constexpr (formats::fits_on_device<T>) {
            if (!is_on_host()) {
                const auto before = storage_.device();
                const cuda::engine_ptr e = before->offsets.owner();
                const cuda::engine::use here(*e, "matrix: resize");
                return replace_structure(
                    formats::library_call("matrix: resize", [&] { return cuda::resized(e, before->view(), nrows, ncols); }));
            }
        }
        replace_structure(formats::resized(storage().view(), nrows, ncols));
    }

    /// Fills a matrix that has no entries, for programs that follow GrB_Matrix_build; other programs use from_edges, which
    /// takes the same lists and throws the same errors. Here duplicates are an error unless a rule is given. Throws error with
    /// code output_not_empty if there are entries; the matrix is then as it was.
    template <class Duplicates = no_duplicates_t>
    void build(const integer_list<index>& rows, const integer_list<index>& columns, const value_list<stored_type>& values,
               const Duplicates& duplicates = {}) requires(!std::is_void_v<T>) {
        formats::check_no_entries(nvals(), "matrix: build");
        *this = from_edges(nrows(), ncols(), rows, columns, values, duplicates);
    }
    /// The same for structure alone.
    template <class Duplicates = no_duplicates_t>
    void build(const integer_list<index>& rows, const integer_list<index>& columns,
               const Duplicates& duplicates = {}) requires(std::is_void_v<T>) {
        formats::check_no_entries(nvals(), "matrix: build");
        *this = from_edges(nrows(), ncols(), rows, columns, duplicates);
    }

    /// The entries as a range: `for (const auto [i, j, x] : a.entries())`, without x for T = void. A change of the matrix
    /// invalidates it.
    matrix_entries<T> entries() const& { return matrix_entries<T>(storage().view()); }
    void entries() const&& = delete;  // the matrix would be gone before the loop begins

    /// All entries, row by row. O(nvals + nrows).
    edges<T> to_edges() const {
        return formats::library_call("matrix: to_edges", [&] {
            edges<T> out;
            const csr<T>& from = storage();
            out.rows.reserve(from.columns.size());
            for (index i = 0; i < nrows(); ++i) {
                out.rows.insert(out.rows.end(), static_cast<std::size_t>(from.structure().row_size(i)), i);
            }
            out.columns.assign(from.columns.begin(), from.columns.end());
            if constexpr (!std::is_void_v<T>) out.values.assign(from.values.begin(), from.values.end());
            return out;
        });
    }

    /// A copy of the three arrays.
    csr<T> to_csr() const { return storage(); }

    /// Whether shape, structure and values are the same.
    friend bool operator==(const matrix& a, const matrix& b) { return a.storage() == b.storage(); }

    /// Whether the matrix equals its transpose in structure and values (0 and -0 differ). O(nvals) once; the answer is cached.
    bool is_symmetric() const {
        return *symmetric_.get([this] { return formats::is_symmetric(storage().view()); });
    }
    /// The same on the threads or the device of a context. A device compares two sums of hashes, by which a matrix that is not
    /// symmetric passes with a chance of about 2^-126 (formats/orientation.hpp).
    bool is_symmetric(const context& ctx) const {
        return *symmetric_.get([&] { return operations::is_symmetric(ctx, storage_); });
    }

    /// For engines: the storage; its transpose and its tiles, which are made once and cached (the transpose only if it does not
    /// have far more rows than entries); a number that changes with the structure.
    /// @{
    const csr<T>& storage() const { return storage_.host(); }
    std::shared_ptr<const csr<T>> transposed_storage() const {
        // A symmetric matrix is its own transpose, so no second copy is made.
        if (is_symmetric()) return {std::shared_ptr<const void>(), &storage()};
        if (!keeps_transpose()) return std::make_shared<const csr<T>>(formats::transposed(storage().view()));
        return transpose_.get([this] { return formats::transposed(storage().view()); });
    }
    /// The same on the threads of a team.
    std::shared_ptr<const csr<T>> transposed_storage(host::team& team) const {
        if (is_symmetric(team)) return {std::shared_ptr<const void>(), &storage()};
        if (!keeps_transpose()) return std::make_shared<const csr<T>>(host::transposed(team, storage().view()));
        return transpose_.get([&] { return host::transposed(team, storage().view()); });
    }
    /// The transpose as a copy that the caller owns.
    csr<T> copied_transpose(host::team& team) const {
        if (keeps_transpose() || has_cached_transpose()) return *transposed_storage(team);
        return host::transposed(team, storage().view());
    }
    bool is_symmetric(host::team& team) const {
        return *symmetric_.get([&] { return host::is_symmetric(team, storage().view()); });
    }
    bool has_cached_transpose() const {
        return known_symmetric() || transpose_.get_if_cached() != nullptr;
    }
    /// The matrix in tiles of 8 x 8, made once and cached.
    std::shared_ptr<const formats::bitmap_tiles<T>> tiles(host::team& team) const {
        return tiles_.get([&] { return host::tiles_of(team, storage().view()); });
    }
    std::uint64_t structure_id() const noexcept { return structure_id_; }
    /// @}

    /// For the CUDA engine: the storage on its device, copied there if needed; its transpose, made once by make(storage) and
    /// cached.
    /// @{
    std::shared_ptr<const cuda::csr> device_storage(const cuda::engine_ptr& e) const { return storage_.device(e); }
    template <class Make>
    std::shared_ptr<const cuda::csr> device_transpose(const cuda::engine_ptr& e, const Make& make) const {
        const auto known = device_transpose_.get_if_cached();
        if (known != nullptr && known->offsets.owner() != e) device_transpose_.forget();
        return device_transpose_.get([&] { return make(*device_storage(e)); });
    }
    bool has_cached_device_transpose() const { return device_transpose_.get_if_cached() != nullptr || known_symmetric(); }
    /// Counts one more product that reads the matrix; returns how many there were since it changed.
    std::int64_t count_use() const noexcept { return uses_.add(); }
    void forget_device_transpose() const { device_transpose_.forget(); }
    /// The matrix, or its transpose, in bitmap tiles, made once by make() and cached.
    template <class Make>
    std::shared_ptr<const cuda::tiles> device_tiles(const cuda::engine_ptr& e, bool transposed, const Make& make) const {
        const auto& cache = transposed ? device_transpose_tiles_ : device_tiles_;
        const auto known = cache.get_if_cached();
        if (known != nullptr && known->bases.owner() != e) cache.forget();
        return cache.get(make);
    }
    /// These tiles if they are cached on the device of `e`, else null.
    std::shared_ptr<const cuda::tiles> cached_device_tiles(const cuda::engine_ptr& e, bool transposed) const {
        const auto& cache = transposed && !known_symmetric() ? device_transpose_tiles_ : device_tiles_;
        const auto known = cache.get_if_cached();
        return known != nullptr && known->bases.owner() == e ? known : nullptr;
    }
    bool known_symmetric() const {
        const auto known = symmetric_.get_if_cached();
        return known != nullptr && *known;
    }
    /// Whether the matrix is symmetric; find() is called if this is not known yet.
    template <class Find>
    bool is_symmetric_by(const Find& find) const {
        return *symmetric_.get(find);
    }
    bool is_on_host() const noexcept { return storage_.is_on_host(); }
    /// The range of the values, computed once by find() and cached.
    template <class Find>
    value_range<T> range_by(const Find& find) const requires std::is_arithmetic_v<T> {
        return *range_.get(find);
    }
    /// Takes over rows that an operation has made on a device.
    static matrix from_device(cuda::csr&& made) {
        matrix m;
        m.storage_ = row_storage<T>(shared_rows(std::move(made)));
        m.structure_id_ = formats::next_structure_id();
        return m;
    }
    /// @}

  private:
    /// Built on the engine of the context `*ctx`, or in host memory if ctx is nullptr.
    template <class Context, class Duplicates>
    static matrix from_lists(Context ctx, index nrows, index ncols, std::span<const index> rows,
                             std::span<const index> columns, const stored_type* values, const Duplicates& duplicates) {
        formats::check_side(nrows, "matrix: number of rows");
        formats::check_side(ncols, "matrix: number of columns");
        formats::check_same_length(rows.size(), "rows", columns.size(), "columns");
        return formats::library_call("from_edges", [&] {
            const std::vector<column_index> i = formats::checked_positions(rows, nrows, "from_edges: row");
            const std::vector<column_index> j = formats::checked_positions(columns, ncols, "from_edges: column");
            matrix m;
            m.storage_ = operations::built_rows<T>(ctx, "from_edges", nrows, ncols, {i.data(), i.size()}, {j.data(), j.size()},
                                                   values, duplicates);
            return m;
        });
    }

    /// Whether the transpose is cached: only if it does not have far more rows than entries.
    bool keeps_transpose() const { return !formats::is_hypersparse(ncols(), nvals()); }

    void check_position(index i, index j) const {
        formats::check_index(i, nrows(), "matrix: row");
        formats::check_index(j, ncols(), "matrix: column");
    }
    row_offset position(index i, index j) const {
        check_position(i, j);
        return formats::find(storage().structure(), i, j);
    }

    void replace_structure(csr<T>&& storage) { replace_storage(row_storage<T>(std::move(storage))); }
    void replace_structure(cuda::csr&& storage) {
        replace_storage(row_storage<T>(shared_rows(std::move(storage))));
    }
    void replace_storage(row_storage<T>&& storage) noexcept {
        storage_ = std::move(storage);
        forget_structure();
    }

    /// After the structure has changed.
    void forget_structure() noexcept {
        structure_id_ = formats::next_structure_id();
        forget_derived();
    }
    void forget_derived() noexcept {
        transpose_.reset();
        symmetric_.reset();
        range_.reset();
        tiles_.reset();
        device_transpose_.reset();
        device_tiles_.reset();
        device_transpose_tiles_.reset();
        uses_.reset();
    }

    row_storage<T> storage_;
    formats::lazy<csr<T>> transpose_;
    formats::lazy<cuda::csr> device_transpose_;
    formats::lazy<cuda::tiles> device_tiles_;
    formats::lazy<cuda::tiles> device_transpose_tiles_;
    formats::lazy<bool> symmetric_;
    formats::lazy<std::conditional_t<std::is_arithmetic_v<T>, value_range<T>, bool>> range_;
    formats::lazy<formats::bitmap_tiles<T>> tiles_;
    formats::use_count uses_;
    std::uint64_t structure_id_ = formats::next_structure_id();
};

}  // namespace graphblas_gpu
