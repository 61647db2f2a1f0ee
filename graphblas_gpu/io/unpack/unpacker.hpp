// Idea: for the reader, compressed formats differ only in their first bytes and in the function that unpacks a step. An
// unpacker unpacks one member of one format at a time; input.cpp has the loop over chunks and members. If the library of a
// format was not found when this one was built, missing.cpp.in is compiled instead of <format>.cpp, and the format has no
// unpacker.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace graphblas_gpu::io {

/// An error in packed data, in a few words. input.cpp adds the format and the position.
class damaged_data : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The packed input that is left, and the output that is still to be filled; a step advances both.
struct unpacking_step {
    const char* in = nullptr;
    std::size_t in_size = 0;
    char* out = nullptr;
    std::size_t out_size = 0;

    void took(std::size_t bytes) {
        in += bytes;
        in_size -= bytes;
    }
    void gave(std::size_t bytes) {
        out += bytes;
        out_size -= bytes;
    }
};

class unpacker {
  public:
    unpacker() = default;
    unpacker(const unpacker&) = delete;
    unpacker& operator=(const unpacker&) = delete;
    virtual ~unpacker() = default;
    /// Must be called before each member of the file (gzip member, bzip2 or xz stream, zstd frame).
    virtual void begin_member() = 0;
    /// Unpacks until the input is used up, the output is full or the member ends; returns whether it has ended. Throws
    /// damaged_data, bad_alloc, and out_of_memory where the budget of the operation has no room for a dictionary.
    virtual bool unpack(unpacking_step& step) = 0;
};

/// Passes the input and the output that are left to a stream as zlib, bzip2 and xz have it, calls run(), which may use a part
/// of both, and advances the step. Returns what run() returns.
template <class Stream, class Run>
auto run_stream(Stream& stream, unpacking_step& step, const Run& run) {
    constexpr std::size_t max_at_once = std::size_t{1} << 30;  // zlib and bzip2 count in 32 bits
    const std::size_t in = std::min(step.in_size, max_at_once), out = std::min(step.out_size, max_at_once);
    stream.next_in = reinterpret_cast<decltype(stream.next_in)>(const_cast<char*>(step.in));
    stream.avail_in = static_cast<decltype(stream.avail_in)>(in);
    stream.next_out = reinterpret_cast<decltype(stream.next_out)>(step.out);
    stream.avail_out = static_cast<decltype(stream.avail_out)>(out);
    const auto status = run();
    step.took(in - stream.avail_in);
    step.gave(out - stream.avail_out);
    return status;
}

// These functions return null if the library of the format is missing.
std::unique_ptr<unpacker> make_gzip_unpacker();
std::unique_ptr<unpacker> make_bzip2_unpacker();
std::unique_ptr<unpacker> make_xz_unpacker();
std::unique_ptr<unpacker> make_zstd_unpacker();

/// A format of packed files.
struct packing {
    const char* name;
    bool (*begins)(std::string_view first_bytes);
    std::unique_ptr<unpacker> (*make)();  ///< null: the format is recognised only to be refused
    const char* library;  ///< the Debian package to compile with; for formats that are refused, the command that unpacks them
};

/// The number of bytes at the beginning of a file that determine the packing.
inline constexpr std::size_t magic_bytes = 10;

/// The packed format of a file that begins with these bytes, or null if it is not packed.
const packing* packing_of(std::string_view first_bytes);

}  // namespace graphblas_gpu::io
