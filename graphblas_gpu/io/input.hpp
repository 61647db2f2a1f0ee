// Needs: a path, a stream, or bytes in memory; the unpackers and the reader of archives.
// Idea: a file is read from front to back in pieces and is never in memory as a whole. So a file may be larger than memory, and
// pipes and FIFOs are read like files. The first bytes of a file, not its name, tell whether and how it is compressed, and
// whether it is an archive, of which one member is read. The path "-" is standard input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphblas_gpu::io {

class byte_source;
class text_decoder;

/// The path of a member in an archive; empty: the only one that may be a graph.
struct member_path {
    std::string path = {};
};

/// The name of a path in messages: the path itself, or "standard input" for "-".
std::string input_name(const std::string& path);

/// What an error number of the system says about a file.
std::string reason_of(int error_number);

class input {
  public:
    /// A file, pipe or FIFO, or standard input for "-". Of a tar or ZIP archive the member with this path is read, or without a
    /// path the only one that may be a graph (unpack/archive.hpp); name() is then that of the file, a colon and that of the
    /// member. Throws io_error, which names it, if it does not exist, is a directory, cannot be read or is packed in a format
    /// that cannot be unpacked, or if an archive has no such member or several; invalid_value for a member of what is no
    /// archive.
    explicit input(const std::string& path, const member_path& member = {});
    /// The rest of a stream, which must outlive this object. `name` is its name in messages.
    input(std::istream& stream, std::string name, const member_path& member = {});
    /// Bytes in memory, which must outlive this object. Packed data is not unpacked, and an archive is not opened.
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
    /// From here on read() and peek() give the bytes from `begin` to `end` of the file, and then no more. It requires
    /// has_random_access(), and leaves a file without it.
    void go_to(std::uint64_t begin, std::uint64_t end);

  private:
    class origin;
    class unpacking;
    class file;
    class stream;
    class memory;
    class range_of_bytes;

    void open(const member_path& member);
    void unpack_if_packed();
    void put_above(std::unique_ptr<byte_source> source);
    void decode(std::string&& first);
    std::size_t read_past_lookahead(char* to, std::size_t size);
    std::size_t read_behind(std::size_t known, char* to, std::size_t size);

    std::string name_;
    std::vector<std::unique_ptr<byte_source>> sources_;  // each reads from the one before it
    std::unique_ptr<text_decoder> decoder_;
    std::string lookahead_;
    std::size_t lookahead_used_ = 0;
    std::exception_ptr failure_;
    std::uint64_t given_ = 0;  // bytes that came from read_past_lookahead()
};

}  // namespace graphblas_gpu::io
