// Products of matrices and vectors whose types are known at run time, against two loops over maps of entries.
#include "any_maps.hpp"

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/transpose.hpp>

namespace spec::maps {

TEST_CASE("any: products of built-in types by semirings with names", "[any]") {
    random r(11);
    const index m = 23, k = 31, n = 27;
    const auto a = random_entries(r, m, k, 0.2), b = random_entries(r, k, n, 0.2), c = random_entries(r, m, n, 0.3);
    const auto mask = random_entries(r, m, n, 0.4);
    using T = std::int64_t;
    const auto plus = [](T x, T y) { return x + y; };
    const auto least = [](T x, T y) { return std::min(x, y); };
    const auto times = [](T x, T y) { return x * y; };
    const any_matrix structure = matrix_of<void>(m, n, mask);
    for (const gb::context& ctx : contexts()) {
        // Operands of every type, also without values: these are cast to the type of the semiring.
        for (const gb::type_code code : built_in) {
            const bool is_bool = code == gb::type_code::boolean;
            auto a_as_read = a;
            if (is_bool)
                for (auto& [at, x] : a_as_read) x = x != 0;
            const any_matrix left = gb::cast_values(ctx, matrix_of<T>(m, k, a), type_of(code)),
                             right = matrix_of<float>(k, n, b);
            CHECK(left.type() == type_of(code));
            const any_matrix made = gb::mxm(ctx, gb::any_semiring("plus_times", type_of<T>()), left, right);
            CHECK(entries_of<T>(made) == product<T>(a_as_read, b, plus, times));
            const any_matrix nearest = gb::mxm(ctx, gb::any_semiring("min_plus", type_of<T>()), left, right);
            CHECK(entries_of<T>(nearest) == product<T>(a_as_read, b, least, plus));
        }
        // C<M> = min(C, A (+).(x) B), with C in another type.
        const auto t = product<T>(a, b, plus, times);
        auto want = c;
        for (const auto& [at, x] : t) {
            if (!mask.contains(at)) continue;
            const auto old = want.find(at);
            if (old == want.end()) want[at] = x;
            else old->second = std::min(old->second, x);
        }
        any_matrix out = matrix_of<std::int32_t>(m, n, c);
        gb::mxm(ctx, out, {.matrix = &structure}, gb::any_operator("min", type_of<std::int32_t>()),
                gb::any_semiring("plus_times", type_of<T>()), matrix_of<T>(m, k, a), matrix_of<T>(k, n, b));
        CHECK(entries_of<std::int32_t>(out) == entry_map<std::int32_t>(want.begin(), want.end()));

        CHECK_THROWS_AS(gb::mxm(ctx, out, {}, gb::any_operator(&shorter, path_type),
                                gb::any_semiring("plus_times", type_of<T>()), matrix_of<T>(m, k, a), matrix_of<T>(k, n, b)),
                        gb::domain_mismatch);
        CHECK_THROWS_AS(
            gb::mxm(ctx, gb::any_semiring("plus_times", type_of<T>()), matrix_of_paths(m, k, a), matrix_of<T>(k, n, b)),
            gb::domain_mismatch);
        CHECK_THROWS_AS(
            gb::mxm(ctx, gb::any_semiring("plus_times", type_of<T>()), matrix_of<T>(m, k, a), matrix_of<T>(m, k, a)),
            gb::dimension_mismatch);
        CHECK(entries_of<std::int32_t>(out) == entry_map<std::int32_t>(want.begin(), want.end()));
    }
    CHECK_THROWS_AS(gb::any_semiring("plus_plus", type_of<T>()), gb::invalid_value);
    CHECK_THROWS_AS(gb::any_semiring("plus_times", path_type), gb::invalid_value);
    CHECK_THROWS_AS(gb::any_operator("plusplus", type_of<T>()), gb::invalid_value);
    CHECK_THROWS_AS(gb::any_operator("plus", path_type), gb::invalid_value);
    CHECK_THROWS_AS(gb::any_operator("plus", type_of<void>()), gb::invalid_value);
}

TEST_CASE("any: the structure of a product, and its number of entries", "[any]") {
    random r(37);
    const auto a = random_entries(r, 14, 11, 0.2), b = random_entries(r, 11, 13, 0.2), mask = random_entries(r, 14, 13, 0.5);
    const any_matrix m = matrix_of<void>(14, 13, mask);
    const gb::any_vector line(13, type_of<bool>());
    for (const gb::context& ctx : contexts()) {
        const any_matrix left = matrix_of<float>(14, 11, a), right = matrix_of<std::uint8_t>(11, 13, b);
        for (const bool complement : {false, true}) {
            entry_map<std::int8_t> want;
            for (const auto& [from, x] : a)
                for (const auto& [to, y] : b)
                    if (from.second == to.first && mask.contains({from.first, to.second}) != complement)
                        want[{from.first, to.second}] = 1;
            const gb::any_mask by{&m, nullptr, false, complement};
            const any_matrix c = gb::mxm_structure(ctx, by, left, right);
            CHECK(c.type() == type_of<void>());
            CHECK(entries_of<std::int8_t>(gb::cast_values(ctx, c, type_of<std::int8_t>())) == want);
            CHECK(gb::mxm_nvals(ctx, by, left, right) == static_cast<index>(want.size()));
        }
        CHECK_THROWS_AS(gb::mxm_structure(ctx, {nullptr, &line, false, false}, left, right), gb::invalid_value);
    }
}

TEST_CASE("any: a plan serves copies with other values, and refuses other structures", "[any]") {
    random r(38);
    const auto a = random_entries(r, 14, 11, 0.3), b = random_entries(r, 11, 13, 0.3), mask = random_entries(r, 14, 13, 0.5);
    const any_matrix m = matrix_of<void>(14, 13, mask);
    const gb::any_semiring semiring("plus_times", type_of<std::int64_t>());
    for (const gb::context& ctx : contexts()) {
        any_matrix left = matrix_of<std::int32_t>(14, 11, a);
        const any_matrix right = matrix_of<std::int64_t>(11, 13, b);
        const gb::any_mask by{&m, nullptr, false, true};
        const gb::any_mxm_plan plan(ctx, by, semiring, left, right);
        auto doubled = a;
        for (auto& [at, x] : doubled) x *= 2;
        auto* const values = reinterpret_cast<std::int32_t*>(left.changed_values());
        for (index n = 0; n < left.nvals(); ++n) values[n] *= 2;
        entry_map<std::int64_t> want;
        for (const auto& [from, x] : doubled)
            for (const auto& [to, y] : b)
                if (from.second == to.first && !mask.contains({from.first, to.second}))
                    want[{from.first, to.second}] += static_cast<std::int64_t>(x) * static_cast<std::int64_t>(y);
        CHECK(plan.nvals() == static_cast<index>(want.size()));
        CHECK(entries_of<std::int64_t>(plan.execute(any_matrix(left), right)) == want);
        CHECK_FALSE(plan.reason().empty());
        CHECK(plan.method() != gb::method::automatic);
        CHECK(plan.estimated_bytes() >= 0);
        CHECK_THROWS_AS(plan.execute(matrix_of<std::int32_t>(14, 11, a), right), gb::invalid_value);
        const gb::any_vector line(13, type_of<bool>());
        CHECK_THROWS_AS(gb::any_mxm_plan(ctx, {nullptr, &line, false, false}, semiring, left, right), gb::invalid_value);
    }
}

TEST_CASE("any: semirings of a monoid and an operator", "[any]") {
    random r(15);
    using T = std::int64_t;
    const index m = 20, k = 24, n = 22;
    const auto a = random_entries(r, m, k, 0.2), b = random_entries(r, k, n, 0.2);
    const any_matrix left = matrix_of<T>(m, k, a), right = matrix_of<std::int16_t>(k, n, b);
    const gb::any_operator minus("minus", type_of<T>()), times("times", type_of<T>());
    const path farthest{1e300, 0, 0, 0};
    const gb::any_monoid sum("plus", type_of<T>()), greatest("max", type_of<T>());
    const gb::any_semiring known(sum, times), unknown(greatest, minus),
        mixed(gb::any_monoid({&shorter, path_type}, {path_type, &farthest}),
              {&prolonged, type_of<float>(), path_type, path_type});
    const auto want = product<T>(
        a, b, [](T x, T y) { return std::max(x, y); }, [](T x, T y) { return x - y; });
    for (const gb::context& ctx : contexts()) {
        CHECK(entries_of<T>(gb::mxm(ctx, known, left, right)) ==
              product<T>(
                  a, b, [](T x, T y) { return x + y; }, [](T x, T y) { return x * y; }));
        CHECK(entries_of<T>(gb::mxm(ctx, unknown, left, right)) == want);
    }
    const any_matrix paths = matrix_of_paths(k, n, b);
    const auto add = [](const path& x, const path& y) { return y.length < x.length ? y : x; };
    const auto prolong = [](T x, const path& y) { return path{static_cast<float>(x) + y.length, y.first, y.edges + 1, 0}; };
    CHECK(paths_of(gb::mxm(gb::context::host(), mixed, left, paths)) == product<path>(a, paths_of(paths), add, prolong));
    CHECK_THROWS_AS(gb::any_semiring(sum, gb::any_operator("plus", type_of<float>())), gb::domain_mismatch);
    CHECK_THROWS_AS(gb::any_semiring(sum, {}), gb::invalid_value);
}

TEST_CASE("any: products with vectors", "[any]") {
    random r(13);
    const index m = 40, n = 33;
    const auto a = random_entries(r, m, n, 0.15);
    using T = std::int32_t;
    const auto plus = [](std::int64_t x, std::int64_t y) { return x + y; };
    const auto times = [](std::int64_t x, std::int64_t y) { return x * y; };
    for (const double fill : {0.05, 0.9}) {
        const auto u_row = random_entries(r, 1, m, fill);
        entry_map<std::int64_t> u_column;
        for (const auto& [at, x] : random_entries(r, 1, n, fill)) u_column[{at.second, 0}] = x;
        any_vector left(m, type_of<float>()), right(n, type_of<std::int8_t>());
        for (const auto& [at, x] : u_row) {
            const auto value = static_cast<float>(x);
            left.set_element(at.second, &value);
        }
        for (const auto& [at, x] : u_column) {
            const auto value = static_cast<std::int8_t>(x);
            right.set_element(at.first, &value);
        }
        const any_matrix stored = matrix_of<double>(m, n, a);
        const gb::any_semiring semiring("plus_times", type_of<T>());
        for (const gb::context& ctx : contexts()) {
            any_vector w(n, type_of<T>());
            gb::vxm(ctx, w, {}, {}, semiring, left, stored);
            CHECK(entries_of<T>(w) == product<T>(u_row, a, plus, times));
            any_vector twice = w;
            gb::vxm(ctx, twice, {}, gb::any_operator("plus", type_of<T>()), semiring, left, stored);
            auto doubled = entries_of<T>(w);
            for (auto& [at, x] : doubled) x *= 2;
            CHECK(entries_of<T>(twice) == doubled);

            // A mask of the other kind.
            const any_vector before = w;
            CHECK_THROWS_AS(gb::vxm(ctx, w, {.matrix = &stored}, {}, semiring, left, stored), gb::invalid_value);
            CHECK_THROWS_AS(gb::mxv(ctx, w, {.matrix = &stored}, {}, semiring, stored, right), gb::invalid_value);
            any_matrix square(m, m, type_of<T>());
            CHECK_THROWS_AS(gb::mxm(ctx, square, {.vector = &w}, {}, semiring, stored, stored, {.transpose_b = true}),
                            gb::invalid_value);
            CHECK(entries_of<T>(w) == entries_of<T>(before));

            any_vector x(m, type_of<double>());
            gb::mxv(ctx, x, {}, {}, semiring, stored, right);
            entry_map<double> want;
            for (const auto& [at, y] : product<T>(a, u_column, plus, times)) want[{0, at.first}] = y;
            CHECK(entries_of<double>(x) == want);
        }
    }
}

TEST_CASE("any: semirings of two functions on values of any size", "[any]") {
    random r(17);
    const index m = 60, k = 70, n = 50;
    const auto a = random_entries(r, m, k, 0.1), b = random_entries(r, k, n, 0.1), mask = random_entries(r, m, n, 0.2);
    const any_matrix left = matrix_of_paths(m, k, a), right = matrix_of_paths(k, n, b), structure = matrix_of<void>(m, n, mask);
    const auto add = [](const path& x, const path& y) {
        path z;
        shorter(&z, &x, &y);
        return z;
    };
    const auto join = [](const path& x, const path& y) {
        path z;
        joined(&z, &x, &y);
        return z;
    };
    const auto prolong = [](std::int64_t x, const path& y) {
        const auto length = static_cast<float>(x);
        path z;
        prolonged(&z, &length, &y);
        return z;
    };
    const gb::any_semiring shortest(gb::semiring_functions{&shorter, &joined, &path_type, &path_type, &path_type});
    const gb::any_semiring mixed(gb::semiring_functions{&shorter, &prolonged, &type_of<float>(), &path_type, &path_type});
    const auto want = product<path>(paths_of(left), paths_of(right), add, join);
    const auto want_mixed = product<path>(a, paths_of(right), add, prolong);
    for (const int threads : {1, 2, 4}) {
        const gb::context ctx = gb::context::host({.threads = threads});
        for (const gb::method method :
             {gb::method::automatic, gb::method::hash, gb::method::dense, gb::method::merge, gb::method::bitmap_tile}) {
            CHECK(paths_of(gb::mxm(ctx, shortest, left, right, {.method = method})) == want);
            // The factor of A has 4 bytes, and A has another built-in type.
            CHECK(paths_of(gb::mxm(ctx, mixed, matrix_of<std::int64_t>(m, k, a), right, {.method = method})) == want_mixed);
        }
        any_matrix masked(m, n, path_type);
        gb::mxm(ctx, masked, {.matrix = &structure}, {}, shortest, left, right, {.method = gb::method::dot});
        auto admitted = want;
        std::erase_if(admitted, [&](const auto& e) { return !mask.contains(e.first); });
        CHECK(paths_of(masked) == admitted);
        // Once more, kept where it is shorter.
        gb::mxm(ctx, masked, {}, gb::any_operator(&shorter, path_type), shortest, left, right);
        CHECK(paths_of(masked) == want);
    }
    CHECK(paths_of(gb::transpose(gb::context::host(), left)).size() == a.size());
    CHECK_THROWS_AS(gb::cast_values(gb::context::host(), left, type_of<double>()), gb::domain_mismatch);
    CHECK_THROWS_AS(gb::any_semiring(gb::semiring_functions{&shorter, nullptr, &path_type, &path_type, &path_type}),
                    gb::invalid_value);
    const gb::type_descriptor large{.bytes = 257, .name = "large"};
    CHECK_THROWS_AS(gb::any_semiring(gb::semiring_functions{&shorter, &joined, &large, &large, &large}), gb::unsupported);
    if (on_cuda()) CHECK_THROWS_AS(gb::mxm(contexts()[0], shortest, left, right), gb::unsupported);
}

}  // namespace spec::maps
