// grb_bench_orders: what the orders of algorithms/vertex_order.hpp make of graphs, and what they take.
//
// Needs: the files of --data; the matrices that lie in a good order by nature are made and shuffled.
// Idea: every order is made, applied and undone; the matrix that comes back must be the first one. Products of the matrix by
// itself show what an order is worth to a method; their number of entries must not depend on it. Times are medians.
#include "command_line.hpp"
#include "harness.hpp"
#include <algorithms/vertex_order.hpp>
#include <graphblas_gpu/base/counter_random.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/permute.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/tiling.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench::orders {
namespace {

namespace gb = graphblas_gpu;

struct options {
    std::string data;
    std::string engine = "host";
    std::vector<std::string> methods;
    int threads = 1;
    int repeat = 3;
    bool symmetric = false;
};

struct source {
    const char* name;
    const char* file;  ///< null: generated
};
constexpr source sources[] = {{"wiki-Vote", "wiki-Vote.mtx.gz"},
                              {"ca-HepPh", "ca-HepPh.txt.gz"},
                              {"email-Enron", "email-Enron.txt.gz"},
                              {"facebook", "facebook_combined.txt.gz"},
                              {"soc-Epinions1", "soc-Epinions1.txt.gz"},
                              {"shuffled band", nullptr},
                              {"shuffled blocks", nullptr}};

std::vector<gb::index> shuffled(gb::index n) {
    const gb::formats::random_permutation position(static_cast<std::uint64_t>(n), 1, 0);
    std::vector<gb::index> order(static_cast<std::size_t>(n));
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<gb::index>(position(k));
    return order;
}

/// Nothing where the file is not there.
std::optional<gb::matrix<float>> matrix_of(const gb::context& ctx, const source& from, const options& o) {
    if (from.file == nullptr) {
        const bool is_band = std::string_view(from.name) == "shuffled band";
        const auto a = gb::from_coordinates<float>(is_band ? gb::band(100000, 16) : gb::blocks(8000, 8, 8, 1));
        return gb::permute(ctx, a, shuffled(a.nrows()));
    }
    const std::string path = o.data + "/" + from.file;
    if (!std::filesystem::exists(path)) return std::nullopt;
    return gb::read_matrix<float>(ctx, path, {.symmetric = o.symmetric});
}

/// The result of f and the median of its milliseconds; the first turn, which makes what is kept, is not timed.
template <class F>
auto timed_calls(const gb::context& ctx, int repeat, F&& f) {
    std::invoke_result_t<F> result;
    const double milliseconds = median_on(ctx, repeat, [&] { result = f(); });
    return std::pair(std::move(result), milliseconds);
}

std::string density(const gb::context& ctx, const gb::matrix<float>& a) {
    const gb::tile_figures t = gb::tiling(ctx, a);
    return fmt::format("{:>9} {:>7.2f}", t.tiles, t.entries_per_tile());
}

/// The times of A*A by the methods, and whether C has as many entries as it had (-1: not known yet).
std::string products(const gb::context& ctx, const gb::matrix<float>& a, const options& o, gb::index& entries, bool& right) {
    std::string times;
    for (const std::string& name : o.methods) {
        const auto [c, milliseconds] = timed_calls(
            ctx, o.repeat, [&] { return gb::mxm(ctx, gb::plus_times<float>, a, a, {.method = gb::method_from_string(name)}); });
        if (entries < 0) entries = c.nvals();
        right = right && c.nvals() == entries;
        times += fmt::format(" {:>11.3f}", milliseconds);
    }
    return times;
}

/// Whether all orders could be undone, and no product lost anything.
bool measure(const gb::context& ctx, const char* name, const gb::matrix<float>& a, const options& o) {
    bool right = true;
    gb::index entries = -1;
    fmt::print("{:<16} {:<8} {} {:>10} {:>11}", name, "given", density(ctx, a), "", "");
    fmt::print("{}\n", products(ctx, a, o, entries, right));
    using enum gb::vertex_order;
    for (const auto which : {degree, reverse_cuthill_mckee, jaccard}) {
        const auto [order, making] = timed_calls(ctx, o.repeat, [&] { return gb::order_vertices(ctx, a, which); });
        const auto& by = order;
        const auto [c, applying] = timed_calls(ctx, o.repeat, [&] { return gb::permute(ctx, a, by); });
        right = gb::permute(ctx, c, gb::inverse_order(order)) == a && right;
        const std::string times = products(ctx, c, o, entries, right);
        fmt::print("{:<16} {:<8} {} {:>10.1f} {:>11.2f}{}{}\n", "", gb::to_string(which), density(ctx, c), making, applying,
                   times, right ? "" : "  WRONG");
    }
    return right;
}

/// Prints the table. Whether every order could be undone, and no product lost anything.
bool run(const options& o) {
    const gb::context ctx = o.engine == "cuda" ? gb::context::cuda() : gb::context::host({.threads = o.threads});
    fmt::print("{:<16} {:<8} {:>9} {:>7} {:>10} {:>11}", "graph", "order", "tiles", "entries", "order, ms", "permute, ms");
    for (const std::string& name : o.methods) fmt::print(" {:>11}", name);
    fmt::print("\n");
    bool right = true;
    for (const source& from : sources) {
        const std::optional<gb::matrix<float>> a = matrix_of(ctx, from, o);
        if (a) right = measure(ctx, from.name, *a, o) && right;
        else fmt::print("left out: {} (--data names the folder)\n", from.name);
    }
    return right;
}

}  // namespace
}  // namespace bench::orders

int main(int argc, char** argv) {
    bench::orders::options o;
    o.data = bench::data_folder();
    CLI::App app("Counts the 8x8 tiles of graphs in every order of vertices, and measures what the orders take and are worth.",
                 "grb_bench_orders");
    app.add_option("--data", o.data, "folder of the graphs")->capture_default_str();
    app.add_option("--engine", o.engine, "for permute and products; orders are made on the host")
        ->check(CLI::IsMember({"host", "cuda"}))
        ->capture_default_str();
    app.add_option("--products", o.methods, "methods to multiply each matrix by itself with, separated by commas")
        ->delimiter(',');
    app.add_option("--threads", o.threads, "of the host engine")->check(CLI::Range(1, 1024))->capture_default_str();
    app.add_option("--repeat", o.repeat, "turns")->check(CLI::Range(1, 1000))->capture_default_str();
    app.add_flag("--symmetric", o.symmetric, "add the missing direction of every edge");
    return bench::run_program(app, argc, argv, [&] { return bench::orders::run(o) ? 0 : 1; });
}
