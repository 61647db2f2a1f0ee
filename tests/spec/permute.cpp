// permute against the specification, against extract, and against itself undone.
#include "picks.hpp"

namespace spec {

namespace {

using order_list = std::vector<index>;

/// In order, turned round, and at random.
std::vector<order_list> orders(random& r, index size) {
    const order_list given = pick_all(size).meant;
    return {given, order_list(given.rbegin(), given.rend()), shuffled(r, given), shuffled(r, given)};
}

template <class T>
void check_matrices(const std::string& type) {
    random r(20260101);
    for (const auto& [nrows, ncols] :
         std::array<std::pair<index, index>, 7>{{{0, 0}, {0, 3}, {3, 0}, {1, 1}, {9, 9}, {5, 130}, {67, 67}}}) {
        const auto a = random_dense<T>(r, nrows, ncols, 0.3);
        const auto stored = write<gb::matrix<T>>(a);
        const auto before = stored;
        for (const order_list& i : orders(r, nrows)) {
            for (const order_list& j : orders(r, ncols)) {
                for (const gb::context& ctx : contexts()) {
                    expect_none(difference(gb::permute(ctx, stored, i, j), extract(a, i, j)),
                                [&] { return type + " " + shape_text({nrows, ncols}) + ", rows and columns"; });
                }
            }
            if (nrows != ncols) continue;
            for (const gb::context& ctx : contexts()) {
                const auto c = gb::permute(ctx, stored, i);
                expect_none(difference(c, extract(a, i, i)), [&] { return type + " " + shape_text({nrows, ncols}); });
                CHECK(gb::permute(ctx, c, gb::inverse_order(i)) == stored);
            }
        }
        CHECK(stored == before);
    }
}

template <class T>
void check_vectors(const std::string& type) {
    random r(20260102);
    const order_list first{0};
    for (const index size : {0, 1, 8, 200}) {
        for (const double density : {0.0, 0.1, 0.8}) {
            const auto u = random_dense<T>(r, 1, size, density);
            for (const bool is_dense : {false, true}) {
                const auto stored = in_form(write<gb::vector<T>>(u), is_dense);
                for (const order_list& i : orders(r, size)) {
                    for (const gb::context& ctx : contexts()) {
                        const auto w = gb::permute(ctx, stored, i);
                        expect_none(difference(w, extract(u, first, i)),
                                    [&] { return type + " of " + std::to_string(size); });
                        CHECK(gb::permute(ctx, w, gb::inverse_order(i)) == stored);
                    }
                }
            }
        }
    }
}

template <class T>
void check_larger(std::uint64_t seed) {
    random r(seed);
    const auto a = skewed<T>(seed, 3000, 2500, 2400, 5);
    const order_list i = shuffled(r, pick_all(3000).meant), j = shuffled(r, pick_all(2500).meant);
    const auto want = gb::extract(contexts()[0], a, i, j);
    index longest = 0;
    for (index k = 0; k < 3000; ++k) longest = std::max(longest, a.row_offsets()[k + 1] - a.row_offsets()[k]);
    REQUIRE(longest > 1024);  // long enough to be sorted by digits
    for (const gb::context& ctx : contexts()) CHECK(gb::permute(ctx, a, i, j) == want);
}

}  // namespace

TEST_CASE("permute: matrices of every type", "[spec][permute]") {
    check_matrices<void>("structure");
    check_matrices<bool>("bool");
    check_matrices<std::int8_t>("int8");
    check_matrices<std::uint16_t>("uint16");
    check_matrices<std::int32_t>("int32");
    check_matrices<float>("float");
    check_matrices<double>("double");
}

TEST_CASE("permute: vectors in both forms", "[spec][permute]") {
    check_vectors<void>("structure");
    check_vectors<bool>("bool");
    check_vectors<std::int64_t>("int64");
    check_vectors<float>("float");
}

TEST_CASE("permute: values of a type of one's own", "[spec][permute]") {
    random r(20260103);
    const auto a = random_dense<affine>(r, 12, 12, 0.4);
    const auto stored = write<gb::matrix<affine>>(a);
    const order_list i = shuffled(r, pick_all(12).meant);
    expect_none(difference(gb::permute(contexts()[1], stored, i), extract(a, i, i)), [] { return "own type"; });
}

TEST_CASE("permute: long rows, on several threads as on one", "[spec][permute]") {
    check_larger<float>(20260104);
    check_larger<std::int64_t>(20260105);
    random r(20260106);
    const auto u = gb::vector<double>::from_storage(rows_of(random_dense<double>(r, 1, 40000, 0.05)));
    const order_list i = shuffled(r, pick_all(40000).meant);
    for (const gb::context& ctx : contexts())
        for (const bool is_dense : {false, true})
            CHECK(gb::permute(ctx, in_form(u, is_dense), i) == gb::extract(ctx, u, i));
}

TEST_CASE("permute: a new number is not an old one", "[spec][permute]") {
    // Vertex 2 comes first, then 0, then 1: the edge 2 -> 0 becomes 0 -> 1.
    const auto a = gb::matrix<int>::from_edges(3, 3, order_list{2}, order_list{0}, std::vector<int>{7});
    const order_list order{2, 0, 1};
    CHECK(gb::permute(contexts()[1], a, order).get_element(0, 1) == 7);
    CHECK(gb::inverse_order(order) == order_list{1, 2, 0});
    const auto u = gb::vector<int>::from_dense(std::vector<int>{10, 11, 12});
    CHECK(gb::permute(contexts()[1], u, order).to_entries().values == std::vector<int>{12, 10, 11});
    CHECK(gb::inverse_order(order_list{}).empty());
}

TEST_CASE("permute: what is known of a matrix", "[spec][permute]") {
    random r(20260107);
    auto half = random_dense<int>(r, 40, 40, 0.2);
    for (index i = 0; i < 40; ++i)
        for (index j = 0; j < i; ++j) half.at(i, j) = half.at(j, i);
    const gb::context& ctx = contexts()[1];
    const auto a = write<gb::matrix<int>>(half);
    const order_list i = shuffled(r, pick_all(40).meant), j = shuffled(r, pick_all(40).meant);
    CHECK(!gb::permute(ctx, a, i).any().is_known_to_be_symmetric());
    REQUIRE(a.is_symmetric(ctx));
    const auto c = gb::permute(ctx, a, i);
    CHECK(c.any().is_known_to_be_symmetric());
    CHECK(gb::transpose(ctx, c) == c);
    const auto apart = gb::permute(ctx, a, i, j);
    CHECK(!apart.any().is_known_to_be_symmetric());
    CHECK(apart.is_symmetric(ctx) == (transposed(read(apart)).cells == read(apart).cells));
    CHECK(c.any().structure_id() != a.any().structure_id());
}

TEST_CASE("permute: nothing goes by way of the host", "[spec][permute]") {
    if (!on_cuda()) return;
    const gb::context& ctx = contexts()[0];
    const order_list rows{0, 1, 2}, columns{2, 0, 0}, order{1, 2, 0};
    const auto a = gb::matrix<float>::from_edges(ctx, 3, 3, rows, columns, std::vector<float>{1, 2, 3});
    const auto u = gb::vector<float>::from_entries(ctx, 3, order_list{0, 2}, std::vector<float>{4, 5});
    CHECK(!gb::permute(ctx, a, order).any().is_on_host());
    CHECK(!gb::permute(ctx, a, order, rows).any().is_on_host());
    CHECK(!gb::permute(ctx, u, order).any().is_on_host());
    CHECK(!a.any().is_on_host());
    CHECK(!u.any().is_on_host());
}

TEST_CASE("permute refuses what is no permutation", "[spec][permute]") {
    const gb::context& ctx = contexts()[1];
    const gb::matrix<float> a(4, 4), b(4, 3);
    const gb::vector<float> u(4);
    const auto refused = [](auto&& call, auto expected, const char* words) {
        using error = typename decltype(expected)::type;
        CHECK_THROWS_AS(call(), error);
        CHECK_THROWS_WITH(call(), contains_text(words));
    };
    const std::type_identity<gb::dimension_mismatch> mismatch;
    const std::type_identity<gb::invalid_value> value;
    refused([&] { return gb::permute(ctx, a, order_list{0, 1, 2}); }, mismatch, "permute: order has 3 numbers for 4 positions");
    refused([&] { return gb::permute(ctx, b, order_list{0, 1, 2, 3}); }, mismatch, "A is 4x3, it must be 4x4");
    refused([&] { return gb::permute(ctx, b, order_list{0, 1, 2, 3}, order_list{0, 1, 2, 3}); }, mismatch,
            "column order has 4 numbers for 3 positions");
    refused([&] { return gb::permute(ctx, b, order_list{0, 1, 2}, order_list{0, 1, 2}); }, mismatch,
            "row order has 3 numbers for 4 positions");
    refused([&] { return gb::permute(ctx, u, order_list{0}); }, mismatch, "order has 1 numbers for 4 positions");
    refused([&] { return gb::permute(ctx, a, order_list{0, 4, -1, 0}); }, value, "4 in entry 1 is outside [0, 4)");
    refused([&] { return gb::permute(ctx, a, order_list{0, 1, -1, 4}); }, value, "-1 in entry 2 is outside [0, 4)");
    refused([&] { return gb::permute(ctx, a, order_list{3, 1, 0, 1}); }, value, "1 is listed twice, in entries 1 and 3");
    refused([&] { return gb::permute(ctx, b, order_list{3, 1, 0, 2}, order_list{2, 2, 2}); }, value,
            "column order is no permutation: 2 is listed twice, in entries 0 and 1");
    refused([&] { return gb::permute(ctx, u, order_list{0, 0, 1, 2}); }, value, "0 is listed twice");
    refused([&] { return gb::inverse_order(order_list{0, 2}); }, value, "inverse_order: order: 2 in entry 1 is outside [0, 2)");
}

}  // namespace spec
