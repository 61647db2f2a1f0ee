// What NVRTC and nvJitLink make of semirings that carry their source. Neither needs a device.
#include <graphblas_gpu/cuda/linked/linked_program.hpp>
#include <graphblas_gpu/cuda/linked/toolchain.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/stopwatch.hpp>
#include <graphblas_gpu/operations/device/sourced.hpp>

#include <dlfcn.h>
#include <tests/catch.hpp>
#include <tests/cuda/sources.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;

namespace {

std::atomic<int> static_objects{0};
std::array<void (*)(void*), 64> destroyers{};  // of the last static objects

}  // namespace

/// Counts the static objects that will be destroyed, in the place of the function of the C library, which it calls.
extern "C" int __cxa_atexit(void (*destroy)(void*), void* object, void* library) {
    static auto* const next = reinterpret_cast<decltype(&__cxa_atexit)>(::dlsym(RTLD_NEXT, "__cxa_atexit"));
    destroyers[static_cast<std::size_t>(static_objects++) % destroyers.size()] = destroy;
    return next(destroy, object, library);
}

namespace {

/// The libraries, or null: the test is skipped then, and its name is printed.
const cu::toolchain* tools(const char* test) {
    try {
        return &cu::toolchain::get();
    } catch (const gb::unsupported& refused) {
        std::printf("skipped: %s: %s\n", test, refused.what());
        return nullptr;
    }
}

template <class S>
cu::sourced_semiring described(int word_bytes) {
    const gb::device_source source = graphblas_gpu_source_of(gb::device_source_tag<S>{});
    cu::sourced_semiring out;
    out.name = source.name;
    out.text = gb::device::text_of<S>();
    out.word_bytes = word_bytes;
    return out;
}

template <class S>
void check_compiles(const cu::toolchain& with, int word_bytes) {
    const cu::linked_program program(described<S>(word_bytes));
    INFO(program.source());
    CHECK_FALSE(with.compile(program.name(), program.source()).empty());
}

/// An open kernel whose name contains both, or null: the emulated device has none, and the test says so.
const cu::open_kernel* kernel_named(std::string_view what, std::string_view of) {
    for (std::size_t n = 0; n < cu::open_kernel_count(); ++n) {
        const std::string_view name = cu::open_kernel_at(n).name;
        if (name.find(what) != name.npos && name.find(of) != name.npos) return &cu::open_kernel_at(n);
    }
    return nullptr;
}

const cu::open_kernel* any_kernel(const char* test) {
    const cu::open_kernel* found = kernel_named("rows_by_windows", "open_semiringIj");
    if (found == nullptr) std::printf("skipped: %s: a rehearsal has no kernels to link\n", test);
    return found;
}

struct cache_folder {
    std::string path =
        (std::filesystem::temp_directory_path() / ("graphblas_gpu_linked_" + std::to_string(::getpid()))).string();
    ~cache_folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("sources compile for the device") {
    const cu::toolchain* with = tools("sources compile for the device");
    if (with == nullptr) return;
    check_compiles<sources::sum_of_products>(*with, 4);
    check_compiles<sources::widest_path>(*with, 4);
    check_compiles<sources::most_reliable>(*with, 8);
    check_compiles<sources::bounded_counter>(*with, 4);
    check_compiles<sources::modular>(*with, 8);
    check_compiles<sources::least_label>(*with, 8);
    check_compiles<sources::short_differences>(*with, 4);
    check_compiles<sources::any_close>(*with, 8);
    check_compiles<sources::any_difference>(*with, 8);
    check_compiles<sources::arrivals>(*with, 8);
    check_compiles<sources::complex_products>(*with, 8);
    check_compiles<sources::fractions>(*with, 4);
    check_compiles<sources::fractions>(*with, 8);
    check_compiles<sources::long_complex_products>(*with, 16);
    check_compiles<sources::placed_products>(*with, 16);
    check_compiles<gb::device::sum_by<sources::earlier>>(*with, 8);
    check_compiles<gb::device::sum_by<sources::long_complex_sum>>(*with, 16);
}

TEST_CASE("sources of element-wise operators compile for the device") {
    const cu::toolchain* with = tools("sources of element-wise operators compile for the device");
    if (with == nullptr) return;
    const auto check_function = [&](const gb::device_source& source, gb::type_code value, gb::type_code result, bool of_vector,
                                    bool test) {
        const cu::linked_program program(
            cu::sourced_function{source.name, source.text, value, result, of_vector, test, nullptr});
        INFO(program.source());
        CHECK_FALSE(with->compile(program.name(), program.source()).empty());
    };
    using gb::type_code;
    const auto source_of = []<class F>(std::type_identity<F>) { return graphblas_gpu_source_of(gb::device_source_tag<F>{}); };
    for (const bool of_vector : {false, true}) {
        check_function(source_of(std::type_identity<sources::logistic>{}), type_code::float32, type_code::float32, of_vector,
                       false);
        check_function(source_of(std::type_identity<sources::by_position>{}), type_code::float32, type_code::int64, of_vector,
                       false);
        check_function(source_of(std::type_identity<sources::squashed>{}), type_code::float32, type_code::float32, of_vector,
                       false);
        check_function(source_of(std::type_identity<sources::lies_between>{}), type_code::none, type_code::boolean, of_vector,
                       true);
        check_function(source_of(std::type_identity<sources::on_chessboard>{}), type_code::int8, type_code::boolean, of_vector,
                       true);
    }
    check_function(source_of(std::type_identity<sources::at_odd_position>{}), type_code::int8, type_code::boolean, true, true);
    const gb::device_source source = source_of(std::type_identity<sources::weighted_difference>{});
    const cu::linked_program program(
        cu::sourced_operator{source.name, source.text, type_code::int32, type_code::float64, type_code::float64, nullptr});
    CHECK_FALSE(with->compile(program.name(), program.source()).empty());
}

TEST_CASE("sources of operators on structs compile for the device") {
    const cu::toolchain* with = tools("sources of operators on structs compile for the device");
    if (with == nullptr) return;
    const auto compiles = [&](const cu::linked_program& program) {
        INFO(program.source());
        CHECK_FALSE(with->compile(program.name(), program.source()).empty());
    };
    using gb::type_code;
    using gb::device::text_of;
    for (const bool of_vector : {false, true}) {
        compiles(cu::linked_program(cu::sourced_function{"later", text_of<sources::later>(), type_code::bytes8,
                                                         type_code::bytes8, of_vector, false, nullptr}));
        compiles(cu::linked_program(cu::sourced_function{"distance_of", text_of<sources::distance_of>(), type_code::bytes8,
                                                         type_code::float32, of_vector, false, nullptr}));
        compiles(cu::linked_program(cu::sourced_function{"is_near", text_of<sources::is_near>(), type_code::bytes8,
                                                         type_code::boolean, of_vector, true, nullptr}));
        compiles(cu::linked_program(cu::sourced_function{"on_chessboard", text_of<sources::on_chessboard>(), type_code::bytes8,
                                                         type_code::boolean, of_vector, true, nullptr}));
        compiles(cu::linked_program(cu::sourced_function{"conjugated", text_of<sources::conjugated>(), type_code::bytes16,
                                                         type_code::bytes16, of_vector, false, nullptr}));
    }
    compiles(cu::linked_program(cu::sourced_function{"starts_at", text_of<sources::starts_at>(), type_code::float32,
                                                     type_code::bytes8, false, false, nullptr}));
    compiles(cu::linked_program(cu::sourced_operator{"earlier", text_of<sources::earlier>(), type_code::bytes8,
                                                     type_code::bytes8, type_code::bytes8, nullptr}));
    compiles(cu::linked_program(cu::sourced_operator{"long_complex_sum", text_of<sources::long_complex_sum>(),
                                                     type_code::bytes16, type_code::bytes16, type_code::bytes16, nullptr}));
}

TEST_CASE("a source may use the limits of <cstdint>") {
    const cu::toolchain* with = tools("a source may use the limits of <cstdint>");
    if (with == nullptr) return;
    const std::string source =
        "#include <graphblas_gpu/cuda/linked/open_calls.cuh>\n"
        "static_assert(INT8_MIN + INT8_MAX == -1 && INT16_MIN + INT16_MAX == -1 && INT32_MIN + INT32_MAX == -1 && INT64_MIN + "
        "INT64_MAX == -1);\n"
        "static_assert(UINT8_MAX == 255 && UINT16_MAX == 65535 && UINT32_MAX + 1 == 0 && UINT64_MAX + 1 == 0);\n";
    CHECK_FALSE(with->compile("limits", source).empty());
}

TEST_CASE("kernels of structs are linked") {
    const char* const name = "kernels of structs are linked";
    const cu::toolchain* with = tools(name);
    if (with == nullptr || any_kernel(name) == nullptr) return;
    const auto links = [&]<class S>(std::type_identity<S>, int word_bytes, std::string_view kernel, std::string_view of) {
        const cu::linked_program program(described<S>(word_bytes));
        const cu::open_kernel* found = kernel_named(kernel, of);
        REQUIRE(found != nullptr);
        CHECK(with->link(*found, with->compile(program.name(), program.source()), 90).substr(1, 3) == "ELF");
    };
    links(std::type_identity<sources::arrivals>{}, 8, "rows_by_windows", "open_semiringIy");
    links(std::type_identity<sources::fractions>{}, 4, "dot_adder", "open_semiringIj");
    links(std::type_identity<sources::long_complex_products>{}, 16, "open_function_sum", "for_each");
    links(std::type_identity<sources::long_complex_products>{}, 16, "sum_rows_of_words", "open_function_semiring");
    links(std::type_identity<gb::device::sum_by<sources::earlier>>{}, 8, "sum_rows_of_words", "open_semiringIy");
}

TEST_CASE("a source that does not compile is refused with the compiler's words") {
    const cu::toolchain* with = tools("a source that does not compile is refused with the compiler's words");
    if (with == nullptr) return;
    const char* const name = "a source that does not compile is refused with the compiler's words";
    const cu::open_kernel* kernel = any_kernel(name);
    if (kernel == nullptr) return;
    const cu::kernel_cache none{std::string()};
    cu::sourced_semiring semiring = described<sources::uses_outside>(4);
    for (const bool runs_on_host : {true, false}) {
        semiring.runs_on_host = runs_on_host;
        cu::linked_program program(semiring);
        for (const bool is_called : {true, false}) {
            std::string message;
            try {
                if (is_called)
                    program.calling_code_of(*kernel, 90, none);
                else
                    program.code_of(*kernel, 90, none);
            } catch (const gb::unsupported& refused) {
                message = refused.what();
            }
            CHECK_THAT(message, contains_text("the source of uses_outside does not compile for the device"));
            CHECK_THAT(message, contains_text("\"outside\" is undefined"));
            // The way out is one that there is: a semiring from strings has none on the host.
            CHECK((message.find("context::host()") != message.npos) == runs_on_host);
            CHECK((message.find("own_semiring.hpp") != message.npos) == !runs_on_host);
        }
    }
}

TEST_CASE("every kernel with open calls depends on the semiring and has a name of its own") {
    if (any_kernel("every kernel with open calls depends on the semiring and has a name of its own") == nullptr) return;
    std::set<std::string_view> names;
    for (std::size_t n = 0; n < cu::open_kernel_count(); ++n) {
        const cu::open_kernel& kernel = cu::open_kernel_at(n);
        INFO(kernel.name);
        // Another kernel of the source would exist in LTO-IR only, and another source might launch it by the same address.
        const std::string_view name = kernel.name;
        const bool is_open = name.find("open_semiring") != name.npos || name.find("open_function") != name.npos;
        CHECK(is_open);
        CHECK(kernel.code != nullptr);
        CHECK(kernel.code_bytes > 1000);
        names.insert(kernel.name);
    }
    CHECK(names.size() == cu::open_kernel_count());
    for (const char* what : {"rows_by_tables", "rows_by_windows", "rows_by_sorting", "wide_rows", "rank_rows", "panel_rows",
                             "window_rows", "dot_adder", "push_adder", "dot_folder", "push_folder", "vector_push_adder",
                             "pull_all_kernel", "add_pieces", "add_merged", "sum_tiles", "product_at", "sum_tiles_of_words"}) {
        INFO(what);
        CHECK(kernel_named(what, "open_semiringIj") != nullptr);
        CHECK(kernel_named(what, "open_semiringIy") != nullptr);
    }
}

TEST_CASE("a kernel is compiled once and comes from the cache then") {
    const char* const name = "a kernel is compiled once and comes from the cache then";
    const cu::open_kernel* kernel = any_kernel(name);
    if (kernel == nullptr || tools(name) == nullptr) return;
    const cache_folder folder;
    const cu::kernel_cache cache(folder.path);
    cu::linked_program first(described<sources::widest_path>(4));
    const std::string code = first.code_of(*kernel, 90, cache);
    CHECK(code.substr(1, 3) == "ELF");
    CHECK(first.take_note().find("1 compiled, 0 from the cache") != std::string::npos);
    CHECK(first.take_note().empty());
    cu::linked_program second(described<sources::widest_path>(4));
    CHECK(second.code_of(*kernel, 90, cache) == code);
    CHECK(second.take_note().find("0 compiled, 1 from the cache") != std::string::npos);
    // Other devices and other sources have code of their own.
    CHECK(second.code_of(*kernel, 80, cache) != code);
    cu::linked_program other(described<sources::sum_of_products>(4));
    CHECK(other.code_of(*kernel, 90, cache) != code);
    CHECK(cache.facts().files == 5);  // three kernels, and the operators of both sources
    for (const auto& entry : std::filesystem::directory_iterator(folder.path)) std::filesystem::resize_file(entry.path(), 100);
    cu::linked_program third(described<sources::widest_path>(4));
    CHECK(third.code_of(*kernel, 90, cache) == code);
    const std::string note = third.take_note();
    CHECK(note.find("1 compiled") != std::string::npos);
    CHECK(note.find("is damaged") != std::string::npos);
}

namespace {

/// Runs tests that are hidden in a process of its own, in which no library has been loaded yet, with these variables.
/// @{
std::string command_of_self(const std::string& environment, const char* tests) {
    return environment + " '" + std::filesystem::read_symlink("/proc/self/exe").string() + "' '" + tests + "'";
}
int status_of_self(const std::string& environment, const char* tests) {
    return std::system((command_of_self(environment, tests) + " > /dev/null 2>&1").c_str());
}
std::string output_of_self(const std::string& environment, const char* tests) {
    std::FILE* const output = ::popen(command_of_self(environment, tests).c_str(), "r");
    REQUIRE(output != nullptr);
    std::string said;
    for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) said += static_cast<char>(c);
    CHECK(::pclose(output) == 0);
    return said;
}
/// @}

}  // namespace

TEST_CASE("a process says why it refuses the libraries", "[.][refusal]") {
    try {
        cu::toolchain::get();
        std::printf("accepted\n");
        std::printf("%zu bytes\n", cu::toolchain::get().compile("nothing", "").size());
    } catch (const gb::unsupported& refused) {
        std::printf("%s\n", refused.what());
    }
}

TEST_CASE("libraries that are missing, too old or fail are refused with what is wrong") {
    const cache_folder folder;
    const std::string here = "GRAPHBLAS_GPU_CUDA_LIBRARIES='" + folder.path + "' ";
    std::string said = output_of_self(here, "[refusal]");
    CHECK_THAT(said, contains_text(folder.path + "/libnvrtc.so."));
    CHECK_THAT(said, contains_text("install NVRTC and nvJitLink of CUDA"));
    std::filesystem::create_directory(folder.path);
    const auto stand_in_for = [&](const std::string& library) {
        for (int major = 12; major < 20; ++major) {  // of whichever version the kernels are
            std::filesystem::create_symlink(GRAPHBLAS_GPU_STAND_IN,
                                            folder.path + "/" + library + ".so." + std::to_string(major));
        }
    };
    stand_in_for("libnvrtc");
    CHECK_THAT(output_of_self(here, "[refusal]"), contains_text(folder.path + "/libnvJitLink.so."));
    stand_in_for("libnvJitLink");
    const auto said_of = [&](const char* versions) { return output_of_self(here + versions, "[refusal]"); };
    CHECK_THAT(said_of("STAND_IN_NVRTC=11.8 STAND_IN_NVJITLINK=11.8"),
               contains_text("nvJitLink 11.8 is older than the kernels, which were made by CUDA"));
    said = said_of("STAND_IN_NVRTC=99.12 STAND_IN_NVJITLINK=99.9");
    CHECK_THAT(said, contains_text("nvJitLink 99.9 is older than NVRTC 99.12"));
    CHECK_THAT(said, contains_text("install NVRTC and nvJitLink of CUDA 99.12 or a newer 99 (Debian packages cuda-nvrtc-99-12 "
                                   "and libnvjitlink-99-12"));
    said = said_of("STAND_IN_NVRTC=99.9 STAND_IN_NVJITLINK=99.12");
    CHECK_THAT(said, contains_text("accepted"));
    // What fails then is not what could be installed.
    CHECK_THAT(said, contains_text("NVRTC failed with \"out of memory\" on the source of nothing"));
    CHECK(said.find("install") == said.npos);
}

TEST_CASE("kernels that are launched together are compiled together") {
    const char* const name = "kernels that are launched together are compiled together";
    const cu::open_kernel* kernel = any_kernel(name);
    if (kernel == nullptr || tools(name) == nullptr) return;
    const cache_folder folder;
    const cu::kernel_cache cache(folder.path);
    cu::linked_program program(described<sources::widest_path>(4));
    const auto codes = program.codes_of(*kernel, 90, cache, true);
    CHECK(codes.size() == 6);
    CHECK(cache.facts().files == 7);  // the operators, and six
    CHECK(program.codes_of(*kernel, 90, cache, true).size() == 1);
}

namespace {

/// Counts what is loaded, in the place of the runtime; a kernel is the address of its code.
struct counting_loader final : cu::kernel_loader {
    std::vector<std::unique_ptr<std::string>> loaded;
    void* library_of(const std::string& code) override {
        loaded.push_back(std::make_unique<std::string>(code));
        return loaded.back().get();
    }
    const void* kernel_in(void* library, const char*) override { return library; }
};

struct environment {
    const char* name;
    environment(const char* of, const std::string& value) : name(of) { ::setenv(of, value.c_str(), 1); }
    ~environment() { ::unsetenv(name); }
};

}  // namespace

TEST_CASE("the kernels that call operators are linked for words of every size") {
    const char* const name = "the kernels that call operators are linked for words of every size";
    const cu::toolchain* with = tools(name);
    if (with == nullptr || any_kernel(name) == nullptr) return;
    REQUIRE(cu::has_calling_kernels(90));
    CHECK_FALSE(cu::has_calling_kernels(91));
    const auto links = [&]<class S>(std::type_identity<S>, int word_bytes) {
        const cu::linked_program program(described<S>(word_bytes));
        const std::string operators = with->compile(program.name(), program.source(), 90);
        CHECK(operators.substr(1, 3) == "ELF");
        const char* const of = word_bytes == 4   ? "open_semiringIj"
                               : word_bytes == 8 ? "open_semiringIy"
                                                 : "open_function_semiring";
        int kernels = 0;
        for (std::size_t n = 0; n < cu::open_kernel_count(); ++n) {
            const cu::open_kernel& kernel = cu::open_kernel_at(n);
            if (std::string(kernel.name).find(of) == std::string::npos) continue;
            ++kernels;
            const std::string code = with->link_calls({&kernel}, operators, 90);
            CHECK(code.substr(1, 3) == "ELF");
            CHECK(code.find(kernel.name) != code.npos);
            CHECK(code.size() < 300'000);  // of the others there is nothing
        }
        CHECK(kernels > 1);
    };
    links(std::type_identity<sources::widest_path>{}, 4);
    links(std::type_identity<sources::most_reliable>{}, 8);
    links(std::type_identity<sources::arrivals>{}, 8);
    links(std::type_identity<sources::fractions>{}, 4);
    links(std::type_identity<sources::modular>{}, 8);  // divisions of 64 bits need many registers
    links(std::type_identity<sources::long_complex_products>{}, 16);
}

TEST_CASE("a first call gets kernels that call operators, and later ones what was specialised meanwhile") {
    const char* const name = "a first call gets kernels that call operators, and later ones what was specialised meanwhile";
    const cu::open_kernel* kernel = any_kernel(name);
    if (kernel == nullptr || tools(name) == nullptr) return;
    const cu::open_kernel* other = kernel_named("dot_adder", "open_semiringIj");
    REQUIRE(other != nullptr);
    const cache_folder folder;
    const environment cache("GRAPHBLAS_GPU_CACHE_DIR", folder.path);
    const auto calls_in = [](const std::string& note) { return note.find("operators are called") != std::string::npos; };
    counting_loader loader;
    {
        const auto program = std::make_shared<cu::linked_program>(described<sources::widest_path>(4));
        const void* const calling = program->loaded(*kernel, 90, loader, 1);
        const void* const other_calling = program->loaded(*other, 90, loader, 1);
        CHECK(other_calling != calling);
        // Those of method hash are in one library.
        CHECK(program->loaded(*kernel_named("wide_rows", "open_semiringIj"), 90, loader, 1) == calling);
        const std::string note = program->take_note();
        CHECK_THAT(note, contains_text("2 compiled, 0 from the cache"));
        CHECK(calls_in(note));
        CHECK(program->loaded(*kernel, 90, loader, 1) == calling);  // twice in one call
        CHECK(cu::kernel_cache(folder.path).facts().files == 3);    // the operators, and two
        CHECK(program->loaded(*kernel, 90, loader, 2) == calling);
        CHECK(calls_in(program->take_note()));
        const void* now = calling;
        for (int tenths = 0; now == calling && tenths < 600; ++tenths) {
            ::usleep(100'000);
            now = program->loaded(*kernel, 90, loader, 3);
        }
        CHECK(now != calling);
        CHECK(program->loaded(*other, 90, loader, 1) == other_calling);  // only one call has launched it
        CHECK_THAT(program->take_note(), contains_text("1 specialised meanwhile"));
        CHECK(program->loaded(*kernel, 90, loader, 4) == now);
        CHECK(program->take_note().empty());
    }
    CHECK(loader.loaded.size() == 3);
    // Another process finds both in the cache.
    const auto again = std::make_shared<cu::linked_program>(described<sources::widest_path>(4));
    const auto* const found = static_cast<const std::string*>(again->loaded(*kernel, 90, loader, 5));
    CHECK(*found == *loader.loaded[2]);
    CHECK(*static_cast<const std::string*>(again->loaded(*other, 90, loader, 5)) == *loader.loaded[1]);
    const std::string note = again->take_note();
    CHECK_THAT(note, contains_text("0 compiled, 2 from the cache"));
    CHECK(calls_in(note));
    // A process that needs other kernels finds the operators, and does not write them again.
    const std::string link_of = folder.path + "/link.to.";
    int operators = 0;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path)) paths.push_back(entry.path());
    for (const auto& path : paths) {
        if (std::filesystem::file_size(path) > 40'000)
            std::filesystem::remove(path);
        else
            std::filesystem::create_hard_link(path, link_of + std::to_string(operators++));
    }
    CHECK(operators == 2);  // as machine code, and as LTO-IR
    const auto third = std::make_shared<cu::linked_program>(described<sources::widest_path>(4));
    CHECK(*static_cast<const std::string*>(third->loaded(*other, 90, loader, 6)) == *loader.loaded[1]);
    for (int k = 0; k < operators; ++k) CHECK(std::filesystem::hard_link_count(link_of + std::to_string(k)) == 2);
}

// Not one of ctest's: with CUDA 13.0 there was no later object on one machine, and there were two on another one.
TEST_CASE("the libraries make no static objects after their first use", "[.][first use]") {
    const cu::toolchain& with = cu::toolchain::get();
    const cu::linked_program program(described<sources::widest_path>(4));  // its text is a static object too
    const int before = static_objects;
    const gb::formats::stopwatch time;
    with.use_first();
    const int then = static_objects;
    std::printf("%.0f ms, %d static objects\n", time.milliseconds(), then - before);
    for (const char* kernel : {"wide_rows", "dot_adder"}) {
        with.link(*kernel_named(kernel, "open_semiringIj"), with.compile(program.name(), program.source()), 90);
    }
    // Before the check, which may make static objects of the test library.
    const int later = static_objects;
    std::printf("%d static objects after the first use\n", later - then);
    for (int k = std::max(then, later - static_cast<int>(destroyers.size())); k < later; ++k) {
        Dl_info where{};
        ::dladdr(reinterpret_cast<void*>(destroyers[static_cast<std::size_t>(k) % destroyers.size()]), &where);
        std::printf("  of %s, %s\n", where.dli_fname != nullptr ? where.dli_fname : "no file",
                    where.dli_sname != nullptr ? where.dli_sname : "without a name");
    }
    CHECK(later == then);
}

TEST_CASE("a process ends while a kernel is being specialised", "[.][ends]") {
    ::alarm(60);  // one that hangs is killed
    const cu::open_kernel* kernel = any_kernel("a process ends");
    counting_loader loader;
    const auto program = std::make_shared<cu::linked_program>(described<sources::widest_path>(4));
    const auto specialise = [&] {
        for (const std::uint64_t call : {1, 2}) (void)program->loaded(*kernel, 90, loader, call);
    };
    const auto wait = [] { ::usleep(static_cast<useconds_t>(std::atoi(std::getenv("ENDS_AFTER_MS"))) * 1000); };
    const std::string_view how = std::getenv("ENDS_BY");
    if (how == "main thread, for another") {
        std::thread(specialise).join();
        wait();
        return;
    }
    specialise();
    wait();
    if (how == "another thread") std::thread([] { std::exit(0); }).join();
}

TEST_CASE("a process may end while a kernel is being specialised") {
    const char* const name = "a process may end while a kernel is being specialised";
    if (any_kernel(name) == nullptr || tools(name) == nullptr) return;
    for (const char* how : {"main thread", "main thread, for another", "another thread"}) {
        for (const int milliseconds : {0, 100, 300}) {
            INFO("by the " << how << ", " << milliseconds << " ms after it was begun");
            const std::string environment =
                "GRAPHBLAS_GPU_CACHE_DIR=off ENDS_BY='" + std::string(how) + "' ENDS_AFTER_MS=" + std::to_string(milliseconds);
            CHECK(status_of_self(environment, "[ends]") == 0);
        }
    }
}

TEST_CASE("the environment says when kernels are specialised") {
    const char* const name = "the environment says when kernels are specialised";
    const cu::open_kernel* kernel = any_kernel(name);
    if (kernel == nullptr || tools(name) == nullptr) return;
    const environment cache("GRAPHBLAS_GPU_CACHE_DIR", "off");
    counting_loader loader;
    const auto program = std::make_shared<cu::linked_program>(described<sources::widest_path>(4));
    {
        const environment wrong("GRAPHBLAS_GPU_SPECIALISE", "soon");
        CHECK_THROWS_AS(program->loaded(*kernel, 90, loader, 1), gb::invalid_value);
    }
    {
        const environment never("GRAPHBLAS_GPU_SPECIALISE", "never");
        const void* const calling = program->loaded(*kernel, 90, loader, 1);
        for (std::uint64_t call = 2; call < 5; ++call) CHECK(program->loaded(*kernel, 90, loader, call) == calling);
        CHECK(loader.loaded.size() == 1);
    }
    const environment now("GRAPHBLAS_GPU_SPECIALISE", "now");
    const auto waiting = std::make_shared<cu::linked_program>(described<sources::sum_of_products>(4));
    const void* const first = waiting->loaded(*kernel, 90, loader, 1);
    CHECK(waiting->loaded(*kernel, 90, loader, 2) == first);
    CHECK(waiting->take_note().find("operators are called") == std::string::npos);
}
