// Semirings of the catalogue that are not compiled directly: kernels that look their operators up, and the specialised ones
// that replace them, beside the host's. g++ compiles this.
#include <graphblas_gpu/cuda/instances/instances.hpp>
#include <graphblas_gpu/cuda/jit/specialised.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;
using namespace device_samples;

namespace {

/// GRAPHBLAS_GPU_SPECIALISE, for the lifetime of the object.
struct specialise {
    explicit specialise(const char* when) { ::setenv("GRAPHBLAS_GPU_SPECIALISE", when, 1); }
    ~specialise() { ::unsetenv("GRAPHBLAS_GPU_SPECIALISE"); }
    specialise(const specialise&) = delete;
    specialise& operator=(const specialise&) = delete;
};

bool looked_up() { return on_device().last_report().reason.find("operators are looked up") != std::string::npos; }
bool was_small() { return on_device().last_report().reason.find("by one") != std::string::npos; }

/// Whole numbers, the ends of the type, and for floating-point types NaN, infinities and -0 in place of 0.
template <class T>
T value_of(std::mt19937& random) {
    const auto x = static_cast<int>(random() % 12) - 4;
    using limits = std::numeric_limits<T>;
    if constexpr (std::is_floating_point_v<T>) {
        if (x == 5) return limits::quiet_NaN();
        if (x == 6) return limits::infinity();
        if (x == 0 || x == 7) return -T{0};
    } else {
        if (x == 5) return limits::max();
        if (x == 6) return limits::lowest();
    }
    return static_cast<T>(x);
}

/// Row 2 is full and most rows are short, so that many entries have one term, and that one is a NaN, or -0, in some.
template <class T>
gb::matrix<T> sample(gb::index nrows, gb::index ncols, unsigned seed) {
    const auto chance = [](gb::index i, gb::index) { return i == 2 ? 1.0 : i % 7 == 0 ? 0.0 : 0.05; };
    return random_matrix<T>(nrows, ncols, seed, chance, value_of<T>);
}

/// Equal, as far as the order of terms does not decide: which zero is the larger one, and which NaN a sum of NaNs is.
template <class T>
bool same(T x, T y, bool is_sum) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
        if (is_sum && std::signbit(x) != std::signbit(y)) return false;
    }
    return x == y;
}
template <class T>
bool same(const gb::matrix<T>& x, const gb::matrix<T>& y, bool is_sum) {
    const gb::csr<T> a = x.to_csr(), b = y.to_csr();
    if (!std::equal(a.offsets.begin(), a.offsets.end(), b.offsets.begin(), b.offsets.end())) return false;
    if (!std::equal(a.columns.begin(), a.columns.end(), b.columns.begin(), b.columns.end())) return false;
    return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                      [&](T u, T v) { return same(u, v, is_sum); });
}
template <class T>
bool same(const gb::vector<T>& x, const gb::vector<T>& y, bool is_sum) {
    bool is_same = x.size() == y.size();
    for (gb::index i = 0; is_same && i < x.size(); ++i) {
        const auto u = x.get_element(i), v = y.get_element(i);
        is_same = u.has_value() == v.has_value() && (!u || same(*u, *v, is_sum));
    }
    return is_same;
}

/// call(context), which runs kernels that look operators up, specialised ones, and the host's loops.
template <class Call>
void compare(const char* what, bool is_sum, const Call& call) {
    INFO(what);
    const auto on_host_made = call(on_host());
    {
        const specialise never("never");
        CHECK(same(call(on_device()), on_host_made, is_sum));
        CHECK(looked_up());
    }
    const specialise now("now");
    CHECK(same(call(on_device()), on_host_made, is_sum));
    CHECK_FALSE(looked_up());
}

template <class T, class S>
void check(const char* name, const S& semiring) {
    INFO(name);
    CHECK_FALSE(cu::is_compiled_directly(cu::code_of<S>()));
    const bool is_sum = std::is_same_v<typename S::add_operator, gb::plus>;
    const auto a = sample<T>(60, 60, 1), b = sample<T>(60, 60, 2), mask = sample<T>(60, 60, 3);
    for (const gb::method how : {gb::method::hash, gb::method::dense, gb::method::bitmap_tile, gb::method::merge}) {
        constexpr bool counts = std::is_same_v<typename S::multiply_operator, gb::pair>;
        if (counts && how == gb::method::bitmap_tile) continue;  // tensor cores count pairs, whatever the type is
        compare(gb::to_string(how), is_sum, [&](const gb::context& ctx) {
            const bool is_host = &ctx == &on_host();
            return gb::mxm(ctx, semiring, a, b, {.method = is_host ? gb::method::hash : how});
        });
    }
    for (const bool transposes : {false, true}) {
        compare("masked", is_sum, [&](const gb::context& ctx) {
            gb::matrix<T> c(60, 60);
            gb::mxm(ctx, c, gb::structure(mask), gb::no_accum, semiring, a, b, {.transpose_b = transposes});
            return c;
        });
    }
    compare("plan", is_sum, [&](const gb::context& ctx) { return gb::plan_mxm(ctx, semiring, a, b).execute(); });
    if constexpr (!std::is_same_v<typename S::add_operator, gb::any>) {
        compare("fold", false, [&](const gb::context& ctx) {
            return gb::mxm_reduce(ctx, typename S::add_operator{}, gb::structure(mask), semiring, a, b);
        });
    }
    const auto u = any_vector<T>(60, 5);
    compare("mxv", is_sum, [&](const gb::context& ctx) { return gb::mxv(ctx, semiring, a, u); });
    compare("vxm", is_sum, [&](const gb::context& ctx) { return gb::vxm(ctx, semiring, u, b); });
}

}  // namespace

TEST_CASE("specialised kernels make what those make that look operators up", "[one device]") {
    check<float>("plus_second", gb::semiring_t<gb::plus_second<float>>{});
    check<std::int32_t>("plus_times", gb::semiring_t<gb::plus_times<std::int32_t>>{});
    check<std::int64_t>("min_secondi", gb::semiring_t<gb::min_secondi<std::int64_t>>{});
#ifdef GRAPHBLAS_GPU_REHEARSAL
    // On a device the kernels of each semiring have to be compiled, which takes seconds.
    check<float>("max_plus", gb::semiring_t<gb::max_plus<float>>{});
    check<float>("any_second", gb::semiring_t<gb::any_second<float>>{});
    check<double>("min_max", gb::semiring_t<gb::min_max<double>>{});
    check<double>("plus_pair", gb::semiring_t<gb::plus_pair<double>>{});
    check<std::int32_t>("min_saturating_plus", gb::semiring_t<gb::min_saturating_plus<std::int32_t>>{});
    check<std::uint32_t>("max_min", gb::semiring_t<gb::max_min<std::uint32_t>>{});
    check<std::uint64_t>("min_plus", gb::semiring_t<gb::min_plus<std::uint64_t>>{});
#endif
}

TEST_CASE("specialised kernels make small products", "[one device]") {
    const specialise now("now");
    const auto a = sample<std::int32_t>(300, 200, 1), b = sample<std::int32_t>(200, 250, 2);
    CHECK(gb::mxm(on_device(), gb::plus_times<std::int32_t>, a, b) == gb::mxm(on_host(), gb::plus_times<std::int32_t>, a, b));
    CHECK(was_small());
    const auto u = any_vector<std::int32_t>(200, 3, 0.1);
    CHECK(gb::vxm(on_device(), gb::max_plus<std::int32_t>, u, b) == gb::vxm(on_host(), gb::max_plus<std::int32_t>, u, b));
    CHECK(was_small());
}

TEST_CASE("values of one or two bytes are looked up always", "[one device]") {
    const specialise now("now");
    const auto a = sample<std::int16_t>(60, 60, 1);
    CHECK(gb::mxm(on_device(), gb::max_plus<std::int16_t>, a, a) == gb::mxm(on_host(), gb::max_plus<std::int16_t>, a, a));
    CHECK(looked_up());
}

TEST_CASE("kernels are specialised once products have made many multiplications", "[one device]") {
    const auto semiring = gb::max_times<double>;
    const auto a = sample<double>(60, 60, 1), b = sample<double>(60, 60, 2);
    const auto wanted = gb::mxm(on_host(), semiring, a, b);
    const auto is_looked_up = [&] {
        CHECK(same(gb::mxm(on_device(), semiring, a, b, {.method = gb::method::hash}), wanted, false));
        return looked_up();
    };
    for (int call = 0; call < 3; ++call) CHECK(is_looked_up());
    const auto kernels = cu::kernels_for(cu::code_of<gb::semiring_t<gb::max_times<double>>>());
    kernels->take_note(cu::min_work_to_specialise - 1000 * 60 * 60);  // as a call does that made so many
    CHECK(is_looked_up());
    kernels->take_note(1000 * 60 * 60);
    // A device goes on with these kernels until a thread has made others.
    bool still = is_looked_up();
    for (int tenths = 0; still && tenths < 600; ++tenths) {
        ::usleep(100'000);
        still = is_looked_up();
    }
    CHECK_FALSE(still);
    CHECK_FALSE(is_looked_up());
    const specialise never("never");
    CHECK(is_looked_up());
}
