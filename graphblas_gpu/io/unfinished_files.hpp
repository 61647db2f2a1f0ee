// Idea: a file has a temporary name until it is complete. These names are stored where a signal handler can read them, so that
// a program that is interrupted can remove its unfinished files. The library installs no signal handler; that is left to the
// program.
#pragma once

#include <string>

namespace graphblas_gpu {

/// Removes all unfinished files of this process from their directories; closing them then fails. In a child of fork() the files
/// of its parent stay. It may be called from a signal
/// handler: it takes no lock and allocates nothing. Afterwards the handler should end the process, preferably by the signal's
/// default action.
void remove_unfinished_files() noexcept;

namespace io {

/// Registers a name for remove_unfinished_files() until it is destroyed.
class unfinished_file {
  public:
    explicit unfinished_file(std::string path);
    ~unfinished_file();
    unfinished_file(const unfinished_file&) = delete;
    unfinished_file& operator=(const unfinished_file&) = delete;

    const char* path() const noexcept { return path_.c_str(); }

    struct slot;

  private:
    std::string path_;
    slot* slot_;
};

}  // namespace io
}  // namespace graphblas_gpu
