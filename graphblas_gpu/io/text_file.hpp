// Needs: a path. zlib does the compression.
// Idea: a text file is read whole and parsed in memory, which is faster than streaming and lets a parser check what a
// header claims against the bytes that are really there. Whether a file is compressed is read off its first two bytes,
// not its name. The path "-" stands for standard input or standard output.
// Source: RFC 1952 (gzip file format).
#pragma once

#include <graphblas_gpu/progress.hpp>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>

struct gzFile_s;  // zlib's

namespace graphblas_gpu::io {

/// The text of a file, unpacked if it is gzip data (several members are joined, zero padding after the last is fine).
///
/// Throws io_error naming the file if it does not exist, is a directory, cannot be read, or holds truncated or corrupt
/// gzip data; out_of_memory if the text does not fit.
///
/// Progress: one unit is a byte of the file as stored, and the total is twice its size: once for loading, once for the
/// parser that comes next. The total stays 0 where the size is not known beforehand (pipes).
std::string load_text(const std::string& path, progress_counters* progress = nullptr);

/// How a path is called in messages: the path itself, or "standard input" for "-".
std::string input_name(const std::string& path);

/// Writes text to a file, compressed if the name ends in ".gz". The same calls give the same bytes, always.
///
/// close() reports what went wrong at the end (a full disk shows only there); a writer destroyed without it, as when an
/// exception passes, leaves an incomplete file behind and says nothing.
class text_writer {
  public:
    explicit text_writer(const std::string& path);
    ~text_writer();
    text_writer(const text_writer&) = delete;
    text_writer& operator=(const text_writer&) = delete;

    void text(std::string_view t);
    void character(char c) { text({&c, 1}); }

    /// The shortest text that reads back as the same value.
    template <class T>
    void number(T x) {
        digit_buffer buffer;
        text(digits_of(x, buffer));
    }

    /// The same, but a floating-point value always shows that it is one: 2.0, not 2.
    template <class T>
    void number_of_its_kind(T x) {
        digit_buffer buffer;
        const std::string_view digits = digits_of(x, buffer);
        text(digits);
        if (std::is_floating_point_v<T> && digits.find_first_not_of("-0123456789") == std::string_view::npos)
            text(".0");
    }

    void close();

  private:
    using digit_buffer = std::array<char, 64>;

    template <class T>
    static std::string_view digits_of(T x, digit_buffer& buffer) {
        static_assert(std::is_arithmetic_v<T>);
        if constexpr (std::is_same_v<T, bool>)
            return x ? "1" : "0";
        else {
            const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr;
            return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
        }
    }

    void flush();
    [[noreturn]] void fail(const std::string& reason) const;

    std::string name_;
    std::string buffer_;
    std::FILE* file_ = nullptr;
    gzFile_s* compressed_ = nullptr;
};

}  // namespace graphblas_gpu::io
