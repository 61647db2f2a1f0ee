// A library for LD_PRELOAD, with which a program meets allocations that fail.
//
// Idea: it stands before the C library's __libc_start_main and counts from the first line of main() on: what a program
// allocates before is out of its hands. FAILING_ALLOCATIONS="FIRST LAST" says which fail, and FAILING_COUNT=FILE where the
// number of allocations is written.
#include "allocations.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace {

using main_function = int (*)(int, char**, char**);

main_function program = nullptr;

int main_with_failures(int argc, char** argv, char** environment) {
    const char* const given = std::getenv("FAILING_ALLOCATIONS");
    const char* const count_file = std::getenv("FAILING_COUNT");
    char* rest = nullptr;
    const long first = given == nullptr ? 0 : std::strtol(given, &rest, 10);
    const long last = given == nullptr ? 0 : std::strtol(rest, nullptr, 10);
    failing::begin(first, last);
    const int status = program(argc, argv, environment);
    const long count = failing::end();
    if (count_file != nullptr) {
        const int file = ::open(count_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        ::dprintf(file, "%ld\n", count);
        ::close(file);
    }
    return status;
}

}  // namespace

extern "C" int __libc_start_main(main_function main, int argc, char** argv, void (*init)(), void (*fini)(),
                                 void (*end_of_loader)(), void* stack) {
    using start = int (*)(main_function, int, char**, void (*)(), void (*)(), void (*)(), void*);
    program = main;
    const auto real = reinterpret_cast<start>(::dlsym(RTLD_NEXT, "__libc_start_main"));
    return real(main_with_failures, argc, argv, init, fini, end_of_loader, stack);
}
