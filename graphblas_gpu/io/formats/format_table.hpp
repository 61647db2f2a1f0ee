// Idea: one table has everything that is known about the formats of files: the name for --format, the endings of file names,
// how the first bytes look, and the reader. A second table has formats that are recognised only to be refused, with what to do.
// Both are used to find the format of a file, by --format and in messages; docs/file-formats.md describes the formats.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/reading.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace graphblas_gpu::io {

/// A format that is read.
struct format_entry {
    file_format format;
    const char* name;           ///< for --format
    const char* title;          ///< in messages, with its article: "a METIS file"
    std::string_view suffixes;  ///< of file names, separated by blanks
    bool is_text;
    /// Whether a file that begins with these bytes is certainly of this format; null if the first bytes never tell.
    bool (*begins)(std::string_view head);
    /// Null: the reader needs a library that was not found when this one was built.
    coordinates (*read)(input& from, const reading& how, const read_options& options);
};

/// The table, in the order in which the formats are looked for.
std::span<const format_entry> all_formats() noexcept;
/// The entry of a format, which must not be `automatic`.
const format_entry& entry_of(file_format format);

/// The number of bytes at the beginning of a file that are looked at to find its format.
inline constexpr std::size_t bytes_that_tell_formats = std::size_t{1} << 16;

/// Whether the name ends in one of the suffixes, in any case, in front of the suffix of a packed format.
bool has_suffix(std::string_view file_name, std::string_view suffixes);

/// Throws io_error with what to do if the first bytes are those of a format that is not read.
void refuse_foreign_content(const input& from, std::string_view head);
/// The same for the name of the file.
void refuse_foreign_name(const input& from);
/// Throws io_error if the first bytes cannot be the beginning of a text.
void refuse_binary_content(const input& from, std::string_view head);

}  // namespace graphblas_gpu::io
