// A list of integers as a parameter: any range of any integer type.
//
// Idea: a parameter type that every range of integers converts to. It refers to a contiguous range of the type that the call
// works with; any other range is converted once. The conversions are compiled in integer_list.cpp. A temporary is moved into
// the list, so that a variable of this type never refers to freed memory.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/base/within_memory.hpp>

namespace graphblas_gpu {

namespace detail {

template <class R>
concept loopable = requires(R& range) {
    *std::begin(range);
    std::begin(range) != std::end(range);
};
template <class R>
concept contiguous = requires(R& range) {
    *std::data(range);
    std::size(range);
};
template <loopable R>
using element_of = std::remove_cvref_t<decltype(*std::begin(std::declval<R&>()))>;

/// Whether T is a number: an integer type other than bool and the character types.
template <class T>
concept number_like = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
                      !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

/// Whether an argument of type Range&& is a temporary that owns its elements; a temporary std::span, for example, does not.
template <class Range>
inline constexpr bool owning_temporary =
    !std::is_reference_v<Range> && !std::ranges::enable_borrowed_range<std::remove_cv_t<Range>>;

/// Moves an array to where it lives as long as any copy of `owner`.
template <class Array>
const Array& moved_into(std::shared_ptr<const void>& owner, Array&& array) {
    auto moved = base::library_call("a list that is moved", [&] { return std::make_shared<const Array>(std::move(array)); });
    const Array& there = *moved;
    owner = std::move(moved);
    return there;
}

}  // namespace detail

/// A parameter of type integer_list<To> takes a range of integers (vector, span, array, list, view, numbers in braces). A
/// contiguous range of To is not copied and must outlive the list, but a temporary is moved into it; numbers in braces are
/// copied, and numbers of another type are converted. Throws index_out_of_bounds, which names the first number that does not
/// fit To. To is index or column_index.
template <class To>
class integer_list {
  public:
    integer_list() = default;
    integer_list(std::span<const To> given) : given_(given) {}
    integer_list(const To* first, std::size_t count) : given_(first, count) {}
    integer_list(std::initializer_list<To> given) { own(buffer<To>(given)); }

    template <detail::loopable Range>
    requires(!std::same_as<std::remove_cvref_t<Range>, integer_list>) integer_list(Range&& range) {
        using element = detail::element_of<Range>;
        static_assert(detail::number_like<element>, "a list of indices is a range of integers, such as std::vector<int>");
        if constexpr (!detail::number_like<element>) return;
        else if constexpr (!detail::contiguous<Range>) add_each(range);
        else if constexpr (!std::same_as<element, To>) convert(std::data(range), std::size(range));
        else if constexpr (detail::owning_temporary<Range>) own(std::move(range));
        else given_ = {std::data(range), std::size(range)};
    }

    /// The numbers.
    std::span<const To> span() const { return given_; }
    operator std::span<const To>() const { return given_; }
    /// The number of integers.
    std::size_t size() const { return given_.size(); }

  private:
    template <class From>
    void convert(const From* from, std::size_t count);
    static void add(buffer<To>& list, std::int64_t number);
    static void add(buffer<To>& list, std::uint64_t number);

    template <class Array>
    void own(Array&& array) {
        const auto& numbers = detail::moved_into(owner_, std::forward<Array>(array));
        given_ = {std::data(numbers), std::size(numbers)};
    }

    template <class Range>
    void add_each(Range& range) {
        buffer<To> list;
        for (const auto number : range) {
            add(list, static_cast<std::conditional_t<std::is_signed_v<decltype(number)>, std::int64_t, std::uint64_t>>(number));
        }
        own(std::move(list));
    }

    std::span<const To> given_;
    std::shared_ptr<const void> owner_;  ///< of the numbers, unless they are the caller's
};

}  // namespace graphblas_gpu
