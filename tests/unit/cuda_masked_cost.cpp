// Rules of masked products on a device.
#include <graphblas_gpu/cuda/dot/cost.hpp>

#include "tests/catch.hpp"

using namespace graphblas_gpu::cuda::masked;

TEST_CASE("masked cost: dot products are collected by the longer row where that saves enough", "[unit][cuda]") {
    // R-MAT 16/16 under its own structure: rows differ much.
    STATIC_REQUIRE(arrangement_for({1819366, 1248600000, 326100000, 1248600000}) == arrangement::by_longer);
    // Uniform random: all rows are alike.
    STATIC_REQUIRE(arrangement_for({15999846, 272000000, 236000000, 272000000}) == arrangement::by_mask);
    STATIC_REQUIRE(arrangement_for({0, 0, 0, 0}) == arrangement::by_mask);
}

TEST_CASE("masked cost: a push pays where the mask has much more than A and B", "[unit][cuda]") {
    STATIC_REQUIRE(dot_is_profitable({1819366, 1248600000, 326100000, 1248600000}));
    // A full mask over sparse operands.
    STATIC_REQUIRE_FALSE(dot_is_profitable({1000000, 8000000, 8000000, 64000}));
    STATIC_REQUIRE(dot_is_profitable({0, 0, 0, 0}));
}

TEST_CASE("masked cost: powers of two", "[unit][cuda]") {
    STATIC_REQUIRE(power_of_two_from(0) == 1);
    STATIC_REQUIRE(power_of_two_from(1) == 1);
    STATIC_REQUIRE(power_of_two_from(5) == 8);
    STATIC_REQUIRE(power_of_two_from(8) == 8);
    STATIC_REQUIRE(power_of_two_within(1) == 1);
    STATIC_REQUIRE(power_of_two_within(9) == 8);
    STATIC_REQUIRE(power_of_two_within(16) == 16);
}

TEST_CASE("masked cost: tables fit their memory and leave room", "[unit][cuda]") {
    for (const bool positions : {false, true}) {
        for (const std::uint64_t columns : {std::uint64_t{1}, std::uint64_t{65}, std::uint64_t{131072}, std::uint64_t{131073},
                                            std::uint64_t{1500000}, std::uint64_t{0xffffffff}}) {
            for (const std::uint64_t length : {1, 31, 32, 2048, 2049, 20000, 1000000}) {
                for (const std::uint64_t bytes : {small_block_bytes(columns, positions), std::uint64_t{200000}}) {
                    INFO(length << " of " << columns << " columns in " << bytes << " bytes, positions " << positions);
                    const table_shape shape = shape_for(length, columns, bytes, positions);
                    if (shape.kind == table_kind::bits) {
                        REQUIRE(shape.size >= columns);
                        REQUIRE(shape.size % 64 == 0);
                        REQUIRE(bytes_of_bits(columns, positions) <= bytes);
                    } else if (shape.kind == table_kind::hash) {
                        REQUIRE((shape.size & (shape.size - 1)) == 0);
                        REQUIRE(shape.size >= 2 * length);
                        REQUIRE(bytes_of_hash(shape.size, positions) <= bytes);
                    } else {
                        REQUIRE((shape.size & (shape.size - 1)) == 0);
                        REQUIRE(shape.size / 8 <= bytes);
                    }
                }
            }
        }
    }
}

TEST_CASE("masked cost: who lays a row out", "[unit][cuda]") {
    STATIC_REQUIRE(team_for(0, 100, false) == team::nobody);
    STATIC_REQUIRE(team_for(100, 0, false) == team::nobody);
    STATIC_REQUIRE(team_for(policy::warp_row_at_most, policy::warp_work_at_most, false) == team::warp);
    STATIC_REQUIRE(team_for(policy::warp_row_at_most + 1, 1, false) == team::small_block);
    STATIC_REQUIRE(team_for(1, policy::warp_work_at_most + 1, false) == team::small_block);
    STATIC_REQUIRE(team_for(policy::small_row_at_most + 1, 1, true) == team::small_block);
    STATIC_REQUIRE(team_for(policy::small_row_at_most + 1, 1, false) == team::large_block);
    STATIC_REQUIRE(task_work(team::warp, policy::warp_row_at_most) < policy::warp_work_at_most);
    STATIC_REQUIRE(task_work(team::small_block, 1000000) == 4000000);
    // Slices of a task are counted in 32 bits.
    STATIC_REQUIRE(task_work(team::large_block, 0xffffffff) / 32 < 0xffffffff);
    STATIC_REQUIRE(task_work(team::small_block, policy::bits_at_most_columns) / 8 < 0xffffffff);
}
