// One product, made in all the ways that the kernels have, whatever the planner would choose: in one pass with bounds
// that are tight or loose, in two phases by hash and by dense accumulators, under every mask; and in memory that was
// used before.
//
// Idea: operands and tasks are put together here, below the public interface, because memory decides between one pass
// and two, and no test can fill it.
#include "mxm_trial.hpp"
#include <graphblas_gpu/base/memory.hpp>
#include <graphblas_gpu/host/dot/pair_rows.hpp>
#include <graphblas_gpu/host/product/compress.hpp>
#include <graphblas_gpu/host/product/product.hpp>
#include <graphblas_gpu/operations/host_product.hpp>
#include <graphblas_gpu/operations/product_work.hpp>

namespace spec {

namespace {

using gb::buffer;
using gb::csr;
using gb::method;
namespace host = gb::host;

/// B of which some rows are long enough to be kept as bits, others short runs, others empty.
template <class T>
gb::matrix<T> with_wide_rows(std::uint64_t seed, index nrows, index ncols) {
    random r(seed);
    dense<T> d{nrows, ncols};
    for (index k = 0; k < nrows; ++k) {
        const bool is_wide = k % 3 == 1;
        const index from = is_wide ? 0 : r.below(ncols), length = is_wide ? ncols : k % 3 == 0 ? 6 : 0;
        for (index j = from; j < std::min(from + length, ncols); ++j) {
            if (!is_wide || r.chance(0.3)) d.at(k, j) = random_value<T>(r);
        }
    }
    return write<gb::matrix<T>>(d);
}

template <class T, class S>
void check_passes(const std::string& name, const S& semiring, const gb::matrix<T>& a, const gb::matrix<T>& b,
                  bool has_wide_rows) {
    const auto t = mxm(semiring, read(a), read(b));
    random r(61);
    const auto m = random_dense<bool>(r, t.nrows, t.ncols, 0.3);
    const auto mask_matrix = write<gb::matrix<bool>>(m);
    const gb::structure_view mask = mask_matrix.rows();
    const csr<T> b_transposed = gb::formats::transposed(b.rows());

    for (const int threads : {1, 3}) {
        host::team team(threads);
        for (const int kind : {0, 1, 2}) {
            const host::mask_rows rows{mask, kind > 0, kind == 2};
            host::operands<S> in{semiring, a.rows(), b.rows(), b_transposed.view(), rows};
            const auto admits = kind == 0 ? filled(t.nrows, t.ncols, true) : admitted(m, false, kind == 2);
            const auto want =
                rows_of(write_back(dense<gb::semiring_value_t<S>>{t.nrows, t.ncols}, admits, gb::no_accum, t, true));

            const auto multiplications = host::multiplications_before(team, in.a, in.b);
            const host::symbolic_operand symbolic(team, in.a, in.b, multiplications);
            REQUIRE((symbolic.wide().count > 0) == has_wide_rows);
            const host::packed_rows packed(team, in.b_transposed);
            in.packed_b_transposed = &packed;
            const auto dot_work = host::dot_work_before(team, in.a, in.b_transposed, mask);
            const buffer<gb::row_offset> tight = host::row_bounds(multiplications, in.ncols());
            buffer<gb::row_offset> loose = tight;
            for (std::size_t i = 0; i < loose.size(); ++i) loose[i] += static_cast<index>(i) * 1000;

            struct way {
                const char* words;
                host::product_passes task;
            };
            std::vector<way> ways{
                {"hash in two phases", {method::hash, &multiplications, nullptr, nullptr, &symbolic}},
                {"dense in two phases", {method::dense, &multiplications, nullptr, nullptr, &symbolic}},
                {"dense in one pass", {method::dense, &multiplications, &tight, nullptr, nullptr}},
                {"dense in one pass, bounds too large", {method::dense, &multiplications, &loose, nullptr, nullptr}}};
            if (rows.admits_only())
                ways.push_back({"dot", {method::dot, &multiplications, nullptr, &dot_work, nullptr}});
            for (const auto& [how, task] : ways) {
                for (int again = 0; again < 2; ++again) {  // the second finds what the first left in working memory
                    const auto words = [&, how = how] {
                        return name + ", " + how + ", mask " + std::to_string(kind) + ", " + std::to_string(threads) +
                               " threads";
                    };
                    const auto got = gb::formats::typed<gb::semiring_value_t<S>>(
                        host::product(team, host::kernels<S>::table, in.arrays(), task));
                    expect_none(difference(got, want), words);
                    if constexpr (std::integral<T>) {
                        // Any monoid over the same rows.
                        const gb::monoid<gb::max, T> largest{};
                        host::sum_of<gb::monoid<gb::max, T>> total(largest);
                        host::fold_product(team, host::kernels<S>::table, in.arrays(), task, false, total);
                        const T folded = total.sum().sum();
                        T most = largest.identity();
                        for (const T& value : want.values) most = largest(most, value);
                        if (folded != most) FAIL(words() << ": folded to " << +folded << ", not " << +most);
                    }
                }
            }
        }
    }
    SUCCEED();
}

template <class T, class S>
void check_all_operands(const std::string& name, const S& semiring) {
    check_passes(name + ", skewed", semiring, skewed<T>(71, 150, 80, 80, 9), skewed<T>(72, 80, 300, 150, 5), false);
    check_passes(name + ", wide", semiring, skewed<T>(73, 200, 60, 60, 12), with_wide_rows<T>(74, 60, 1300), true);
    check_passes(name + ", empty", semiring, gb::matrix<T>(7, 9), gb::matrix<T>(9, 200), false);
}

/// Leaves a great deal of used memory, none of it zero, for the arrays to come.
void use_memory() {
    constexpr std::size_t bytes = std::size_t{1} << 26;
    const buffer<unsigned char> used(bytes, 0xa5), more(bytes / 2, 0x5a);
}

}  // namespace

TEST_CASE("products in one pass and in two: sums", "[spec][passes]") {
    if (left_out_on_cuda("products in one pass and in two: sums", "about the working memory of the host")) return;
    check_all_operands<float>("plus_times<float>", gb::plus_times<float>);
    check_all_operands<std::int32_t>("min_plus<int32>", gb::min_plus<std::int32_t>);
}
TEST_CASE("products in one pass and in two: any, and pairs", "[spec][passes]") {
    if (left_out_on_cuda("products in one pass and in two: any, and pairs", "about the working memory of the host")) return;
    check_all_operands<std::int64_t>("any_secondi<int64>", gb::any_secondi<std::int64_t>);
    check_all_operands<std::int8_t>("plus_pair<int8>", gb::plus_pair<std::int8_t>);
}

TEST_CASE("products in one pass and in two: what fits no working memory", "[spec][passes]") {
    if (left_out_on_cuda("products in one pass and in two: what fits no working memory",
                         "about the working memory of the host"))
        return;
    // Bounds of rows that cannot be staged, on members that run ahead of each other.
    const auto a = skewed<float>(75, 40, 30, 30, 20), b = skewed<float>(76, 30, 5000, 4000, 20);
    const gb::context& ctx = contexts()[2];
    const auto want = gb::mxm(ctx, gb::plus_times<float>, a, b, {.method = method::hash});
    for (const int threads : {1, 2, 4}) {
        host::team team(threads);
        const host::operands<gb::semiring_t<gb::plus_times<float>>> in{gb::plus_times<float>, a.rows(), b.rows(), {}, {}};
        const auto multiplications = host::multiplications_before(team, in.a, in.b);
        buffer<gb::row_offset> bounds = host::row_bounds(multiplications, in.ncols());
        for (std::size_t i = 0; i < bounds.size(); ++i)
            bounds[i] += static_cast<index>(i) * (i % 5 == 0 ? 0 : 2'500'000);
        for (std::size_t i = 1; i < bounds.size(); ++i) bounds[i] = std::max(bounds[i], bounds[i - 1] + 5000);
        const auto got = gb::formats::typed<float>(
            host::product(team, host::kernels<gb::semiring_t<gb::plus_times<float>>>::table, in.arrays(),
                          {method::dense, &multiplications, &bounds, nullptr, nullptr}));
        CHECK((got == want.to_csr()));
    }
}

TEST_CASE("products in memory that was used before", "[spec][passes]") {
    if (left_out_on_cuda("products in memory that was used before", "about the working memory of the host")) return;
    // Arrays of tens of megabytes: large enough to be made of blocks that are cached.
    const auto a = skewed<float>(77, 1500, 800, 60, 300), b = skewed<float>(78, 800, 4000, 1500, 200);
    gb::matrix<float> want(0, 0);
    for (const gb::context& ctx : contexts()) {
        for (const method how : {method::dense, method::hash}) {
            use_memory();
            const auto c = gb::mxm(ctx, gb::plus_times<float>, a, b, {.method = how});
            use_memory();
            const auto structure = gb::mxm_structure(ctx, a, b, {.method = how});
            use_memory();
            const auto transposed = gb::transpose(ctx, gb::transpose(ctx, c));
            if (want.nrows() == 0) {
                REQUIRE(c.nvals() > 2'000'000);
                want = c;
            }
            CHECK((c == want));
            CHECK((transposed == want));
            CHECK((structure.to_csr().columns == want.to_csr().columns));
            CHECK(structure.nvals() == gb::mxm_nvals(ctx, a, b, {.method = how}));
        }
    }
    gb::base::release_cached_blocks();
}

// ---- what the planner and the passes are told ----

TEST_CASE("row_bounds: multiplications, or all columns", "[spec][passes]") {
    CHECK(host::row_bounds({0}, 7) == buffer<gb::row_offset>{0});
    CHECK(host::row_bounds({0, 3, 3, 20, 27}, 7) == buffer<gb::row_offset>{0, 3, 3, 10, 17});
    const std::int64_t huge = std::int64_t{1} << 61;
    CHECK(host::row_bounds({0, huge, 2 * huge}, gb::max_side) ==
          buffer<gb::row_offset>{0, gb::max_side, 2 * gb::max_side});
}

TEST_CASE("dot_work_before, pair_work_before: what the dot products walk over and look at", "[spec][passes]") {
    random r(79);
    const auto a = write<gb::matrix<std::int8_t>>(random_dense<std::int8_t>(r, 300, 200, 0.1));
    const auto bt = write<gb::matrix<std::int8_t>>(random_dense<std::int8_t>(r, 150, 200, 0.01));
    const auto mask = write<gb::matrix<std::int8_t>>(random_dense<std::int8_t>(r, 300, 150, 0.3));
    const auto x = a.rows(), y = bt.rows(), z = mask.rows();
    for (const int threads : {1, 4}) {
        host::team team(threads);
        const auto walked = host::dot_work_before(team, x, y, z);
        const auto sets = host::column_sets_before(team, y);
        const auto looked_at = host::pair_work_before(team, x, y, sets, z);
        const bool compressed = gb::formats::compression_is_profitable(y.nvals(), sets[150]);
        std::int64_t entries = 0, words = 0, admitted = 0, multiplications = 0;
        for (index i = 0; i < 300; ++i) {
            const auto at = static_cast<std::size_t>(i);
            CHECK(walked[at] == entries);
            CHECK(looked_at[at] == words);
            const auto size = x.row_size(i);
            const auto touched = gb::formats::count_sets(x.columns + x.begin(i), size);
            for (gb::row_offset m = z.begin(i); m < z.end(i) && size > 0; ++m) {
                const auto j = std::size_t{z.columns[m]};
                const auto other = y.row_size(z.columns[m]);
                entries += 1 + std::min(other, 16 * size);
                words += host::pair_entry_work(touched, other, sets[j + 1] - sets[j], 4, compressed);
            }
            if (z.row_size(i) == 0) continue;
            admitted += size;
            multiplications += 7 * i;
        }
        CHECK(walked[300] == entries);
        CHECK(looked_at[300] == words);
        buffer<std::int64_t> before(301);
        for (index i = 0; i <= 300; ++i) before[static_cast<std::size_t>(i)] = 7 * i * (i - 1) / 2;
        const auto by_rows = host::work_of_admitted_rows(team, x, before, z);
        CHECK(by_rows.entries == admitted);
        CHECK(by_rows.multiplications == multiplications);
        // Where only the sizes of rows are known, as many words an entry as in the rows of the matrix itself.
        const auto expected = host::expected_sets_before(team, x, host::offsets_of_transpose(x));
        const auto of_rows = host::column_sets_before(team, x);
        CHECK(expected[200] >= of_rows[300]);
        CHECK(expected[200] <= of_rows[300] + 200);
    }
    const auto offsets = host::offsets_of_transpose(x);
    CHECK(offsets == gb::transpose(contexts()[0], a).to_csr().offsets);
}

}  // namespace spec
