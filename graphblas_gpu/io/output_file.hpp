// Needs: a path; POSIX file descriptors.
// Idea: a file is replaced by a complete file or not changed at all. The bytes are written to a new file in the same directory,
// which gets the name of the old file when all bytes are on the disk (fsync, rename, fsync of the directory). Pipes, devices
// and standard output, which cannot be replaced, are written directly.
#pragma once

#include <graphblas_gpu/io/unfinished_files.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

/// The name of a path in messages of writers: the path itself, or "standard output" for "-".
std::string output_name(const std::string& path);

/// Whether what is written to this path goes where standard output goes: "-", /dev/stdout and the like, and any other
/// name of the file, pipe or terminal that standard output is. What goes to /dev/null mixes with nothing, so that is no.
bool is_standard_output(const std::string& path) noexcept;

class output_file {
  public:
    /// Begins a new file, or opens what is written directly. Symbolic links are followed, so that they stay. A file that
    /// exists has to be writable, and hands on its owner, group and permissions as far as the system allows. Throws io_error.
    explicit output_file(const std::string& path);
    /// A new file that was not committed, as when an exception passes, is removed.
    ~output_file();
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;

    /// Throws io_error.
    void write(std::string_view bytes);

    /// Must be the last call: replaces the old file by the new one. Throws io_error.
    void commit();

  private:
    output_file() = default;  // so that the destructor runs if the other constructor throws
    void begin_new_file(const std::string& target);
    void take_over_permissions(const std::string& target);
    void close();
    [[noreturn]] void fail(int error_number) const;
    [[noreturn]] void fail(const std::string& reason) const;

    std::string name_;
    int descriptor_ = -1;
    bool opened_ = false;                        ///< the descriptor is ours to close
    bool replaces_ = false;                      ///< there is an old file
    std::string target_;                         ///< the final name of a new file
    std::optional<unfinished_file> unfinished_;  ///< its temporary name
};

}  // namespace graphblas_gpu::io
