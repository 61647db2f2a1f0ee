// Idea: see chart.hpp. Source: for ticks at 1, 2 and 5 times powers of ten, Heckbert, "Nice numbers for graph labels", Graphics
// Gems (1990).
#include "chart.hpp"
#include <graphblas_gpu/io/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

namespace grb::picture {
namespace {

constexpr double left_margin = 64, top_margin = 78, bottom_margin = 54;
constexpr double small_size = 12;

/// Letters are about half as wide as they are high.
double width_of_words(const std::string& words, double size) { return 0.56 * size * static_cast<double>(words.size()); }

std::vector<double> logarithmic_ticks(double from, double to) {
    const int first = static_cast<int>(std::ceil(std::log10(from) - 1e-9)),
              last = static_cast<int>(std::floor(std::log10(to) + 1e-9));
    const int decades = last - first + 1;
    std::vector<double> all;
    if (decades <= 2) {
        for (int k = first - 1; k <= last; ++k)
            for (const double digit : {1.0, 2.0, 5.0})
                if (const double x = digit * std::pow(10.0, k); x >= from && x <= to) all.push_back(x);
        return all;
    }
    const int stride = (decades + 6) / 7;
    for (int k = first; k <= last; k += stride) all.push_back(std::pow(10.0, k));
    return all;
}

std::vector<double> linear_ticks(double from, double to) {
    constexpr double most = 6;
    const double least_step = std::max((to - from) / most, 1.0);
    const double power = std::pow(10.0, std::floor(std::log10(least_step)));
    double step = 10 * power;
    for (const double digit : {5.0, 2.0, 1.0})
        if (digit * power >= least_step * (1 - 1e-9)) step = digit * power;
    std::vector<double> all;
    for (double k = std::ceil(from / step); k * step <= to; ++k) all.push_back(k * step + 0.0);  // no -0.0
    return all;
}

void draw_heading(drawing& to, const box& panel, const chart& c) {
    to.shapes.push_back(text{.at = {panel.x + 12, panel.y + 24}, .words = c.title, .size = 16, .bold = true});
    to.shapes.push_back(
        text{.at = {panel.x + 12, panel.y + 44}, .words = c.subtitle, .size = small_size, .fill = paint::muted});
    double x = panel.x + 16;
    const double y = panel.y + 62;
    for (const series& s : c.all) {
        if (s.name.empty()) continue;
        if (s.form == series_form::dashed_line) to.shapes.push_back(polyline{s.colour, 1.5, {{x - 4, y}, {x + 8, y}}, true});
        else to.shapes.push_back(marks{s.colour, s.form == series_form::dots ? mark_form::dot : mark_form::diamond, {{x, y}}});
        to.shapes.push_back(text{.at = {x + 12, y + 4}, .words = s.name, .size = small_size});
        x += width_of_words(s.name, small_size) + 36;
    }
}

point position(const box& area, const chart& c, point p) {
    return {area.x + area.width * c.x.share(p.x), area.y + area.height * (1 - c.y.share(p.y))};
}

void draw_bars(drawing& to, const box& area, const chart& c) {
    constexpr std::size_t most_with_numbers = 12;
    for (const bar& b : c.bars) {
        const point low = position(area, c, {b.from, 0}), high = position(area, c, {b.to, b.height});
        // A bar that is not empty can be seen.
        const double height = b.height > 0 ? std::max(low.y - high.y, 1.0) : 0.0;
        to.shapes.emplace_back(boxes{paint::first, {{low.x, low.y - height, high.x - low.x, height}}, b.title});
        if (c.bars.size() <= most_with_numbers)
            to.shapes.push_back(text{.at = {(low.x + high.x) / 2, low.y - height - 5},
                                     .words = grouped(static_cast<std::int64_t>(b.height)),
                                     .where = anchor::middle,
                                     .size = 11,
                                     .fill = paint::muted});
    }
}

void draw_series(drawing& to, const box& area, const chart& c, const series& s) {
    std::vector<point> places;
    if (s.form == series_form::dashed_line) {
        for (const point& p : s.points) places.push_back(position(area, c, p));
        to.shapes.push_back(polyline{s.colour, 1.5, std::move(places), true});
        return;
    }
    std::set<std::pair<long, long>> drawn;  // in halves of pixels
    for (const point& p : s.points) {
        const point place = position(area, c, p);
        if (drawn.emplace(std::lround(2 * place.x), std::lround(2 * place.y)).second) places.push_back(place);
    }
    to.shapes.push_back(marks{s.colour, s.form == series_form::dots ? mark_form::dot : mark_form::diamond, std::move(places)});
}

}  // namespace

std::string in_short(double x) {
    constexpr const char* units[] = {"", "k", "M", "G", "T"};
    std::size_t unit = 0;
    while (std::abs(x) >= 999.5 && unit + 1 < std::size(units)) {
        x /= 1000;
        ++unit;
    }
    return fmt::format("{:.3g}{}", x, units[unit]);
}

std::string grouped(std::int64_t x) {
    std::string digits = std::to_string(x);
    const std::size_t sign = x < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > sign + 3;) digits.insert(at -= 3, "\u00a0");  // a space at which no line breaks
    return digits;
}

std::string counted(std::int64_t x, const char* one, const char* several) {
    return fmt::format("{} {}", grouped(x), x == 1 ? one : several);
}

std::string shortened(const std::string& words, std::size_t most) {
    const std::string all = graphblas_gpu::io::printable(words);
    std::vector<std::string_view> characters;
    for (std::string_view rest = all; !rest.empty();) {
        const std::size_t size = graphblas_gpu::io::first_character(rest).size;
        characters.push_back(rest.substr(0, size));
        rest.remove_prefix(size);
    }
    if (characters.size() <= most) return all;
    const auto end = characters.end() - static_cast<std::ptrdiff_t>(most / 2);
    return fmt::format("{}…{}",
                       fmt::join(characters.begin(), characters.begin() + static_cast<std::ptrdiff_t>(most - 1 - most / 2), ""),
                       fmt::join(end, characters.end(), ""));
}

double axis::share(double x) const {
    if (!is_logarithmic) return (x - from) / (to - from);
    return std::log(x / from) / std::log(to / from);
}

std::vector<double> axis::ticks() const {
    return is_logarithmic ? logarithmic_ticks(from, to) : linear_ticks(std::min(from, to), std::max(from, to));
}

axis counts_axis(std::string label, double largest) {
    constexpr double space = 1.3;
    return {std::move(label), 1 / space, space * std::max(largest, 4.0), true};
}

box plot_area(const box& panel, double right_margin) {
    return {panel.x + left_margin, panel.y + top_margin, panel.width - left_margin - right_margin,
            panel.height - top_margin - bottom_margin};
}

void draw_frame(drawing& to, const box& panel, const box& area, const chart& c, bool has_grid) {
    draw_heading(to, panel, c);
    const double bottom = area.y + area.height, right = area.x + area.width;
    if (!c.nothing.empty()) {
        to.shapes.push_back(text{.at = {(area.x + right) / 2, (area.y + bottom) / 2},
                                 .words = c.nothing,
                                 .where = anchor::middle,
                                 .fill = paint::muted});
    } else {
        for (const double tick : c.x.ticks()) {
            const double x = area.x + area.width * c.x.share(tick);
            if (has_grid) to.shapes.push_back(polyline{paint::grid, 1, {{x, area.y}, {x, bottom}}});
            to.shapes.push_back(polyline{paint::frame, 1, {{x, bottom}, {x, bottom + 4}}});
            to.shapes.push_back(text{.at = {x, bottom + 18},
                                     .words = in_short(tick),
                                     .where = anchor::middle,
                                     .size = small_size,
                                     .fill = paint::muted});
        }
        for (const double tick : c.y.ticks()) {
            const double y = bottom - area.height * c.y.share(tick);
            if (has_grid) to.shapes.push_back(polyline{paint::grid, 1, {{area.x, y}, {right, y}}});
            to.shapes.push_back(polyline{paint::frame, 1, {{area.x - 4, y}, {area.x, y}}});
            to.shapes.push_back(text{.at = {area.x - 8, y + 4},
                                     .words = in_short(tick),
                                     .where = anchor::end,
                                     .size = small_size,
                                     .fill = paint::muted});
        }
    }
    to.shapes.push_back(
        polyline{paint::frame, 1, {{area.x, area.y}, {right, area.y}, {right, bottom}, {area.x, bottom}, {area.x, area.y}}});
    to.shapes.push_back(
        text{.at = {(area.x + right) / 2, bottom + 40}, .words = c.x.label, .where = anchor::middle, .size = small_size});
    to.shapes.push_back(text{.at = {panel.x + 20, (area.y + bottom) / 2},
                             .words = c.y.label,
                             .where = anchor::middle,
                             .size = small_size,
                             .upwards = true});
}

void draw(drawing& to, const box& panel, const chart& c) {
    const box area = plot_area(panel);
    draw_frame(to, panel, area, c, true);
    if (!c.nothing.empty()) return;
    draw_bars(to, area, c);
    for (const series& s : c.all) draw_series(to, area, c, s);
}

}  // namespace grb::picture
