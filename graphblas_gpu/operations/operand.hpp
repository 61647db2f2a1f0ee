// Operands and masks of the public call as kernels of the host engine read them: values of one type, a transposed matrix if it
// is used transposed, a structural mask. device/operation.hpp has the same for a device.
#pragma once

#include <memory>

#include <graphblas_gpu/host/convert.hpp>
#include <graphblas_gpu/host/mask_rows.hpp>
#include <graphblas_gpu/host/rows.hpp>
#include <graphblas_gpu/mask.hpp>

namespace graphblas_gpu::host {

/// An operand whose values have type To. It owns the values that had to be converted.
template <class To>
class operand {
  public:
    template <class T>
    operand(team& team, const matrix<T>& m, bool transpose, bool with_values)
        : operand(team, transpose ? m.transposed_storage(team) : borrow(m.storage()), with_values) {}

    template <class T>
    operand(team& team, const vector<T>& v, bool with_values) : operand(team, borrow(v.list()), with_values) {}

    operand() = default;

    const csr_view<To>& view() const { return view_; }

  private:
    template <class T>
    static std::shared_ptr<const csr<T>> borrow(const csr<T>& storage) {
        return {std::shared_ptr<const void>(), &storage};
    }

    template <class T>
    operand(team& team, std::shared_ptr<const csr<T>> storage, bool with_values) : keep_(storage) {
        static_cast<structure_view&>(view_) = storage->structure();
        if constexpr (!std::is_void_v<To>) {
            if (!with_values) return;
            if constexpr (std::is_same_v<T, To>) {
                view_.values = storage->values.data();
            } else {
                converted_ = converted_values<To>(team, storage->view());
                view_.values = converted_.data();
            }
        }
    }

    csr_view<To> view_;
    buffer<formats::stored<To>> converted_;
    std::shared_ptr<const void> keep_;
};

/// The entries of m that cast to true. O(nvals + nrows).
template <truth_value T>
csr<void> true_structure(team& team, const csr<T>& m) {
    if constexpr (formats::has_type_code<T>) {
        return true_structure(team, m.structure(), formats::code_of<T>(), m.values.data());
    } else {
        const buffer<bool> truth = converted_values<bool>(team, m.view());
        return true_structure(team, m.structure(), type_code::boolean, truth.data());
    }
}

/// A mask reduced to a structural mask; it owns the true entries of a mask by value.
class held_mask {
  public:
    held_mask() = default;
    /// A mask that is structural already and whose rows another object owns.
    explicit held_mask(const mask_rows& rows) : rows_(rows) {}
    /// The true entries of a mask by value.
    held_mask(csr<void>&& entries, bool complement) : filtered_(std::move(entries)) {
        rows_ = {filtered_.structure(), true, complement};
    }

    held_mask(const held_mask&) = delete;
    held_mask& operator=(const held_mask&) = delete;

    const mask_rows& rows() const { return rows_; }

  private:
    mask_rows rows_;
    csr<void> filtered_;
};

}  // namespace graphblas_gpu::host
