// Needs: nothing.
// Idea: a fuzz target as libFuzzer calls it, and as driver.cpp does where there is no libFuzzer. A target ends the program
// if it finds something wrong; it counts what it read and what it refused, so that the driver can tell that both occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace fuzz {

struct counts {
    long read = 0;
    long refused = 0;
};
inline counts seen;

[[noreturn]] inline void report(const std::string& what) {
    std::fprintf(stderr, "fuzz: %s\n", what.c_str());
    std::abort();
}

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
