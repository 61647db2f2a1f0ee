// Products of a matrix and a vector over own semirings, on both engines, against the specification. A source of its own, so
// that a change of mxm.hpp does not compile it again.
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/own_semiring.hpp>

#include <tests/cuda/sourced_trial.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// w<m, replace> = accum(w, u B) and accum(w, A v) on both engines.
template <bool extent, class S, class Accum>
void check_against_specification(const S& s, const Accum& accum) {
    using left = gb::semiring_left_t<S>;
    using right = gb::semiring_right_t<S>;
    constexpr gb::index n = 22;
    const auto a = some_matrix<left>(n, n, 1);
    const auto b = some_matrix<right>(n, n, 2);
    const auto u = some_vector<left>(n, 5);
    const auto v = some_vector<right>(n, 6);
    const auto w = some_vector<gb::semiring_value_t<S>>(n, 7);
    const auto m = some_vector<int>(n, 8);
    const auto spec_w = spec::read(w);
    const auto left_t = spec::mxm(s, spec::read(u), spec::read(b));
    const auto right_t = spec::transposed(spec::mxm(s, spec::read(a), spec::transposed(spec::read(v))));
    for (const gb::context* ctx : {&on_host(), &on_device()}) {
        INFO((ctx == &on_host() ? "host" : "device"));
        const auto multiply = [&](mask_kind kind, bool replace, const auto& mask, const auto& by) {
            INFO("mask " << static_cast<int>(kind) << " replace " << replace);
            const auto writable = admitted(spec::read(m), kind);
            auto out = w;
            gb::vxm(*ctx, out, mask, by, s, u, b, {.replace = replace});
            check_equal(spec::write_back(spec_w, writable, by, left_t, replace), spec::read(out));
            INFO("from the right");
            out = w;
            gb::mxv(*ctx, out, mask, by, s, a, v, {.replace = replace});
            check_equal(spec::write_back(spec_w, writable, by, right_t, replace), spec::read(out));
        };
        for (const bool replace : {false, true}) {
            multiply(mask_kind::none, replace, gb::no_mask, gb::no_accum);
            if constexpr (extent == in_full) multiply(mask_kind::none, replace, gb::no_mask, accum);
            for (const mask_kind kind : mask_kinds) {
                const auto mask = mask_of(m, kind);
                multiply(kind, replace, mask, accum);
                if constexpr (extent == in_full) multiply(kind, replace, mask, gb::no_accum);
            }
        }
    }
}

}  // namespace

TEST_CASE("products with vectors over own semirings are the specification's") {
    for_each_sourced_semiring([](auto extent, const auto& semiring, const auto& accum) {
        check_against_specification<extent.value>(semiring, accum);
    });
}

TEST_CASE("a direction that kernels of one's own lack is refused if it is named, and else reported", "[one device]") {
    const auto a = some_matrix<sources::long_complex>(20, 20, 1);
    const auto u = some_vector<sources::long_complex>(20, 2);
    const sources::long_complex_products s{};
    for (const gb::method how : {gb::method::hash, gb::method::dense, gb::method::dot}) {
        INFO(gb::to_string(how));
        const auto check = [&](bool is_refused, const auto& product) {
            if (is_refused) {
                CHECK_THROWS_AS(product(on_device()), gb::unsupported);
                return;
            }
            const bool is_same = product(on_device()) == product(on_host());
            CHECK(is_same);
            CHECK(on_device().last_report().method == how);
        };
        const bool pulls = how == gb::method::dot;
        check(pulls, [&](const gb::context& ctx) { return gb::vxm(ctx, s, u, a, {.method = how}); });
        check(!pulls, [&](const gb::context& ctx) { return gb::mxv(ctx, s, a, u, {.method = how}); });
    }
    CHECK(gb::vxm(on_device(), s, u, a).nvals() > 0);
    CHECK(on_device().last_report().method == gb::method::hash);
    CHECK(gb::mxv(on_device(), s, a, u).nvals() > 0);
    CHECK(on_device().last_report().method == gb::method::dot);
}
