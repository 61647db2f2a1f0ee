// Idea: text is written a word at a time and passed to the file in blocks. Code that writes much text on several threads uses
// output.hpp directly.
#pragma once

#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/output.hpp>

#include <string>
#include <string_view>

namespace graphblas_gpu::io {

/// Writes text to a file, compressed if the name ends in ".gz"; "-" is standard output. The same calls always give the same
/// bytes. Throws io_error.
///
/// close() completes the file under its final name, and reports errors that occur at the end (a full disk may be noticed only
/// there). If a writer is destroyed without close(), for example after an exception, the old file stays unchanged and no error
/// is reported.
class text_writer {
  public:
    explicit text_writer(const std::string& path) : out_(path) { buffer_.reserve(2 * block); }

    void text(std::string_view t) {
        buffer_ += t;
        if (buffer_.size() >= block) flush();
    }
    void character(char c) { text({&c, 1}); }

    void close() {
        flush();
        out_.close();
    }

  private:
    static constexpr std::size_t block = std::size_t{1} << 20;

    void flush() {
        out_.write(buffer_);
        buffer_.clear();
    }

    output out_;
    std::string buffer_;
};

}  // namespace graphblas_gpu::io
