// The rows of the table of strong scaling: calls on matrices that they make themselves.
#pragma once

#include "scaling.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <functional>
#include <string>
#include <vector>

namespace bench {

namespace gb = graphblas_gpu;

/// One call, whose operands and results differ from row to row.
struct task {
    std::function<void(const gb::context&)> prepare;  ///< gives the context operands of its own
    std::function<void(const gb::context&)> run;
    std::function<void()> keep;     ///< keeps the result, or a summary of it, to be compared with
    std::function<bool()> is_same;  ///< whether the result is the one that was kept
    std::function<void()> discard;  ///< frees the result
    std::function<void()> forget;   ///< frees the operands
    int answers = 1;                ///< how many answers a call computes, such as iterations; times are for one
    double copied_bytes = 0;        ///< the same for an answer: see scaling_model
};

/// What several rows share: the last graph that was made.
struct workbench {
    const scaling_options& options;
    gb::context host = gb::context::host();
    std::string made = {};
    gb::matrix<void> graph = {};

    /// With fewer vertices for --small.
    /// @{
    const gb::matrix<void>& rmat(int scale, int factor);
    const gb::matrix<void>& uniform();
    const gb::matrix<void>& band();
    /// @}
};

struct row {
    const char* name;
    const char* what;
    std::function<task(workbench&)> make;
};
const std::vector<row>& all_rows();

}  // namespace bench
