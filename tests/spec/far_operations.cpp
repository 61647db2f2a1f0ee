// What is not a product, on objects with sides far beyond their entries.
#include "far.hpp"
#include <graphblas_gpu/mxm.hpp>

namespace spec {

namespace {

using T = std::int64_t;

struct wide_objects {
    explicit wide_objects(random& r, index size)
        : rows(near_side(4)),
          columns(far_side(r, size, 20)),
          near_a(random_dense<T>(r, 4, 20, 0.4)),
          near_b(random_dense<T>(r, 4, 20, 0.4)),
          near_c(random_dense<T>(r, 4, 20, 0.4)),
          near_mask(random_dense<T>(r, 4, 20, 0.5)),
          near_u(random_dense<T>(r, 1, 20, 0.5)),
          a(far_matrix<T>(near_a, rows, columns)),
          b(far_matrix<T>(near_b, rows, columns)),
          c(far_matrix<T>(near_c, rows, columns)),
          mask(far_matrix<T>(near_mask, rows, columns)),
          u(far_vector<T>(near_u, columns)) {}

    side rows, columns;
    dense<T> near_a, near_b, near_c, near_mask, near_u;
    gb::matrix<T> a, b, c, mask;
    gb::vector<T> u;
};

template <class F>
void for_wide_objects(F&& f) {
    random r(20261126);
    for (const index size : {longest_side, long_side}) f(wide_objects(r, size));
}

}  // namespace

TEST_CASE("far sides: element by element", "[spec][far]") {
    for_wide_objects([](const wide_objects& o) {
        for (const bool complement : {false, true}) {
            const auto mask = complement ? !gb::values(o.mask) : gb::values(o.mask);
            const auto admits = admitted(o.near_mask, true, complement);
            const auto check = [&](const char* name, const dense<T>& t, auto&& call) {
                gb::matrix<T> c = o.c;
                with_little_memory([&](const gb::context& ctx) { call(ctx, c, mask); });
                expect_none(far_difference(c, write_back(o.near_c, admits, gb::plus{}, t, false), o.rows, o.columns),
                            [&] { return std::string(name); });
            };
            check("ewise_add", ewise_add<T>(gb::min{}, o.near_a, o.near_b),
                  [&](auto& ctx, auto& c, auto& m) { gb::ewise_add(ctx, c, m, gb::plus{}, gb::min{}, o.a, o.b); });
            check("ewise_mult", ewise_mult<T>(gb::times{}, o.near_a, o.near_b),
                  [&](auto& ctx, auto& c, auto& m) { gb::ewise_mult(ctx, c, m, gb::plus{}, gb::times{}, o.a, o.b); });
            check("apply", apply<T>([](T x, index, index) { return gb::cast<T>(gb::ainv{}(x)); }, o.near_a),
                  [&](auto& ctx, auto& c, auto& m) { gb::apply(ctx, c, m, gb::plus{}, gb::ainv{}, o.a); });
            check("assign", o.near_a, [&](auto& ctx, auto& c, auto& m) { gb::assign(ctx, c, m, gb::plus{}, o.a); });
        }
    });
}

TEST_CASE("far sides: rows and columns summed up", "[spec][far]") {
    for_wide_objects([](const wide_objects& o) {
        with_little_memory([&](const gb::context& ctx) {
            const auto sum = gb::as_monoid<T>(gb::plus{});
            expect_none(
                far_difference(gb::reduce_columns(ctx, gb::plus{}, o.a), reduce_rows(sum, transposed(o.near_a)), o.columns),
                [] { return std::string("columns"); });
            expect_none(far_difference(gb::reduce_rows(ctx, gb::plus{}, o.a), reduce_rows(sum, o.near_a), o.rows),
                        [] { return std::string("rows"); });
            CHECK(gb::reduce(ctx, gb::plus{}, o.a) == reduce(sum, o.near_a));
        });
    });
}

TEST_CASE("far sides: parts taken out and put in", "[spec][far]") {
    for_wide_objects([](const wide_objects& o) {
        const std::vector<index> some{o.columns.indices[3], o.columns.indices[1], o.columns.indices[18]};
        gb::matrix<T> part, all, moved = o.c;
        gb::vector<T> row, column, of_u;
        with_little_memory([&](const gb::context& ctx) {
            part = gb::extract(ctx, o.a, std::vector<index>{2, 0}, some);
            all = gb::extract(ctx, o.a, std::vector<index>{0, 1, 2, 3}, gb::all);
            of_u = gb::extract(ctx, o.u, some);
            gb::assign(ctx, moved, gb::no_mask, gb::no_accum, part, std::vector<index>{1, 3}, some);
        });
        const auto near_part = extract(o.near_a, {2, 0}, {3, 1, 18});
        CHECK(difference(part, near_part) == "");
        CHECK(all == o.a);
        CHECK(difference(of_u, extract(o.near_u, {0}, {3, 1, 18})) == "");
        const auto admits = filled(o.rows.near(), o.columns.near(), true);
        CHECK(far_difference(moved, assign(o.near_c, admits, gb::no_accum, near_part, false, {1, 3}, {3, 1, 18}), o.rows,
                             o.columns) == "");
    });
}

/// Rows of a matrix cost 8 bytes each; beside those of the result a transposition takes none.
TEST_CASE("far sides: transposing, and tall matrices", "[spec][far]") {
    random r(20261127);
    const wide_objects o(r, long_side);
    constexpr std::int64_t offsets = (long_side + 1) * std::int64_t{sizeof(gb::row_offset)};
    std::optional<gb::matrix<T>> tall;
    with_little_memory([&](const gb::context& ctx) { tall = gb::transpose(ctx, o.a); }, offsets, tall_device_memory);
    expect_none(far_difference(*tall, transposed(o.near_a), o.columns, o.rows), [] { return std::string("transpose"); });
    with_little_memory(
        [&](const gb::context& ctx) {
            const auto sum = gb::as_monoid<T>(gb::plus{});
            CHECK(far_difference(gb::reduce_rows(ctx, gb::plus{}, *tall), reduce_rows(sum, transposed(o.near_a)), o.columns) ==
                  "");
            CHECK(far_difference(gb::reduce_columns(ctx, gb::plus{}, *tall), reduce_rows(sum, o.near_a), o.rows) == "");
            // The products of a tall matrix that have few rows.
            const auto s = gb::plus_times<T>;
            CHECK(difference(gb::mxm(ctx, s, o.a, *tall), mxm(s, o.near_a, transposed(o.near_a))) == "");
            CHECK(difference(gb::mxm(ctx, s, *tall, *tall, {.transpose_a = true}), mxm(s, o.near_a, transposed(o.near_a))) ==
                  "");
            CHECK(difference(gb::mxm(ctx, s, *tall, o.b, {.transpose_a = true, .transpose_b = true}),
                             mxm(s, o.near_a, transposed(o.near_b))) == "");
            CHECK(gb::mxm_nvals(ctx, *tall, o.b) > 0);
            const auto u = far_vector<T>(random_dense<T>(r, 1, 4, 1.0), o.rows);
            CHECK(gb::mxv(ctx, s, *tall, u).nvals() > 0);
        },
        0, tall_device_memory);
}

TEST_CASE("far sides: whether a long square matrix is symmetric", "[spec][far]") {
    const std::vector<index> i{1, 100'000'000, 7}, j{100'000'000, 1, 7};
    // One matrix, of which its offsets take 1 GiB, and what becomes of it.
    auto a = gb::matrix<T>::from_edges(long_side, long_side, i, j, std::vector<T>{5, 5, 1});
    const auto is_symmetric = [&] {
        bool answer = false;
        with_little_memory([&](const gb::context& ctx) { answer = a.is_symmetric(ctx); }, 0, tall_device_memory);
        return answer;
    };
    CHECK(is_symmetric());
    a.set_element(1, 100'000'000, 6);
    CHECK_FALSE(is_symmetric());
    a.remove_element(1, 100'000'000);
    CHECK_FALSE(is_symmetric());
}

}  // namespace spec
