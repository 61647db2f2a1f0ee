// What the tests of distributed objects share: operands, and the comparison with one process.
#pragma once

#include <graphblas_gpu/distributed/vector.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <tests/engine.hpp>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace gb = graphblas_gpu;
namespace dist = gb::dist;

extern std::atomic<int> failures;

inline void check(bool holds, const char* what, int line, const std::string& where) {
    if (holds) return;
    ++failures;
    std::printf("line %d: failed: %s (%s)\n", line, what, where.c_str());
    std::fflush(stdout);
}
#define CHECK(condition) check((condition), #condition, __LINE__, where)

/// A matrix with random entries whose sums depend on their order; hubs: a tenth of the rows and columns has half of the
/// entries.
inline gb::matrix<double> random_matrix(gb::index nrows, gb::index ncols, gb::index entries, unsigned seed, bool hubs = false) {
    const gb::base::counter_random random(seed, 0);
    std::vector<gb::index> rows, columns;
    std::vector<double> values;
    if (nrows * ncols == 0) entries = 0;
    for (gb::index n = 0; n < entries; ++n) {
        const auto k = static_cast<std::uint64_t>(n) * 3;
        const auto limit = [&](gb::index side) {
            return static_cast<std::uint64_t>(hubs && n % 2 == 0 ? side / 10 + 1 : side);
        };
        rows.push_back(static_cast<gb::index>(random.below(limit(nrows), k)));
        columns.push_back(static_cast<gb::index>(random.below(limit(ncols), k + 1)));
        values.push_back(static_cast<double>(random(k + 2) >> 40) / 1000);
    }
    return gb::matrix<double>::from_edges(nrows, ncols, rows, columns, values);
}

inline gb::matrix<double> of(const gb::coordinates& c) {
    const auto n = c.rows.size();
    std::vector<double> values;
    for (std::size_t k = 0; k < n; ++k) values.push_back(1.0 / static_cast<double>(k % 7 + 1));
    return gb::matrix<double>::from_edges(c.nrows, c.ncols, c.rows, c.columns, values);
}

/// Where a rank computes: on its device if the tests are those of a device. There may be fewer devices than ranks.
inline gb::context own_context(int rank) {
    if (!spec::on_cuda()) return gb::context::host({.threads = 1});
    return gb::context::cuda({.device = rank % gb::cuda::engine::usable_devices(), .memory = spec::device_memory()});
}

/// What every test gets.
struct setting {
    const dist::context& ctx;
    const gb::context& host;
    std::string where;
    bool are_threads = true;  ///< the ranks are threads of this process
};

/// Whether rank 0 gathers `want`; other ranks say yes.
template <class T>
bool is_same(const setting& s, const dist::matrix<T>& got, const gb::matrix<T>& want) {
    const auto whole = dist::gather(s.ctx, got);
    return got.nvals() == want.nvals() && (s.ctx.rank() != 0 || whole == want);
}
template <class T>
bool is_same(const setting& s, const dist::vector<T>& got, const gb::vector<T>& want) {
    const auto whole = dist::gather(s.ctx, got);
    return got.nvals() == want.nvals() && (s.ctx.rank() != 0 || whole == want);
}

/// Extract, assign to parts, transposes, and operations that report changes.
void test_parts(const setting& s);
/// What travels, beside a model of it.
void test_traffic(const setting& s);
/// Files and generated graphs.
void test_files(const setting& s);
/// Ranks that are threads and are lost.
void test_lost_threads();
/// The last rank of a program is lost in this way, by a product or by a copy between devices; the others end it.
/// @{
void die(const std::shared_ptr<dist::communicator>& world, const std::string& how);
void wait_by_nccl(const std::shared_ptr<dist::communicator>& world);
/// @}
/// An exception that main() catches when the session has ended.
struct leaves_alone {};
/// Searches, paths, PageRank, components and clusters.
void test_algorithms(const setting& s);
