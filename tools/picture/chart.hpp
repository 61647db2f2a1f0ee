// Idea: a chart is a title, two axes, and points, lines or bars between them. Charts know nothing of graphs.
#pragma once

#include "drawing.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace grb::picture {

/// A number as few characters: 950, 12k, 1.5M, 3G.
std::string in_short(double x);

/// A whole number with its digits in groups of three.
std::string grouped(std::int64_t x);

/// "1 vertex" or "7 vertices", with such groups.
std::string counted(std::int64_t x, const char* one, const char* several);

/// The text with its middle left out if it has more characters.
std::string shortened(const std::string& words, std::size_t most);

struct axis {
    std::string label;
    double from = 0, to = 1;
    bool is_logarithmic = false;

    /// Where x lies, as a share of the axis.
    double share(double x) const;
    /// The numbers at which there are ticks: round ones, at most some ten.
    std::vector<double> ticks() const;
};

/// A logarithmic axis that holds 1 and `largest`, which is positive, with some space at both ends.
axis counts_axis(std::string label, double largest);

/// What the points of a series are drawn as.
enum class series_form { dots, diamonds, dashed_line };

struct series {
    std::string name;  ///< in the legend; without a name it is not there
    paint colour = paint::first;
    series_form form = series_form::dots;
    std::vector<point> points;  ///< in units of the axes
};

struct bar {
    double from = 0, to = 0;  ///< on the x axis
    double height = 0;
    std::string title;
};

struct chart {
    std::string title;
    std::string subtitle;
    axis x, y;
    std::vector<series> all = {};
    std::vector<bar> bars = {};
    std::string nothing = {};  ///< what stands in the middle of a chart without anything to show
};

/// The part of a panel between its axes, below its title.
box plot_area(const box& panel, double right_margin = 18);

/// Draws title, frame, ticks, lines of the grid and labels around the plot area.
void draw_frame(drawing& to, const box& panel, const box& area, const chart& c, bool has_grid);

/// Draws a chart into a part of a drawing. Points that would lie on each other are drawn once.
void draw(drawing& to, const box& panel, const chart& c);

}  // namespace grb::picture
