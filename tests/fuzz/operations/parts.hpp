// Random operations, one after the other on the same containers, each compared with the specification (spec/spec.hpp).
//
// Idea: a world is a few matrices and vectors over T with their meanings as dense models. An operation draws its output, its
// operands and its mask from them, so that one object often has several parts, and what an earlier operation has cached or left
// pending is there for the next. A side of a world may be far: its model has a few indices, index n of which stands for
// index first + n * step of the object. Every operation draws from a generator of its own, seeded by the world and its
// number, so that leaving one out changes no other: so a failure is made short.
// Source: in kind, the property-based tests of QuickCheck (Claessen, Hughes, ICFP 2000).
#pragma once

#include <tests/spec/trial.hpp>

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace spec::fuzz {

/// What an operation did wrong.
struct wrong : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Thrown by functions of the fuzzer's own, in the middle of an operation.
struct interrupted : std::runtime_error {
    interrupted() : std::runtime_error("interrupted") {}
};
/// The calls of such functions that are left until one throws; below 0 none does.
inline std::atomic<std::int64_t> calls_left{-1};
inline void count_down() {
    if (calls_left.load(std::memory_order_relaxed) >= 0 && calls_left.fetch_sub(1) == 0) throw interrupted();
}

/// How often each operation ran, and how often one was refused.
struct tally {
    std::map<std::string, long> runs;
    std::map<std::string, long> refused;
};

/// What a run of a world came to: the operations in words, and what was wrong at the last; empty if nothing was.
struct outcome {
    std::vector<std::string> operations;
    std::string problem;
    std::size_t last = 0;  ///< the number of the operation that found it
};

inline constexpr std::size_t operations_of_world = 150;

/// Runs the world of this seed over a type, but for some operations.
using run_of_world = outcome (*)(std::uint64_t seed, const std::set<std::size_t>& left_out, tally& counts);
outcome run_int64(std::uint64_t seed, const std::set<std::size_t>& left_out, tally& counts);
outcome run_double(std::uint64_t seed, const std::set<std::size_t>& left_out, tally& counts);
outcome run_bool(std::uint64_t seed, const std::set<std::size_t>& left_out, tally& counts);
outcome run_affine(std::uint64_t seed, const std::set<std::size_t>& left_out, tally& counts);

struct side {
    index near = 0, first = 0, step = 1, size = 0;

    bool is_near() const { return size == near; }
    index far(index n) const { return first + n * step; }
    /// The index of the model, or -1.
    index number(index original) const {
        const index n = original - first;
        return n >= 0 && n % step == 0 && n / step < near ? n / step : -1;
    }
};

/// A container and what it has to hold.
template <class Object>
struct holder {
    using value = read_as<typename Object::value_type>;
    std::string name;
    const side* rows;
    const side* columns;
    Object object;
    dense<value> model;

    bool has_shape(const side* r, const side* c) const { return rows == r && columns == c; }
};

template <class Object>
Object empty_of(const side& rows, const side& columns) {
    if constexpr (gb::is_matrix<Object>) return Object(rows.size, columns.size);
    else return Object(columns.size);
}

/// What differs; empty if the object is well-formed and holds just what the model says.
template <class T, class U>
std::string difference_of(const gb::csr<T>& got, const dense<U>& want, const side& rows, const side& columns) {
    if (got.nrows != rows.size || got.ncols != columns.size) return "has another shape";
    try {
        gb::formats::check_csr(got.structure(), got.offsets.size(), got.columns.size(), got.values.size(), !std::is_void_v<T>);
    } catch (const gb::error& e) {
        return std::string("is malformed: ") + e.what();
    }
    const auto at = [](index i, index j) { return " at (" + std::to_string(i) + ", " + std::to_string(j) + ")"; };
    index found = 0;
    for (index i = 0; i < want.nrows; ++i) {
        const index row = rows.far(i);
        for (gb::row_offset p = got.offsets[row]; p < got.offsets[row + 1]; ++p) {
            const index j = columns.number(got.columns[p]);
            if (j < 0 || !want.at(i, j)) return "has an entry too many" + at(row, got.columns[p]);
            if constexpr (!std::is_void_v<T>) {
                if (!same<U>(got.values[p], *want.at(i, j)))
                    return "has " + text(got.values[p]) + ", not " + text(*want.at(i, j)) + "," + at(row, got.columns[p]);
            }
            ++found;
        }
    }
    if (found != static_cast<index>(got.columns.size())) return "has entries in rows that should be empty";
    const auto wanted = std::count_if(want.cells.begin(), want.cells.end(), [](const auto& x) { return x.has_value(); });
    return found == wanted ? "" : "has " + std::to_string(found) + " entries, not " + std::to_string(wanted);
}
template <class T>
gb::csr<T> rows_in(const gb::matrix<T>& m) {
    return m.to_csr();
}
template <class T>
gb::csr<T> rows_in(const gb::vector<T>& v) {
    if (v.nvals() != v.list().nvals()) throw wrong("nvals() is not the number of entries");
    return gb::formats::copy_of(v.list());
}

/// Sums of these values are the same in every order.
template <class T>
T value_of(random& r) {
    if constexpr (std::floating_point<T>) {
        using limits = std::numeric_limits<T>;
        if (r.chance(0.03)) return std::array{limits::infinity(), -limits::infinity(), limits::quiet_NaN()}[r.next() % 3];
        if (r.chance(0.1)) return T(-0.0);
        return static_cast<T>(r.below(7) - 3);
    } else {
        return random_value<T>(r);
    }
}
/// Whether sums of the values may round, so that the object must be filled again.
template <class T>
bool is_large(const std::optional<T>& x) {
    if constexpr (std::floating_point<T>) return x && std::isfinite(*x) && std::abs(*x) > 0x1p20;
    else return false;
}

/// Functions of the fuzzer's own: of a value and its position, of two values, and a predicate.
/// @{
template <class T>
struct own_map {
    side rows, columns;  ///< positions are those of the model
    T operator()(const T& x, index i, index j) const {
        count_down();
        return rows.number(i) % 3 == columns.number(j) % 2 ? T{} : x;
    }
    T operator()(const T& x, index j) const { return (*this)(x, rows.far(0), j); }
};
template <class T>
struct own_pair {
    T operator()(const T& x, const T& y) const {
        count_down();
        if constexpr (std::is_same_v<T, affine>) return least_affine::multiply(x, y);
        else return gb::minus{}(y, x);
    }
};
template <class T>
struct own_choice {
    side rows, columns;
    bool operator()(const T&, index i, index j) const {
        count_down();
        return (rows.number(i) + columns.number(j)) % 2 == 0;
    }
    bool operator()(const T& x, index j) const { return (*this)(x, rows.far(0), j); }
};
/// @}

/// least_affine, whose multiply may throw.
struct fragile_affine {
    static constexpr least_affine::least add{};
    affine multiply(const affine& x, const affine& y) const {
        count_down();
        return least_affine::multiply(x, y);
    }
};

/// The product over the semiring with this name, by the specification.
template <class T>
dense<T> product_of(const std::string& name, const dense<T>& a, const dense<T>& b) {
    dense<T> out;
    if constexpr (gb::scalar<T>) {
        gb::for_each_semiring([&](const auto& s) {
            using S = std::remove_cvref_t<decltype(s)>;
            if constexpr (std::is_same_v<gb::semiring_value_t<S>, T>) {
                if (name == std::string(S::add_operator::name) + "_" + S::multiply_operator::name) out = mxm(s, a, b);
            }
        });
    } else {
        out = mxm(least_affine{}, a, b);
    }
    return out;
}
/// The same semiring as the library takes it.
template <class T>
auto semiring_named(const std::string& name) {
    if constexpr (gb::scalar<T>) return gb::catalogued<T>(name);
    else return fragile_affine{};
}
template <class T>
std::vector<std::string> names_of_semirings(bool with_positional) {
    std::vector<std::string> names;
    if constexpr (gb::scalar<T>) {
        gb::for_each_semiring([&](const auto& s) {
            using S = std::remove_cvref_t<decltype(s)>;
            if constexpr (std::is_same_v<gb::semiring_value_t<S>, T>) {
                if (with_positional || !gb::is_positional<S>)
                    names.push_back(std::string(S::add_operator::name) + "_" + S::multiply_operator::name);
            }
        });
    } else {
        names.push_back("least_affine");
    }
    return names;
}

}  // namespace spec::fuzz
