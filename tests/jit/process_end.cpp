// A process ends while a kernel is being specialised, and what NVRTC and nvJitLink leave to be destroyed then.
#include <graphblas_gpu/base/stopwatch.hpp>

#include <dlfcn.h>
#include <tests/jit/support.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

using namespace linked_test;

namespace {

/// A static object that will be destroyed: the library that it is of, and the function that destroys it.
struct static_object {
    void* library;
    void (*destroy)(void*);
};
std::atomic<int> static_objects{0};
std::array<static_object, 64> last_objects{};

}  // namespace

/// Counts the static objects, in the place of the function of the C library, which it calls.
extern "C" int __cxa_atexit(void (*destroy)(void*), void* object, void* library) {
    static auto* const next = reinterpret_cast<decltype(&__cxa_atexit)>(::dlsym(RTLD_NEXT, "__cxa_atexit"));
    last_objects[static_cast<std::size_t>(static_objects++) % last_objects.size()] = {library, destroy};
    return next(destroy, object, library);
}

namespace {

/// Prints how many objects there are that were not there before `from`, and where they come from. Returns the number of all.
int print_objects(const char* what, int from) {
    const int now = static_objects;
    std::printf("%s: %d static objects\n", what, now - from);
    for (int k = std::max(from, now - static_cast<int>(last_objects.size())); k < now; ++k) {
        const static_object& made = last_objects[static_cast<std::size_t>(k) % last_objects.size()];
        Dl_info library{}, destroyer{};
        ::dladdr(made.library, &library);
        ::dladdr(reinterpret_cast<void*>(made.destroy), &destroyer);
        const auto offset = reinterpret_cast<char*>(made.destroy) - static_cast<char*>(destroyer.dli_fbase);
        std::printf("  of %s, destroyed by %s at %tx\n", library.dli_fname != nullptr ? library.dli_fname : "?",
                    destroyer.dli_sname != nullptr ? destroyer.dli_sname : "a function without a name", offset);
    }
    return static_objects;  // those of printing too
}

}  // namespace

// Not one of ctest's: with CUDA 13.0 there was no later object on machines of 2 and of 16 processors, and there were two on one
// of 64. Later objects do no harm but in one case: another thread than the main one ends the process while the first of all
// kernels is being specialised. What waits, and when, is said at `specialiser` in linked_program.cpp; the tests below end
// processes in all other ways.
TEST_CASE("the libraries make no static objects after their first use", "[.][first use]") {
    if (any_kernel() == nullptr) return;
    const cu::toolchain& with = cu::toolchain::get();
    const cu::linked_program program(described<sources::widest_path>(4));  // its text is a static object too
    int last = print_objects("before", static_objects);
    const gb::base::stopwatch time;
    with.use_first();
    std::printf("%.0f ms\n", time.milliseconds());
    last = print_objects("the first use", last);
    const int first = last;
    for (const char* kernel : {"dot_adder", "wide_rows"}) {
        const std::string operators = with.compile(program.name(), program.source());
        last = print_objects("compiled", last);
        with.link(*kernel_named(kernel, "open_semiringIj"), operators, 90);
        last = print_objects(kernel, last);
    }
    CHECK(last == first);
}

namespace {

/// A function for the end of the process, registered while a kernel is made, as the libraries may do. It has to find the thread
/// that makes kernels gone. The libraries may have threads too.
void expect_no_specialiser() {
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
        std::string name;
        std::getline(std::ifstream(thread.path() / "comm"), name);
        if (name == "gb-specialise") ::_exit(3);
    }
}

}  // namespace

TEST_CASE("a process ends while a kernel is being specialised", "[.][ends]") {
    ::alarm(60);  // one that hangs is killed
    const cu::open_kernel* kernel = any_kernel();
    counting_loader loader;
    const auto program = std::make_shared<cu::linked_program>(described<sources::widest_path>(4));
    const auto specialise = [&] {
        for (const std::uint64_t call : {1, 2}) (void)program->loaded(*kernel, 90, loader, call);
        return program->loaded(*kernel, 90, loader, 3);
    };
    const auto wait = [] { ::usleep(static_cast<useconds_t>(std::atoi(std::getenv("ENDS_AFTER_MS"))) * 1000); };
    const std::string_view how = std::getenv("ENDS_BY");
    if (how == "main thread, for another") {
        std::thread(specialise).join();
        wait();
        return;
    }
    const void* const calling = specialise();
    if (how == "another thread, after a kernel") {
        std::atexit(&expect_no_specialiser);
        while (program->loaded(*kernel, 90, loader, 4) == calling) ::usleep(10'000);
        kernel = kernel_named("wide_rows", "open_semiringIj");
        specialise();
    }
    wait();
    if (how.starts_with("another thread")) std::thread([] { std::exit(0); }).join();
}

TEST_CASE("a process may end while a kernel is being specialised") {
    if (any_kernel_to_link() == nullptr) return;
    for (const char* how : {"main thread", "main thread, for another", "another thread", "another thread, after a kernel"}) {
        for (const int milliseconds : {0, 100, 300}) {
            INFO(how << ", " << milliseconds << " ms after it was begun");
            const std::string environment =
                "GRAPHBLAS_GPU_CACHE_DIR=off ENDS_BY='" + std::string(how) + "' ENDS_AFTER_MS=" + std::to_string(milliseconds);
            CHECK(status_of_self(environment, "[ends]") == 0);
        }
    }
}
