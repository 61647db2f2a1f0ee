// The lines of grb_bench_cuda, for each matrix and type.
#include "lines.hpp"

#include "matrices.hpp"
#include "product_rows.hpp"
#include "tile_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace bench {

namespace {

struct report {
    std::vector<matrix_facts> matrices;
    std::vector<result> lines;

    void add(result&& line) {
        print(line);
        lines.push_back(std::move(line));
    }
};

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
    const square<T> of(ctx, o, name, weights);
    if (std::none_of(out.matrices.begin(), out.matrices.end(), [&](const auto& m) { return m.name == name; })) {
        const gb::matrix<T> copy = of.a;  // the operand of the lines shall have no cached tiles
        out.matrices.push_back({name, of.a.nrows(), of.a.nvals(), of.products, gb::tiling(ctx, copy).tiles});
        print(out.matrices.back());
    }
    const bool is_float = std::is_same_v<T, float>;
    measure_rows(product_rows<T>(of), o, is_float, out);
    measure_rows(tile_rows<T>(of), o, is_float, out);
}

void measure_all(const gb::context& ctx, const options& o, report& out) {
    const auto both = [&](const std::string& name, const std::function<gb::matrix<double>()>& make) {
        if (!is_chosen(o, name)) return;
        const gb::matrix<double> weights = make();
        measure<float>(ctx, o, name, weights, out);
        measure<double>(ctx, o, name, weights, out);
    };
    const gb::context host = gb::context::host();
    for (const std::string& name : o.generated) both(name, [&] { return generated_with_weights(host, name); });
    if (!o.generated.empty()) return;
    both("1000 rows at random", [&] { return generated_with_weights(host, "uniform-1000-8"); });
    for (const table_entry& entry : table_matrices(o.matrices, o.data)) {
        if (!std::filesystem::exists(entry.file)) fmt::print("left out: {} ({} is not there)\n", entry.name, entry.file);
        else both(entry.name, [&] { return read_with_weights(host, entry.file); });
    }
    for (const int scale : {16, 20}) {
        const bool any = std::any_of(std::begin(triangle_rows), std::end(triangle_rows),
                                     [&](const char* row) { return is_named(o.rows, row); });
        const std::string name = triangle_graph(scale);
        if (!any || !is_chosen(o, name)) continue;
        fmt::print("{}\n", name);
        for (result& line : triangles(ctx, o, scale)) out.add(std::move(line));
    }
}

}  // namespace

bool is_named(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

bool is_chosen(const options& o, const std::string& matrix) {
    const auto begins = [&](const std::string& name) { return matrix.starts_with(name); };
    return o.only.empty() || std::any_of(o.only.begin(), o.only.end(), begins);
}

std::vector<std::string> line_names() {
    std::vector<std::string> names(std::begin(triangle_rows), std::end(triangle_rows));
    for (const auto& row : product_rows<float>::all()) names.emplace_back(row.name);
    for (const auto& row : tile_rows<float>::all()) names.emplace_back(row.name);
    return names;
}

int measure_lines(const options& o) {
    const gb::context ctx = gb::context::cuda({.device = o.device});
    const gb::cuda::device_facts& device = ctx.cuda_engine()->facts();
    fmt::print("{}, {} multiprocessors; medians of at least {} runs, all sides in turns, temporary memory included\n",
               device.name, device.multiprocessors, o.how.repeat);
    report out;
    measure_all(ctx, o, out);
    print_mean(out.lines);
    if (!o.json.empty()) write_json(o, device, out.matrices, out.lines);
    const auto is_wrong = [](const result& r) { return r.verified.starts_with("WRONG"); };
    return std::any_of(out.lines.begin(), out.lines.end(), is_wrong) ? 1 : 0;
}

}  // namespace bench
