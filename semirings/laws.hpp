// Idea: algebra cannot be proved by a concept, but it can be tested: every law is tested on all tuples of some samples, and the
// first tuple that breaks it is reported. One function tests the laws both for the constexpr answer and for the report in
// words. Cubic in the number of samples.
//
// Source: GraphBLAS C API 2.1, sections 3.5.2 and 3.5.3 (what a monoid and a semiring have to satisfy).
#pragma once

#include <semirings/semirings.hpp>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <ranges>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu {

/// How strictly laws are checked.
struct law_options {
    /// For the laws that rounding breaks (associativity and distributivity, but not identity, terminal and commutativity): two
    /// floating-point results agree if they differ by at most this times the largest finite magnitude among them and the
    /// operands. A negative number stands for 16 epsilon of the value type. Integers and the user's own types agree if they are
    /// equal.
    double relative_tolerance = -1;
    /// Also test that multiply distributes over add. Few useful semirings do so exactly, and no method relies on it.
    bool distributivity = false;
};

namespace detail {

/// Whether x and y are the same value; NaN is the same as NaN.
template <class T>
constexpr bool same_value(const T& x, const T& y) {
    return static_cast<bool>(x == y) || (!static_cast<bool>(x == x) && !static_cast<bool>(y == y));
}

template <class T>
constexpr bool nearly_same(const T& x, const T& y, std::initializer_list<T> operands, double tolerance) {
    if (same_value(x, y)) return true;
    if constexpr (std::floating_point<T>) {
        constexpr T infinity = std::numeric_limits<T>::infinity();
        T scale = 0;
        const auto widen = [&](T value) {
            const T size = value < 0 ? -value : value;
            if (size < infinity && size > scale) scale = size;
        };
        widen(x);
        widen(y);
        for (T value : operands) widen(value);
        const T difference = x < y ? y - x : x - y;
        return difference < infinity && static_cast<double>(difference) <= tolerance * static_cast<double>(scale);
    } else {
        return false;
    }
}

template <class T>
constexpr double tolerance_of(const law_options& options) {
    if constexpr (std::floating_point<T>)
        if (options.relative_tolerance < 0) return 16 * static_cast<double>(std::numeric_limits<T>::epsilon());
    return options.relative_tolerance;
}

/// Calls broken(law, witnesses) once for each broken law, with the first tuple of samples that breaks it.
template <class M, class Samples, class Broken>
constexpr void walk_monoid_laws(const M& m, const Samples& samples, const law_options& options, Broken&& broken) {
    using T = monoid_value_t<M>;
    const double tolerance = tolerance_of<T>(options);
    bool left_identity = true, right_identity = true, terminal = true, commutative = true, associative = true,
         keeps_first = true;
    const auto fail = [&](bool& holds, const char* law, std::initializer_list<T> witnesses) {
        if (std::exchange(holds, false)) broken(law, witnesses);
    };
    for (const T a : samples) {
        if constexpr (!monoid_is_any<M>) {
            const T e = M::identity();
            if (!same_value<T>(m(e, a), a)) fail(left_identity, "identity from the left: op(identity, a) == a", {e, a});
            if (!same_value<T>(m(a, e), a))
                fail(right_identity, "identity from the right: op(a, identity) == a", {e, a});
        }
        if constexpr (monoid_has_terminal<M> && !monoid_is_any<M>) {
            const T t = M::terminal();
            if (!same_value<T>(m(t, a), t) || !same_value<T>(m(a, t), t))
                fail(terminal, "terminal: op(terminal, a) == op(a, terminal) == terminal", {t, a});
        }
        for (const T b : samples) {
            if constexpr (monoid_is_any<M>) {
                if (!same_value<T>(m(a, b), a)) fail(keeps_first, "is_any is true: op(a, b) == a", {a, b});
            } else {
                if (!same_value<T>(m(a, b), m(b, a))) fail(commutative, "commutativity: op(a, b) == op(b, a)", {a, b});
            }
            for (const T c : samples)
                if (!nearly_same<T>(m(m(a, b), c), m(a, m(b, c)), {a, b, c}, tolerance))
                    fail(associative, "associativity: op(op(a, b), c) == op(a, op(b, c))", {a, b, c});
        }
    }
}

/// The laws of the multiply alone: it must not depend on an operand that it declares as not read, because engines that do not
/// load this operand would give another result.
template <class S, class Samples, class Broken>
constexpr void walk_multiply_laws(const S& s, const Samples& samples, const law_options& options, Broken&& broken) {
    using T = semiring_value_t<S>;
    using L = semiring_left_t<S>;
    using R = semiring_right_t<S>;
    const double tolerance = tolerance_of<T>(options);
    bool left_unread = true, right_unread = true, from_left = true, from_right = true;
    const auto fail = [&](bool& holds, const char* law, std::initializer_list<T> witnesses) {
        if (std::exchange(holds, false)) broken(law, witnesses);
    };
    const auto product = [&](const T& x, const T& y) {
        return semiring_product(s, cast<L>(x), cast<R>(y), std::int64_t{2}, std::int64_t{3}, std::int64_t{5});
    };
    for (const T a : samples)
        for (const T b : samples)
            for (const T c : samples) {
                if constexpr (!semiring_traits<S>::reads_left)
                    if (!same_value<T>(product(a, c), product(b, c)))
                        fail(left_unread, "reads_left is false: multiply(a, c) == multiply(b, c)", {a, b, c});
                if constexpr (!semiring_traits<S>::reads_right)
                    if (!same_value<T>(product(c, a), product(c, b)))
                        fail(right_unread, "reads_right is false: multiply(c, a) == multiply(c, b)", {a, b, c});
                if (!options.distributivity) continue;
                if (!nearly_same<T>(product(c, s.add(a, b)), s.add(product(c, a), product(c, b)), {a, b, c}, tolerance))
                    fail(from_left, "distributivity from the left: c * (a + b) == c * a + c * b", {a, b, c});
                if (!nearly_same<T>(product(s.add(a, b), c), s.add(product(a, c), product(b, c)), {a, b, c}, tolerance))
                    fail(from_right, "distributivity from the right: (a + b) * c == a * c + b * c", {a, b, c});
            }
}

template <class X, class Samples, class Broken>
constexpr void walk_laws(const X& x, const Samples& samples, const law_options& options, Broken&& broken) {
    if constexpr (monoid_like<X>) {
        walk_monoid_laws(x, samples, options, broken);
    } else {
        walk_monoid_laws(x.add, samples, options, broken);
        using T = semiring_value_t<X>;
        // Samples are values of the sum; a multiply whose operands have types that are not related to it cannot be tested on
        // them.
        if constexpr (requires(const T& value) {
                          cast<semiring_left_t<X>>(value);
                          cast<semiring_right_t<X>>(value);
                      })
            walk_multiply_laws(x, samples, options, broken);
    }
}

template <class X>
struct law_value {
    using type = semiring_value_t<X>;
};
template <monoid_like X>
struct law_value<X> {
    using type = monoid_value_t<X>;
};

template <class T>
std::string describe(const T& x) {
    std::ostringstream out;
    if constexpr (std::same_as<T, bool>)
        out << (x ? "true" : "false");
    else if constexpr (std::integral<T>)
        out << +x;  // int8 as a number, not as a character
    else if constexpr (std::floating_point<T>) {
        out.precision(std::numeric_limits<T>::max_digits10);
        out << x;
    } else if constexpr (requires { out << x; })
        out << x;
    else
        out << "(a value that cannot be printed)";
    return out.str();
}

}  // namespace detail

/// A monoid or a semiring whose values can be compared, so that its laws can be tested.
template <class X>
concept has_laws = (monoid_like<X> || semiring_like<X>)&&std::equality_comparable<typename detail::law_value<X>::type>;

/// Whether all laws hold on the samples; for a static_assert.
template <has_laws X, std::ranges::forward_range Samples>
constexpr bool obeys_laws(const X& x, const Samples& samples, const law_options& options = {}) {
    bool holds = true;
    detail::walk_laws(x, samples, options, [&](const char*, auto) { holds = false; });
    return holds;
}

/// A sentence for each law that the samples break, with the values that break it; empty if all laws hold. NaN is not a value of
/// min and max, which ignore it: as a sample it breaks the law of identity.
template <has_laws X, std::ranges::forward_range Samples>
std::vector<std::string> check_laws(const X& x, const Samples& samples, const law_options& options = {}) {
    using T = typename detail::law_value<X>::type;
    std::vector<std::string> sentences;
    detail::walk_laws(x, samples, options, [&](const char* law, std::initializer_list<T> witnesses) {
        std::string sentence = std::string(law) + " does not hold for";
        const char* separator = " ";
        for (const T& value : witnesses) {
            sentence += separator + detail::describe(value);
            separator = ", ";
        }
        sentences.push_back(std::move(sentence));
    });
    return sentences;
}

/// The same for samples in braces.
template <has_laws X>
std::vector<std::string> check_laws(const X& x, std::initializer_list<typename detail::law_value<X>::type> samples,
                                    const law_options& options = {}) {
    return check_laws<X, std::initializer_list<typename detail::law_value<X>::type>>(x, samples, options);
}

}  // namespace graphblas_gpu
