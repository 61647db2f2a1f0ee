// Block matrices brought into dense arrays, and blocks filled from dense arrays: what cuBLAS reads and writes for spamm().
#include <graphblas_gpu/block_matrix.hpp>
#include <graphblas_gpu/cuda/spamm/dense.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

constexpr gb::index nrows = 90, ncols = 150;  // 3 x 5 blocks, the last ones not full

/// Blocks (0, 1) and (2, 3) are empty, and block (1, 1) has an infinity.
template <class T>
gb::block_matrix<T> sample() {
    std::mt19937 random(1);
    std::vector<T> values(static_cast<std::size_t>(nrows * ncols));
    for (gb::index i = 0; i < nrows; ++i) {
        for (gb::index j = 0; j < ncols; ++j) {
            const bool is_empty = (i / 32 == 0 && j / 32 == 1) || (i / 32 == 2 && j / 32 == 3);
            values[static_cast<std::size_t>(i * ncols + j)] = is_empty ? T{0} : static_cast<T>(random() % 1000) / T{8} - T{60};
        }
    }
    values[40 * ncols + 40] = std::numeric_limits<T>::infinity();
    return gb::block_matrix<T>::from_dense(nrows, ncols, values);
}

/// Blocks of To filled from a dense array of From, times `scale`: the values to the bit, and the norms.
template <class From, class To>
void check_filled(double scale) {
    const auto a = sample<From>();
    const auto& e = on_device().cuda_engine();
    const gb::cuda::engine::use here(*e, "test");
    const auto stored = a.storage().device(e);
    const auto at = gb::cuda::block_product::operand_of(e, *stored);
    const gb::index rows = gb::formats::blocks_for(nrows), columns = gb::formats::blocks_for(ncols);
    const gb::cuda::memory dense = gb::cuda::block_product::dense_array(e, at.values, at.type, at.at.data(), rows, columns);

    const auto like = sample<To>();
    const auto wanted = gb::cuda::downloaded(*like.storage().device(e));
    gb::cuda::blocks c = gb::cuda::uploaded(e, wanted);
    e->set_bytes(c.values.data(), 0, c.values.bytes());
    e->set_bytes(c.norms.data(), 0, c.norms.size() * sizeof(double));
    gb::cuda::block_product::fill_blocks(e, dense.data(), std::is_same_v<From, double>, at.at.data(), rows, columns, scale, c);
    const auto found = gb::cuda::downloaded(c);

    const std::size_t count = static_cast<std::size_t>(c.count) * gb::formats::block_values;
    REQUIRE(c.count == 13);
    const To* const x = reinterpret_cast<const To*>(wanted.values.data());
    const To* const y = reinterpret_cast<const To*>(found.values.data());
    bool is_same = true;
    for (std::size_t n = 0; n < count; ++n) is_same = is_same && y[n] == static_cast<To>(static_cast<double>(x[n]) * scale);
    CHECK(is_same);
    for (std::size_t p = 0; p < 13; ++p) {
        if (std::isinf(wanted.norms[p])) CHECK(std::isinf(found.norms[p]));
        // Sums of 1024 squares, each rounded once for each term, in two orders.
        else
            CHECK(std::abs(found.norms[p] - scale * wanted.norms[p]) <= 1024 * 0x1p-52 * wanted.norms[p]);
    }
}

}  // namespace

TEST_CASE("a matrix that is one dense array has all blocks, and the values and the norm that it was made of") {
    const auto check = [](auto a) {
        const auto& e = on_device().cuda_engine();
        const gb::cuda::engine::use here(*e, "test");
        const auto dense = a.storage().dense(e);
        CHECK(a.storage().has_dense(e));
        CHECK(dense->rows() == 96);
        CHECK(dense->columns() == 160);
        const gb::block_storage other(gb::cuda::dense_of(*a.storage().device(e)));
        CHECK(other.count() == 15);
        CHECK(other.norm(e) == Approx(a.storage().norm(e)).epsilon(1e-14));
        const auto b = decltype(a)::from_storage(other);
        CHECK(b.to_dense() == a.to_dense());
        CHECK(b.storage().device(e)->count == 15);
        CHECK(b.norm() == Approx(a.norm()).epsilon(1e-14));
        CHECK(gb::block_storage(other).norm(e) == Approx(a.storage().norm(e)).epsilon(1e-14));
    };
    auto values = sample<double>().to_dense();
    CHECK(std::isinf(sample<double>().storage().norm(on_device().cuda_engine())));
    values[40 * ncols + 40] = 1;
    check(gb::block_matrix<double>::from_dense(nrows, ncols, values));
    const std::vector<float> narrow(values.begin(), values.end());
    check(gb::block_matrix<float>::from_dense(nrows, ncols, narrow));
}

TEST_CASE("blocks are filled from dense arrays, and their norms computed") {
    for (const double scale : {1.0, 0.25}) {  // powers of two: nothing is rounded
        check_filled<float, float>(scale);
        check_filled<float, double>(scale);
        check_filled<double, double>(scale);
    }
}
