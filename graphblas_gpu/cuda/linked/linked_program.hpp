// What has been compiled and loaded of one semiring that carries its source.
#pragma once

#include <graphblas_gpu/cuda/linked/kernel_cache.hpp>
#include <graphblas_gpu/cuda/linked/open_kernels.hpp>
#include <graphblas_gpu/cuda/linked/sourced_function.hpp>
#include <graphblas_gpu/cuda/linked/sourced_semiring.hpp>

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu::cuda {

class linked_program {
  public:
    explicit linked_program(const sourced_semiring& semiring);
    explicit linked_program(const sourced_function& function);
    explicit linked_program(const sourced_operator& op);
    linked_program(const linked_program&) = delete;
    linked_program& operator=(const linked_program&) = delete;

    const std::string& name() const { return name_; }
    /// What NVRTC compiles.
    const std::string& source() const { return source_; }

    /// The machine code of a kernel for compute capability `architecture` (90 for 9.0): from the cache, or compiled and stored
    /// there. Throws unsupported as toolchain does.
    std::string code_of(const open_kernel& kernel, int architecture, const kernel_cache& cache);

    /// The kernel for launches, which `load` makes of the machine code where it is asked for first; it is given the code and
    /// the kernel. Kernels that are launched together are compiled together, on threads of their own. Any number of threads may
    /// ask.
    template <class Load>
    const void* loaded(const open_kernel& kernel, int architecture, const Load& load) {
        const std::lock_guard one_at_a_time(mutex_);
        const void*& out = loaded_[{architecture, &kernel}];
        if (out != nullptr) return out;
        for (const auto& [one, code] : codes_of(kernel, architecture, kernel_cache::of_user())) {
            loaded_[{architecture, one}] = load(code, *one);
        }
        return out;
    }

    /// The machine code of a kernel, and if it has to be compiled, and `together`, that of the other kernels of its family too.
    std::vector<std::pair<const open_kernel*, std::string>> codes_of(const open_kernel& kernel, int architecture,
                                                                     const kernel_cache& cache,
                                                                     bool together = has_processors_to_spare());
    /// Whether compiling several kernels takes no longer than one: with more than two processors.
    static bool has_processors_to_spare();

    /// What has been compiled or read since the last call, and what was wrong with the cache; empty if nothing was.
    std::string take_note();

  private:
    /// The text, and after it the calls that kernels expect, in which {0} stands for the caller's type.
    linked_program(const char* name, const char* text, const std::string& calls);
    std::string key_of(const open_kernel& kernel, int architecture) const;
    void note(int compiled, int read, double milliseconds, const std::string& complaint);

    std::string name_;
    std::string source_;
    std::string operators_;  ///< LTO-IR; empty until a kernel has to be linked
    std::string refusal_;    ///< of the text, which is compiled once
    std::mutex compiling_;   ///< of operators_ and refusal_
    std::mutex mutex_;       ///< of the kernels that are loaded
    std::map<std::pair<int, const open_kernel*>, const void*> loaded_;
    std::mutex noting_;
    int compiled_ = 0;  ///< since the last note
    int read_ = 0;
    double milliseconds_ = 0;
    std::string complaints_;
};

}  // namespace graphblas_gpu::cuda
