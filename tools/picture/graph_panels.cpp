// Idea: see graph_panels.hpp.
#include "graph_panels.hpp"

#include "chart.hpp"
#include <algorithms/bfs.hpp>
#include <algorithms/connected_components.hpp>
#include <algorithms/strongly_connected_components.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grb::picture {
namespace {

constexpr double panel_width = 460, panel_height = 400, heading_height = 66;

/// What a panel shows, as its subtitle and as a sentence of its own.
struct words {
    std::string title;
    std::string numbers;
    std::string sentence() const { return fmt::format("{}: {}.", title, numbers); }
};

// ---- density ----

/// Which numbers of entries have the same colour: at most seven classes on a logarithmic scale from the least number to the
/// largest. Where the largest is ten times the least or more, bounds have two digits; where there are no more than seven
/// numbers, each has its colour.
class density_classes {
  public:
    explicit density_classes(const block_counts& blocks) : largest_(blocks.largest()) {
        std::int64_t least = largest_;
        for (const std::int64_t entries : blocks.entries)
            if (entries > 0) least = std::min(least, entries);
        bounds_.push_back(least);
        for (int k = 1; k < steps; ++k) {
            const std::int64_t bound = largest_ - least < steps ? least + k : bound_between(least, k);
            if (bound > bounds_.back() && bound <= largest_) bounds_.push_back(bound);
        }
    }
    int count() const { return static_cast<int>(bounds_.size()); }
    int class_of(std::int64_t entries) const {
        return static_cast<int>(std::upper_bound(bounds_.begin(), bounds_.end(), entries) - bounds_.begin()) - 1;
    }
    paint paint_of(int c) const { return count() == 1 ? paint::step_5 : step(c * (steps - 1) / (count() - 1)); }
    /// The numbers of class c, such as "12–34".
    std::string range(int c) const {
        const std::int64_t least = bounds_[static_cast<std::size_t>(c)];
        const std::int64_t most = c + 1 < count() ? bounds_[static_cast<std::size_t>(c) + 1] - 1 : largest_;
        const auto shown = [](std::int64_t x) { return x < 10'000 ? grouped(x) : in_short(static_cast<double>(x)); };
        return least == most ? shown(least) : fmt::format("{}–{}", shown(least), shown(most));
    }

  private:
    std::int64_t bound_between(std::int64_t least, int k) const {
        const double ratio = static_cast<double>(largest_) / static_cast<double>(least);
        const std::int64_t bound = std::llround(static_cast<double>(least) * std::pow(ratio, k / double{steps}));
        std::int64_t unit = 1;
        while (ratio >= 10 && bound / unit >= 100) unit *= 10;
        return (bound + unit / 2) / unit * unit;
    }

    std::int64_t largest_;
    std::vector<std::int64_t> bounds_;  ///< the least number of each class
};

words words_of_density(const graph_counts& g) {
    const gb::index side = g.blocks.side;
    return {"Density of the matrix", fmt::format("{} × {}, {}; a square is {}", grouped(g.vertices), grouped(g.columns),
                                                 counted(g.entries, "entry", "entries"),
                                                 side == 1 ? "one position" : fmt::format("{0} × {0}", grouped(side)))};
}

/// The blocks of a class. Blocks side by side are one box.
std::vector<box> boxes_of_class(const graph_counts& g, const density_classes& classes, int wanted, const box& area) {
    const block_counts& blocks = g.blocks;
    const auto share = [&](gb::index block, gb::index of) {
        return static_cast<double>(std::min(block * blocks.side, of)) / static_cast<double>(of);
    };
    // Neighbours share an edge, which lies between two pixels where there are two for one of CSS: no seam is between them.
    const auto snapped = [](double x) { return std::round(2 * x) / 2; };
    const auto left = [&](gb::index block) { return snapped(area.x + area.width * share(block, g.columns)); };
    const auto top = [&](gb::index block) { return snapped(area.y + area.height * share(block, g.vertices)); };
    std::vector<box> all;
    for (gb::index i = 0; i < blocks.rows; ++i) {
        for (gb::index j = 0; j < blocks.columns; ++j) {
            const auto is_wanted = [&](gb::index at) {
                return at < blocks.columns && blocks.at(i, at) > 0 && classes.class_of(blocks.at(i, at)) == wanted;
            };
            if (!is_wanted(j)) continue;
            const gb::index first = j;
            while (is_wanted(j + 1)) ++j;
            all.push_back({left(first), top(i), left(j + 1) - left(first), top(i + 1) - top(i)});
        }
    }
    return all;
}

void draw_density_legend(drawing& to, const box& area, const density_classes& classes) {
    const double x = area.x + area.width + 22, height = 20;
    double y = area.y + 22;
    to.shapes.push_back(text{.at = {x, area.y + 10}, .words = "entries", .size = 12});
    for (int c = classes.count() - 1; c >= 0; --c, y += height) {
        to.shapes.push_back(boxes{classes.paint_of(c), {{x, y, 16, height}}});
        to.shapes.push_back(
            text{.at = {x + 22, y + height / 2 + 4}, .words = classes.range(c), .size = 12, .fill = paint::muted});
    }
}

void draw_density(drawing& to, const box& where, const graph_counts& g) {
    const words say = words_of_density(g);
    box area = plot_area(where, 110);
    const auto first = static_cast<double>(g.first_number);
    const auto rows = static_cast<double>(std::max<gb::index>(g.vertices, 1)),
               columns = static_cast<double>(std::max<gb::index>(g.columns, 1));
    const double scale = std::min(area.width / columns, area.height / rows);
    area.width = std::max(scale * columns, 1.0);
    area.height = std::max(scale * rows, 1.0);
    // The tick of a row is in the middle of it, and rows are counted downwards.
    const chart c{.title = say.title,
                  .subtitle = say.numbers,
                  .x = {"column: target of the edge", first - 0.5, first + columns - 0.5},
                  .y = {"row: source of the edge", first + rows - 0.5, first - 0.5},
                  .nothing = g.vertices == 0 || g.columns == 0 ? "no vertices"
                             : g.entries == 0                  ? "no entries"
                                                               : ""};
    if (g.entries > 0) {
        const density_classes classes(g.blocks);
        for (int k = 0; k < classes.count(); ++k)
            if (std::vector<box> all = boxes_of_class(g, classes, k, area); !all.empty())
                to.shapes.push_back(boxes{classes.paint_of(k), std::move(all)});
        draw_density_legend(to, area, classes);
    }
    draw_frame(to, where, area, c, false);
}

// ---- degrees and components ----

std::vector<point> points_of(const histogram& h) {
    std::vector<point> points;
    for (std::size_t k = 0; k < h.values.size(); ++k)
        points.push_back({static_cast<double>(h.values[k]), static_cast<double>(h.times[k])});
    return points;
}

double most_often(const histogram& h) {
    return h.times.empty() ? 0 : static_cast<double>(*std::max_element(h.times.begin(), h.times.end()));
}

/// One or two histograms on logarithmic axes. The second has no values for a symmetric matrix.
chart histograms(const words& say, const char* x_label, const char* y_label, const histogram& first, const char* first_name,
                 const histogram& second, const char* second_name, const std::string& nothing) {
    chart c{.title = say.title,
            .subtitle = say.numbers,
            .x = counts_axis(x_label, static_cast<double>(std::max(first.largest(), second.largest()))),
            .y = counts_axis(y_label, std::max(most_often(first), most_often(second)))};
    const bool has_two = second.total() > 0;
    c.all.push_back({has_two ? first_name : "", paint::first, series_form::dots, points_of(first)});
    if (has_two) c.all.push_back({second_name, paint::second, series_form::diamonds, points_of(second)});
    if (first.values.empty() && second.values.empty()) c.nothing = nothing;
    return c;
}

words words_of_degrees(const graph_counts& g) {
    const double mean = g.vertices == 0 ? 0 : static_cast<double>(g.entries) / static_cast<double>(g.vertices);
    if (g.is_symmetric)
        return {"Degrees", fmt::format("mean {:.2f}, largest {}; {} without edges", mean, grouped(g.degrees.largest()),
                                       counted(g.degrees.zeros, "vertex", "vertices"))};
    return {"Degrees",
            fmt::format("mean {:.2f}, largest {} out, {} in; none out: {}, none in: {}", mean, grouped(g.degrees.largest()),
                        grouped(g.in_degrees.largest()), grouped(g.degrees.zeros), grouped(g.in_degrees.zeros))};
}

words words_of_components(const graph_counts& g) {
    const auto about = [](const histogram& h, const char* one, const char* several) {
        return fmt::format("{}, largest {}", counted(h.total(), one, several), grouped(h.largest()));
    };
    if (g.is_symmetric)
        return {"Components",
                about(g.components, "component", "components") + (g.components.largest() == 1 ? " vertex" : " vertices")};
    return {"Components",
            fmt::format("{}; {}", about(g.components, "weak", "weak"), about(g.strong_components, "strong", "strong"))};
}

chart chart_of_degrees(const graph_counts& g) {
    return histograms(words_of_degrees(g),
                      g.is_symmetric ? "degree: edges of a vertex" : "degree: edges out of or into a vertex",
                      "vertices with this degree", g.degrees, "out of the vertex", g.in_degrees, "into it",
                      g.vertices == 0 ? "no vertices" : "no edges");
}

chart chart_of_components(const graph_counts& g) {
    return histograms(words_of_components(g), "size: vertices of a component", "components of this size", g.components, "weak",
                      g.strong_components, "strong", "no vertices");
}

// ---- levels ----

words words_of_levels(const graph_counts& g) {
    if (g.levels.empty()) return {"Levels of a breadth-first search", "no vertex to begin at"};
    const std::int64_t reached = std::accumulate(g.levels.begin(), g.levels.end(), std::int64_t{0});
    return {"Levels of a breadth-first search",
            fmt::format("from vertex {}: {} of {} reached, last level {}", g.source, grouped(reached),
                        counted(g.vertices, "vertex", "vertices"), g.levels.size() - 1)};
}

chart chart_of_levels(const graph_counts& g) {
    constexpr std::size_t most_bars = 100;
    const words say = words_of_levels(g);
    const std::size_t together = (g.levels.size() + most_bars - 1) / most_bars;
    chart c{.title = say.title, .subtitle = say.numbers, .x = {}, .y = {}};
    for (std::size_t first = 0; first < g.levels.size(); first += together) {
        const std::size_t end = std::min(first + together, g.levels.size());
        const std::int64_t vertices = std::accumulate(g.levels.begin() + static_cast<std::ptrdiff_t>(first),
                                                      g.levels.begin() + static_cast<std::ptrdiff_t>(end), std::int64_t{0});
        const std::string levels =
            end - first == 1 ? fmt::format("level {}", first) : fmt::format("levels {} to {}", first, end - 1);
        const double gap = together == 1 ? 0.08 : 0.0;
        c.bars.push_back({static_cast<double>(first) - 0.5 + gap, static_cast<double>(end) - 0.5 - gap,
                          static_cast<double>(vertices),
                          fmt::format("{}: {}", levels, counted(vertices, "vertex", "vertices"))});
    }
    double highest = 1;
    for (const bar& b : c.bars) highest = std::max(highest, b.height);
    c.x = {"level: edges from the source", -0.5, std::max(static_cast<double>(g.levels.size()), 1.0) - 0.5};
    c.y = {together <= 1 ? "vertices on the level" : fmt::format("vertices on {} levels", together), 0, 1.1 * highest};
    if (g.levels.empty()) c.nothing = "no vertices";
    return c;
}

words words_of(panel which, const graph_counts& g) {
    switch (which) {
        case panel::density: return words_of_density(g);
        case panel::degrees: return words_of_degrees(g);
        case panel::components: return words_of_components(g);
        case panel::levels: break;
    }
    return words_of_levels(g);
}

void draw_at(drawing& to, const box& where, panel which, const graph_counts& g) {
    switch (which) {
        case panel::density: return draw_density(to, where, g);
        case panel::degrees: return draw(to, where, chart_of_degrees(g));
        case panel::components: return draw(to, where, chart_of_components(g));
        case panel::levels: return draw(to, where, chart_of_levels(g));
    }
}

drawing empty_drawing(double width, double height, const std::string& title) {
    drawing d{width, height, title, ""};
    d.shapes.push_back(boxes{paint::paper, {{0, 0, width, height}}});
    return d;
}

}  // namespace

const std::vector<std::pair<std::string, panel>>& panel_names() {
    static const std::vector<std::pair<std::string, panel>> names{
        {"density", panel::density}, {"degrees", panel::degrees}, {"components", panel::components}, {"levels", panel::levels}};
    return names;
}

void count(graph_counts& to, const gb::context& ctx, const gb::matrix<void>& graph, const std::vector<panel>& panels,
           std::optional<gb::index> source) {
    const gb::structure_view rows = graph.rows();
    to.vertices = graph.nrows();
    to.columns = graph.ncols();
    to.entries = graph.nvals();
    to.is_symmetric = graph.is_symmetric(ctx);
    for (const panel p : panels) {
        if (p == panel::density) {
            to.blocks = count_blocks(rows);
        } else if (p == panel::degrees) {
            to.degrees = histogram_of(row_sizes(rows));
            if (!to.is_symmetric) to.in_degrees = histogram_of(column_sizes(rows));
        } else if (p == panel::components) {
            const auto sizes = [](const auto& found) { return component_sizes(found.labels.to_entries().values); };
            to.components = sizes(gb::connected_components(ctx, graph));
            if (!to.is_symmetric) to.strong_components = sizes(gb::strongly_connected_components(ctx, graph));
        } else if (source) {
            to.levels = level_sizes(gb::bfs(ctx, graph, *source, {.parents = false}).levels.to_entries().values);
        }
    }
}

std::string size_in_words(const graph_counts& g) {
    const std::string size = g.vertices == g.columns ? counted(g.vertices, "vertex", "vertices")
                                                     : fmt::format("{} × {}", counted(g.vertices, "row", "rows"),
                                                                   counted(g.columns, "column", "columns"));
    return fmt::format("{}, {}, {}", size, counted(g.entries, "entry", "entries"),
                       g.is_symmetric ? "symmetric" : "not symmetric");
}

drawing draw_panel(panel which, const graph_counts& counts) {
    const words say = words_of(which, counts);
    drawing d = empty_drawing(panel_width, panel_height, say.title);
    d.description = say.sentence();
    draw_at(d, {0, 0, panel_width, panel_height}, which, counts);
    return d;
}

drawing draw_sheet(const std::vector<panel>& panels, const graph_counts& counts) {
    const std::size_t columns = std::min<std::size_t>(panels.size(), 2), rows = (panels.size() + 1) / 2;
    drawing d =
        empty_drawing(static_cast<double>(columns) * panel_width, heading_height + static_cast<double>(rows) * panel_height,
                      fmt::format("{}: {}", counts.name, size_in_words(counts)));
    d.shapes.push_back(
        text{.at = {12, 32}, .words = shortened(counts.name, panels.size() == 1 ? 36 : 72), .size = 20, .bold = true});
    d.shapes.push_back(text{.at = {12, 54}, .words = size_in_words(counts), .size = 14, .fill = paint::muted});
    for (std::size_t k = 0; k < panels.size(); ++k) {
        const box where{static_cast<double>(k % 2) * panel_width, heading_height + static_cast<double>(k / 2) * panel_height,
                        panel_width, panel_height};
        draw_at(d, where, panels[k], counts);
        d.description += (k > 0 ? " " : "") + words_of(panels[k], counts).sentence();
    }
    return d;
}

}  // namespace grb::picture
