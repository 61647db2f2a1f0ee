// The rows, columns or positions that extract and assign use: all, a range, or a list.
//
// Idea: all three convert to one parameter type. It refers to the caller's list without copying it if the list has the right
// type and is no temporary (integer_list.hpp). A range is never expanded to a list.
// Source: GraphBLAS C API 2.1, sections 4.3.6 and 4.3.7 (arrays of indices, GrB_ALL).
#pragma once

#include <concepts>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/formats/selection.hpp>
#include <graphblas_gpu/integer_list.hpp>

namespace graphblas_gpu {

/// Every index, in order (GrB_ALL).
struct all_t {};
inline constexpr all_t all{};  ///< every index, in order

/// begin, begin + stride, ... as long as they lie before end (stride > 0) or after it (stride < 0). The range is half-open, and
/// empty if begin is not before end. range{2, 8, 3} is 2, 5; range{4, -1, -1} is 4, 3, 2, 1, 0.
struct range {
    index begin;
    index end;
    index stride = 1;
};

/// A parameter of type index_list takes gb::all, a gb::range, or a list, which need not ascend: any range of integers (vector,
/// span, array, view ..., or numbers in braces). Braces are a list: {0, 10} are two indices, range{0, 10} are ten. A contiguous
/// list of index is not copied and must outlive the index_list, but a temporary is moved into it.
class index_list {
  public:
    /// Empty braces could be meant as a descriptor; range{0, 0} gives no indices.
    index_list() = delete;
    index_list(all_t) : kind_(kind::everything) {}
    index_list(const range& r) : kind_(kind::progression), range_(r) {}
    index_list(integer_list<index> list);
    index_list(std::initializer_list<index> list);
    template <detail::loopable Range>
    requires(!std::same_as<std::remove_cvref_t<Range>, index_list>) index_list(Range&& list)
        : list_(std::forward<Range>(list)) {}

    /// The indices as positions in an object of `size` positions. Throws index_out_of_bounds, which names the first index of a
    /// list or the last index of a range that is outside [0, size), and invalid_value for stride 0; the message begins with
    /// `what`, such as "extract: row". O(1) for all and ranges, O(length) for lists.
    formats::selection within(index size, const char* what) const;

  private:
    enum class kind { everything, progression, list };

    kind kind_ = kind::list;
    range range_{0, 0};
    integer_list<index> list_;
};

}  // namespace graphblas_gpu
