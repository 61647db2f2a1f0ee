// Needs: the text of a Matrix Market file in memory, or entries to write. Files are read by read.hpp.
// Idea: the numbers in the header are trusted only as far as the size of the file confirms them. The result is a list of
// entries; symmetric files are expanded, and the added entries are counted.
// Source: Boisvert, Pozo, Remington, The Matrix Market Exchange Formats: Initial Design, NISTIR 5935 (1996).
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/progress.hpp>

#include <string>
#include <string_view>

namespace graphblas_gpu {

/// Whether the text begins with the banner of a Matrix Market file, in upper or lower case.
bool has_matrix_market_banner(std::string_view text) noexcept;

/// Reads a Matrix Market text; `file` is its name in messages. Throws io_error with file and line for every text that
/// is not a well-formed matrix.
///
/// Formats: coordinate and array. Fields: real (also spelled double), integer (also unsigned-integer; 64 bits signed),
/// pattern. Complex matrices are refused, and so are hermitian ones, since they are complex.
///
/// A line "%%GraphBLAS type <type>" between the banner and the sizes declares the type of the values, whatever the field says:
/// declared_type is that, values that it cannot hold are refused, and so is an entry that is listed twice.
///
/// Symmetries: general, symmetric, skew-symmetric. The last two are expanded: behind every entry off the diagonal comes
/// its mirror image, negated for skew-symmetric, and report.mirrored counts these. The format wants the lower triangle;
/// entries in the upper one are accepted and mirrored alike, because such files exist and mean no harm. A file that
/// lists both (i, j) and (j, i) therefore gives duplicates. Diagonal entries of a skew-symmetric file are an error.
///
/// Array files hold every position, so every position becomes an entry, zeros included: in GraphBLAS a stored zero and
/// nothing are different. Select the nonzeros afterwards if these are wanted.
///
/// Words may be in capitals. Comments and blank lines may stand anywhere after the banner.
coordinates parse_matrix_market(std::string_view text, const std::string& file, progress_counters* progress = nullptr);

/// Writes the entries as a general coordinate matrix in the order they have; values read back bit for bit. A declared type that
/// the banner does not tell is declared in the file. A path that
/// ends in ".gz" is compressed, "-" is standard output. Same bytes for any number of threads; without a context the
/// calling thread does it all. Throws io_error.
void write_matrix_market(const context& ctx, const std::string& path, const coordinates& entries);
/// The same by the calling thread alone.
void write_matrix_market(const std::string& path, const coordinates& entries);

}  // namespace graphblas_gpu
