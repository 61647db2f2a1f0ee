// The calls of the test of failing allocations, what they read and what they write.
#pragma once

#include <graphblas_gpu/block_matrix.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/jit_semiring.hpp>
#include <tests/library.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace failing {

namespace gb = graphblas_gpu;
using gb::no_accum;
using gb::no_mask;

/// What operations read. Each trial begins with containers that have nothing cached.
struct inputs {
    gb::index n = 0;
    gb::matrix<float> a, b, c;
    gb::matrix<double> weights;
    gb::matrix<double> laplacian;  ///< of the graph, and 1 added to its diagonal
    gb::matrix<void> graph;
    gb::matrix<bool> mask;
    gb::vector<float> u, w, full;
    gb::vector<bool> mask_of_vector;
    gb::vector<void> start;
    gb::vector<std::int64_t> parents;
    gb::vector<double> distances;
    std::vector<gb::index> order;          ///< a permutation
    std::vector<int> some;                 ///< indices of another type than gb::index
    std::vector<gb::index> sources;        ///< all vertices, or as many as make some batches of searches that are alike
    std::vector<gb::index> halves;         ///< the sides of tiles
    std::vector<gb::index> rows, columns;  ///< lists of entries
    std::vector<float> values;
    gb::coordinates entries;
    std::string text, file, written_file;
    gb::block_matrix<float> blocks;
    gb::bit_rows bits{3, 0};
    gb::semiring_expressions plus_times{.add = "x + y", .identity = "0", .multiply = "x * y"};
};

/// What operations write.
struct outputs {
    gb::matrix<float> c;
    gb::matrix<void> structure;
    gb::vector<float> w, changed;
    gb::vector<std::int64_t> parents;
    gb::vector<double> numbers;
    std::vector<gb::index> list;
    gb::bit_rows bits{2, 5};
    double number = 0;

    friend bool operator==(const outputs&, const outputs&) = default;
};

struct operation {
    const char* name;
    void (*call)(const gb::context& ctx, const inputs& in, outputs& out);
};
using operation_list = std::vector<operation>;
/// All calls, by what they are about; each list is a source of this folder.
extern const operation_list products, elementwise, containers, algorithms;

inline constexpr auto min_plus = gb::min_plus<float>;
inline constexpr auto plus_times = gb::plus_times<float>;

#define GB_OPERATION(name, ...)                                            \
    operation {                                                            \
        name, [](const gb::context& ctx, const inputs& in, outputs& out) { \
            (void)ctx, (void)in, (void)out;                                \
            __VA_ARGS__;                                                   \
        }                                                                  \
    }

}  // namespace failing
