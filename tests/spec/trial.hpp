// Idea: one loop serves every operation: all combinations of mask, complement, replace and accumulator, with an output
// that is an object of its own, or the first operand, the second, or the mask. What the operation does is a callable;
// what its result T is, before mask and accumulator, comes from the specification. Whatever can be chosen at run time
// is, so that an operation is compiled for two kinds of masks and two of accumulators and no more.
#pragma once

#include "samples.hpp"
#include "spec.hpp"
#include "tests/catch.hpp"
#include "tests/engine.hpp"

#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <sstream>
#include <string>

namespace spec {

// ---- comparing ----

/// Equal to the bit, except that all NaN are one; on a device, where sums and minima are made in any order, so are both zeros.
template <class T>
bool same(const T& x, const T& y) {
    if constexpr (std::floating_point<T>)
        return (x != x && y != y) || std::memcmp(&x, &y, sizeof(T)) == 0 || (on_cuda() && x == y);
    else
        return x == y;
}

template <class T>
std::string text(const T& x) {
    std::ostringstream out;
    out.precision(17);
    if constexpr (std::is_arithmetic_v<T>)
        out << +x;
    else if constexpr (std::is_same_v<T, affine>)
        out << x.scale << "x+" << x.shift;
    else
        out << "?";
    return out.str();
}

/// The same to the bit, or no further apart than a tolerance.
template <class T, class U>
bool close(const T& x, const U& y, double tolerance) {
    if constexpr (std::is_arithmetic_v<T>) {
        if (tolerance > 0 && std::abs(static_cast<double>(x) - static_cast<double>(y)) <= tolerance) return true;
    }
    return same<T>(x, y);
}

/// What is wrong with `got`; empty if it is a well-formed matrix with just the wanted entries, their values no further off than
/// the tolerance.
template <class T, class U>
std::string difference(const gb::csr<T>& got, const dense<U>& want, double tolerance = 0) {
    const auto complain = [](index i, index j, const std::string& what) {
        return "at (" + std::to_string(i) + ", " + std::to_string(j) + "): " + what;
    };
    if (got.nrows != want.nrows || got.ncols != want.ncols)
        return "shape " + std::to_string(got.nrows) + "x" + std::to_string(got.ncols);
    try {
        gb::formats::check_csr(got.structure(), got.offsets.size(), got.columns.size(), got.values.size(),
                               !std::is_void_v<T>);
    } catch (const gb::error& e) {
        return std::string("malformed: ") + e.what();
    }
    for (index i = 0; i < want.nrows; ++i) {
        gb::row_offset p = got.offsets[static_cast<std::size_t>(i)];
        const gb::row_offset end = got.offsets[static_cast<std::size_t>(i) + 1];
        for (index j = 0; j < want.ncols; ++j) {
            const bool present = p < end && got.columns[static_cast<std::size_t>(p)] == j;
            const std::optional<U>& wanted = want.at(i, j);
            if (present != wanted.has_value()) return complain(i, j, present ? "too many" : "missing");
            if constexpr (!std::is_void_v<T>) {
                if (present && !close(got.values[static_cast<std::size_t>(p)], *wanted, tolerance))
                    return complain(i, j, text(got.values[static_cast<std::size_t>(p)]) + ", not " + text(*wanted));
            }
            p += present;
        }
    }
    return {};
}
/// What differs between two matrices of which one is known to be well-formed; values may be tolerance(p) apart at
/// position p.
template <class T, class Tolerance>
std::string difference(const gb::csr<T>& got, const gb::csr<T>& want, Tolerance&& tolerance) {
    if (got.nrows != want.nrows || got.ncols != want.ncols) return "the shapes differ";
    if (!(got.offsets == want.offsets) || !(got.columns == want.columns)) return "the structures differ";
    if (got.values.size() != want.values.size()) return "the numbers of values differ";
    for (std::size_t p = 0; p < got.values.size(); ++p) {
        if (same(got.values[p], want.values[p])) continue;
        if (std::abs(static_cast<double>(got.values[p]) - static_cast<double>(want.values[p])) <= tolerance(p))
            continue;
        return "entry " + std::to_string(p) + " is " + text(got.values[p]) + ", not " + text(want.values[p]);
    }
    return {};
}
template <class T>
std::string difference(const gb::csr<T>& got, const gb::csr<T>& want) {
    return difference(got, want, [](std::size_t) { return 0.0; });
}

/// The entries as rows, for a specification that many results are compared with.
template <class T>
gb::csr<T> rows_of(const dense<T>& from) {
    gb::csr<T> out(from.nrows, from.ncols);
    std::vector<gb::column_index> columns;
    std::vector<T> values;
    for (index i = 0; i < from.nrows; ++i) {
        for (index j = 0; j < from.ncols; ++j) {
            if (!from.at(i, j)) continue;
            columns.push_back(static_cast<gb::column_index>(j));
            values.push_back(*from.at(i, j));
        }
        out.offsets[static_cast<std::size_t>(i) + 1] = static_cast<gb::row_offset>(columns.size());
    }
    out.columns = gb::buffer<gb::column_index>(columns);
    out.values = gb::buffer<T>(values);
    return out;
}

template <class T, class U>
std::string difference(const gb::matrix<T>& got, const dense<U>& want, double tolerance = 0) {
    return difference(got.to_csr(), want, tolerance);
}
template <class T, class U>
std::string difference(const gb::vector<T>& got, const dense<U>& want, double tolerance = 0) {
    if (got.nvals() != got.list().nvals()) return "nvals() is not the number of entries";
    return difference(gb::formats::copy_of(got.list()), want, tolerance);
}

/// Makes the transpose that a matrix caches, and counts its entries.
template <class T>
index nvals_of_cached_transpose(const gb::matrix<T>& m) {
    gb::host::team alone(1);
    return m.any().transposed_rows(alone).nvals();
}

/// Fails the test with words made only then.
template <class Words>
void expect_none(const std::string& problem, Words&& words) {
    if (!problem.empty()) FAIL(words() << "\n  " << problem);
}

// ---- options ----

enum class accumulation { none, plus, minus, second };

/// An accumulator chosen at run time.
struct chosen_accumulator {
    accumulation kind;
    /// Which of the ready-made operators, for the CUDA engine.
    gb::cuda::binary_code code() const {
        return kind == accumulation::plus    ? gb::cuda::binary_code::plus
               : kind == accumulation::minus ? gb::cuda::binary_code::minus
                                             : gb::cuda::binary_code::second;
    }
    template <class T>
    T operator()(const T& x, const T& y) const {
        if (kind == accumulation::second) return y;
        if constexpr (std::is_same_v<T, affine>) {
            const std::uint32_t sign = kind == accumulation::plus ? 1 : ~0U;
            return {x.scale + sign * y.scale, x.shift + sign * y.shift};
        } else {
            return kind == accumulation::plus ? gb::plus{}(x, y) : gb::minus{}(x, y);
        }
    }
};

struct options {
    bool masked = false, by_value = false, complement = false, replace = false;
    accumulation accum = accumulation::none;
};

inline const std::vector<options>& all_options() {
    static const std::vector<options> all = [] {
        std::vector<options> made;
        for (const auto accum : {accumulation::none, accumulation::plus, accumulation::minus, accumulation::second}) {
            for (const bool replace : {false, true}) {
                made.push_back({false, false, false, replace, accum});
                for (const bool by_value : {false, true})
                    for (const bool complement : {false, true})
                        made.push_back({true, by_value, complement, replace, accum});
            }
        }
        return made;
    }();
    return all;
}

enum class alias { none, a, b, mask };

inline std::string describe(const options& o, const gb::descriptor& d, alias output, int threads) {
    static constexpr std::array accumulators{"no accumulator", "plus", "minus", "second"};
    static constexpr std::array outputs{"its own", "A", "B", "the mask"};
    std::ostringstream out;
    out << (o.masked ? o.complement ? "complement of " : "" : "no mask");
    if (o.masked) out << (o.by_value ? "value mask" : "structural mask");
    out << ", " << accumulators[static_cast<std::size_t>(o.accum)] << (o.replace ? ", replace" : "")
        << (d.transpose_a ? ", A transposed" : "") << (d.transpose_b ? ", B transposed" : "") << ", output is "
        << outputs[static_cast<std::size_t>(output)] << ", method " << gb::to_string(d.method) << ", " << threads
        << " threads";
    return out.str();
}

/// f(mask, accumulator), in the types that the library takes.
template <class M, class F>
void with_mask_and_accumulator(const options& o, const M& mask, F&& f) {
    const auto with_mask = [&](const auto& view) {
        if (o.accum == accumulation::none)
            f(view, gb::no_accum);
        else
            f(view, chosen_accumulator{o.accum});
    };
    if (!o.masked) {
        with_mask(gb::no_mask);
        return;
    }
    const auto view = o.by_value ? gb::values(mask) : gb::structure(mask);
    with_mask(o.complement ? !view : view);
}

// ---- what a device does otherwise ----

/// F is one of the library's operators or functions, by itself or with an operand bound: the CUDA engine knows it. Code of a
/// test's own it refuses.
template <class F>
inline constexpr bool ready_made = requires {
    F::name;
}
|| requires { F::position_only; }
|| requires { typename F::compare_type; };
template <class Op, class X>
inline constexpr bool ready_made<gb::bound_first<Op, X>> = ready_made<Op>;
template <class Op, class X>
inline constexpr bool ready_made<gb::bound_second<Op, X>> = ready_made<Op>;
template <class Op, class T>
inline constexpr bool ready_made<gb::monoid<Op, T>> = ready_made<Op>;

/// How far two sums of `terms` terms, each at most `largest`, may differ when they are added in different orders: every
/// addition rounds a sum of at most terms * largest.
template <class T>
double rounding(std::int64_t terms, double largest) {
    if constexpr (!std::floating_point<T>) {
        return 0;
    } else {
        const auto n = static_cast<double>(terms);
        return 2 * n * n * largest * static_cast<double>(std::numeric_limits<T>::epsilon());
    }
}

/// The largest magnitude that random_value gives to floating point, and a product of two.
inline constexpr double largest_value = 1000.0 / 7;
inline constexpr double largest_product = largest_value * largest_value;

/// What a product in S, cast to C, may be off on a device, which adds in an order of its own; 0 where S does not add
/// floating-point numbers. Cast to an integer, sums on either side of one are one apart.
template <class S, class C>
double product_tolerance(std::int64_t terms) {
    using value = gb::semiring_value_t<S>;
    if constexpr (requires { typename S::add_operator; }) {
        if (on_cuda() && std::floating_point<value> && std::is_same_v<typename S::add_operator, gb::plus>) {
            const double off = rounding<value>(terms + 1, largest_product);
            return std::integral<C> ? 1 : off;
        }
    }
    return 0;
}

/// The call is refused by the CUDA engine, in a sentence that names the engine.
template <class Call>
void expect_refused(Call&& call) {
    CHECK_THROWS_AS(call(), gb::unsupported);
    CHECK_THROWS_WITH(call(), contains_text("CUDA"));
}

inline const std::vector<gb::method> only_automatic{gb::method::automatic};
/// Of products with a vector, and of matrices.
inline const std::vector<gb::method> vector_methods{gb::method::automatic, gb::method::hash, gb::method::dense,
                                                    gb::method::dot};
inline const std::vector<gb::method> all_methods = product_methods();

// ---- the loop ----

/// What is tried, in words, and what does not vary in the loop.
struct trial {
    std::string name;
    gb::descriptor desc;  ///< the transpositions
    std::vector<gb::method> methods = only_automatic;
    double tolerance = 0;   ///< of values: not 0 only on a device, see product_tolerance
    bool own_code = false;  ///< runs code of the test's own, which the CUDA engine refuses
};

template <class C, class M, class A, class B, class Meaning, class Call>
class output_trial {
  public:
    output_trial(const trial& about, const C& c, const M& mask, const A& a, const B& b, Meaning& meaning, Call& call)
        : about_(about), c_(c), mask_(mask), a_(a), b_(b), meaning_(meaning), call_(call) {
        const auto shape = gb::shapes::of(mask_);
        const auto m = read(mask_);
        for (const bool by_value : {false, true})
            for (const bool complement : {false, true}) admitted_[by_value][complement] = admitted(m, by_value, complement);
        everything_ = filled(shape.nrows, shape.ncols, true);
    }

    void run() {
        run_with(alias::none, c_);
        if constexpr (std::is_same_v<C, A>)
            if (same_shape(a_)) run_with(alias::a, a_);
        if constexpr (std::is_same_v<C, B>)
            if (same_shape(b_)) run_with(alias::b, b_);
        if constexpr (std::is_same_v<C, M>)
            if (same_shape(mask_)) run_with(alias::mask, mask_);
    }

  private:
    template <class X>
    bool same_shape(const X& x) const {
        return gb::shapes::of(x) == gb::shapes::of(c_);
    }

    void run_with(alias output, const C& before) {
        const auto old = read(before);
        for (const options& o : all_options()) {
            if (output == alias::mask && !o.masked) continue;
            std::optional<dense<read_as<typename C::value_type>>> expected_once;
            for (const gb::method method : about_.methods) {
                if (!is_tried_here()) {
                    ++next_;
                    continue;
                }
                if (!expected_once) expected_once = expected(o, old);
                const auto& want = *expected_once;
                const gb::context& ctx = contexts()[next_++ % contexts().size()];
                gb::descriptor d = about_.desc;
                d.replace = o.replace;
                d.method = method;
                C c = before;
                const M* mask = &mask_;
                const A* a = &a_;
                const B* b = &b_;
                if constexpr (std::is_same_v<C, M>)
                    if (output == alias::mask) mask = &c;
                if constexpr (std::is_same_v<C, A>)
                    if (output == alias::a) a = &c;
                if constexpr (std::is_same_v<C, B>)
                    if (output == alias::b) b = &c;
                const auto words = [&] { return about_.name + ": " + describe(o, d, output, ctx.threads()); };
                const auto run = [&] {
                    with_mask_and_accumulator(
                        o, *mask, [&](const auto& view, const auto& accum) { call_(ctx, c, view, accum, *a, *b, d); });
                };
                if (about_.own_code && on_cuda()) {
                    expect_refused(run);
                    expect_none(difference(c, old), words);
                    continue;
                }
                try {
                    run();
                } catch (const std::exception& e) {
                    FAIL(words() << "\n  threw: " << e.what());
                }
                expect_none(difference(c, want, about_.tolerance), words);
            }
        }
    }

    auto expected(const options& o, const dense<read_as<typename C::value_type>>& old) const {
        const dense<bool>& mask = o.masked ? admitted_[o.by_value][o.complement] : everything_;
        if (o.accum == accumulation::none) return meaning_(old, mask, gb::no_accum, o.replace);
        return meaning_(old, mask, chosen_accumulator{o.accum}, o.replace);
    }

    const trial& about_;
    const C& c_;
    const M& mask_;
    const A& a_;
    const B& b_;
    Meaning& meaning_;
    Call& call_;
    dense<bool> admitted_[2][2], everything_;  ///< where the mask admits writing: by value, complement
    std::size_t next_ = 0;
};

/// Takes the place of A, of B or of both in the calls below where the operation has only one operand, or none.
inline constexpr struct {
} no_operand;

/// Tries call(ctx, C, mask, accum, A, B, desc) in all combinations; the new C is meaning(C, admitted, accum, replace).
template <class C, class M, class A, class B, class Meaning, class Call>
void check_outcomes(const trial& about, const C& c, const M& mask, const A& a, const B& b, Meaning&& meaning,
                    Call&& call) {
    output_trial<C, M, A, B, Meaning, Call>(about, c, mask, a, b, meaning, call).run();
    SUCCEED();
}

/// The same for an operation that computes T and writes it back everywhere.
template <class C, class M, class A, class B, class T, class Call>
void check_outputs(const trial& about, const C& c, const M& mask, const A& a, const B& b, const dense<T>& t,
                   Call&& call) {
    const auto meaning = [&](const auto& old, const dense<bool>& admits, const auto& accum, bool replace) {
        return write_back(old, admits, accum, t, replace);
    };
    check_outcomes(about, c, mask, a, b, meaning, call);
}

/// The vector kept as a sorted list, or densely, with a slot for every position.
template <class T>
gb::vector<T> in_form(const gb::vector<T>& v, bool is_dense) {
    gb::vector<T> out = v;
    if (is_dense)
        out.make_dense();
    else out = gb::vector<T>::from_storage(gb::formats::copy_of(v.list()));
    REQUIRE((out.dense().bits != nullptr) == (is_dense && v.size() > 0));
    return out;
}

inline std::string shape_text(std::initializer_list<index> sizes) {
    std::string out;
    for (const index size : sizes) {
        if (!out.empty()) out += 'x';
        out += std::to_string(size);
    }
    return out;
}

}  // namespace spec
