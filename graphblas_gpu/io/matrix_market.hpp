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

/// Reads a Matrix Market text; `file` is its name in messages. Throws io_error with file and line for every text that is not a
/// well-formed matrix.
///
/// Formats: coordinate and array. Fields: real (also spelled double), integer (also unsigned-integer), pattern, complex.
/// Integers are int64; if at least one is above the largest int64, they are uint64, and a negative one is an error. Of a
/// complex matrix the structure is read, and a note says that its values were left aside.
///
/// A line "%%GraphBLAS type <type>" between the banner and the sizes declares the type of the values, for any field:
/// declared_type is this type, values that it cannot represent are refused, and so is an entry that is listed twice.
///
/// Symmetries: general, symmetric, skew-symmetric, hermitian. All but the first are expanded: every entry off the diagonal is
/// followed by its mirror image, negated for skew-symmetric, and report.mirrored counts the mirror images. The format requires
/// the lower triangle; entries in the upper triangle are accepted and mirrored too, because such files exist. A file that lists
/// both (i, j) and (j, i) therefore gives duplicates. Diagonal entries of a skew-symmetric file have to be zero.
///
/// Array files have every position, so every position becomes an entry, zeros included: in GraphBLAS a stored zero and a
/// missing entry are different. To keep only the nonzeros, select them afterwards.
///
/// Words may be in capitals. Comments and blank lines may be anywhere after the banner.
coordinates parse_matrix_market(std::string_view text, const std::string& file, progress_counters* progress = nullptr);

/// Writes the entries as a general coordinate matrix in their order; values read back bit for bit. A declared type that does
/// not follow from the banner is declared in the file. A path that ends in ".gz" is compressed, "-" is standard output. The
/// bytes are the same for any number of threads; without a context the calling thread does all work. Throws io_error.
void write_matrix_market(const context& ctx, const std::string& path, const coordinates& entries);
/// The same by the calling thread alone.
void write_matrix_market(const std::string& path, const coordinates& entries);

}  // namespace graphblas_gpu
