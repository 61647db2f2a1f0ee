// Semirings and monoids of a program's own that are wrong (how_it_reads.cmake). A case is a line of words and a line of
// program.
// clang-format off
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <graphblas_gpu/reduce.hpp>

namespace gb = graphblas_gpu;

struct place {
    int x, y;
};
struct sum_of_floats {
    using value_type = float;
    float operator()(float x, float y) const { return x + y; }
#if WRONG != 1
    static constexpr float identity() { return 0; }
#endif
};
struct own_semiring {
#if WRONG != 2
    sum_of_floats add;
#endif
#if WRONG == 3
    float multiply(float x, float y) { return x * y; }
#elif WRONG == 4
    float multiply(const place& x, float y) const { return x.x * y; }
#elif WRONG != 5
    float multiply(float x, float y) const { return x * y; }
#endif
};

int main() {
    const gb::context ctx = gb::context::host({.threads = 1});
    const gb::matrix<float> a(3, 3);
#if WRONG == 0
    (void)gb::mxm(ctx, own_semiring{}, a, a);
    (void)gb::mxm(ctx, gb::make_semiring(gb::monoid<gb::plus, float>{}, [](float x, float y) { return x - y; }), a, a);
    (void)gb::reduce(ctx, sum_of_floats{}, a);
#elif WRONG == 1  // a monoid has an identity of its value_type
    (void)gb::mxm(ctx, own_semiring{}, a, a);
#elif WRONG == 2  // a semiring has a monoid as its member add
    (void)gb::mxm(ctx, own_semiring{}, a, a);
#elif WRONG == 3  // a semiring has multiply(x, y) or multiply(x, y, i, k, j), static or const
    (void)gb::mxm(ctx, own_semiring{}, a, a);
#elif WRONG == 4  // of a left_type and a right_type (its value_type unless it names others)
    (void)gb::mxm(ctx, own_semiring{}, a, a);
#elif WRONG == 5  // a semiring has multiply(x, y) or multiply(x, y, i, k, j), static or const
    (void)gb::mxm(ctx, own_semiring{}, a, a);
#elif WRONG == 6  // make_semiring: the function is called with (left, right) or (left, right, i, k, j), is const, and returns
    (void)gb::mxm(ctx, gb::make_semiring(gb::monoid<gb::plus, float>{}, [](float, float) { return place{}; }), a, a);
#elif WRONG == 7  // make_semiring: the first argument is a monoid, gb::monoid<gb::plus, float>{}
    (void)gb::mxm(ctx, gb::make_semiring([](float x, float y) { return x + y; }, gb::times{}), a, a);
#elif WRONG == 8  // make_semiring: the first argument is a monoid, gb::monoid<gb::plus, float>{}
    (void)gb::mxm(ctx, gb::make_semiring(gb::plus{}, gb::times{}), a, a);
#endif
}
