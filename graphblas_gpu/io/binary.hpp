// Needs: matrix.hpp.
// Idea: the three arrays of compressed sparse rows as they lie in memory, behind a header that says what they are, each
// with a checksum; so reading is copying, on all threads. Nothing in the file is believed: sizes are held against the
// size of the file before memory is asked for, and the arrays are checked to form a matrix. docs/file-formats.md has
// the layout.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/formats/buffer.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <semirings/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace graphblas_gpu {

/// The types whose values a file can hold; void stands for no values.
template <class T>
concept writable = scalar<T> || std::is_void_v<T>;

/// How the values of a binary file are stored. The numbers are part of the format.
enum class value_type : std::uint32_t {
    none = 0,
    boolean = 1,
    int8 = 2,
    int16 = 3,
    int32 = 4,
    int64 = 5,
    uint8 = 6,
    uint16 = 7,
    uint32 = 8,
    uint64 = 9,
    float32 = 10,
    float64 = 11,
};

/// What the header of a binary file says.
struct binary_file_info {
    index nrows = 0;
    index ncols = 0;
    index nvals = 0;
    value_type type = value_type::none;
    std::uint32_t version = 0;
    std::uint64_t bytes = 0;  ///< of the whole file, unpacked
};

/// Do the bytes begin like a binary file? Eight bytes are enough to tell.
bool has_binary_magic(std::string_view bytes) noexcept;

/// Reads and checks the header, and the size of the file where that is known; throws io_error. O(1).
binary_file_info read_binary_info(const std::string& path);

namespace io {

/// A matrix as a binary file holds it. The values are of one type, or none.
struct stored_matrix {
    index nrows = 0;
    index ncols = 0;
    buffer<row_offset> offsets;
    buffer<column_index> columns;
    std::variant<std::monostate, buffer<bool>, buffer<std::int8_t>, buffer<std::int16_t>, buffer<std::int32_t>,
                 buffer<std::int64_t>, buffer<std::uint8_t>, buffer<std::uint16_t>, buffer<std::uint32_t>,
                 buffer<std::uint64_t>, buffer<float>, buffer<double>>
        values;
};

/// Reads and checks a binary file; the arrays form a matrix. Throws io_error that says what is wrong with which array;
/// out_of_memory.
stored_matrix read_binary(input& from, const reading& how);

/// The entries, row by row; values become 64-bit integers or doubles, and their type is the declared one. `name` is the file's.
coordinates to_coordinates(stored_matrix&& stored, const std::string& name);

/// "binary int32" and the like.
std::string format_name(const stored_matrix& stored);

/// A matrix to be written, not owned; `values` are `value_bytes` each.
struct matrix_bytes {
    index nrows;
    index ncols;
    std::span<const row_offset> offsets;
    std::span<const column_index> columns;
    const void* values;
    std::size_t value_bytes;
    value_type type;
};
void write_binary(host::team* team, const std::string& path, const matrix_bytes& a);

template <writable T>
constexpr value_type value_type_of() {
    if constexpr (std::is_void_v<T>)
        return value_type::none;
    else if constexpr (std::is_same_v<T, bool>)
        return value_type::boolean;
    else if constexpr (std::is_same_v<T, float>)
        return value_type::float32;
    else if constexpr (std::is_same_v<T, double>)
        return value_type::float64;
    else {
        constexpr auto smallest =
            static_cast<std::uint32_t>(std::is_signed_v<T> ? value_type::int8 : value_type::uint8);
        constexpr std::uint32_t doublings = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        return static_cast<value_type>(smallest + doublings);
    }
}

template <writable T>
matrix_bytes bytes_of(const matrix<T>& a) {
    static_assert(sizeof(bool) == 1);
    constexpr bool has_values = !std::is_void_v<T>;
    return {a.nrows(),
            a.ncols(),
            a.row_offsets(),
            a.columns(),
            has_values ? static_cast<const void*>(a.values().data()) : nullptr,
            has_values ? sizeof(formats::stored<T>) : 0,
            value_type_of<T>()};
}

template <class T>
matrix<T> matrix_of_binary(const context& ctx, input& from, const read_options& options, read_report& report) {
    stored_matrix stored = read_binary(from, {.team = &ctx.team(), .progress = options.progress});
    const bool pattern = std::holds_alternative<std::monostate>(stored.values);
    if (pattern && options.weights == weight_column::required)
        throw io_error(from.name(), 0, "weights are required, but the matrix is a pattern");
    report.weights_ignored = !pattern && options.weights == weight_column::none;
    report.format = format_name(stored);
    report.entries_in_file = static_cast<index>(stored.columns.size());
    if (report.weights_ignored) stored.values = std::monostate{};

    csr<T> made;
    made.nrows = stored.nrows;
    made.ncols = stored.ncols;
    made.offsets = std::move(stored.offsets);
    made.columns = std::move(stored.columns);
    if constexpr (!std::is_void_v<T>) {
        std::visit(
            [&]<class Values>(Values& values) {
                if constexpr (std::is_same_v<Values, buffer<T>>) {
                    made.values = std::move(values);
                } else {
                    buffer<T> converted(made.columns.size());
                    const auto size = static_cast<index>(converted.size());
                    host::for_ranges(ctx.team(), size, size, [&](index first, index last, int) {
                        for (auto p = static_cast<std::size_t>(first); p < static_cast<std::size_t>(last); ++p) {
                            if constexpr (std::is_same_v<Values, std::monostate>)
                                converted[p] = cast<T>(1);
                            else
                                converted[p] = cast<T>(values[p]);
                        }
                    });
                    made.values = std::move(converted);
                }
            },
            stored.values);
    }
    return matrix<T>::from_storage(std::move(made));
}

}  // namespace io

/// Writes the matrix in the binary format, the same bytes for the same matrix always; the file takes 8 bytes a row, 4
/// an entry, and its value. A path that ends in ".gz" is compressed, "-" is standard output. Read by read_matrix() and
/// read_coordinates(), on machines of the same byte order. Throws io_error.
template <writable T>
void write_binary(const context& ctx, const std::string& path, const matrix<T>& a) {
    io::write_binary(&ctx.team(), path, io::bytes_of(a));
}

/// The same by the calling thread alone.
template <writable T>
void write_binary(const std::string& path, const matrix<T>& a) {
    io::write_binary(nullptr, path, io::bytes_of(a));
}

}  // namespace graphblas_gpu
