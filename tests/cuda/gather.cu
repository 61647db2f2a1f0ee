// Lists of products, and values by them, against a loop over rows. Runs on a device, or in rehearsal.
//
// Idea: terms are to be added in ascending k, the first one first, so that sums of fractions are the loop's to the bit; entries
// of so many products that a block adds them up together are made of whole numbers.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <tests/catch.hpp>

#include <graphblas_gpu/cuda/gather/gather.hpp>
#include <tests/cuda/on_words.hpp>

#include <tests/cuda/sparse_cases.hpp>

#include <algorithm>

namespace gather_test {
namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;
using cases::sparse;
using gb::index;

template <class K, class Admits>
void check(const K& k, const sparse<typename K::left>& a, const sparse<typename K::right>& b, const Admits& admits) {
    using value = typename K::value;
    const cu::engine_ptr& e = cases::engine();
    const sparse<value> wanted = cases::by_loop(k, a, b, admits);
    const cu::csr x = cases::on_device(e, a), y = cases::on_device(e, b);
    cu::csr c = cases::on_device(e, wanted);
    const auto lists = cu::listed_products(e, x.view().structure(), y.view().structure(), c.view().structure(),
                                           cases::multiplications(a, b));
    REQUIRE(lists.has_value() == (wanted.nvals() > 0));
    if (!lists) return;
    e->set_bytes(c.values.data(), 0x5a, c.values.bytes());
    cu::gather_values(e, cuda_tests::on_words(k), x.view(), y.view(), *lists,
                      cuda_tests::values_on_words(k, c.values.data()));
    const sparse<value> made = cases::from_device<value>(*e, c);
    const bool same = made.values == wanted.values;
    CHECK(same);
}

template <class K>
void check(const K& k, const sparse<typename K::left>& a, const sparse<typename K::right>& b) {
    check(k, a, b, cases::everywhere);
}

/// Values whose sums depend on the order.
template <class T>
sparse<T> with_fractions(sparse<T> m) {
    for (std::size_t p = 0; p < m.values.size(); ++p) m.values[p] = static_cast<T>(1) / static_cast<T>(3 + p * p % 1009);
    return m;
}

template <class S>
cu::direct<S> known(const S& s) {
    return {s};
}

/// Every row full, so that all entries of the product have `inner` products.
template <class T>
sparse<T> full(index nrows, index ncols, unsigned seed) {
    return cases::with_lengths<T>(std::vector<index>(static_cast<std::size_t>(nrows), ncols), ncols, seed);
}

}  // namespace

TEST_CASE("terms are added in order") {
    for (const unsigned seed : {1u, 2u, 3u}) {
        const auto a = with_fractions(cases::with_lengths<float>(cases::uneven(120, 4, 9, 40, seed), 90, seed));
        const auto b = with_fractions(cases::with_lengths<float>(cases::uneven(90, 4, 11, 60, seed + 10), 130, seed + 10));
        check(known(gb::plus_times<float>), a, b);
        check(known(gb::plus_times<float>), a, b, [](index i, index j) { return (i + j) % 3 != 0 && i % 7 != 2; });
        check(known(gb::min_plus<float>), a, b);
    }
}

TEST_CASE("pieces of one product, of one entry, and entries of all products that a block holds and one more") {
    constexpr auto held_products = cu::gather_policy::held_products;
    const auto k = known(gb::plus_times<double>);
    check(k, full<double>(1, 1, 1), full<double>(1, 1, 2));
    check(k, with_fractions(full<double>(1, held_products, 1)), with_fractions(full<double>(held_products, 1, 2)));
    check(k, full<double>(1, held_products + 1, 1), full<double>(held_products + 1, 1, 2));
    check(k, full<double>(3, 2 * held_products, 1), full<double>(2 * held_products, 2, 2));
    // Behind many short ones, so that their piece has both.
    auto b = cases::with_lengths<double>(std::vector<index>(3000, 1), 700, 5);
    check(k, full<double>(2, 3000, 3), b);
    for (auto& j : b.columns) j = j < 500 ? 699 : j;
    check(k, full<double>(2, 3000, 3), b);
}

TEST_CASE("rows of A as long as a block holds, and longer") {
    for (const index length : {cu::gather_policy::chunk, cu::gather_policy::chunk + 1, 1500u}) {
        const std::vector<index> twos(static_cast<std::size_t>(length), 2);
        const auto b = with_fractions(cases::with_lengths<float>(twos, 900, 4));
        check(known(gb::plus_times<float>), with_fractions(full<float>(1, length, 3)), b);
        check(known(gb::plus_times<float>), with_fractions(full<float>(4, length, 5)), b);
    }
}

TEST_CASE("long rows of B") {
    const auto a = with_fractions(cases::with_lengths<float>(cases::uneven(40, 3, 8, 20, 1), 50, 1));
    const auto b = with_fractions(cases::with_lengths<float>(cases::uneven(50, 4, 6, 1100, 2), 1600, 2));
    check(known(gb::plus_times<float>), a, b);
    check(known(gb::plus_times<float>), a, b, [](index i, index j) { return (i + j) % 3 != 0; });
}

TEST_CASE("values of all widths, operators that are looked up, operands without values") {
    const auto lengths = cases::uneven(60, 5, 10, 30, 7);
    check(known(gb::plus_times<double>), cases::with_lengths<double>(lengths, 60, 1),
          cases::with_lengths<double>(lengths, 60, 2));
    const cu::semiring_code bytes{cu::add_code::max, cu::multiply_code::times, gb::type_code::int8};
    check(cu::interpreted<std::int8_t>{bytes, 0}, cases::with_lengths<std::int8_t>(lengths, 60, 1),
          cases::with_lengths<std::int8_t>(lengths, 60, 2));
    const cu::semiring_code numbers{cu::add_code::plus, cu::multiply_code::first, gb::type_code::float64};
    check(cu::interpreted<double>{numbers, 0}, cases::with_lengths<double>(lengths, 60, 1),
          cases::with_lengths<double>(lengths, 60, 2));
}

TEST_CASE("in a piece of whole rows each entry of A makes one run") {
    const auto a = cases::with_lengths<float>({3, 0, 17, 40, 1, 8, 2}, 50, 1);
    std::vector<index> lengths(50, 5);
    lengths[7] = lengths[20] = 0;
    lengths[11] = 300;
    const auto b = cases::with_lengths<float>(lengths, 400, 2);
    REQUIRE(cases::multiplications(a, b) <= cu::gather_policy::piece_products);
    const auto wanted = cases::by_loop(known(gb::plus_times<float>), a, b, cases::everywhere);
    const cu::engine_ptr& e = cases::engine();
    const cu::csr x = cases::on_device(e, a), y = cases::on_device(e, b), c = cases::on_device(e, wanted);
    const auto lists = cu::listed_products(e, x.view(), y.view(), c.view(), cases::multiplications(a, b));
    REQUIRE(lists.has_value());
    const auto has_products = [&](gb::column_index k) { return b.begin(k) < b.end(k); };
    CHECK(lists->runs.size() == static_cast<std::size_t>(std::count_if(a.columns.begin(), a.columns.end(), has_products)));
}

TEST_CASE("rows too long for words are not listed") {
    const index inner = 1 << 17, ncols = 1 << 16;
    const auto a = full<float>(1, inner, 1);
    sparse<float> b;
    b.nrows = inner;
    b.ncols = ncols;
    b.offsets.assign(static_cast<std::size_t>(inner) + 1, ncols);
    b.offsets[0] = 0;
    for (index j = 0; j < ncols; ++j) b.columns.push_back(static_cast<gb::column_index>(j));
    b.values.assign(b.columns.size(), 1.0f);
    const sparse<float> c = full<float>(1, ncols, 1);
    const cu::csr x = cases::on_device(cases::engine(), a), y = cases::on_device(cases::engine(), b),
                  z = cases::on_device(cases::engine(), c);
    CHECK(!cu::listed_products(cases::engine(), x.view(), y.view(), z.view(), ncols));
}

}  // namespace gather_test
