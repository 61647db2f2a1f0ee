// Idea: an archive is read from front to back, a member at a time, and nothing of it is written to a disk. The reader is
// libarchive's (archive.cpp); which member is the graph is decided in archive_member.cpp. Compressed archives (.tar.gz) come
// here unpacked.
#pragma once

#include <graphblas_gpu/io/unpack/byte_source.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

/// The number of bytes at the beginning of a file that determine whether it is an archive.
inline constexpr std::size_t archive_magic_bytes = 512;

enum class archive_format { none, tar, zip };

/// By the signature of ZIP, or by the checksum of the first header of a tar archive.
archive_format archive_format_of(std::string_view first_bytes) noexcept;

/// Whether this is a ZIP archive of NumPy arrays, an .npz file, which is read as a whole.
bool is_npz(std::string_view first_bytes) noexcept;

class archive_reader {
  public:
    archive_reader() = default;
    archive_reader(const archive_reader&) = delete;
    archive_reader& operator=(const archive_reader&) = delete;
    virtual ~archive_reader() = default;

    /// Goes to the next member that is a regular file; returns false at the end. Throws io_error.
    virtual bool next() = 0;
    /// The path of the member in the archive, without "./" at its beginning.
    virtual const std::string& member() const noexcept = 0;
    /// Reads up to `size` bytes of the member, fewer only at its end. Throws io_error.
    virtual std::size_t read(char* to, std::size_t size) = 0;
    /// The number of bytes of the archive that have been read.
    virtual std::uint64_t archive_done() const noexcept = 0;
};

/// Opens an archive, whose first bytes, `before`, have been read already. `file` is its name in messages. Throws io_error if it
/// is damaged, or if the library was built without libarchive.
std::unique_ptr<archive_reader> open_archive(byte_source& from, std::string_view before, const std::string& file,
                                             archive_format format);

/// Returns null if libarchive is missing. The arguments are those of open_archive().
std::unique_ptr<archive_reader> make_archive_reader(byte_source& from, std::string_view before, const std::string& file,
                                                    archive_format format);

/// The member of an archive that is a graph: the one called `wanted`, or if this is empty the only one that may be a graph.
/// Directories, hidden files, __MACOSX, README, LICENSE and the like do not count, nor what accompanies the graph in archives
/// of KONECT (meta.NAME) and of the SuiteSparse Matrix Collection (NAME/NAME_b.mtx beside NAME/NAME.mtx).
class archive_member : public byte_source {
  public:
    /// Goes to the beginning of the member. Throws io_error, which lists the members, if there is no such member, and, if the
    /// archive can be read at any offset, if there are several; otherwise read() throws that at the end of the member.
    archive_member(byte_source& from, std::string before, std::string file, archive_format format, std::string wanted);

    const std::string& member() const noexcept { return member_; }
    std::size_t read(char* to, std::size_t size) override;
    std::uint64_t stored_done() const noexcept override;

  private:
    bool go_to_graph();
    void refuse_second_graph();
    [[noreturn]] void refuse(const char* words) const;

    byte_source& from_;
    std::string file_;
    std::string wanted_;
    std::string names_;              // of the members so far, for messages
    std::size_t other_members_ = 0;  // those that names_ leaves out
    std::string member_;
    bool ended_ = false;
    std::unique_ptr<archive_reader> reader_;
};

}  // namespace graphblas_gpu::io
