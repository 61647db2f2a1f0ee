// What runs on which engine: the table of docs/engines.md, from calls that are made.
//
// Idea: every operation is called with a ready-made operator, an operator that carries its source and a lambda, and the last two on
// values of a struct too, on the host and on the device; the table says what happened. GRAPHBLAS_GPU_WRITE_ENGINES names a file to write it to;
// otherwise it is compared with the page.
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/cuda/linked/open_kernels.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/jit_semiring.hpp>
#include <graphblas_gpu/kronecker.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <graphblas_gpu/plan.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/subassign.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>
#include <tests/cuda/sourced_kernels.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// Values of the caller's own, and operators on them, with their source and without.
using arrival = sources::arrival;
struct plain_earlier {
    using value_type = arrival;
    constexpr arrival operator()(const arrival& x, const arrival& y) const { return y.distance < x.distance ? y : x; }
    static constexpr arrival identity() { return {3e38f, -1}; }
};
struct plain_sum {
    using value_type = std::uint32_t;
    constexpr std::uint32_t operator()(std::uint32_t x, std::uint32_t y) const { return x + y; }
    static constexpr std::uint32_t identity() { return 0; }
};
struct plain_arrivals {
    using right_type = float;
    static constexpr plain_earlier add{};
    static constexpr arrival multiply(const arrival& x, float y) { return {x.distance + y, x.from}; }
};

template <class T>
gb::matrix<T> square() {
    return gb::matrix<T>::from_edges(3, 3, {0, 1, 2}, {1, 2, 0}, std::vector<T>(3));
}
template <class T>
gb::vector<T> line() {
    gb::vector<T> v(3);
    v.set_element(1, T{});
    return v;
}

/// "runs", or "refused" for unsupported.
template <class Call>
std::string outcome(const gb::context& ctx, const Call& call) {
    try {
        call(ctx);
        return "runs";
    } catch (const gb::unsupported&) {
        return "refused";
    }
}

class table {
  public:
    template <class ReadyMade, class Sourced, class Lambda, class SourcedStruct, class Struct>
    void add(const std::string& operation, const ReadyMade& a, const Sourced& b, const Lambda& c, const SourcedStruct& d,
             const Struct& f) {
        text_ += "| " + operation + " |";
        const auto cell = [&](const auto& call) {
            CHECK(outcome(on_host(), call) == "runs");
            text_ += " " + outcome(on_device(), call) + " |";
        };
        cell(a);
        cell(b);
        cell(c);
        cell(d);
        cell(f);
        text_ += "\n";
    }
    const std::string& text() const { return text_; }

  private:
    std::string text_ =
        "| operation | ready-made | with its source | a lambda, or a type without source | values of a struct, with its source | values of "
        "a struct, without |\n"
        "|---|---|---|---|---|---|\n";
};

/// The second table: semirings that are made from strings.
std::string of_strings() {
    const auto a = square<float>();
    std::string text = "| a semiring made from strings | host | cuda |\n|---|---|---|\n";
    const auto row = [&](const char* name, const gb::semiring_expressions& expressions) {
        const gb::jit_semiring<float> semiring(expressions);
        const auto call = [&](const gb::context& ctx) { gb::mxm(ctx, semiring, a, a); };
        const bool needs_compiler = !semiring.is_catalogued() && gb::cuda::open_kernel_count() == 0;
        if (needs_compiler) std::printf("skipped: a semiring from strings on the device: a rehearsal cannot run what NVRTC compiles\n");
        const std::string on_cuda = needs_compiler ? "runs" : outcome(on_device(), call);
        text += std::string("| ") + name + " | " + outcome(on_host(), call) + " | " + on_cuda + " |\n";
    };
    row("one of the catalogue", {.add = "min(x, y)", .identity = "INFINITY", .multiply = "x + y"});
    row("another one", {.add = "max(x, y)", .identity = "-INFINITY", .multiply = "x < y ? x : 2 * y"});
    return text;
}

}  // namespace

TEST_CASE("the table of docs/engines.md is what happens") {
    const auto a = square<float>();
    const auto u = line<float>();
    const auto s = square<arrival>();
    const auto t = line<arrival>();
    const auto ready = gb::min_plus<float>;
    const auto own = sources::widest_path{};
    const auto lambda = gb::make_semiring(gb::monoid<gb::max, float>{}, [](float x, float y) { return x - y; });
    table all;
    const auto products = [&](const std::string& name, const auto& call) {
        all.add(
            name, [&](const auto& ctx) { call(ctx, ready, a, u); }, [&](const auto& ctx) { call(ctx, own, a, u); },
            [&](const auto& ctx) { call(ctx, lambda, a, u); },
            [&](const auto& ctx) { call(ctx, sources::arrivals{}, s, t); }, [&](const auto& ctx) { call(ctx, plain_arrivals{}, s, t); });
    };
    products("`mxm`", [](const auto& ctx, const auto& by, const auto& x, const auto&) { gb::mxm(ctx, by, x, square<float>()); });
    products("`mxm` under a mask", []<class X>(const auto& ctx, const auto& by, const X& x, const auto&) {
        X c(3, 3);
        gb::mxm(ctx, c, gb::structure(x), gb::no_accum, by, x, square<float>());
    });
    products("`mxm_reduce` by the semiring's monoid", [](const auto& ctx, const auto& by, const auto& x, const auto&) {
        gb::mxm_reduce(ctx, by.add, gb::no_mask, by, x, square<float>());
    });
    products("`plan_mxm`", [](const auto& ctx, const auto& by, const auto& x, const auto&) {
        gb::plan_mxm(ctx, gb::no_mask, by, x, square<float>()).execute();
    });
    products("`mxv`", [](const auto& ctx, const auto& by, const auto& x, const auto&) { gb::mxv(ctx, by, x, line<float>()); });
    products("`vxm`", [](const auto& ctx, const auto& by, const auto&, const auto& v) { gb::vxm(ctx, by, v, square<float>()); });
    const auto later = [](const arrival& x) { return arrival{x.distance + 1, x.from}; };
    all.add(
        "`apply`", [&](const auto& ctx) { gb::apply(ctx, gb::ainv{}, a); },
        [&](const auto& ctx) { gb::apply(ctx, sources::logistic{}, a); },
        [&](const auto& ctx) {
            gb::apply(
                ctx, [](float x) { return x + 1; }, a);
        },
        [&](const auto& ctx) { gb::apply(ctx, sources::later{}, s); }, [&](const auto& ctx) { gb::apply(ctx, later, s); });
    all.add(
        "`apply` by position", [&](const auto& ctx) { gb::apply(ctx, gb::rowindex{}, a); },
        [&](const auto& ctx) { gb::apply(ctx, sources::by_position{}, a); },
        [&](const auto& ctx) {
            gb::apply(
                ctx, [](float x, gb::index i, gb::index) { return x + static_cast<float>(i); }, a);
        },
        [&](const auto& ctx) { gb::apply(ctx, sources::placed{}, s); },
        [&](const auto& ctx) {
            gb::apply(
                ctx, [](const arrival& x, gb::index i, gb::index) { return x.from + i; }, s);
        });
    all.add(
        "`select`", [&](const auto& ctx) { gb::select(ctx, gb::value_gt(1.0f), a); },
        [&](const auto& ctx) {
            gb::select(ctx, sources::lies_between{0, 1}, a);
        },
        [&](const auto& ctx) {
            gb::select(
                ctx, [](float x) { return x > 1; }, a);
        },
        [&](const auto& ctx) { gb::select(ctx, sources::is_near{}, s); },
        [&](const auto& ctx) {
            gb::select(
                ctx, [](const arrival& x) { return x.from > 1; }, s);
        });
    const auto pairs = [&](const std::string& name, const auto& call) {
        all.add(
            name, [&](const auto& ctx) { call(ctx, gb::plus{}, a); },
            [&](const auto& ctx) { call(ctx, sources::keep_larger_magnitude{}, a); },
            [&](const auto& ctx) {
                call(
                    ctx, [](float x, float y) { return x - y; }, a);
            },
            [&](const auto& ctx) { call(ctx, sources::earlier{}, s); }, [&](const auto& ctx) { call(ctx, plain_earlier{}, s); });
    };
    pairs("`ewise_add`", [](const auto& ctx, const auto& op, const auto& x) { gb::ewise_add(ctx, op, x, x); });
    pairs("`ewise_mult`", [](const auto& ctx, const auto& op, const auto& x) { gb::ewise_mult(ctx, op, x, x); });
    pairs("`kronecker`", [](const auto& ctx, const auto& op, const auto& x) { gb::kronecker(ctx, op, x, x); });
    pairs("`from_edges`, which joins duplicates", []<class X>(const auto& ctx, const auto& op, const X&) {
        X::from_edges(ctx, 3, 3, {1, 1}, {2, 2}, std::vector<typename X::value_type>(2), op);
    });
    pairs("accumulators", []<class X>(const auto& ctx, const auto& op, const X& x) {
        X c = x;
        gb::select(ctx, c, gb::no_mask, op, gb::tril{}, x);
    });
    pairs("accumulators in `subassign`", []<class X>(const auto& ctx, const auto& op, const X& x) {
        X c = x;
        gb::subassign(ctx, c, gb::no_mask, op, x, gb::all, gb::all);
    });
    const auto sums = [&](const std::string& name, const auto& call) {
        const auto numbers = square<std::int32_t>();
        all.add(
            name, [&](const auto& ctx) { call(ctx, gb::monoid<gb::plus, std::int32_t>{}, numbers); },
            [&](const auto& ctx) { call(ctx, sources::largest_magnitude{}, numbers); },
            [&](const auto& ctx) { call(ctx, plain_sum{}, square<std::uint32_t>()); },
            [&](const auto& ctx) { call(ctx, sources::earlier{}, s); }, [&](const auto& ctx) { call(ctx, plain_earlier{}, s); });
    };
    sums("`reduce`", [](const auto& ctx, const auto& by, const auto& x) { gb::reduce(ctx, by, x); });
    sums("`reduce_rows`", [](const auto& ctx, const auto& by, const auto& x) { gb::reduce_rows(ctx, by, x); });

    const std::string made = all.text() + "\n" + of_strings();
    if (const char* path = std::getenv("GRAPHBLAS_GPU_WRITE_ENGINES")) std::ofstream(path) << made;
    std::ifstream file(GRAPHBLAS_GPU_DOCS "/engines.md");
    const std::string page((std::istreambuf_iterator<char>(file)), {});
    INFO(made);
    const bool is_on_page = page.find(made) != std::string::npos;
    CHECK(is_on_page);
}
