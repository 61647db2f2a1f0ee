// Bit arithmetic, and packing of columns into sets, at the borders of words.
#include "tests/catch.hpp"
#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/compressed.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::base;
using namespace graphblas_gpu::formats;

static_assert(word_of(0) == 0 && word_of(63) == 0 && word_of(64) == 1 && word_of(127) == 1 && word_of(128) == 2);
static_assert(word_of(0xfffffffe) == 0x3ffffff);
static_assert(bit_of(0) == 1 && bit_of(63) == word{1} << 63 && bit_of(64) == 1 && bit_of(65) == 2);
static_assert(words_for(0) == 0 && words_for(1) == 1 && words_for(64) == 1 && words_for(65) == 2 &&
              words_for(129) == 3);
static_assert(words_for(gb::max_side) == gb::index{1} << 26);

TEST_CASE("bits: set, test and clear one at a time", "[unit]") {
    for (const gb::column_index at : {0U, 1U, 62U, 63U, 64U, 65U, 127U, 128U, 191U}) {
        std::array<word, 3> bits{};
        set_bit(bits.data(), at);
        for (gb::column_index k = 0; k < 192; ++k) CHECK(test_bit(bits.data(), k) == (k == at));
        set_bit(bits.data(), at);
        clear_bit(bits.data(), at);
        CHECK(bits == std::array<word, 3>{});
    }
}

TEST_CASE("bits: for_each_bit ascends", "[unit]") {
    const auto columns_of = [](word bits, gb::column_index w) {
        std::vector<gb::column_index> found;
        for_each_bit(bits, w, [&](gb::column_index j) { found.push_back(j); });
        return found;
    };
    CHECK(columns_of(0, 7).empty());
    CHECK(columns_of(1, 0) == std::vector<gb::column_index>{0});
    CHECK(columns_of(word{1} << 63 | 5, 2) == std::vector<gb::column_index>{128, 130, 191});
    CHECK(columns_of(~word{0}, 1).size() == 64);
    CHECK(columns_of(~word{0}, 1).front() == 64);
    CHECK(columns_of(~word{0}, 1).back() == 127);
    CHECK(columns_of(word{1} << 62, 0x3ffffff) == std::vector<gb::column_index>{0xfffffffe});
}

TEST_CASE("compressed: rows are packed into ascending sets", "[unit]") {
    struct example {
        std::vector<gb::column_index> columns;
        std::vector<gb::column_index> sets;
        std::vector<word> bits;
    };
    const std::vector<example> examples{
        {{}, {}, {}},
        {{0}, {0}, {1}},
        {{63}, {0}, {word{1} << 63}},
        {{64}, {1}, {1}},
        {{62, 63, 64, 65}, {0, 1}, {word{3} << 62, 3}},
        {{0, 200, 4294967294U}, {0, 3, 0x3ffffff}, {1, word{1} << 8, word{1} << 62}},
    };
    for (const example& e : examples) {
        const auto size = static_cast<gb::row_offset>(e.columns.size());
        CHECK(count_sets(e.columns.data(), size) == static_cast<gb::row_offset>(e.sets.size()));
        std::vector<gb::column_index> sets(e.columns.size());
        std::vector<word> bits(e.columns.size());
        const auto pairs = static_cast<std::size_t>(pack_row(e.columns.data(), size, sets.data(), bits.data()));
        sets.resize(pairs);
        bits.resize(pairs);
        CHECK(sets == e.sets);
        CHECK(bits == e.bits);
    }
}

TEST_CASE("compressed: a packed row unpacks to itself", "[unit]") {
    for (const unsigned step : {1U, 2U, 7U, 31U, 63U, 64U, 65U, 1000U}) {
        std::vector<gb::column_index> columns;
        for (gb::column_index j = step / 2; j < 5000; j += step) columns.push_back(j);
        std::vector<gb::column_index> sets(columns.size());
        std::vector<word> bits(columns.size());
        const auto pairs =
            pack_row(columns.data(), static_cast<gb::row_offset>(columns.size()), sets.data(), bits.data());
        std::vector<gb::column_index> unpacked;
        for (std::size_t p = 0; p < static_cast<std::size_t>(pairs); ++p) {
            CHECK(bits[p] != 0);
            for_each_bit(bits[p], sets[p], [&](gb::column_index j) { unpacked.push_back(j); });
        }
        CHECK(unpacked == columns);
    }
}

// Compression has to save at least 15 % of the multiplications.
static_assert(compression_is_profitable(100, 84) && !compression_is_profitable(100, 85) &&
              !compression_is_profitable(100, 100));
static_assert(!compression_is_profitable(0, 0));
static_assert(compression_is_profitable(std::int64_t{1} << 60, std::int64_t{1} << 59));

TEST_CASE("bits: a block transposed", "[unit]") {
    std::array<word, 64> block{};
    word state = 88172645463325252U;
    for (word& w : block) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        w = state;
    }
    auto transposed_block = block;
    transpose_block(transposed_block.data());
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j)
            CHECK((block[static_cast<std::size_t>(i)] >> j & 1) == (transposed_block[static_cast<std::size_t>(j)] >> i & 1));
    transpose_block(transposed_block.data());
    CHECK(transposed_block == block);
}

TEST_CASE("bits: spread to bytes", "[unit]") {
    for (unsigned bits = 0; bits < 256; ++bits) {
        const std::uint64_t bytes = spread_to_bytes(static_cast<std::uint8_t>(bits));
        for (unsigned i = 0; i < 8; ++i) CHECK((bytes >> (8 * i) & 0xff) == (bits >> i & 1));
    }
}
