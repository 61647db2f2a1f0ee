// Matrices and vectors built from lists on the CUDA engine, cleared and resized there, against the host engine.
#include <graphblas_gpu/io/read_matrix.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/compare.hpp>

using namespace compare;

TEST_CASE("building on the device") {
    const auto check = [](auto type, gb::index nrows, gb::index ncols, std::size_t count, const auto& rule) {
        using T = typename decltype(type)::type;
        std::mt19937 random(9);
        std::vector<gb::index> rows, columns;
        std::vector<gb::formats::stored<T>> values;
        for (std::size_t n = 0; n < count; ++n) {
            rows.push_back(static_cast<gb::index>(random() % static_cast<unsigned>(nrows)));
            columns.push_back(static_cast<gb::index>(random() % static_cast<unsigned>(ncols)));
            values.push_back(any_value<T>(random));
        }
        const auto build = [&](const auto&... where) {
            if constexpr (std::is_void_v<T>) return gb::matrix<T>::from_edges(where..., nrows, ncols, rows, columns, rule);
            else return gb::matrix<T>::from_edges(where..., nrows, ncols, rows, columns, values, rule);
        };
        const auto build_vector = [&](const auto&... where) {
            if constexpr (std::is_void_v<T>) return gb::vector<T>::from_entries(where..., ncols, columns, rule);
            else return gb::vector<T>::from_entries(where..., ncols, columns, values, rule);
        };
        const auto made = build(on_device());
        CHECK(!made.any().is_on_host());
        CHECK(same(made, build()));
        CHECK(same(build_vector(on_device()), build_vector()));
    };
    check(std::type_identity<float>{}, 40, 30, 3000, gb::plus{});
    check(std::type_identity<float>{}, 40, 30, 300, gb::second{});
    check(std::type_identity<std::int64_t>{}, 1, 1, 3000, gb::minus{});
    check(std::type_identity<bool>{}, 3000, 2, 500, gb::first{});
    check(std::type_identity<std::int8_t>{}, 5, 7000, 5000, gb::second{});
    check(std::type_identity<std::int8_t>{}, 2, 2, 5000, gb::second{});
    check(std::type_identity<std::uint16_t>{}, 5, 70, 0, gb::lt{});
    check(std::type_identity<std::uint16_t>{}, 5, 70, 900, gb::lt{});
    check(std::type_identity<void>{}, 50, 70, 900, gb::second{});

    const std::vector<gb::index> rows{4, 2, 4, 2, 0}, columns{1, 3, 1, 3, 0};
    const auto what = [&](const auto&... where) -> std::string {
        try {
            (void)gb::matrix<void>::from_edges(where..., 5, 5, rows, columns, gb::no_duplicates);
        } catch (const gb::invalid_value& e) {
            return e.what();
        }
        return "";
    };
    CHECK(what(on_device()) == what());
    CHECK(!what().empty());
    CHECK_THROWS_AS(gb::matrix<void>::from_edges(on_device(), 4, 5, rows, columns), gb::index_out_of_bounds);
    const std::vector<float> values{1, 2, 3, 4, 5};
    CHECK_THROWS_AS(gb::matrix<float>::from_edges(on_device(), 5, 5, rows, columns, values, [](float x, float) { return x; }),
                    gb::unsupported);

    gb::coordinates entries{.nrows = 5,
                            .ncols = 5,
                            .rows = {4, 2, 4},
                            .columns = {1, 3, 1},
                            .values = std::vector<double>{1.5, -2.5, 300.25},
                            .report = {}};
    gb::read_report report;
    CHECK(same(gb::from_coordinates<std::int8_t>(on_device(), entries, gb::plus{}, &report),
               gb::from_coordinates<std::int8_t>(entries, gb::plus{})));
    CHECK(report.duplicates_merged == 1);
    CHECK(same(gb::from_coordinates<void>(on_device(), entries), gb::from_coordinates<void>(entries)));
    entries.values = std::monostate{};
    CHECK(same(gb::from_coordinates<float>(on_device(), entries), gb::from_coordinates<float>(entries)));
}

TEST_CASE("what is on the device is cleared and resized there") {
    const auto a = gb::transpose(on_device(), any_matrix<float>(30, 40, 1));
    for (const auto& [nrows, ncols] : {std::pair{10, 50}, {60, 20}, {0, 0}, {40, 30}}) {
        auto found = a;
        REQUIRE(!found.any().is_on_host());
        found.resize(nrows, ncols);
        CHECK(!found.any().is_on_host());
        auto expected = gb::transpose(on_host(), any_matrix<float>(30, 40, 1));
        expected.resize(nrows, ncols);
        CHECK(same(found, expected));
    }
    auto cleared = a;
    cleared.clear();
    CHECK(same(gb::transpose(on_device(), cleared), gb::matrix<float>(30, cleared.nrows())));
    CHECK(cleared.nvals() == 0);
    CHECK(cleared.ncols() == 30);
    auto v = gb::ewise_add(on_device(), gb::plus{}, any_vector<float>(30, 1), any_vector<float>(30, 2));
    auto w = gb::ewise_add(on_host(), gb::plus{}, any_vector<float>(30, 1), any_vector<float>(30, 2));
    v.resize(11), w.resize(11);
    CHECK(!v.any().is_on_host());
    CHECK(same(v, w));
}
