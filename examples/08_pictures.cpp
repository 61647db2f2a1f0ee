// Lesson 8: what a mask does, position by position: the pictures of docs/semantics.md, computed.
//
// One result T is written into one C under each kind of mask, and printed: a dot where there is no entry. Then a small matrix
// is written into part of a larger one, where assign and subassign differ in what the mask is about.
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/subassign.hpp>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace gb = graphblas_gpu;

namespace {

/// Row by row; a dot stands for no entry.
std::string drawn(const gb::matrix<int>& a) {
    std::string text;
    for (gb::index i = 0; i < a.nrows(); ++i) {
        for (gb::index j = 0; j < a.ncols(); ++j) {
            const std::optional<int> x = a.get_element(i, j);
            text += x ? std::to_string(*x) : ".";
            text += j + 1 < a.ncols() ? " " : "\n";
        }
    }
    return text;
}

gb::matrix<int> of(const std::vector<gb::index>& rows, const std::vector<gb::index>& columns, const std::vector<int>& values) {
    return gb::matrix<int>::from_edges(3, 3, rows, columns, values);
}

bool is(const std::string& name, const gb::matrix<int>& a, const std::string& expected) {
    std::printf("%s\n%s\n", name.c_str(), drawn(a).c_str());
    return drawn(a) == expected;
}

}  // namespace

int main() {
    const gb::context ctx = gb::context::automatic();

    const gb::matrix<int> before = of({0, 0, 1, 2, 2}, {0, 1, 1, 0, 2}, {1, 2, 3, 4, 5});
    const gb::matrix<int> t = of({0, 0, 1, 2}, {0, 2, 1, 1}, {10, 20, 30, 40});
    // The entry in the corner is zero, which is an entry, but not true.
    const gb::matrix<int> m = of({0, 0, 1, 1, 2}, {0, 2, 0, 1, 2}, {1, 1, 1, 1, 0});

    const auto written = [&](const auto& mask, const auto& accum, bool replace) {
        gb::matrix<int> c = before;
        gb::assign(ctx, c, mask, accum, t, {.replace = replace});
        return c;
    };
    bool right = is("C before", before, "1 2 .\n. 3 .\n4 . 5\n");
    right &= is("structure(M)", written(gb::structure(m), gb::no_accum, false), "10 2 20\n. 30 .\n4 . .\n");
    right &= is("values(M)", written(gb::values(m), gb::no_accum, false), "10 2 20\n. 30 .\n4 . 5\n");
    right &= is("!structure(M)", written(!gb::structure(m), gb::no_accum, false), "1 . .\n. 3 .\n. 40 5\n");
    right &= is("structure(M), replace", written(gb::structure(m), gb::no_accum, true), "10 . 20\n. 30 .\n. . .\n");
    right &= is("structure(M), plus", written(gb::structure(m), gb::plus{}, false), "11 2 20\n. 33 .\n4 . 5\n");
    right &= is("structure(M), plus, replace", written(gb::structure(m), gb::plus{}, true), "11 . 20\n. 33 .\n. . 5\n");

    // Into rows 1, 2 and columns 1, 2 of a 4 x 4 matrix of ones. The mask of assign lies over all of C ...
    gb::matrix<int> ones(4, 4);
    gb::assign(ctx, ones, gb::no_mask, gb::no_accum, 1);
    const std::vector<gb::index> i{0, 1, 1}, j{0, 0, 1};
    const auto a = gb::matrix<int>::from_edges(2, 2, i, j, std::vector<int>{7, 8, 9});
    const gb::range middle{1, 3};
    const std::vector<gb::index> mask_rows{0, 1, 2, 3}, mask_columns{0, 1, 1, 3};
    const auto over_c = gb::matrix<void>::from_edges(4, 4, mask_rows, mask_columns);
    gb::matrix<int> c = ones;
    gb::assign(ctx, c, gb::no_mask, gb::no_accum, a, middle, middle);
    right &= is("assign, no mask", c, "1 1 1 1\n1 7 . 1\n1 8 9 1\n1 1 1 1\n");
    right &= gb::extract(ctx, c, middle, {1, 2}) == a;
    c = ones;
    gb::assign(ctx, c, gb::structure(over_c), gb::no_accum, a, middle, middle);
    right &= is("assign, M", c, "1 1 1 1\n1 7 1 1\n1 8 1 1\n1 1 1 1\n");
    c = ones;
    gb::assign(ctx, c, gb::structure(over_c), gb::no_accum, a, middle, middle, {.replace = true});
    right &= is("assign, M, replace", c, "1 . . .\n. 7 . .\n. 8 . .\n. . . 1\n");

    // ... that of subassign over the part, and nothing else changes.
    const std::vector<gb::index> part_rows{0, 1}, part_columns{0, 0};
    const auto over_part = gb::matrix<void>::from_edges(2, 2, part_rows, part_columns);
    c = ones;
    gb::subassign(ctx, c, gb::structure(over_part), gb::no_accum, a, middle, middle, {.replace = true});
    right &= is("subassign, m, replace", c, "1 1 1 1\n1 7 . 1\n1 8 . 1\n1 1 1 1\n");
    return right ? 0 : 1;
}
