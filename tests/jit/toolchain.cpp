// What NVRTC and nvJitLink make of sources and of kernels with open calls, and what they refuse. Neither needs a device.
#include <tests/jit/support.hpp>

#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>

using namespace linked_test;

namespace {

template <class S>
void check_compiles(const cu::toolchain& with, int word_bytes) {
    const cu::linked_program program(described<S>(word_bytes));
    INFO(program.source());
    CHECK_FALSE(with.compile(program.name(), program.source()).empty());
}

}  // namespace

TEST_CASE("sources compile for the device") {
    const cu::toolchain* with = tools();
    if (with == nullptr) return;
    check_compiles<sources::sum_of_products>(*with, 4);
    check_compiles<sources::widest_path>(*with, 4);
    check_compiles<sources::most_reliable>(*with, 8);
    check_compiles<sources::bounded_counter>(*with, 4);
    check_compiles<sources::modular>(*with, 8);
    check_compiles<sources::min_label>(*with, 8);
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
    const cu::toolchain* with = tools();
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
    const cu::toolchain* with = tools();
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
    const cu::toolchain* with = tools();
    if (with == nullptr) return;
    const std::string source =
        "#include <graphblas_gpu/cuda/jit/open_calls.cuh>\n"
        "static_assert(INT8_MIN + INT8_MAX == -1 && INT16_MIN + INT16_MAX == -1 && INT32_MIN + INT32_MAX == -1 && INT64_MIN + "
        "INT64_MAX == -1);\n"
        "static_assert(UINT8_MAX == 255 && UINT16_MAX == 65535 && UINT32_MAX + 1 == 0 && UINT64_MAX + 1 == 0);\n";
    CHECK_FALSE(with->compile("limits", source).empty());
}

TEST_CASE("kernels of structs are linked") {
    const cu::toolchain* with = tools();
    if (with == nullptr || any_kernel() == nullptr) return;
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

TEST_CASE("kernels of orders and of rules for duplicates are linked") {
    const cu::toolchain* with = tools();
    if (with == nullptr || any_kernel() == nullptr) return;
    const auto links = [&](std::string_view kernel, const cu::sourced_operator& op) {
        const cu::linked_program program(op);
        const cu::open_kernel* found = kernel_named(kernel, "open_function");
        REQUIRE(found != nullptr);
        CHECK(with->link(*found, with->compile(program.name(), program.source()), 90).substr(1, 3) == "ELF");
    };
    using gb::type_code;
    using gb::device::text_of;
    links("open_function_merge", {"by_magnitude", text_of<sources::by_magnitude>(), type_code::float32, type_code::float32,
                                  type_code::boolean, nullptr});
    links("open_function_merge", {"leaves_before", text_of<sources::leaves_before>(), type_code::bytes8, type_code::bytes8,
                                  type_code::boolean, nullptr});
    links("open_function_join",
          {"shifted_sum", text_of<sources::shifted_sum>(), type_code::uint32, type_code::uint32, type_code::uint32, nullptr});
    links("open_function_join", {"long_complex_sum", text_of<sources::long_complex_sum>(), type_code::bytes16,
                                 type_code::bytes16, type_code::bytes16, nullptr});
}

TEST_CASE("a source that does not compile is refused with the compiler's words") {
    const cu::toolchain* with = tools();
    if (with == nullptr) return;
    const cu::open_kernel* kernel = any_kernel();
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
            CHECK_THAT(message, contains_text("source of uses_outside(4): error: identifier \"outside\" is undefined"));
            CHECK_THAT(message, contains_text("        return outside(x) + y;\n"));
            // The way out is one that there is: a semiring from strings has none on the host.
            CHECK((message.find("context::host()") != message.npos) == runs_on_host);
            CHECK((message.find("own_semiring.hpp") != message.npos) == !runs_on_host);
        }
    }
}

TEST_CASE("every kernel with open calls depends on the semiring and has a name of its own") {
    if (any_kernel() == nullptr) return;
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
                             "window_rows", "copied_rows", "dot_adder", "push_adder", "dot_folder", "push_folder",
                             "vector_push_adder", "pull_all_kernel", "add_pieces", "add_merged", "sum_tiles", "product_at",
                             "sum_tiles_of_words"}) {
        INFO(what);
        CHECK(kernel_named(what, "open_semiringIj") != nullptr);
        CHECK(kernel_named(what, "open_semiringIy") != nullptr);
    }
}

TEST_CASE("a process loads the libraries at their first use", "[.][loads]") {
    const auto has_loaded = [](const char* library) {
        std::ifstream maps("/proc/self/maps");
        for (std::string line; std::getline(maps, line);) {
            if (line.find(library) != line.npos) return true;
        }
        return false;
    };
    // What an operation makes of a semiring before it needs a kernel.
    const auto program = cu::program_of(described<sources::widest_path>(4));
    CHECK_FALSE(program->source().empty());
    for (const char* library : {"libnvrtc", "libnvJitLink"}) CHECK_FALSE(has_loaded(library));
    cu::toolchain::get();
    for (const char* library : {"libnvrtc", "libnvJitLink"}) CHECK(has_loaded(library));
}

TEST_CASE("the libraries are loaded at their first use") {
    if (tools() == nullptr) return;
    CHECK(status_of_self("", "[loads]") == 0);
}

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

TEST_CASE("the kernels that call operators are linked for words of every size") {
    const cu::toolchain* with = tools();
    if (with == nullptr || any_kernel() == nullptr) return;
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
            const std::string name = kernel.name;
            // The kernels of small products are specialised or do not run.
            if (name.find(of) == name.npos || name.find("5small") != name.npos) continue;
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
