// Idea: the header is the banner, an optional type of the values, and the sizes. Sizes are trusted only as far as the size of
// the file confirms them.
// Source: Boisvert, Pozo, Remington, The Matrix Market Exchange Formats: Initial Design, NISTIR 5935 (1996); the line
// "%%GraphBLAS type" is documented with LAGraph_MMRead in LAGraph.h.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace graphblas_gpu::io::market {

inline constexpr std::string_view banner = "%%matrixmarket";

/// Whether the word is the banner's first, with two '%' or, as some programs write it, with one.
bool is_banner(std::string_view word);
inline constexpr line_syntax syntax("", "%");

/// The words of the banner.
/// @{
enum class layout { coordinate, array };
enum class field { pattern, integer, real, complex };
enum class symmetry { general, symmetric, skew_symmetric, hermitian };
/// @}

/// The contents of the lines before the entries.
struct header {
    layout form;
    field kind;
    symmetry shape;
    type_code type = type_code::none;  ///< the type that the file declares, or none
    std::int64_t type_line = 0;        ///< the number of the line that declares the type
    index nrows = 0;
    index ncols = 0;
    std::uint64_t entries = 0;
    std::int64_t size_line = 0;
};

/// The words of the banner, as they are written.
/// @{
const char* name_of(layout l);
const char* name_of(field f);
const char* name_of(symmetry s);
/// @}

/// Reads the header; leaves the scanner at the end of the size line. Throws line_error.
header read_header(text_scanner& scanner);

/// The field of values of that type.
field field_of(type_code type);

/// The line that declares the type; empty for none, and for int64 and double, which follow from the banner.
std::string type_line_of(type_code type, field kind);

}  // namespace graphblas_gpu::io::market
