// Needs: Catch2, trial.hpp.
//
// Idea: a semiring with its types is tried on shapes that are odd on purpose: empty ones, single rows and columns,
// inner dimension 0, more than one or two words of columns and just below and above. The operands are given as they are
// and as the transpose of their transpose, so that T is the same for all transpositions.
#pragma once

#include "trial.hpp"

namespace spec {

struct product_shape {
    index nrows, inner, ncols;
    double density;
};

inline constexpr std::array product_shapes{
    product_shape{0, 0, 0, 0.5},  product_shape{0, 3, 2, 0.5},  product_shape{3, 0, 2, 0.5},
    product_shape{3, 2, 0, 0.5},  product_shape{1, 1, 1, 1.0},  product_shape{5, 4, 1, 0.6},
    product_shape{1, 4, 5, 0.6},  product_shape{4, 1, 4, 0.7},  product_shape{5, 5, 5, 0.3},
    product_shape{6, 4, 7, 0.5},  product_shape{8, 8, 8, 0.15}, product_shape{2, 3, 63, 0.7},
    product_shape{2, 3, 64, 0.7}, product_shape{2, 3, 65, 0.7}, product_shape{4, 3, 129, 0.2},
    product_shape{70, 2, 3, 0.4}, product_shape{3, 130, 4, 0.1}};

template <class TC, class TM, class TA, class TB, class S>
void check_mxm(const std::string& name, const S& semiring) {
    random r(20240101);
    for (const product_shape& shape : product_shapes) {
        const auto a = random_dense<TA>(r, shape.nrows, shape.inner, shape.density);
        const auto b = random_dense<TB>(r, shape.inner, shape.ncols, shape.density);
        const auto t = mxm(semiring, a, b);
        const auto c = write<gb::matrix<TC>>(random_dense<TC>(r, shape.nrows, shape.ncols, 0.5));
        const auto mask = write<gb::matrix<TM>>(random_dense<TM>(r, shape.nrows, shape.ncols, 0.5));
        for (const bool ta : {false, true}) {
            for (const bool tb : {false, true}) {
                const trial about{name + " " + shape_text({shape.nrows, shape.inner, shape.ncols}),
                                  {.transpose_a = ta, .transpose_b = tb},
                                  all_methods,
                                  product_tolerance<S, TC>(shape.inner),
                                  !gb::is_catalogued<S>};
                check_outputs(about, c, mask, write<gb::matrix<TA>>(ta ? transposed(a) : a),
                              write<gb::matrix<TB>>(tb ? transposed(b) : b), t,
                              [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x,
                                  const auto& y, const auto& d) { gb::mxm(ctx, out, m, accum, semiring, x, y, d); });
            }
        }
    }
}

/// A semiring of a user's own: compositions of affine maps, of which the lexicographically least is kept. Neither
/// operator is known to the library, and the multiply does not commute.
struct least_affine {
    struct least {
        using value_type = affine;
        constexpr affine operator()(const affine& x, const affine& y) const {
            const bool y_is_less = y.scale != x.scale ? y.scale < x.scale : y.shift < x.shift;
            return y_is_less ? y : x;
        }
        static constexpr affine identity() { return {~0U, ~0U}; }
    };
    static constexpr least add{};
    static constexpr affine multiply(const affine& x, const affine& y) {
        return {x.scale * y.scale, x.scale * y.shift + x.shift};
    }
};

}  // namespace spec
