// Calls with wrong arguments (how_it_reads.cmake). A case is a line of words and a line of program.
// clang-format off
#include <graphblas_gpu/graphblas_gpu.hpp>

namespace gb = graphblas_gpu;

struct place {
    int x, y;
};

int main() {
    const gb::context ctx = gb::context::host({.threads = 1});
    const gb::matrix<float> a(3, 3);
    const gb::matrix<place> places(3, 3);
    const gb::vector<float> u(3);
    gb::matrix<float> c(3, 3);
    gb::vector<float> w(3);
    float sum = 0;
    constexpr auto semiring = gb::plus_times<float>;
#if WRONG == 0
    gb::mxm(ctx, c, !gb::structure(a), gb::plus{}, semiring, a, a, {.transpose_b = true, .replace = true});
    gb::mxm(ctx, c, gb::values(a), [](float x, float y) { return x < y ? x : y; }, semiring, a, a);
    gb::mxv(ctx, w, gb::structure(u), gb::no_accum, semiring, a, u);
    w = gb::vxm(ctx, semiring, u, a);
    gb::ewise_add(ctx, c, gb::no_mask, gb::no_accum, gb::plus{}, a, a);
    c = gb::ewise_mult(ctx, [](float x, float y) { return x * y; }, a, a);
    c = gb::apply(ctx, [](float x, gb::index i, gb::index) { return x + static_cast<float>(i); }, a);
    c = gb::apply(ctx, gb::bind_second(gb::times{}, 2.0f), a);
    c = gb::select(ctx, [](float x) { return x > 0; }, a);
    sum = gb::reduce(ctx, gb::max{}, a);
    gb::reduce(ctx, sum, gb::plus{}, gb::plus{}, a);
    gb::reduce(ctx, w, gb::no_mask, gb::no_accum, gb::plus{}, a);
#elif WRONG == 1  // the first argument is a context
    c = gb::mxm(semiring, a, a);
#elif WRONG == 2  // the order of arguments is: the context, the output with mask and accumulator (or none of these three)
    c = gb::mxm(ctx, a, a, semiring);
#elif WRONG == 3  // the order of arguments is: the context, the output with mask and accumulator (or none of these three)
    c = gb::select(ctx, a, gb::triu{1});
#elif WRONG == 4  // between an output and the operator stand a mask and an accumulator, gb::no_mask and gb::no_accum if
    gb::mxm(ctx, c, gb::structure(a), semiring, a, a);
#elif WRONG == 5  // between an output and the operator stand a mask and an accumulator, gb::no_mask and gb::no_accum if
    gb::reduce(ctx, w, gb::plus{}, a);
#elif WRONG == 6  // a matrix or vector m alone is no mask: gb::structure(m)
    gb::mxm(ctx, c, a, gb::no_accum, semiring, a, a, {.replace = true});
#elif WRONG == 7  // the mask stands before the accumulator
    gb::ewise_add(ctx, c, gb::plus{}, gb::structure(a), gb::plus{}, a, a);
#elif WRONG == 8  // the argument after the output is its mask
    gb::mxm(ctx, c, nullptr, nullptr, semiring, a, a);
#elif WRONG == 9  // the mask of a matrix is made of a matrix
    gb::mxm(ctx, c, gb::structure(u), gb::no_accum, semiring, a, a);
#elif WRONG == 10  // the output is of the kind of the result
    gb::mxm(ctx, w, gb::no_mask, gb::no_accum, semiring, a, a);
#elif WRONG == 11  // gb::mxm(ctx, semiring, a, b) multiplies two matrices, gb::mxv(ctx, semiring, a, u)
    w = gb::mxm(ctx, semiring, a, u);
#elif WRONG == 12  // gb::vxm(ctx, semiring, u, a) a vector and a matrix
    w = gb::vxm(ctx, semiring, a, u);
#elif WRONG == 13  // the operands of an element-wise operation are two matrices or two vectors
    c = gb::ewise_mult(ctx, gb::times{}, a, u);
#elif WRONG == 14  // options in braces are members of gb::descriptor, such as {.transpose_a = true, .replace = true}
    c = gb::mxm(ctx, semiring, a, a, {.transpose_B = true});
#elif WRONG == 15  // the output is no constant and no temporary
    gb::mxv(ctx, gb::vector<float>(3), gb::no_mask, gb::no_accum, semiring, a, u);
#elif WRONG == 16  // a product takes a semiring, such as gb::plus_times<float>, and this is none
    c = gb::mxm(ctx, gb::plus{}, a, a);
#elif WRONG == 17  // a product takes a semiring, such as gb::plus_times<float>, and this is none
    c = gb::mxm(ctx, [](float x, float y) { return x * y; }, a, a);
#elif WRONG == 18  // the values of an operand are cast to the types of the operator
    c = gb::mxm(ctx, semiring, a, places);
#elif WRONG == 19  // an accumulator is called with the old and the new value of an entry
    gb::mxm(ctx, c, gb::no_mask, [](float x) { return x; }, semiring, a, a);
#elif WRONG == 20  // an accumulator is called with the old and the new value of an entry
    gb::ewise_add(ctx, c, gb::no_mask, [](float, float) { return place{}; }, gb::plus{}, a, a);
#elif WRONG == 21  // the operator is called with a value of each operand, and does not take them
    c = gb::ewise_mult(ctx, [](float x) { return x; }, a, a);
#elif WRONG == 22  // a function of entries is const and takes a value as f(x)
    c = gb::apply(ctx, gb::plus{}, a);
#elif WRONG == 23  // a function of entries returns the new value, and this one returns nothing
    (void)gb::apply(ctx, [](float) {}, a);
#elif WRONG == 24  // a predicate is const, returns a bool and takes a value as f(x)
    c = gb::select(ctx, [](place) { return true; }, a);
#elif WRONG == 25  // a sum takes a monoid over the type of the entries, and this operator has no identity
    sum = gb::reduce(ctx, [](float x, float y) { return x + y; }, a);
#elif WRONG == 26  // gb::values(m) admits the entries that are true, and these do not cast to bool
    gb::mxm(ctx, c, gb::values(places), gb::no_accum, semiring, a, a);
#elif WRONG == 27  // products over a semiring that is not in the catalogue need #include <graphblas_gpu/own_semiring.hpp>
    c = gb::mxm(ctx, gb::make_semiring(gb::monoid<gb::plus, float>{}, gb::minus{}), a, a);
#endif
    return sum > 0;
}
