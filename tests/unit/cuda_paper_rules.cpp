// What the papers' hash and merge methods decide, where there is no device.
#include "tests/catch.hpp"
#include <graphblas_gpu/cuda/published/hash/rules.hpp>
#include <graphblas_gpu/cuda/published/merge/rules.hpp>
#include <graphblas_gpu/formats/compressed.hpp>

#include <array>

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::cuda::paper;

namespace {

constexpr std::int64_t h200_shared = 228 * 1024;
constexpr int h200_multiprocessors = 132;

/// A first level is no larger than it may be, and probing always meets an empty slot.
void check_first_level(hash_variant variant, std::int64_t bytes, std::int64_t sum_bytes, std::uint32_t lanes) {
    INFO("bytes " << bytes << ", bytes of a sum " << sum_bytes << ", lanes " << lanes);
    const table_shape t = first_level(variant, bytes, sum_bytes, lanes);
    if (t.capacity == 0) {
        CHECK(bytes < (variant == hash_variant::kkmem ? sum_bytes + 12 : (2 * lanes) * (sum_bytes + 4) + 8 * lanes));
        return;
    }
    const std::int64_t entries = std::int64_t{t.mask} + 1;
    CHECK((entries & t.mask) == 0);
    if (variant == hash_variant::kkmem) {
        CHECK(t.capacity * (sum_bytes + 8) + 4 * entries <= bytes);
        CHECK(t.capacity >= entries);
        CHECK(t.capacity < 4 * entries);
    } else {
        CHECK(t.capacity == entries / 2);
        CHECK(t.capacity - 1 + lanes < entries);
        CHECK(entries * (sum_bytes + 4) + (t.capacity + lanes) * 4 <= bytes + 15);
    }
}

}  // namespace

TEST_CASE("paper rules: 256 multiplications in an average row make the difference") {
    CHECK(chosen_variant(hash_variant::kkspgemm, 255 * 1000, 1000) == hash_variant::kkmem);
    CHECK(chosen_variant(hash_variant::kkspgemm, 256 * 1000, 1000) == hash_variant::kklp);
    CHECK(chosen_variant(hash_variant::kkspgemm, 256 * 1000 - 1, 1000) == hash_variant::kkmem);
    CHECK(chosen_variant(hash_variant::kkspgemm, std::int64_t{1} << 40, 1) == hash_variant::kklp);
    CHECK(chosen_variant(hash_variant::kkmem, 1 << 30, 1) == hash_variant::kkmem);
    CHECK(chosen_variant(hash_variant::kklp, 1, 1) == hash_variant::kklp);
    STATIC_REQUIRE(chosen_variant(hash_variant::kkspgemm, 0, 1) == hash_variant::kkmem);
}

TEST_CASE("paper rules: a team of Thread-Flat-Parallel has a row at a time") {
    const team_shape small = flat_team(10, 4, h200_shared);
    CHECK(small.rows == 1);
    CHECK(small.threads() == team_threads);
    CHECK(small.table_bytes == team_shared_bytes);
    CHECK(small.first.capacity >= 10);
    const team_shape large = flat_team(1000, 4, h200_shared);
    CHECK(large.first.capacity >= 1000);
    CHECK(large.table_bytes > team_shared_bytes);
    CHECK(4 * large.table_bytes <= h200_shared);
    // Where a quarter of a multiprocessor does not help, little is better.
    CHECK(flat_team(1'000'000, 8, h200_shared).table_bytes == team_shared_bytes);
    // All threads may add a key after the last look at a full table, and one slot stays empty.
    CHECK(small.first.capacity - 1 + team_threads < small.first.mask + 1);
}

TEST_CASE("paper rules: lanes follow the average row of B") {
    CHECK(vector_length(0, 10) == 2);
    CHECK(vector_length(29, 10) == 2);
    CHECK(vector_length(30, 10) == 4);
    CHECK(vector_length(50, 10) == 4);
    CHECK(vector_length(80, 10) == 8);
    CHECK(vector_length(170, 10) == 16);
    CHECK(vector_length(239, 10) == 16);
    CHECK(vector_length(240, 10) == 32);
    CHECK(vector_length(std::int64_t{1} << 40, 1) == 32);
}

TEST_CASE("paper rules: compression is dropped unless it saves 15 percent") {
    CHECK(gb::formats::compression_is_profitable(100, 84));
    CHECK_FALSE(gb::formats::compression_is_profitable(100, 85));
    CHECK_FALSE(gb::formats::compression_is_profitable(100, 100));
    CHECK_FALSE(gb::formats::compression_is_profitable(0, 0));
}

TEST_CASE("paper rules: first levels fit their memory") {
    for (const auto variant : {hash_variant::kkmem, hash_variant::kklp}) {
        for (const std::int64_t sum_bytes : {0, 4, 8}) {
            for (const std::uint32_t lanes : {2u, 8u, 32u}) {
                for (std::int64_t bytes = 0; bytes < 40000; bytes += bytes < 600 ? 16 : 1360) {
                    check_first_level(variant, bytes, sum_bytes, lanes);
                }
            }
        }
    }
}

TEST_CASE("paper rules: second levels hold the largest row, of up to 2^32 - 1 keys") {
    for (const std::int64_t keys : {1, 2, 3, 1000, 1024, 1025, 100000}) {
        const table_shape list = second_level(hash_variant::kkmem, keys, 4),
                          probed = second_level(hash_variant::kklp, keys, 4);
        CHECK(list.capacity == keys);
        CHECK(list.mask + std::int64_t{1} >= keys);
        CHECK(list.bytes >= 12 * keys + 4 * (list.mask + std::int64_t{1}));
        CHECK(probed.capacity == keys);
        CHECK(probed.mask + std::int64_t{1} >= 2 * keys);
        CHECK(probed.mask + std::int64_t{1} < 4 * keys);
        CHECK(probed.bytes >= 8 * (probed.mask + std::int64_t{1}) + 4 * keys);
        CHECK(list.bytes % 16 == 0);
        CHECK(probed.bytes % 16 == 0);
    }
    const table_shape most = second_level(hash_variant::kklp, 0xffffffff, 8);
    CHECK(most.mask == 0xffffffff);
    CHECK(most.capacity == 0xffffffff);
    CHECK(most.bytes == 12 * (std::int64_t{1} << 32) + (4 * std::int64_t{0xffffffff} + 15) / 16 * 16);
    CHECK(second_level(hash_variant::kkmem, 0xffffffff, 8).mask == 0xffffffff);
}

TEST_CASE("paper rules: teams grow until the average row fits") {
    // A short row: many rows a team, 16 KB.
    const team_shape small = chosen_team(hash_variant::kkmem, 8, 20, 4, h200_shared);
    CHECK(small.lanes == 8);
    CHECK(small.rows == 32);
    CHECK(small.table_bytes == 512);
    CHECK(small.threads() == 256);
    // A longer one: first more lanes.
    const team_shape longer = chosen_team(hash_variant::kkmem, 8, 50, 4, h200_shared);
    CHECK(longer.lanes == 16);
    CHECK(longer.rows == 16);
    CHECK(longer.first.capacity >= 50);
    // Then more memory, then fewer rows.
    const team_shape large = chosen_team(hash_variant::kklp, 32, 125, 4, h200_shared);
    CHECK(large.lanes == 32);
    CHECK(large.rows == 8);
    CHECK(large.table_bytes == 4096);
    CHECK(large.first.capacity == 128);
    const team_shape larger = chosen_team(hash_variant::kklp, 32, 500, 8, h200_shared);
    CHECK(larger.rows == 2);
    CHECK(larger.first.capacity == 512);
    // What fits nowhere: many warps again.
    const team_shape not_to_be = chosen_team(hash_variant::kklp, 2, 1'000'000, 8, h200_shared);
    CHECK(not_to_be.rows == 8);
    CHECK(not_to_be.lanes == 32);
    CHECK(not_to_be.table_bytes == 2048);
    CHECK(expected_union(640, 10, 1000) == 64);
    CHECK(expected_union(10000, 10, 1000) == 298);
    CHECK(expected_union(10000, 10, 100) == 100);
}

TEST_CASE("paper rules: teams that run, rows in turn, chunks") {
    const team_shape t = chosen_team(hash_variant::kkmem, 8, 20, 4, h200_shared);
    const std::int64_t running = running_teams(t, h200_multiprocessors, h200_shared);
    CHECK(running == h200_multiprocessors * 8);
    CHECK(running_teams(t, 1, 1024) == 1);
    CHECK(rows_in_turn(10, t, running) == 1);
    CHECK(rows_in_turn(8 * running * t.rows * 3, t, running) == 3);
    CHECK(rows_in_turn(std::int64_t{1} << 31, t, running) == 16);
    CHECK(long_row(1'000'000, 8448) == 16384);
    CHECK(long_row(1'248'578'628, 8448) == 147796);
    CHECK(chunk_count(1000, 64, 1 << 20, std::int64_t{1} << 40) == 64);
    CHECK(chunk_count(10, 64, 1 << 20, std::int64_t{1} << 40) == 10);
    CHECK(chunk_count(1000, 64, 1000, 16000) == 12);
    CHECK(chunk_count(1000, 64, 1000, 1000) == 0);
    STATIC_REQUIRE(chunk_count(1, 1, 16, 1 << 20) == 1);
}

TEST_CASE("paper rules: the 38 bins of bhSPARSE") {
    using namespace graphblas_gpu::cuda::merge_paper;
    STATIC_REQUIRE(bins == 38);
    for (unsigned n = 0; n <= 32; ++n) CHECK(bin_of(n) == n);
    for (const auto& [bin, least, most] : {std::array{33, 33, 64}, {34, 65, 128}, {35, 129, 256}, {36, 257, 512}}) {
        CHECK(bin_of(least) == static_cast<unsigned>(bin));
        CHECK(bin_of(most) == static_cast<unsigned>(bin));
        CHECK(block_products(static_cast<unsigned>(bin)) == static_cast<unsigned>(most));
    }
    CHECK(bin_of(513) == long_bin);
    CHECK(bin_of(std::int64_t{1} << 40) == long_bin);
    STATIC_REQUIRE(max_bounded_products == 512);
}

TEST_CASE("paper rules: the lists of bhSPARSE") {
    using namespace graphblas_gpu::cuda::merge_paper;
    constexpr std::int64_t shared = 227 * 1024;
    CHECK(capacity_of(0) == 256);
    CHECK(capacity_of(3) == 2048);
    // A block has shared memory for 16384 entries of fp64; rows that need less have fewer levels.
    CHECK(capacity_of(shared_levels(shared, 8, std::int64_t{1} << 32) - 1) == 16384);
    CHECK(capacity_of(shared_levels(shared, 1, std::int64_t{1} << 32) - 1) == 32768);
    CHECK(shared_levels(shared, 8, 256) == 1);
    CHECK(shared_levels(shared, 8, 257) == 2);
    CHECK(shared_levels(0, 8, 10000) == 1);
    // A part of a row of B fits into a list that has grown, or the list has room for the whole row.
    for (const gb::row_offset room : {1, 10, 255, 256, 300, 20000}) {
        CHECK(grown_room(room, gb::row_offset{1} << 32) >= room + merge_threads);
        CHECK(grown_room(room, 20001) <= 20001);
    }
    CHECK(first_room(1, 600) == 1 << 16);
    CHECK(first_room(1000, 600'000) == 256'000);
    CHECK(first_room(1000, 4'000'000) == 1'000'000);
    CHECK(estimated_bytes(10, 100, 1000, 4) == 10 * 32 + 100 * 8 + 2 * 1000 * 8);
}
