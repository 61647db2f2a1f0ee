// Products of a matrix with itself.
#include "compare.hpp"
#include "kernels.hpp"
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/tiling.hpp>

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace bench {
namespace {

constexpr const char* suitesparse_name = "SuiteSparse";

template <class T>
struct products {
    gb::matrix<T> ours;
    ss::matrix_handle theirs;
};

std::string entries_differ_from_known(const graph& g, gb::index nvals) {
    if (g.known().product_nvals < 0) return {};
    return difference_of_counts("entries", nvals, g.known().product_nvals, "the known answer");
}

/// A*A over plus_times, float, into state->*result.
template <class State>
side full_product(std::string name, const gb::context& ctx, const gb::matrix<float>& a, std::shared_ptr<State> state,
                  gb::matrix<float> State::*result, gb::method how = gb::method::automatic) {
    return computing(std::move(name), std::move(state), result,
                     [&ctx, &a, how] { return gb::mxm(ctx, gb::plus_times<float>, a, a, {.method = how}); });
}

/// The same by SuiteSparse, into state->theirs.
template <class State>
side their_full_product(benchmark_case& c, std::shared_ptr<State> state) {
    return computing(suitesparse_name, std::move(state), &State::theirs,
                     [a = c.suitesparse.real()] { return square(a, GrB_PLUS_TIMES_SEMIRING_FP32, GrB_FP32); });
}

/// Ours against our own full product.
template <class Result, class Run, class Count>
contest against_full_product(const environment& env, benchmark_case& c, Run compute, Count count) {
    struct state {
        gb::matrix<float> full;
        Result ours{};
    };
    const auto s = std::make_shared<state>();
    contest task;
    task.sides.push_back(
        computing("ours", s, &state::ours, [&env, &c, compute] { return compute(env.context, c.ours.structure()); }));
    task.sides.push_back(full_product("our mxm_fp32", env.context, c.ours.real(), s, &state::full));
    task.verify = [s, &c, count]() -> std::string {
        const std::string difference = count(s->ours, s->full);
        return difference.empty() ? entries_differ_from_known(c.ours, s->full.nvals()) : difference;
    };
    return task;
}

}  // namespace

contest mxm_fp32(const environment& env, benchmark_case& c) {
    const auto s = std::make_shared<products<float>>();
    contest task;
    task.sides.push_back(full_product("ours", env.context, c.ours.real(), s, &products<float>::ours));
    task.remark = [s] { return fmt::format("{} entries in the product", s->ours.nvals()); };
    if (!env.rivals) return task;
    task.sides.push_back(their_full_product(c, s));
    task.verify = [s, &c] {
        const std::string difference = difference_of_products(c.ours.structure(), s->ours, s->theirs);
        return difference.empty() ? entries_differ_from_known(c.ours, s->ours.nvals()) : difference;
    };
    return task;
}

contest mxm_any_pair(const environment& env, benchmark_case& c) {
    const auto s = std::make_shared<products<bool>>();
    const gb::matrix<void>& a = c.ours.structure();
    contest task;
    task.sides.push_back(
        computing("ours", s, &products<bool>::ours, [&env, &a] { return gb::mxm(env.context, gb::any_pair<bool>, a, a); }));
    if (!env.rivals) return task;
    task.sides.push_back(computing(suitesparse_name, s, &products<bool>::theirs, [theirs = c.suitesparse.structure()] {
        return square(theirs, GxB_ANY_PAIR_BOOL, GrB_BOOL);
    }));
    task.verify = [s, &a] { return difference_of_products(a, s->ours, s->theirs); };
    task.notes.push_back("SuiteSparse stores one value for all entries");
    return task;
}

contest mxm_structure(const environment& env, benchmark_case& c) {
    return against_full_product<gb::matrix<void>>(
        env, c, [](const gb::context& ctx, const gb::matrix<void>& a) { return gb::mxm_structure(ctx, a, a); },
        [](const gb::matrix<void>& ours, const gb::matrix<float>& full) -> std::string {
            if (ours.nvals() != full.nvals())
                return difference_of_counts("entries", ours.nvals(), full.nvals(), "the full product");
            const bool same = std::equal(ours.row_offsets().begin(), ours.row_offsets().end(), full.row_offsets().begin()) &&
                              std::equal(ours.columns().begin(), ours.columns().end(), full.columns().begin());
            return same ? "" : "the structure is not that of the full product";
        });
}

contest mxm_nvals(const environment& env, benchmark_case& c) {
    return against_full_product<gb::index>(
        env, c, [](const gb::context& ctx, const gb::matrix<void>& a) { return gb::mxm_nvals(ctx, a, a); },
        [](gb::index ours, const gb::matrix<float>& full) {
            return difference_of_counts("entries", ours, full.nvals(), "the full product");
        });
}

contest mxm_masked(const environment& env, benchmark_case& c) {
    const auto s = std::make_shared<products<std::int64_t>>();
    const gb::matrix<void>& a = c.ours.structure();
    contest task;
    task.sides.push_back(
        {"ours", [s, &a] { s->ours = gb::matrix<std::int64_t>(a.nrows(), a.ncols()); },
         [s, &env, &a] { gb::mxm(env.context, s->ours, gb::structure(a), gb::no_accum, gb::plus_pair<std::int64_t>, a, a); },
         [s] { s->ours = {}; }});
    if (!env.rivals) return task;
    const GrB_Matrix theirs = c.suitesparse.structure();
    const auto by = [theirs](product_path path) { return square(theirs, GxB_PLUS_PAIR_INT64, GrB_INT64, theirs, path); };
    // A is symmetric, so that A*A' is the same product; which is faster depends on the graph.
    const product_path path = fastest<product_path>({product_path::automatic, product_path::transposed_dot}, by);
    task.sides.push_back(computing(suitesparse_name, s, &products<std::int64_t>::theirs, [by, path] { return by(path); }));
    task.verify = [s, &a] { return difference_of_products(a, s->ours, s->theirs); };
    task.notes.push_back(path == product_path::automatic ? "SuiteSparse: C<A> = A*A"
                                                         : "SuiteSparse: C<A> = A*A' by dot products");
    return task;
}

contest mxm_tiles(const environment& env, benchmark_case& c) {
    struct state {
        gb::matrix<float> by_tiles, dense, hash, merge;
        ss::matrix_handle theirs;
    };
    const auto s = std::make_shared<state>();
    const gb::matrix<float>& a = c.ours.real();
    contest task;
    task.sides.push_back(full_product("bitmap_tile", env.context, a, s, &state::by_tiles, gb::method::bitmap_tile));
    if (env.rivals) task.sides.push_back(their_full_product(c, s));
    task.sides.push_back(full_product("dense", env.context, a, s, &state::dense, gb::method::dense));
    task.sides.push_back(full_product("hash", env.context, a, s, &state::hash, gb::method::hash));
    task.sides.push_back(full_product("merge", env.context, a, s, &state::merge, gb::method::merge));
    task.remark = [&env, &a] {
        const gb::tile_figures t = gb::tiling(env.context, a);
        return fmt::format("{} tiles, {:.2f} entries each", t.tiles, t.entries_per_tile());
    };
    task.verify = [s, &env, &c]() -> std::string {
        if (!(s->by_tiles == s->dense) || !(s->by_tiles == s->hash) || !(s->by_tiles == s->merge))
            return "the products by bitmap_tile, dense, hash and merge differ";
        return env.rivals ? difference_of_products(c.ours.structure(), s->by_tiles, s->theirs) : std::string();
    };
    task.notes.push_back("the tiles of A are kept by the matrix: made once, before the first turn that counts");
    return task;
}

contest mxm_scaling(const environment& env, benchmark_case& c) {
    struct state {
        gb::context one = gb::context::host({.threads = 1});
        gb::matrix<float> all_threads, one_thread;
    };
    const auto s = std::make_shared<state>();
    const gb::matrix<float>& a = c.ours.real();
    contest task;
    const std::string threads = fmt::format("ours, {} threads", env.context.threads());
    task.sides.push_back(full_product(threads, env.context, a, s, &state::all_threads));
    task.sides.push_back(full_product("ours, 1 thread", s->one, a, s, &state::one_thread));
    task.verify = [s] { return s->all_threads == s->one_thread ? "" : "the products on one and all threads differ"; };
    return task;
}

}  // namespace bench
