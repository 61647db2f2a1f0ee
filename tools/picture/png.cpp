// A drawing as PNG, by Cairo.
//
// Idea: the shapes of a drawing are those of Cairo. Source: cairographics.org, Cairo 1.16 reference manual (the "toy" interface
// to text suffices for the few letters that charts have).
#include "drawing.hpp"
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/printable.hpp>

#include <cairo.h>
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <new>
#include <numbers>

namespace grb::picture {
namespace {

namespace gb = graphblas_gpu;

constexpr double pixels = 2;  // for one of CSS, as screens have them

class rasteriser {
  public:
    rasteriser(const drawing& d, theme t)
        : is_dark_(t == theme::dark),
          surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(pixels * d.width),
                                              static_cast<int>(pixels * d.height)),
                   &cairo_surface_destroy),
          cairo_(cairo_create(surface_.get()), &cairo_destroy) {
        cairo_scale(cairo_.get(), pixels, pixels);
        for (const auto& shape : d.shapes) std::visit([this](const auto& s) { draw(s); }, shape);
        check(cairo_status(cairo_.get()));
    }

    std::string png() const {
        std::string bytes;
        check(cairo_surface_write_to_png_stream(
            surface_.get(),
            [](void* to, const unsigned char* data, unsigned int length) noexcept {
                try {
                    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), length);
                } catch (const std::bad_alloc&) {
                    return CAIRO_STATUS_NO_MEMORY;
                }
                return CAIRO_STATUS_SUCCESS;
            },
            &bytes));
        return bytes;
    }

  private:
    static void check(cairo_status_t status) {
        if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
        if (status != CAIRO_STATUS_SUCCESS) throw gb::unsupported(fmt::format("Cairo: {}", cairo_status_to_string(status)));
    }

    void take(paint p) {
        const std::uint32_t rgb = is_dark_ ? entry_of(p).dark : entry_of(p).light;
        const auto part = [&](int shift) { return static_cast<double>(rgb >> shift & 0xff) / 255; };
        cairo_set_source_rgb(cairo_.get(), part(16), part(8), part(0));
    }

    void draw(const boxes& shape) {
        take(shape.fill);
        // No seams between boxes that touch.
        cairo_set_antialias(cairo_.get(), CAIRO_ANTIALIAS_NONE);
        cairo_new_path(cairo_.get());
        for (const box& b : shape.all) cairo_rectangle(cairo_.get(), b.x, b.y, b.width, b.height);
        cairo_fill(cairo_.get());
        cairo_set_antialias(cairo_.get(), CAIRO_ANTIALIAS_DEFAULT);
    }

    void draw(const polyline& line) {
        take(line.stroke);
        cairo_set_line_width(cairo_.get(), line.width);
        constexpr double dashes[] = {5, 3};
        cairo_set_dash(cairo_.get(), dashes, line.dashed ? 2 : 0, 0);
        cairo_new_path(cairo_.get());  // a text leaves a point
        for (const point& p : line.points) cairo_line_to(cairo_.get(), p.x, p.y);
        cairo_stroke(cairo_.get());
    }

    void draw(const marks& shape) {
        take(shape.colour);
        cairo_set_line_width(cairo_.get(), 1.5);
        cairo_set_dash(cairo_.get(), nullptr, 0, 0);
        constexpr double r = mark_radius + 0.5;
        cairo_new_path(cairo_.get());
        for (const point& c : shape.centres) {
            cairo_new_sub_path(cairo_.get());
            if (shape.form == mark_form::dot) {
                cairo_arc(cairo_.get(), c.x, c.y, mark_radius, 0, 2 * std::numbers::pi);
                continue;
            }
            cairo_move_to(cairo_.get(), c.x, c.y - r);
            cairo_line_to(cairo_.get(), c.x + r, c.y);
            cairo_line_to(cairo_.get(), c.x, c.y + r);
            cairo_line_to(cairo_.get(), c.x - r, c.y);
            cairo_close_path(cairo_.get());
        }
        shape.form == mark_form::dot ? cairo_fill(cairo_.get()) : cairo_stroke(cairo_.get());
    }

    void draw(const text& t) {
        take(t.fill);
        cairo_select_font_face(cairo_.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                               t.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(cairo_.get(), t.size);
        const std::string words = gb::io::printable(t.words);
        cairo_text_extents_t extents{};
        cairo_text_extents(cairo_.get(), words.c_str(), &extents);
        cairo_save(cairo_.get());
        cairo_translate(cairo_.get(), t.at.x, t.at.y);
        if (t.upwards) cairo_rotate(cairo_.get(), -std::numbers::pi / 2);
        const double share = t.where == anchor::start ? 0.0 : t.where == anchor::middle ? 0.5 : 1.0;
        cairo_move_to(cairo_.get(), -share * extents.x_advance, 0);
        cairo_show_text(cairo_.get(), words.c_str());
        cairo_restore(cairo_.get());
    }

    bool is_dark_;
    std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface_;
    std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo_;
};

}  // namespace

std::string png_file(const drawing& d, theme t) { return rasteriser(d, t).png(); }

bool has_png() { return true; }

}  // namespace grb::picture
