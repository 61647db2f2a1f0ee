// Block matrices as dense arrays, which cuBLAS reads and writes for spamm(), and back.
#include <graphblas_gpu/block_matrix.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

constexpr gb::index row_count = 90, column_count = 150;  // 3 x 5 blocks, the last ones not full

/// Blocks (0, 1) and (2, 3) are empty, and block (1, 1) has an infinity.
template <class T>
gb::block_matrix<T> sample() {
    std::mt19937 random(1);
    std::vector<T> values(static_cast<std::size_t>(row_count * column_count));
    for (gb::index i = 0; i < row_count; ++i) {
        for (gb::index j = 0; j < column_count; ++j) {
            const bool is_empty = (i / 32 == 0 && j / 32 == 1) || (i / 32 == 2 && j / 32 == 3);
            values[static_cast<std::size_t>(i * column_count + j)] =
                is_empty ? T{0} : static_cast<T>(random() % 1000) / T{8} - T{60};
        }
    }
    values[40 * column_count + 40] = std::numeric_limits<T>::infinity();
    return gb::block_matrix<T>::from_dense(row_count, column_count, values);
}

}  // namespace

TEST_CASE("a matrix that is one dense array has all blocks, and the values and the norm that it was made of") {
    const auto check = [](const auto& a) {
        const auto& e = on_device().cuda_engine();
        const gb::cuda::engine::use here(*e, "test");
        const auto dense = a.storage().dense(e);
        CHECK(a.storage().has_dense(e));
        CHECK(a.storage().dense(e) == dense);  // it is kept
        CHECK(dense->rows() == 96);
        CHECK(dense->columns() == 160);
        REQUIRE(a.nblocks() == 13);
        const gb::block_storage other(gb::cuda::dense_of(*a.storage().device(e)));
        CHECK(other.count() == 15);
        const auto same = [](double x, double y) {  // sums of 15 * 1024 squares in two orders
            return std::isinf(x) ? std::isinf(y) : std::abs(x - y) <= 15 * 1024 * 0x1p-52 * y;
        };
        CHECK(same(other.norm(e), a.storage().norm(e)));
        const auto b = std::decay_t<decltype(a)>::from_storage(other);
        CHECK(b.to_dense() == a.to_dense());
        const auto blocks = b.storage().host(), wanted = a.storage().host();
        REQUIRE(blocks->norms.size() == 15);
        CHECK(blocks->norms[1] == 0);
        CHECK(blocks->norms[13] == 0);
        for (std::size_t p = 0, w = 0; p < 15; ++p) {
            CHECK(blocks->columns[p] == p % 5);
            if (p != 1 && p != 13) CHECK(same(blocks->norms[p], wanted->norms[w++]));
        }
        CHECK(blocks->offsets[0] == 0);
        CHECK(blocks->offsets[3] == 15);
        CHECK(same(gb::block_storage(other).norm(e), a.storage().norm(e)));
    };
    check(sample<double>());
    check(sample<float>());
    check(gb::block_matrix<gb::float16>(sample<float>()));
}

TEST_CASE("a block matrix that two engines use in turn has a copy on each, and one of a third replaces the older") {
    const auto a = sample<float>();
    const gb::context contexts[] = {gb::context::cuda(), gb::context::cuda(), gb::context::cuda()};
    const auto blocks_on = [&](int k) {
        const auto& e = contexts[k].cuda_engine();
        const gb::cuda::engine::use here(*e, "test");
        const auto blocks = a.storage().device(e);
        CHECK(blocks->offsets.owner() == e);
        return blocks;
    };
    const auto first = blocks_on(0), second = blocks_on(1);
    CHECK(blocks_on(0) == first);
    CHECK(blocks_on(1) == second);
    (void)blocks_on(2);
    CHECK(blocks_on(1) == second);
    CHECK(blocks_on(0) != first);
}
