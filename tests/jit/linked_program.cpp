// Which kernels a program gets: from the cache, compiled alone or together, calling its operators, specialised meanwhile.
#include <tests/jit/support.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace linked_test;

namespace {

struct environment {
    const char* name;
    environment(const char* of, const std::string& value) : name(of) { ::setenv(of, value.c_str(), 1); }
    ~environment() { ::unsetenv(name); }
};

}  // namespace

TEST_CASE("a kernel is compiled once and comes from the cache then") {
    const cu::open_kernel* kernel = any_kernel_to_link();
    if (kernel == nullptr) return;
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

TEST_CASE("kernels that are launched together are compiled together") {
    const cu::open_kernel* kernel = any_kernel_to_link();
    if (kernel == nullptr) return;
    const cache_folder folder;
    const cu::kernel_cache cache(folder.path);
    cu::linked_program program(described<sources::widest_path>(4));
    const auto codes = program.codes_of(*kernel, 90, cache, true);
    CHECK(codes.size() == 6);
    CHECK(cache.facts().files == 7);  // the operators, and six
    CHECK(program.codes_of(*kernel, 90, cache, true).size() == 1);
}

TEST_CASE("the groups of kernels have all of hash and of bitmap_tile, by the size of words and the order of sums") {
    if (any_kernel() == nullptr) return;
    // The linker's names have the namespace of a method, the type of words, and the argument that asks for ascending k.
    const auto kind_of = [](const cu::open_kernel& kernel) {
        const std::string_view name = kernel.name;
        for (const std::string_view method : {"7hashing", "11bitmap_tile"}) {
            if (name.find(method) == name.npos) continue;
            return std::string(method) + (name.find("open_semiringIj") != name.npos ? " of 4 bytes" : " of 8 bytes") +
                   (name.find("ELb1EE") != name.npos ? " in order" : "");
        }
        return std::string(name);
    };
    for (std::size_t n = 0; n < cu::open_kernel_count(); ++n) {
        const cu::open_kernel& kernel = cu::open_kernel_at(n);
        std::vector<const cu::open_kernel*> alike;
        for (std::size_t m = 0; m < cu::open_kernel_count(); ++m)
            if (kind_of(cu::open_kernel_at(m)) == kind_of(kernel)) alike.push_back(&cu::open_kernel_at(m));
        auto together = cu::launched_together_with(kernel);
        std::sort(together.begin(), together.end());
        INFO(kernel.name);
        CHECK(together == alike);
    }
}

TEST_CASE("a first call gets kernels that call operators, and later ones what was specialised meanwhile") {
    const cu::open_kernel* kernel = any_kernel_to_link();
    if (kernel == nullptr) return;
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

TEST_CASE("the environment says when kernels are specialised") {
    const cu::open_kernel* kernel = any_kernel_to_link();
    if (kernel == nullptr) return;
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

TEST_CASE("kernels of a semiring that has others are made by a thread, and are launched when all of a group are there") {
    if (any_kernel_to_link() == nullptr) return;
    const cache_folder folder;
    const environment cache("GRAPHBLAS_GPU_CACHE_DIR", folder.path);
    counting_loader loader;
    cu::sourced_semiring semiring;
    semiring.name = "gb::semiring<gb::max, gb::plus, float>";  // which needs no source
    semiring.has_other_kernels = true;
    const auto program = std::make_shared<cu::linked_program>(semiring);
    const std::vector<const cu::open_kernel*> kernels = cu::kernels_in(cu::kernel_group::masked, 4);
    REQUIRE(kernels.size() == 3);
    CHECK_FALSE(program->are_loaded(kernels, 90, loader));
    for (int tenths = 0; !program->are_loaded(kernels, 90, loader) && tenths < 600; ++tenths) ::usleep(100'000);
    CHECK(program->are_loaded(kernels, 90, loader));
    const void* const made = program->loaded(*kernels[0], 90, loader, 3);
    CHECK(program->loaded(*kernels[0], 90, loader, 4) == made);
    CHECK(program->loaded(*kernels[1], 90, loader, 4) != made);
    CHECK(loader.loaded.size() == 3);
    const std::string note = program->take_note();
    CHECK_THAT(note, contains_text("3 specialised meanwhile"));
    CHECK(note.find("operators are called") == std::string::npos);
    const auto again = std::make_shared<cu::linked_program>(semiring);
    CHECK(again->are_loaded(kernels, 90, loader));
    CHECK(*static_cast<const std::string*>(again->loaded(*kernels[0], 90, loader, 5)) ==
          *static_cast<const std::string*>(made));
    CHECK_THAT(again->take_note(), contains_text("0 compiled, 3 from the cache"));
}

TEST_CASE("kernels that cannot be made are not asked for again where others run") {
    const cu::open_kernel* kernel = any_kernel_to_link();
    if (kernel == nullptr) return;
    const environment cache("GRAPHBLAS_GPU_CACHE_DIR", "off");
    counting_loader loader;
    cu::sourced_semiring semiring;
    semiring.name = "gb::semiring<gb::max, gb::unknown, float>";
    semiring.has_other_kernels = true;
    const auto program = std::make_shared<cu::linked_program>(semiring);
    std::string note;
    for (int tenths = 0; note.empty() && tenths < 600; ++tenths) {
        CHECK_FALSE(program->are_loaded(std::array{kernel}, 90, loader));
        ::usleep(100'000);
        note = program->take_note();
    }
    CHECK_THAT(note, contains_text("unknown"));
    CHECK_FALSE(program->are_loaded(std::array{kernel}, 90, loader));
    CHECK(program->take_note().empty());
    CHECK(loader.loaded.empty());
}

TEST_CASE("every kernel over words is in a group, so that a semiring that has others asks for it before a launch") {
    if (any_kernel() == nullptr) return;
    for (std::size_t n = 0; n < cu::open_kernel_count(); ++n) {
        const cu::open_kernel& kernel = cu::open_kernel_at(n);
        const std::string_view name = kernel.name;
        // Sums of values and products at positions are those of semirings of the caller's own.
        if (name.find("open_semiring") == name.npos || name.find("6detail") != name.npos) continue;
        int groups = 0;
        for (int group = 0; group <= static_cast<int>(cu::kernel_group::small); ++group) {
            for (const int word_bytes : {4, 8}) {
                const auto all = cu::kernels_in(static_cast<cu::kernel_group>(group), word_bytes);
                groups += std::find(all.begin(), all.end(), &kernel) != all.end();
            }
        }
        INFO(kernel.name);
        CHECK(groups == 1);
    }
}
