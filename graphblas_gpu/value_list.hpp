// A list of values as a parameter: any contiguous range of them, or values in braces.
//
// Idea: as integer_list.hpp. A std::span takes no values in braces, and a template parameter cannot be deduced from them.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/integer_list.hpp>

namespace graphblas_gpu {

/// A parameter of type value_list<T> takes a contiguous range of T (vector, span, array), values in braces, or a pointer and a
/// number in braces. The values are not copied and must outlive the list, but a temporary is moved into it. Values in braces
/// are copied, and so is a std::vector<bool>, because it is no array of bool.
template <class T>
class value_list {
  public:
    value_list() = default;
    value_list(const T* first, std::size_t count) : given_(first, count) {}
    value_list(std::initializer_list<T> given) { own(buffer<T>(given)); }

    template <detail::loopable Range>
    requires(!std::same_as<std::remove_cvref_t<Range>, value_list>) value_list(Range&& range) {
        constexpr bool is_packed = std::is_same_v<T, bool> && std::is_same_v<std::remove_cvref_t<Range>, std::vector<bool>>;
        constexpr bool is_array = std::is_constructible_v<std::span<const T>, const std::remove_reference_t<Range>&>;
        static_assert(
            is_packed || is_array,
            "a list of values is a contiguous range of values of the container's own type, such as a std::vector<float>"
            " for a matrix<float>");
        if constexpr (is_packed) own(base::unpacked(range));
        else if constexpr (!is_array) return;
        else if constexpr (detail::owning_temporary<Range>) own(std::move(range));
        else given_ = std::span<const T>(std::as_const(range));
    }
    value_list(const value_list&) = delete;
    value_list& operator=(const value_list&) = delete;

    /// The values as an array.
    /// @{
    std::size_t size() const { return given_.size(); }
    const T* data() const { return given_.data(); }
    const T* begin() const { return given_.data(); }
    const T* end() const { return given_.data() + given_.size(); }
    /// @}

  private:
    template <class Array>
    void own(Array&& array) {
        given_ = std::span<const T>(detail::moved_into(owner_, std::forward<Array>(array)));
    }

    std::span<const T> given_;
    std::shared_ptr<const void> owner_;  ///< of the values, unless they are the caller's
};

}  // namespace graphblas_gpu
