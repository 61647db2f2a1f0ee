// any_matrix: a sparse matrix whose type of values is known at run time. matrix<T> is a typed view of one.
//
// Idea: entries are stored in compressed sparse rows, sorted and without duplicates, with their values as bytes. Data that is
// derived from them (transpose, tiles, symmetry, range) is made on first use and cached until the matrix changes. All of this
// is compiled once, and every operation is a function on these matrices.
#pragma once

#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/base/lazy.hpp>
#include <graphblas_gpu/base/use_count.hpp>
#include <graphblas_gpu/base/value_range.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/formats/bitmap_tile/bitmap_tiles.hpp>
#include <graphblas_gpu/row_storage.hpp>
#include <graphblas_gpu/shapes.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace graphblas_gpu {

class context;
namespace host {
class team;
}

/// A sparse matrix with values of a type that is known at run time. Several threads may read an object at once. Copies are
/// deep.
class any_matrix {
  public:
    /// Makes a 0 x 0 matrix without values.
    any_matrix() noexcept : any_matrix(0, 0, type_of<void>()) {}
    /// Makes an nrows x ncols matrix without entries. The sides are valid. O(1).
    any_matrix(index nrows, index ncols, const type_descriptor& type) noexcept : storage_(nrows, ncols, type) {}
    /// Takes over rows that are known to be valid and have values of this type.
    /// @{
    any_matrix(formats::untyped_csr&& rows, const type_descriptor& type) noexcept : storage_(std::move(rows), type) {}
    any_matrix(cuda::csr&& rows, const type_descriptor& type) : storage_(shared_rows(std::move(rows)), type) {}
    explicit any_matrix(row_storage&& rows) noexcept : storage_(std::move(rows)) {}
    /// @}
    /// A matrix over arrays of somebody else, in host memory or on the device of `e`, which are known to be valid. Nothing is
    /// copied; `owner` keeps the arrays alive for this matrix and its copies. They are only read: a change of this matrix copies
    /// them first. Their owner may change values, not positions, and has to call values_changed() then. Work that writes arrays
    /// of a device must have ended. Throws unsupported for values that no device holds, out_of_memory. O(1).
    /// @{
    static any_matrix borrowed(const formats::untyped_view& rows, const type_descriptor& type, std::shared_ptr<const void> owner) {
        return any_matrix(row_storage(formats::untyped_rows(rows, std::move(owner)), type));
    }
    static any_matrix borrowed(const cuda::engine_ptr& e, const cuda::csr_ref& rows, const type_descriptor& type,
                               std::shared_ptr<const void> owner);
    /// Drops what was derived from borrowed arrays, or copied, because values in them have changed.
    void values_changed() {
        storage_.forget_copies();
        forget_derived();
    }
    /// @}

    any_matrix(const any_matrix& other);
    any_matrix& operator=(const any_matrix& other) { return *this = any_matrix(other); }
    /// Leaves a 0 x 0 matrix of the same type behind.
    any_matrix(any_matrix&& other) noexcept;
    any_matrix& operator=(any_matrix&& other) noexcept;
    ~any_matrix() { forget_derived(); }

    /// The type of the values, the shape and the number of entries.
    /// @{
    const type_descriptor& type() const noexcept { return storage_.type(); }
    index nrows() const noexcept { return storage_.nrows(); }
    index ncols() const noexcept { return storage_.ncols(); }
    index nvals() const noexcept { return storage_.nvals(); }
    shapes::shape shape() const noexcept { return {nrows(), ncols()}; }
    /// @}
    /// A number that changes with the structure.
    std::uint64_t structure_id() const noexcept { return structure_id_; }
    /// Whether no device is needed to read the entries; a device may have them too.
    bool is_on_host() const noexcept { return storage_.is_on_host(); }

    /// The rows in host memory.
    formats::untyped_view rows() const { return storage_.host(); }
    /// The rows of the transpose, which is made once and cached, unless it has far more rows than entries. A symmetric matrix
    /// is its own transpose.
    formats::untyped_rows transposed_rows(host::team& team) const;
    /// Moves the rows out, and leaves a 0 x 0 matrix behind. O(1) if the matrix has them in host memory and owns them. Throws
    /// out_of_memory; the matrix is then as it was.
    formats::untyped_csr taken_rows();
    /// A copy of the rows, or of those of the transpose.
    formats::untyped_csr copied_rows(host::team& team, bool transpose) const;
    /// Whether transposed_rows() has nothing to do.
    bool has_cached_transpose() const { return is_known_to_be_symmetric() || is_cached(&derived_data::transpose); }
    /// The matrix in tiles of 8 x 8, made once and cached.
    formats::untyped_tiles tiles(host::team& team) const;
    /// The entries whose value casts to true. Throws unsupported for values that are neither true nor false.
    csr<void> true_entries(host::team& team) const;

    /// Whether the matrix equals its transpose in structure and values (0 and -0 differ). O(nvals) once; the answer is cached.
    /// A device compares two sums of hashes (base/graph/orientation.hpp).
    /// @{
    bool is_symmetric() const;
    bool is_symmetric(host::team& team) const;
    bool is_symmetric(const context& ctx) const;
    bool is_known_to_be_symmetric() const;
    /// Tells the matrix whether it is symmetric, if it does not know.
    void set_symmetric(bool is_symmetric) const;
    /// @}

    /// The rows on a device, or those of the transpose, which is made once and cached as on the host.
    std::shared_ptr<const cuda::csr> device_rows(const cuda::engine_ptr& e, bool transpose = false) const;
    /// A copy of these rows.
    cuda::csr copied_device_rows(const cuda::engine_ptr& e, bool transpose) const;
    /// Whether device_rows() has the transpose.
    bool has_cached_device_transpose() const {
        return is_known_to_be_symmetric() || is_cached(&derived_data::device_transpose);
    }
    /// Takes over the transpose, which an operation has made together with the matrix.
    void set_device_transpose(cuda::csr&& transpose) const;
    /// The matrix, or its transpose, in tiles on a device, made once and cached; the cached tiles, or null.
    /// @{
    std::shared_ptr<const cuda::tiles> device_tiles(const cuda::engine_ptr& e, bool transpose) const;
    std::shared_ptr<const cuda::tiles> cached_device_tiles(const cuda::engine_ptr& e, bool transpose) const;
    /// @}
    /// The number of tiles, which are made where the operations of the context run.
    index count_tiles(const context& ctx) const;
    /// Counts one more product that reads the matrix, and returns how many there were since it changed. The more there were,
    /// the more preparation is worth while.
    std::int64_t count_use() const noexcept { return uses_.add(); }

    /// The range of the values, found by find() once and cached. T is the type of the values.
    template <class T, class Find>
    value_range<T> range_by(const Find& find) const {
        const auto known = derived().range.get([&] {
            const value_range<T> found = find();
            return known_range{base::scalar_value(found.smallest), base::scalar_value(found.largest), found.is_finite};
        });
        return {known->smallest.template as<T>(), known->largest.template as<T>(), known->is_finite};
    }

    /// The values in host memory, for changing them in place; the structure stays. What is derived from them is dropped now.
    std::byte* changed_values() {
        formats::untyped_csr& changed = storage_.changed();
        forget_derived();
        return changed.values.data();
    }
    /// The dense form of row_storage.
    /// @{
    formats::untyped_dense_view dense() const noexcept { return storage_.dense(); }
    bool is_only_dense() const noexcept { return storage_.is_only_dense(); }
    void make_dense() { storage_.make_dense(); }
    formats::untyped_dense_writer written_in_place() noexcept {
        forget_derived();
        structure_id_ = base::next_structure_id();
        return storage_.written_in_place();
    }
    /// @}
    /// The value at (i, j), which lies in the matrix, or null if there is no entry. For structure alone the address of an entry
    /// that has no bytes. O(log row size).
    const std::byte* find(index i, index j) const;
    /// Changes the entry at (i, j), which lies in the matrix, or adds it; its value has type().bytes bytes. O(log row size) in
    /// any order; the next read merges the entries that were added. Throws out_of_memory; the matrix is then as it was.
    void set_element(index i, index j, const void* value);
    /// Removes the entry at (i, j), which lies in the matrix, if there is one. O(nvals + nrows).
    void remove_element(index i, index j);
    /// Removes all entries; the shape stays. O(1).
    void clear() noexcept { replace(row_storage(nrows(), ncols(), type())); }
    /// Changes the shape to valid sides: entries beyond it are dropped, new rows and columns are empty. Throws out_of_memory;
    /// the matrix is then as it was. O(nvals + nrows, old and new).
    void resize(index nrows, index ncols);

  private:
    struct known_range {
        base::scalar_value smallest, largest;
        bool is_finite;
    };
    /// What is made of the rows on first use. Copies of a matrix share it.
    struct derived_data {
        base::lazy<formats::untyped_csr> transpose;
        base::lazy<formats::untyped_tiles> tiles;
        base::lazy<cuda::csr> device_transpose;
        base::lazy<cuda::tiles> device_tiles;
        base::lazy<cuda::tiles> device_transpose_tiles;
        base::lazy<bool> symmetric;
        base::lazy<known_range> range;
    };

    /// The derived data, for which memory is allocated on first use: most matrices are results that nothing is derived from,
    /// and are moved often. Throws out_of_memory.
    derived_data& derived() const;
    template <class T>
    bool is_cached(base::lazy<T> derived_data::*what) const {
        const derived_data* const known = derived_.load(std::memory_order_acquire);
        return known != nullptr && (known->*what).get_if_cached() != nullptr;
    }
    /// Whether the transpose is cached: only if it does not have far more rows than entries.
    bool keeps_transpose() const;
    void replace(row_storage&& rows) noexcept;
    void forget_derived() noexcept {
        // No other thread uses a matrix that changes.
        if (derived_.load(std::memory_order_relaxed) != nullptr) delete derived_.exchange(nullptr, std::memory_order_relaxed);
        uses_.reset();
    }

    row_storage storage_;
    mutable std::atomic<derived_data*> derived_{nullptr};
    base::use_count uses_;
    std::uint64_t structure_id_ = base::next_structure_id();
};

}  // namespace graphblas_gpu
