// Lesson 6: the same product many times over, with other values each time.
//
// A product has two phases: where the entries of C stand depends on structure alone, and only then come the values.
// Where structure stays and values change, as in a solver that assembles the same mesh in every step, the first phase
// is needed once. A plan keeps it.
#include <graphblas_gpu/graphblas_gpu.hpp>

#include <cstdio>
#include <vector>

namespace gb = graphblas_gpu;

int main() {
    const gb::context ctx = gb::context::automatic();

    // The second difference on a line of points.
    const gb::index n = 1000;
    std::vector<gb::index> rows, columns;
    std::vector<double> values;
    for (gb::index i = 0; i < n; ++i) {
        for (gb::index j = i > 0 ? i - 1 : 0; j <= i + 1 && j < n; ++j) {
            rows.push_back(i);
            columns.push_back(j);
            values.push_back(i == j ? 2.0 : -1.0);
        }
    }
    auto a = gb::matrix<double>::from_edges(n, n, rows, columns, values);

    const auto plan = gb::plan_mxm(ctx, gb::plus_times<double>, a, a);
    std::printf("planned: %lld entries, method %s (%s), an estimated %lld bytes\n",
                static_cast<long long>(plan.nvals()), gb::to_string(plan.method()), plan.reason().c_str(),
                static_cast<long long>(plan.estimated_bytes()));

    bool right = true;
    for (int step = 1; step <= 3; ++step) {
        // New values at the old positions: the plan stays good.
        for (double& x : a.values()) x *= 2.0;
        const gb::matrix<double> c = plan.execute();
        std::printf("step %d: C(1, 1) = %g\n", step, *c.get_element(1, 1));
        right = right && c == gb::mxm(ctx, gb::plus_times<double>, a, a);
    }

    // A new entry makes it a plan for another matrix. That is noticed.
    a.set_element(0, n - 1, 1.0);
    try {
        plan.execute();
        right = false;
    } catch (const gb::invalid_value& e) {
        std::printf("refused, as it should be: %s\n", e.what());
    }
    return right ? 0 : 1;
}
