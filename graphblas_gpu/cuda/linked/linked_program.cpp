#include <graphblas_gpu/cuda/linked/linked_program.hpp>
#include <graphblas_gpu/cuda/linked/toolchain.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/stopwatch.hpp>

#include <fmt/format.h>

#include <future>
#include <string_view>
#include <thread>

namespace graphblas_gpu::cuda {
namespace {

/// The name of a type in the source of a program; that of a struct is found there.
std::string device_name(type_code type) {
    if (formats::is_struct(type)) return "graphblas_gpu::cuda::callers_struct";
    const std::string name = type_name(type);
    return type == type_code::boolean || type == type_code::float32 || type == type_code::float64 ? name
                                                                                                  : "std::" + name + "_t";
}

/// The same of values that are read: entries without values read as true.
std::string name_of_read(type_code type) { return device_name(type == type_code::none ? type_code::boolean : type); }

/// The kernels of one method over one size of words that a product nearly always launches together: methods hash and
/// bitmap_tile divide rows among several.
std::vector<const open_kernel*> family_of(const open_kernel& kernel) {
    const std::string_view name = kernel.name;
    const std::string_view words = name.find("open_semiringIj") != name.npos ? "open_semiringIj" : "open_semiringIy";
    std::vector<const open_kernel*> out;
    for (const std::string_view of_method : {"7hashing", "11bitmap_tile"}) {
        if (name.find(of_method) == name.npos) continue;
        for (std::size_t n = 0; n < open_kernel_count(); ++n) {
            const std::string_view other = open_kernel_at(n).name;
            if (other.find(of_method) != other.npos && other.find(words) != other.npos) out.push_back(&open_kernel_at(n));
        }
    }
    return out;
}

}  // namespace

linked_program::linked_program(const char* name, const char* text, const std::string& calls) : name_(name) {
    source_ = fmt::format(
        "#include <graphblas_gpu/cuda/linked/open_calls.cuh>\n"
        "#line 1 \"source of {0}\"\n"
        "{1}\n"
        "#line 1 \"calls of {0}\"\n"
        "using graphblas_gpu_callers_type = {0};\n"
        "{2}\n",
        name, text, calls);
}

linked_program::linked_program(const sourced_semiring& semiring)
    : linked_program(semiring.name, semiring.text,
                     semiring.word_bytes == 16
                         ? "GB_DEFINE_OPEN_CALLS_BY_ADDRESS(graphblas_gpu_callers_type)"
                         : fmt::format("GB_DEFINE_OPEN_CALLS(graphblas_gpu_callers_type, {}, {})",
                                       semiring.word_bytes == 4 ? "unsigned" : "unsigned long long", semiring.word_bytes)) {}

linked_program::linked_program(const sourced_function& function)
    : linked_program(
          function.name, function.text,
          fmt::format("GB_DEFINE_OPEN_FUNCTION(graphblas_gpu_callers_type, {}, {}, {}, {})", name_of_read(function.value),
                      device_name(function.result), function.of_vector, function.is_predicate ? "static_cast" : "gb::cast")) {}

linked_program::linked_program(const sourced_operator& op)
    : linked_program(op.name, op.text,
                     fmt::format("GB_DEFINE_OPEN_OPERATOR(graphblas_gpu_callers_type, {}, {}, {})", name_of_read(op.left),
                                 name_of_read(op.right), device_name(op.result))) {}

std::shared_ptr<linked_program> program_of(const sourced_operator& op) { return std::make_shared<linked_program>(op); }
std::shared_ptr<linked_program> program_of(const sourced_semiring& semiring) {
    return std::make_shared<linked_program>(semiring);
}
std::shared_ptr<linked_program> program_of(const sourced_function& function) {
    return std::make_shared<linked_program>(function);
}

std::string linked_program::key_of(const open_kernel& kernel, int architecture) const {
    return fmt::format("sm_{}\n{}\nlibrary {}, CUDA {}.{}\n{}", architecture, kernel.name, library_build(),
                       GRAPHBLAS_GPU_CUDA_MAJOR, GRAPHBLAS_GPU_CUDA_MINOR, source_);
}

std::string linked_program::code_of(const open_kernel& kernel, int architecture, const kernel_cache& cache) {
    const formats::stopwatch time;
    const std::string key = key_of(kernel, architecture);
    std::string complaint;
    std::optional<std::string> code = cache.find(key, complaint);
    const bool was_there = code.has_value();
    if (!was_there) {
        const toolchain& tools = toolchain::get();
        {
            const std::lock_guard one_at_a_time(compiling_);
            if (!refusal_.empty()) throw unsupported(refusal_);
            try {
                if (operators_.empty()) operators_ = tools.compile(name_, source_);
            } catch (const unsupported& refused) {
                refusal_ = refused.what();
                throw;
            }
        }
        code = tools.link(kernel, operators_, architecture);
        cache.store(key, *code, complaint);
    }
    note(was_there ? 0 : 1, was_there ? 1 : 0, time.milliseconds(), complaint);
    return std::move(*code);
}

std::vector<std::pair<const open_kernel*, std::string>> linked_program::codes_of(const open_kernel& kernel, int architecture,
                                                                                 const kernel_cache& cache, bool together) {
    std::vector<std::pair<const open_kernel*, std::string>> out;
    std::string ignored;
    const formats::stopwatch time;
    std::vector<const open_kernel*> family;
    if (together && !cache.find(key_of(kernel, architecture), ignored)) family = family_of(kernel);
    if (family.size() < 2) {
        out.emplace_back(&kernel, code_of(kernel, architecture, cache));
        return out;
    }
    toolchain::get();  // refuses on this thread
    double before = 0;
    {
        const std::lock_guard one_at_a_time(noting_);
        before = milliseconds_;
    }
    std::vector<std::future<std::string>> codes;
    for (const open_kernel* one : family) {
        codes.push_back(
            std::async(std::launch::async, [this, one, architecture, &cache] { return code_of(*one, architecture, cache); }));
    }
    for (std::size_t n = 0; n < family.size(); ++n) codes[n].wait();
    for (std::size_t n = 0; n < family.size(); ++n) out.emplace_back(family[n], codes[n].get());
    const std::lock_guard one_at_a_time(noting_);
    milliseconds_ = before + time.milliseconds();  // on the clock, and not the sum over threads
    return out;
}

bool linked_program::has_processors_to_spare() { return std::thread::hardware_concurrency() > 2; }

void linked_program::note(int compiled, int read, double milliseconds, const std::string& complaint) {
    const std::lock_guard one_at_a_time(noting_);
    compiled_ += compiled;
    read_ += read;
    milliseconds_ += milliseconds;
    if (!complaint.empty() && complaints_.find(complaint) == std::string::npos) complaints_ += "; " + complaint;
}

std::string linked_program::take_note() {
    const std::lock_guard one_at_a_time(noting_);
    std::string note;
    if (compiled_ + read_ > 0) {
        note = fmt::format("; kernels of {}: {} compiled, {} from the cache, in {:.0f} ms{}", name_, compiled_, read_,
                           milliseconds_, complaints_);
    }
    compiled_ = read_ = 0;
    milliseconds_ = 0;
    complaints_.clear();
    return note;
}

}  // namespace graphblas_gpu::cuda
