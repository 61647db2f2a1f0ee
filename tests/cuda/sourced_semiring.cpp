// Semirings that carry their source on the CUDA engine, against the host engine. g++ compiles this.
#include <graphblas_gpu/cuda/jit/linked_program.hpp>
#include <graphblas_gpu/cuda/jit/open_kernels.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>
#include <tests/cuda/sourced_kernels.hpp>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// A kernel takes a device half a second to compile, so that not every semiring is tried with all of them.
const std::vector<gb::method> by_itself{gb::method::automatic};
const std::vector<gb::method> by_all{gb::method::automatic, gb::method::hash,  gb::method::dense,
                                     gb::method::dot,       gb::method::merge, gb::method::bitmap_tile};

template <class TA, class TB, class S>
void check_matrices(const S& semiring, const std::vector<gb::method>& methods) {
    const gb::matrix<TA> a = any_matrix<TA>(30, 30, 1);
    const gb::matrix<TB> b = any_matrix<TB>(30, 30, 2);
    const gb::matrix<int> m = any_matrix<int>(30, 30, 3, 0.3);
    for (const gb::method how : methods) {
        INFO(gb::to_string(how));
        const gb::descriptor desc{.method = how};
        if (how != gb::method::dot) check_same(gb::mxm(on_host(), semiring, a, b), gb::mxm(on_device(), semiring, a, b, desc));
        if (how == gb::method::merge) continue;
        const auto under = [&](const auto& mask) {
            gb::matrix<double> x(30, 30), y(30, 30);
            gb::mxm(on_host(), x, mask, gb::no_accum, semiring, a, b);
            gb::mxm(on_device(), y, mask, gb::no_accum, semiring, a, b, desc);
            check_same(x, y);
        };
        under(gb::structure(m));
        if (how == gb::method::dot) continue;
        under(!gb::values(m));
    }
    const auto reduced = [&](const auto& mask) {
        CHECK(is_near(gb::mxm_reduce(on_host(), semiring.add, mask, semiring, a, b),
                      gb::mxm_reduce(on_device(), semiring.add, mask, semiring, a, b)));
        check_same(gb::plan_mxm(on_host(), mask, semiring, a, b).execute(),
                   gb::plan_mxm(on_device(), mask, semiring, a, b).execute());
    };
    reduced(gb::structure(m));
    reduced(gb::no_mask);
}

template <class TA, class TU, class S>
void check_vectors(const S& semiring) {
    const gb::matrix<TA> a = any_matrix<TA>(30, 30, 4);
    const gb::vector<TU> u = any_vector<TU>(30, 5);
    gb::vector<TU> full(30);
    for (gb::index i = 0; i < 30; ++i) full.set_element(i, gb::cast<TU>(static_cast<int>(i % 7) + 1));
    for (const gb::method how : {gb::method::hash, gb::method::dot}) {
        check_same(gb::mxv(on_host(), semiring, a, u, {.method = how}), gb::mxv(on_device(), semiring, a, u, {.method = how}));
        check_same(gb::mxv(on_host(), semiring, a, full, {.method = how}),
                   gb::mxv(on_device(), semiring, a, full, {.method = how}));
        check_same(gb::vxm(on_host(), semiring, u, a, {.method = how}), gb::vxm(on_device(), semiring, u, a, {.method = how}));
    }
}

/// True in a rehearsal, which has no kernels to compile: its kernels call the operators on the host. The case's name is
/// printed.
bool compiles_nothing() {
    const bool is_rehearsal = gb::cuda::open_kernel_count() == 0;
    const std::string name = Catch::getResultCapture().getCurrentTestName();
    if (is_rehearsal) std::printf("skipped: %s: a rehearsal cannot run what NVRTC compiles\n", name.c_str());
    return is_rehearsal;
}

}  // namespace

TEST_CASE("semirings that carry their source multiply matrices") {
    SECTION("widest paths") { check_matrices<float, float>(sources::widest_path{}, by_all); }
    SECTION("sums of products") { check_matrices<float, std::int16_t>(sources::sum_of_products{}, by_itself); }
    SECTION("two types and a monoid of its own") { check_matrices<double, std::int32_t>(sources::most_reliable{}, by_itself); }
    SECTION("labels of 64 bits by position") { check_matrices<std::int64_t, std::int64_t>(sources::min_label{}, by_all); }
    SECTION("values shorter than a word") { check_matrices<std::int8_t, float>(sources::short_differences{}, by_all); }
    SECTION("a bool of two doubles") { check_matrices<double, float>(sources::any_close{}, by_itself); }
    SECTION("any") { check_matrices<std::int64_t, float>(sources::any_difference{}, by_itself); }
}

TEST_CASE("members of a semiring that carries its source are constants for the device") {
    for (const std::uint32_t most : {3u, 1000u})
        check_matrices<std::uint32_t, std::uint32_t>(sources::bounded_counter{{most}}, by_itself);
    for (const std::uint64_t modulus : {7ull, 1000000007ull})
        check_matrices<std::uint64_t, std::uint64_t>(sources::modular{{modulus}}, by_itself);
}

TEST_CASE("semirings that carry their source multiply vectors") {
    check_vectors<float, float>(sources::widest_path{});
    check_vectors<double, std::int32_t>(sources::most_reliable{});
    check_vectors<std::int8_t, std::int8_t>(sources::short_differences{});
    check_vectors<std::uint64_t, std::uint64_t>(sources::modular{{11}});
}

TEST_CASE("sums of all values by the monoid of a semiring that carries its source") {
    // More values than the tile of a block, three times over.
    std::vector<gb::index> sizes(200, 90);
    const auto a = rows_of_sizes<float>(sizes, 400, 7);
    const auto b = rows_of_sizes<float>(std::vector<gb::index>(400, 60), 300, 8);
    const auto sum = gb::mxm_reduce(on_host(), sources::most_reliable::add, gb::no_mask, sources::most_reliable{}, a, b);
    CHECK(is_near(sum, gb::mxm_reduce(on_device(), sources::most_reliable::add, gb::no_mask, sources::most_reliable{}, a, b)));
}

TEST_CASE("deterministic sums over a semiring that carries its source are the host's to the bit") {
    // Also a product and a sum, which are not contracted to one rounding.
    const auto a = rows_of_sizes<float>(std::vector<gb::index>(60, 50), 80, 7);
    const auto b = rows_of_sizes<float>(std::vector<gb::index>(80, 40), 60, 8);
    const auto wanted = gb::mxm(on_host(), sources::sum_of_products{}, a, b);
    for (int run = 0; run < 2; ++run) {
        const bool is_same = wanted == gb::mxm(on_device(), sources::sum_of_products{}, a, b, {.deterministic = true});
        CHECK(is_same);
        CHECK(on_device().last_report().method == gb::method::hash);
    }
    const gb::descriptor by_tiles{.method = gb::method::bitmap_tile, .deterministic = true};
    const bool is_same_again = gb::mxm(on_device(), sources::sum_of_products{}, a, b, by_tiles) ==
                               gb::mxm(on_device(), sources::sum_of_products{}, a, b, by_tiles);
    CHECK(is_same_again);
    for (const gb::method how : {gb::method::hash, gb::method::dense}) {
        const gb::descriptor refused{.method = how, .deterministic = true};
        CHECK_THROWS_AS(gb::mxm(on_device(), sources::sum_of_products{}, a, b, refused), gb::unsupported);
    }
    const auto u = any_vector<float>(80, 9);
    CHECK_THROWS_AS(gb::mxv(on_device(), sources::sum_of_products{}, a, u, {.deterministic = true}), gb::unsupported);
}

TEST_CASE("a source that does not compile for the device is refused with the compiler's words") {
    if (compiles_nothing()) return;
    const auto a = any_matrix<float>(10, 10, 1);
    std::string message;
    try {
        gb::mxm(on_device(), sources::uses_outside{}, a, a);
    } catch (const gb::unsupported& refused) {
        message = refused.what();
    }
    INFO(message);
    const bool names_the_source = message.find("uses_outside does not compile for the device") != std::string::npos;
    CHECK(names_the_source);
    const bool has_compilers_words = message.find("\"outside\" is undefined") != std::string::npos;
    CHECK(has_compilers_words);
    // With automatic() the call runs on the host, and the report has the compiler's words.
    const gb::context automatic = gb::context::automatic();
    CHECK(gb::mxm(automatic, sources::uses_outside{}, a, a) == gb::mxm(on_host(), sources::uses_outside{}, a, a));
    CHECK(automatic.last_report().engine == "host");
    const bool says_why = automatic.last_report().reason.find("does not compile") != std::string::npos;
    CHECK(says_why);
}

TEST_CASE("a process that finds no NVRTC", "[.][no compiler]") {
    const auto a = any_matrix<float>(10, 10, 1);
    CHECK_THROWS_AS(gb::mxm(on_device(), sources::widest_path{}, a, a), gb::unsupported);
    const gb::context automatic = gb::context::automatic();
    CHECK(gb::mxm(automatic, sources::widest_path{}, a, a) == gb::mxm(on_host(), sources::widest_path{}, a, a));
    CHECK(automatic.last_report().engine == "host");
    CHECK_THAT(automatic.last_report().reason, contains_text("install NVRTC and nvJitLink"));
    // The structure of a product needs no operators, so that the values of a plan are what the device refuses.
    const auto m = any_matrix<int>(10, 10, 2, 0.5);
    const auto planned = gb::plan_mxm(automatic, gb::structure(m), sources::widest_path{}, a, a);
    CHECK(planned.execute() == gb::plan_mxm(on_host(), gb::structure(m), sources::widest_path{}, a, a).execute());
    CHECK(automatic.last_report().engine == "host");
}

TEST_CASE("without NVRTC a semiring that carries its source runs on the host, and the report says why", "[one device]") {
    if (compiles_nothing()) return;
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::string command =
        "GRAPHBLAS_GPU_CUDA_LIBRARIES=/nowhere GRAPHBLAS_GPU_CACHE_DIR=off '" + self + "' '[no compiler]'";
    CHECK(std::system((command + " > /dev/null").c_str()) == 0);
}

TEST_CASE("a process that shares its cache", "[.][shares a cache]") {
    const auto a = any_matrix<float>(10, 10, 1);
    const auto wanted = gb::mxm(on_host(), sources::widest_path{}, a, a);
    for (const gb::method how : {gb::method::hash, gb::method::dense, gb::method::merge}) {
        CHECK(gb::mxm(on_device(), sources::widest_path{}, a, a, {.method = how}) == wanted);
        std::printf("%s\n", on_device().last_report().reason.c_str());
    }
}

TEST_CASE("processes share a cache from its first kernel on, and reports say what is damaged in it", "[one device]") {
    if (compiles_nothing()) return;
    const std::filesystem::path here =
        std::filesystem::temp_directory_path() / ("graphblas_gpu_shared_" + std::to_string(::getpid()));
    std::filesystem::create_directory(here);
    const auto output_of = [&](int processes) {
        const std::string self = "GRAPHBLAS_GPU_CACHE_DIR='" + (here / "kernels").string() + "' '" +
                                 std::filesystem::read_symlink("/proc/self/exe").string() + "' '[shares a cache]'";
        std::string command;
        for (int k = 0; k < processes; ++k)
            command += self + " > '" + (here / std::to_string(k)).string() + "' & all=\"$all $!\"; ";
        CHECK(std::system((command + "for one in $all; do wait $one || exit 1; done").c_str()) == 0);
        std::vector<std::string> out;
        for (int k = 0; k < processes; ++k) {
            std::ifstream file(here / std::to_string(k));
            out.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
        return out;
    };
    for (const std::string& said : output_of(4)) {
        CHECK_THAT(said, contains_text("kernels of widest_path: "));
        CHECK(said.find("is damaged") == said.npos);
    }
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(here / "kernels")) {
        CHECK(entry.path().extension() == ".kernel");
        std::filesystem::resize_file(entry.path(), 100);
        ++files;
    }
    CHECK(files >= 4);  // the operators, and three methods
    CHECK_THAT(output_of(1)[0], contains_text("is damaged"));
    const std::string again = output_of(1)[0];
    CHECK_THAT(again, contains_text("from the cache"));
    CHECK(again.find("is damaged") == again.npos);
    std::filesystem::remove_all(here);
}

TEST_CASE("a report says which kernels were compiled or read") {
    if (compiles_nothing()) return;
    const auto a = any_matrix<float>(10, 10, 1);
    const gb::context ctx = spec::context_on_cuda();
    gb::mxm(ctx, sources::named_in_report{}, a, a, {.method = gb::method::hash});
    const bool first = ctx.last_report().reason.find("kernels of named_in_report: ") != std::string::npos;
    CHECK(first);
    gb::mxm(ctx, sources::named_in_report{}, a, a, {.method = gb::method::hash});
    CHECK(ctx.last_report().engine == "cuda");
    const std::string reason = ctx.last_report().reason;
    INFO(reason);
    const bool again = reason.find(" compiled") != std::string::npos;
    CHECK_FALSE(again);
    if (graphblas_gpu::cuda::when_specialised() == graphblas_gpu::cuda::specialising::later) {
        // Only one call has launched the kernels before this one, and the specialised ones take longer than it.
        const bool says_which = reason.find("kernels of named_in_report: operators are called") != std::string::npos;
        CHECK(says_which);
    }
}
