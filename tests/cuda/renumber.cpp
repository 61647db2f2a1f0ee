// The indices that occur, numbered without gaps, on the device as formats/numbering.hpp has them on the host.
#include <graphblas_gpu/cuda/structure/renumber.hpp>
#include <graphblas_gpu/formats/numbering.hpp>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <random>
#include <set>
#include <vector>

namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;
using gb::column_index;
using columns = std::vector<column_index>;

std::shared_ptr<cu::engine> numbering_engine() {
    static const auto e = cu::engine::make(0, 0, nullptr, spec::device_memory());
    return e;
}

columns listed(const cu::numbering& n) {
    const auto on_host = cu::downloaded(*numbering_engine(), n.originals.data(), n.originals.size());
    return {on_host.begin(), on_host.end()};
}
columns listed(const gb::formats::numbering& n) { return {n.originals().begin(), n.originals().end()}; }

/// Every third row is empty; columns lie anywhere in a side of billions.
gb::csr<std::int16_t> sample(gb::index nrows, gb::index ncols, gb::index row_size) {
    std::mt19937_64 random(7);
    columns some;
    for (int n = 0; n < 40; ++n) some.push_back(static_cast<column_index>(random() % static_cast<std::uint64_t>(ncols)));
    columns all;
    gb::csr<std::int16_t> a(nrows, ncols);
    for (gb::index i = 0; i < nrows; ++i) {
        std::set<column_index> row;
        for (gb::index n = 0; n < row_size && i % 3 != 1; ++n) row.insert(some[random() % some.size()]);
        all.insert(all.end(), row.begin(), row.end());
        a.offsets[static_cast<std::size_t>(i) + 1] = static_cast<gb::row_offset>(all.size());
    }
    a.columns = gb::buffer<column_index>(std::span<const column_index>(all));
    a.values = gb::buffer<std::int16_t>(all.size());
    for (std::size_t p = 0; p < all.size(); ++p) a.values[p] = static_cast<std::int16_t>(p);
    return a;
}

}  // namespace

TEST_CASE("renumbering: rows and columns that occur, there and back", "[cuda][renumber]") {
    const cu::engine::use here(*numbering_engine());
    for (const gb::index row_size : {0, 1, 5, 30}) {
        const auto a = sample(50, gb::max_side, row_size);
        const cu::csr sent = cu::uploaded(numbering_engine(), a);
        const auto rows = gb::formats::numbered_rows(a.structure()), occurring = gb::formats::numbered_columns(a.structure());
        const cu::numbering device_rows = cu::numbered_rows(numbering_engine(), sent.view());
        const cu::numbering device_columns = cu::numbered_columns(numbering_engine(), sent.view());
        CHECK(listed(device_rows) == listed(rows));
        CHECK(listed(device_columns) == listed(occurring));
        for (const bool by_rows : {false, true}) {
            const auto wanted_rows = by_rows ? rows : gb::formats::numbering::identity(50);
            const cu::numbering kept = cu::identity_numbering(50);
            const cu::numbering& used_rows = by_rows ? device_rows : kept;
            cu::csr small = cu::renumbered(numbering_engine(), sent.view(), used_rows, device_columns);
            const auto wanted = gb::formats::renumbered(a.view(), wanted_rows, occurring);
            CHECK(cu::downloaded<std::int16_t>(small) == wanted);
            const cu::csr back = cu::in_original_numbers(numbering_engine(), std::move(small), used_rows, device_columns);
            CHECK(cu::downloaded<std::int16_t>(back) == a);
        }
    }
}

TEST_CASE("renumbering: entries without a number are left out", "[cuda][renumber]") {
    const cu::engine::use here(*numbering_engine());
    const auto a = sample(60, 3'000'000'000, 6), other = sample(7, 3'000'000'000, 2);
    const cu::csr sent = cu::uploaded(numbering_engine(), a), few = cu::uploaded(numbering_engine(), other);
    const cu::numbering device_columns = cu::numbered_columns(numbering_engine(), few.view());
    const auto numbers = gb::formats::numbered_columns(other.structure());
    const cu::csr small = cu::renumbered(numbering_engine(), sent.view(), cu::identity_numbering(60), device_columns);
    const auto wanted = gb::formats::renumbered(a.view(), gb::formats::numbering::identity(60), numbers);
    CHECK(small.nvals < a.nvals());
    CHECK(cu::downloaded<std::int16_t>(small) == wanted);
    const cu::numbering nothing{3'000'000'000, false, {}};
    CHECK(cu::renumbered(numbering_engine(), sent.view(), cu::identity_numbering(60), nothing).nvals == 0);
}

TEST_CASE("renumbering: values that are positions", "[cuda][renumber]") {
    const cu::engine::use here(*numbering_engine());
    const columns originals{3, 70, 4'000'000'000};
    const auto map = cu::uploaded<column_index>(numbering_engine(), originals);
    const std::vector<std::int64_t> longs{2, 0, 1};
    const auto as_long = cu::uploaded<std::int64_t>(numbering_engine(), longs);
    cu::put_original_indices(numbering_engine(), gb::type_code::int64, as_long.data(), 3, map.data());
    const auto got = cu::downloaded(*numbering_engine(), as_long.data(), 3);
    CHECK(std::vector<std::int64_t>(got.begin(), got.end()) == std::vector<std::int64_t>{4'000'000'000, 3, 70});
    const std::vector<std::int32_t> ints{1, 2};
    const auto as_int = cu::uploaded<std::int32_t>(numbering_engine(), ints);
    cu::put_original_indices(numbering_engine(), gb::type_code::int32, as_int.data(), 2, map.data());
    const auto wrapped = cu::downloaded(*numbering_engine(), as_int.data(), 2);
    CHECK(std::vector<std::int32_t>(wrapped.begin(), wrapped.end()) ==
          std::vector<std::int32_t>{70, static_cast<std::int32_t>(4'000'000'000U)});
    cu::put_original_indices(numbering_engine(), gb::type_code::int32, as_int.data(), 2, nullptr);
}
