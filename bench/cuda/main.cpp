// grb_bench_cuda: products of ours on one GPU beside cuSPARSE's, in one process. See docs/benchmarks.md.
//
// Idea: for each matrix and type a table of its own, whose lines can be asked for by name: the whole product (ours and ALG1 to
// ALG3, which take turns, temporary memory included), the numeric phase with the structure known (plan_mxm beside SpGEMMreuse),
// what we offer without values or under a mask, and method bitmap_tile beside those that go by rows.
// The floor of a line is what the device must do at least, from measured ceilings: move the operands and the result once at the
// rate of a copy, and add the products in shared memory at the rate of random atomics.
#include "galerkin.hpp"
#include "matrices.hpp"
#include "product_rows.hpp"
#include "tile_rows.hpp"
#include "tile_sweep.hpp"
#include "triangles.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>

namespace {

namespace gb = graphblas_gpu;
using bench::options;
using bench::result;

struct report {
    std::vector<bench::matrix_facts> matrices;
    std::vector<result> lines;

    void add(result&& line) {
        bench::print(line);
        lines.push_back(std::move(line));
    }
};

bool is_named(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

/// Some names have commas, which part the list that is given: beginnings will do.
bool is_chosen(const options& o, const std::string& matrix) {
    const auto begins = [&](const std::string& name) { return matrix.starts_with(name); };
    return o.only.empty() || std::any_of(o.only.begin(), o.only.end(), begins);
}

/// The names of all lines.
std::vector<std::string> row_names() {
    std::vector<std::string> names{bench::galerkin_row};
    names.insert(names.end(), std::begin(bench::triangle_rows), std::end(bench::triangle_rows));
    for (const auto& row : bench::product_rows<float>::all()) names.emplace_back(row.name);
    for (const auto& row : bench::tile_rows<float>::all()) names.emplace_back(row.name);
    return names;
}

template <class Rows>
void measure_rows(Rows rows, const options& o, bool is_first_type, report& out) {
    for (const auto& row : Rows::all()) {
        if (!is_named(o.rows, row.name) || (row.once && !is_first_type)) continue;
        out.add((rows.*row.measure)());
    }
}

template <class T>
void measure(const gb::context& ctx, const options& o, const std::string& name, const gb::matrix<double>& weights,
             report& out) {
    if (!is_named(o.types, gb::type_name<T>())) return;
    const bench::square<T> of(ctx, o, name, weights);
    if (std::none_of(out.matrices.begin(), out.matrices.end(), [&](const auto& m) { return m.name == name; })) {
        const gb::matrix<T> copy = of.a;  // the operand of the lines shall have no cached tiles
        out.matrices.push_back({name, of.a.nrows(), of.a.nvals(), of.products, gb::tiling(ctx, copy).tiles});
        bench::print(out.matrices.back());
    }
    const bool is_float = std::is_same_v<T, float>;
    measure_rows(bench::product_rows<T>(of), o, is_float, out);
    measure_rows(bench::tile_rows<T>(of), o, is_float, out);
}

void measure_all(const gb::context& ctx, const options& o, report& out) {
    const auto both = [&](const std::string& name, const std::function<gb::matrix<double>()>& make) {
        if (!is_chosen(o, name)) return;
        const gb::matrix<double> weights = make();
        measure<float>(ctx, o, name, weights, out);
        measure<double>(ctx, o, name, weights, out);
    };
    if (o.sweep) {
        for (const bench::tile_sample& s : bench::tile_samples()) both(s.name(), [&] { return bench::make_sample(s); });
        return;
    }
    if (is_named(o.rows, bench::galerkin_row)) {
        for (result& line : bench::galerkin_products(ctx, o)) out.add(std::move(line));
    }
    const gb::context host = gb::context::host();
    for (const bench::table_entry& entry : bench::table_matrices(o.matrices, o.data)) {
        if (!std::filesystem::exists(entry.file)) fmt::print("left out: {} ({} is not there)\n", entry.name, entry.file);
        else both(entry.name, [&] { return bench::read_with_weights(host, entry.file); });
    }
    for (const int scale : {16, 20}) {
        const bool any = std::any_of(std::begin(bench::triangle_rows), std::end(bench::triangle_rows),
                                     [&](const char* row) { return is_named(o.rows, row); });
        const std::string name = bench::triangle_graph(scale);
        if (!any || !is_chosen(o, name)) continue;
        fmt::print("{}\n", name);
        for (result& line : bench::triangles(ctx, o, scale)) out.add(std::move(line));
    }
}

int run(const options& o) {
    const gb::context ctx = gb::context::cuda({.device = o.device});
    const gb::cuda::device_facts& device = ctx.cuda_engine()->facts();
    fmt::print("{}, {} multiprocessors; medians of at least {} runs, all sides in turns, temporary memory included\n",
               device.name, device.multiprocessors, o.how.repeat);
    report out;
    measure_all(ctx, o, out);
    bench::print_mean(out.lines);
    if (!o.json.empty()) bench::write_json(o, device, out.matrices, out.lines);
    const auto is_wrong = [](const result& r) { return r.verified.starts_with("WRONG"); };
    return std::any_of(out.lines.begin(), out.lines.end(), is_wrong) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    options o;
    if (const char* data = std::getenv("GRB_TEST_DATA"); data != nullptr) o.data = data;
    CLI::App app("Measures products on one GPU beside cuSPARSE and compares the answers. Exit status: 0; 1 if an answer is wrong or "
                 "something fails; 2 if the command line is wrong.",
                 "grb_bench_cuda");
    app.add_option("--matrices", o.matrices, "folder of the binary CSR files")->capture_default_str();
    app.add_option("--data", o.data, "folder of wiki-Vote")->capture_default_str();
    app.add_option("--only", o.only, "beginnings of the names of matrices, separated by commas")->delimiter(',');
    app.add_option("--rows", o.rows, "names of lines, separated by commas")->delimiter(',')->check(CLI::IsMember(row_names()));
    app.add_flag("--sweep", o.sweep, "matrices of random tiles with 1 to 64 entries in place of those of the table");
    app.add_option("--types", o.types, "float, double")->delimiter(',')->check(CLI::IsMember({"float", "double"}));
    app.add_option("--repeat", o.how.repeat, "turns of each side at least")->check(CLI::Range(1, 1000))->capture_default_str();
    app.add_option("--min-time", o.how.minimum_seconds, "more turns until each side has run for so many seconds")
        ->check(CLI::Range(0.0, 1e4))
        ->capture_default_str();
    app.add_option("--device", o.device, "number of the GPU")->capture_default_str();
    app.add_option("--json", o.json, "write all times to this file");
    app.add_option("--revision", o.revision, "of the code, to be noted in the report");
    app.add_flag("!--no-verify", o.verify, "do not compare the results");
    try {
        app.parse(argc, argv);
        return run(o);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    } catch (const std::exception& e) {
        std::fflush(stdout);
        fmt::print(stderr, "grb_bench_cuda: {}\n", e.what());
        return 1;
    }
}
