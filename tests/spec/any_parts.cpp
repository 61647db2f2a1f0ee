// Parts, assignments, lists of entries, tiles and permutations on types that are known at run time, against loops over maps.
#include "any_model.hpp"

namespace spec::untyped {

namespace {

/// Distinct indices in any order.
std::vector<index> some_of(random& r, index size) {
    std::vector<index> out;
    for (index k = 0; k < size; ++k)
        if (r.chance(0.5)) out.push_back(k);
    if (out.empty()) out.push_back(r.below(size));
    if (r.chance(0.5)) std::reverse(out.begin(), out.end());
    return out;
}
index length(const std::vector<index>& list) { return static_cast<index>(list.size()); }
index element(const std::vector<index>& list, index k) { return list[static_cast<std::size_t>(k)]; }

}  // namespace

TEST_CASE("any: transpose and extract, random types", "[any]") {
    random r(113);
    for (int n = 0; n < 2 * trials; ++n) {
        masked_trial t(r);
        const type_descriptor& type = any_type(r);
        const index nrows = 1 + r.below(12), ncols = 1 + r.below(40), kind = r.below(5);
        t.desc.transpose_a = kind != 1 && r.chance(0.4);
        const object a = random_operand(t, kind == 1, nrows, ncols, type, t.desc.transpose_a);
        const entry_map x = used(a, t.desc.transpose_a);
        std::vector<index> rows = some_of(r, nrows), columns = some_of(r, ncols);
        if (r.chance(0.5)) columns.push_back(columns[0]);
        const index i = r.below(nrows), j = r.below(ncols);
        entry_map made;
        const auto take = [&](position from, position to) {
            if (const auto found = x.find(from); found != x.end()) made[to] = found->second;
        };
        const auto& output = type_like(r, type);
        if (kind == 0) {  // transpose
            t.choose_output(false, ncols, nrows, output);
            made = turned(x);
            // A' of an A that is used transposed is A.
            t.check("transpose", made, [&](const gb::context& ctx, object& out) {
                gb::transpose(ctx, out.m, t.mask, t.accumulator(), a.m, t.desc);
            });
        } else if (kind == 1) {
            t.choose_output(true, 1, length(columns), output);
            for (index l = 0; l < length(columns); ++l) take({0, element(columns, l)}, {0, l});
            t.check("extract a vector", made, [&](const gb::context& ctx, object& out) {
                gb::extract(ctx, out.v, t.mask, t.accumulator(), a.v, columns, t.desc);
            });
        } else if (kind == 2) {
            t.choose_output(false, length(rows), length(columns), output);
            for (index k = 0; k < length(rows); ++k)
                for (index l = 0; l < length(columns); ++l) take({element(rows, k), element(columns, l)}, {k, l});
            t.check("extract", made, [&](const gb::context& ctx, object& out) {
                gb::extract(ctx, out.m, t.mask, t.accumulator(), a.m, rows, columns, t.desc);
            });
        } else if (kind == 3) {
            t.choose_output(true, 1, length(columns), output);
            for (index l = 0; l < length(columns); ++l) take({i, element(columns, l)}, {0, l});
            t.check("extract_row", made, [&](const gb::context& ctx, object& out) {
                gb::extract_row(ctx, out.v, t.mask, t.accumulator(), a.m, i, columns, t.desc);
            });
        } else {
            t.choose_output(true, 1, length(rows), output);
            for (index k = 0; k < length(rows); ++k) take({element(rows, k), j}, {0, k});
            t.check("extract_column", made, [&](const gb::context& ctx, object& out) {
                gb::extract_column(ctx, out.v, t.mask, t.accumulator(), a.m, rows, j, t.desc);
            });
        }
    }
}

TEST_CASE("any: assign and subassign, random types", "[any]") {
    random r(127);
    for (int n = 0; n < 4 * trials; ++n) {
        masked_trial t(r);
        const type_descriptor& type = any_type(r);
        const bool is_vector = r.chance(0.4), is_part = r.chance(0.5), is_value = r.chance(0.4);
        const index nrows = is_vector ? 1 : 1 + r.below(10), ncols = 1 + r.below(60);
        // A line is a row or a column of a matrix, which a vector is assigned to.
        const bool is_line = !is_vector && !is_value && r.chance(0.5), is_column = is_line && r.chance(0.5);
        const bool is_row = is_line && !is_column;
        std::vector<index> rows = some_of(r, nrows), columns = some_of(r, ncols);
        if (is_row) rows = {r.below(nrows)};
        if (is_column) columns = {r.below(ncols)};
        const bool is_whole = !is_line && r.chance(0.2);
        if (is_whole || is_vector) {
            rows.clear();
            for (index i = 0; i < nrows; ++i) rows.push_back(i);
        }
        if (is_whole) {
            columns.clear();
            for (index j = 0; j < ncols; ++j) columns.push_back(j);
        }
        // The mask lies over the output, over the line, or over the part.
        index mask_rows = nrows, mask_columns = ncols;
        if (is_row) mask_columns = is_part ? length(columns) : ncols;
        else if (is_column) mask_columns = is_part ? length(rows) : nrows;
        else if (is_part) mask_rows = length(rows), mask_columns = length(columns);
        t.choose_output(is_vector, nrows, ncols, type_like(r, type), mask_rows, mask_columns, is_vector || is_line);
        t.desc.transpose_a = !is_vector && !is_line && !is_value && r.chance(0.3);
        const number value = cast_to(type, r.below(6));
        const object a = is_line ? random_operand(t, true, 1, is_row ? length(columns) : length(rows), type, false)
                                 : random_operand(t, is_vector, length(rows), length(columns), type, t.desc.transpose_a);
        const entry_map x = used(a, t.desc.transpose_a);
        t.needs_host = t.needs_host || (t.accum && !t.accum->op.is_on(t.c.type()));

        // Where T is assigned, and what the mask says of a position.
        const auto row_of = [&](index i) { return std::find(rows.begin(), rows.end(), i) - rows.begin(); };
        const auto column_of = [&](index j) { return std::find(columns.begin(), columns.end(), j) - columns.begin(); };
        entry_map want;
        for (index i = 0; i < nrows; ++i)
            for (index j = 0; j < ncols; ++j) {
                const index k = row_of(i), l = column_of(j);
                const bool is_written = k < length(rows) && l < length(columns);
                const bool is_masked = is_part ? is_written : is_row ? k == 0 : is_column ? l == 0 : true;
                const auto old = t.c.entries.find({i, j});
                if (!is_masked) {
                    if (old != t.c.entries.end()) want[{i, j}] = old->second;
                    continue;
                }
                const position in_mask = is_row      ? position{0, is_part ? l : j}
                                         : is_column ? position{0, is_part ? k : i}
                                         : is_part   ? position{k, l}
                                                     : position{i, j};
                const bool is_admitted = t.admits(in_mask);
                if (!is_written) {
                    if (old != t.c.entries.end() && (is_admitted || !t.desc.replace)) want[{i, j}] = old->second;
                    continue;
                }
                const auto found = x.find(is_column ? position{0, k} : is_row ? position{0, l} : position{k, l});
                std::optional<number> given;
                if (is_value) given = value;
                else if (found != x.end()) given = found->second;
                t.write(want, {i, j}, given, is_admitted);
            }
        if (!masked_trial::all_hold(want)) continue;
        t.compare(is_part ? "subassign" : "assign", want, [&](const gb::context& ctx, object& out) {
            const any_operator& accum = t.accumulator();
            const any_scalar scalar = scalar_of(type, value);
            const gb::index_list i = is_whole ? gb::index_list(gb::all) : gb::index_list(rows);
            const gb::index_list j = is_whole ? gb::index_list(gb::all) : gb::index_list(columns);
            if (is_row && is_part) gb::subassign_row(ctx, out.m, t.mask, accum, a.v, rows[0], j, t.desc);
            else if (is_row) gb::assign_row(ctx, out.m, t.mask, accum, a.v, rows[0], j, t.desc);
            else if (is_column && is_part) gb::subassign_column(ctx, out.m, t.mask, accum, a.v, i, columns[0], t.desc);
            else if (is_column) gb::assign_column(ctx, out.m, t.mask, accum, a.v, i, columns[0], t.desc);
            else if (is_vector && is_value && is_part) gb::subassign(ctx, out.v, t.mask, accum, scalar, j, t.desc);
            else if (is_vector && is_value) gb::assign(ctx, out.v, t.mask, accum, scalar, j, t.desc);
            else if (is_vector && is_part) gb::subassign(ctx, out.v, t.mask, accum, a.v, j, t.desc);
            else if (is_vector && is_whole) gb::assign(ctx, out.v, t.mask, accum, a.v, t.desc);
            else if (is_vector) gb::assign(ctx, out.v, t.mask, accum, a.v, j, t.desc);
            else if (is_value && is_part) gb::subassign(ctx, out.m, t.mask, accum, scalar, i, j, t.desc);
            else if (is_value) gb::assign(ctx, out.m, t.mask, accum, scalar, i, j, t.desc);
            else if (is_part) gb::subassign(ctx, out.m, t.mask, accum, a.m, i, j, t.desc);
            else if (is_whole) gb::assign(ctx, out.m, t.mask, accum, a.m, t.desc);
            else gb::assign(ctx, out.m, t.mask, accum, a.m, i, j, t.desc);
        });
    }
}

TEST_CASE("any: entries from lists, as lists, and one by one, random types", "[any]") {
    random r(131);
    for (int n = 0; n < trials; ++n) {
        const type_descriptor &type = any_type(r), &given = type_like(r, type), &output = type_like(r, type);
        const index nrows = 1 + r.below(9), ncols = 1 + r.below(20), count = r.below(200);
        const chosen_operator op = random_operator(r, type);
        const bool has_rule = r.chance(0.7), is_vector = r.chance(0.4);
        std::vector<index> rows, columns;
        std::vector<std::byte> values;
        entry_map want;
        bool repeats = false;
        for (index p = 0; p < count; ++p) {
            const position at{is_vector ? 0 : r.below(nrows), r.below(ncols)};
            if (!has_rule && want.contains(at) && r.chance(0.9)) continue;
            const number x = cast_to(given, r.below(3));
            rows.push_back(at.first);
            columns.push_back(at.second);
            const auto bytes = bytes_of(given, x);
            values.insert(values.end(), bytes.begin(), bytes.end());
            const auto known = want.find(at);
            repeats = repeats || known != want.end();
            if (known == want.end()) want[at] = has_rule ? cast_to(type, x) : x;
            else if (has_rule) known->second = op(known->second, x);
        }
        if (has_rule && !op.op.is_on(type)) continue;  // comparisons
        if (!masked_trial::all_hold(want)) continue;
        for (auto& [at, x] : want) x = cast_to(output, x);
        const gb::any_values list{&given, values.data(), rows.size()};
        const any_operator rule = has_rule ? op.op : any_operator();
        for (const gb::context& ctx : contexts()) {
            const auto build = [&] {
                object out = empty_object(is_vector, nrows, ncols, output);
                if (is_vector) out.v = gb::from_entries(ctx, output, ncols, columns, list, rule);
                else out.m = gb::from_edges(ctx, output, nrows, ncols, rows, columns, list, rule);
                return out;
            };
            if (on_cuda() && is_wide(type)) {
                CHECK_THROWS_AS(build(), gb::unsupported);
                continue;
            }
            if (repeats && !has_rule) {
                CHECK_THROWS_AS(build(), gb::invalid_value);
                continue;
            }
            object made = build();
            CHECK(made.type() == output);
            REQUIRE(entries_of(made) == want);
            const gb::any_entries entries = is_vector ? gb::to_entries(made.v) : gb::to_edges(made.m);
            REQUIRE(entries.columns.size() == want.size());
            auto next = want.begin();
            for (std::size_t p = 0; p < want.size(); ++p, ++next) {
                CHECK((is_vector ? 0 : entries.rows[p]) == next->first.first);
                CHECK(entries.columns[p] == next->first.second);
                CHECK(number_at(output, entries.values.data() + p * output.bytes) == next->second);
            }
            for (int step = 0; step < 20; ++step) {
                const position at{is_vector ? 0 : r.below(nrows), r.below(ncols)};
                const any_scalar found =
                    is_vector ? gb::get_element(made.v, at.second) : gb::get_element(made.m, at.first, at.second);
                REQUIRE(found.is_present() == want.contains(at));
                CHECK(found.type() == output);
                if (found.is_present()) CHECK(number_at(output, static_cast<const std::byte*>(found.data())) == want.at(at));
                const index what = r.below(3);
                const number x = r.below(6);
                if (what == 0) {
                    if (is_vector) gb::remove_element(made.v, at.second);
                    else gb::remove_element(made.m, at.first, at.second);
                } else {
                    const any_scalar value = what == 1 ? scalar_of(given, x) : any_scalar(given);
                    if (is_vector) gb::set_element(made.v, at.second, value);
                    else gb::set_element(made.m, at.first, at.second, value);
                }
                if (what == 1) want[at] = cast_to(output, cast_to(given, x));
                else want.erase(at);
            }
            REQUIRE(entries_of(made) == want);
            CHECK_THROWS_AS(gb::get_element(made.m, made.m.nrows(), 0), gb::invalid_index);
            CHECK_THROWS_AS(gb::set_element(made.v, made.v.size(), any_scalar(1)), gb::invalid_index);
            want = entries_of(made);
            break;  // the lists are those of the first context alone now
        }
    }
}

TEST_CASE("any: grids of tiles, diagonals and permutations", "[any]") {
    random r(137);
    for (int n = 0; n < 30; ++n) {
        masked_trial t(r);
        const type_descriptor& type = any_type(r);
        if (on_cuda() && is_wide(type)) continue;
        const index nrows = 4 + r.below(6), ncols = 4 + r.below(6), k = r.below(9) - 4;
        const object a = random_object(r, false, nrows, ncols, type), v = random_object(r, true, 1, ncols, type);
        std::vector<index> order, other;
        for (index i = 0; i < nrows; ++i) order.push_back((i * 7 + 3) % nrows);
        std::sort(order.begin(), order.end());
        std::rotate(order.begin(), order.begin() + 2, order.end());
        for (index j = ncols; j-- > 0;) other.push_back(j);
        for (const gb::context& ctx : contexts()) {
            const std::vector<any_matrix> tiles = gb::split(ctx, a.m, {1, nrows - 1}, {3, ncols - 3});
            std::vector<const any_matrix*> list;
            for (const any_matrix& tile : tiles) list.push_back(&tile);
            CHECK(entries_of(gb::concat(ctx, list, 2, 2)) == a.entries);
            const type_descriptor& output = type_like(r, type);
            any_matrix c(nrows, ncols, output);
            gb::concat(ctx, c, list, 2, 2);
            entry_map cast = a.entries;
            for (auto& [at, x] : cast) x = cast_to(output, x);
            CHECK(entries_of(c) == cast);
            if (!is_wide(type)) {  // tiles of several types
                const any_matrix whole = gb::cast_values(ctx, tiles[2], type_of<double>());
                list[2] = &whole;
                gb::concat(ctx, c, list, 2, 2);
                CHECK(entries_of(c) == cast);
                if (type.code != gb::type_code::float64) CHECK_THROWS_AS(gb::concat(ctx, list, 2, 2), gb::domain_mismatch);
            }
            entry_map diagonal, on_diagonal;
            for (const auto& [at, x] : a.entries)
                if (at.second - at.first == k) diagonal[{0, std::min(at.first, at.second)}] = x;
            for (const auto& [at, x] : v.entries)
                on_diagonal[{at.second + std::max<index>(-k, 0), at.second + std::max<index>(k, 0)}] = x;
            CHECK(entries_of(gb::vector_diag(ctx, a.m, k)) == diagonal);
            CHECK(entries_of(gb::matrix_diag(ctx, v.v, k)) == on_diagonal);
            std::vector<index> is_permutation = order;
            std::sort(is_permutation.begin(), is_permutation.end());
            if (std::adjacent_find(is_permutation.begin(), is_permutation.end()) != is_permutation.end()) continue;
            entry_map moved, moved_vector;
            for (const auto& [at, x] : a.entries)
                moved[{std::find(order.begin(), order.end(), at.first) - order.begin(), ncols - 1 - at.second}] = x;
            for (const auto& [at, x] : v.entries) moved_vector[{0, ncols - 1 - at.second}] = x;
            CHECK(entries_of(gb::permute(ctx, a.m, order, other)) == moved);
            CHECK(entries_of(gb::permute(ctx, v.v, other)) == moved_vector);
            const any_vector* const rows[] = {&v.v, &v.v};
            CHECK(gb::stack_rows(ctx, ncols, rows).nvals() == 2 * v.v.nvals());
        }
    }
}

}  // namespace spec::untyped
