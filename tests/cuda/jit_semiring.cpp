// Semirings that are made from strings, on both engines. g++ compiles this.
#include <graphblas_gpu/cuda/jit/open_kernels.hpp>
#include <graphblas_gpu/jit_semiring.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>
#include <tests/spec/spec.hpp>

#include <cstdio>
#include <limits>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// What the strings below mean, written as types for the specification.
struct bounded_sums {
    struct most {
        using value_type = float;
        constexpr float operator()(float x, float y) const { return x < y ? y : x; }
        static constexpr float identity() { return -std::numeric_limits<float>::infinity(); }
    };
    static constexpr most add{};
    static constexpr float multiply(float x, float y) { return x < y ? x : 2 * y; }
};
struct placed_bits {
    struct either {
        using value_type = std::uint64_t;
        constexpr std::uint64_t operator()(std::uint64_t x, std::uint64_t y) const { return x | y; }
        static constexpr std::uint64_t identity() { return 0; }
    };
    static constexpr either add{};
    static constexpr std::uint64_t multiply(std::uint64_t x, std::uint64_t, std::int64_t i, std::int64_t k, std::int64_t j) {
        return (x & 7) << ((i + 2 * k + j) % 50);
    }
};
struct min_remainder {
    struct least {
        using value_type = std::int8_t;
        constexpr std::int8_t operator()(std::int8_t x, std::int8_t y) const { return x < y ? x : y; }
        static constexpr std::int8_t identity() { return 127; }
    };
    static constexpr least add{};
    static constexpr std::int8_t multiply(std::int8_t x, std::int8_t y) { return static_cast<std::int8_t>((5 * x + y) % 7); }
};

template <class T, class S>
void check_on_device(const gb::semiring_expressions& expressions, const S& meaning) {
    const gb::jit_semiring<T> semiring(expressions);
    CHECK_FALSE(semiring.is_catalogued());
    const auto a = any_matrix<T>(24, 24, 1), b = any_matrix<T>(24, 24, 2);
    const auto m = any_matrix<int>(24, 24, 3, 0.4);
    CHECK_THROWS_AS(gb::mxm(on_host(), semiring, a, b), gb::unsupported);
    if (gb::cuda::open_kernel_count() == 0) {
        std::printf("skipped: %s on the device: a rehearsal cannot run what NVRTC compiles\n", expressions.multiply.c_str());
        CHECK_THROWS_AS(gb::mxm(on_device(), semiring, a, b), gb::unsupported);
        return;
    }
    const auto t = spec::mxm(meaning, spec::read(a), spec::read(b));
    for (const gb::method how : {gb::method::automatic, gb::method::hash, gb::method::dense}) {
        INFO(gb::to_string(how));
        const bool is_same = spec::read(gb::mxm(on_device(), semiring, a, b, {.method = how})).cells == t.cells;
        CHECK(is_same);
    }
    gb::matrix<T> c(24, 24);
    gb::mxm(on_device(), c, gb::structure(m), gb::no_accum, semiring, a, b);
    const auto under =
        spec::write_back(spec::dense<T>{24, 24}, spec::admitted(spec::read(m), false, false), gb::no_accum, t, true);
    const bool is_same = spec::read(c).cells == under.cells;
    CHECK(is_same);
    const auto u = any_vector<T>(24, 5);
    const auto w = spec::mxm(meaning, spec::read(u), spec::read(b));
    const bool is_same_vector = spec::read(gb::vxm(on_device(), semiring, u, b)).cells == w.cells;
    CHECK(is_same_vector);
}

}  // namespace

TEST_CASE("strings that the catalogue has are its semirings, on both engines") {
    const auto a = any_matrix<float>(20, 20, 1);
    const gb::jit_semiring<float> shortest({.add = " min( x,y ) ", .identity = "INFINITY", .multiply = "x+y"});
    CHECK(shortest.is_catalogued());
    CHECK(shortest.entry().name == "min_plus");
    for (const gb::context* ctx : {&on_host(), &on_device()}) {
        check_same(gb::mxm(*ctx, gb::min_plus<float>, a, a), gb::mxm(*ctx, shortest, a, a));
        check_same(gb::mxv(*ctx, gb::min_plus<float>, a, any_vector<float>(20, 2)),
                   gb::mxv(*ctx, shortest, a, any_vector<float>(20, 2)));
    }
    const auto name = []<class T>(std::type_identity<T>, const char* add, const char* identity, const char* multiply) {
        const gb::jit_semiring<T> made({.add = add, .identity = identity, .multiply = multiply});
        return made.is_catalogued() ? std::string(made.entry().name) : "none";
    };
    CHECK(name(std::type_identity<std::int32_t>{}, "x + y", "0", "x * y") == "plus_times");
    CHECK(name(std::type_identity<std::int32_t>{}, "min(x, y)", "INT32_MAX", "x") == "min_first");
    CHECK(name(std::type_identity<std::int32_t>{}, "min(x, y)", "2147483647", "x") == "min_first");
    CHECK(name(std::type_identity<std::uint8_t>{}, "max(x, y)", "0", "min(x, y)") == "max_min");
    CHECK(name(std::type_identity<bool>{}, "x || y", "false", "x && y") == "lor_land");
    // Another identity is another semiring, and so is an operator that the catalogue lacks.
    CHECK(name(std::type_identity<std::int32_t>{}, "min(x, y)", "1000", "x + y") == "none");
    CHECK(name(std::type_identity<float>{}, "min(x, y)", "1e30", "x + y") == "none");
    CHECK(name(std::type_identity<std::int32_t>{}, "x + y", "0", "x - y") == "none");
}

TEST_CASE("strings that the catalogue lacks run on the device, and are refused on the host") {
    check_on_device<float>({.add = "max(x, y)", .identity = "-INFINITY", .multiply = "x < y ? x : 2 * y"}, bounded_sums{});
    check_on_device<std::uint64_t>({.add = "x | y", .identity = "0", .multiply = "(x & 7) << ((i + 2 * k + j) % 50)"},
                                   placed_bits{});
    check_on_device<std::int8_t>({.add = "x < y ? x : y", .identity = "INT8_MAX", .multiply = "(5 * x + y) % 7"},
                                 min_remainder{});
}

TEST_CASE("strings that are no expressions are refused") {
    const auto refused = [](const gb::semiring_expressions& expressions) {
        CHECK_THROWS_AS(gb::jit_semiring<std::int32_t>(expressions), gb::invalid_value);
    };
    refused({.add = "", .identity = "0", .multiply = "x * y"});
    refused({.add = "x + y", .identity = "0", .multiply = " "});
    refused({.add = "x + y; while (true)", .identity = "0", .multiply = "x * y"});
    refused({.add = "x + y", .identity = "0", .multiply = "[&] { return x; }()"});
    refused({.add = "x + y", .identity = "zero", .multiply = "x * y"});
    refused({.add = "x + y", .identity = "0.5", .multiply = "x * y"});
    refused({.add = "x + y", .identity = "3000000000", .multiply = "x * y"});
    refused({.add = "x + y", .identity = "INFINITY", .multiply = "x * y"});
    refused({.add = "x + y", .identity = "010", .multiply = "x * y"});  // 8 in C++
    // Words that the C library reads as numbers, and a compiler does not.
    for (const char* identity : {"inf", "INF", "-inf", "infinity", "nan", "-nan", "nan(1)", "010", "1e400"}) {
        INFO(identity);
        CHECK_THROWS_AS(gb::jit_semiring<double>({.add = "min(x, y)", .identity = identity, .multiply = "x + y"}),
                        gb::invalid_value);
    }
    for (const char* identity : {"0", "-0.5", "1e30", ".5", "INFINITY", "-INFINITY"}) {
        INFO(identity);
        CHECK_NOTHROW(gb::jit_semiring<double>({.add = "min(x, y)", .identity = identity, .multiply = "x + y"}));
    }
}

TEST_CASE("a refusal of a semiring from strings names what helps, and not the engine that refuses it too") {
    const auto a = any_matrix<float>(10, 10, 1);
    const gb::jit_semiring<float> other({.add = "max(x, y)", .identity = "-INFINITY", .multiply = "x < y ? x : 3 * y"});
    const auto refusal = [&](const gb::context& ctx, const gb::jit_semiring<float>& semiring) {
        try {
            gb::mxm(ctx, semiring, a, a);
        } catch (const gb::unsupported& refused) {
            return std::string(refused.what());
        }
        return std::string("not refused");
    };
    const auto has = [](const std::string& text, const char* what) { return text.find(what) != std::string::npos; };
    const std::string on_the_host = refusal(on_host(), other);
    INFO(on_the_host);
    CHECK(has(on_the_host, "own_semiring.hpp"));
    // A device refuses an expression that does not compile, and in a rehearsal all of them.
    const bool compiles = gb::cuda::open_kernel_count() > 0;
    const gb::jit_semiring<float> wrong({.add = "x + y", .identity = "0", .multiply = "x * undefined_name"});
    const gb::jit_semiring<float>& refused = compiles ? wrong : other;
    const std::string on_a_device = refusal(on_device(), refused);
    INFO(on_a_device);
    CHECK(has(on_a_device, "own_semiring.hpp"));
    CHECK_FALSE(has(on_a_device, "context::host()"));
    const std::string by_itself = refusal(gb::context::automatic(), refused);
    INFO(by_itself);
    CHECK(has(by_itself, "the device refused it before"));
    CHECK(has(by_itself, compiles ? "undefined_name" : "emulated"));
}

TEST_CASE("an expression that does not compile is refused with the compiler's words") {
    if (gb::cuda::open_kernel_count() == 0) {
        std::printf("skipped: an expression that does not compile: a rehearsal cannot run what NVRTC compiles\n");
        return;
    }
    const auto a = any_matrix<float>(10, 10, 1);
    const gb::jit_semiring<float> wrong({.add = "x + y", .identity = "0", .multiply = "x * undefined_name"});
    std::string message;
    try {
        gb::mxm(on_device(), wrong, a, a);
    } catch (const gb::unsupported& refused) {
        message = refused.what();
    }
    INFO(message);
    const bool has_compilers_words = message.find("undefined_name") != std::string::npos;
    CHECK(has_compilers_words);
}
