// mask_source: the mask of a call without the type of its values. An operation asks it for the structural mask on the engine
// where it runs.
#pragma once

#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/operations/matrix_source.hpp>
#include <graphblas_gpu/operations/vector_source.hpp>

namespace graphblas_gpu::operations {

namespace detail {
inline untyped_rows entries_of(const stored_matrix& m) { return m.rows(); }
inline untyped_rows entries_of(const stored_vector& v) { return v.list(); }
inline std::shared_ptr<const cuda::csr> entries_on(const cuda::engine_ptr& e, const stored_matrix& m) {
    return m.device_rows(e, false);
}
inline std::shared_ptr<const cuda::csr> entries_on(const cuda::engine_ptr& e, const stored_vector& v) {
    return v.device_list(e);
}

template <class X>
struct source_types;
template <class T>
struct source_types<matrix<T>> {
    using source = source_of<T>;
    using stored = stored_matrix;
};
template <class T>
struct source_types<vector<T>> {
    using source = vector_source_of<T>;
    using stored = stored_vector;
};
}  // namespace detail

/// A mask over a matrix or over a vector; Stored is stored_matrix or stored_vector.
template <class Stored>
struct mask_source {
    const Stored* object = nullptr;  ///< null: no mask
    bool by_value = false;           ///< only the entries that cast to true belong to the mask
    bool complement = false;

    /// Whether there is a mask and it is not complemented.
    bool admits_only() const { return object != nullptr && !complement; }
    /// The object if its structure is the mask, else null.
    const Stored* structure() const { return by_value ? nullptr : object; }
    /// The mask as a structural mask, on host threads or on a device. A mask over a vector lies over one row.
    /// @{
    host::held_mask on_host(host::team& team) const {
        if (object == nullptr) return {};
        if (by_value) return {object->true_entries(team), complement};
        return host::held_mask({detail::entries_of(*object), true, complement});
    }
    device::held_mask on_device(const cuda::engine_ptr& e) const {
        if (object == nullptr) return {};
        return {e, detail::entries_on(e, *object), by_value, complement};
    }
    /// @}
};
using matrix_mask_source = mask_source<stored_matrix>;
using vector_mask_source = mask_source<stored_vector>;

/// A mask_source for a public mask, which must outlive this object.
template <class Mask>
class mask_source_of;
template <>
class mask_source_of<no_mask_t> : public matrix_mask_source {
  public:
    explicit mask_source_of(const no_mask_t&) {}
    operator vector_mask_source() const { return {}; }
};
template <class Object>
class mask_source_of<mask_view<Object>> : public mask_source<typename detail::source_types<Object>::stored> {
    using types = detail::source_types<Object>;

  public:
    explicit mask_source_of(const mask_view<Object>& mask)
        : mask_source<typename types::stored>{&source_, mask.by_value, mask.complement}, source_(*mask.object) {}
    mask_source_of(const mask_source_of&) = delete;
    mask_source_of& operator=(const mask_source_of&) = delete;

  private:
    typename types::source source_;
};
template <class Mask>
mask_source_of(const Mask&) -> mask_source_of<Mask>;

}  // namespace graphblas_gpu::operations
