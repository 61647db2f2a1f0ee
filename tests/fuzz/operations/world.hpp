// A world over T: its objects, and a call whose output, mask and operands are drawn from them. The operations are in
// operations.hpp.
#pragma once

#include "parts.hpp"

namespace spec::fuzz {

template <class T>
class world {
    using matrix = holder<gb::matrix<T>>;
    using vector = holder<gb::vector<T>>;
    static constexpr bool is_scalar = gb::scalar<T>;

  public:
    world(std::uint64_t seed, tally& counts) : seed_(seed), counts_(counts) {
        random r(seed);
        // Sides of nothing, of one, of more than a word of bits; far ones in one world of three. The third side is that of
        // columns alone, because it is long: of many words of bits, or far.
        constexpr std::array sizes{0, 1, 2, 3, 5, 5, 9, 9, 13, 17, 17, 24, 33, 66};
        for (side& s : sides_) s.near = s.size = sizes[r.next() % sizes.size()];
        if (r.chance(0.33)) {
            const index step = 1 + r.below(600);
            sides_[0] = {sides_[0].near, r.below(3), step, 2 + sides_[0].near * step + r.below(2)};
        }
        if (sides_[0].near * sides_[1].near < 400 && r.chance(0.5)) {
            // Bits of wide rows lie in panels of 4096 columns.
            sides_[2].near = sides_[2].size = sides_[0].near * sides_[1].near < 150 ? 4000 + r.below(300) : 1000 + r.below(500);
        } else {
            const index step = r.chance(0.5) ? 60'000'000 : 700;
            sides_[2] = {sides_[2].near, r.below(5), step, 5 + sides_[2].near * step};
        }
        add_objects(r);
    }

    outcome run(const std::set<std::size_t>& left_out) {
        outcome out;
        std::size_t last = operations_of_world - 1;
        while (last > 0 && left_out.contains(last)) --last;
        for (std::size_t n = 0; n <= last; ++n) {
            if (left_out.contains(n)) continue;
            out.last = n;
            random r(random(seed_ ^ (n + 1) << 40).next());
            words_.clear();
            try {
                step(r);
                if (n % 16 == 15 || n == last) check_all();
            } catch (const wrong& e) {
                out.problem = e.what();
            } catch (const std::exception& e) {
                out.problem = std::string("threw: ") + e.what();
            }
            if (!words_.empty()) out.operations.push_back("operation " + std::to_string(n) + ": " + words_);
            if (!out.problem.empty()) return out;
        }
        return out;
    }

  private:
    // ---- objects ----

    void add_objects(random& r) {
        const side *const a = &sides_[0], *const b = &sides_[1], *const w = &sides_[2];
        for (const auto& [rows, columns, count] : {std::tuple{a, a, 4}, {a, b, 2}, {b, a, 2}, {b, b, 2}, {a, w, 2}, {b, w, 1}})
            for (int n = 0; n < count; ++n) add(r, matrices_, rows, columns, "M");
        for (const auto& [size, count] : {std::pair{a, 3}, {b, 2}, {w, 2}})
            for (int n = 0; n < count; ++n) add(r, vectors_, &one_, size, "v");
        for (const auto& [rows, columns] : {std::pair{a, a}, {a, b}, {b, a}, {b, b}, {a, w}})
            add(r, structures_, rows, columns, "S");
        for (const side* const size : {a, b, w}) add(r, structure_vectors_, &one_, size, "s");
    }
    template <class Object>
    void add(random& r, std::vector<holder<Object>>& list, const side* rows, const side* columns, const char* name) {
        list.push_back({name + std::to_string(list.size()), rows, columns, empty_of<Object>(*rows, *columns), {}});
        fill(r, list.back());
    }

    /// New content, sometimes symmetric; by from_edges, or by set_element, which leaves entries pending.
    template <class Object>
    void fill(random& r, holder<Object>& h) {
        using stored = typename Object::value_type;
        const std::array densities{0.0, 0.02, 0.1, 0.3, 0.9};
        const double density = densities[r.next() % densities.size()];
        h.model = dense<typename holder<Object>::value>{h.rows->near, h.columns->near};
        for (auto& cell : h.model.cells) {
            if (!r.chance(density)) continue;
            if constexpr (std::is_void_v<stored>) cell = true;
            else cell = value_of<T>(r);
        }
        if (h.rows == h.columns && r.chance(0.4)) {
            for (index i = 0; i < h.model.nrows; ++i)
                for (index j = 0; j < i; ++j) h.model.at(i, j) = h.model.at(j, i);
        }
        h.object = empty_of<Object>(*h.rows, *h.columns);
        if (r.chance(0.3)) {
            for_each_cell(h, [&](index i, index j, const auto& x) {
                if (x) set(h, i, j, *x);
            });
            return;
        }
        std::vector<index> rows, columns;
        gb::buffer<gb::formats::stored<stored>> values(h.model.cells.size());
        for_each_cell(h, [&](index i, index j, const auto& x) {
            if (!x) return;
            if constexpr (!std::is_void_v<stored>) values[rows.size()] = *x;
            rows.push_back(h.rows->far(i));
            columns.push_back(h.columns->far(j));
        });
        values.truncate(rows.size());
        if constexpr (gb::is_matrix<Object>) {
            if constexpr (std::is_void_v<stored>) h.object = Object::from_edges(h.rows->size, h.columns->size, rows, columns);
            else h.object = Object::from_edges(h.rows->size, h.columns->size, rows, columns, values);
        } else {
            if constexpr (std::is_void_v<stored>) h.object = Object::from_entries(h.columns->size, columns);
            else h.object = Object::from_entries(h.columns->size, columns, values);
        }
    }
    template <class Object, class F>
    static void for_each_cell(holder<Object>& h, F&& f) {
        for (index i = 0; i < h.model.nrows; ++i)
            for (index j = 0; j < h.model.ncols; ++j) f(i, j, h.model.at(i, j));
    }
    template <class Object, class X>
    static void set(holder<Object>& h, index i, index j, const X& x) {
        constexpr bool has_values = !std::is_void_v<typename Object::value_type>;
        if constexpr (gb::is_matrix<Object>) {
            if constexpr (has_values) h.object.set_element(h.rows->far(i), h.columns->far(j), x);
            else h.object.set_element(h.rows->far(i), h.columns->far(j));
        } else {
            if constexpr (has_values) h.object.set_element(h.columns->far(j), x);
            else h.object.set_element(h.columns->far(j));
        }
        h.model.at(i, j) = x;
    }

    template <class Object>
    void check(const holder<Object>& h) const {
        const std::string problem = difference_of(rows_in(h.object), h.model, *h.rows, *h.columns);
        if (!problem.empty()) throw wrong(h.name + " " + problem);
    }
    void check_all() const {
        for (const auto& h : matrices_) check(h);
        for (const auto& h : vectors_) check(h);
        for (const auto& h : structures_) check(h);
        for (const auto& h : structure_vectors_) check(h);
    }
    /// A result of its own.
    template <class Object, class Model>
    static void expect(const Object& got, const Model& want, const side& rows, const side& columns) {
        const std::string problem = difference_of(rows_in(got), want, rows, columns);
        if (!problem.empty()) throw wrong("the result " + problem);
    }

    template <class H>
    static H& any_of(random& r, std::vector<H>& list) {
        return list[static_cast<std::size_t>(r.below(static_cast<index>(list.size())))];
    }
    /// One of these that fits, or null.
    template <class H, class Fits>
    static H* any_that(random& r, std::vector<H>& list, Fits&& fits) {
        std::vector<H*> some;
        for (H& h : list)
            if (fits(h)) some.push_back(&h);
        return some.empty() ? nullptr : some[r.next() % some.size()];
    }
    template <class H>
    static H* any_of_shape(random& r, std::vector<H>& list, const side* rows, const side* columns) {
        return any_that(r, list, [&](const H& h) { return h.has_shape(rows, columns); });
    }
    auto& list_of(const matrix&) { return matrices_; }
    auto& list_of(const vector&) { return vectors_; }
    auto& structures_like(const matrix&) { return structures_; }
    auto& structures_like(const vector&) { return structure_vectors_; }

    /// An operand with sides r x c, stored as it is or transposed.
    struct operand {
        matrix* of = nullptr;
        bool transposed = false;
        dense<T> model() const { return transposed ? spec::transposed(of->model) : of->model; }
        std::string words() const { return of->name + (transposed ? "'" : ""); }
    };
    operand any_operand(random& r, const side* rows, const side* columns) {
        const bool wanted = r.chance(0.35);
        for (const bool t : {wanted, !wanted})
            if (matrix* m = any_of_shape(r, matrices_, t ? columns : rows, t ? rows : columns)) return {m, t};
        return {};
    }
    const side* any_side(random& r) { return &sides_[r.next() % sides_.size()]; }
    const side* any_side_of_rows(random& r) { return &sides_[r.next() % 2]; }

    // ---- one call with an output ----

    const gb::context& any_context(random& r) { return contexts()[r.next() % contexts().size()]; }

    /// Draws mask, accumulator, replace and a function that throws; calls call(ctx, mask, accumulator, descriptor) and compares
    /// C with meaning(old C, admitted, accumulator, replace). The mask has the shape of `masked`, which is C's unless it is
    /// said.
    template <class Object, class Meaning, class Call>
    void write_to(random& r, holder<Object>& c, gb::descriptor d, const std::string& name, Meaning&& meaning, Call&& call,
                  std::pair<const side*, const side*> masked = {}) {
        if (masked.first == nullptr) masked = {c.rows, c.columns};
        const gb::context& ctx = any_context(r);
        options o{.replace = r.chance(0.3)};
        o.accum = r.chance(0.5) ? accumulation::none : static_cast<accumulation>(1 + r.below(3));
        d.replace = o.replace;
        const int throws_after = r.chance(0.1) ? static_cast<int>(r.below(20)) : -1;
        auto* by_values = any_of_shape(r, list_of(c), masked.first, masked.second);
        auto* by_structure = any_of_shape(r, structures_like(c), masked.first, masked.second);
        const index kind = r.below(10);
        if (kind < 4 || (kind < 7 ? by_values == nullptr : by_structure == nullptr))
            by_values = nullptr, by_structure = nullptr;
        else if (kind < 7) by_structure = nullptr;
        else by_values = nullptr;
        o.masked = by_values != nullptr || by_structure != nullptr;
        o.complement = r.chance(0.4);
        o.by_value = by_values != nullptr && is_scalar && r.chance(0.5);
        const auto admits = by_values != nullptr      ? admitted_by(by_values->model, o)
                            : by_structure != nullptr ? admitted_by(by_structure->model, o)
                                                      : filled(masked.first->near, masked.second->near, true);
        words_ = c.name + "<" + (o.masked ? (o.complement ? "!" : "") : "all");
        if (o.masked) words_ += (by_values != nullptr ? by_values->name : by_structure->name) + (o.by_value ? " by value" : "");
        constexpr std::array accumulators{"", " plus", " minus", " second"};
        words_ += (o.replace ? ", replace>" : ">") + std::string(accumulators[static_cast<std::size_t>(o.accum)]) + "= " +
                  name + ", " + gb::to_string(d.method) + ", " + std::to_string(ctx.threads()) + " threads" +
                  (throws_after >= 0 ? ", functions throw after " + std::to_string(throws_after) : "");
        const auto new_model = o.accum == accumulation::none ? meaning(c.model, admits, gb::no_accum, o.replace)
                                                             : meaning(c.model, admits, chosen_accumulator{o.accum}, o.replace);
        const auto with_accumulator = [&](const auto& mask) {
            if (o.accum == accumulation::none) call(ctx, mask, gb::no_accum, d);
            else call(ctx, mask, chosen_accumulator{o.accum}, d);
        };
        const auto run = [&] {
            if (by_structure != nullptr) {
                const auto mask = gb::structure(by_structure->object);
                return with_accumulator(o.complement ? !mask : mask);
            }
            if (by_values == nullptr) return with_accumulator(gb::no_mask);
            auto mask = gb::structure(by_values->object);
            if constexpr (is_scalar) mask.by_value = o.by_value;
            with_accumulator(o.complement ? !mask : mask);
        };
        if (attempt(run, throws_after)) c.model = new_model;
        if (r.chance(0.5)) check(c);
        if (std::any_of(c.model.cells.begin(), c.model.cells.end(), is_large<T>)) fill(r, c);
    }
    /// The same for an operation that computes T and writes it back everywhere.
    template <class Object, class Call>
    void store(random& r, holder<Object>& c, const gb::descriptor& d, const std::string& name, const dense<T>& t, Call&& call) {
        write_to(
            r, c, d, name,
            [&](const auto& old, const auto& admits, const auto& accum, bool replace) {
                return write_back(old, admits, accum, t, replace);
            },
            call);
    }
    template <class M>
    static dense<bool> admitted_by(const dense<M>& m, const options& o) {
        if constexpr (gb::scalar<M>) return admitted(m, o.by_value, o.complement);
        else return admitted(apply<bool>([](const M&, index, index) { return true; }, m), false, o.complement);
    }

    /// Runs the call; false if it threw what it may throw, which must leave everything as it was.
    template <class Call>
    bool attempt(Call&& call, int throws_after = -1) {
        ++counts_.runs[current_];
        calls_left = throws_after;
        bool is_done = false;
        try {
            call();
            is_done = true;
        } catch (const interrupted&) {
        } catch (const gb::error& e) {
            // Only a device refuses: functions and values of a caller's own, and transposes of far sides that exceed its
            // memory.
            if (!on_cuda() || (e.code() != gb::error_code::not_implemented && e.code() != gb::error_code::out_of_memory)) throw;
            ++counts_.refused[current_];
        }
        calls_left = -1;
        if (!is_done) words_ += " (which threw)";
        return is_done;
    }

    // ---- operations.hpp ----

    void step(random& r);
    void change(random& r);
    void change_values(random& r, matrix& h);
    void ask(random& r);
    void product(random& r);
    void other_product(random& r);
    void plan(random& r);
    void vector_product(random& r);
    void product_of_matrix_and_vector(random& r);
    template <class List>
    void elementwise(random& r, List& list);
    template <class List>
    void map(random& r, List& list);
    template <class List>
    void choose(random& r, List& list);
    void transpose(random& r);
    void extract(random& r);
    void assign(random& r);
    void assign_vector(random& r);
    void reduce(random& r);
    void rearrange(random& r);

    std::uint64_t seed_;
    tally& counts_;
    std::array<side, 3> sides_;  ///< two of rows and columns, and a long one of columns alone
    side one_{1, 0, 1, 1};
    std::vector<matrix> matrices_;
    std::vector<vector> vectors_;
    std::vector<holder<gb::matrix<void>>> structures_;
    std::vector<holder<gb::vector<void>>> structure_vectors_;
    std::string current_, words_;
};

}  // namespace spec::fuzz
