// any_vector: a sparse vector whose type of values is known at run time. vector<T> is a typed view of one.
//
// Idea: a vector is stored in one of two forms: a sorted list of entries (the only row of a one-row matrix, so that every
// matrix kernel can be used for vectors too), or dense, with a value and a bit for every position. It changes its form with the
// number of entries; the other form is made when an operation needs it.
#pragma once

#include <graphblas_gpu/base/lazy.hpp>
#include <graphblas_gpu/formats/dense_vector.hpp>
#include <graphblas_gpu/row_storage.hpp>

#include <memory>
#include <optional>

namespace graphblas_gpu {

namespace host {
class team;
}

/// A sparse vector with values of a type that is known at run time. Several threads may read an object at once. Copies are
/// deep.
class any_vector {
  public:
    /// Makes a vector of size 0 without values.
    any_vector() noexcept : any_vector(0, type_of<void>()) {}
    /// Makes a vector without entries. The size is valid. O(1).
    any_vector(index size, const type_descriptor& type) noexcept : list_(1, size, type) {}
    /// Takes over one row, or a dense form, that is known to be valid and has values of this type.
    /// @{
    any_vector(formats::untyped_csr&& row, const type_descriptor& type) noexcept : list_(std::move(row), type) {}
    any_vector(cuda::csr&& row, const type_descriptor& type) : list_(shared_rows(std::move(row)), type) {}
    any_vector(formats::untyped_dense_vector&& dense, const type_descriptor& type) noexcept
        : list_(1, dense.size, type), dense_(std::move(dense)) {}
    explicit any_vector(row_storage&& row) noexcept : list_(std::move(row)) {}
    /// @}
    /// A vector over arrays of somebody else, in host memory or on the device of `e`: nvals ascending indices, or null for an
    /// entry at every one of the `size` indices, and as many values. Everything else is as in any_matrix::borrowed(). O(1) for
    /// a list, else O(size), for a bit (on a device an index) for every value.
    /// @{
    static any_vector borrowed(index size, index nvals, const column_index* indices, const std::byte* values,
                               const type_descriptor& type, std::shared_ptr<const void> owner);
    static any_vector borrowed(const cuda::engine_ptr& e, index size, index nvals, const column_index* indices,
                               const void* values, const type_descriptor& type, std::shared_ptr<const void> owner);
    /// Drops what was derived from borrowed arrays, or copied, because values in them have changed.
    void values_changed();
    /// @}

    any_vector(const any_vector&) = default;
    any_vector& operator=(const any_vector& other) { return *this = any_vector(other); }
    /// Leaves a vector of size 0 and of the same type behind.
    any_vector(any_vector&& other) noexcept;
    any_vector& operator=(any_vector&& other) noexcept;
    ~any_vector() = default;

    /// The type of the values, and the numbers of indices and of entries.
    /// @{
    const type_descriptor& type() const noexcept { return list_.type(); }
    index size() const noexcept { return list_.ncols(); }
    index nvals() const noexcept { return dense_ ? dense_->nvals : list_.nvals(); }
    /// @}
    /// Whether host memory has the entries; a device may have them too.
    bool is_on_host() const noexcept { return dense_ || list_.is_on_host(); }

    /// The entries as the row of a one-row matrix; if the vector is dense, the row is made on first use.
    formats::untyped_view list() const { return dense_ ? collected().host() : list_.host(); }
    /// The dense form if the vector is stored in it.
    formats::untyped_dense_view dense() const noexcept { return dense_ ? dense_->view() : formats::untyped_dense_view{size()}; }
    /// Whether the vector is stored in the dense form.
    bool is_dense() const noexcept { return dense_.has_value(); }
    /// The entries as a row on a device, copied there if needed.
    std::shared_ptr<const cuda::csr> device_rows(const cuda::engine_ptr& e) const {
        return dense_ ? collected().device(e) : list_.device(e);
    }
    /// The entries whose value casts to true. Throws unsupported for values that are neither true nor false.
    csr<void> true_entries(host::team& team) const;

    /// Changes to the dense form, for writing many single entries. O(size) unless the vector is in this form.
    void make_dense();
    /// The dense form, which the vector changes to if it is a list, for writing in place. Borrowed values are copied.
    formats::untyped_dense_writer written_in_place() {
        if (!dense_) make_dense();
        dense_->take_possession();
        collected_.reset();
        return {dense_->size, dense_->nvals, dense_->bits.data(), dense_->values.data()};
    }
    /// Whether the vector is a list with an entry at every position: entry number i has position i.
    bool is_full_list() const noexcept { return !dense_ && list_.nvals() == size(); }
    /// The values of a full list, for writing in place. Borrowed values are copied.
    std::byte* values_of_full_list() { return list_.changed().values.data(); }
    /// Gives a full list other values.
    void replace_values_of_full_list(buffer<std::byte>&& values) { list_.changed().values = std::move(values); }

    /// The value at position i, which lies in the vector, or null if there is no entry. For structure alone the address of an
    /// entry that has no bytes. O(1) or O(log nvals).
    const std::byte* find(index i) const;
    /// Changes or adds the entry at i, which lies in the vector: O(1) in a well-filled vector, else O(log nvals), in any order.
    /// Throws out_of_memory; the vector is then as it was.
    void set_element(index i, const void* value);
    /// Removes the entry at i, which lies in the vector, if there is one. O(nvals) at most.
    void remove_element(index i);
    /// Removes all entries; the size stays. O(1).
    void clear() noexcept { *this = any_vector(size(), type()); }
    /// Changes the size to a valid one: entries beyond it are dropped. Throws out_of_memory; the vector is then as it was.
    /// O(nvals), and O(size) where it is dense.
    void resize(index size);
    /// Moves the dense form out, and leaves a vector of size 0 behind. O(1) if the vector is stored in this form and owns it.
    /// Throws out_of_memory; the vector is then as it was.
    formats::untyped_dense_vector taken_dense();

  private:
    const row_storage& collected() const;

    row_storage list_;  // its ncols is the size of the vector in both forms
    std::optional<formats::untyped_dense_vector> dense_;
    base::lazy<row_storage> collected_;
};

}  // namespace graphblas_gpu
