// The order in which method merge adds the multiplications of a row.
#include "tests/catch.hpp"
#include <graphblas_gpu/host/merge/merged_products.hpp>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <vector>

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;

namespace {

/// The multiplications of a row: column, entry of A in the row, entry of B.
using product_list = std::vector<std::tuple<gb::column_index, std::uint32_t, gb::row_offset>>;

gb::csr<void> rows_of(const std::vector<std::vector<gb::column_index>>& lists, gb::index ncols) {
    gb::csr<void> m;
    m.nrows = static_cast<gb::index>(lists.size());
    m.ncols = ncols;
    std::vector<gb::row_offset> offsets{0};
    std::vector<gb::column_index> columns;
    for (const auto& list : lists) {
        columns.insert(columns.end(), list.begin(), list.end());
        offsets.push_back(static_cast<gb::row_offset>(columns.size()));
    }
    m.offsets = gb::buffer<gb::row_offset>(offsets.size());
    std::copy(offsets.begin(), offsets.end(), m.offsets.data());
    m.columns = gb::buffer<gb::column_index>(columns.size());
    std::copy(columns.begin(), columns.end(), m.columns.data());
    return m;
}

std::vector<gb::column_index> random_list(std::mt19937& random, gb::index ncols, std::size_t size) {
    std::set<gb::column_index> list;
    std::uniform_int_distribution<gb::column_index> any(0, static_cast<gb::column_index>(ncols - 1));
    while (list.size() < size) list.insert(any(random));
    return {list.begin(), list.end()};
}

product_list sorted_products(const product_arrays& in, gb::index i) {
    product_list all;
    for (gb::row_offset p = in.a.begin(i); p < in.a.end(i); ++p) {
        const gb::index k = in.a.columns[p];
        for (gb::row_offset q = in.b.begin(k); q < in.b.end(k); ++q) {
            const gb::column_index* const listed = in.mask.rows.columns;
            const bool is_listed = in.mask.present && std::binary_search(listed + in.mask.rows.begin(i),
                                                                         listed + in.mask.rows.end(i), in.b.columns[q]);
            if (in.mask.present && is_listed == in.mask.complement) continue;
            all.emplace_back(in.b.columns[q], static_cast<std::uint32_t>(p - in.a.begin(i)), q);
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

product_list merged_by(merge_workspace& merging, gb::index i) {
    product_list all;
    merging.begin(i);
    for (auto part = merging.next(); !part.empty(); part = merging.next())
        for (const merged_product& x : part) all.emplace_back(x.column, x.left, x.right);
    return all;
}

}  // namespace

TEST_CASE("merge: multiplications come in the order of columns, equal columns in that of k", "[unit]") {
    std::mt19937 random(7);
    constexpr gb::index ncols = 6000;
    // Rows of B of any length, empty ones too; rows of A with so many of them that heaps and pairs are used, and empty rows.
    std::vector<std::vector<gb::column_index>> of_b, of_a, of_mask;
    for (const std::size_t size : {0, 1, 2, 3000, 0, 17, 2500, 400, 1, 5999, 64, 900, 5, 0, 33})
        of_b.push_back(random_list(random, ncols, size));
    for (const std::size_t size : {1, 2, 4, 5, 0, 6, 9, 15, 3}) of_a.push_back(random_list(random, 15, size));
    of_a.push_back({3, 6, 9});     // a heap that gives more than one part
    of_a.push_back({0, 4, 13});    // rows of B without entries
    for (const std::size_t size : {1000, 0, 3000, 10, 5, 700, 5999, 1, 2000, 3000, 6})
        of_mask.push_back(random_list(random, ncols, size));
    const gb::csr<void> a = rows_of(of_a, 15), b = rows_of(of_b, ncols), m = rows_of(of_mask, ncols);

    product_arrays in;
    in.a = a.structure();
    in.b = b.structure();
    scratch memory;
    for (const bool present : {false, true}) {
        for (const bool complement : {false, true}) {
            in.mask = {m.structure(), present, complement};
            merge_workspace merging(in, product_loops{}, memory, 0);
            for (gb::index i = 0; i < a.nrows; ++i) {
                INFO("row " << i << ", mask " << present << complement);
                CHECK(merged_by(merging, i) == sorted_products(in, i));
            }
        }
    }
}

TEST_CASE("merge: a row with more multiplications than pairs have memory for", "[unit]") {
    // More than heap_lists rows of B, all of the same columns.
    constexpr gb::index lists = merge_policy::heap_lists + 2, size = merge_policy::max_paired_products / lists + 1;
    std::vector<gb::column_index> all(static_cast<std::size_t>(size)), named(static_cast<std::size_t>(lists));
    for (std::size_t j = 0; j < all.size(); ++j) all[j] = static_cast<gb::column_index>(j);
    for (std::size_t k = 0; k < named.size(); ++k) named[k] = static_cast<gb::column_index>(k);
    const gb::csr<void> a = rows_of({named}, lists);
    const gb::csr<void> b = rows_of(std::vector<std::vector<gb::column_index>>(static_cast<std::size_t>(lists), all), size);
    product_arrays in;
    in.a = a.structure();
    in.b = b.structure();
    scratch memory;
    merge_workspace merging(in, product_loops{}, memory, 0);
    merging.begin(0);
    gb::index count = 0;
    bool in_order = true;
    for (auto part = merging.next(); !part.empty(); part = merging.next()) {
        for (const merged_product& x : part) {
            in_order = in_order && x.column == count / lists && x.left == count % lists && x.right == x.left * size + x.column;
            ++count;
        }
    }
    CHECK(count == lists * size);
    CHECK(in_order);
}
