// Verifies C<M, replace> = accum(C, A (+).(x) B) against GrB_mxm.
//
// Needs: SuiteSparse:GraphBLAS.
// Idea: for most semirings one call, and equality. Three kinds of semirings need more. With `any`, SuiteSparse may return any
// term, but ours returns the first: the smallest k is found with min_secondi, which is unique, and the values are looked up
// with this k. SuiteSparse's min and max of floating-point numbers begin with an infinity, so that an entry whose terms are all
// NaN is infinite; where NaN may occur, monoids that begin with NaN take their place. Sums of floating-point numbers depend on
// the order of their terms: the answer must lie between the results of accumulating the smallest and the largest sum that
// rounding can make of the same terms.
// Source: for the bound: Higham, "Accuracy and Stability of Numerical Algorithms" (SIAM 2002), section 4.2.
#include "verify_common.hpp"
#include <semirings/catalogue.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace grb {
namespace {

namespace ss = gb::suitesparse;

/// The smaller or the larger of two numbers, or the one that is not NaN.
/// @{
struct smaller {
    template <class T>
    T operator()(T x, T y) const {
        return std::fmin(x, y);
    }
};
struct larger {
    template <class T>
    T operator()(T x, T y) const {
        return std::fmax(x, y);
    }
};
/// @}

/// Whether all values are finite. Products of two such numbers, and sums, are never NaN.
template <std::floating_point T>
bool is_finite(const gb::matrix<T>& m) {
    return std::all_of(m.values().begin(), m.values().end(), [](T x) { return std::isfinite(x); });
}

template <class T>
class reference_product {
  public:
    explicit reference_product(const product_question<T>& question) : q_(question) {
        if (q_.mask != nullptr) mask_ = ss::to_suitesparse(*q_.mask);
        nrows_ = q_.transpose_a ? q_.a->ncols() : q_.a->nrows();
        ncols_ = q_.transpose_b ? q_.b->nrows() : q_.b->ncols();
    }

    /// The whole statement in one call.
    gb::matrix<T> by_mxm() const {
        if constexpr (std::floating_point<T>) {
            const bool may_be_nan = !is_finite(*q_.a) || !is_finite(*q_.b);
            if (may_be_nan && q_.add() == "min") return by_mxm_that_keeps_nan<smaller>();
            if (may_be_nan && q_.add() == "max") return by_mxm_that_keeps_nan<larger>();
        }
        return by_mxm(ss::make_semiring<T>(q_.add(), q_.multiply()));
    }

    /// The product alone, under the mask, computed in type X from operands of type X.
    template <class X>
    gb::matrix<X> product(const char* add, const std::string& multiply_by, const gb::matrix<X>& a,
                          const gb::matrix<X>& b) const {
        ss::matrix_handle t = ss::new_matrix<X>(nrows_, ncols_);
        multiply(t, nullptr, ss::make_semiring<X>(add, multiply_by), ss::to_suitesparse(a), ss::to_suitesparse(b), true);
        return ss::matrix_from<X>(std::move(t));
    }

    /// The accumulation and the mask of the statement, with `t` as the product.
    gb::matrix<T> accumulated(const gb::matrix<T>& t) const {
        ss::matrix_handle c = ss::to_suitesparse(*q_.c);
        const ss::matrix_handle product = ss::to_suitesparse(t);
        // This transposes a transpose: it is the simplest call that copies a matrix into another under a mask.
        const ss::descriptor_handle desc = descriptor({.transpose_a = true, .replace = q_.replace});
        ss::check(GrB_transpose(c, mask_, accum(), product, desc), "GrB_transpose", static_cast<GrB_Matrix>(c));
        return ss::matrix_from<T>(std::move(c));
    }

  private:
    /// The same with the smallest or the largest term that is not NaN, and NaN if all are.
    template <class Extreme>
    gb::matrix<T> by_mxm_that_keeps_nan() const {
        const suitesparse_operator extreme = new_operator<Extreme, T, T>();
        suitesparse_monoid monoid;
        constexpr T nan = std::numeric_limits<T>::quiet_NaN();
        const auto create = [&] {
            if constexpr (std::same_as<T, float>) return GrB_Monoid_new_FP32(monoid.out(), extreme, nan);
            else return GrB_Monoid_new_FP64(monoid.out(), extreme, nan);
        };
        ss::check(create(), "GrB_Monoid_new");
        ss::semiring_handle semiring;
        ss::check(GrB_Semiring_new(semiring.out(), monoid, ss::binary_operator<T>(q_.multiply())), "GrB_Semiring_new");
        return by_mxm(semiring);
    }

    gb::matrix<T> by_mxm(GrB_Semiring semiring) const {
        ss::matrix_handle c = ss::to_suitesparse(*q_.c);
        multiply(c, accum(), semiring, ss::to_suitesparse(*q_.a), ss::to_suitesparse(*q_.b), q_.replace);
        return ss::matrix_from<T>(std::move(c));
    }

    ss::descriptor_handle descriptor(ss::descriptor_settings settings) const {
        settings.structural = q_.structural;
        settings.complement = q_.complement;
        return ss::make_descriptor(settings);
    }

    void multiply(GrB_Matrix c, GrB_BinaryOp accumulate, GrB_Semiring semiring, const ss::matrix_handle& a,
                  const ss::matrix_handle& b, bool replace) const {
        const ss::descriptor_handle desc =
            descriptor({.transpose_a = q_.transpose_a, .transpose_b = q_.transpose_b, .replace = replace});
        ss::check(GrB_mxm(c, mask_, accumulate, semiring, a, b, desc), "GrB_mxm", c);
    }

    GrB_BinaryOp accum() const { return q_.accum.empty() ? nullptr : ss::binary_operator<T>(q_.accum); }

    const product_question<T>& q_;
    ss::matrix_handle mask_;
    gb::index nrows_ = 0;
    gb::index ncols_ = 0;
};

/// A matrix with the same structure and the values f(value, position among all entries, row, column).
template <class To, class From, class F>
gb::matrix<To> mapped(const gb::matrix<From>& from, const F& f) {
    gb::csr<To> made;
    made.nrows = from.nrows();
    made.ncols = from.ncols();
    made.offsets = gb::buffer<gb::row_offset>(from.row_offsets());
    made.columns = gb::buffer<gb::column_index>(from.columns());
    made.values = gb::buffer<To>(made.columns.size());
    const gb::structure_view rows = made.structure();
    for (gb::index i = 0; i < rows.nrows; ++i) {
        for (gb::row_offset p = rows.begin(i); p < rows.end(i); ++p) {
            const auto at = static_cast<std::size_t>(p);
            made.values[at] = f(from.values()[at], at, i, gb::index{rows.columns[p]});
        }
    }
    return gb::matrix<To>::from_storage(std::move(made));
}

/// A product over `any` with the first term of each entry.
template <class T>
gb::matrix<T> first_terms(const product_question<T>& q, const reference_product<T>& reference) {
    const auto positions_only = [](const gb::matrix<T>& m) {
        return mapped<std::int64_t>(m, [](const T&, std::size_t, gb::index, gb::index) { return std::int64_t{1}; });
    };
    const gb::matrix<std::int64_t> k_of =
        reference.template product<std::int64_t>("min", "secondi", positions_only(*q.a), positions_only(*q.b));
    const auto element = [](const gb::matrix<T>& m, bool transposed, gb::index i, gb::index j) {
        return *(transposed ? m.get_element(j, i) : m.get_element(i, j));
    };
    return mapped<T>(k_of, [&, multiply = q.multiply()](std::int64_t k, std::size_t, gb::index i, gb::index j) -> T {
        if (multiply == "first") return element(*q.a, q.transpose_a, i, k);
        if (multiply == "second") return element(*q.b, q.transpose_b, k, j);
        if (multiply == "firsti") return static_cast<T>(i);
        if (multiply == "secondi") return static_cast<T>(k);
        if (multiply == "pair") return static_cast<T>(1);
        throw gb::unsupported("--verify: no reference for any_" + multiply);
    });
}

/// The possible difference between two sums of the same terms, for each entry of the product. The error of a sum of n terms
/// whose magnitudes add up to m is at most about n epsilon/2 m, and epsilon/2 m more for the products.
template <std::floating_point T>
std::vector<double> slack_of_sums(const product_question<T>& q, const reference_product<T>& reference) {
    const auto magnitudes = [](const gb::matrix<T>& m) {
        return mapped<double>(m, [](const T& x, std::size_t, gb::index, gb::index) { return std::abs(double{x}); });
    };
    const gb::matrix<double> a = magnitudes(*q.a), b = magnitudes(*q.b);
    const std::string multiply = q.multiply();
    // |min(x, y)| may be as large as the larger magnitude.
    const gb::matrix<double> sizes = reference.product("plus", multiply == "min" ? "max" : multiply, a, b);
    const gb::matrix<double> terms = reference.product("plus", "pair", a, b);
    std::vector<double> slack(sizes.values().size());
    constexpr double epsilon = std::numeric_limits<T>::epsilon();
    for (std::size_t p = 0; p < slack.size(); ++p) {
        const double n = terms.values()[p];
        slack[p] = epsilon * (n + 1) * sizes.values()[p] + n * double{std::numeric_limits<T>::denorm_min()};
        // Sums of ones are exact as long as each fits the fraction; a single term needs no addition.
        if (n <= 1 || (multiply == "pair" && n < 1 / epsilon)) slack[p] = 0;
    }
    return slack;
}

template <std::floating_point T>
std::string difference_of_sums(const product_question<T>& q, const reference_product<T>& reference,
                               const gb::matrix<T>& answer, const std::string& whose) {
    const gb::matrix<T> t = reference.product("plus", q.multiply(), *q.a, *q.b);
    const std::vector<double> slack = slack_of_sums(q, reference);
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const auto shifted = [&](int sign) {
        return reference.accumulated(mapped<T>(t, [&](const T& x, std::size_t p, gb::index, gb::index) {
            return std::isfinite(slack[p]) ? static_cast<T>(double{x} + sign * slack[p]) : sign * infinity;
        }));
    };
    const gb::matrix<T> expected = reference.by_mxm(), lower = shifted(-1), upper = shifted(1);
    return first_difference(answer, expected, whose, [&](gb::row_offset p, const T& x, const T& y) {
        if (same_value(x, y)) return true;
        const auto at = static_cast<std::size_t>(p);
        const auto [least, most] = std::minmax({y, lower.values()[at], upper.values()[at]});
        // The accumulator adds one more rounding.
        const T rounding = least < most ? std::numeric_limits<T>::epsilon() * std::max(std::abs(least), std::abs(most)) : T{0};
        return least - rounding <= x && x <= most + rounding;
    });
}

}  // namespace

template <class T>
verdict verify_product(const product_question<T>& question, const gb::matrix<T>& answer) {
    verdict result{{suitesparse_name()}, {}};
    const reference_product<T> reference(question);
    const std::string& whose = result.against.front();
    if (question.add() == "any") {
        result.difference = first_difference(answer, reference.accumulated(first_terms(question, reference)), whose);
        return result;
    }
    if constexpr (std::floating_point<T>) {
        if (question.add() == "plus") {
            result.difference = difference_of_sums(question, reference, answer, whose);
            return result;
        }
    }
    result.difference = first_difference(answer, reference.by_mxm(), whose);
    return result;
}

#define GB_INSTANTIATE(name, T) template verdict verify_product(const product_question<T>&, const gb::matrix<T>&);
GB_FOR_EACH_any_type(GB_INSTANTIATE, )
#undef GB_INSTANTIATE

}  // namespace grb
