// Idea: a fuzz target as libFuzzer calls it, and as driver.cpp does where there is no libFuzzer. A target ends the
// program if it finds something wrong; it counts what it read and what it refused, so that the driver can tell that
// both occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace fuzz {

struct counts {
    long read = 0;
    long refused = 0;
};
inline counts seen;
inline std::string_view input;  ///< what is being looked at, if the driver is at work

[[noreturn]] inline void report(const std::string& what) {
    std::fprintf(stderr, "fuzz: %s\n", what.c_str());
    if (input.data() != nullptr) {
        std::ofstream("fuzz-failure", std::ios::binary) << input;
        std::fprintf(stderr, "fuzz: the input is in the file fuzz-failure\n");
    }
    std::abort();
}

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
