// A drawing as SVG.
//
// Idea: shapes have classes, and a style sheet says which colour a class has. Many boxes or marks of one colour are one path,
// so that a picture of 16 thousand blocks stays small. Source: W3C, Scalable Vector Graphics 2; Media Queries 5
// (prefers-color-scheme).
#include "drawing.hpp"
#include <graphblas_gpu/io/printable.hpp>

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace grb::picture {
namespace {

/// A length with at most two digits behind the point.
std::string length(double x) {
    std::string digits = fmt::format("{:.2f}", x == 0 ? 0.0 : x);  // -0.0 has a sign
    while (digits.back() == '0') digits.pop_back();
    if (digits.back() == '.') digits.pop_back();
    return digits == "-0" ? "0" : digits;
}

const char* name_of(paint p) { return entry_of(p).name; }

std::string path_of(const boxes& shape) {
    std::string path;
    for (const box& b : shape.all)
        path += fmt::format("M{},{}h{}v{}h-{}z", length(b.x), length(b.y), length(b.width), length(b.height), length(b.width));
    return path;
}

std::string element_of(const boxes& shape) {
    const std::string title = shape.title.empty() ? "" : fmt::format("<title>{}</title>", escaped(shape.title));
    return fmt::format(R"(<path class="fill-{} sharp" d="{}">{}</path>)", name_of(shape.fill), path_of(shape), title);
}

std::string element_of(const polyline& line) {
    std::string points;
    for (const point& p : line.points) points += fmt::format("{}{},{}", points.empty() ? "" : " ", length(p.x), length(p.y));
    return fmt::format(R"(<polyline class="line-{}" stroke-width="{}"{} points="{}"/>)", name_of(line.stroke),
                       length(line.width), line.dashed ? R"( stroke-dasharray="5 3")" : "", points);
}

/// A dot is a line of no length with round ends.
std::string element_of(const marks& shape) {
    std::string path;
    const bool is_dot = shape.form == mark_form::dot;
    const std::string r = length(mark_radius + 0.5);
    for (const point& c : shape.centres) {
        if (is_dot) path += fmt::format("M{},{}h0", length(c.x), length(c.y));
        else path += fmt::format("M{0},{1}l{2},{2}-{2},{2}-{2}-{2}z", length(c.x), length(c.y - mark_radius - 0.5), r);
    }
    return fmt::format(R"(<path class="line-{}" stroke-width="{}"{} d="{}"/>)", name_of(shape.colour),
                       is_dot ? length(2 * mark_radius) : "1.5", is_dot ? R"( stroke-linecap="round")" : "", path);
}

std::string element_of(const text& t) {
    constexpr const char* anchors[] = {"start", "middle", "end"};
    const std::string turned =
        t.upwards ? fmt::format(" transform=\"rotate(-90 {} {})\"", length(t.at.x), length(t.at.y)) : std::string();
    return fmt::format(R"(<text class="fill-{}" x="{}" y="{}" font-size="{}" text-anchor="{}"{}{}>{}</text>)", name_of(t.fill),
                       length(t.at.x), length(t.at.y), length(t.size), anchors[static_cast<int>(t.where)],
                       t.bold ? R"( font-weight="600")" : "", turned, escaped(t.words));
}

std::string colours(bool is_dark) {
    std::string rules;
    for (const paint_entry& p : palette)
        rules +=
            fmt::format("  .graph-picture .fill-{0} {{ fill: #{1:06x} }} .graph-picture .line-{0} {{ stroke: #{1:06x} }}\n",
                        p.name, is_dark ? p.dark : p.light);
    return rules;
}

}  // namespace

std::string escaped(const std::string& text) {
    std::string safe;
    for (const char c : graphblas_gpu::io::printable(text)) {
        switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            default: safe += c;
        }
    }
    return safe;
}

std::string style_of(theme t) {
    std::string style =
        "  .graph-picture { font-family: system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: none }\n"
        "  .graph-picture .sharp { shape-rendering: crispEdges }\n" +
        colours(t == theme::dark);
    // Paper is white, whatever the screen is.
    if (t == theme::automatic) style += "  @media screen and (prefers-color-scheme: dark) {\n" + colours(true) + "  }\n";
    return style;
}

std::string svg_element(const drawing& d) {
    std::string element = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" class="graph-picture" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img">
<title>{2}</title>
<desc>{3}</desc>
)",
        length(d.width), length(d.height), escaped(d.title), escaped(d.description));
    for (const auto& shape : d.shapes) element += std::visit([](const auto& s) { return element_of(s); }, shape) + '\n';
    return element + "</svg>\n";
}

std::string svg_file(const drawing& d, theme t) {
    std::string file = svg_element(d);
    const std::size_t behind_tag = file.find('\n');
    return file.insert(behind_tag + 1, "<style>\n" + style_of(t) + "</style>\n");
}

}  // namespace grb::picture
