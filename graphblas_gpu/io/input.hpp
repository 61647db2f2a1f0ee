// Needs: a path, a stream, or bytes in memory; the unpackers.
// Idea: whatever it comes from, a file is read front to back in pieces, and nobody holds it whole: so a file may be
// larger than memory, and a pipe or a FIFO is as good as a file. Whether and how it is compressed is read off its
// first bytes, not its name. The path "-" stands for standard input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

/// How a path is called in messages: the path itself, or "standard input" for "-".
std::string input_name(const std::string& path);

class input {
  public:
    /// A file, pipe or FIFO, or standard input for "-". Throws io_error naming it if it does not exist, is a directory,
    /// cannot be read or is packed in a way that cannot be unpacked.
    explicit input(const std::string& path);
    /// What is left of a stream, which has to outlive this; `name` is what messages call it.
    input(std::istream& stream, std::string name);
    /// Bytes in memory, which have to outlive this and are taken as they are: packed data is not unpacked.
    input(std::string_view bytes, std::string name);
    ~input();
    input(const input&) = delete;
    input& operator=(const input&) = delete;

    const std::string& name() const noexcept { return name_; }

    /// Reads up to `size` bytes, unpacked; fewer only at the end, or where a failure follows, which the next call
    /// throws. Several members, streams or frames are joined, zero padding after the last is fine. Throws io_error for
    /// truncated or corrupt packed data and if the file cannot be read.
    std::size_t read(char* to, std::size_t size);

    /// The next bytes, which read() will give again: `size` of them, fewer as for read().
    std::string_view peek(std::size_t size);

    /// How many bytes read() has left, where that is known: not for streams, pipes and compressed files.
    std::optional<std::uint64_t> bytes_left() const noexcept;

    /// How far reading has come in the file as stored, and the size of that; 0 where the size is not known.
    std::uint64_t stored_done() const noexcept;
    std::uint64_t stored_size() const noexcept;

    /// Can the bytes that read() gives be read at any place by read_at()? So it is for plain files.
    bool has_places() const noexcept;
    /// Reads up to `size` bytes from `place`, counted from the beginning of the file; fewer only at the end. Several
    /// threads may call this at the same time. Where has_places() only; read() does not notice.
    std::size_t read_at(std::uint64_t place, char* to, std::size_t size) const;

  private:
    class origin;
    class unpacking;
    class file;
    class stream;
    class memory;

    void open();
    std::size_t read_unpeeked(char* to, std::size_t size);
    std::size_t read_behind(std::size_t known, char* to, std::size_t size);

    std::string name_;
    std::unique_ptr<origin> origin_;
    std::unique_ptr<unpacking> unpacking_;
    std::string peeked_;
    std::size_t peeked_used_ = 0;
    std::uint64_t given_ = 0;  // bytes that came from read_unpeeked()
};

}  // namespace graphblas_gpu::io
