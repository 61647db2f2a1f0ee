// Programs that must not compile, and say in a sentence why; tests/CMakeLists.txt has the sentences. REFUSED is the number of
// one.
#include <graphblas_gpu/graphblas_gpu.hpp>

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
#if REFUSED == 0
    // What compiles: the others fail by what they are about.
    (void)gb::reduce_rows(ctx, gb::plus{}, structure);
    (void)gb::extract(ctx, structure, positions, gb::all);
    (void)gb::ewise_mult(ctx, gb::first{}, places, numbers);
    (void)gb::ewise_mult(ctx, gb::first{}, numbers, places);
    (void)gb::plan_mxm(ctx, gb::structure(structure), gb::plus_times<int>, numbers, numbers, {.method = gb::method::hash});
    (void)gb::ewise_mult(ctx, [](int n, const place& at) { return place{n, at.y}; }, numbers, places);
#elif REFUSED == 1
    (void)gb::reduce(ctx, gb::times{}, structure);
#elif REFUSED == 2
    (void)gb::reduce_rows(ctx, gb::max{}, structure);
#elif REFUSED == 3
    (void)gb::extract(ctx, structure, fractions, gb::all);
#elif REFUSED == 4
    (void)gb::matrix<void>::from_edges(3, 3, positions, fractions);
#elif REFUSED == 5
    (void)gb::ewise_add(ctx, gb::first{}, places, numbers);
#elif REFUSED == 6
    (void)gb::plan_mxm(ctx, gb::plus_times<int>, numbers, gb::transpose(ctx, numbers));
#endif
}
