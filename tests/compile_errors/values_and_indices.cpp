// Programs with wrong values, lists of indices and temporaries (how_it_reads.cmake). A case is a line of words and a line of
// program.
// clang-format off
#include <graphblas_gpu/graphblas_gpu.hpp>

#include <string>

namespace gb = graphblas_gpu;

struct place {
    int x, y;
};

int main() {
    const gb::context ctx = gb::context::host({.threads = 1});
    const gb::matrix<void> structure(3, 3);
    const std::vector<double> fractions{0, 1};
    const std::vector<int> positions{0, 1};
    const gb::matrix<place> places(3, 3);
    const gb::matrix<int> numbers(3, 3);
#if WRONG == 0
    // What compiles: the others fail by what they are about.
    (void)gb::reduce_rows(ctx, gb::plus{}, structure);
    (void)gb::extract(ctx, structure, positions, gb::all);
    (void)gb::ewise_mult(ctx, gb::first{}, places, numbers);
    (void)gb::ewise_mult(ctx, gb::first{}, numbers, places);
    (void)gb::plan_mxm(ctx, gb::structure(structure), gb::plus_times<int>, numbers, numbers, {.method = gb::method::hash});
    (void)gb::ewise_mult(ctx, [](int n, const place& at) { return place{n, at.y}; }, numbers, places);
#elif WRONG == 1  // structure without values is counted by gb::plus
    (void)gb::reduce(ctx, gb::times{}, structure);
#elif WRONG == 2  // structure without values is counted by gb::plus
    (void)gb::reduce_rows(ctx, gb::max{}, structure);
#elif WRONG == 3  // a list of indices is a range of integers
    (void)gb::extract(ctx, structure, fractions, gb::all);
#elif WRONG == 4  // a list of indices is a range of integers
    (void)gb::matrix<void>::from_edges(3, 3, positions, fractions);
#elif WRONG == 5  // give this operand values of that type by apply() first, or combine the entries that both have by ewise_mult()
    (void)gb::ewise_add(ctx, gb::first{}, places, numbers);
#elif WRONG == 6  // a plan refers to its operands until it is executed, and this one is a temporary
    (void)gb::plan_mxm(ctx, gb::plus_times<int>, numbers, gb::transpose(ctx, numbers));
#elif WRONG == 7  // a mask only refers to its matrix or vector, and this one is a temporary
    (void)gb::mxm_nvals(ctx, gb::structure(gb::transpose(ctx, numbers)), numbers, numbers);
#elif WRONG == 8  // entries() of a temporary: it is gone before the loop begins
    for (const auto entry : gb::transpose(ctx, numbers).entries()) (void)entry;
#elif WRONG == 9  // T is a number, bool, void, or a trivially copyable struct
    gb::matrix<std::string> names(3, 3);
#elif WRONG == 10  // a list of values is a contiguous range of values of the container's own type
    (void)gb::matrix<float>::from_edges(3, 3, positions, positions, fractions);
#endif
}
