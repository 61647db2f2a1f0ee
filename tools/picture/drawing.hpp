// Idea: a drawing is a list of shapes whose colours are named by what they are for. One writer makes SVG of it and another one
// PNG, so that both show the same. A name stands for a colour on white and for one on black.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace grb::picture {

/// What a colour is for. The steps from sparse to dense differ in lightness, and the series in hue and lightness, so that
/// readers who do not see all colours can tell them apart.
enum class paint {
    paper,
    ink,
    muted,
    grid,
    frame,
    first,
    second,
    third,
    fourth,
    step_1,
    step_2,
    step_3,
    step_4,
    step_5,
    step_6,
    step_7
};

inline constexpr int steps = 7;
constexpr paint step(int number) { return static_cast<paint>(static_cast<int>(paint::step_1) + number); }

struct paint_entry {
    const char* name;     ///< of the class in SVG
    std::uint32_t light;  ///< 0xRRGGBB on white
    std::uint32_t dark;   ///< on black
};

/// In the order of `paint`. The first two series are colours of Okabe and Ito, "Color universal design" (2008).
inline constexpr std::array palette{paint_entry{"paper", 0xffffff, 0x0d1117},  paint_entry{"ink", 0x1f2328, 0xe6edf3},
                                    paint_entry{"muted", 0x57606a, 0x9aa4af},  paint_entry{"grid", 0xe6e9ed, 0x232a33},
                                    paint_entry{"frame", 0x8c959f, 0x6e7681},  paint_entry{"first", 0x0072b2, 0x56b4e9},
                                    paint_entry{"second", 0xc94f00, 0xf0a030}, paint_entry{"third", 0x2e8b57, 0x4cc38a},
                                    paint_entry{"fourth", 0x8e44ad, 0xd5a0ea}, paint_entry{"step-1", 0x69cee6, 0x384883},
                                    paint_entry{"step-2", 0x53afd3, 0x226c9b}, paint_entry{"step-3", 0x438fbe, 0x008fa5},
                                    paint_entry{"step-4", 0x3971a8, 0x2eb0a3}, paint_entry{"step-5", 0x32528f, 0x74cb98},
                                    paint_entry{"step-6", 0x2c3574, 0xbbe18d}, paint_entry{"step-7", 0x241858, 0xfff18f}};
constexpr const paint_entry& entry_of(paint p) { return palette[static_cast<std::size_t>(p)]; }

/// The colours of a drawing. In an SVG file `automatic` follows what the reader's system prefers.
enum class theme { automatic, light, dark };

struct point {
    double x = 0, y = 0;
};

struct box {
    double x = 0, y = 0, width = 0, height = 0;
};

struct boxes {
    paint fill;
    std::vector<box> all;
    std::string title = {};  ///< what a browser shows under the pointer
};

struct polyline {
    paint stroke;
    double width;
    std::vector<point> points;
    bool dashed = false;
};

enum class mark_form { dot, diamond };

struct marks {
    paint colour;
    mark_form form;
    std::vector<point> centres;
};

enum class anchor { start, middle, end };

struct text {
    point at;  ///< the end or the middle of the base line
    std::string words;
    anchor where = anchor::start;
    double size = 13;
    paint fill = paint::ink;
    bool bold = false;
    bool upwards = false;
};

struct drawing {
    double width = 0, height = 0;  ///< in pixels of CSS
    std::string title;
    std::string description;  ///< the same in words
    std::vector<std::variant<boxes, polyline, marks, text>> shapes = {};
};

inline constexpr double mark_radius = 3;

/// The style sheet of drawings, for a page that has some.
std::string style_of(theme t);

/// The drawing as an element <svg>, without its style.
std::string svg_element(const drawing& d);

/// The drawing as a file.
std::string svg_file(const drawing& d, theme t);

/// The text with what markup would take for its own as references to characters.
std::string escaped(const std::string& text);

/// The drawing as a PNG file, with two pixels for one of CSS, made by the program rsvg-convert. Throws unsupported if that
/// fails.
std::string png_file(const drawing& d, theme t);

/// Whether there is a program rsvg-convert.
bool has_png();

}  // namespace grb::picture
