// test_distributed [<ranks> | kill | hang | exit | throw | leave | nccl | memory [<scale>]]: every distributed operation beside
// the same operation of one process, on threads of this process if a number of ranks is given, else some of them on the ranks
// of mpirun.
//
// Idea: rank 0 makes the operands, which are scattered; the results are gathered and compared to the bit with what one process
// computes. Operands are empty, smaller than the grid, rectangles, hubs and meshes.
#include "setting.hpp"
#include <algorithms/triangle_count.hpp>
#include <graphblas_gpu/concat.hpp>
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/devices/communicator.hpp>
#include <graphblas_gpu/distributed/files.hpp>
#include <graphblas_gpu/distributed/graph.hpp>
#include <graphblas_gpu/distributed/threads.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/transpose.hpp>
#include <tests/engine.hpp>
#include <tests/messages.hpp>
#ifdef GRAPHBLAS_GPU_MPI
#include <graphblas_gpu/distributed/mpi.hpp>
#endif

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

[[maybe_unused]] constexpr int skipped = 77;  // of ranks that are processes
std::atomic<int> failures{0};

namespace {

struct operands {
    std::string name;
    gb::matrix<double> a, b, mask;  ///< m x k, k x n, m x n
};
std::vector<operands> all_operands() {
    std::vector<operands> list;
    const auto add = [&](const char* name, gb::index m, gb::index k, gb::index n, gb::index entries, bool hubs) {
        list.push_back({name, random_matrix(m, k, entries, 1, hubs), random_matrix(k, n, entries, 2, hubs),
                        random_matrix(m, n, entries, 3, hubs)});
    };
    add("empty", 5, 4, 6, 0, false);
    add("no rows", 0, 3, 2, 0, false);
    add("nothing in common", 4, 0, 3, 0, false);
    add("smaller than the grid", 2, 1, 2, 3, false);
    add("rectangle", 40, 17, 90, 300, false);
    add("hubs", 150, 150, 150, 2000, true);
    const auto mesh = of(gb::stencil9(12));
    list.push_back({"mesh", mesh, mesh, mesh});
    const auto dense = random_matrix(12, 12, 2000, 4);
    list.push_back({"full", dense, dense, dense});
    const auto graph = of(gb::rmat(7, 8));
    list.push_back({"rmat", graph, graph, graph});
    return list;
}

bool equal_but_for_rounding(const gb::matrix<double>& a, const gb::matrix<double>& b) {
    if (a.nvals() != b.nvals() || !gb::formats::same_structure(a.rows(), b.rows())) return false;
    for (std::size_t n = 0; n < a.values().size(); ++n) {
        // Sums of at most 300 positive terms: each addition errs by at most 2^-53 of a partial sum.
        if (std::abs(a.values()[n] - b.values()[n]) > 300 * 0x1p-53 * 2 * b.values()[n]) return false;
    }
    return true;
}

template <class Mask, class WholeMask>
void test_masked(const setting& s, const operands& o, const dist::matrix<double>& a, const dist::matrix<double>& b,
                 const Mask& mask, const WholeMask& whole_mask) {
    const std::string& where = s.where;
    // Sums of integers, whose order does not matter, so that this holds in the shuffled layout too.
    const auto& semiring = gb::plus_times<std::int64_t>;
    const auto old = dist::scatter(s.ctx, gb::matrix<std::int64_t>(o.mask.nrows(), o.mask.ncols()));
    for (const bool replace : {false, true}) {
        auto c = old;
        gb::matrix<std::int64_t> want(o.mask.nrows(), o.mask.ncols());
        dist::mxm(s.ctx, c, mask, gb::no_accum, semiring, a, b, {.replace = replace});
        gb::mxm(s.host, want, whole_mask, gb::no_accum, semiring, o.a, o.b, {.replace = replace});
        CHECK(is_same(s, c, want));
        dist::mxm(s.ctx, c, mask, gb::plus{}, semiring, a, b, {.replace = replace});
        gb::mxm(s.host, want, whole_mask, gb::plus{}, semiring, o.a, o.b, {.replace = replace});
        CHECK(is_same(s, c, want));
    }
    CHECK(is_same(s, dist::mxm_structure(s.ctx, mask, a, b), gb::mxm_structure(s.host, whole_mask, o.a, o.b)));
    CHECK(dist::mxm_nvals(s.ctx, mask, a, b) == gb::mxm_nvals(s.host, whole_mask, o.a, o.b));
    CHECK(dist::mxm_reduce(s.ctx, gb::plus{}, mask, semiring, a, b) ==
          gb::mxm_reduce(s.host, gb::plus{}, whole_mask, semiring, o.a, o.b));
    {
        auto c = old;
        gb::matrix<std::int64_t> want(o.mask.nrows(), o.mask.ncols());
        for (const bool replace : {false, true}) {
            dist::mxm_few_rows(s.ctx, c, mask, gb::plus{}, semiring, a, b, replace);
            gb::mxm(s.host, want, whole_mask, gb::plus{}, semiring, o.a, o.b, {.replace = replace});
            CHECK(is_same(s, c, want));
        }
    }
    CHECK(dist::mxm_reduce(s.ctx, gb::max{}, mask, gb::min_plus<double>, a, b) ==
          gb::mxm_reduce(s.host, gb::max{}, whole_mask, gb::min_plus<double>, o.a, o.b));
}

void test_products(const setting& s, const operands& o) {
    const std::string where = s.where + ", " + o.name;
    const setting here{s.ctx, s.host, where};
    const bool is_root = s.ctx.rank() == 0;
    const auto a = dist::scatter(s.ctx, is_root ? o.a : gb::matrix<double>()), b = dist::scatter(s.ctx, o.b),
               mask = dist::scatter(s.ctx, o.mask);
    CHECK(a.nrows() == o.a.nrows() && a.ncols() == o.a.ncols());
    CHECK(is_same(here, a, o.a));

    const auto c = dist::mxm(s.ctx, gb::plus_times<double>, a, b);
    const auto want = gb::mxm(s.host, gb::plus_times<double>, o.a, o.b);
    const bool has_order_of_host = s.ctx.layout() == dist::layout::natural && !s.ctx.local().is_cuda();
    if (has_order_of_host) {
        CHECK(is_same(here, c, want));
    } else {
        const auto got = dist::gather(s.ctx, c);
        CHECK(!is_root || equal_but_for_rounding(got, want));
    }
    test_masked(here, o, a, b, gb::no_mask, gb::no_mask);
    test_masked(here, o, a, b, gb::structure(mask), gb::structure(o.mask));
    test_masked(here, o, a, b, !gb::structure(mask), !gb::structure(o.mask));
    test_masked(here, o, a, b, gb::values(mask), gb::values(o.mask));

    std::vector<gb::matrix<double>> parts;
    gb::index columns = 0;
    const auto in_batches = [&] {
        dist::mxm_batches(s.ctx, gb::plus_times<double>, a, b, 1500, [&](const dist::matrix<double>& part, gb::index first) {
            CHECK(first == columns && part.nrows() == want.nrows());
            columns += part.ncols();
            parts.push_back(dist::gather(s.ctx, part));
        });
    };
    if (s.ctx.layout() == dist::layout::natural) {
        in_batches();
        CHECK(parts.size() > 1 || want.nvals() < 1500);
        if (is_root) {
            const auto whole = gb::concat(s.host, parts, 1, static_cast<gb::index>(parts.size()));
            CHECK(has_order_of_host ? whole == want : equal_but_for_rounding(whole, want));
        }
    } else {
        CHECK(has(message_of<gb::unsupported>(in_batches), "shuffled"));
    }

    const gb::matrix<double> at = gb::transpose(s.host, o.a), bt = gb::transpose(s.host, o.b);
    const auto da = dist::scatter(s.ctx, at), db = dist::scatter(s.ctx, bt);
    for (const bool ta : {false, true}) {
        for (const bool tb : {false, true}) {
            const auto t =
                dist::mxm(s.ctx, gb::min_plus<double>, ta ? da : a, tb ? db : b, {.transpose_a = ta, .transpose_b = tb});
            CHECK(is_same(here, t, gb::mxm(s.host, gb::min_plus<double>, o.a, o.b)));
        }
    }
}

/// Products with vectors: integers exactly, in any layout.
void test_vectors(const setting& s, const operands& o) {
    const std::string where = s.where + ", " + o.name;
    const auto a = dist::scatter(s.ctx, o.a);
    gb::vector<std::int64_t> whole_u(o.a.ncols()), whole_m(o.a.nrows()), sparse(o.a.nrows());
    for (gb::index i = 0; i < whole_u.size(); ++i) whole_u.set_element(i, i % 5 - 2);
    for (gb::index i = 0; i < whole_m.size(); i += 3) whole_m.set_element(i, i % 2);
    for (gb::index i = 1; i < sparse.size(); i += 4) sparse.set_element(i, i);
    const auto u = dist::scatter(s.ctx, whole_u), m = dist::scatter(s.ctx, whole_m), v = dist::scatter(s.ctx, sparse);
    const auto same = [&](const auto& got, const auto& want) { return is_same(s, got, want); };
    CHECK(same(u, whole_u));
    const auto& semiring = gb::plus_times<std::int64_t>;
    for (const bool replace : {false, true}) {
        auto w = v;
        auto want = sparse;
        dist::mxv(s.ctx, w, gb::values(m), gb::plus{}, semiring, a, u, {.replace = replace});
        gb::mxv(s.host, want, gb::values(whole_m), gb::plus{}, semiring, o.a, whole_u, {.replace = replace});
        CHECK(same(w, want));
        dist::vxm(s.ctx, w, !gb::structure(m), gb::no_accum, semiring, u, a, {.transpose_b = true, .replace = replace});
        gb::vxm(s.host, want, !gb::structure(whole_m), gb::no_accum, semiring, whole_u, o.a,
                {.transpose_b = true, .replace = replace});
        CHECK(same(w, want));
    }
    dist::vector<std::int64_t> w(s.ctx, o.a.ncols());
    gb::vector<std::int64_t> want(o.a.ncols());
    dist::vxm(s.ctx, w, gb::no_mask, gb::no_accum, gb::min_plus<std::int64_t>, v, a);
    gb::vxm(s.host, want, gb::no_mask, gb::no_accum, gb::min_plus<std::int64_t>, sparse, o.a);
    CHECK(same(w, want));
    dist::mxv(s.ctx, w, gb::no_mask, gb::min{}, gb::min_plus<std::int64_t>, a, v, {.transpose_a = true});
    gb::mxv(s.host, want, gb::no_mask, gb::min{}, gb::min_plus<std::int64_t>, o.a, sparse, {.transpose_a = true});
    CHECK(same(w, want));
}

void test_blockwise(const setting& s) {
    const std::string& where = s.where;
    const auto whole_a = random_matrix(30, 20, 200, 7), whole_b = random_matrix(30, 20, 200, 8),
               mask = random_matrix(30, 20, 200, 9);
    const auto a = dist::scatter(s.ctx, whole_a), b = dist::scatter(s.ctx, whole_b), m = dist::scatter(s.ctx, mask);
    const gb::value_gt<double> is_large{5000.0};
    for (const bool replace : {false, true}) {
        auto c = a;
        auto want = whole_a;
        dist::ewise_add(s.ctx, c, gb::structure(m), gb::plus{}, gb::max{}, a, b, replace);
        gb::ewise_add(s.host, want, gb::structure(mask), gb::plus{}, gb::max{}, whole_a, whole_b, {.replace = replace});
        CHECK(is_same(s, c, want));
        dist::ewise_mult(s.ctx, c, !gb::structure(m), gb::no_accum, gb::minus{}, a, b, replace);
        gb::ewise_mult(s.host, want, !gb::structure(mask), gb::no_accum, gb::minus{}, whole_a, whole_b, {.replace = replace});
        CHECK(is_same(s, c, want));
        dist::apply(s.ctx, c, gb::values(m), gb::no_accum, gb::ainv{}, b, replace);
        gb::apply(s.host, want, gb::values(mask), gb::no_accum, gb::ainv{}, whole_b, {.replace = replace});
        CHECK(is_same(s, c, want));
        dist::select(s.ctx, c, gb::no_mask, gb::min{}, is_large, a, replace);
        gb::select(s.host, want, gb::no_mask, gb::min{}, is_large, whole_a, {.replace = replace});
        CHECK(is_same(s, c, want));
    }
    CHECK(dist::reduce(s.ctx, gb::max{}, a) == gb::reduce(s.host, gb::max{}, whole_a));
    CHECK(is_same(s, dist::reduce_rows(s.ctx, gb::min{}, a), gb::reduce_rows(s.host, gb::min{}, whole_a)));
    CHECK(is_same(s, dist::reduce_rows(s.ctx, gb::max{}, a, true), gb::reduce_columns(s.host, gb::max{}, whole_a)));
    const auto narrow = dist::scatter(s.ctx, random_matrix(30, 19, 10, 7));
    auto c = a;
    CHECK(has(message_of<gb::dimension_mismatch>(
                  [&] { dist::ewise_add(s.ctx, c, gb::no_mask, gb::no_accum, gb::plus{}, a, narrow); }),
              "ewise_add"));
    CHECK(is_same(s, c, whole_a));
}

void test_graphs(const setting& s) {
    for (const auto& graph : {gb::rmat(8, 8), gb::grid2d(9), gb::uniform(40, 12, 3)}) {
        const auto whole = of(graph);
        const std::string where = s.where + ", graph of " + std::to_string(whole.nrows());
        const auto a = dist::scatter(s.ctx, whole);
        CHECK(dist::triangle_count(s.ctx, a) == gb::triangle_count(s.host, whole).triangles);
        if (s.ctx.layout() == dist::layout::natural)
            CHECK(is_same(s, dist::triu_by_degree(s.ctx, a), gb::triu_by_degree(s.host, whole)));
    }
}

void test_building(const setting& s) {
    const std::string& where = s.where;
    // Each rank has a share of the entries, in an order of its own, with duplicates at home and between ranks.
    std::vector<gb::index> rows, columns, all_rows, all_columns;
    std::vector<int> values, all_values;
    for (int rank = 0; rank < s.ctx.size(); ++rank) {
        for (int n = 0; n < 200; ++n) {
            const gb::index i = (n * 37 + rank * 11) % 23, j = (n * 91 + rank) % 31;
            const int x = rank * 1000 + n;
            all_rows.push_back(i), all_columns.push_back(j), all_values.push_back(x);
            if (rank == s.ctx.rank()) rows.push_back(i), columns.push_back(j), values.push_back(x);
        }
    }
    const auto second = dist::matrix<int>::from_edges(s.ctx, 23, 31, rows, columns, values);
    CHECK(is_same(s, second, gb::matrix<int>::from_edges(23, 31, all_rows, all_columns, all_values)));
    const auto plus = dist::matrix<int>::from_edges(s.ctx, 23, 31, rows, columns, values, gb::plus{});
    CHECK(is_same(s, plus, gb::matrix<int>::from_edges(23, 31, all_rows, all_columns, all_values, gb::plus{})));
    const auto structure = dist::matrix<void>::from_edges(s.ctx, 23, 31, rows, columns);
    CHECK(is_same(s, structure, gb::matrix<void>::from_edges(23, 31, all_rows, all_columns)));
    const auto last = dist::gather(s.ctx, second, s.ctx.size() - 1);
    CHECK(s.ctx.rank() == s.ctx.size() - 1 ? last.nvals() == second.nvals() : last.nrows() == 0);
}

/// A condition that fails in one rank, or in all of them, ends the call in all of them in the same way.
void test_errors(const setting& s) {
    const std::string& where = s.where;
    const int last = s.ctx.size() - 1;
    const auto a = dist::scatter(s.ctx, random_matrix(20, 20, 100, 5));
    auto c = a;
    const std::vector<gb::index> good{3}, bad{s.ctx.rank() == last ? 77 : 3};
    const std::vector<double> one{1.0};
    const std::string out_of_bounds =
        message_of<gb::index_out_of_bounds>([&] { (void)dist::matrix<double>::from_edges(s.ctx, 20, 20, good, bad, one); });
    CHECK(has(out_of_bounds, "column 77"));
    CHECK(last == 0 || has(out_of_bounds, ("(in rank " + std::to_string(last) + ")").c_str()));
    const gb::index sides = s.ctx.rank() == last ? -1 : 20;
    CHECK(has(message_of<gb::invalid_value>([&] { (void)dist::matrix<double>::from_edges(s.ctx, sides, 20, good, good, one); }),
              last == 0 ? "number of rows" : "different"));
    const auto narrow = dist::scatter(s.ctx, random_matrix(19, 20, 50, 6));
    const std::string mismatch = message_of<gb::dimension_mismatch>(
        [&] { dist::mxm(s.ctx, c, gb::no_mask, gb::no_accum, gb::plus_times<double>, a, narrow); });
    CHECK(has(mismatch, "mxm") && !has(mismatch, "in rank"));
    CHECK(has(message_of<gb::invalid_value>([&] { (void)dist::gather(s.ctx, a, last + 1); }), "there is no rank"));
    CHECK(has(message_of<gb::invalid_value>([&] { dist::vector<double>(s.ctx, -1); }), "dist::vector: size"));
    if (last > 0) {
        CHECK(
            has(message_of<gb::invalid_value>([&] { (void)dist::gather(s.ctx, a, s.ctx.rank() == 0 ? 0 : 1); }), "different"));
    }
    const dist::context other(s.ctx.local(), std::shared_ptr<dist::communicator>(std::shared_ptr<void>(), &s.ctx.world()));
    CHECK(has(message_of<gb::invalid_value>([&] { (void)dist::mxm(other, gb::plus_times<double>, a, a); }), "another"));
    CHECK(has(message_of<gb::invalid_value>([&] {
                  (void)dist::context(s.ctx.local(),
                                      std::shared_ptr<dist::communicator>(std::shared_ptr<void>(), &s.ctx.world()),
                                      {.grid_rows = last + 2});
              }),
              "grid"));
    if (last > 0) {
        CHECK(has(message_of<gb::invalid_value>([&] {
                      (void)dist::context(s.ctx.local(),
                                          std::shared_ptr<dist::communicator>(std::shared_ptr<void>(), &s.ctx.world()),
                                          {.measures_times = s.ctx.rank() == last});
                  }),
                  "options"));
    }
    // A step is cancelled in one rank. What it calls after that begins with a look.
    const std::string ended = message_of<gb::cancelled>([&] {
        (void)s.ctx.together("a test", {}, [&](dist::note&) {
            if (s.ctx.rank() == last) s.ctx.local().cancel();
            const gb::running_call part_of_it(s.ctx.local());
        });
    });
    CHECK(has(ended, "a test: ended by"));
    CHECK(last == 0 || has(ended, ("(in rank " + std::to_string(last) + ")").c_str()));
    CHECK(is_same(s, c, dist::gather(s.ctx, a)) || s.ctx.rank() != 0);
}

/// The device of one rank has too little memory: all ranks throw, the output is as it was, and the context can be used on.
void test_memory_of_devices(const setting& s) {
    const std::string where = "memory of devices";
    const int last = s.ctx.size() - 1;
    const gb::context local = gb::context::cuda(
        {.device = s.ctx.local().cuda_engine()->device(), .memory_limit = s.ctx.rank() == last ? 700'000 : 0});
    const dist::context ctx(local, std::shared_ptr<dist::communicator>(std::shared_ptr<void>(), &s.ctx.world()),
                            {.timeout_seconds = 60});
    const setting limited{ctx, s.host, where};
    const gb::matrix<double> large = random_matrix(600, 600, 60'000, 8), small = random_matrix(60, 60, 500, 9);
    const auto a = dist::scatter(ctx, large), b = dist::scatter(ctx, small);
    auto c = a;
    const std::string said =
        message_of<gb::out_of_memory>([&] { dist::mxm(ctx, c, gb::no_mask, gb::no_accum, gb::plus_times<double>, a, a); });
    CHECK(has(said, ("(in rank " + std::to_string(last) + ")").c_str()));
    CHECK(is_same(limited, c, large));
    CHECK(dist::mxm_nvals(ctx, gb::no_mask, b, b) == gb::mxm_nvals(s.host, small, small));
}

void run_all(const std::shared_ptr<dist::communicator>& world, bool is_short) {
    const gb::context host = gb::context::host({.threads = 1}), local = own_context(world->rank());
    const std::vector<operands> list = all_operands();
    const auto run = [&](int grid_rows, dist::layout layout,
                         dist::between_devices between_devices = dist::between_devices::automatic) {
        const dist::context ctx(
            local, world,
            {.grid_rows = grid_rows, .layout = layout, .timeout_seconds = 60, .between_devices = between_devices});
        if (spec::on_cuda() && world->rank() == 0) std::printf("parts travel %s\n", ctx.devices() ? "by NCCL" : "staged");
        const setting s{ctx, host,
                        std::to_string(ctx.grid_rows()) + " x " + std::to_string(ctx.grid_columns()) +
                            (layout == dist::layout::natural ? ", natural" : ", shuffled"),
                        !is_short};
        // Grids of one row or one column have some of the tests: products and vectors take other ways there.
        const bool is_square = grid_rows == 0;
        for (const operands& o : list) {
            if ((is_short || !is_square) && o.name != "hubs" && o.name != "smaller than the grid") continue;
            test_products(s, o);
            test_vectors(s, o);
        }
        test_parts(s);
        test_blockwise(s);
        if (layout == dist::layout::natural && !spec::on_cuda()) test_traffic(s);
        test_graphs(s);
        test_algorithms(s);
        if (!is_square) return;
        test_building(s);
        test_files(s);
        test_errors(s);
        if (spec::on_cuda()) test_memory_of_devices(s);
    };
    run(0, dist::layout::natural);
    if (spec::on_cuda()) run(0, dist::layout::shuffled, dist::between_devices::staged);
    if (is_short) return;
    run(0, dist::layout::shuffled);
    if (world->size() == 1) return;
    run(1, dist::layout::natural);
    run(world->size(), dist::layout::natural);
}

#ifdef GRAPHBLAS_GPU_MPI
/// The panels of A*A fit if the context grants 1.2 times the bytes that memory_of_panels() names, and do not if it grants less
/// than these bytes. Prints the least factor that suffices. Each rank is a process, whose memory is counted by itself.
void test_memory(const std::shared_ptr<dist::communicator>& world, int scale) {
    const std::string where = "memory of panels";
    const dist::context plain(gb::context::host({.threads = 1}), world);
    auto a = dist::rmat(plain, scale, 16);
    const dist::panel_memory needed = dist::memory_of_panels(plain, a, a);
    const gb::index n = a.nrows();
    gb::matrix<void> block = a.block();
    a = dist::matrix<void>(plain, n, n);
    const auto fits = [&](double factor) {
        const auto limit = static_cast<std::int64_t>(factor * static_cast<double>(needed.blocks + needed.panels));
        const dist::context ctx(gb::context::host({.threads = 1, .memory_limit = limit}), world);
        dist::matrix<void> b(ctx, n, n);
        b.replace(std::move(block), plain.together("memory", {}, [&](dist::note& own) { own.number = block.nvals(); }));
        bool did = true;
        try {
            dist::product_parts parts(ctx, "mxm", b.cuts(), gb::no_mask, b, b, {});
            (void)parts.run([](const auto&...) {});
        } catch (const gb::out_of_memory&) {
            did = false;
        }
        block = b.block();
        return did;
    };
    CHECK(!fits(0.95));
    double least = 1;
    while (least < 1.2 && !fits(least)) least += 0.02;
    CHECK(fits(1.2));
    if (world->rank() == 0)
        std::printf("panels of A*A, R-MAT %d, %d ranks: %.2f times the %lld bytes of blocks and panels suffice\n", scale,
                    world->size(), least, static_cast<long long>(needed.blocks + needed.panels));
}

#endif

}  // namespace

int main(int argc, char** argv) {
    const std::string argument = argc > 1 ? argv[1] : "";
    const bool dies =
        argument == "kill" || argument == "hang" || argument == "exit" || argument == "throw" || argument == "leave";
    const bool counts_memory = argument == "memory", waits_by_nccl = argument == "nccl";
    if (!argument.empty() && !dies && !counts_memory && !waits_by_nccl) {
        dist::on_threads(std::atoi(argv[1]), [](const auto& world) { run_all(world, false); });
        if (argument == "4") test_lost_threads();
        return failures == 0 ? 0 : 1;
    }
#ifdef GRAPHBLAS_GPU_MPI
    if (spec::on_cuda() && gb::cuda::engine::usable_devices() == 0) {
        std::printf("there is no usable CUDA device\n");
        return skipped;
    }
    try {
        const gb::mpi::session mpi(argc, argv);
        if (dies) die(mpi.world(), argument);
        if (waits_by_nccl) wait_by_nccl(mpi.world());
        if (counts_memory) test_memory(mpi.world(), argc > 2 ? std::atoi(argv[2]) : 15);
        else run_all(mpi.world(), true);
    } catch (const leaves_alone&) {
    } catch (const gb::unsupported& x) {
        if (!waits_by_nccl) throw;
        std::printf("skipped: %s\n", x.what());
        return skipped;
    }
    return failures == 0 ? 0 : 1;
#else
    std::printf("this program was built without MPI\n");
    return 1;
#endif
}
