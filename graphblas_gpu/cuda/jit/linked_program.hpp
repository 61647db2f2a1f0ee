// What has been compiled and loaded of one semiring that carries its source.
#pragma once

#include <graphblas_gpu/cuda/jit/kernel_cache.hpp>
#include <graphblas_gpu/cuda/jit/open_kernels.hpp>
#include <graphblas_gpu/cuda/jit/sourced_function.hpp>
#include <graphblas_gpu/cuda/jit/sourced_semiring.hpp>

#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu::cuda {

/// Loads machine code on the device; what it returns stays for the rest of the process.
class kernel_loader {
  public:
    virtual void* library_of(const std::string& code) = 0;
    virtual const void* kernel_in(void* library, const char* name) = 0;

  protected:
    ~kernel_loader() = default;
};

/// When a kernel with the operators inlined, which is fast and takes a second to make, replaces the one that calls them.
enum class specialising {
    now,    ///< before the first launch, which waits for it
    later,  ///< a thread of the library makes it once a second call launches the kernel, and launches take it when it is there
    never,
};
/// As the environment variable GRAPHBLAS_GPU_SPECIALISE says: now, later (the default) or never. Throws invalid_value for
/// others.
specialising when_specialised();

class linked_program : public std::enable_shared_from_this<linked_program> {
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

    /// The same of a kernel that calls the operators, together with those that are nearly always launched with it.
    std::string calling_code_of(const open_kernel& kernel, int architecture, const kernel_cache& cache);

    /// The kernel for launches by the call with this number (next_call()). Any number of threads may ask. The first call gets
    /// a specialised kernel if the cache has it, and otherwise one that calls the operators; `specialising` says when that is
    /// replaced. Where there is no machine code for the architecture, and for functions and operators, whose kernels are small,
    /// every kernel is specialised at once, and those that are launched together on threads of their own.
    ///
    /// For a semiring that has other kernels it is the specialised one, which are_loaded() has found before, or is made now.
    const void* loaded(const open_kernel& kernel, int architecture, kernel_loader& loader, std::uint64_t call);
    /// For a semiring that has other kernels: whether all of these are there, specialised and loaded. Those that are not there
    /// are taken from the cache, and what the cache lacks is made now, or by the thread if `specialising` is later. After one
    /// could not be made, the answer is no.
    bool are_loaded(std::span<const open_kernel* const> kernels, int architecture, kernel_loader& loader);
    /// A number that no other call has.
    static std::uint64_t next_call();

    /// The machine code of a kernel, and if it has to be compiled, and `together`, that of the other kernels of its family too.
    std::vector<std::pair<const open_kernel*, std::string>> codes_of(const open_kernel& kernel, int architecture,
                                                                     const kernel_cache& cache,
                                                                     bool together = has_processors_to_spare());
    /// Whether compiling several kernels takes no longer than one: with more than two processors.
    static bool has_processors_to_spare();

    /// What has been compiled or read since the last note, whether kernels called their operators, and what was wrong with the
    /// cache; empty if nothing is to be said.
    std::string take_note();

  private:
    struct loaded_kernel {
        const void* specialised = nullptr;
        const void* calling = nullptr;
        std::uint64_t first_call = 0;
        std::future<std::string> code;  ///< of the specialised kernel, which is being made
        bool stays_calling = false;     ///< because no specialised kernel can be made
    };

    /// The text, and after it the calls that kernels expect, in which {0} stands for the caller's type.
    linked_program(const char* name, const char* text, const std::string& calls);
    std::string key_of(const std::string& kernels, int architecture) const;
    /// make(), whose refusal gets the sentence that names another way.
    template <class Make>
    auto with_way_out(const Make& make) const;
    /// Of a specialised kernel.
    std::string linked_code_of(const open_kernel& kernel, int architecture, const kernel_cache& cache);
    /// The operators as machine code for an architecture, or as LTO-IR (0): from the cache, or compiled. A refusal is kept, and
    /// thrown again.
    const std::string& operators_for(int architecture, const kernel_cache& cache);
    /// What the cache has, and what it lacks: make(), which is stored. Both note what they do.
    /// @{
    std::optional<std::string> find(const std::string& key, const kernel_cache& cache);
    template <class Make>
    std::string made(const std::string& key, const kernel_cache& cache, const Make& make);
    std::string made_code_of(const open_kernel& kernel, int architecture, const kernel_cache& cache);
    /// @}
    /// The parts of loaded(), which holds mutex_.
    /// @{
    /// Loads this specialised kernel, and others of its family where they had to be compiled.
    void load_specialised(const open_kernel& kernel, int architecture, kernel_loader& loader, const kernel_cache& cache);
    /// Loads the kernel that calls operators, or specialised kernels where the linker refuses calls.
    void load_calling(const open_kernel& kernel, int architecture, kernel_loader& loader, const kernel_cache& cache,
                      loaded_kernel& out);
    void start_specialising(const open_kernel& kernel, int architecture, loaded_kernel& out);
    /// Loads the specialised kernel if it is made.
    void take_specialised(const open_kernel& kernel, kernel_loader& loader, loaded_kernel& out);
    /// @}
    void note(int compiled, int read, double milliseconds, const std::string& complaint);

    std::string name_;
    std::string source_;
    /// By architecture, or 0 for LTO-IR: what the text was compiled to when a kernel had to be linked, or why it was refused.
    /// @{
    std::map<int, std::string> operators_;
    std::map<int, std::string> refusals_;
    /// @}
    std::mutex compiling_;   ///< of operators_ and refusals_
    std::mutex mutex_;       ///< of the kernels that are loaded
    std::map<std::pair<int, const open_kernel*>, loaded_kernel> loaded_;
    /// Libraries of the kernels that call operators, by architecture and by the first of the kernels.
    std::map<std::pair<int, const open_kernel*>, void*> calling_;
    bool is_semiring_ = false;      ///< so that there are such kernels
    bool runs_on_host_ = true;
    bool has_other_kernels_ = false;
    bool gave_up_ = false;     ///< one that replaces such a kernel cannot be made
    bool calls_fail_ = false;  ///< the operators cannot be linked as calls
    std::mutex noting_;
    int compiled_ = 0;  ///< since the last note
    int read_ = 0;
    int replaced_ = 0;
    bool has_called_ = false;
    double milliseconds_ = 0;
    std::string complaints_;
};

}  // namespace graphblas_gpu::cuda
