// function_source: the text of a function whose types are known at run time, so that a device can compile it (NVRTC).
//
// Idea: GB_DEVICE_SOURCE keeps the text of a C++ type of the program. A program that has no C++ types for its values, such as
// one in C, gives its function as a pointer for host threads, and beside it as this text for a device.
//
// The text is code that will be executed on the device: whoever can change it runs code in the program.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace graphblas_gpu {

/// The text of a function z = f(x), f(x, y) or f(x, i, j, y), in C++ or in C that is C++ too.
struct function_source {
    /// Definitions of types and functions, in their order. Those that several functions of a call share are compiled once.
    std::vector<std::string> definitions;
    /// The types of z, x and y, as the definitions or C name them: "double", "std::int32_t", "my_struct".
    /// @{
    std::string result;
    std::string left;
    std::string right;
    /// @}
    /// The statement that sets z, where x, y, and the positions i and j are declared: "my_function(&z, &x, &y);".
    std::string call;
};

/// The source of a function, or null if it has none. Operators share it.
using function_source_ptr = std::shared_ptr<const function_source>;

}  // namespace graphblas_gpu
