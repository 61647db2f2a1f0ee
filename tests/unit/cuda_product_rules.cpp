// What is decided for a product on a device as a whole: methods, memory, panels, where values come from. No device is needed.
#include <stdexcept>
#include <string>
#include <vector>

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/gather/gather_order.hpp>
#include <graphblas_gpu/cuda/instances/instances.hpp>
#include <graphblas_gpu/cuda/merge/rules.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <graphblas_gpu/cuda/shared/panels.hpp>
#include <graphblas_gpu/planner/device_choice.hpp>
#include <graphblas_gpu/planner/gather_choice.hpp>

#include <tests/catch.hpp>

namespace gb = graphblas_gpu;
namespace planner = gb::planner;
namespace cuda = gb::cuda;

TEST_CASE("method merge has a kernel for rows of any number of multiplications") {
    using namespace cuda::merging;
    CHECK(class_of(0) == 0);
    CHECK(class_of(1) == eight_lanes_class);
    CHECK(class_of(8) == eight_lanes_class);
    CHECK(class_of(9) == warp_class);
    CHECK(class_of(32) == warp_class);
    CHECK(class_of(33) == first_block_class);
    for (std::int64_t products = cuda::merge_policy::min_block_products; products <= cuda::merge_policy::max_block_products;
         products *= 2) {
        CHECK(block_products(class_of(products)) == products);
        CHECK(class_of(products + 1) == class_of(products) + 1);
    }
    CHECK(class_of(cuda::merge_policy::max_block_products + 1) == together_class);
    CHECK(class_of(std::int64_t{1} << 40) == together_class);
}

namespace {

planner::choice named(const gb::descriptor& desc, bool is_plus_times_float = true) {
    return planner::choose_named_method("mxm", desc, is_plus_times_float);
}

}  // namespace

TEST_CASE("the device keeps a method that is named, or refuses it") {
    for (const gb::method m : gb::all_methods) {
        CHECK(named({.method = m}).method == m);
        CHECK(named({.method = m}).reason == "asked for");
    }
    CHECK_THROWS_AS(planner::choose_device_method("mxv", gb::method::merge, planner::vector_product_facts{}), gb::unsupported);
    CHECK_THROWS_WITH(planner::choose_device_method("mxv", gb::method::bitmap_tile, planner::vector_product_facts{}),
                      contains_text("mxv: method bitmap_tile is for products of matrices"));
}

TEST_CASE("a variant and mixed precision name the method that they belong to") {
    using gb::method;
    constexpr auto kklp = gb::hash_variant::kklp;
    constexpr auto bmsparse = gb::tile_variant::bmsparse, tsparse = gb::tile_variant::tsparse;
    constexpr auto bhsparse = gb::merge_variant::bhsparse;
    constexpr auto mixed = gb::precision::mixed;
    const auto check = [](const gb::descriptor& desc, method of, const std::string& reason) {
        for (const method m : {method::automatic, of}) {
            gb::descriptor with_method = desc;
            with_method.method = m;
            CHECK(named(with_method).method == of);
            CHECK(named(with_method).reason == reason);
        }
    };
    check({.variant = kklp}, method::hash, "variant kklp asked for");
    check({.tile_variant = bmsparse}, method::bitmap_tile, "variant bmsparse asked for");
    check({.tile_variant = tsparse, .precision = mixed}, method::bitmap_tile, "variant tsparse asked for in mixed precision");
    check({.merge_variant = bhsparse}, method::merge, "variant bhsparse asked for");
    check({.precision = mixed}, method::bitmap_tile, "mixed precision asked for");

    CHECK_THROWS_WITH(named({.method = method::dot, .variant = kklp}),
                      contains_text("mxm: variant kklp is one of method hash, not of dot"));
    CHECK_THROWS_WITH(named({.method = method::hash, .tile_variant = tsparse}),
                      contains_text("mxm: variant tsparse is one of method bitmap_tile, not of hash"));
    CHECK_THROWS_WITH(named({.method = method::hash, .merge_variant = bhsparse}),
                      contains_text("mxm: variant bhsparse is one of method merge, not of hash"));
    for (const method m : {method::hash, method::dense, method::dot, method::merge}) {
        CHECK_THROWS_WITH(named({.method = m, .precision = mixed}), contains_text("mixed precision is one of method"));
    }
    CHECK_THROWS_WITH(named({.variant = kklp, .tile_variant = tsparse}),
                      contains_text("mxm: variant kklp is one of method hash, variant tsparse one of method bitmap_tile"));
    CHECK_THROWS_WITH(named({.variant = kklp, .merge_variant = bhsparse}),
                      contains_text("mxm: variant kklp is one of method hash, variant bhsparse one of method merge"));
    CHECK_THROWS_WITH(named({.merge_variant = bhsparse, .precision = mixed}),
                      contains_text("mixed precision one of method bitmap_tile"));
    CHECK_THROWS_WITH(named({.tile_variant = bmsparse, .precision = mixed}),
                      contains_text("variant bmsparse has no mixed precision"));
    CHECK_THROWS_WITH(named({.precision = mixed}, false), contains_text("plus_times over float"));
}

TEST_CASE("deterministic sums are made by hash in ascending k, by merge or by tiles") {
    using gb::method;
    CHECK(planner::choose_deterministic_method("mxm", method::automatic, true) == method::hash);
    CHECK(planner::choose_deterministic_method("mxm", method::automatic, false) == method::merge);
    CHECK(planner::choose_deterministic_method("mxm", method::bitmap_tile, true) == method::bitmap_tile);
    CHECK_THROWS_WITH(planner::choose_deterministic_method("mxm", method::hash, true),
                      contains_text("merge and bitmap_tile are deterministic"));
}

TEST_CASE("host threads have no variants and no mixed precision") {
    CHECK_NOTHROW(planner::refuse_device_options("mxm", {.method = gb::method::hash}));
    CHECK_THROWS_WITH(planner::refuse_device_options("mxm", {.merge_variant = gb::merge_variant::bhsparse}),
                      contains_text("mxm: the host engine has no variant bhsparse of method merge"));
    CHECK_THROWS_WITH(planner::refuse_device_options("mxm", {.precision = gb::precision::mixed}),
                      contains_text("the host engine has no mixed precision"));
}

TEST_CASE("whole tiles where they are well filled, their columns and rows elsewhere") {
    using namespace cuda::bitmap_tile;
    CHECK(products_a_pair(0, 0, 10, 10) == 0);
    CHECK(products_a_pair(64, 1, 128, 2) == 512);   // full ones
    CHECK(products_a_pair(10, 10, 80, 10) == 1);    // an entry meets one row of eight
    CHECK(takes_slices(policy::full_pair - 1, 100));
    CHECK_FALSE(takes_slices(policy::full_pair, 100));
    CHECK_FALSE(takes_slices(1, gb::row_offset{1} << 32));  // slices count tiles in 32 bits
    CHECK(planner::device_tile_bytes(0, 100) == 200);
    CHECK(planner::device_tile_bytes(10, 0) == 360);
    CHECK(planner::device_tile_bytes(2.0, 10, 0) == 136);  // fewer tiles than entries
}

TEST_CASE("pairs of tiles that a warp takes at once are numbered in 32 bits") {
    using namespace cuda::bitmap_tile;
    using gb::index;
    using gb::row_offset;
    constexpr row_offset words = row_offset{1} << 32;
    // Numbers go on in steps of 32 and must not wrap either.
    const auto pairs = [](row_offset rows, row_offset of_row) { return rows * of_row * pairs_of_an_entry; };
    CHECK(pairs(entries_at_once, longest_row_of_b) + 32 <= words);
    CHECK(pairs(entries_at_once, longest_row_of_b + 1) + 32 > words);
    // All tiles of B may lie in these rows.
    constexpr row_offset safe = (row_offset{1} << 29) - 4;
    constexpr index wide = index{1} << 29;
    CHECK(pairs(1, safe) + 32 <= words);
    CHECK(pairs_fit(safe, wide));
    CHECK_FALSE(pairs_fit(safe + 1, wide));
    CHECK_FALSE(pairs_fit(row_offset{1} << 33, wide));  // a device of 141 GB holds them
    CHECK(pairs_fit(row_offset{1} << 33, (index{1} << 24) - 1));
    CHECK_FALSE(pairs_fit(row_offset{1} << 33, index{1} << 24));
}

TEST_CASE("the device chooses by what it knows") {
    const auto chosen = [](const planner::product_facts& facts) {
        return planner::choose_device_method(facts).method;
    };
    constexpr auto enough = static_cast<std::int64_t>(planner::dense_fill * 1000 * 1000);
    CHECK(chosen({1000, 1000, enough - 1, false}) == gb::method::hash);
    CHECK(chosen({1000, 1000, enough, false}) == gb::method::dense);
    CHECK(chosen({1000, 1000, enough, true}) == gb::method::automatic);  // the kernels count first

    planner::vector_product_facts vector{1000, 100, 199, 0, 0};
    const auto way = [&] { return planner::choose_device_method("mxv", gb::method::automatic, vector).method; };
    CHECK(way() == gb::method::dot);
    vector.pull_work = 200;
    CHECK(way() == gb::method::hash);
    vector.push_transpose = 1;
    CHECK(way() == gb::method::dot);
    vector.pull_transpose = 1;
    CHECK(way() == gb::method::hash);
}

TEST_CASE("memory on the device is estimated without overflow") {
    constexpr planner::product_facts sparse{1000, 1000, 5000, false};
    constexpr auto bytes = planner::estimate_device_bytes(sparse, 0, 4, gb::hash_variant::automatic);
    STATIC_REQUIRE(bytes.output == 5000 * 8 + 1001 * 8);
    STATIC_REQUIRE(bytes.temporary == 1000 * (8 + planner::device_bytes_a_row));
    STATIC_REQUIRE(bytes.cached == 0);
    constexpr auto structure = planner::estimate_device_bytes(sparse, 0, 0, gb::hash_variant::automatic);
    STATIC_REQUIRE(structure.cached == (2 * 5000 + 1000 * 32 + 5000 / 4 * 3) * 4 + 1000 * 12);
    CHECK(structure.sum() == structure.output + structure.temporary + structure.cached);
    STATIC_REQUIRE(planner::estimate_device_bytes({10, 10, 5000, true}, 20, 0, gb::hash_variant::automatic).cached == 0);
    // No more entries than there are places, or than the mask admits.
    CHECK(planner::estimate_device_bytes({10, 10, 5000, false}, 0, 4, gb::hash_variant::automatic).output == 100 * 8 + 11 * 8);
    CHECK(planner::estimate_device_bytes({10, 10, 5000, true}, 20, 4, gb::hash_variant::automatic).output == 20 * 8 + 11 * 8);
    constexpr gb::index side = gb::max_side;
    const auto largest = planner::estimate_device_bytes({side, side, gb::index{1} << 62, false}, 0, 8, gb::hash_variant::kkmem);
    CHECK(largest.sum() > 1e19);
}

TEST_CASE("rows are cut into as few panels as fit") {
    STATIC_REQUIRE(planner::panels_for(100, 100, 50) == 1);
    STATIC_REQUIRE(planner::panels_for(101, 100, 50) == 2);
    STATIC_REQUIRE(planner::panels_for(1000, 100, 50) == 11);
    STATIC_REQUIRE(planner::panels_for(1e12, 100, 50) == 50);
    STATIC_REQUIRE(planner::panels_for(100, 0, 50) == 50);
    STATIC_REQUIRE(planner::panels_for(100, 0, 1) == 1);

    std::vector<gb::index> rows;
    const auto take = [&](gb::index most) {
        return [&rows, most](cuda::row_range r) {
            if (r.count() > most) throw gb::out_of_memory("too many rows");
            for (gb::index i = r.first; i < r.last; ++i) rows.push_back(i);
        };
    };
    for (const std::int64_t pieces : {1, 2, 3, 10}) {
        for (const gb::index most : {1, 2, 3, 7, 100}) {
            rows.clear();
            const std::int64_t panels = cuda::in_panels({5, 15}, pieces, take(most));
            REQUIRE(rows.size() == 10);
            for (std::size_t n = 0; n < 10; ++n) CHECK(rows[n] == static_cast<gb::index>(n) + 5);
            CHECK(panels >= std::max<std::int64_t>(pieces, (10 + most - 1) / most));
        }
    }
    CHECK_THROWS_AS(cuda::in_panels({0, 8}, 1, take(0)), gb::out_of_memory);
    int calls = 0;
    const auto fail = [&](cuda::row_range) {
        ++calls;
        throw std::logic_error("other");
    };
    CHECK_THROWS_AS(cuda::in_panels({0, 8}, 1, fail), std::logic_error);
    CHECK(calls == 1);
    CHECK(cuda::in_panels({3, 3}, 1, [&](cuda::row_range r) { CHECK(r.count() == 0); }) == 1);
}

TEST_CASE("semirings that add by any take their values from the first k") {
    using cuda::product_values;
    const auto values = [](const auto& semiring) {
        return cuda::values_of(cuda::code_of<std::remove_cvref_t<decltype(semiring)>>());
    };
    CHECK(values(gb::plus_times<float>) == product_values::summed);
    CHECK(values(gb::min_secondi<std::int32_t>) == product_values::summed);
    CHECK(values(gb::any_pair<bool>) == product_values::one);
    CHECK(values(gb::any_first<double>) == product_values::left_at_k);
    CHECK(values(gb::any_second<std::int8_t>) == product_values::right_at_k);
    CHECK(values(gb::any_secondi<std::int64_t>) == product_values::first_k);
    CHECK(values(gb::any_firsti<std::int32_t>) == product_values::row_number);
    CHECK(values(gb::min_firsti<std::int32_t>) == product_values::row_number);
    CHECK(cuda::is_structural(product_values::none));
    CHECK_FALSE(cuda::is_structural(product_values::summed));
    CHECK(cuda::is_by_first_k(product_values::product_at_k));
    CHECK_FALSE(cuda::is_by_first_k(product_values::row_number));

    CHECK(cuda::is_compiled_directly(cuda::code_of<gb::semiring_t<gb::plus_times<float>>>()));
    CHECK_FALSE(cuda::is_compiled_directly(cuda::code_of<gb::semiring_t<gb::max_times<float>>>()));
}

TEST_CASE("a plan lists its products where that pays and fits") {
    const auto chosen = [](const planner::gather_facts& facts, std::int64_t free) {
        return planner::choose_gather(facts, [free] { return free; });
    };
    const planner::gather_facts sparse{8000, 1000, 3000, false};
    constexpr std::int64_t plenty = 1'000'000'000;
    CHECK(chosen(sparse, plenty).pays);
    CHECK_THAT(chosen(sparse, plenty).reason, contains_text("8000 for 1000 entries"));

    planner::gather_facts dense = sparse;
    dense.is_dense = true;
    CHECK(!chosen(dense, plenty).pays);
    planner::gather_facts crowded = sparse;
    crowded.flops = 8001;
    CHECK(!chosen(crowded, plenty).pays);
    CHECK(!chosen({1, 0, 1, false}, plenty).pays);

    const std::int64_t needed = planner::gather_bytes(sparse);
    CHECK(needed >= 8000 * (2 + 8) + 1000 * 2);
    CHECK(chosen(sparse, planner::gather_memory_part * needed).pays);
    const auto refused = chosen(sparse, planner::gather_memory_part * needed - 1);
    CHECK(!refused.pays);
    CHECK_THAT(refused.reason, contains_text(std::to_string(needed)));
    // Free memory is asked about last: the question takes long.
    CHECK(!planner::choose_gather(dense, []() -> std::int64_t { throw std::logic_error("asked"); }).pays);
}

TEST_CASE("a word says which entries a product comes from") {
    namespace gathering = cuda::gathering;
    STATIC_REQUIRE(gathering::bits_for(1) == 0);
    STATIC_REQUIRE(gathering::bits_for(2) == 1);
    STATIC_REQUIRE(gathering::bits_for(1025) == 11);
    constexpr gb::row_offset most = gb::row_offset{1} << 32;
    STATIC_REQUIRE(gathering::fits_words(1 << 16, 1 << 16, 1, 1));
    STATIC_REQUIRE(!gathering::fits_words((1 << 16) + 1, 1 << 16, 1, 1));
    STATIC_REQUIRE(!gathering::fits_words(1 << 16, (1 << 16) + 1, 1, 1));
    STATIC_REQUIRE(!gathering::fits_words(1, most, 1, 1));
    STATIC_REQUIRE(gathering::fits_words(1, 1, most, most));
    STATIC_REQUIRE(!gathering::fits_words(1, 1, most + 1, 1));
    STATIC_REQUIRE(!gathering::fits_words(1, 1, 1, most + 1));
    // Beside its entry of A, 32 bits hold a product of the piece.
    STATIC_REQUIRE(gathering::fits_words(1 << (32 - gathering::product_bits), 1, 1, 1));
    STATIC_REQUIRE(!gathering::fits_words((1 << (32 - gathering::product_bits)) + 1, 1, 1, 1));
    STATIC_REQUIRE(cuda::gather_policy::held_products <= 1 << gathering::product_bits);
    for (const int bits : {0, 1, 7, 16, 31}) {
        const gb::row_offset max_rank = (gb::row_offset{1} << bits) - 1, max_left = (gb::row_offset{1} << (32 - bits)) - 1;
        for (const gb::row_offset left : {gb::row_offset{0}, gb::row_offset{1}, max_left}) {
            for (const gb::row_offset rank : {gb::row_offset{0}, max_rank}) {
                const std::uint32_t word = gathering::word_of(left, rank, bits);
                CHECK(gathering::left_of(word, bits) == left);
                CHECK(gathering::rank_of(word, bits) == rank);
            }
        }
    }
    // Words of later entries of A are larger: their order is that of k.
    CHECK(gathering::word_of(3, 0, 5) > gathering::word_of(2, 31, 5));
    STATIC_REQUIRE(gathering::slot_in(gathering::begins_run | 7u) == 7);
    STATIC_REQUIRE(gathering::pieces_of(0) == 0);
    STATIC_REQUIRE(gathering::pieces_of(cuda::gather_policy::piece_products) == 1);
    STATIC_REQUIRE(gathering::pieces_of(cuda::gather_policy::piece_products + 1) == 2);
    STATIC_REQUIRE(gathering::piece_of(cuda::gather_policy::piece_products - 1) == 0);
}
