// Matrices and vectors whose types are known at run time: changes, files, parts and casts, against maps of entries.
#include "any_maps.hpp"

#include <graphblas_gpu/io/any_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/transpose.hpp>
#include <tests/files.hpp>

namespace spec::maps {

TEST_CASE("any: a typed matrix becomes an untyped one and back, and nothing is copied", "[any]") {
    random r(1);
    gb::matrix<float> typed{matrix_of<float>(20, 30, random_entries(r, 20, 30, 0.3))};
    const gb::matrix<float> before = typed;
    const void* const columns = typed.columns().data();
    any_matrix any = std::move(typed.any());
    CHECK(any.rows().columns == columns);
    CHECK(any.type() == type_of<float>());
    CHECK(std::string(any.type().name) == "float");
    CHECK(typed.nrows() == 0);
    CHECK_THROWS_AS(gb::matrix<double>(any_matrix(any)), gb::domain_mismatch);
    CHECK_THROWS_AS(gb::matrix<void>(any_matrix(any)), gb::domain_mismatch);
    // What has another type stays where it was.
    CHECK_THROWS_AS(gb::matrix<double>(std::move(any)), gb::domain_mismatch);
    CHECK(any.rows().columns == columns);
    const gb::matrix<float> back(std::move(any));
    CHECK(back.columns().data() == columns);
    CHECK(back == before);
    CHECK(any.type() == type_of<float>());
    CHECK(any.nrows() == 0);

    gb::vector<affine> v(9);
    v.set_element(3, {1, 2});
    any_vector w = v.any();
    CHECK(w.type() == type_of<affine>());
    CHECK_FALSE(w.type() == type_of<std::uint64_t>());
    CHECK_THROWS_AS(gb::vector<std::uint64_t>(any_vector(w)), gb::domain_mismatch);
    CHECK(gb::vector<affine>(std::move(w)) == v);
}

TEST_CASE("any: types", "[any]") {
    for (const gb::type_code code : built_in) {
        const gb::type_descriptor& type = type_of(code);
        CHECK(type.code == code);
        CHECK(type.is_built_in());
        CHECK(std::string(type.name) == gb::type_name(code));
    }
    CHECK(type_of(gb::type_code::none) == type_of<void>());
    CHECK_THROWS_AS(type_of(gb::type_code::bytes4), gb::invalid_value);
    struct other {
        std::uint32_t scale, shift;
    };
    CHECK_FALSE(type_of<other>() == type_of<affine>());
    CHECK_FALSE(path_type == type_of<void>());
    CHECK(path_type == path_type);
}

TEST_CASE("any: random changes of a matrix and a vector, of values of any size", "[any]") {
    random r(7);
    for (const std::size_t bytes :
         {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{8}, std::size_t{24}, std::size_t{300}}) {
        const gb::type_descriptor type{.bytes = bytes, .name = "bytes"};
        using value = std::vector<unsigned char>;
        const auto random_bytes = [&] {
            value x(bytes);
            for (unsigned char& b : x) b = static_cast<unsigned char>(r.below(256));
            return x;
        };
        index nrows = 9, ncols = 12;
        any_matrix m(nrows, ncols, type);
        any_vector v(ncols, type);
        std::map<position, value> entries;
        std::map<index, value> row;
        for (int step = 0; step < 400; ++step) {
            const index what = r.below(100);
            const index i = r.below(nrows), j = r.below(ncols);
            if (what < 70) {
                const value x = random_bytes();
                m.set_element(i, j, x.data());
                v.set_element(j, x.data());
                entries[{i, j}] = row[j] = x;
            } else if (what < 85) {
                m.remove_element(i, j);
                v.remove_element(j);
                entries.erase({i, j});
                row.erase(j);
            } else if (what < 90) {
                nrows = 1 + r.below(15);
                ncols = 1 + r.below(15);
                m.resize(nrows, ncols);
                v.resize(ncols);
                std::erase_if(entries, [&](const auto& e) { return e.first.first >= nrows || e.first.second >= ncols; });
                std::erase_if(row, [&](const auto& e) { return e.first >= ncols; });
            } else if (what < 91) {
                m.clear();
                v.clear();
                entries.clear();
                row.clear();
            } else if (what < 94) {
                v.make_dense();
            } else {
                m = any_matrix(m);
                v = any_vector(v);
            }
            REQUIRE(m.nvals() == static_cast<index>(entries.size()));
            REQUIRE(v.nvals() == static_cast<index>(row.size()));
            if (step % 5 != 0) continue;
            const gb::formats::untyped_view rows = m.rows();
            auto next = entries.begin();
            for (index k = 0; k < rows.nrows; ++k) {
                for (gb::row_offset p = rows.begin(k); p < rows.end(k); ++p, ++next) {
                    REQUIRE(next->first == position(k, rows.columns[p]));
                    if (bytes > 0)
                        REQUIRE(std::memcmp(rows.values + static_cast<std::size_t>(p) * bytes, next->second.data(), bytes) ==
                                0);
                }
            }
            for (index k = 0; k < ncols; ++k) {
                const std::byte* const found = v.find(k);
                REQUIRE((found != nullptr) == row.contains(k));
                if (found != nullptr && bytes > 0) REQUIRE(std::memcmp(found, row[k].data(), bytes) == 0);
            }
        }
    }
}

TEST_CASE("any: a file of any type is read, multiplied and written", "[any]") {
    random r(23);
    const test_files::temporary_folder folder;
    const auto a = random_entries(r, 15, 15, 0.3);
    const auto plus = [](std::int64_t x, std::int64_t y) { return x + y; };
    const auto times = [](std::int64_t x, std::int64_t y) { return x * y; };
    const gb::context& ctx = contexts()[0];
    for (const char* const name : {"a.mtx", "a.gbm"}) {
        const std::string from = folder / name, to = folder / ("square-" + std::string(name));
        for (const gb::type_code code : {gb::type_code::uint8, gb::type_code::float32, gb::type_code::int64}) {
            gb::write_matrix(ctx, from, gb::cast_values(ctx, matrix_of<std::int64_t>(15, 15, a), type_of(code)));
            const any_matrix read = gb::read_any_matrix(ctx, from);
            CHECK(read.type() == type_of(code));
            gb::write_matrix(ctx, to, gb::mxm(ctx, gb::any_semiring("plus_times", read.type()), read, read));
            const any_matrix square = gb::read_any_matrix(ctx, to);
            CHECK(square.type() == type_of(code));
            entry_map<std::int64_t> want = product<std::int64_t>(a, a, plus, times);
            if (code == gb::type_code::uint8)
                for (auto& [at, x] : want) x &= 255;
            CHECK(entries_of<std::int64_t>(gb::cast_values(ctx, square, type_of<std::int64_t>())) == want);
        }
    }
    const any_matrix numbers = matrix_of<std::int64_t>(15, 15, a);
    gb::write_matrix_market(ctx, folder / "m", numbers);
    gb::write_edge_list(ctx, folder / "e.tsv", numbers, {.one_based = true});
    gb::write_binary(ctx, folder / "b", numbers);
    for (const char* const name : {"m", "b"})
        CHECK(entries_of<std::int64_t>(gb::read_any_matrix(ctx, folder / name)) == a);
    CHECK(entries_of<std::int64_t>(gb::read_any_matrix(ctx, folder / "e.tsv", {.one_based = true})) == a);
    CHECK_THROWS_AS(gb::write_matrix_market(ctx, folder / "m", numbers, {.symmetric = true}), gb::invalid_value);
    gb::write_matrix(ctx, folder / "s.mtx", matrix_of<void>(15, 15, a));
    CHECK(gb::read_any_matrix(ctx, folder / "s.mtx").type() == type_of<void>());
    const any_matrix paths = matrix_of_paths(15, 15, a);
    CHECK_THROWS_AS(gb::write_matrix(ctx, folder / "p.mtx", paths), gb::domain_mismatch);
    CHECK_THROWS_AS(gb::write_matrix_market(ctx, folder / "p", paths), gb::domain_mismatch);
    CHECK_THROWS_AS(gb::write_edge_list(ctx, folder / "p", paths), gb::domain_mismatch);
    CHECK_THROWS_AS(gb::write_binary(ctx, folder / "p", paths), gb::domain_mismatch);
}

TEST_CASE("any: parts, transposes and casts", "[any]") {
    random r(19);
    const auto a = random_entries(r, 12, 17, 0.4);
    for (const gb::context& ctx : contexts()) {
        const any_matrix m = matrix_of<std::int16_t>(12, 17, a);
        entry_map<std::int16_t> turned, part;
        const std::vector<index> i{3, 0, 3}, j{16, 2};
        for (const auto& [at, x] : a) turned[{at.second, at.first}] = static_cast<std::int16_t>(x);
        for (index p = 0; p < 3; ++p)
            for (index q = 0; q < 2; ++q)
                if (const auto found = a.find({i[static_cast<std::size_t>(p)], j[static_cast<std::size_t>(q)]});
                    found != a.end())
                    part[{p, q}] = static_cast<std::int16_t>(found->second);
        CHECK(entries_of<std::int16_t>(gb::transpose(ctx, m)) == turned);
        CHECK(entries_of<std::int16_t>(gb::extract(ctx, m, i, j)) == part);
        const any_matrix structure = gb::cast_values(ctx, m, type_of<void>());
        CHECK(structure.type() == type_of<void>());
        for (const auto& [at, x] : entries_of<float>(gb::cast_values(ctx, structure, type_of<float>()))) CHECK(x == 1);

        any_vector u(17, type_of<std::int16_t>());
        for (const auto& [at, x] : a) {
            const auto value = static_cast<std::int16_t>(x);
            if (at.first == 3) u.set_element(at.second, &value);
        }
        entry_map<std::int16_t> picked;
        for (index q = 0; q < 2; ++q)
            if (const auto found = a.find({3, j[static_cast<std::size_t>(q)]}); found != a.end())
                picked[{0, q}] = static_cast<std::int16_t>(found->second);
        CHECK(entries_of<std::int16_t>(gb::extract(ctx, u, j)) == picked);
        CHECK(gb::cast_values(ctx, u, type_of<double>()).nvals() == u.nvals());
    }
}

}  // namespace spec::maps
