// Lesson 8: what a mask does, position by position: the pictures of docs/semantics.md, computed.
//
// One result T is written into one C under each kind of mask, and printed: a dot where there is no entry.
#include <graphblas_gpu/graphblas_gpu.hpp>

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

bool is(const char* name, const gb::matrix<int>& a, const std::string& expected) {
    std::printf("%s\n%s\n", name, drawn(a).c_str());
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
    return right ? 0 : 1;
}
