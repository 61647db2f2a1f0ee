// draw_chart: a chart as SVG, for scripts that draw what is no graph.
//
// Needs: on standard input a JSON object with "title", "subtitle", "x" and "y" (objects with "label", "from", "to" and perhaps
// "logarithmic"), and "series": objects with "points" (pairs) and perhaps "name", "colour" (a series from 0 to 3) and "form"
// ("dots", "diamonds" or "dashed_line").
#include "chart.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>

namespace {

using namespace grb::picture;
using nlohmann::json;

axis axis_of(const json& from) { return {from.at("label"), from.at("from"), from.at("to"), from.value("logarithmic", false)}; }

series series_of(const json& from) {
    const std::string form = from.value("form", "dots");
    series s{.name = from.value("name", ""),
             .colour = static_cast<paint>(static_cast<int>(paint::first) + from.value("colour", 0)),
             .form = form == "dashed_line" ? series_form::dashed_line
                     : form == "diamonds"  ? series_form::diamonds
                                           : series_form::dots,
             .points = {}};
    for (const json& p : from.at("points")) s.points.push_back({p.at(0), p.at(1)});
    return s;
}

}  // namespace

int main() {
    try {
        const json from = json::parse(std::cin);
        chart c{
            .title = from.at("title"), .subtitle = from.at("subtitle"), .x = axis_of(from.at("x")), .y = axis_of(from.at("y"))};
        for (const json& one : from.at("series")) c.all.push_back(series_of(one));
        drawing d{760, 420, c.title, c.subtitle};
        const box whole{0, 0, d.width, d.height};
        d.shapes.push_back(boxes{paint::paper, {whole}});
        draw(d, whole, c);
        std::cout << svg_file(d, theme::automatic);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "draw_chart: %s\n", e.what());
        return 1;
    }
}
