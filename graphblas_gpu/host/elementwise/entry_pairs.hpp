// A binary operator without its types: a function that applies it to many pairs of values. Callers are compiled once for all
// types.
#pragma once

#include <array>
#include <cstddef>

#include <graphblas_gpu/formats/csr.hpp>
#include <semirings/semiring.hpp>

namespace graphblas_gpu::host {

/// The type in which an entry of an object over T is read: bool (the value true) where only structure is stored.
template <class T>
using reading = std::conditional_t<std::is_void_v<T>, bool, T>;

template <class T>
reading<T> read(const csr_view<T>& a, row_offset p) {
    if constexpr (std::is_void_v<T>) return true;
    else return a.values[p];
}

/// Two entries at one position, and the position of their result: values_out[out] = op(values_a[a], values_b[b]).
struct entry_pair {
    row_offset a, b, out;
};

/// The operator as a function over pairs, or over entries 0 .. count - 1 of all arrays where `pairs` is null. It refers to the
/// operator, which must outlive it.
struct pair_function {
    using function = void (*)(const void* op, const void* a, const void* b, void* out, const entry_pair* pairs,
                              std::size_t count);

    const void* op = nullptr;
    function combine = nullptr;  ///< null where the result has no values
};

/// The function that computes values of Z from values of A and B. `out` may be the array of a or of b.
template <class Z, class A, class B, class Op>
void combine_pairs(const void* op, const void* a, const void* b, void* out, const entry_pair* pairs, std::size_t count) {
    const auto& f = *reinterpret_cast<std::add_const_t<Op>*>(op);
    const csr_view<A> left{{}, static_cast<const formats::stored<A>*>(a)};
    const csr_view<B> right{{}, static_cast<const formats::stored<B>*>(b)};
    if (pairs == nullptr) {
        for (row_offset n = 0; n < static_cast<row_offset>(count); ++n)
            static_cast<Z*>(out)[n] = cast<Z>(apply_binary(f, read(left, n), read(right, n)));
        return;
    }
    for (std::size_t n = 0; n < count; ++n) {
        static_cast<Z*>(out)[pairs[n].out] = cast<Z>(apply_binary(f, read(left, pairs[n].a), read(right, pairs[n].b)));
    }
}

template <class Z, class A, class B, class Op>
pair_function pair_function_of([[maybe_unused]] const Op& op) {
    if constexpr (std::is_void_v<Z>) return {};
    else return {reinterpret_cast<const void*>(&op), &combine_pairs<Z, A, B, Op>};
}

/// An accumulator over values of C's type.
struct accumulator {
    bool is_present = false;  ///< without an accumulator the result replaces the value of C
    pair_function function;
};

/// The sizes in bytes of the values that an operator reads and makes.
struct pair_sizes {
    std::size_t a = 0, b = 0, out = 0;
};

/// out[n] = op(a[n], b[n]) for n = first .. last - 1. `out` may be the array of a or of b.
void combine_run(const pair_function& f, const void* a, const void* b, void* out, const pair_sizes& bytes, row_offset first,
                 row_offset last);

/// Collects pairs, so that the operator is applied to up to 128 pairs at a time.
class pair_batch {
  public:
    explicit pair_batch(const pair_function& function) : function_(function) {}

    /// Writes the next pair. It counts only if keep(true) follows.
    void note(row_offset a, row_offset b, row_offset out) { pairs_[count_] = {a, b, out}; }
    void keep(bool counts) { count_ += counts; }
    bool is_full() const { return count_ == pairs_.size(); }

    void combine(const void* a, const void* b, void* out) {
        if (count_ > 0 && function_.combine != nullptr) function_.combine(function_.op, a, b, out, pairs_.data(), count_);
        count_ = 0;
    }

  private:
    pair_function function_;
    std::size_t count_ = 0;
    std::array<entry_pair, 128> pairs_;
};

}  // namespace graphblas_gpu::host
