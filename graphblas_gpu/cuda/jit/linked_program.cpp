#include <graphblas_gpu/base/fork.hpp>
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/cuda/jit/linked_program.hpp>
#include <graphblas_gpu/cuda/jit/toolchain.hpp>
#include <graphblas_gpu/error.hpp>

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <string_view>
#include <thread>

namespace graphblas_gpu::cuda {
namespace {

/// The name of a type in the source of a program; that of a struct is found there.
std::string device_name(type_code type) {
    if (base::is_struct(type)) return "graphblas_gpu::cuda::callers_struct";
    const std::string name = type_name(type);
    return type == type_code::boolean || type == type_code::float32 || type == type_code::float64 ? name
                                                                                                  : "std::" + name + "_t";
}

/// The same of values that are read: entries without values read as true.
std::string name_of_read(type_code type) { return device_name(type == type_code::none ? type_code::boolean : type); }

/// One thread that makes specialised kernels, in the order in which they are asked for.
///
/// At the end of a process static objects are destroyed, the last ones first, by whichever thread ends it. NVRTC and nvJitLink
/// make some at their first use. These exist before this object, so that it is destroyed first, and waits for the thread that
/// uses them. On some machines they make two more with the first kernels. Therefore the process waits earlier in two cases:
///   * An object of the main thread is destroyed before all static ones: where that thread has launched such a kernel and ends
///     the process.
///   * What is registered after a kernel is called before older objects are destroyed: where a kernel has been made before,
///     whichever thread ends the process.
class specialiser {
  public:
    static specialiser& get() {
        static const std::shared_ptr<specialiser> one = [] {
            toolchain::get().use_first();
            return std::shared_ptr<specialiser>(new specialiser, base::delete_where_made<specialiser>());
        }();
        one->end_with_main_thread();
        return *one;
    }
    specialiser() : thread_([this] { run(); }) {}
    ~specialiser() { end(); }
    specialiser(const specialiser&) = delete;
    specialiser& operator=(const specialiser&) = delete;

    std::future<std::string> add(std::packaged_task<std::string()> task) {
        std::future<std::string> out = task.get_future();
        {
            const std::lock_guard one_at_a_time(mutex_);
            tasks_.push_back(std::move(task));
        }
        changed_.notify_one();
        return out;
    }

  private:
    /// Waits for the kernel that is being made, and leaves the others.
    void end() {
        {
            const std::lock_guard one_at_a_time(mutex_);
            ends_ = true;
        }
        changed_.notify_one();
        if (thread_.joinable()) thread_.join();
    }
    void end_with_main_thread() {
        struct guard {
            specialiser& one;
            unsigned made_in = base::process_number();
            ~guard() {
                if (made_in == base::process_number()) one.end();
            }
        };
        if (::getpid() != ::gettid()) return;
        static thread_local const guard of_main_thread{*this};
        (void)of_main_thread;
    }

    /// Has the end of the process wait before any object is destroyed that is there now.
    void end_before_older_objects() {
        const std::lock_guard one_at_a_time(mutex_);
        if (ends_) return;  // what is registered while this object is destroyed would be called after that
        static specialiser* const one = this;
        static const unsigned made_in = base::process_number();
        std::atexit([] {
            if (made_in == base::process_number()) one->end();
        });
    }

    void run() {
        ::pthread_setname_np(::pthread_self(), "gb-specialise");  // debuggers and tests find it by this name
        for (;;) {
            std::packaged_task<std::string()> task;
            {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [&] { return ends_ || !tasks_.empty(); });
                if (ends_) return;
                task = std::move(tasks_.front());
                tasks_.pop_front();
            }
            task();
            end_before_older_objects();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::packaged_task<std::string()>> tasks_;
    bool ends_ = false;
    std::thread thread_;  // last, because it uses the others
};

/// The text with a line for each statement, so that the compiler's messages show the one that is wrong: the text of a macro is
/// one line. What is in parentheses or in quotes is left as it is. A digit separator (1'000) would begin a quote, and is no
/// harm: lines only get longer then.
std::string by_lines(std::string_view text) {
    std::string out;
    int braces = 0, parentheses = 0;
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        out += c;
        if (c == '\\' && quote != 0 && at + 1 < text.size())
            out += text[++at];
        else if (quote != 0 || c == '"' || c == '\'')
            quote = quote == 0 ? c : quote == c ? char{0} : quote;
        braces += quote == 0 ? (c == '{') - (c == '}') : 0;
        parentheses += quote == 0 ? (c == '(') - (c == ')') : 0;
        const bool is_last = at + 1 == text.size() || text[at + 1] != ' ';
        if (quote != 0 || parentheses != 0 || is_last || (c != '{' && c != '}' && c != ';')) continue;
        ++at;
        const bool closes = at + 1 < text.size() && text[at + 1] == '}';
        out += '\n' + std::string(static_cast<std::size_t>(std::max(0, 4 * (braces - closes))), ' ');
    }
    return out;
}

/// The calls that a semiring over words of this size defines.
const char* calls_over(int word_bytes) {
    return word_bytes == 16  ? "GB_DEFINE_OPEN_CALLS_BY_ADDRESS(graphblas_gpu_callers_type)"
           : word_bytes == 8 ? "GB_DEFINE_OPEN_CALLS(graphblas_gpu_callers_type, unsigned long long, 8)"
                             : "GB_DEFINE_OPEN_CALLS(graphblas_gpu_callers_type, unsigned, 4)";
}

}  // namespace

specialising when_specialised() {
    const char* const text = std::getenv("GRAPHBLAS_GPU_SPECIALISE");
    const std::string_view said = text == nullptr ? "" : text;
    if (said.empty() || said == "later") return specialising::later;
    if (said == "now") return specialising::now;
    if (said == "never") return specialising::never;
    throw invalid_value(fmt::format("GRAPHBLAS_GPU_SPECIALISE is '{}'; it may be now, later or never", said));
}

std::uint64_t linked_program::next_call() {
    static std::atomic<std::uint64_t> calls{0};
    return ++calls;
}

linked_program::linked_program(const char* name, const char* text, const std::string& calls) : name_(name) {
    source_ = fmt::format(
        "#include <graphblas_gpu/cuda/jit/open_calls.cuh>\n"
        "#line 1 \"source of {0}\"\n"
        "{1}\n"
        "#line 1 \"calls of {0}\"\n"
        "using graphblas_gpu_callers_type = {0};\n"
        "{2}\n",
        name, by_lines(text), calls);
}

linked_program::linked_program(const sourced_semiring& semiring)
    : linked_program(semiring.name, semiring.text, calls_over(semiring.word_bytes)) {
    is_semiring_ = true;
    runs_on_host_ = semiring.runs_on_host;
    has_other_kernels_ = semiring.has_other_kernels;
}

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

std::string linked_program::key_of(const std::string& kernels, int architecture) const {
    return fmt::format("sm_{}\n{}\nlibrary {}, CUDA {}.{}\n{}", architecture, kernels, library_build(),
                       GRAPHBLAS_GPU_CUDA_MAJOR, GRAPHBLAS_GPU_CUDA_MINOR, source_);
}

const std::string& linked_program::operators_for(int architecture, const kernel_cache& cache) {
    const std::lock_guard one_at_a_time(compiling_);
    std::string& refusal = refusals_[architecture];
    if (!refusal.empty()) throw unsupported(refusal);
    std::string& code = operators_[architecture];
    if (!code.empty()) return code;
    const std::string key = key_of("operators", architecture);
    std::string complaint;
    if (std::optional<std::string> stored = cache.find(key, complaint)) {
        code = std::move(*stored);
    } else {
        try {
            code = toolchain::get().compile(name_, source_, architecture);
        } catch (const unsupported& refused) {
            refusal = refused.what();
            throw;
        }
        cache.store(key, code, complaint);
    }
    note(0, 0, 0, complaint);
    return code;
}

template <class Make>
auto linked_program::with_way_out(const Make& make) const {
    try {
        return make();
    } catch (const unsupported& refused) {
        const char* const way_out =
            runs_on_host_
                ? ". The call runs on the host, with context::host()"
                : ". The host has no compiler for strings: a semiring that has to run there too is written as a struct, "
                  "with <graphblas_gpu/own_semiring.hpp>";
        throw unsupported(std::string(refused.what()) + way_out);
    }
}

std::string linked_program::linked_code_of(const open_kernel& kernel, int architecture, const kernel_cache& cache) {
    return with_way_out([&] {
        const toolchain& tools = toolchain::get();
        return tools.link(kernel, operators_for(0, cache), architecture);
    });
}

std::optional<std::string> linked_program::find(const std::string& key, const kernel_cache& cache) {
    const base::stopwatch time;
    std::string complaint;
    std::optional<std::string> code = cache.find(key, complaint);
    note(0, code ? 1 : 0, code ? time.milliseconds() : 0, complaint);
    return code;
}

template <class Make>
std::string linked_program::made(const std::string& key, const kernel_cache& cache, const Make& make) {
    const base::phase compiling("run-time compilation", base::phase::seen_by::profiler);
    const base::stopwatch time;
    std::string code = make(), complaint;
    cache.store(key, code, complaint);
    note(1, 0, time.milliseconds(), complaint);
    return code;
}

std::string linked_program::made_code_of(const open_kernel& kernel, int architecture, const kernel_cache& cache) {
    return made(key_of(kernel.name, architecture), cache, [&] { return linked_code_of(kernel, architecture, cache); });
}

std::string linked_program::code_of(const open_kernel& kernel, int architecture, const kernel_cache& cache) {
    if (auto code = find(key_of(kernel.name, architecture), cache)) return std::move(*code);
    return made_code_of(kernel, architecture, cache);
}

std::string linked_program::calling_code_of(const open_kernel& kernel, int architecture, const kernel_cache& cache) {
    const std::vector<const open_kernel*> family = launched_together_with(kernel);
    const std::string key = key_of(std::string("with calls, ") + family.front()->name, architecture);
    if (auto code = find(key, cache)) return std::move(*code);
    return made(key, cache, [&] {
        return with_way_out([&] {
            const toolchain& tools = toolchain::get();
            return tools.link_calls(family, operators_for(architecture, cache), architecture);
        });
    });
}

void linked_program::load_specialised(const open_kernel& kernel, int architecture, kernel_loader& loader,
                                      const kernel_cache& cache) {
    for (const auto& [one, code] : codes_of(kernel, architecture, cache)) {
        loaded_[{architecture, one}].specialised = loader.kernel_in(loader.library_of(code), one->name);
    }
}

void linked_program::load_calling(const open_kernel& kernel, int architecture, kernel_loader& loader, const kernel_cache& cache,
                                  loaded_kernel& out) {
    void*& library = calling_[{architecture, launched_together_with(kernel).front()}];
    try {
        if (library == nullptr) library = loader.library_of(calling_code_of(kernel, architecture, cache));
    } catch (const unsupported& refused) {  // functions that the linker does not take as calls may be inlined
        calls_fail_ = true;
        note(0, 0, 0, refused.what());
        return load_specialised(kernel, architecture, loader, cache);
    }
    out.calling = loader.kernel_in(library, kernel.name);
}

void linked_program::start_specialising(const open_kernel& kernel, int architecture, loaded_kernel& out) {
    out.code = specialiser::get().add(std::packaged_task<std::string()>([self = shared_from_this(), &kernel, architecture] {
        const kernel_cache cache = kernel_cache::of_user();
        std::string code = self->linked_code_of(kernel, architecture, cache), complaint;
        cache.store(self->key_of(kernel.name, architecture), code, complaint);
        self->note(0, 0, 0, complaint);
        return code;
    }));
}

void linked_program::take_specialised(const open_kernel& kernel, kernel_loader& loader, loaded_kernel& out) {
    if (out.code.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    const std::string code = out.code.get();
    out.specialised = loader.kernel_in(loader.library_of(code), kernel.name);
    const std::lock_guard noting(noting_);
    ++replaced_;
}

bool linked_program::are_loaded(std::span<const open_kernel* const> kernels, int architecture, kernel_loader& loader) {
    const std::lock_guard one_at_a_time(mutex_);
    if (gave_up_) return false;
    bool all = true;
    try {
        const kernel_cache cache = kernel_cache::of_user();
        for (const open_kernel* const kernel : kernels) {
            loaded_kernel& known = loaded_[{architecture, kernel}];
            if (known.specialised != nullptr) continue;
            if (when_specialised() == specialising::now) load_specialised(*kernel, architecture, loader, cache);
            else if (known.code.valid()) take_specialised(*kernel, loader, known);
            else if (const auto code = find(key_of(kernel->name, architecture), cache))
                known.specialised = loader.kernel_in(loader.library_of(*code), kernel->name);
            else start_specialising(*kernel, architecture, known);
            all = all && known.specialised != nullptr;
        }
    } catch (const std::exception& refused) {  // no NVRTC, no thread, a kernel that is not linked: the others compute the same
        gave_up_ = true;
        note(0, 0, 0, refused.what());
    }
    return all && !gave_up_;
}

const void* linked_program::loaded(const open_kernel& kernel, int architecture, kernel_loader& loader, std::uint64_t call) {
    const std::lock_guard one_at_a_time(mutex_);
    loaded_kernel& known = loaded_[{architecture, &kernel}];
    if (known.specialised != nullptr) return known.specialised;
    const kernel_cache cache = kernel_cache::of_user();
    const bool may_call = is_semiring_ && !has_other_kernels_ && !calls_fail_ && has_calling_kernels(architecture);
    const specialising when = may_call ? when_specialised() : specialising::now;
    if (when == specialising::now) {
        load_specialised(kernel, architecture, loader, cache);
    } else if (known.calling == nullptr) {
        if (when == specialising::later) {
            if (const auto code = find(key_of(kernel.name, architecture), cache)) {
                return known.specialised = loader.kernel_in(loader.library_of(*code), kernel.name);
            }
        }
        load_calling(kernel, architecture, loader, cache, known);
        known.first_call = call;
    } else if (!known.stays_calling) {
        try {
            if (known.code.valid()) take_specialised(kernel, loader, known);
            else if (when == specialising::later && call != known.first_call) start_specialising(kernel, architecture, known);
        } catch (const std::exception& refused) {
            // No NVRTC where the calling kernels came out of the cache, no thread, a kernel that is not linked. Those that call
            // the operators compute the same: a call that has them does not fail because others cannot be made.
            known.stays_calling = true;
            note(0, 0, 0, refused.what());
        }
    }
    if (known.specialised != nullptr) return known.specialised;
    const std::lock_guard noting(noting_);
    has_called_ = true;
    return known.calling;
}

std::vector<std::pair<const open_kernel*, std::string>> linked_program::codes_of(const open_kernel& kernel, int architecture,
                                                                                 const kernel_cache& cache, bool together) {
    if (auto code = find(key_of(kernel.name, architecture), cache)) return {{&kernel, std::move(*code)}};
    const std::vector<const open_kernel*> family =
        together ? launched_together_with(kernel) : std::vector<const open_kernel*>{&kernel};
    if (family.size() < 2) return {{&kernel, made_code_of(kernel, architecture, cache)}};
    const base::stopwatch time;
    with_way_out([] { return &toolchain::get(); });  // refuses on this thread
    double before = 0;
    {
        const std::lock_guard one_at_a_time(noting_);
        before = milliseconds_;
    }
    std::vector<std::future<std::string>> codes;
    for (const open_kernel* one : family) {
        codes.push_back(std::async(std::launch::async, [&, one] {
            return one == &kernel ? made_code_of(*one, architecture, cache) : code_of(*one, architecture, cache);
        }));
    }
    for (std::size_t n = 0; n < family.size(); ++n) codes[n].wait();
    std::vector<std::pair<const open_kernel*, std::string>> out;
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
    const auto add = [&](const std::string& what) {
        note += note.empty() ? fmt::format("; kernels of {}: {}", name_, what) : ", " + what;
    };
    if (compiled_ + read_ > 0) {
        add(fmt::format("{} compiled, {} from the cache, in {:.0f} ms", compiled_, read_, milliseconds_));
    }
    if (has_called_) add("operators are called");
    if (replaced_ > 0) add(fmt::format("{} specialised meanwhile", replaced_));
    note += note.empty() && !complaints_.empty() ? fmt::format("; kernels of {}{}", name_, complaints_) : complaints_;
    has_called_ = false;
    replaced_ = 0;
    compiled_ = read_ = 0;
    milliseconds_ = 0;
    complaints_.clear();
    return note;
}

}  // namespace graphblas_gpu::cuda
