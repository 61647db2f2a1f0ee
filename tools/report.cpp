// grb report: a page about a graph, with pictures, numbers, methods and times.
//
// Needs: a square file.
// Idea: the parts are those of grb info, picture, mxm --explain and bench, of one graph that is read once. The answer has what
// the page shows.
#include "graph_picture.hpp"
#include "machine.hpp"
#include "matrix_facts.hpp"
#include "picture/chart.hpp"
#include "picture/page.hpp"
#include "report_products.hpp"

#include <graphblas_gpu/io/text_file.hpp>

#include <fmt/format.h>

#include <cmath>
#include <new>
#include <numeric>
#include <utility>

namespace grb {
namespace {

struct report_command : graph_command {
    std::string source;
    double seconds = 0.5;  ///< how long each line is repeated
};

/// Finds errors of the command line before the file is read.
const report_command& checked(const report_command& options) {
    const std::string& out = options.run.out;
    if (out.empty()) throw usage_error("--out is needed: the name of the page, in .html");
    const std::string suffix = gb::io::suffix_of_name(out);
    if (out != "-" && suffix != ".html" && suffix != ".htm")
        throw usage_error(fmt::format("--out: {}: a report is written under .html; '-' is standard output", out));
    if (!options.source.empty()) (void)parse_vertex(options.source, options.file, "--source");
    return options;
}

std::string milliseconds_in_words(double t) { return fmt::format(t < 10 ? fmt::runtime("{:.3f}") : fmt::runtime("{:.1f}"), t); }

struct measured_function {
    const bench_function* function;
    std::optional<bench_times> times;
    std::string why_not;
};

std::vector<measured_function> measure_functions(const bench_graph& g, double seconds) {
    std::vector<measured_function> all;
    for (const bench_function& f : bench_functions()) {
        measured_function& one = all.emplace_back(measured_function{&f, {}, {}});
        try {
            one.times = repeat(f.words, seconds, [&] { return f.run(g); });
        } catch (const gb::error& e) {
            one.why_not = e.what();
        } catch (const std::bad_alloc&) {
            one.why_not = "there is not enough memory";
        }
    }
    return all;
}

// ---- the page ----

void add_facts_table(picture::page& to, const answer& facts) {
    picture::table t{.caption = "What grb info says of the file", .heads = {}, .rows = {}, .has_numbers = false};
    for (const auto& [name, words] : facts.lines()) t.rows.push_back({name, words});
    to.add(t);
    for (const gb::read_note& note : facts.notes()) to.paragraph("Note: " + note.text);
}

void add_product(picture::page& to, const measured_product& product) {
    const measured_method* const fastest = product.fastest();
    if (fastest == nullptr) {
        to.paragraph(fmt::format("{}: {}", product.words,
                                 product.methods.empty() ? product.report.reason : product.methods.front().why_not));
        return;
    }
    const std::string chosen = gb::to_string(product.report.method), best = gb::to_string(fastest->method);
    to.paragraph(
        fmt::format("{}: the planner chooses {} ({}). The fastest that was measured is {}, with {} ms. The product has {} "
                    "and takes {}.",
                    product.words, chosen, product.report.reason, best, milliseconds_in_words(fastest->times->median()),
                    picture::counted(fastest->times->result, "entry", "entries"),
                    picture::counted(product.report.flops, "multiplication", "multiplications")));
    picture::table t{
        .caption = product.words, .heads = {"method", "expected ms", "expected MiB", "median ms", "runs"}, .rows = {}};
    for (const measured_method& one : product.methods) {
        std::string name = gb::to_string(one.method);
        if (name == chosen) name += ", chosen";
        if (&one == fastest) {
            name += ", fastest";
            t.marked = t.rows.size();
        }
        const bool is_known = one.expected.is_predicted();
        t.rows.push_back({name, is_known ? milliseconds_in_words(one.expected.milliseconds) : "–",
                          is_known ? fmt::format("{:.1f}", one.expected.bytes / (1 << 20)) : "–",
                          one.times ? milliseconds_in_words(one.times->median()) : one.why_not,
                          one.times ? std::to_string(one.times->sorted.size()) : "–"});
    }
    to.add(t);
}

void add_times(picture::page& to, const std::vector<measured_function>& functions) {
    picture::table t{
        .caption = "Times", .heads = {"what is computed", "result", "median ms", "fastest ms", "runs"}, .rows = {}};
    for (const measured_function& one : functions) {
        if (one.times)
            t.rows.push_back({one.function->words,
                              fmt::format("{}: {}", one.function->result, picture::grouped(one.times->result)),
                              milliseconds_in_words(one.times->median()), milliseconds_in_words(one.times->sorted.front()),
                              std::to_string(one.times->sorted.size())});
        else t.rows.push_back({one.function->words, one.why_not, "–", "–", "0"});
    }
    to.add(t);
}

void add_machine(picture::page& to, const gb::context& ctx, const graph_file& file) {
    to.add(picture::table{.caption = "Machine",
                          .heads = {},
                          .rows = {{"processor", processor_name()},
                                   {"threads", std::to_string(ctx.threads())},
                                   {"memory", fmt::format("{:.1f} GiB", static_cast<double>(memory_bytes()) / (1 << 30))},
                                   {"program", "grb " GRB_VERSION},
                                   {"reading the file", fmt::format("{} ms", milliseconds_in_words(file.milliseconds()))}},
                          .has_numbers = false});
}

// ---- the answer ----

void add_products(answer& to, const std::vector<measured_product>& products) {
    std::vector<record> lines;
    for (const measured_product& product : products) {
        const measured_method* const fastest = product.fastest();
        for (const measured_method& one : product.methods)
            lines.push_back({{"product", product.name, product.words},
                             {"method", std::string(gb::to_string(one.method))},
                             {"chosen", one.method == product.report.method},
                             {"fastest", &one == fastest},
                             {"expected_ms", one.expected.is_predicted() ? value(one.expected.milliseconds) : value(),
                              one.expected.is_predicted() ? milliseconds_in_words(one.expected.milliseconds) : "-"},
                             {"median_ms", one.times ? value(one.times->median()) : value(),
                              one.times ? milliseconds_in_words(one.times->median()) : "-"}});
    }
    to.add_records("products", std::move(lines));
}

void add_functions(answer& to, const std::vector<measured_function>& functions) {
    std::vector<record> lines;
    for (const measured_function& one : functions) {
        if (!one.why_not.empty()) to.note("function_failed", fmt::format("{}: {}", one.function->words, one.why_not));
        lines.push_back({{"name", std::string(one.function->name), one.function->words},
                         {"result", one.times ? value(one.times->result) : value()},
                         {"runs", one.times ? static_cast<std::int64_t>(one.times->sorted.size()) : std::int64_t{0}},
                         {"median_ms", one.times ? value(one.times->median()) : value(),
                          one.times ? milliseconds_in_words(one.times->median()) : "-"}});
    }
    to.add_records("lines", std::move(lines));
}

int run_report(const report_command& options) {
    graph_run run(checked(options));
    const gb::context& ctx = run.ctx;
    bench_graph g = bench_graph_of(ctx, run.file);
    run.file.describe(options.run);
    if (g.structure.nrows() == 0)
        throw gb::io_error(gb::io::input_name(run.file.path()), 0, "the graph has no vertices to report about");
    const gb::index source = *source_of(run.file, g.structure, options.source, options.file);
    g.sources = {source};

    answer facts;
    run.file.describe(facts);
    add_facts(facts, run.file, std::visit([&](const auto& a) { return facts_of(ctx, a, false, false); }, g.lengths));
    run.result = facts;
    run.result.add("source", run.file.value_of(source));

    const std::vector<picture::panel> panels(std::begin(picture::all_panels), std::end(picture::all_panels));
    const picture::graph_counts counts =
        run.compute("counting entries", [&] { return count_for(panels, ctx, run.file, g.structure, source); });
    const std::vector<measured_product> products = measure_products(g, options.seconds);
    const std::vector<measured_function> functions = measure_functions(g, options.seconds);

    picture::page page(counts.name,
                       fmt::format("{}. Made by grb {} at {}.", picture::size_in_words(counts), GRB_VERSION, now()));
    std::vector<picture::drawing> drawings;
    for (const picture::panel panel : panels) drawings.push_back(picture::draw_panel(panel, counts));
    page.add(drawings);
    page.heading("Numbers");
    add_facts_table(page, facts);
    page.heading("Products");
    page.paragraph(
        "A is the matrix of the file. A method is what computes the rows of a product; the planner chooses one unless the "
        "caller does. What it expects of each is shown where it predicts.");
    for (const measured_product& product : products) add_product(page, product);
    page.heading("Times");
    page.paragraph(
        fmt::format("A time is that of a call of the library from matrices in memory to a result in memory, the median of the "
                    "runs. Calls were "
                    "repeated for {} seconds, and the first run counts only where there is no other. Searches begin at vertex "
                    "{}. Triangles, "
                    "core numbers, independent sets and communities are those of the undirected graph.",
                    options.seconds, counts.source));
    add_times(page, functions);
    add_machine(page, ctx, run.file);
    gb::io::text_writer out(options.run.out);
    out.text(page.html());
    out.close();

    add_products(run.result, products);
    add_functions(run.result, functions);
    return run.conclude("automatic", [] { return std::string(); });
}

}  // namespace

void add_report(command_line& line) {
    add_graph_command<report_command>(
        line,
        {.name = "report",
         .help = "Write a page about a graph: pictures, numbers, methods of products, times",
         .main_options = {"--out", "--source", "--time-limit"},
         .weights = weighting::offered,
         .duplicates = gb::duplicate_policy::min,
         .names_vertices = true,
         .is_on_host_alone = true,
         .footer =
             R"(The page is one file of HTML that needs nothing else. It has the pictures of grb picture, the numbers of grb info, for two
products the method that the planner chooses, why, and how long every method takes, and the times of grb bench. The colours are
light or dark as the reader's system prefers, and the page fits a phone and a printer. Everything is computed on the host, also
where there is a GPU. Nothing else should run on the machine meanwhile.

Examples:
  grb report graph.tsv --out graph.html
  grb report roads.tsv --undirected --source 17 --out roads.html
  grb report web.tsv.gz --out web.html --time-limit 5 --threads 8)"},
        &run_report, [](subcommand& to, report_command& options) {
            to.option("--out", options.run.out, {"FILE", "Write the page: .html; '-' is standard output", "Output"});
            to.option("--source", options.source,
                      {"VERTEX", "Where searches begin; by default at the vertex with the most outgoing edges"});
            to.option("--time-limit",
                      [&options](const std::string& text) { options.seconds = parse_seconds(text, "--time-limit"); },
                      {"SECONDS", "How long each line is repeated, 0.5 by default; a run that has begun ends", "Computing"});
        });
}

}  // namespace grb
