// Idea: bytes are written to a file (output_file.hpp), or to standard output for "-"; they are packed if the name ends in
// ".gz". Packing takes most of the time, so threads pack blocks in parallel. Each block is deflated separately and ends at a
// whole byte, so that the blocks one after the other are one gzip member, which any program can read. The bytes are the same
// for any number of threads.
// Source: RFC 1951 (deflate, "stored" blocks as a flush), RFC 1952 (gzip).
#pragma once

#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/io/output_file.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

class output {
  public:
    /// Begins the file. An existing file is not changed unless close() is called. Throws io_error.
    explicit output(const std::string& path);

    /// Writes pieces 0 .. count - 1: make(k, text) appends the bytes of piece k to `text`; calls for different k run at the
    /// same time on the team's threads. The boundaries between pieces influence the bytes of a packed file, so they must not
    /// depend on the number of threads. Throws io_error, and what make() throws.
    void write_pieces(host::team* team, std::uint64_t count,
                      const std::function<void(std::uint64_t k, std::string& text)>& make);

    /// Writes the bytes, as one piece.
    void write(std::string_view bytes);

    /// Writes the bytes, in enough pieces to keep the team busy.
    void write(host::team* team, std::string_view bytes);

    /// Must be the last call. Some failures, such as a full disk, are reported only here. Throws io_error.
    void close();

  private:
    void account(std::uint32_t crc, std::size_t size) noexcept;

    output_file file_;
    bool packed_ = false;
    std::uint32_t crc_ = 0;
    std::uint64_t size_ = 0;
};

}  // namespace graphblas_gpu::io
