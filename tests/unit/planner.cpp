// The rules by which a method is chosen, and the names of methods.
#include "tests/catch.hpp"
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/planner/choice.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/planner/vector_products.hpp>
#include <semirings/catalogue.hpp>

#include <string>

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::planner;

static_assert(!dot_pays({.flops = 1000000, .masked = false, .dot_work = 1}), "dot products need a mask");
static_assert(dot_pays({.flops = 1000, .masked = true, .dot_work = 100}));
// An entry of a dot product costs a little more than a multiplication of a row; one that looks bits up, twice as much.
static_assert(dot_pays({.flops = 1000, .masked = true, .dot_work = 799}));
static_assert(!dot_pays({.flops = 1000, .masked = true, .dot_work = 800}));
static_assert(dot_pays({.flops = 1000, .masked = true, .dot_work = 499, .dot_by_bits = true}));
static_assert(!dot_pays({.flops = 1000, .masked = true, .dot_work = 500, .dot_by_bits = true}));
static_assert(!dot_pays({.flops = 1000, .masked = false, .dot_work = 1, .dot_by_bits = true}));
static_assert(!dot_pays({.flops = 1000, .masked = true, .dot_work = 100, .dot_transpose_work = 300}));
static_assert(dot_pays({.flops = 1000, .masked = true, .dot_work = 100, .dot_transpose_work = 300,
                        .row_transpose_work = 300}),
              "a transpose that both need decides nothing");
static_assert(!dot_pays({.masked = true}), "nothing to do is no reason");

static_assert(dense_pays({.ncols = dense_below_columns - 1, .flops = 0}));
static_assert(!dense_pays({.ncols = dense_below_columns, .flops = dense_below_columns - 1}));
static_assert(dense_pays({.ncols = dense_below_columns, .flops = dense_below_columns}));

static_assert(pull_pays({.push_work = 1000, .pull_work = 100}));
static_assert(!pull_pays({.push_work = 10, .pull_work = 1000}));
static_assert(!pull_pays({.push_work = 1000, .pull_work = 100, .pull_transpose = 1000000}));
static_assert(pull_pays({.push_work = 10, .pull_work = 1000, .push_transpose = 1000000}));

constexpr std::int64_t far_more = std::int64_t{1} << 40;

// Whole rows, or until the first hit.
static_assert(expected_pull_work(10, 20.0, false, 0.5) == 210);
static_assert(expected_pull_work(10, 20.0, true, 0.5) == 30);
static_assert(expected_pull_work(10, 20.0, true, 0.0) == 210);
static_assert(expected_pull_work(10, 1.0, true, 0.5) == 20);
static_assert(expected_pull_work(0, 20.0, true, 0.5) == 0);

// 40 entries in 10 rows of 20 columns; half of the vector's 20 positions are filled, 5 of 10 outputs admitted.
constexpr vector_product_sizes sizes{.output = 10, .admitted = 5, .vector = 20, .vector_nvals = 10, .stored_columns = 20,
                                     .stored_nvals = 40, .pull_transposed = false, .transpose_at_hand = false,
                                     .hit_ends_row = true};
static_assert(expected_facts(sizes).pull_work == 5 * (2 + 1) + 10);
static_assert(expected_facts(sizes).push_work == 20);
static_assert(expected_facts(sizes).pull_transpose == 0 && expected_facts(sizes).push_transpose == 60);
constexpr vector_product_facts turned = [] {
    vector_product_sizes s = sizes;
    s.pull_transposed = true;
    return expected_facts(s);
}();
static_assert(turned.pull_transpose == 60 && turned.push_transpose == 0);
constexpr vector_product_facts at_hand = [] {
    vector_product_sizes s = sizes;
    s.transpose_at_hand = true;
    s.hit_ends_row = false;
    return expected_facts(s);
}();
static_assert(at_hand.pull_transpose == 0 && at_hand.push_transpose == 0 && at_hand.pull_work == 5 * (4 + 1) + 10);
static_assert(expected_facts({}).pull_work == 0 && expected_facts({}).push_work == 0);
static_assert(hit_ends_row<gb::semiring_t<gb::any_pair<bool>>> && hit_ends_row<gb::semiring_t<gb::lor_land<bool>>>);
static_assert(!hit_ends_row<gb::semiring_t<gb::min_plus<float>>> && !hit_ends_row<gb::semiring_t<gb::lxor_land<bool>>>);

TEST_CASE("planner: the accumulator goes by the number of columns", "[unit]") {
    CHECK(choose_host_method("mxm", gb::method::automatic, product_facts{.ncols = dense_below_columns - 1}).method ==
          gb::method::dense);
    const choice wide = choose_host_method("mxm", gb::method::automatic, product_facts{.ncols = dense_below_columns});
    CHECK(wide.method == gb::method::hash);
    CHECK(wide.reason.find("250000") != std::string::npos);
}

TEST_CASE("planner: dot products where they pay", "[unit]") {
    const product_facts facts{.ncols = 100, .flops = 1000, .masked = true, .dot_work = 100};
    const choice made = choose_host_method("mxm", gb::method::automatic, facts);
    CHECK(made.method == gb::method::dot);
    CHECK(made.reason.find("1000") != std::string::npos);
}

TEST_CASE("planner: what is asked for is used or refused", "[unit]") {
    for (const gb::method wanted : {gb::method::hash, gb::method::dense, gb::method::dot}) {
        CHECK(choose_host_method("mxm", wanted, product_facts{}).method == wanted);
        CHECK(choose_host_method("mxv", wanted, vector_product_facts{}).method == wanted);
    }
    CHECK(choose_host_method("mxm", gb::method::bitmap_tile, product_facts{}).method == gb::method::bitmap_tile);
    CHECK_THROWS_WITH(choose_host_method("mxv", gb::method::bitmap_tile, vector_product_facts{}),
                      contains_text("mxv: method bitmap_tile is for products of matrices"));
    CHECK_THROWS_AS(choose_host_method("mxv", gb::method::bitmap_tile, vector_product_facts{}), gb::unsupported);
    CHECK_THROWS_AS(choose_host_method("mxm", gb::method::merge, product_facts{}), gb::unsupported);
    CHECK_THROWS_AS(choose_host_method("mxv", gb::method::merge, vector_product_facts{}), gb::unsupported);
}

TEST_CASE("planner: the direction of a vector product", "[unit]") {
    CHECK(choose_host_method("mxv", gb::method::automatic, vector_product_facts{.push_work = 10, .pull_work = 1000})
              .method == gb::method::dense);
    CHECK(choose_host_method("mxv", gb::method::automatic, vector_product_facts{.push_work = 1000, .pull_work = 10})
              .method == gb::method::dot);
}

TEST_CASE("planner: few entries pushed into a huge vector go by hash", "[unit]") {
    const auto chosen = [](gb::index size, std::int64_t push_work) {
        return choose_host_method("vxm", gb::method::automatic,
                                  vector_product_facts{.size = size, .push_work = push_work, .pull_work = far_more})
            .method;
    };
    CHECK(chosen(push_by_hash_from, 10) == gb::method::hash);
    CHECK(chosen(push_by_hash_from - 1, 10) == gb::method::dense);
    CHECK(chosen(push_by_hash_from, push_by_hash_from) == gb::method::dense);
}

TEST_CASE("methods: names there and back", "[unit]") {
    for (const gb::method m : {gb::method::automatic, gb::method::hash, gb::method::dense, gb::method::dot,
                               gb::method::bitmap_tile, gb::method::merge})
        CHECK(gb::method_from_string(gb::to_string(m)) == m);
    try {
        (void)gb::method_from_string("hush");
        FAIL("an unknown name was taken");
    } catch (const gb::invalid_value& e) {
        CHECK(std::string(e.what()).find("'hush'") != std::string::npos);
        CHECK(std::string(e.what()).find("bitmap_tile") != std::string::npos);
    }
}
