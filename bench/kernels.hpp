// What is measured: each kernel makes a contest of a graph.
//
// Idea: one table of names, meanings and bars; the contests of one subject are in one source each.
#pragma once

#include "boost_rival.hpp"
#include "graphs.hpp"
#include "harness.hpp"
#include "suitesparse_rival.hpp"
#include <graphblas_gpu/context.hpp>

#include <optional>
#include <span>
#include <string>

namespace bench {

struct environment {
    gb::context context;  ///< of what is measured
    gb::context threads;  ///< of what makes the graphs
    bool rivals = true;  ///< other libraries run too; kernels that are measured against our own run in any case
    bool verify = true;
    bool fresh = false;  ///< ours gets a matrix in each turn that no call has looked at
    int sources = 4;  ///< of searches and paths from one source; bfs64 and sssp64 have 64
};

/// A graph and what the rivals make of it.
struct benchmark_case {
    benchmark_case(const environment& env, const std::string& name, const std::string& data_folder)
        : ours(env.threads, name, data_folder), suitesparse(ours) {}
    benchmark_case(const benchmark_case&) = delete;
    benchmark_case& operator=(const benchmark_case&) = delete;

    const boost_graph& boost() {
        if (!boost_) boost_.emplace(ours);
        return *boost_;
    }

    graph ours;
    suitesparse_graph suitesparse;

  private:
    std::optional<boost_graph> boost_;
};

enum class chosen {
    on_all_graphs,
    on_rmat,     ///< unless named, only on R-MAT graphs
    when_named,  ///< only when asked for
};

using preparation = contest(const environment&, benchmark_case&);

struct kernel {
    const char* name;
    const char* what;
    chosen when;
    double bar;  ///< ratio to reach on the graph rmat-16-16
    preparation* prepare;
};

/// The graph that the bars of the table are meant for.
inline constexpr const char* bar_graph = "rmat-16-16";

/// In the order in which they run.
std::span<const kernel> kernels();

/// The ratio to reach: the kernel's on bar_graph, 1 (not slower than SuiteSparse) for kernels that run on all graphs
/// elsewhere; none on R-MAT graphs of other sizes.
std::optional<double> bar_of(const kernel& k, const graph& g);

// ---- the contests ----

preparation read_file, move_to_device, mxm_fp32, mxm_any_pair, mxm_structure, mxm_nvals, mxm_masked, mxm_tiles, mxm_scaling,
    triangles, triangles_again, triangles_oriented, bfs, bfs_levels, bfs64, sssp, sssp64, connected_components, page_rank,
    page_rank_float, maximal_independent_set, k_core, k_truss, jaccard_similarity, betweenness_centrality;

}  // namespace bench
