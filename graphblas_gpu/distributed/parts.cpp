// Selections of distributed sides, and the way of selected entries to other ranks.
#include <graphblas_gpu/distributed/parts.hpp>

#include <graphblas_gpu/any_entries.hpp>
#include <graphblas_gpu/any_parts.hpp>

#include <algorithm>
#include <string>

namespace graphblas_gpu::dist {

selected_part whole_of(const shapes::shape& shape) {
    return {formats::selection::whole(shape.nrows), formats::selection::whole(shape.ncols)};
}

selected_part selected(const context& ctx, const char* operation, const shapes::shape& shape, const index_list& rows,
                       const index_list& columns, bool allows_repeats, base::function_ref<void(const selected_part&)> check) {
    selected_part found;
    (void)ctx.together(operation, {shape.nrows, shape.ncols}, [&](note&) {
        const auto of_side = [&](const index_list& list, index size, const char* name) {
            const std::string what = std::string(operation) + ": " + name;
            formats::selection s = list.within(size, what.c_str());
            if (!allows_repeats) (void)formats::ascending(s, size, what.c_str());
            return s;
        };
        found = {of_side(rows, shape.nrows, "row"), of_side(columns, shape.ncols, "column")};
        check(found);
    });
    return found;
}

selected_places places_within(const context& ctx, const formats::selection& selected, index n, index first, index count) {
    const base::random_deal order = ctx.order_of(n);
    std::vector<std::pair<index, index>> found;
    for (index k = 0; k < selected.size(); ++k) {
        const index place = ctx.place_of(order, selected[k]) - first;
        if (place >= 0 && place < count) found.emplace_back(place, k);
    }
    if (!std::is_sorted(found.begin(), found.end())) std::sort(found.begin(), found.end());
    selected_places split;
    for (const auto& [place, number] : found) {
        split.places.push_back(place);
        split.numbers.push_back(number);
    }
    return split;
}

std::vector<note> move_entries(const context& ctx, const char* operation, const block_of_matrix& from,
                               const selected_part& taken, bool transpose, const grid_cuts& to,
                               const selected_part& destination, base::function_ref<void(any_matrix&&, note&)> take) {
    any_entries sent;
    (void)ctx.together(operation, {taken.rows.size(), taken.columns.size()}, [&](note&) {
        const rectangle& own = from.own;
        const selected_places rows = places_within(ctx, taken.rows, from.whole.nrows, own.row, own.nrows),
                              columns = places_within(ctx, taken.columns, from.whole.ncols, own.column, own.ncols);
        sent = to_edges(graphblas_gpu::extract(ctx.local(), from.entries, rows.places, columns.places));
        for (index& i : sent.rows) i = rows.numbers[static_cast<std::size_t>(i)];
        for (index& j : sent.columns) j = columns.numbers[static_cast<std::size_t>(j)];
        if (transpose) std::swap(sent.rows, sent.columns);
        for (index& i : sent.rows) i = destination.rows[i];
        for (index& j : sent.columns) j = destination.columns[j];
    });
    const type_descriptor& type = from.entries.type();
    const rectangle own = to.block_of(ctx.rank());
    return with_routed_entries(
        ctx, operation, to, sent.rows, sent.columns, sent.values.data(), type.bytes, [&](routed_entries& e, note& told) {
            take(
                from_edges(ctx.local(), type, own.nrows, own.ncols, e.rows, e.columns, {&type, e.values.data(), e.rows.size()}),
                told);
        });
}

}  // namespace graphblas_gpu::dist
