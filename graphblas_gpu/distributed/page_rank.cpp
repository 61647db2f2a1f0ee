// PageRank on ranks.
//
// Idea: a rank keeps what the vertices of its block's rows move along their edges, and the shares of its own part of the
// vertices. A round sums up the columns of the block, adds the sums of the ranks of a grid column, settles the own vertices and
// completes the rows again: two exchanges of numbers whose sizes are known (side_exchange), or one on a grid of one row. The
// two sums over all vertices that end the rounds are sums of integers (base/graph/random_walk.hpp), so that all ranks see the
// same end; in host memory they come with the agreement of the ranks, on devices with the numbers, and ranks agree every few
// rounds. Source: the walk: cuda/structure/block_walk.cu. Expand and fold: Buluc, Gilbert, "The Combinatorial BLAS",
// International Journal of High Performance Computing Applications 25 (2011), section 4.2.
#include <graphblas_gpu/distributed/graph.hpp>

#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/cuda/devices/communicator.hpp>
#include <graphblas_gpu/cuda/shared/flops.hpp>
#include <graphblas_gpu/cuda/structure/block_walk.hpp>
#include <graphblas_gpu/distributed/side_exchange.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/operations/graph.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

#include <bit>
#include <cmath>
#include <exception>
#include <optional>

namespace graphblas_gpu::dist {
namespace {

/// The walk of a rank in host memory.
struct host_walk {
    host_walk(const context& ctx, const any_graph& a, const side_exchange& rows, const side_exchange& columns,
              const graphblas_gpu::vector<std::int64_t>& of_vertices, const random_walk_options& how)
        : team(ctx.local().team()),
          walk(how),
          vertices(a.cuts.shape().nrows),
          incoming(a.block.transposed_rows(team)),
          own_first(rows.part().column - rows.side().column),
          count(rows.part().ncols),
          pieces_of_own(columns.pieces()),
          moved(static_cast<std::size_t>(rows.side().ncols)),
          sums(static_cast<std::size_t>(columns.side().ncols)),
          pieces(pieces_of_own > 1 ? static_cast<std::size_t>(pieces_of_own * count) : 0),
          degrees(of_vertices.values()),
          shares(graphblas_gpu::vector<double>::full(count, 1 / static_cast<double>(vertices))),
          cuts(host::cut_by_work(
              incoming.nrows, [&](index v) { return incoming.begin(v) + v; },
              host::pieces_for(team, incoming.nvals() + incoming.nrows))) {
        for (index v = 0; v < count; ++v) own_moved()[v] = shares.values()[static_cast<std::size_t>(v)] * moved_part(v);
    }

    double* own_moved() { return moved.data() + own_first; }
    /// What the vertices without edges have.
    std::int64_t dangling() const {
        std::int64_t sum = 0;
        for (std::size_t v = 0; v < degrees.size(); ++v)
            if (degrees[v] == 0) sum += base::share_as_integer(shares.values()[v]);
        return sum;
    }
    void sum_up() {
        const auto turn = team.take_turn("page_rank");
        team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int) {
            const auto c = static_cast<std::size_t>(chunk);
            for (index v = cuts[c]; v < cuts[c + 1]; ++v) {
                double sum = 0;
                for (row_offset p = incoming.begin(v); p < incoming.end(v); ++p) sum += moved.data()[incoming.columns[p]];
                sums.data()[v] = sum;
            }
        });
    }
    /// Settles the own vertices; gives the change of shares, and the share of those without edges.
    note settle(double everywhere) {
        const double* const brought = pieces.empty() ? sums.data() : pieces.data();
        double *const share = shares.written_in_place().values, *const to = own_moved();
        note told;
        for (index v = 0; v < count; ++v) {
            double next = brought[v];
            for (index k = 1; k < pieces_of_own; ++k) next += brought[k * count + v];
            next += everywhere;
            told.number += base::share_as_integer(std::abs(next - share[v]));
            if (degrees[static_cast<std::size_t>(v)] == 0) told.changes += base::share_as_integer(next);
            share[v] = next;
            to[v] = next * moved_part(v);
        }
        return told;
    }

    double moved_part(index v) const { return base::moved_part<double>(walk.damping, degrees[static_cast<std::size_t>(v)]); }

    host::team& team;
    random_walk_options walk;
    index vertices;
    formats::untyped_rows incoming;
    index own_first, count, pieces_of_own;
    buffer<double> moved;   ///< what the vertices of the block's rows move along each of their edges
    buffer<double> sums;    ///< what the edges of the block bring to the vertices of its columns
    buffer<double> pieces;  ///< the own vertices' parts of the sums of ranks
    std::span<const std::int64_t> degrees;
    graphblas_gpu::vector<double> shares;
    std::vector<index> cuts;
};

struct sides {
    side_exchange rows, columns;
    sides(const context& ctx, const grid_cuts& cuts)
        : rows(ctx, cuts, false, sizeof(double), true), columns(ctx, cuts, true, sizeof(double), true) {}
};

base::walk_end walk_on_host(const context& ctx, const any_graph& a, const random_walk_options& walk,
                            const graphblas_gpu::vector<std::int64_t>& degrees, graphblas_gpu::vector<double>& shares) {
    constexpr const char* operation = "page_rank";
    std::optional<sides> between;
    std::optional<host_walk> own;
    std::vector<note> told = ctx.together(operation, {}, [&](note& n) {
        between.emplace(ctx, a.cuts);
        own.emplace(ctx, a, between->rows, between->columns, degrees, walk);
        n.changes = own->dangling();
    });
    const bool has_pieces = ctx.grid_rows() > 1;
    base::walk_end end;
    while (end.rounds < walk.most_rounds) {
        between->rows.expand(own->moved.data(), own->own_moved());
        work_between work;
        if (has_pieces) {
            work.run(ctx, [&] { own->sum_up(); });
            between->columns.fold(own->sums.data(), own->pieces.data());
        }
        const double everywhere = base::share_without_edges(walk, a.cuts.shape().nrows, sum_of(told, &note::changes));
        told = ctx.together(operation, {}, [&](note& n) {
            work.rethrow();
            if (!has_pieces) own->sum_up();
            n = own->settle(everywhere);
        });
        ++end.rounds;
        end.residual = base::share_of_integer(sum_of(told));
        if (end.residual <= walk.tolerance) break;
    }
    shares = std::move(own->shares);
    return end;
}

base::walk_end walk_on_devices(const context& ctx, const any_graph& a, const random_walk_options& walk,
                               const graphblas_gpu::vector<std::int64_t>& degrees, graphblas_gpu::vector<double>& shares) {
    constexpr const char* operation = "page_rank";
    constexpr std::int64_t rounds_between_looks = 4;
    const bool has_pieces = ctx.grid_rows() > 1;
    const cuda::engine_ptr& e = ctx.local().cuda_engine();
    std::optional<sides> between;
    std::optional<cuda::block_walk> own;
    std::shared_ptr<const cuda::csr> incoming, of_degrees;
    cuda::array<row_offset> outgoing;
    (void)ctx.together(operation, {}, [&](note&) {
        const cuda::engine::use here(*e, operation);
        between.emplace(ctx, a.cuts);
        const side_exchange& rows = between->rows;
        incoming = a.block.device_rows(e, true);
        of_degrees = degrees.any().device_rows(e);
        const index count = rows.part().ncols;
        outgoing = cuda::array<row_offset>(e, static_cast<std::size_t>(count) + 1);
        cuda::sums_before(e, of_degrees->view().values_as<std::int64_t>(), count, outgoing.data());
        own.emplace(
            e,
            cuda::walk_block{incoming->view().structure(), outgoing.data(), rows.part().column - rows.side().column, count,
                             has_pieces ? between->columns.pieces() : 1, a.cuts.shape().nrows, ctx.size(), ctx.rank()},
            walk);
    });
    const auto complete = [&](std::int64_t rounds) {
        known_messages sums;
        for (int r = 0; r < ctx.size(); ++r) {
            if (r == ctx.rank()) continue;
            sums.sends.push_back({r, own->sums_of(rounds, ctx.rank()), cuda::block_walk::bytes_of_sums});
            sums.receives.push_back({r, own->sums_of(rounds, r), cuda::block_walk::bytes_of_sums});
        }
        between->rows.expand(own->moved(rounds), own->own_moved(rounds), sums);
    };
    complete(0);
    base::walk_end end;
    work_between work;
    for (std::int64_t rounds = 0; rounds < walk.most_rounds;) {
        if (has_pieces) {
            work.run(ctx, [&] {
                const cuda::engine::use here(*e, operation);
                own->sum_up(rounds);
            });
            between->columns.fold(own->sums(), own->pieces());
        }
        work.run(ctx, [&] {
            const cuda::engine::use here(*e, operation);
            own->settle(rounds);
        });
        complete(++rounds);
        if (rounds % rounds_between_looks != 0 && rounds != walk.most_rounds) continue;
        bool has_ended = false;
        (void)ctx.together(operation, {rounds}, [&](note&) {
            work.rethrow();
            const cuda::engine::use here(*e, operation);
            if (ctx.devices() != nullptr) ctx.devices()->wait(*e);
            has_ended = own->has_ended(rounds, end);
        });
        if (has_ended) break;
    }
    (void)ctx.together(operation, {end.rounds}, [&](note&) {
        const cuda::engine::use here(*e, operation);
        if (ctx.devices() != nullptr) ctx.devices()->wait(*e);
        shares = graphblas_gpu::vector<double>::from_storage(own->shares(end));
    });
    return end;
}

}  // namespace

page_rank_result page_rank(const context& ctx, const any_graph& a, double damping, double tolerance,
                           std::int64_t most_iterations) {
    constexpr const char* operation = "page_rank";
    const index n = a.cuts.shape().nrows;
    page_rank_result result{vector<double>(ctx, n)};
    const random_walk_options walk{.damping = damping, .tolerance = tolerance, .most_rounds = most_iterations};
    (void)ctx.together(operation,
                       {n, a.cuts.shape().ncols, a.nvals, std::bit_cast<std::int64_t>(damping),
                        std::bit_cast<std::int64_t>(tolerance), most_iterations},
                       [&](note&) {
                           require_context(ctx, operation, a);
                           shapes::check_same(operation, "A", a.cuts.shape(), {n, n});
                           if (!(damping >= 0 && damping <= 1) || !(tolerance >= 0) || most_iterations < 0)
                               throw invalid_value(
                                   "page_rank: damping must be from 0 to 1, and neither the tolerance nor the "
                                   "number of iterations negative");
                       });
    if (n == 0) return result;
    graphblas_gpu::vector<double> shares;
    base::walk_end end;
    const bool is_alone = ctx.size() == 1 && damping < 1;  // which random_walk asks for
    if (!is_alone) {
        const vector<std::int64_t> degree = degrees(ctx, a);
        end = ctx.local().is_cuda() ? walk_on_devices(ctx, a, walk, degree.block(), shares)
                                    : walk_on_host(ctx, a, walk, degree.block(), shares);
    }
    const auto notes = ctx.together(operation, {end.rounds}, [&](note& told) {
        if (is_alone) {
            operations::on_engine(ctx.local(), operation, [&](const graphblas_gpu::context& on) {
                (void)a.block.is_symmetric(on);
                end = operations::random_walk(on, a.block, walk, shares);
            });
        }
        told.number = shares.nvals();
    });
    result.ranks.replace(std::move(shares), notes);
    result.iterations = end.rounds;
    result.residual = end.residual;
    return result;
}

}  // namespace graphblas_gpu::dist
