// Matrices and vectors whose types are known at run time, against loops over a map of entries.
#include "trial.hpp"

#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/io/any_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/transpose.hpp>
#include <tests/files.hpp>

#include <cstring>
#include <map>

namespace spec {
namespace {

using gb::any_matrix;
using gb::any_vector;
using gb::type_of;
using position = std::pair<index, index>;
template <class T>
using entry_map = std::map<position, T>;

/// Random entries with values 0 .. 5, which every type holds.
entry_map<std::int64_t> random_entries(random& r, index nrows, index ncols, double fill) {
    entry_map<std::int64_t> out;
    for (index i = 0; i < nrows; ++i)
        for (index j = 0; j < ncols; ++j)
            if (r.chance(fill)) out[{i, j}] = r.below(6);
    return out;
}

template <class T, class From>
any_matrix matrix_of(index nrows, index ncols, const entry_map<From>& entries) {
    gb::matrix<T> m(nrows, ncols);
    for (const auto& [at, x] : entries) {
        if constexpr (std::is_void_v<T>) m.set_element(at.first, at.second);
        else m.set_element(at.first, at.second, static_cast<T>(x));
    }
    return std::move(m.any());
}

/// The entries of a matrix that has type T.
template <class T>
entry_map<T> entries_of(const any_matrix& m) {
    entry_map<T> out;
    const gb::matrix<T> typed{any_matrix(m)};
    for (const auto [i, j, x] : typed.entries()) out[{i, j}] = x;
    return out;
}
template <class T>
entry_map<T> entries_of(const any_vector& v) {
    entry_map<T> out;
    const gb::vector<T> typed{any_vector(v)};
    for (const auto [i, x] : typed.entries()) out[{0, i}] = x;
    return out;
}

/// A (+).(x) B by two loops, in ascending k.
template <class T, class Add, class Multiply, class A, class B>
entry_map<T> product(const entry_map<A>& a, const entry_map<B>& b, const Add& add, const Multiply& multiply) {
    entry_map<T> out;
    for (const auto& [at_a, x] : a) {
        for (auto q = b.lower_bound({at_a.second, 0}); q != b.end() && q->first.first == at_a.second; ++q) {
            const T term = multiply(x, q->second);
            const position at{at_a.first, q->first.second};
            const auto known = out.find(at);
            if (known == out.end()) out[at] = term;
            else known->second = add(known->second, term);
        }
    }
    return out;
}

const gb::type_code built_in[] = {gb::type_code::boolean, gb::type_code::int8,    gb::type_code::int16,  gb::type_code::int32,
                                  gb::type_code::int64,   gb::type_code::uint8,   gb::type_code::uint16, gb::type_code::uint32,
                                  gb::type_code::uint64,  gb::type_code::float32, gb::type_code::float64};

/// A path: its length, its first vertex after the source, and the number of edges. It has 24 bytes.
struct path {
    double length;
    std::int64_t first;
    std::int32_t edges;
    std::int32_t unused;
    friend bool operator==(const path& x, const path& y) {
        return x.length == y.length && x.first == y.first && x.edges == y.edges;
    }
};

void shorter(void* z, const void* x, const void* y) {
    const path *p = static_cast<const path*>(x), *q = static_cast<const path*>(y);
    *static_cast<path*>(z) = q->length < p->length ? *q : *p;
}
void joined(void* z, const void* x, const void* y) {
    const path *p = static_cast<const path*>(x), *q = static_cast<const path*>(y);
    *static_cast<path*>(z) = {p->length + q->length, p->first, p->edges + q->edges, 0};
}
/// The edge of a path: from a length in 4 bytes and a path.
void prolonged(void* z, const void* x, const void* y) {
    const path* const q = static_cast<const path*>(y);
    *static_cast<path*>(z) = {*static_cast<const float*>(x) + q->length, q->first, q->edges + 1, 0};
}
/// A type that a program describes by itself.
const gb::type_descriptor path_type{.bytes = sizeof(path), .name = "path"};

any_matrix matrix_of_paths(index nrows, index ncols, const entry_map<std::int64_t>& entries) {
    any_matrix m(nrows, ncols, path_type);
    for (const auto& [at, x] : entries) {
        const path p{static_cast<double>(x), at.second, 1, 0};
        m.set_element(at.first, at.second, &p);
    }
    return m;
}
entry_map<path> paths_of(const any_matrix& m) {
    REQUIRE(m.type() == path_type);
    entry_map<path> out;
    const gb::formats::untyped_view rows = m.rows();
    for (index i = 0; i < rows.nrows; ++i) {
        for (gb::row_offset p = rows.begin(i); p < rows.end(i); ++p)
            std::memcpy(&out[{i, rows.columns[p]}], rows.values + p * gb::row_offset{sizeof(path)}, sizeof(path));
    }
    return out;
}

}  // namespace

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

TEST_CASE("any: borrowed arrays are read in place, kept alive, and copied before they change", "[any]") {
    // [1 2; . 3], transposed it is [1 .; 2 3].
    struct arrays {
        std::vector<gb::row_offset> offsets{0, 2, 3};
        std::vector<gb::column_index> columns{0, 1, 1};
        std::vector<float> values{1, 2, 3};
    };
    auto lent = std::make_shared<arrays>();
    const std::weak_ptr<arrays> watched = lent;
    const auto borrow = [&] {
        return gb::matrix<float>::borrow_csr(2, 2, lent->offsets, lent->columns, lent->values, lent);
    };
    auto m = borrow();
    auto changed = m, moved = borrow();
    CHECK(m.columns().data() == lent->columns.data());
    CHECK(std::as_const(m).values().size() == 3);
    CHECK(std::as_const(m).values().data() == lent->values.data());
    CHECK(m.nvals() == 3);
    for (const gb::context& ctx : contexts()) {
        const auto square = gb::mxm(ctx, gb::plus_times<float>, borrow(), borrow());
        CHECK(square.get_element(0, 1) == 8.f);
        CHECK(gb::transpose(ctx, borrow()).get_element(1, 0) == 2.f);
        // The owner changes a value.
        auto watching = borrow();
        CHECK(gb::reduce(ctx, gb::plus{}, watching) == 6.f);
        CHECK(gb::mxm(ctx, gb::plus_times<float>, watching, watching, {.transpose_b = true}).get_element(1, 0) == 6.f);
        lent->values[1] = 5;
        watching.values_changed();
        CHECK(gb::reduce(ctx, gb::plus{}, watching) == 9.f);
        CHECK(gb::mxm(ctx, gb::plus_times<float>, watching, watching, {.transpose_b = true}).get_element(1, 0) == 15.f);
        lent->values[1] = 2;
    }
    changed.set_element(1, 0, 7.f);
    changed.set_element(0, 0, 9.f);
    CHECK(changed.get_element(0, 0) == 9.f);
    CHECK(changed.nvals() == 4);
    moved.values()[0] = 11;
    moved.resize(1, 1);
    moved.remove_element(0, 0);
    CHECK(lent->values == std::vector<float>{1, 2, 3});
    const auto other = std::move(m);
    CHECK(m.nrows() == 0);
    CHECK(other.columns().data() == lent->columns.data());
    lent = nullptr;
    CHECK(other.get_element(1, 1) == 3.f);
    CHECK_FALSE(watched.expired());
    const auto own = gb::matrix<float>::from_storage(other.to_csr());
    CHECK(own == other);
    gb::any_matrix last = std::move(const_cast<gb::matrix<float>&>(other).any());
    CHECK_FALSE(watched.expired());
    last.clear();
    m = gb::matrix<float>(1, 1);
    CHECK(watched.expired());

    const std::vector<gb::row_offset> wrong{0, 2, 1};
    const std::vector<gb::column_index> columns{0, 1, 1};
    CHECK_THROWS_AS(gb::matrix<void>::borrow_csr(2, 2, wrong, columns, {}, nullptr), gb::invalid_object);
    CHECK_THROWS_AS(gb::matrix<void>::borrow_csr(2, 2, {}, {}, {}, nullptr), gb::invalid_object);
}

TEST_CASE("any: borrowed arrays on a device", "[any]") {
    if (!on_cuda()) return;
    random r(29);
    const auto& e = contexts()[0].cuda_engine();
    const auto a = random_entries(r, 30, 30, 0.3);
    const any_matrix owner = matrix_of<float>(30, 30, a);
    any_matrix lent;
    {
        const auto rows = owner.device_rows(e);
        lent = any_matrix::borrowed(e, rows->view(), type_of<float>(), rows);
    }
    const auto plus = [](std::int64_t x, std::int64_t y) { return x + y; };
    const auto times = [](std::int64_t x, std::int64_t y) { return x * y; };
    const gb::any_semiring semiring("plus_times", type_of<float>());
    CHECK(lent.device_rows(e)->columns.data() == owner.device_rows(e)->columns.data());
    CHECK(entries_of<float>(gb::mxm(contexts()[0], semiring, lent, lent)) == product<float>(a, a, plus, times));
    CHECK(entries_of<float>(lent) == entries_of<float>(owner));
    lent.values_changed();
    CHECK_FALSE(lent.is_on_host());
    const float x = 100;
    lent.set_element(3, 4, &x);
    CHECK(entries_of<float>(lent).at({3, 4}) == 100);
    const auto before = a.find({3, 4});
    CHECK((before == a.end() ? 0 : entries_of<float>(owner).at({3, 4})) == (before == a.end() ? 0 : before->second));
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

}  // namespace spec
