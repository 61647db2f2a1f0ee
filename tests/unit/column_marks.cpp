// Sets of columns in three levels of bits. Rows by the dense accumulator are compared in tests/spec (large_products.cpp,
// special_values.cpp).
#include "tests/catch.hpp"
#include <graphblas_gpu/host/product/column_marks.hpp>
#include <graphblas_gpu/host/dense/row_extent.hpp>

#include <algorithm>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace unit {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;
using gb::column_index;
using gb::index;
using gb::base::word;

namespace {

/// All clean slots that the dense method uses, as a fresh one would find them.
bool is_clean(scratch& memory, index ncols) {
    const auto all_zero = [&](scratch::clean slot, index bits) {
        const auto count = static_cast<std::size_t>(gb::base::words_for(bits));
        const word* const words = memory.get<word>(slot, count);
        return std::all_of(words, words + count, [](word w) { return w == 0; });
    };
    const index words = gb::base::words_for(ncols), summary = gb::base::words_for(words);
    return all_zero(scratch::clean::bits, ncols) && all_zero(scratch::clean::summary, words) &&
           all_zero(scratch::clean::summary_of_summary, summary) && all_zero(scratch::clean::forbidden, ncols);
}

}  // namespace

TEST_CASE("column_marks: taken in order, empty afterwards", "[unit][dense]") {
    std::mt19937 engine(1);
    scratch memory;
    // Borders of words, of words of words, and of words of those.
    for (const index ncols : {1, 63, 64, 65, 4095, 4096, 4097, 262143, 262144, 262145, 3000000}) {
        for (const unsigned count : {0U, 1U, 10U, 3000U}) {
            column_marks marks(memory, ncols);
            std::set<column_index> want;
            for (unsigned n = 0; n < count; ++n) {
                auto j = static_cast<column_index>(engine() % static_cast<unsigned>(ncols));
                if (n % 10 == 3) j = static_cast<column_index>(ncols - 1);
                if (n % 10 == 4) j = 0;
                if (marks.insert(j) != want.insert(j).second) FAIL("column " << j << " of " << ncols);
            }
            std::vector<column_index> got;
            marks.take([&](column_index j) { got.push_back(j); });
            CHECK(got == std::vector<column_index>(want.begin(), want.end()));
            marks.take([](column_index j) { FAIL(j << " was left"); });
            CHECK(is_clean(memory, ncols));
        }
    }
    column_marks none(memory, 0);
    none.take([](column_index) { FAIL("there are no columns"); });
}

TEST_CASE("column_marks: whole words", "[unit][dense]") {
    scratch memory;
    column_marks marks(memory, 300000);
    marks.insert(4687, 6);  // columns 299969 and 299970
    marks.insert(2, 1);
    marks.insert(2, word{1} << 63);
    marks.insert(70, 0);  // touched, and empty
    CHECK(marks.insert(64 * 70 + 5));
    CHECK_FALSE(marks.insert(128));
    std::vector<std::pair<column_index, word>> got;
    marks.take_words([&](column_index w, word bits) { got.emplace_back(w, bits); });
    CHECK(got == std::vector<std::pair<column_index, word>>{{2, word{1} << 63 | 1}, {70, 32}, {4687, 6}});
    CHECK(is_clean(memory, 300000));
    // A column that is taken out at the lowest level leaves its word touched; it is still cleared.
    CHECK(marks.insert(77));
    gb::base::clear_bit(marks.bits(), 77);
    marks.take([](column_index) { FAIL("it was taken out"); });
    CHECK(is_clean(memory, 300000));
}

// A row is scanned unless it meets few columns in a wide range.
static_assert(scan_is_profitable(1, 1) && scan_is_profitable(1, 4) && !scan_is_profitable(1, 5) && scan_is_profitable(25, 100));

}  // namespace unit
