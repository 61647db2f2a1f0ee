// A drawing as PNG.
//
// Idea: rsvg-convert, the program of librsvg, makes the image from the drawing as SVG, so that a picture is drawn by one code
// and `grb` links no graphics library, whose loading every start would pay. Both sides are files without a name, not pipes, at
// which a process may have to wait for the other one.
#include "drawing.hpp"
#include <graphblas_gpu/error.hpp>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>
#include <vector>

namespace grb::picture {
namespace {

using file = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

file unnamed_file() {
    file made(std::tmpfile(), &std::fclose);
    if (made == nullptr) throw std::system_error(errno, std::generic_category(), "a temporary file for rsvg-convert");
    return made;
}

/// Starts rsvg-convert with `in` and `out` as its standard input and output, and waits for its end. Its errors are printed as
/// ours. Returns its exit status, or -1 if there is no such program.
int run_rsvg_convert(std::vector<const char*> arguments, std::FILE* in, std::FILE* out) {
    arguments.insert(arguments.begin(), "rsvg-convert");
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(in), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(out), STDOUT_FILENO);
    pid_t process = 0;
    const int error =
        posix_spawnp(&process, arguments[0], &files, nullptr, const_cast<char* const*>(arguments.data()), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) return -1;
    int status = 0;
    while (waitpid(process, &status, 0) == -1)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

bool has_png() { return run_rsvg_convert({"--version"}, unnamed_file().get(), unnamed_file().get()) == 0; }

std::string png_file(const drawing& d, theme t) {
    const file in = unnamed_file(), out = unnamed_file();
    const std::string svg = svg_file(d, t);
    if (std::fwrite(svg.data(), 1, svg.size(), in.get()) != svg.size() || std::fflush(in.get()) != 0)
        throw std::system_error(errno, std::generic_category(), "a temporary file for rsvg-convert");
    std::rewind(in.get());
    const int status = run_rsvg_convert({"--format", "png", "--zoom", "2"}, in.get(), out.get());
    if (status != 0) throw graphblas_gpu::unsupported(fmt::format("rsvg-convert made no image (exit status {})", status));
    std::string image;
    std::rewind(out.get());
    for (char part[1 << 14]; const std::size_t bytes = std::fread(part, 1, sizeof part, out.get());) image.append(part, bytes);
    return image;
}

}  // namespace grb::picture
