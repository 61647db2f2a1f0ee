// Needs: a path, a stream, or bytes in memory; the unpackers.
// Idea: a file is read from front to back in pieces and is never in memory as a whole. So a file may be larger than memory, and
// pipes and FIFOs are read like files. The first bytes of a file, not its name, tell whether and how it is compressed. The path
// "-" is standard input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

class text_decoder;

/// The name of a path in messages: the path itself, or "standard input" for "-".
std::string input_name(const std::string& path);

/// What an error number of the system says about a file.
std::string reason_of(int error_number);

class input {
  public:
    /// A file, pipe or FIFO, or standard input for "-". Throws io_error, which names it, if it does not exist, is a directory,
    /// cannot be read or is packed in a format that cannot be unpacked.
    explicit input(const std::string& path);
    /// The rest of a stream, which must outlive this object. `name` is its name in messages.
    input(std::istream& stream, std::string name);
    /// Bytes in memory, which must outlive this object. Packed data is not unpacked.
    input(std::string_view bytes, std::string name);
    ~input();
    input(const input&) = delete;
    input& operator=(const input&) = delete;

    const std::string& name() const noexcept { return name_; }

    /// Reads up to `size` unpacked bytes. It returns fewer only at the end, or before a failure, which the next call throws.
    /// Several members, streams or frames are joined; zero padding after the last one is allowed. Throws io_error for truncated
    /// or corrupt packed data and if the file cannot be read.
    std::size_t read(char* to, std::size_t size);

    /// The next `size` bytes (or fewer, as in read()), which read() returns again.
    std::string_view peek(std::size_t size);

    /// From here on read() and peek() give decoded text (text_decoder.hpp). Readers of texts call it before they read.
    void read_as_text();

    /// The number of bytes left to read, if it is known: it is not known for streams, pipes, compressed files and UTF-16.
    std::optional<std::uint64_t> bytes_left() const noexcept;

    /// The number of stored bytes that have been read, and the stored size of the file; 0 if the size is not known.
    std::uint64_t stored_done() const noexcept;
    std::uint64_t stored_size() const noexcept;

    /// Whether read_at() can read the bytes at any offset. This is the case for plain files.
    bool has_random_access() const noexcept;
    /// Reads up to `size` bytes from `offset` on, fewer only at the end of the file. Several threads may call it at the same
    /// time. It requires has_random_access(), and does not change what read() returns next.
    std::size_t read_at(std::uint64_t offset, char* to, std::size_t size) const;

  private:
    class origin;
    class unpacking;
    class file;
    class stream;
    class memory;

    void open();
    std::size_t read_unpacked(char* to, std::size_t size);
    std::size_t read_past_lookahead(char* to, std::size_t size);
    std::size_t read_behind(std::size_t known, char* to, std::size_t size);

    std::string name_;
    std::unique_ptr<origin> origin_;
    std::unique_ptr<unpacking> unpacking_;
    std::unique_ptr<text_decoder> decoder_;
    std::string lookahead_;
    std::size_t lookahead_used_ = 0;
    std::uint64_t given_ = 0;  // bytes that came from read_past_lookahead()
};

}  // namespace graphblas_gpu::io
