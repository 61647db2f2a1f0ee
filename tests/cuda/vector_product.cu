// Products of a matrix and a vector on the device, pushed and pulled, against products by a loop.
#include <graphblas_gpu/cuda/dot/strategy.hpp>
#include <tests/cuda/on_words.hpp>

#include "tests/catch.hpp"
#include "tests/cuda/sparse_cases.hpp"

namespace gb = graphblas_gpu;
namespace gpu = graphblas_gpu::cuda;
using cases::engine;
using cases::require_same;
using cases::sparse;

namespace {

using plus_times_float = gpu::direct<gb::semiring<gb::plus, gb::times, float>>;
using plus_pair_long = gpu::direct<gb::semiring<gb::plus, gb::pair, std::int64_t>>;
using min_plus_float = gpu::direct<gb::semiring<gb::min, gb::plus, float>>;

enum class masking { none, admitting, forbidding };

/// u' A, or A u, as a row.
template <class K, class T>
sparse<typename K::value> expected(const K& k, const sparse<T>& a, const sparse<T>& u, bool from_left, const sparse<T>& mask,
                                   masking how) {
    const cases::under<T> admits{how == masking::none ? nullptr : &mask, how == masking::forbidding};
    if (from_left) return cases::by_loop(k, u, a, admits);
    return cases::transposed(cases::by_loop(k, a, cases::transposed(u), [&](gb::index i, gb::index) { return admits(0, i); }));
}

/// All directions, masks and ways, for vectors of several fillings.
template <class K>
void check(const K& k, const sparse<typename K::value>& a, bool first_suffices = false, typename K::value unit_of_u = 1) {
    using T = typename K::value;
    const sparse<T> at = cases::transposed(a);
    const gpu::csr da = cases::on_device(engine(), a), dat = cases::on_device(engine(), at);
    for (const bool from_left : {true, false}) {
        const gb::index inner = from_left ? a.nrows : a.ncols, size = from_left ? a.ncols : a.nrows;
        for (const gb::index filling : {gb::index{0}, gb::index{1}, inner / 5, inner}) {
            const auto u = cases::scaled(cases::with_lengths<T>({filling}, inner, 5), unit_of_u);
            const gpu::csr du = cases::on_device(engine(), u);
            for (const gb::index masked : {gb::index{0}, size / 3, size}) {
                const auto mask = cases::with_lengths<T>({masked}, size, 6);
                const gpu::csr dmask = cases::on_device(engine(), mask);
                for (const masking how : {masking::none, masking::admitting, masking::forbidding}) {
                    const auto wanted = expected(k, a, u, from_left, mask, how);
                    const gpu::mask_ref m{how != masking::none, how == masking::forbidding, dmask.view().structure()};
                    for (const bool pull : {false, true}) {
                        INFO("from left " << from_left << ", u " << filling << ", mask " << masked << " "
                                          << static_cast<int>(how) << ", pull " << pull);
                        // Pushing along rows of A for u' A; pulling along its columns. The other way round for A u.
                        const gpu::csr_ref rows = from_left == pull ? dat.view() : da.view();
                        const gpu::csr w = gpu::vector_product(engine(), cuda_tests::on_words(k), rows, du.view(), from_left, m,
                                                               pull, size, first_suffices);
                        require_same(cases::from_device<T>(*engine(), w), wanted);
                    }
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("vector products: every direction, mask and way", "[cuda][vector]") {
    check(plus_times_float{}, cases::with_lengths<float>(cases::uneven(70, 4, 20, 50, 1), 90, 2));
    check(plus_pair_long{}, cases::with_lengths<std::int64_t>(cases::uneven(70, 4, 20, 50, 1), 90, 2));
    check(min_plus_float{}, cases::with_lengths<float>(cases::uneven(50, 4, 20, 50, 3), 60, 4));
}

TEST_CASE("vector products: positions, and the first of them", "[cuda][vector]") {
    using T = std::int32_t;
    const auto a = cases::with_lengths<T>(cases::uneven(70, 6, 20, 50, 1), 90, 2);
    const gpu::interpreted<T> secondi{{gpu::add_code::min, gpu::multiply_code::secondi, gb::type_code::int32}, 0x7fffffff};
    check(secondi, a);
    check(secondi, a, true);
    check(gpu::interpreted<T>{{gpu::add_code::max, gpu::multiply_code::firsti, gb::type_code::int32}, -0x7fffffff - 1}, a);
    check(gpu::interpreted<std::int8_t>{{gpu::add_code::max, gpu::multiply_code::first, gb::type_code::int8}, -128},
          cases::with_lengths<std::int8_t>(cases::uneven(40, 6, 20, 30, 1), 50, 2));
}

TEST_CASE("vector products: long rows are shared", "[cuda][vector]") {
    const auto a = cases::with_lengths<float>({9000, 0, 3, 30000, 1, 500}, 40000, 11);
    check(plus_times_float{}, a);
}

TEST_CASE("vector products: subnormal sums", "[cuda][vector]") {
    for (const float unit : cases::tiny_units) {
        const auto check_scaled = [&](const sparse<float>& a) {
            check(plus_times_float{}, cases::scaled(a, unit), false, unit);
        };
        check_scaled(cases::with_lengths<float>(cases::uneven(70, 4, 20, 50, 1), 90, 2));
        check_scaled(cases::with_lengths<float>({900, 0, 3, 3000, 1, 50}, 4000, 11));
    }
}
