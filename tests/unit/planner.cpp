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

static_assert(!dot_is_profitable({.masked = false, .row_flops = 1000000, .dot_work = 1}), "dot products need a mask");
static_assert(dot_is_profitable({.masked = true, .row_flops = 1000, .dot_work = 100}));
// An entry of a dot product costs as much as a multiplication of a row, a word of bits more.
static_assert(dot_is_profitable({.masked = true, .row_flops = 1000, .dot_work = 999}));
static_assert(!dot_is_profitable({.masked = true, .row_flops = 1000, .dot_work = 1000}));
static_assert(dot_is_profitable({.masked = true, .row_flops = 1000, .dot_work = 666, .dot_by_bits = true}));
static_assert(!dot_is_profitable({.masked = true, .row_flops = 1000, .dot_work = 667, .dot_by_bits = true}));
static_assert(!dot_is_profitable({.masked = true, .row_flops = 1000, .dot_work = 600, .dot_by_bits = true, .dot_packed = 200}),
              "bits have to be packed first");
static_assert(!dot_is_profitable({.masked = false, .row_flops = 1000, .dot_work = 1, .dot_by_bits = true}));
static_assert(!dot_is_profitable({.masked = true, .row_flops = 1000, .dot_work = 100, .dot_transpose_work = 300}));
static_assert(dot_is_profitable(
                  {.masked = true, .row_flops = 1000, .dot_work = 100, .dot_transpose_work = 300, .row_transpose_work = 300}),
              "a transpose that both need decides nothing");
// Few entries of the mask are few dot products, while all entries of A in their rows are gone through by rows.
static_assert(dot_is_profitable({.masked = true, .mask_nvals = 100, .row_flops = 1000, .row_entries = 500, .dot_work = 1500}));
static_assert(!dot_is_profitable({.masked = true, .mask_nvals = 500, .row_flops = 1000, .row_entries = 500, .dot_work = 1500}));
static_assert(!dot_is_profitable({.masked = true}), "nothing to do is no reason");
// Counting what dot products would do takes three passes over the mask, which a grid is not worth.
static_assert(!counting_dots_is_profitable(
    {.masked = true, .mask_nvals = 1000, .row_flops = 4000, .row_entries = 1000, .dot_work = 1000}));
static_assert(counting_dots_is_profitable(
    {.masked = true, .mask_nvals = 1000, .row_flops = 6000, .row_entries = 1000, .dot_work = 1000}));
static_assert(!counting_dots_is_profitable({.masked = false, .mask_nvals = 1000, .row_flops = 6000, .dot_work = 1000}));
static_assert(!dot_is_profitable({.masked = true, .row_flops = 1000, .dot_work = 100, .dot_counted = false}));

// ---- C<A> = A*A of real and generated graphs: the counts are theirs, and so is the method that was faster ----
namespace {
/// B is A, with its transpose cached.
constexpr bool dot_is_chosen(std::int64_t nvals, std::int64_t flops, std::int64_t work, bool by_bits) {
    return dot_is_profitable({.flops = flops,
                              .masked = true,
                              .mask_nvals = nvals,
                              .row_flops = flops,
                              .row_entries = nvals,
                              .dot_work = work,
                              .dot_by_bits = by_bits,
                              .dot_packed = by_bits ? nvals : 0});
}
constexpr bool pairs_are_chosen(std::int64_t nvals, std::int64_t flops, std::int64_t words) {
    return dot_is_chosen(nvals, flops, words, true);
}
constexpr bool walks_are_chosen(std::int64_t nvals, std::int64_t flops, std::int64_t entries) {
    return dot_is_chosen(nvals, flops, entries, false);
}
}  // namespace
// plus_pair: entries lie close together, a word holds many of them.
static_assert(pairs_are_chosen(83883, 4554541, 392413), "bcsstk13: dot is 7 times as fast");
static_assert(pairs_are_chosen(3049070, 185955450, 5906211), "band 50000 30: 6 times");
static_assert(pairs_are_chosen(1643032, 42875000, 10911600), "stencil27 40: 1.8 times");
// Long rows are there as bits, and a word of them takes a quarter of the time.
static_assert(pairs_are_chosen(201524, 29292684, 5370251), "wiki-Vote, both directions: 6 times");
// Entries that lie apart: a word each.
static_assert(!pairs_are_chosen(1957200, 7820408, 5928266), "grid2d 700: rows are 1.8 times as fast");
static_assert(!pairs_are_chosen(787304, 6091924, 20485637), "powerlaw 100000 8: 1.7 times");
// The truss of wiki-Vote with k = 20, C<S> = S*S again and again: 7 times as fast by dot to its end.
static_assert(pairs_are_chosen(201524, 29292684, 5247896), "step 0");
static_assert(pairs_are_chosen(45070, 5165582, 1291863), "step 2");
static_assert(pairs_are_chosen(19808, 1675526, 612066), "step 7");
static_assert(pairs_are_chosen(9684, 696886, 299396), "step 31");
// Triangles, edges from the vertex of smaller to that of larger degree: hubs are met again and again, and rows stay in the
// caches.
static_assert(!pairs_are_chosen(909049, 95130459, 69233885), "rmat 16 16: 126 ms by rows, 184 by pairs");
static_assert(!pairs_are_chosen(114413, 4472537, 3109793), "rmat 14 8: 5.4 and 7.5");
static_assert(!pairs_are_chosen(100762, 3453834, 2273200), "wiki-Vote: 4.2 and 5.5");
static_assert(pairs_are_chosen(909049, 210792907, 77162893), "rmat 16 16 by number, C<L> = L*L: 416 ms by rows, 131 by pairs");
// Rows are shared by all threads, packing bits is not: C<L> = L*L of wiki-Vote, 4959073 multiplications, 457184 words.
namespace {
constexpr bool pairs_are_chosen_on(int threads) {
    return dot_is_profitable({.flops = 4959073,
                              .masked = true,
                              .mask_nvals = 100762,
                              .row_flops = 4959073,
                              .row_entries = 100762,
                              .dot_work = 457184,
                              .dot_by_bits = true,
                              .dot_packed = 100762,
                              .threads = threads});
}
}  // namespace
static_assert(pairs_are_chosen_on(1) && pairs_are_chosen_on(2), "2.1 ms by pairs, 2.6 by rows; 1.23 and 1.36");
static_assert(!pairs_are_chosen_on(16), "0.56 ms by pairs, 0.30 by rows");
// plus_times.
static_assert(walks_are_chosen(40940, 1127724, 1055955), "bcsstk13, C<L> = L*L': dot is 1.4 times as fast");
static_assert(walks_are_chosen(811478, 149213718, 118648916), "soc-Epinions1, both directions: 1.1 times");
static_assert(!walks_are_chosen(1957200, 7820408, 9777608), "grid2d 700: rows are 1.2 times as fast");
static_assert(!walks_are_chosen(1600000, 14401922, 16001921), "uniform 200000 8: 1.4 times");
static_assert(!walks_are_chosen(787304, 6091924, 39883335), "powerlaw 100000 8: 3.5 times");

static_assert(dense_is_profitable({.ncols = dense_below_columns - 1, .flops = 0}));
static_assert(!dense_is_profitable({.ncols = dense_below_columns, .flops = dense_below_columns - 1}));
static_assert(dense_is_profitable({.ncols = dense_below_columns, .flops = dense_below_columns}));

static_assert(pull_is_profitable({.push_work = 1000, .pull_work = 100}));
static_assert(!pull_is_profitable({.push_work = 10, .pull_work = 1000}));
static_assert(!pull_is_profitable({.push_work = 1000, .pull_work = 100, .pull_transpose = 1000000}));
static_assert(pull_is_profitable({.push_work = 10, .pull_work = 1000, .push_transpose = 1000000}));

// Products with a vector that are made apart: counts of R-MAT 16 (65536 rows, 1818098 entries), u full, half and a tenth full.
namespace {
constexpr bool r_mat_pulls(double fill, double admitted, int threads, std::int64_t pushed, bool hit_ends_row = false) {
    vector_product_facts f = expected_facts({.output = 65536,
                                             .admitted = static_cast<graphblas_gpu::index>(65536 * admitted),
                                             .vector = 65536,
                                             .vector_nvals = static_cast<std::int64_t>(65536 * fill),
                                             .stored_columns = 65536,
                                             .stored_nvals = 1818098,
                                             .pull_transposed = true,
                                             .transpose_is_cached = true,
                                             .hit_ends_row = hit_ends_row});
    f.into_new_row = true;
    f.threads = threads;
    f.push_work = pushed;
    return pull_is_profitable(f);
}
}  // namespace
static_assert(r_mat_pulls(1, 1, 1, 1818098), "3.5 ms pulled, 4.6 pushed");
static_assert(!r_mat_pulls(0.5, 1, 1, 911466), "half of the looks at u are mispredicted: 9.7 ms pulled, 3.2 pushed");
static_assert(!r_mat_pulls(0.1, 1, 1, 189959) && !r_mat_pulls(0.1, 1, 2, 189959));
static_assert(!r_mat_pulls(0.001, 1, 64, 1422));
static_assert(r_mat_pulls(0.5, 1, 4, 911466), "pulling is shared by all threads, pushing is not");
static_assert(r_mat_pulls(0.5, 0.5, 1, 911466), "looks at the mask are mispredicted too: 5.6 ms pulled, 6.4 pushed");
static_assert(r_mat_pulls(1, 1, 1, 1818098, true) && r_mat_pulls(0.5, 1, 1, 911466, true));
static_assert(!r_mat_pulls(0.1, 1, 1, 189959, true), "1.3 ms pulled, 0.95 pushed");

constexpr std::int64_t far_more = std::int64_t{1} << 40;

// Whole rows, or until the first hit.
static_assert(expected_pull_work(10, 20.0, false, 0.5) == 210);
static_assert(expected_pull_work(10, 20.0, true, 0.5) == 30);
static_assert(expected_pull_work(10, 20.0, true, 0.0) == 210);
static_assert(expected_pull_work(10, 1.0, true, 0.5) == 20);
static_assert(expected_pull_work(0, 20.0, true, 0.5) == 0);

// 40 entries in 10 rows of 20 columns; half of the vector's 20 positions are filled, 5 of 10 outputs admitted.
constexpr vector_product_sizes sizes{.output = 10, .admitted = 5, .vector = 20, .vector_nvals = 10, .stored_columns = 20,
                                     .stored_nvals = 40, .pull_transposed = false, .transpose_is_cached = false,
                                     .hit_ends_row = true};
static_assert(expected_facts(sizes).pull_work == 5 * (2 + 1) + 10);
static_assert(expected_facts(sizes).push_work == 20);
static_assert(expected_facts(sizes).pull_transpose == 0 && expected_facts(sizes).push_transpose == 60);
constexpr vector_product_facts on_transpose = [] {
    vector_product_sizes s = sizes;
    s.pull_transposed = true;
    return expected_facts(s);
}();
static_assert(on_transpose.pull_transpose == 60 && on_transpose.push_transpose == 0);
constexpr vector_product_facts with_cached_transpose = [] {
    vector_product_sizes s = sizes;
    s.transpose_is_cached = true;
    s.hit_ends_row = false;
    return expected_facts(s);
}();
static_assert(with_cached_transpose.pull_transpose == 0 && with_cached_transpose.push_transpose == 0 &&
              with_cached_transpose.pull_work == 5 * (4 + 1) + 10);
static_assert(expected_facts({}).pull_work == 0 && expected_facts({}).push_work == 0);
static_assert(hit_ends_row<gb::semiring_t<gb::any_pair<bool>>> && hit_ends_row<gb::semiring_t<gb::lor_land<bool>>>);
static_assert(!hit_ends_row<gb::semiring_t<gb::min_plus<float>>> && !hit_ends_row<gb::semiring_t<gb::lxor_land<bool>>>);

TEST_CASE("planner: the accumulator goes by the number of columns", "[unit]") {
    CHECK(choose_host_method(gb::method::automatic, product_facts{.ncols = dense_below_columns - 1}).method ==
          gb::method::dense);
    const choice wide = choose_host_method(gb::method::automatic, product_facts{.ncols = dense_below_columns});
    CHECK(wide.method == gb::method::hash);
    CHECK(wide.reason.find("250000") != std::string::npos);
}

TEST_CASE("planner: dot products where they pay", "[unit]") {
    product_facts facts{.ncols = 100, .flops = 5000, .masked = true, .row_flops = 1000, .dot_work = 100};
    CHECK(choose_host_method(gb::method::automatic, facts).method == gb::method::dot);
    CHECK(choose_host_method(gb::method::automatic, facts).reason ==
          "dot products under the mask walk over 100 entries, rows would multiply 1000 times");
    facts.dot_by_bits = true;
    CHECK(choose_host_method(gb::method::automatic, facts).reason ==
          "dot products under the mask look at 100 words of bits, rows would multiply 1000 times");
}

TEST_CASE("planner: what is asked for is used or refused", "[unit]") {
    for (const gb::method wanted : {gb::method::hash, gb::method::dense, gb::method::dot}) {
        CHECK(choose_host_method(wanted, product_facts{}).method == wanted);
        CHECK(choose_host_method("mxv", wanted, vector_product_facts{}).method == wanted);
    }
    for (const gb::method wanted : {gb::method::bitmap_tile, gb::method::merge}) {
        CHECK(choose_host_method(wanted, product_facts{}).method == wanted);
        CHECK_THROWS_AS(choose_host_method("mxv", wanted, vector_product_facts{}), gb::unsupported);
    }
    CHECK_THROWS_WITH(choose_host_method("mxv", gb::method::bitmap_tile, vector_product_facts{}),
                      contains_text("mxv: method bitmap_tile is for products of matrices"));
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
    for (const gb::method m : gb::all_methods)
        CHECK(gb::method_from_string(gb::to_string(m)) == m);
    try {
        (void)gb::method_from_string("hush");
        FAIL("an unknown name was taken");
    } catch (const gb::invalid_value& e) {
        CHECK(std::string(e.what()).find("'hush'") != std::string::npos);
        CHECK(std::string(e.what()).find("bitmap_tile") != std::string::npos);
    }
}
