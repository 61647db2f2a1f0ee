// The model of matrices and vectors whose types are known at run time: maps of entries, with random types, operators, masks,
// accumulators and descriptors.
//
// Idea: all values are small whole numbers that are not negative, so that every type but bool holds them, and one map of
// integers is the model for all types. A struct of 24 bytes with C functions is one of the types. Vectors are matrices of one
// row here.
#pragma once

#include "trial.hpp"

#include <graphblas_gpu/any.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spec::untyped {

using gb::any_function;
using gb::any_mask;
using gb::any_matrix;
using gb::any_monoid;
using gb::any_operator;
using gb::any_scalar;
using gb::any_vector;
using gb::type_descriptor;
using gb::type_of;
using number = std::int64_t;
using position = std::pair<index, index>;
using entry_map = std::map<position, number>;

/// A number in a struct of 24 bytes.
struct wide {
    double unused;
    number x;
    std::int32_t more[2];
};
inline wide wide_of(number x) { return {0.5, x, {1, 2}}; }
inline const type_descriptor wide_type{
    .bytes = sizeof(wide), .name = "wide", .is_true = [](const void* x) { return static_cast<const wide*>(x)->x != 0; }};
inline number at(const void* x) { return static_cast<const wide*>(x)->x; }
inline void put(void* z, number x) {
    const wide made = wide_of(x);
    std::memcpy(z, &made, sizeof made);
}

inline const type_descriptor& any_type(random& r) {
    const index n = r.below(13);
    if (n == 12) return wide_type;
    return type_of(static_cast<gb::type_code>(1 + n % 11));
}
/// A type whose values are cast to those of `other`.
inline const type_descriptor& type_like(random& r, const type_descriptor& other) {
    if (!other.is_built_in()) return other;
    return type_of(static_cast<gb::type_code>(1 + r.below(11)));
}
inline bool is_wide(const type_descriptor& type) { return !type.is_built_in(); }

/// The number as a value of this type.
inline number cast_to(const type_descriptor& type, number x) { return type.code == gb::type_code::boolean ? x != 0 : x; }

/// The bytes of a number as a value of a type.
inline std::vector<std::byte> bytes_of(const type_descriptor& type, number x) {
    std::vector<std::byte> out(type.bytes);
    if (is_wide(type)) put(out.data(), x);
    else
        gb::base::with_code(type.code, [&](auto of) {
            const auto value = static_cast<typename decltype(of)::type>(x);
            std::memcpy(out.data(), &value, sizeof value);
        });
    return out;
}
inline number number_at(const type_descriptor& type, const std::byte* value) {
    if (is_wide(type)) return at(value);
    return gb::base::with_code(type.code, [&](auto of) {
        typename decltype(of)::type x;
        std::memcpy(&x, value, sizeof x);
        return static_cast<number>(x);
    });
}
inline any_scalar scalar_of(const type_descriptor& type, number x) { return {type, bytes_of(type, x).data()}; }

// ---- a matrix or a vector, and its model ----

/// A matrix, or a vector, and the entries that it must have.
struct object {
    bool is_vector = false;
    any_matrix m;
    any_vector v;
    index nrows = 1, ncols = 0;
    entry_map entries;

    const type_descriptor& type() const { return is_vector ? v.type() : m.type(); }
};

inline object empty_object(bool is_vector, index nrows, index ncols, const type_descriptor& type) {
    object out;
    out.is_vector = is_vector;
    if (is_vector) out.v = any_vector(ncols, type);
    else out.m = any_matrix(nrows, ncols, type);
    out.nrows = is_vector ? 1 : nrows;
    out.ncols = ncols;
    return out;
}

inline object random_object(random& r, bool is_vector, index nrows, index ncols, const type_descriptor& type) {
    object out = empty_object(is_vector, nrows, ncols, type);
    const double fill = r.chance(0.2) ? 0.03 : r.chance(0.2) ? 1 : 0.4;
    for (index i = 0; i < out.nrows; ++i)
        for (index j = 0; j < ncols; ++j) {
            if (!r.chance(fill)) continue;
            const number x = cast_to(type, r.below(6));
            out.entries[{i, j}] = x;
            if (is_vector) out.v.set_element(j, bytes_of(type, x).data());
            else out.m.set_element(i, j, bytes_of(type, x).data());
        }
    return out;
}

inline entry_map entries_of(const any_matrix& m) {
    entry_map out;
    const gb::formats::untyped_view rows = m.rows();
    for (index i = 0; i < rows.nrows; ++i)
        for (gb::row_offset p = rows.begin(i); p < rows.end(i); ++p)
            out[{i, rows.columns[p]}] = number_at(m.type(), rows.values + static_cast<std::size_t>(p) * m.type().bytes);
    return out;
}
inline entry_map entries_of(const any_vector& v) {
    entry_map out;
    const gb::formats::untyped_view row = v.list();
    for (gb::row_offset p = 0; p < row.nvals(); ++p)
        out[{0, row.columns[p]}] = number_at(v.type(), row.values + static_cast<std::size_t>(p) * v.type().bytes);
    return out;
}
inline entry_map entries_of(const object& o) { return o.is_vector ? entries_of(o.v) : entries_of(o.m); }

inline entry_map turned(const entry_map& a) {
    entry_map out;
    for (const auto& [p, x] : a) out[{p.second, p.first}] = x;
    return out;
}

// ---- operators ----

/// What an operator does with numbers of one type.
using binary = number (*)(const type_descriptor& type, number x, number y);

inline number plus_of(const type_descriptor& type, number x, number y) { return cast_to(type, x + y); }
inline number times_of(const type_descriptor& type, number x, number y) { return cast_to(type, x * y); }
inline number min_of(const type_descriptor&, number x, number y) { return std::min(x, y); }
inline number max_of(const type_descriptor&, number x, number y) { return std::max(x, y); }
inline number first_of(const type_descriptor&, number x, number) { return x; }
inline number second_of(const type_descriptor&, number, number y) { return y; }
inline number pair_of(const type_descriptor&, number, number) { return 1; }
inline number eq_of(const type_descriptor&, number x, number y) { return x == y; }
inline number lt_of(const type_descriptor&, number x, number y) { return x < y; }
inline number lor_of(const type_descriptor&, number x, number y) { return x != 0 || y != 0; }
inline number lxnor_of(const type_descriptor&, number x, number y) { return (x != 0) == (y != 0); }
inline number bor_of(const type_descriptor&, number x, number y) { return x | y; }
inline number band_of(const type_descriptor&, number x, number y) { return x & y; }

struct chosen_operator {
    any_operator op;
    binary model = nullptr;

    /// op(x, y) for numbers of any types, as a number of the operator's result.
    number operator()(number x, number y) const {
        const number z = model(op.left_type(), cast_to(op.left_type(), x), cast_to(op.right_type(), y));
        return cast_to(op.result_type(), z);
    }
};

inline chosen_operator random_operator(random& r, const type_descriptor& type, bool is_associative = false) {
    if (is_wide(type)) {
        if (r.chance(0.5)) return {{[](void* z, const void* x, const void* y) { put(z, at(x) + at(y)); }, type}, &plus_of};
        return {{[](void* z, const void* x, const void* y) { put(z, std::max(at(x), at(y))); }, type}, &max_of};
    }
    static const std::pair<const char*, binary> named[] = {
        {"plus", &plus_of},     {"min", &min_of},    {"max", &max_of},     {"times", &times_of}, {"first", &first_of},
        {"second", &second_of}, {"pair", &pair_of},  {"eq", &eq_of},       {"lt", &lt_of},       {"lor", &lor_of},
        {"lxnor", &lxnor_of},   {"bit_or", &bor_of}, {"bit_and", &band_of}};
    const bool has_bits = type.code != gb::type_code::boolean && type.code < gb::type_code::float32;
    const auto& [name, model] = named[r.below(is_associative ? 3 : has_bits ? 13 : 11)];
    return {{name, type}, model};
}

// ---- C<M, replace> = accum(C, T) ----

struct masked_trial {
    explicit masked_trial(random& from) : r(from) {}

    random& r;
    object c, mask_object;
    any_mask mask;
    bool has_mask = false, by_value = false, complement = false;
    std::optional<chosen_operator> accum;
    gb::descriptor desc;
    bool needs_host = false;  ///< functions of the caller's own, or structs that no device holds

    const any_operator& accumulator() const {
        static const any_operator none;
        return accum ? accum->op : none;
    }

    /// An output of this shape, with a mask over an object of another shape, if asked.
    void choose_output(bool is_vector, index nrows, index ncols, const type_descriptor& type, index mask_rows,
                       index mask_columns, bool mask_is_vector) {
        c = random_object(r, is_vector, nrows, ncols, type);
        has_mask = r.chance(0.6);
        if (has_mask) {
            mask_object = random_object(r, mask_is_vector, mask_rows, mask_columns, any_type(r));
            by_value = r.chance(0.5);
            complement = r.chance(0.4);
            if (mask_is_vector) mask = {nullptr, &mask_object.v, by_value, complement};
            else mask = {&mask_object.m, nullptr, by_value, complement};
        }
        if (r.chance(0.5)) accum = random_operator(r, type_like(r, type));
        desc.replace = r.chance(0.5);
        needs_host = needs_host || is_wide(type) || (has_mask && is_wide(mask_object.type()));
    }
    void choose_output(bool is_vector, index nrows, index ncols, const type_descriptor& type) {
        choose_output(is_vector, nrows, ncols, type, nrows, ncols, is_vector);
    }

    bool admits(position p) const {
        if (!has_mask) return true;
        const auto found = mask_object.entries.find(p);
        return (found != mask_object.entries.end() && (!by_value || found->second != 0)) != complement;
    }

    /// What the entry at p becomes, for an entry of T or none.
    void write(entry_map& out, position p, std::optional<number> t, bool is_admitted) const {
        const auto old = c.entries.find(p);
        const bool in_c = old != c.entries.end();
        const type_descriptor& type = c.type();
        if (!is_admitted) {
            if (in_c && !desc.replace) out[p] = old->second;
        } else if (t && in_c && accum) {
            out[p] = cast_to(type, (*accum)(old->second, *t));
        } else if (t) {
            out[p] = cast_to(type, *t);
        } else if (in_c && accum) {
            out[p] = old->second;
        }
    }
    entry_map written(const entry_map& t) const {
        entry_map out;
        for (index i = 0; i < c.nrows; ++i)
            for (index j = 0; j < c.ncols; ++j) {
                const auto found = t.find({i, j});
                write(out, {i, j}, found == t.end() ? std::nullopt : std::optional(found->second), admits({i, j}));
            }
        return out;
    }

    /// Whether every type holds all these numbers. Others are not compared.
    static bool all_hold(const entry_map& numbers) {
        return std::all_of(numbers.begin(), numbers.end(), [](const auto& e) { return e.second >= 0 && e.second <= 127; });
    }

    /// Calls the operation on the engine under test, and compares its output. On a device a refusal is right if functions of
    /// the caller's own are called, and the output is as it was.
    template <class Call>
    void check(const char* name, const entry_map& made, const Call& call) {
        const entry_map want = written(made);
        if (all_hold(made) && all_hold(want)) compare(name, want, call);
    }
    template <class Call>
    void compare(const char* name, const entry_map& want, const Call& call) {
        for (const gb::context& ctx : contexts()) {
            object out = c;
            bool was_refused = false;
            try {
                call(ctx, out);
            } catch (const gb::unsupported&) {
                if (!on_cuda() || !needs_host) throw;
                was_refused = true;
            }
            INFO(name << " into " << c.type().name << (has_mask ? ", mask" : "") << (by_value ? " by value" : "")
                      << (complement ? ", complement" : "") << (accum ? ", accum on " : "")
                      << (accum ? accum->op.left_type().name : "") << (desc.replace ? ", replace" : "") << ", vector "
                      << c.is_vector);
            REQUIRE(entries_of(out) == (was_refused ? c.entries : want));
        }
    }
};

inline entry_map used(const object& a, bool transpose) { return transpose && !a.is_vector ? turned(a.entries) : a.entries; }

inline object random_operand(masked_trial& t, bool is_vector, index nrows, index ncols, const type_descriptor& type,
                             bool transpose) {
    t.needs_host = t.needs_host || is_wide(type);
    return transpose ? random_object(t.r, is_vector, ncols, nrows, type) : random_object(t.r, is_vector, nrows, ncols, type);
}

inline constexpr int trials = 150;

}  // namespace spec::untyped
