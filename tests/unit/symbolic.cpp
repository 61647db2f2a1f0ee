// The symbolic phase against a plain product of structures: sizes, structure and count, by hash and dense accumulators,
// with and without rows that are kept as bits, under all masks.
#include "structures.hpp"
#include "tests/catch.hpp"
#include <graphblas_gpu/host/product/symbolic.hpp>

#include <array>
#include <random>
#include <string>
#include <vector>

namespace unit {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;
using gb::column_index;
using gb::index;
using gb::base::word;
using gb::host::wide_rows;

namespace {

std::array<team, 2>& teams() {
    static std::array<team, 2> all{team(1), team(3)};
    return all;
}

struct named_mask {
    std::string name;
    structure rows;
};

std::vector<named_mask> masks_of(std::mt19937& engine, index nrows, index ncols) {
    structure some_rows = random_structure(engine, nrows, ncols, 0.2);
    for (std::size_t i = 0; i < some_rows.rows.size(); ++i) {
        if (i % 3 != 0) some_rows.rows[i].clear();
    }
    structure full{ncols, {}};
    row all;
    for (index j = 0; j < ncols; ++j) all.push_back(static_cast<column_index>(j));
    full.rows.assign(static_cast<std::size_t>(nrows), all);
    return {{"sparse", random_structure(engine, nrows, ncols, 0.01)},
            {"with empty rows", std::move(some_rows)},
            {"empty", {ncols, std::vector<row>(static_cast<std::size_t>(nrows))}},
            {"full", std::move(full)}};
}

/// All functions of the symbolic phase, all accumulators, one mask or none.
void check_mask(team& workers, const gb::csr<void>& a, const symbolic_operand& b, const mask_rows& mask,
                const structure& want, const std::string& name) {
    const gb::csr<void> rows = stored(want);
    for (const gb::method accumulator : {gb::method::hash, gb::method::dense}) {
        INFO(name << ", by " << gb::to_string(accumulator) << ", " << workers.size() << " threads");
        const gb::structure_view view = a.structure();
        // Not CHECK(x == y): it would print whole arrays.
        const bool sizes_agree = symbolic_sizes(workers, view, b, mask, accumulator) == rows.offsets;
        CHECK(sizes_agree);
        const bool structures_agree = symbolic_structure(workers, view, b, mask, accumulator) == rows;
        CHECK(structures_agree);
        const bool counted_agree = symbolic_structure_counted(workers, view, b, mask, accumulator) == rows;
        CHECK(counted_agree);
        CHECK(symbolic_nvals(workers, view, b, mask, accumulator) == rows.nvals());
    }
}

enum class expected { plain, packed, wide };

void check_symbolic(const std::string& name, std::mt19937& engine, const structure& a, const structure& b,
                    expected form, bool all_masks = true) {
    const gb::csr<void> a_rows = stored(a), b_rows = stored(b);
    const structure c = product(a, b);
    const auto masks = all_masks ? masks_of(engine, a.nrows(), b.ncols) : std::vector<named_mask>{};
    std::vector<symbolic_operand> operands;
    for (team& workers : teams()) {
        INFO(name);
        const auto multiplications = multiplications_before(workers, a_rows.structure(), b_rows.structure());
        operands.emplace_back(workers, a_rows.structure(), b_rows.structure(), multiplications);
        REQUIRE(operands.back().is_compressed() == (form != expected::plain));
        REQUIRE((operands.back().wide().count > 0) == (form == expected::wide));
    }
    const auto on_all_teams = [&](const mask_rows& mask, const structure& want, const std::string& words) {
        for (std::size_t t = 0; t < teams().size(); ++t) {
            check_mask(teams()[t], a_rows, operands[t], mask, want, name + ", " + words);
        }
    };
    on_all_teams({}, c, "no mask");
    for (const named_mask& mask : masks) {
        const gb::csr<void> rows = stored(mask.rows);
        for (const bool complement : {false, true}) {
            on_all_teams({rows.structure(), true, complement}, masked(c, mask.rows, complement),
                         (complement ? "complement of " : "") + mask.name);
        }
    }
}

/// Columns by twos, so that compression pays: the words of [first, last) with chance `density`.
row pairs(std::mt19937& engine, index first, index last, double density) {
    std::bernoulli_distribution chance(density);
    row out;
    for (index w = first; w < last; ++w) {
        if (!chance(engine)) continue;
        const auto at = static_cast<column_index>(64 * w + engine() % 62);
        out.insert(out.end(), {at, at + 1, at + 2});
    }
    return out;
}

/// Rows of A of 0 to 12 entries, in which row `favourite` of B is common.
structure choices(std::mt19937& engine, index nrows, index inner, column_index favourite) {
    structure out{inner, {}};
    for (index i = 0; i < nrows; ++i) {
        row r;
        for (auto n = i % 11 == 5 ? 0 : engine() % 12; n > 0; --n) {
            r.push_back(static_cast<column_index>(engine() % static_cast<unsigned>(inner)));
        }
        if (i % 11 != 5 && i % 5 != 0) r.push_back(favourite);
        std::sort(r.begin(), r.end());
        r.erase(std::unique(r.begin(), r.end()), r.end());
        out.rows.push_back(r);
    }
    return out;
}

}  // namespace

TEST_CASE("symbolic: scattered columns, looked at one by one", "[unit][symbolic]") {
    std::mt19937 engine(1);
    check_symbolic("one column", engine, choices(engine, 300, 50, 7), random_structure(engine, 50, 1, 0.1),
                   expected::plain);
    check_symbolic("scattered", engine, choices(engine, 300, 50, 7), random_structure(engine, 50, 6000, 0.001),
                   expected::plain);
}

TEST_CASE("symbolic: a word of columns, and one column more", "[unit][symbolic]") {
    std::mt19937 engine(9);
    for (const index ncols : {64, 65}) {
        check_symbolic(std::to_string(ncols), engine, choices(engine, 300, 50, 7),
                       random_structure(engine, 50, ncols, 0.1), expected::packed);
    }
}

TEST_CASE("symbolic: runs of columns, by words", "[unit][symbolic]") {
    std::mt19937 engine(2);
    for (const index ncols : {index{5000}, index{64 * 64 * 5}}) {
        structure b{ncols, {}};
        for (index k = 0; k < 50; ++k)
            b.rows.push_back(pairs(engine, 0, ncols / 64, 10.0 * 64 / static_cast<double>(ncols)));
        check_symbolic("runs", engine, choices(engine, 300, 50, 7), b, expected::packed);
    }
}

TEST_CASE("symbolic: wide rows, alone, among others, and nothing else", "[unit][symbolic]") {
    std::mt19937 engine(3);
    // One panel, a panel and a word, several and a part; the last word whole or not.
    for (const index ncols : {64 * 16, 64 * 64 - 1, 64 * 64, 64 * 64 + 1, 5000, 64 * 64 * 3 + 77}) {
        for (const int kind : {0, 1, 2}) {
            structure b{ncols, {}};
            for (index k = 0; k < 40; ++k) {
                const bool is_wide = kind == 2 || (kind == 1 && k % 4 == 3) || k == 7;
                if (is_wide) {
                    b.rows.push_back(random_row(engine, ncols, k % 3 == 0 ? 0.9 : 0.1));
                } else {
                    b.rows.push_back(k % 5 == 0 ? row{}
                                                : pairs(engine, 0, ncols / 64, 64.0 / static_cast<double>(ncols)));
                }
            }
            constexpr index nrows = 530;  // more than a block has
            check_symbolic("wide, kind " + std::to_string(kind) + ", " + std::to_string(ncols) + " columns", engine,
                           choices(engine, nrows, 40, 7), b, expected::wide,
                           ncols == 5000 || (kind == 1 && ncols > 64 * 64));
        }
    }
}

TEST_CASE("symbolic: wide rows of so many words that a block has few rows", "[unit][symbolic]") {
    std::mt19937 engine(4);
    constexpr index ncols = 2'500'000;
    structure b{ncols, std::vector<row>(5)};
    b.rows[1] = pairs(engine, 0, ncols / 64, 0.2);
    b.rows[2] = {ncols - 1};
    b.rows[3] = pairs(engine, ncols / 128, ncols / 64, 0.4);
    structure a{5, {}};
    for (index i = 0; i < 50; ++i) {
        a.rows.push_back(i % 9 == 4 ? row{} : i % 2 == 0 ? row{1, 2, 3} : row{0, 1, 4});
    }
    check_symbolic("very wide", engine, a, b, expected::wide, false);
}

TEST_CASE("symbolic: wide rows hold just the bits of their rows", "[unit][symbolic]") {
    std::mt19937 engine(5);
    constexpr index ncols = 64 * 64 * 2 + 100;
    structure b{ncols, {}};
    for (index k = 0; k < 20; ++k)
        b.rows.push_back(k % 4 == 1 ? random_row(engine, ncols, 0.3) : pairs(engine, 3, 6, 0.5));
    const auto a = stored(choices(engine, 500, 20, 5));
    const auto b_rows = stored(b);
    for (team& workers : teams()) {
        const auto multiplications = multiplications_before(workers, a.structure(), b_rows.structure());
        const symbolic_operand operand(workers, a.structure(), b_rows.structure(), multiplications);
        const wide_rows& wide = operand.wide();
        REQUIRE(wide.count == 5);
        CHECK(wide.panels == 3);
        for (index k = 0; k < 20; ++k) {
            REQUIRE(wide.is_wide(k) == (k % 4 == 1));
            if (!wide.is_wide(k)) continue;
            const auto number = static_cast<index>(wide.number[static_cast<std::size_t>(k)]);
            row got;
            for (index p = 0; p < wide.panels; ++p) {
                for (index w = 0; w < wide_rows::panel_words; ++w) {
                    gb::base::for_each_bit(wide.panel(p)[number * wide_rows::panel_words + w],
                                           static_cast<column_index>(p * wide_rows::panel_words + w),
                                           [&](column_index j) { got.push_back(j); });
                }
            }
            CHECK(got == b.rows[static_cast<std::size_t>(k)]);
        }
    }
}

TEST_CASE("symbolic: wide rows that are used too seldom are not made", "[unit][symbolic]") {
    std::mt19937 engine(6);
    structure b{10000, {}};
    for (index k = 0; k < 20; ++k) b.rows.push_back(random_row(engine, 10000, 0.3));
    structure a{20, {{1}, {}, {4, 5}}};
    for (column_index k = 0; k < 20; ++k) a.rows.push_back({k});
    check_symbolic("seldom", engine, a, b, expected::packed);
}

TEST_CASE("symbolic: B is not packed for fewer multiplications than it has entries", "[unit][symbolic]") {
    std::mt19937 engine(8);
    structure b{10000, {}};
    for (index k = 0; k < 20; ++k) b.rows.push_back(random_row(engine, 10000, 0.3));
    check_symbolic("few rows", engine, {20, {{1}, {}, {4, 5}}}, b, expected::plain);
}

TEST_CASE("symbolic: no rows, no columns, nothing in between", "[unit][symbolic]") {
    std::mt19937 engine(7);
    check_symbolic("no rows", engine, {3, {}}, {5, {{1}, {}, {2, 3}}}, expected::plain);
    check_symbolic("no columns", engine, {3, {{0, 1}, {2}}}, {0, {{}, {}, {}}}, expected::plain);
    check_symbolic("no inner", engine, {0, {{}, {}}}, {4, {}}, expected::plain);
}

// Whether rows are kept as bits, and whether they are made at all.
static_assert(gb::host::is_wide_enough(16, 128) && !gb::host::is_wide_enough(16, 129) &&
              !gb::host::is_wide_enough(15, 15));
static_assert(gb::host::wide_rows_are_profitable(200, 400, 100) && !gb::host::wide_rows_are_profitable(200, 401, 100) &&
              !gb::host::wide_rows_are_profitable(200, 400, 101) &&
              !gb::host::wide_rows_are_profitable(std::int64_t{1} << 40, 0, (std::int64_t{1} << 26) + 1));

TEST_CASE("multiplications_before: against counting", "[unit][symbolic]") {
    std::mt19937 engine(8);
    const auto b = random_structure(engine, 50, 80, 0.2), a = choices(engine, 2000, 50, 3);
    for (team& workers : teams()) {
        const auto got = multiplications_before(workers, stored(a).structure(), stored(b).structure());
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < a.rows.size(); ++i) {
            CHECK(got[i] == sum);
            for (const column_index k : a.rows[i]) sum += static_cast<index>(b.rows[k].size());
        }
        CHECK(got[a.rows.size()] == sum);
    }
}

}  // namespace unit
