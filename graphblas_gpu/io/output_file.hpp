// Needs: a path; POSIX file descriptors.
// Idea: a file is replaced by a complete file or not changed at all. The bytes are written to a new file in the same directory,
// which gets the name of the old file when all bytes are on the disk (fsync, rename, fsync of the directory). Pipes, devices
// and standard output, which cannot be replaced, are written directly.
#pragma once

#include <graphblas_gpu/io/unfinished_files.hpp>

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

/// The name of a path in messages of writers: the path itself, or "standard output" for "-".
std::string output_name(const std::string& path);

/// The suffix of the file's name with its point, in lower case, and without an additional ".gz": ".tsv" for "a.TSV.gz". Empty
/// if there is none; what begins with a digit ("graph-1.5") is none.
std::string suffix_of_name(std::string_view path);

/// What separates the columns of a text under this name: a comma for ".csv", otherwise a tab.
char separator_of_name(std::string_view path);

/// Whether output to this path goes to the same place as standard output: "-", /dev/stdout and similar names, and any other
/// name of the file, pipe or terminal that standard output is. For /dev/null the answer is no, because nothing can be mixed
/// there.
bool is_standard_output(const std::string& path) noexcept;

class output_file {
  public:
    /// Begins a new file, or opens a file that is written directly. Symbolic links are followed, so that they remain. A file
    /// that exists must be writable, and its owner, group and permissions are copied as far as the system allows. Links, FIFOs
    /// and files that another user may have put into a directory open to all (/tmp) are refused. Throws io_error.
    explicit output_file(const std::string& path);
    /// Removes a new file that was not committed, for example after an exception.
    ~output_file();
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;

    /// Writes all bytes. Throws io_error.
    void write(std::string_view bytes);

    /// The temporary name of a new file, under which other processes may write to it; empty for a file that is written
    /// directly.
    std::string unfinished_path() const { return unfinished_ ? unfinished_->path() : ""; }

    /// Must be the last call: replaces the old file by the new one. Throws io_error.
    void commit();

  private:
    output_file() = default;  // so that the destructor runs if the other constructor throws
    void begin_new_file(const std::string& target, const struct stat& old);
    void take_over_permissions(const struct stat& old);
    void close();
    [[noreturn]] void fail(int error_number) const;
    [[noreturn]] void fail(const std::string& reason) const;
    std::string failure(const std::string& reason) const;

    std::string name_;
    int descriptor_ = -1;
    bool opened_ = false;                        ///< whether the destructor must close the descriptor
    bool replaces_ = false;                      ///< whether there is an old file
    std::string target_;                         ///< the final name of a new file
    std::optional<unfinished_file> unfinished_;  ///< its temporary name
};

}  // namespace graphblas_gpu::io
