// Lesson 1: a matrix, a product, and what the call says about itself.
//
// A graph of five cities with one-way flights. Entry (i, j) of the matrix is the number of flights a day from i to j;
// entry (i, j) of A*A is then the number of ways to get from i to j with one change of planes.
#include <graphblas_gpu/graphblas_gpu.hpp>

#include <cstdio>

namespace gb = graphblas_gpu;

int main() {
    // A context says where operations run; every call takes it first. Nothing is global, nothing needs initialising.
    const gb::context ctx = gb::context::automatic();

    // Entries in any order. Positions that are not listed are empty, which is not the same as zero.
    // The lists are rows, columns and values: 3 flights from city 0 to city 1, and so on.
    const auto a = gb::matrix<int>::from_edges(5, 5, {0, 0, 1, 2, 3, 3}, {1, 2, 3, 3, 0, 4}, {3, 2, 1, 4, 2, 5});

    // The semiring says what "add" and "multiply" mean. plus_times is the one from school.
    const gb::matrix<int> ways = gb::mxm(ctx, gb::plus_times<int>, a, a);

    for (const auto [i, j, count] : ways.entries()) {
        std::printf("from %d to %d with one change: %d ways\n", static_cast<int>(i), static_cast<int>(j), count);
    }

    // Which method ran, and why, is never a secret.
    const gb::report report = ctx.last_report();
    std::printf("%s by method %s (%s): %lld multiplications, %lld entries\n", report.operation.c_str(),
                gb::to_string(report.method), report.reason.c_str(), static_cast<long long>(report.flops),
                static_cast<long long>(report.nvals));

    // From 0 to 3: 3 * 1 over city 1 and 2 * 4 over city 2. From 0 to 1 there is no way with one change, so no entry.
    const bool right = ways.get_element(0, 3) == 11 && !ways.has_element(0, 1) && ways.nvals() == 7;
    return right ? 0 : 1;
}
