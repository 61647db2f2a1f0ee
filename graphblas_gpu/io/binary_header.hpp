// The first bytes of a binary file, and where its arrays are; docs/file-formats.md describes them.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/io/checksum.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace graphblas_gpu::io::binary {

// The first byte is not text, and the magic bytes change if a transfer changes line ends or clears the eighth bit, as in PNG.
inline constexpr std::string_view magic("\x89GBM\r\n\x1a\n", 8);
inline constexpr std::uint32_t byte_order_mark = 0x01020304, byte_order_mark_of_others = 0x04030201;
inline constexpr std::uint32_t current_version = 1;
inline constexpr std::uint64_t alignment = 64;

/// The first bytes of a file.
struct file_header {
    std::array<char, 8> magic;
    std::uint32_t byte_order;
    std::uint32_t version;
    std::uint32_t type;
    std::uint32_t flags;
    std::uint64_t nrows;
    std::uint64_t ncols;
    std::uint64_t nvals;
    std::uint64_t offsets_at;
    std::uint64_t columns_at;
    std::uint64_t values_at;
    std::uint64_t file_bytes;
    std::uint64_t offsets_checksum;
    std::uint64_t columns_checksum;
    std::uint64_t values_checksum;
    std::uint64_t reserved[2];
    std::uint64_t header_checksum;  // of all bytes before it
};
static_assert(sizeof(file_header) == 128 && std::is_trivially_copyable_v<file_header>);

inline constexpr std::uint32_t value_types = 12;
static_assert(static_cast<std::uint32_t>(type_code::none) == 0 &&
                  static_cast<std::uint32_t>(type_code::float64) == value_types - 1,
              "the codes of the types are part of the format");

constexpr std::uint64_t padded(std::uint64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

/// Computes the offsets of the sections, one after the other. The sizes are known to be small enough.
inline void set_offsets(file_header& h) {
    h.offsets_at = sizeof(file_header);
    h.columns_at = h.offsets_at + padded((h.nrows + 1) * sizeof(row_offset));
    h.values_at = h.columns_at + padded(h.nvals * sizeof(column_index));
    h.file_bytes = h.values_at + padded(h.nvals * base::size_of(static_cast<type_code>(h.type)));
}

inline std::uint64_t checksum_of(const file_header& h) { return xxh64(&h, offsetof(file_header, header_checksum)); }

/// The header of a file with these sizes, without checksums.
inline file_header new_header(index nrows, index ncols, index nvals, type_code type) {
    file_header h{};
    std::copy(magic.begin(), magic.end(), h.magic.begin());
    h.byte_order = byte_order_mark;
    h.version = current_version;
    h.type = static_cast<std::uint32_t>(type);
    h.nrows = static_cast<std::uint64_t>(nrows);
    h.ncols = static_cast<std::uint64_t>(ncols);
    h.nvals = static_cast<std::uint64_t>(nvals);
    set_offsets(h);
    return h;
}

}  // namespace graphblas_gpu::io::binary
