#include "scaling_rows.hpp"

#include "../tools/recast.hpp"
#include "generated.hpp"
#include <algorithms/page_rank.hpp>
#include <graphblas_gpu/graphblas_gpu.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/spamm.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>

namespace bench {

namespace {

using graphblas_gpu::index;

/// What KeptOf makes of a Result.
template <class Result, class KeptOf>
using kept_type = std::remove_cvref_t<std::invoke_result_t<const KeptOf&, Result&>>;

/// A task with an Operand, which make(ctx) prepares for a context, and a Result. What is kept and compared is kept_of(result).
template <class Operand, class Result, class Make, class Call, class KeptOf = std::identity,
          class Same = std::equal_to<kept_type<Result, KeptOf>>>
task task_of(const Make& make, const Call& call, const KeptOf& kept_of = {}, const Same& same = {}) {
    struct state {
        std::unique_ptr<Operand> operand;
        Result result{};
    };
    const auto s = std::make_shared<state>();
    const auto kept = std::make_shared<kept_type<Result, KeptOf>>();
    task out;
    out.prepare = [=](const gb::context& ctx) { s->operand = std::make_unique<Operand>(make(ctx)); };
    out.run = [=](const gb::context& ctx) { s->result = call(ctx, *s->operand); };
    out.keep = [=] { *kept = kept_of(std::move(s->result)); };
    out.is_same = [=] { return same(*kept, kept_of(s->result)); };
    out.discard = [=] { s->result = Result{}; };
    out.forget = [=] { s->operand = nullptr; };
    return out;
}

/// What a context gets of a graph: a copy, which knows that it is symmetric.
template <class T>
gb::matrix<T> symmetric_copy(const gb::context& ctx, const gb::matrix<T>& graph) {
    gb::matrix<T> own = graph;
    (void)own.is_symmetric(ctx);
    return own;
}

template <class Make>
const gb::matrix<void>& made_once(workbench& w, const std::string& name, const Make& make) {
    if (w.made == name) return w.graph;
    w.graph = gb::matrix<void>();
    w.graph = gb::from_coordinates<void>(w.host, make());
    (void)w.graph.rows();
    w.made = name;
    return w.graph;
}

/// The number of entries and the sum of a product, whose entries are too many to be compared one by one.
struct summary {
    index nvals = 0;
    std::int64_t sum = 0;
    bool operator==(const summary&) const = default;
};

/// A product, and the context that has made it.
struct made_product {
    gb::matrix<float> c;
    gb::context on = gb::context::host();
};

summary summary_of(const made_product& made) {
    // The sums of equal rows are equal. They are added up as integers.
    const auto rows = gb::reduce_rows(made.on, gb::plus{}, made.c);
    gb::vector<std::int64_t> whole(rows.size());
    gb::apply(made.on, whole, gb::no_mask, gb::no_accum, gb::identity{}, rows);
    return {made.c.nvals(), gb::reduce(made.on, gb::plus{}, whole)};
}

/// Vertices that have edges, and the numbers of the searches.
struct search_sources {
    std::vector<index> vertices, numbers;
    search_sources(const gb::matrix<void>& graph, int count) {
        for (index v = 0; static_cast<int>(vertices.size()) < count; v = (v + 7919) % graph.nrows()) {
            const auto at = static_cast<std::size_t>(v);
            if (graph.row_offsets()[at + 1] == graph.row_offsets()[at]) continue;
            numbers.push_back(static_cast<index>(vertices.size()));
            vertices.push_back(v);
        }
    }
};

task page_rank(const gb::matrix<void>& graph) {
    constexpr int iterations = 20;
    task out = task_of<gb::matrix<void>, gb::vector<double>>(
        [&](const gb::context& ctx) { return symmetric_copy(ctx, graph); },
        [](const gb::context& ctx, const gb::matrix<void>& a) {
            return gb::page_rank(ctx, a, {.tolerance = 0, .most_iterations = iterations}).ranks;
        });
    out.answers = iterations;
    out.copied_bytes = 8.0 * static_cast<double>(graph.nrows());
    return out;
}

/// exp(-32 |i - j| / n): blocks of one diagonal are equal.
gb::block_matrix<float> decaying(index n, int threads) {
    using namespace gb::formats;
    const index side = blocks_for(n);
    std::vector<float> diagonals(static_cast<std::size_t>((2 * side - 1) * block_values));
    std::vector<double> norms(static_cast<std::size_t>(2 * side - 1));
    dense_blocks out;
    out.nrows = out.ncols = n;
    out.type = gb::block_type::float32;
    out.offsets = gb::buffer<gb::row_offset>(static_cast<std::size_t>(side) + 1);
    out.columns = gb::buffer<gb::column_index>(static_cast<std::size_t>(side * side));
    out.norms = gb::buffer<double>(static_cast<std::size_t>(side * side));
    out.values = gb::buffer<std::byte>(static_cast<std::size_t>(side * side * block_values) * sizeof(float));
    for (index d = 1 - side; d < side; ++d) {
        float* const block = diagonals.data() + (d + side - 1) * block_values;
        for (index k = 0; k < block_values; ++k) {
            const index distance = d * block_side + k % block_side - k / block_side;
            block[k] = static_cast<float>(std::exp(-32.0 * static_cast<double>(std::abs(distance)) / static_cast<double>(n)));
        }
        norms[static_cast<std::size_t>(d + side - 1)] = frobenius_norm(out.type, block, block_values);
    }
    const auto fill = [&](index first) {
        for (index i = first; i < side; i += threads) {
            for (index j = 0; j < side; ++j) {
                const index p = i * side + j, d = j - i + side - 1;
                out.columns[static_cast<std::size_t>(p)] = static_cast<gb::column_index>(j);
                out.norms[static_cast<std::size_t>(p)] = norms[static_cast<std::size_t>(d)];
                std::memcpy(out.block<float>(p), diagonals.data() + d * block_values,
                            static_cast<std::size_t>(block_values) * sizeof(float));
            }
        }
    };
    std::vector<std::thread> helpers;
    for (int t = 0; t < threads; ++t) helpers.emplace_back(fill, t);
    for (std::thread& t : helpers) t.join();
    for (index i = 0; i <= side; ++i) out.offsets[static_cast<std::size_t>(i)] = i * side;
    return gb::block_matrix<float>::from_storage(gb::block_storage(std::move(out)));
}

task approximate_square(index n, int threads) {
    using blocks = gb::block_matrix<float>;
    const auto a = std::make_shared<const blocks>(decaying(n, threads));
    const auto tau = std::make_shared<double>(-1.0);
    return task_of<blocks, blocks>(
        [=](const gb::context& ctx) {
            blocks own = *a;
            if (*tau < 0) *tau = gb::spamm(ctx, own, own, {.valid_ratio = 0.1, .variant = gb::spamm_variant::spamm}).report.tau;
            return own;
        },
        [=](const gb::context& ctx, const blocks& own) {
            return gb::spamm(ctx, own, own, {.tau = *tau, .variant = gb::spamm_variant::spamm}).product;
        },
        std::identity(),
        [](const blocks& x, const blocks& y) {
            const auto one = x.storage().host(), other = y.storage().host();
            const auto equal = [](const auto& v, const auto& w) {
                return v.size() == w.size() && std::memcmp(v.data(), w.data(), v.size() * sizeof(*v.data())) == 0;
            };
            return equal(one->offsets, other->offsets) && equal(one->columns, other->columns) &&
                   equal(one->values, other->values);
        });
}

/// The number of entries of A*A.
task count_of_square(const gb::matrix<void>& graph) {
    return task_of<gb::matrix<void>, index>(
        [&](const gb::context&) { return graph; },
        [](const gb::context& ctx, const gb::matrix<void>& a) { return gb::mxm_nvals(ctx, a, a); });
}

/// A*A in fp32; the sums of its rows are compared.
task square(const gb::matrix<void>& graph) {
    const auto a = std::make_shared<const gb::matrix<float>>(grb::recast<float>(graph));
    return task_of<gb::matrix<float>, made_product>([a](const gb::context&) { return *a; },
                                                    [](const gb::context& ctx, const gb::matrix<float>& own) {
                                                        return made_product{gb::mxm(ctx, gb::plus_times<float>, own, own), ctx};
                                                    },
                                                    summary_of);
}

/// New values for a structure that is known. The operand is the matrix, to which its plan refers.
task planned_square(const gb::matrix<void>& graph) {
    using plan = gb::mxm_plan<std::remove_const_t<decltype(gb::plus_times<float>)>, float, float>;
    struct planned {
        std::shared_ptr<const gb::matrix<float>> a;
        plan square;
    };
    const auto a = std::make_shared<const gb::matrix<float>>(grb::recast<float>(graph));
    return task_of<planned, made_product>(
        [a](const gb::context& ctx) {
            const auto own = std::make_shared<const gb::matrix<float>>(*a);
            return planned{own, gb::plan_mxm(ctx, gb::plus_times<float>, *own, *own)};
        },
        [](const gb::context& ctx, const planned& own) { return made_product{own.square.execute(), ctx}; }, summary_of);
}

/// C<A> = A*A over plus_pair.
task masked_square(const gb::matrix<void>& graph) {
    return task_of<gb::matrix<void>, gb::matrix<std::int64_t>>(
        [&](const gb::context&) { return graph; },
        [](const gb::context& ctx, const gb::matrix<void>& a) {
            gb::matrix<std::int64_t> c(a.nrows(), a.ncols());
            gb::mxm(ctx, c, gb::structure(a), gb::no_accum, gb::plus_pair<std::int64_t>, a, a);
            return c;
        });
}

/// Triangles, from edges to the vertex of larger degree.
task triangles(const gb::matrix<void>& graph) {
    return task_of<gb::matrix<void>, std::int64_t>(
        [&](const gb::context& ctx) { return gb::triu_by_degree(ctx, gb::matrix<void>(graph)); },
        [](const gb::context& ctx, const gb::matrix<void>& u) {
            return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(u), gb::plus_pair<std::int64_t>, u, u);
        });
}

/// Levels, and the lengths of shortest paths, from several sources.
/// @{
task levels(const gb::matrix<void>& graph, int sources = 64) {
    return task_of<gb::matrix<void>, gb::matrix<std::int32_t>>(
        [&](const gb::context& ctx) { return symmetric_copy(ctx, graph); },
        [from = search_sources(graph, sources)](const gb::context& ctx, const gb::matrix<void>& a) {
            gb::matrix<std::int32_t> levels;
            const auto count = static_cast<index>(from.vertices.size());
            auto reached = gb::matrix<void>::from_edges(count, a.nrows(), from.numbers, from.vertices);
            gb::propagate(ctx, reached, reached, gb::visit, gb::any_pair<bool>, a, {.rounds_of_rows = &levels});
            return levels;
        });
}

task paths(const gb::matrix<void>& graph, int sources = 64) {
    using lengths = gb::matrix<std::int32_t>;
    gb::csr<std::int32_t> weighted = with_room_for_values<std::int32_t>(graph);
    for (std::size_t p = 0; p < weighted.values.size(); ++p)
        weighted.values[p] = static_cast<std::int32_t>(1 + p * 2654435761u % 255);
    const auto a = std::make_shared<const lengths>(lengths::from_storage(std::move(weighted)));
    return task_of<lengths, lengths>(
        [a](const gb::context& ctx) { return symmetric_copy(ctx, *a); },
        [from = search_sources(graph, sources)](const gb::context& ctx, const lengths& own) {
            const std::vector<std::int32_t> zeros(from.vertices.size(), 0);
            const auto count = static_cast<index>(from.vertices.size());
            auto distances = lengths::from_edges(count, own.nrows(), from.numbers, from.vertices, zeros);
            gb::propagate(ctx, distances, distances, gb::relax, gb::min_plus<std::int32_t>, own, {.longest = 255});
            return distances;
        });
}
/// @}

}  // namespace

const gb::matrix<void>& workbench::rmat(int scale, int factor) {
    if (options.small) scale = 7 + scale % 4, factor = 8;
    return made_once(*this, fmt::format("rmat-{}-{}", scale, factor),
                     [&] { return gb::rmat(scale, factor, {.threads = host.threads()}); });
}
const gb::matrix<void>& workbench::uniform() {
    return made_once(*this, "uniform", [&] { return gb::uniform(options.small ? 2000 : 1 << 22, 8, 1, host.threads()); });
}
const gb::matrix<void>& workbench::band() {
    return made_once(*this, "band", [&] { return gb::band(options.small ? 1000 : 1000000, options.small ? 4 : 32); });
}

const std::vector<row>& all_rows() {
    static const std::vector<row> rows{
        {"nvals-18", "entries of A*A, R-MAT 18/8", [](workbench& w) { return count_of_square(w.rmat(18, 8)); }},
        {"masked-18", "C<A> = A*A, R-MAT 18/8", [](workbench& w) { return masked_square(w.rmat(18, 8)); }},
        {"square-18", "A*A, fp32, distributed, R-MAT 18/8", [](workbench& w) { return square(w.rmat(18, 8)); }},
        {"plan-18", "execute() of a plan of A*A, fp32, R-MAT 18/8", [](workbench& w) { return planned_square(w.rmat(18, 8)); }},
        {"nvals-20", "entries of A*A, R-MAT 20/16", [](workbench& w) { return count_of_square(w.rmat(20, 16)); }},
        {"masked-20", "C<A> = A*A, R-MAT 20/16", [](workbench& w) { return masked_square(w.rmat(20, 16)); }},
        {"band", "A*A, fp32, distributed, band of 1 M rows, 65 wide", [](workbench& w) { return square(w.band()); }},
        {"uniform", "A*A, fp32, distributed, 4 M vertices, degree 8", [](workbench& w) { return square(w.uniform()); }},
        {"spamm-32768", "spamm, fp32, 10 % valid, N = 32768",
         [](workbench& w) { return approximate_square(w.options.small ? 256 : 32768, w.host.threads()); }},
        {"triangles-22", "triangles, oriented, R-MAT 22/16", [](workbench& w) { return triangles(w.rmat(22, 16)); }},
        {"pagerank-22", "PageRank, an iteration, R-MAT 22/16", [](workbench& w) { return page_rank(w.rmat(22, 16)); }},
        {"levels-22", "levels from 64 sources, R-MAT 22/16", [](workbench& w) { return levels(w.rmat(22, 16)); }},
        {"paths-22", "paths from 64 sources, R-MAT 22/16", [](workbench& w) { return paths(w.rmat(22, 16)); }},
        {"levels-20-256", "levels from 256 sources, R-MAT 20/16", [](workbench& w) { return levels(w.rmat(20, 16), 256); }},
        {"paths-20-256", "paths from 256 sources, R-MAT 20/16", [](workbench& w) { return paths(w.rmat(20, 16), 256); }},
        {"spamm-65536", "spamm, fp32, 10 % valid, N = 65536",
         [](workbench& w) { return approximate_square(w.options.small ? 512 : 65536, w.host.threads()); }},
        {"triangles-23", "triangles, oriented, R-MAT 23/16", [](workbench& w) { return triangles(w.rmat(23, 16)); }},
    };
    return rows;
}

}  // namespace bench
