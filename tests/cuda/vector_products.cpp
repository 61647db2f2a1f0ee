// Products of matrices and vectors on the CUDA engine against the host engine.
#include <array>
#include <vector>

#include <graphblas_gpu/transpose.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

constexpr gb::method all_methods[] = {gb::method::automatic, gb::method::hash, gb::method::dense, gb::method::dot};

/// f(options, mask) for every method, transposition and kind of mask.
template <class F>
void for_each_way(const gb::vector<int>& m, F&& f) {
    for (const gb::method how : all_methods) {
        for (const bool transposed : {false, true}) {
            for (const bool replace : {false, true}) {
                INFO(gb::to_string(how) << (transposed ? ", A'" : "") << (replace ? ", replace" : ""));
                const gb::descriptor desc{
                    .transpose_a = transposed, .transpose_b = transposed, .replace = replace, .method = how};
                f(desc, gb::no_mask);
                f(desc, gb::structure(m));
                f(desc, !gb::structure(m));
                f(desc, gb::values(m));
                f(desc, !gb::values(m));
            }
        }
    }
}

template <class TA, class TU, class TW, class S>
void check_vectors(const S& semiring) {
    const gb::matrix<TA> a = any_matrix<TA>(40, 40, 1);
    const gb::vector<int> m = any_vector<int>(40, 2);
    const gb::vector<TW> w = any_vector<TW>(40, 3);
    for (const double density : {0.0, 0.1, 0.7, 1.0}) {
        const gb::vector<TU> u = any_vector<TU>(40, 4, density);
        for_each_way(m, [&](const gb::descriptor& desc, const auto& mask) {
            if (!spec::is_tried_where_slow()) return;
            gb::vector<TW> x = w, y = w;
            gb::mxv(on_host(), x, mask, gb::plus{}, semiring, a, u, desc);
            gb::mxv(on_device(), y, mask, gb::plus{}, semiring, a, u, desc);
            check_same(x, y);
            gb::vxm(on_host(), x, mask, gb::no_accum, semiring, u, a, desc);
            gb::vxm(on_device(), y, mask, gb::no_accum, semiring, u, a, desc);
            check_same(x, y);
            CHECK((on_device().last_report().method == gb::method::dot || desc.method != gb::method::dot));
        });
    }
}

}  // namespace

TEST_CASE("products of vectors are those of the host") {
    SECTION("plus_times") { check_vectors<float, float, float>(gb::plus_times<float>); }
    SECTION("min_plus, other types") { check_vectors<std::int8_t, double, std::int64_t>(gb::min_plus<std::int32_t>); }
    SECTION("lor_land") { check_vectors<void, bool, bool>(gb::lor_land<bool>); }
    SECTION("any_pair") { check_vectors<void, void, bool>(gb::any_pair<bool>); }
    SECTION("any_first") { check_vectors<int, double, double>(gb::any_first<double>); }
    SECTION("any_second") { check_vectors<int, float, double>(gb::any_second<double>); }
    SECTION("any_secondi") { check_vectors<int, void, std::int64_t>(gb::any_secondi<std::int64_t>); }
    SECTION("any_firsti") { check_vectors<int, void, std::int64_t>(gb::any_firsti<std::int64_t>); }
}

TEST_CASE("vectors of other lengths, and of none") {
    for (const auto& [rows, columns] : {std::array<gb::index, 2>{0, 0}, {0, 3}, {3, 0}, {1, 70}, {70, 1}, {33, 65}}) {
        const gb::matrix<double> a = any_matrix<double>(rows, columns, 5, 0.5);
        const auto u = any_vector<double>(columns, 6), v = any_vector<double>(rows, 7);
        check_same(gb::mxv(on_host(), gb::plus_times<double>, a, u), gb::mxv(on_device(), gb::plus_times<double>, a, u));
        check_same(gb::vxm(on_host(), gb::plus_times<double>, v, a), gb::vxm(on_device(), gb::plus_times<double>, v, a));
    }
}

TEST_CASE("outputs of which only the kernel knows how many there are, and those that are counted before") {
    // Most positions have an entry, few have, or none; the sizes are next to those up to which blocks count.
    const auto tall = [](gb::index rows, gb::index every) {
        std::vector<gb::index> i, j;
        std::vector<std::int8_t> values;
        for (gb::index row = 0; row < rows; ++row) {
            if (row % every != 0 && row % 1000 != 999) continue;
            for (gb::index column = row % 40; column < 40; column += 17) {
                i.push_back(row);
                j.push_back(column);
                values.push_back(static_cast<std::int8_t>(row % 5 + 1));
            }
        }
        return gb::matrix<std::int8_t>::from_edges(rows, 40, i, j, values);
    };
    for (const gb::index rows : {16383, 16384, 16385, 32767, 32768, 32769}) {
        const auto full = any_vector<std::int8_t>(40, 12, 1.0), some = any_vector<std::int8_t>(40, 13, 0.5);
        const auto mask = any_vector<int>(rows, 14, 0.3);
        for (const gb::index every : {gb::index{1}, gb::index{3}, gb::index{500}, rows + 1}) {
            CAPTURE(rows, every);
            const auto a = tall(rows, every);
            const auto check = [&](const auto& semiring) {
                for (const auto* const u : {&full, &some}) {
                    check_same(gb::mxv(on_host(), semiring, a, *u), gb::mxv(on_device(), semiring, a, *u));
                    const gb::descriptor pushed{.transpose_a = true, .method = gb::method::hash};
                    const auto across = gb::transpose(on_host(), a);
                    check_same(gb::mxv(on_host(), semiring, across, *u, pushed),
                               gb::mxv(on_device(), semiring, across, *u, pushed));
                    gb::vector<std::int8_t> x(rows), y(rows);
                    gb::mxv(on_host(), x, gb::structure(mask), gb::no_accum, semiring, a, *u);
                    gb::mxv(on_device(), y, gb::structure(mask), gb::no_accum, semiring, a, *u);
                    check_same(x, y);
                }
            };
            check(gb::plus_times<std::int8_t>);
            check(gb::min_plus<float>);
            check(gb::plus_pair<std::int32_t>);
        }
    }
}

TEST_CASE("rows of all lengths are pulled from a vector with all entries") {
    // Lengths next to those at which other threads take the rest of a row, and rows of which every warp has a part.
    constexpr gb::index lengths[] = {0, 1, 63, 64, 65, 0, 319, 320, 321, 577, 2112, 2113, 5000, 63, 900, 128};
    constexpr gb::index columns = 5000;
    for (const gb::index rows : {40, 16390}) {
        std::vector<gb::index> i, j;
        std::vector<std::int32_t> values;
        for (gb::index row = 0; row < rows; ++row) {
            const gb::index length = row % 1000 < 40 ? lengths[row % std::size(lengths)] : row % 3;
            for (gb::index p = 0; p < length; ++p) {
                i.push_back(row);
                j.push_back(columns - length + p);
                values.push_back(static_cast<std::int32_t>((row + 7 * p) % 11 - 5));
            }
        }
        const auto a = gb::matrix<std::int32_t>::from_edges(rows, columns, i, j, values);
        const auto u = any_vector<std::int32_t>(columns, 15, 1.0);
        const auto check = [&](const auto& semiring) {
            check_same(gb::mxv(on_host(), semiring, a, u), gb::mxv(on_device(), semiring, a, u));
        };
        check(gb::plus_times<std::int32_t>);
        check(gb::min_plus<std::int64_t>);
        check(gb::max_plus<float>);
    }
}

TEST_CASE("the output of a vector product may be an operand or the mask") {
    const gb::matrix<std::int64_t> a = any_matrix<std::int64_t>(30, 30, 8);
    gb::vector<std::int64_t> x = any_vector<std::int64_t>(30, 9), y = x;
    for (int round = 0; round < 3; ++round) {
        gb::vxm(on_host(), x, !gb::structure(x), gb::plus{}, gb::plus_times<std::int64_t>, x, a);
        gb::vxm(on_device(), y, !gb::structure(y), gb::plus{}, gb::plus_times<std::int64_t>, y, a);
    }
    check_same(x, y);
}

TEST_CASE("vector products refuse variants and methods that are none") {
    const gb::matrix<float> a = any_matrix<float>(10, 10, 10);
    const gb::vector<float> u = any_vector<float>(10, 11);
    for (const gb::context* ctx : {&on_host(), &on_device()}) {
        CHECK_THROWS_AS(gb::mxv(*ctx, gb::plus_times<float>, a, u, {.variant = gb::hash_variant::kkmem}), gb::unsupported);
        CHECK_THROWS_AS(gb::vxm(*ctx, gb::plus_times<float>, u, a, {.method = gb::method::merge}), gb::unsupported);
    }
}
