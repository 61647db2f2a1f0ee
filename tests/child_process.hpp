// A part of a test in a child process, for what may crash, hang, or need limits of its own.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

/// What became of f() in a child of fork(): 0 if it returned true, 1 if false, 2 if it threw, which is printed; 128 and the
/// number of the signal that ended the child, SIGALRM if it took longer than `seconds`.
template <class F>
int status_of_child(F&& f, unsigned seconds = 30) {
    const pid_t child = ::fork();
    if (child < 0) return -1;
    if (child == 0) {
        ::alarm(seconds);
        int status = 2;
        try {
            status = f() ? 0 : 1;
        } catch (const std::exception& e) {
            std::fprintf(stderr, "in the child: %s\n", e.what());
        }
        ::_exit(status);
    }
    int status = 0;
    if (::waitpid(child, &status, 0) != child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
