// Indices that occur, numbered without gaps, and back.
#include "tests/catch.hpp"
#include <graphblas_gpu/formats/numbering.hpp>

#include <vector>

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::base;
using namespace graphblas_gpu::formats;
using gb::column_index;

namespace {

/// 5 x 4000000000, rows 0, 2 and 4 empty.
gb::csr<int> sample() {
    gb::csr<int> a(5, 4'000'000'000);
    a.offsets = {0, 0, 3, 3, 5, 5};
    a.columns = {7, 2'500'000'000, 3'999'999'999, 0, 2'500'000'000};
    a.values = {1, 2, 3, 4, 5};
    return a;
}

std::vector<column_index> listed(const numbering& n) { return {n.originals().begin(), n.originals().end()}; }

template <class T>
std::vector<T> listed(const gb::buffer<T>& from) {
    return {from.begin(), from.end()};
}

}  // namespace

TEST_CASE("numbering: a side is far beyond the entries when it is both long and sparse", "[unit][numbering]") {
    CHECK_FALSE(is_hypersparse(max_ordinary_side, 0));
    CHECK(is_hypersparse(max_ordinary_side + 1, 0));
    CHECK(is_hypersparse(gb::max_side, 3));
    CHECK(is_hypersparse(gb::index{1} << 30, (gb::index{1} << 24) - 1));
    CHECK_FALSE(is_hypersparse(gb::index{1} << 30, gb::index{1} << 24));
}

TEST_CASE("numbering: the rows and columns that hold entries", "[unit][numbering]") {
    const gb::csr<int> a = sample();
    CHECK(listed(numbered_rows(a.structure())) == std::vector<column_index>{1, 3});
    CHECK(listed(numbered_columns(a.structure())) == std::vector<column_index>{0, 7, 2'500'000'000, 3'999'999'999});
    const gb::csr<int> none(5, 4'000'000'000);
    CHECK(numbered_rows(none.structure()).size() == 0);
    CHECK(numbered_columns(none.structure()).size() == 0);
    CHECK(numbering::identity(9).size() == 9);
}

TEST_CASE("numbering: there and back", "[unit][numbering]") {
    const gb::csr<int> a = sample();
    for (const bool by_rows : {false, true}) {
        const numbering rows = by_rows ? numbered_rows(a.structure()) : numbering::identity(5);
        const numbering columns = numbered_columns(a.structure());
        gb::csr<int> small = renumbered(a.view(), rows, columns);
        CHECK(small.nrows == rows.size());
        CHECK(small.ncols == 4);
        CHECK(listed(small.columns) == std::vector<column_index>{1, 2, 3, 0, 2});
        CHECK(in_original_numbers(std::move(small), rows, columns) == a);
    }
}

TEST_CASE("numbering: entries without a number are left out", "[unit][numbering]") {
    const gb::csr<int> a = sample();
    const numbering rows = numbering::of(5, {2, 3}), columns = numbering::of(a.ncols, {1, 7, 2'500'000'000});
    const gb::csr<int> small = renumbered(a.view(), rows, columns);
    CHECK(listed(small.offsets) == std::vector<gb::row_offset>{0, 0, 1});
    CHECK(listed(small.columns) == std::vector<column_index>{2});
    CHECK(listed(small.values) == std::vector<int>{5});
    const numbering nothing = numbering::of(a.ncols, {});
    CHECK(renumbered(a.view(), rows, nothing).nvals() == 0);
}

TEST_CASE("numbering: columns of many rows are found from each row's beginning", "[unit][numbering]") {
    std::vector<column_index> originals, columns, wanted;
    for (column_index n = 0; n < 1000; ++n) originals.push_back(3 * n);
    for (column_index row = 0; row < 20; ++row) {
        for (column_index n = row; n < 1000; n += 1 + row * row) {
            columns.push_back(3 * n);
            wanted.push_back(n);
        }
    }
    renumber_columns(columns, numbering::of(3000, originals));
    CHECK(columns == wanted);
}
