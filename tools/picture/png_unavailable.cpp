// In place of png.cpp in a build without Cairo.
#include "drawing.hpp"
#include <graphblas_gpu/error.hpp>

namespace grb::picture {

std::string png_file(const drawing&, theme) {
    throw graphblas_gpu::unsupported(
        "this build of grb writes no PNG files, because Cairo (libcairo2-dev) was not there; it writes .svg");
}

bool has_png() { return false; }

}  // namespace grb::picture
