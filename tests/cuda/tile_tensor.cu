// Tiles multiplied by tensor cores, against loops in double. Runs on a device, or in rehearsal.
//
// Idea: fragments first, one instruction at a time, with every element its own number; then whole products, with bounds that
// follow from the roundings there are: a factor's, a sum's.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <tests/catch.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/half_range.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/mma.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/values.hpp>

#include <tests/cuda/tile_cases.hpp>

#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace tile_tensor_test {
namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;
namespace tensor = graphblas_gpu::cuda::tensor;
namespace simt = graphblas_gpu::cuda::simt;
using cases::sparse;

constexpr double inf = std::numeric_limits<double>::infinity();

// One instruction each. Elements of A and B are small whole numbers, so that all sums are exact.

/// What the lanes bring and take, in memory: lane after lane.
struct halves_kernel_data {
    const float* a;  ///< 8 a lane
    const float* b;  ///< 4 a lane
    float* sums;     ///< 4 a lane
};

__global__ void halves_kernel(halves_kernel_data of) {
    const unsigned lane = simt::lane_id();
    const float* x = of.a + 8 * lane;
    const float* y = of.b + 4 * lane;
    const unsigned a[4] = {tensor::packed_halves(x[0], x[1]), tensor::packed_halves(x[2], x[3]),
                           tensor::packed_halves(x[4], x[5]), tensor::packed_halves(x[6], x[7])};
    const unsigned b[2] = {tensor::packed_halves(y[0], y[1]), tensor::packed_halves(y[2], y[3])};
    float sums[4] = {1, 2, 3, 4};
    tensor::multiply_halves(sums, a, b);
    for (unsigned n = 0; n < 4; ++n) of.sums[4 * lane + n] = sums[n];
}

__global__ void doubles_kernel(halves_kernel_data of) {
    const unsigned lane = simt::lane_id();
    double sums[2] = {1, 2};
    tensor::multiply_doubles(sums, static_cast<double>(of.a[lane]), static_cast<double>(of.b[lane]));
    for (unsigned n = 0; n < 2; ++n) of.sums[2 * lane + n] = static_cast<float>(sums[n]);
}

/// Bit n of a lane's word is element 32 lane + n.
__device__ unsigned word_of(const float* bits) {
    unsigned word = 0;
    for (unsigned n = 0; n < 32; ++n) word |= (bits[n] != 0 ? 1u : 0u) << n;
    return word;
}

__global__ void bits_kernel(halves_kernel_data of) {
    const unsigned lane = simt::lane_id();
    int sums[2] = {1, 2};
    tensor::count_common_bits(sums, word_of(of.a + 32 * lane), word_of(of.b + 32 * lane));
    for (unsigned n = 0; n < 2; ++n) of.sums[2 * lane + n] = static_cast<float>(sums[n]);
}

/// Checks that the fragments of 32 lanes are a whole matrix each, and that the instruction multiplies them.
template <class PositionOfA, class PositionOfB>
void check_instruction(void (*kernel)(halves_kernel_data), unsigned rows, unsigned inner, const PositionOfA& position_in_a,
                       const PositionOfB& position_in_b, int highest) {
    std::mt19937_64 random(rows * inner);
    const auto draw = [&] { return static_cast<float>(random() % static_cast<unsigned>(highest + 1)); };
    const unsigned in_a = rows * inner / 32, in_b = inner * 8 / 32, in_c = rows * 8 / 32;
    std::vector<float> a(32 * in_a), b(32 * in_b), sums(32 * in_c);
    std::vector<std::vector<float>> left(rows, std::vector<float>(inner)), right(inner, std::vector<float>(8));
    std::set<std::pair<unsigned, unsigned>> seen_a, seen_b, seen_c;
    for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned n = 0; n < in_a; ++n) {
            const tensor::position at = position_in_a(lane, n);
            left.at(at.row).at(at.column) = a[in_a * lane + n] = draw();
            seen_a.insert({at.row, at.column});
        }
        for (unsigned n = 0; n < in_b; ++n) {
            const tensor::position at = position_in_b(lane, n);
            right.at(at.row).at(at.column) = b[in_b * lane + n] = draw();
            seen_b.insert({at.row, at.column});
        }
    }
    REQUIRE(seen_a.size() == a.size());
    REQUIRE(seen_b.size() == b.size());
    const cu::engine_ptr& e = cases::engine();
    const auto x = cu::uploaded<float>(e, a), y = cu::uploaded<float>(e, b), z = cu::uploaded<float>(e, sums);
    simt::launch(e->stream(), 1, 32, 0, kernel, halves_kernel_data{x.data(), y.data(), z.data()});
    e->to_host(sums.data(), z.data(), sums.size() * sizeof(float));
    for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned n = 0; n < in_c; ++n) {
            const tensor::position at = tensor::sum_position(lane, n);
            seen_c.insert({at.row, at.column});
            float wanted = static_cast<float>(n + 1);
            for (unsigned k = 0; k < inner; ++k) wanted += left[at.row][k] * right[k][at.column];
            REQUIRE(sums[in_c * lane + n] == wanted);
        }
    }
    REQUIRE(seen_c.size() == sums.size());
}

TEST_CASE("tile_tensor: fragments") {
    check_instruction(halves_kernel, 16, 16, tensor::half_a_position, tensor::half_b_position, 15);
    const auto a4 = [](unsigned lane, unsigned) { return tensor::double_a_position(lane); };
    const auto b4 = [](unsigned lane, unsigned) { return tensor::double_b_position(lane); };
    check_instruction(doubles_kernel, 8, 4, a4, b4, 15);
    check_instruction(bits_kernel, 8, 128, tensor::bit_a_position, tensor::bit_b_position, 1);
}

// Whole products.

/// An entry of a product in double: its sum, the sum of absolute products, and how many there are.
struct terms {
    double sum = 0, size = 0, count = 0;
};
template <class T>
struct in_double {
    using left = T;
    using right = T;
    using value = terms;
    terms product(T x, T y, gb::index, gb::index, gb::index) const {
        const double z = static_cast<double>(x) * static_cast<double>(y);
        return {z, std::abs(z), 1};
    }
    terms sum(const terms& x, const terms& y) const { return {x.sum + y.sum, x.size + y.size, x.count + y.count}; }
};

template <class T>
cu::tiles on_device(const sparse<T>& m) {
    return cases::on_device(cases::engine(), cases::in_tiles(m));
}
/// The structure of a product of the loop.
cu::tiles on_device(const sparse<terms>& c) {
    return on_device(sparse<char>{c.nrows, c.ncols, c.offsets, c.columns, std::vector<char>(c.columns.size())});
}
template <class T>
std::vector<T> received(const cu::memory& values) {
    return cases::from_device(*cases::engine(), static_cast<const T*>(values.data()), values.bytes() / sizeof(T));
}

/// Values by `run`, which writes them for the structure of the product, beside a loop's: |difference| <= of_sum |sum| +
/// (of_factors + terms of_terms) times the sum of absolute products; where the loop has none that is finite, they are of the
/// same kind.
template <class T, class Run>
void check_values(const sparse<T>& a, const sparse<T>& b, double of_sum, double of_factors, double of_terms, const Run& run) {
    const cu::engine_ptr& e = cases::engine();
    const auto wanted = cases::by_loop(in_double<T>{}, a, b, cases::everywhere);
    const cu::tiles x = on_device(a), y = on_device(b), c = on_device(wanted);
    const cu::memory values(e, static_cast<std::size_t>(c.nvals) * sizeof(T));
    if (c.nvals > 0) e->set_bytes(values.data(), 0x5a, values.bytes());
    run(x.view(), y.view(), c.view().structure(), static_cast<T*>(values.data()));
    const std::vector<T> made = received<T>(values);
    const std::vector<terms> of_tiles = cases::in_tiles(wanted).values;
    REQUIRE(made.size() == of_tiles.size());
    for (std::size_t n = 0; n < made.size(); ++n) {
        const double is = static_cast<double>(made[n]), should = of_tiles[n].sum;
        CAPTURE(n, is, should);
        if (std::isnan(should)) REQUIRE(std::isnan(is));
        else if (std::isinf(should)) REQUIRE(is == should);
        else {
            const double of_products = of_factors + of_tiles[n].count * of_terms;
            REQUIRE(std::abs(is - should) <= of_sum * std::abs(should) + of_products * of_tiles[n].size);
        }
    }
}

const double half_step = std::ldexp(1.0, -11), float_step = std::ldexp(1.0, -24), double_step = std::ldexp(1.0, -53);

template <class T>
void check_doubles(const sparse<T>& a, const sparse<T>& b) {
    const double of_sum = sizeof(T) == 4 ? float_step : 0;
    // A loop's own sums in double are off by as much.
    check_values(a, b, of_sum, 0, 4 * double_step, [](const auto& x, const auto& y, const auto& c, T* values) {
        cu::fp64_values(cases::engine(), x, y, c, values);
    });
}

/// By tensor cores, and without them from whole tiles and from slices.
template <class Check>
void check_mixed_ways(int a_exponent, int b_exponent, const Check& check) {
    check([&](const auto& x, const auto& y, const auto& c, float* values) {
        cu::mixed_values(cases::engine(), x, y, c, a_exponent, b_exponent, values);
    });
    check([&](const auto& x, const auto& y, const auto& c, float* values) {
        cu::rounded_values(cases::engine(), x, y, c, a_exponent, b_exponent, values);
    });
    check([&](cu::tiles_ref x, cu::tiles_ref y, const auto& c, float* values) {
        const cu::csr rows = cu::untiled(cases::engine(), y);
        const cu::tile_slices columns_of_x = cu::column_slices(cases::engine(), x),
                              rows_of_y = cu::row_slices(cases::engine(), rows.view());
        x.columns = columns_of_x.view();
        y.rows = rows_of_y.view();
        y.rows.bases = rows.offsets.data();
        y.rows.values = rows.values.data();
        cu::rounded_values(cases::engine(), x, y, c, a_exponent, b_exponent, values);
    });
}

void check_mixed(const sparse<float>& a, const sparse<float>& b, int a_exponent, int b_exponent) {
    check_mixed_ways(a_exponent, b_exponent,
                     [&](const auto& run) { check_values(a, b, 0, 2.01 * half_step, 2 * float_step, run); });
}

struct shape {
    gb::index nrows, inner, ncols;
    double a_chance, b_chance;
};

const shape shapes[] = {
    {40, 40, 40, 0.1, 0.1},  {65, 17, 9, 0.5, 0.4},     {8, 8, 8, 1, 1},     {23, 70, 31, 1, 1},    {100, 100, 100, 0.01, 0.02},
    {5, 700, 3, 0.6, 0.6},   {17, 600, 24, 0.02, 0.03}, {1, 1, 1, 1, 1},     {24, 24, 24, 0, 1},    {64, 300, 64, 0.003, 0.5},
    // Rows of several runs, for which rows of A have more tiles than lanes, or fewer.
    {19, 500, 250, 0.1, 0.05}, {30, 200, 300, 0.2, 0.3},
};

TEST_CASE("tile_tensor: values") {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> real(-1.0, 1.0);
    for (const shape& s : shapes) {
        CAPTURE(s.nrows, s.inner, s.ncols, s.a_chance, s.b_chance);
        const auto draw = [&](auto& r) { return real(r); };
        const auto draw_float = [&](auto& r) { return static_cast<float>(real(r)); };
        check_doubles(cases::with_chance<double>(s.nrows, s.inner, s.a_chance, random, draw),
                      cases::with_chance<double>(s.inner, s.ncols, s.b_chance, random, draw));
        const auto a = cases::with_chance<float>(s.nrows, s.inner, s.a_chance, random, draw_float);
        const auto b = cases::with_chance<float>(s.inner, s.ncols, s.b_chance, random, draw_float);
        check_doubles(a, b);
        check_mixed(a, b, 0, 0);
    }
}

TEST_CASE("tile_tensor: factors far from 1 are scaled to fp16") {
    std::mt19937_64 random(8);
    std::uniform_real_distribution<float> real(1.0f, 2.0f);
    const auto a = cases::with_chance<float>(33, 50, 0.3, random, [&](auto& r) { return std::ldexp(real(r), 40); });
    const auto b = cases::with_chance<float>(50, 20, 0.3, random, [&](auto& r) { return std::ldexp(real(r), -60); });
    check_mixed(a, b, -39, 60);
}

TEST_CASE("tile_tensor: magnitudes of what is finite and not 0") {
    const cu::engine_ptr& e = cases::engine();
    const auto of = [&](const std::vector<float>& x) {
        const auto sent = cu::uploaded<float>(e, x);
        const cu::magnitudes found = cu::magnitudes_of(e, sent.data(), static_cast<gb::row_offset>(x.size()));
        return std::pair{found.least, found.most};
    };
    const auto infinite = static_cast<float>(inf);
    CHECK(of({}) == std::pair{0.0f, 0.0f});
    CHECK(of({0, -0.0f, infinite, -infinite, std::nanf("")}) == std::pair{0.0f, 0.0f});
    CHECK(of({0, -3, infinite, 2, std::nanf("")}) == std::pair{2.0f, 3.0f});
    CHECK(of({0x1p-149f, 0x1.fffffep127f}) == std::pair{0x1p-149f, 0x1.fffffep127f});
    // Wherever they lie; more than one turn of all threads.
    std::vector<float> many(3'000'000, -1.5f);
    for (const std::size_t at : {std::size_t{0}, many.size() / 2, many.size() - 1}) {
        many[at] = 7;
        CHECK(of(many) == std::pair{1.5f, 7.0f});
        many[at] = -0.25f;
        CHECK(of(many) == std::pair{0.25f, 1.5f});
        many[at] = -1.5f;
    }
}

TEST_CASE("tile_tensor: whole numbers are exact") {
    std::mt19937_64 random(9);
    const auto draw = [](auto& r) { return static_cast<float>(r() % 2001) - 1000; };
    const auto a = cases::with_chance<float>(50, 60, 0.2, random, draw);
    const auto b = cases::with_chance<float>(60, 50, 0.2, random, draw);
    check_mixed_ways(0, 0, [&](const auto& run) { check_values(a, b, 0, 0, 0, run); });
    // What fp16 does not hold is rounded by all of them alike.
    const auto wide =
        cases::with_chance<float>(50, 60, 0.05, random, [](auto& r) { return 1.0f + static_cast<float>(r() % 4096) / 4096; });
    std::vector<std::vector<float>> made;
    check_mixed_ways(0, 0, [&](const auto& run) {
        check_values(wide, b, 0, 2.01 * half_step, 2 * float_step,
                     [&](const auto& x, const auto& y, const auto& c, float* values) {
                         run(x, y, c, values);
                         made.emplace_back(static_cast<std::size_t>(c.nvals));
                         cases::engine()->to_host(made.back().data(), values, made.back().size() * sizeof(float));
                     });
    });
    REQUIRE(made[0] == made[1]);
    REQUIRE(made[1] == made[2]);
    check_values(a, b, 0, 0, 0, [](const auto& x, const auto& y, const auto& c, float* values) {
        cu::fp64_values(cases::engine(), x, y, c, values);
    });
}

TEST_CASE("tile_tensor: infinities and what is no number reach their own row and column only") {
    std::mt19937_64 random(10);
    const double strange[] = {inf, -inf, std::nan("")};
    const auto draw = [&](auto& r) {
        return static_cast<float>(r() % 60 == 0 ? strange[r() % 3] : static_cast<double>(1 + r() % 9));
    };
    for (const double chance : {0.05, 0.3, 1.0}) {
        const auto a = cases::with_chance<float>(50, 33, chance, random, draw);
        const auto b = cases::with_chance<float>(33, 70, chance, random, draw);
        check_doubles(a, b);
        check_mixed(a, b, 0, 0);
    }
}

template <class T>
void check_counts(const sparse<bool>& a, const sparse<bool>& b) {
    const cu::engine_ptr& e = cases::engine();
    const auto wanted = cases::by_loop(in_double<bool>{}, a, b, cases::everywhere);
    const cu::tiles x = on_device(a), y = on_device(b), c = on_device(wanted);
    const cu::memory values(e, static_cast<std::size_t>(c.nvals) * sizeof(T));
    cu::bit_counts(e, x.view().structure(), y.view().structure(), c.view().structure(), gb::base::code_of<T>(), values.data());
    const std::vector<T> made = received<T>(values);
    const std::vector<terms> of_tiles = cases::in_tiles(wanted).values;
    REQUIRE(made.size() == of_tiles.size());
    for (std::size_t n = 0; n < made.size(); ++n) {
        REQUIRE(made[n] == static_cast<T>(static_cast<std::uint64_t>(of_tiles[n].count)));
    }
}

TEST_CASE("tile_tensor: counts of products") {
    std::mt19937_64 random(11);
    const auto always = [](auto&) { return true; };
    for (const shape& s : shapes) {
        CAPTURE(s.nrows, s.inner, s.ncols, s.a_chance, s.b_chance);
        const auto a = cases::with_chance<bool>(s.nrows, s.inner, s.a_chance, random, always);
        const auto b = cases::with_chance<bool>(s.inner, s.ncols, s.b_chance, random, always);
        check_counts<std::int64_t>(a, b);
        check_counts<float>(a, b);
        check_counts<std::uint8_t>(a, b);
    }
}

TEST_CASE("tile_tensor: bits of what is true") {
    std::mt19937_64 random(12);
    const auto m = cases::with_chance<bool>(70, 50, 0.4, random, [](auto& r) { return r() % 2 == 0; });
    std::vector<cases::listed_row<bool>> only(70);
    for (gb::index i = 0; i < m.nrows; ++i) {
        for (auto p = static_cast<std::size_t>(m.begin(i)); p < static_cast<std::size_t>(m.end(i)); ++p)
            if (m.values[p]) only[static_cast<std::size_t>(i)].emplace_back(m.columns[p], true);
    }
    const cu::tiles tiles = on_device(m);
    const auto made = cases::from_device(*cases::engine(), cu::true_bits(cases::engine(), tiles.view()));
    // Every tile has some, at this density.
    REQUIRE(made == cases::in_tiles(cases::from_rows<bool>(m.ncols, only)).bitmaps);
}

}  // namespace
}  // namespace tile_tensor_test
