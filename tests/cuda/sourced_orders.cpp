// Orders of sort and rules for duplicates that carry their source, and monoids as operators, against the host engine.
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/sort.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/struct_samples.hpp>

#include <limits>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// Values and their old positions, to the bit but for NaN.
template <class Op, class X>
void check_sorted(const Op& op, const X& x) {
    const auto [wanted, wanted_from] = gb::sort(on_host(), op, x);
    const auto [found, from] = gb::sort(on_device(), op, x);
    CHECK(on_device().last_report().engine != "host");
    const bool is_same_order = wanted_from == from;
    CHECK(is_same_order);
    const auto values_of = [](const X& sorted) {
        std::vector<typename X::value_type> out;
        for (const auto& entry : sorted.entries()) {
            if (entry.value == entry.value) out.push_back(entry.value);  // no NaN, which equals nothing
        }
        return out;
    };
    const bool is_same = values_of(wanted) == values_of(found);
    CHECK(is_same);
}

/// Rows of 0, 1, 2, 255, 256, 257 and 3000 entries.
template <class T, class Value>
gb::matrix<T> rows_to_sort(const Value& value) {
    std::vector<gb::index> sizes{0, 1, 2, 255, 0, 256, 257, 3000, 3, 0};
    const auto structure = rows_of_sizes<double>(sizes, 4000, 5);
    std::mt19937 random(6);
    gb::matrix<T> out(structure.nrows(), structure.ncols());
    std::vector<gb::index> rows, columns;
    std::vector<T> values;
    for (const auto& [i, j, x] : structure.entries()) {
        rows.push_back(i);
        columns.push_back(j);
        values.push_back(value(random));
    }
    return gb::matrix<T>::from_edges(structure.nrows(), structure.ncols(), rows, columns, values);
}

/// Entries at few positions, so that most have several.
struct many_edges {
    std::vector<gb::index> rows, columns;
    explicit many_edges(int count) {
        std::mt19937 random(8);
        for (int k = 0; k < count; ++k) {
            rows.push_back(static_cast<gb::index>(random() % 7));
            columns.push_back(static_cast<gb::index>(random() % 300 % 13));
        }
    }
};

template <class T, class Op, class Value>
void check_joined(const Op& op, const Value& value) {
    const many_edges edges(2000);
    std::mt19937 random(9);
    std::vector<T> values;
    for (std::size_t k = 0; k < edges.rows.size(); ++k) values.push_back(value(random));
    const auto of_edges = [&](const gb::context& ctx) {
        return gb::matrix<T>::from_edges(ctx, 7, 13, edges.rows, edges.columns, values, op);
    };
    const bool is_same = of_edges(on_host()) == of_edges(on_device());
    CHECK(is_same);
    const auto of_entries = [&](const gb::context& ctx) {
        return gb::vector<T>::from_entries(ctx, 13, edges.columns, values, op);
    };
    const bool is_same_vector = of_entries(on_host()) == of_entries(on_device());
    CHECK(is_same_vector);
}

}  // namespace

TEST_CASE("orders that carry their source sort") {
    const auto number = [](std::mt19937& random) { return static_cast<std::int32_t>(random() % 1000); };
    const auto numbers = rows_to_sort<std::int32_t>(number);
    for (const std::int32_t modulus : {1, 7, 1000}) check_sorted(sources::by_remainder{modulus}, numbers);
    check_sorted(sources::by_remainder{7}, any_vector<std::int32_t>(700, 2, 0.5));
    check_sorted(sources::by_remainder{7}, gb::vector<std::int32_t>(5));
    check_sorted(sources::by_remainder{7}, gb::matrix<std::int32_t>(3, 4));
    check_sorted(sources::leaves_before{}, rows_to_sort<sources::arrival>(small_value<sources::arrival>));
    check_sorted(sources::shorter{}, rows_to_sort<sources::long_complex>(small_value<sources::long_complex>));
    check_sorted(sources::shorter{}, some_vector<sources::long_complex>(300, 3));
}

TEST_CASE("NaN come last in an order that carries its source") {
    const auto number = [](std::mt19937& random) {
        const int x = static_cast<int>(random() % 20) - 10;
        return x == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(x);
    };
    check_sorted(sources::by_magnitude{}, rows_to_sort<float>(number));
    check_sorted(sources::by_magnitude{}, random_vector<float>(1000, 3, 0.9, number));
}

TEST_CASE("rules that carry their source join duplicates in the order of the entries") {
    const auto number = [](std::mt19937& random) { return static_cast<std::uint32_t>(random()); };
    check_joined<std::uint32_t>(sources::shifted_sum{}, number);
    check_joined<std::uint32_t>(sources::shifted_sum{5}, number);
    check_joined<sources::arrival>(sources::earlier{}, small_value<sources::arrival>);
    check_joined<sources::long_complex>(sources::long_complex_sum{}, small_value<sources::long_complex>);
    check_joined<sources::fraction>(sources::largest_fraction{}, small_value<sources::fraction>);
    // Values of a file are cast before they are joined, and what was joined is counted.
    const many_edges edges(500);
    gb::coordinates file;
    file.nrows = 7;
    file.ncols = 13;
    std::vector<std::int64_t> values;
    for (std::size_t k = 0; k < edges.rows.size(); ++k) {
        file.rows.push_back(static_cast<gb::column_index>(edges.rows[k]));
        file.columns.push_back(static_cast<gb::column_index>(edges.columns[k]));
        values.push_back(static_cast<std::int64_t>(k));
    }
    file.values = values;
    const auto read = [&](const gb::context& ctx) {
        gb::read_report report;
        const auto made = gb::from_coordinates<std::uint32_t>(ctx, file, sources::shifted_sum{}, &report);
        CHECK(report.duplicates_merged == static_cast<gb::index>(values.size()) - made.nvals());
        return made;
    };
    const bool is_same = read(on_host()) == read(on_device());
    CHECK(is_same);
}

TEST_CASE("a ready-made monoid is its operator") {
    const auto a = any_matrix<std::int32_t>(30, 40, 1), b = any_matrix<std::int32_t>(30, 40, 2);
    const gb::monoid<gb::plus, std::int32_t> sum;
    check_same(gb::ewise_add(on_host(), sum, a, b), gb::ewise_add(on_device(), sum, a, b));
    check_same(gb::ewise_mult(on_host(), sum, a, b), gb::ewise_mult(on_device(), sum, a, b));
    check_joined<std::int32_t>(sum, [](std::mt19937& random) { return static_cast<std::int32_t>(random() % 100); });
    // Of other types it is a function of the caller's, which casts.
    const auto x = any_matrix<double>(30, 40, 3);
    CHECK_THROWS_AS(gb::ewise_add(on_device(), sum, x, x), gb::unsupported);
}
