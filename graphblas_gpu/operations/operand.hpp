// Public containers as kernels want them: in one type, perhaps transposed, masks structural.
#pragma once

#include <memory>

#include <graphblas_gpu/formats/bits.hpp>
#include <graphblas_gpu/host/convert.hpp>
#include <graphblas_gpu/host/mask_rows.hpp>
#include <graphblas_gpu/host/rows.hpp>
#include <graphblas_gpu/mask.hpp>

namespace graphblas_gpu::host {

/// The value at p in another type; entries of structure-only objects read as 1.
template <class To, class T>
formats::stored<To> read_value(const csr_view<T>& a, row_offset p) {
    if constexpr (std::is_void_v<To>) {
        return {};
    } else if constexpr (std::is_void_v<T>) {
        static_assert(scalar<To>, "an entry of a structure-only object reads as 1, which needs a number or bool to be cast to");
        return cast<To>(std::int8_t{1});
    } else {
        return cast<To>(a.values[p]);
    }
}

/// The values of a in another type. O(nvals).
template <class To, class T>
buffer<To> converted_values(team& team, const csr_view<T>& a) {
    if constexpr (scalar<To> && formats::has_type_code<T>) {
        return buffer<To>::reinterpreted(converted(team, formats::code_of<T>(), a.values, a.nvals(), formats::code_of<To>()));
    } else {
        buffer<To> out(static_cast<std::size_t>(a.nvals()));
        for_ranges(team, a.nvals(), a.nvals(), [&](index first, index last, int) {
            for (row_offset p = first; p < last; ++p) out[static_cast<std::size_t>(p)] = read_value<To>(a, p);
        });
        return out;
    }
}

/// An operand whose values have type To; owns what had to be made.
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

/// A mask made structural.
class held_mask {
  public:
    held_mask(team&, const no_mask_t&) {}

    template <class Object>
    held_mask(team& team, const mask_view<Object>& mask) {
        const auto& storage = [&]() -> const auto& {
            if constexpr (requires { mask.object->storage(); }) return mask.object->storage();
            else return mask.object->list();
        }();
        rows_.present = true;
        rows_.complement = mask.complement;
        rows_.rows = storage.structure();
        using entry = typename Object::value_type;
        if constexpr (truth_value<entry> && !std::is_void_v<entry>) {
            if (!mask.by_value) return;
            filtered_ = true_structure(team, storage);
            rows_.rows = filtered_.structure();
        }
    }
    held_mask(const held_mask&) = delete;
    held_mask& operator=(const held_mask&) = delete;

    const mask_rows& rows() const { return rows_; }

  private:
    mask_rows rows_;
    csr<void> filtered_;
};

}  // namespace graphblas_gpu::host
