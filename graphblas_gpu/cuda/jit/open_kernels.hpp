// The kernels with open calls that the library carries, and how a launch finds the linked ones.
//
// Idea: open_kernels.cu is compiled to LTO-IR only, so that there is nothing that the CUDA runtime could load. The code that
// nvcc makes to register a source's kernels with the runtime is given to functions here (nvcc/crt/host_runtime.h): they write
// down where the LTO-IR lies and what each kernel is called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <graphblas_gpu/cuda/kernels/kernels.hpp>

namespace graphblas_gpu::cuda {

/// A kernel of the library whose calls are open.
struct open_kernel {
    const char* name = nullptr;  ///< as the linker knows it
    const void* code = nullptr;  ///< a fatbin with the LTO-IR of all kernels of its source
    std::size_t code_bytes = 0;
};

/// The kernel that a launch on the host names by this address, or null if its calls are not open.
const open_kernel* find_open_kernel(const void* entry) noexcept;

/// The names by which launches on the host call the kernels of a group, over words of 4 or of 8 bytes. open_kernels.cu has the
/// table.
std::span<const void* const> entries_of(kernel_group group, int word_bytes);
/// The same as kernels; none in a rehearsal.
std::vector<const open_kernel*> kernels_in(kernel_group group, int word_bytes);
/// The kernels that a product nearly always launches together with this one, itself among them: methods hash and bitmap_tile
/// divide rows among several. Of other methods the kernel alone.
std::vector<const open_kernel*> launched_together_with(const open_kernel& kernel);

/// The number of kernels whose calls are open.
std::size_t open_kernel_count() noexcept;
/// The n-th of them, for tests.
const open_kernel& open_kernel_at(std::size_t n);

/// The kernels of open_kernels.cu once more: a fatbin with their machine code for the architectures that the library is
/// compiled for, in which the open calls are calls. Empty in a rehearsal.
std::string_view calling_kernels() noexcept;
/// Whether they are there for compute capability `architecture` (90 for 9.0).
bool has_calling_kernels(int architecture) noexcept;

}  // namespace graphblas_gpu::cuda
