// Needs: nothing.
// Idea: a file that is being written has a name of its own until it is complete. Those names are kept where a signal
// handler can find them, so that a program that is interrupted leaves no such file behind. The library installs no
// handler: which signals a program handles is the program's business.
#pragma once

#include <string>

namespace graphblas_gpu {

/// Removes all unfinished files of this process from their directories; writers that are at work fail when they finish.
/// May be called from a signal handler: it takes no lock and allocates nothing. Afterwards the handler should end the
/// process, best by the signal's default action.
void remove_unfinished_files() noexcept;

namespace io {

/// One name that remove_unfinished_files() knows, from construction to destruction.
class unfinished_file {
  public:
    explicit unfinished_file(std::string path);
    ~unfinished_file();
    unfinished_file(const unfinished_file&) = delete;
    unfinished_file& operator=(const unfinished_file&) = delete;

    const char* path() const noexcept { return path_.c_str(); }

    struct place;

  private:
    std::string path_;
    place* place_;
};

}  // namespace io
}  // namespace graphblas_gpu
