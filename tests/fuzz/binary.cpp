// Idea: any bytes are read as a binary file, from memory and from a stream; both have to accept it, or both refuse it.
// Since checksums would keep nearly all changes from getting far, it is done a second time with the sizes made to fit
// the bytes and the checksums made right. What is accepted has to pass the check that matrices from the caller's arrays
// pass.
#include "target.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/checksum.hpp>
#include <graphblas_gpu/io/input.hpp>

#include <array>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>

namespace gb = graphblas_gpu;

namespace {

// Places in the header, as docs/file-formats.md has them.
constexpr std::size_t type_at = 16, flags_at = 20, nrows_at = 24, nvals_at = 40, sections_at = 48, file_bytes_at = 72,
                      checksums_at = 80, header_checksum_at = 120, header_size = 128;
constexpr std::array<std::uint64_t, 12> value_bytes = {0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8};

template <class T>
T get(const std::string& bytes, std::size_t at) {
    T x;
    std::memcpy(&x, bytes.data() + at, sizeof x);
    return x;
}
template <class T>
void put(std::string& bytes, std::size_t at, T x) {
    std::memcpy(bytes.data() + at, &x, sizeof x);
}

/// Makes sizes, places and checksums of the file agree with each other.
std::string sealed(std::string bytes) {
    const auto padded = [](std::uint64_t size) { return (size + 63) / 64 * 64; };
    if (bytes.size() < header_size + 64) return bytes;
    put<std::uint32_t>(bytes, flags_at, 0);
    const std::uint32_t type = get<std::uint32_t>(bytes, type_at) % value_bytes.size();
    put(bytes, type_at, type);
    const std::uint64_t room = bytes.size() - header_size;
    const std::uint64_t nrows = get<std::uint64_t>(bytes, nrows_at) % (room / 16);
    const std::uint64_t nvals = get<std::uint64_t>(bytes, nvals_at) % (room / 24 + 1);
    put(bytes, nrows_at, nrows);
    put(bytes, nvals_at, nvals);
    const std::array<std::uint64_t, 3> sizes = {8 * (nrows + 1), 4 * nvals, value_bytes[type] * nvals};
    std::uint64_t at = header_size;
    for (std::size_t s = 0; s < 3; ++s) at += padded(sizes[s]);
    bytes.resize(at);
    put(bytes, file_bytes_at, at);
    at = header_size;
    for (std::size_t s = 0; s < 3; ++s) {
        put(bytes, sections_at + 8 * s, at);
        put(bytes, checksums_at + 8 * s, gb::io::checksum(bytes.data() + at, sizes[s]));
        std::memset(bytes.data() + at + sizes[s], 0, padded(sizes[s]) - sizes[s]);
        at += padded(sizes[s]);
    }
    put<std::uint64_t>(bytes, 104, 0);
    put<std::uint64_t>(bytes, 112, 0);
    put(bytes, header_checksum_at, gb::io::xxh64(bytes.data(), header_checksum_at));
    return bytes;
}

bool accepted(gb::io::input& from, const gb::io::reading& how) {
    try {
        const gb::io::stored_matrix a = gb::io::read_binary(from, how);
        const std::size_t values = a.value_bytes == 0 ? a.columns.size() : a.values.size() / a.value_bytes;
        gb::formats::check_csr({a.nrows, a.ncols, a.offsets.data(), a.columns.data()}, a.offsets.size(),
                               a.columns.size(), values, true);
        return true;
    } catch (const gb::io_error&) {
        return false;
    }
}

void look_at(const std::string& bytes) {
    static const gb::context several = gb::context::host({.threads = 3});
    gb::io::input memory(bytes, "file");
    const bool from_memory = accepted(memory, {.team = &several.team()});
    std::istringstream stream(bytes);
    gb::io::input streamed(stream, "file");
    if (accepted(streamed, {}) != from_memory) fuzz::report("a stream and a file are not treated alike");
    ++(from_memory ? fuzz::seen.read : fuzz::seen.refused);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    if (bytes.starts_with("\x1f\x8b")) return 0;  // unpacked from a stream only
    look_at(bytes);
    look_at(sealed(bytes));
    return 0;
}
