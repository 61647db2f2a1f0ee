#include <graphblas_gpu/capi/long_sides.hpp>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace graphblas_gpu::capi {
namespace {

using list_ptr = std::shared_ptr<const std::vector<GrB_Index>>;

void make_unique_and_sorted(std::vector<GrB_Index>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

index position_in(const std::vector<GrB_Index>& list, GrB_Index i) {
    return std::lower_bound(list.begin(), list.end(), i) - list.begin();
}

/// A side with these indices, if it is long; short ones need no list.
long_side side_with(GrB_Index length, std::vector<GrB_Index> list) {
    long_side out = side_of_length(length);
    if (out.list == nullptr) return out;
    make_unique_and_sorted(list);
    out.list = std::make_shared<const std::vector<GrB_Index>>(std::move(list));
    return out;
}

std::size_t as_size(index n) { return static_cast<std::size_t>(n); }

/// Rows in new stored positions: row i becomes row new_rows[i], and column j becomes new_columns[j], in the same order. Null:
/// the same.
formats::untyped_csr moved_rows(const formats::untyped_view& from, index nrows, index ncols, const std::vector<index>* new_rows,
                                const std::vector<index>* new_columns) {
    const index nvals = from.nvals();
    formats::untyped_csr out = formats::untyped_csr::with_room(nrows, ncols, as_size(nvals), from.value_bytes);
    index row = 0;
    for (index i = 0; i < from.nrows; ++i) {
        if (from.row_size(i) == 0) continue;
        for (const index to = new_rows == nullptr ? i : (*new_rows)[as_size(i)]; row <= to; ++row)
            out.offsets[as_size(row)] = from.begin(i);
    }
    for (; row <= nrows; ++row) out.offsets[as_size(row)] = nvals;
    for (index p = 0; p < nvals; ++p) {
        const column_index j = from.columns[p];
        out.columns[as_size(p)] = new_columns == nullptr ? j : static_cast<column_index>((*new_columns)[j]);
    }
    if (nvals > 0) std::memcpy(out.values.data(), from.values, as_size(nvals) * from.value_bytes);
    return out;
}

/// Where the positions of a side are in a longer list.
std::vector<index> new_positions(const long_side& from, const std::vector<GrB_Index>& to) {
    std::vector<index> out;
    out.reserve(from.list->size());
    std::size_t at = 0;
    for (const GrB_Index i : *from.list) {
        while (to[at] < i) ++at;
        out.push_back(static_cast<index>(at));
    }
    return out;
}

/// The positions of a side that have entries, as a side; `numbers` receives the new position of each.
long_side kept_side(const long_side& side, const std::vector<bool>& is_used, std::vector<index>& numbers) {
    std::vector<GrB_Index> list;
    numbers.assign(is_used.size(), 0);
    for (std::size_t k = 0; k < is_used.size(); ++k) {
        numbers[k] = std::ssize(list);
        if (is_used[k]) list.push_back((*side.list)[k]);
    }
    return {side.length, std::make_shared<const std::vector<GrB_Index>>(std::move(list))};
}

/// Sorted entries, the last one of each position, as rows. Sides that are short keep their indices.
struct compact_rows {
    long_side rows, columns;
    formats::untyped_csr content;
};
compact_rows compact(GrB_Index nrows, GrB_Index ncols, const long_entries& entries, std::size_t bytes) {
    const std::size_t n = entries.columns.size();
    compact_rows out{side_with(nrows, entries.rows), side_with(ncols, entries.columns), {}};
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto place = [&](std::size_t k) { return std::pair(entries.rows[k], entries.columns[k]); };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t p, std::size_t q) { return place(p) < place(q); });
    std::size_t count = 0;
    for (std::size_t k = 0; k < n; ++k)
        if (k + 1 == n || place(order[k]) != place(order[k + 1])) order[count++] = order[k];
    const index stored_rows = stored_length(out.rows, nrows), stored_columns = stored_length(out.columns, ncols);
    out.content = formats::untyped_csr::with_room(stored_rows, stored_columns, count, bytes);
    index row = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const auto [i, j] = place(order[k]);
        for (const index to = *position_of(out.rows, i); row <= to; ++row)
            out.content.offsets[as_size(row)] = static_cast<row_offset>(k);
        out.content.columns[k] = static_cast<column_index>(*position_of(out.columns, j));
        std::memcpy(out.content.values.data() + k * bytes, entries.values.data() + order[k] * bytes, bytes);
    }
    for (; row <= stored_rows; ++row) out.content.offsets[as_size(row)] = static_cast<row_offset>(count);
    return out;
}

long_entries entries_in(const formats::untyped_view& from, const long_side& rows, const long_side& columns) {
    long_entries out;
    const std::size_t n = as_size(from.nvals());
    out.rows.reserve(n), out.columns.reserve(n);
    for (index i = 0; i < from.nrows; ++i) {
        for (row_offset p = from.begin(i); p < from.end(i); ++p) {
            out.rows.push_back(index_at(rows, i));
            out.columns.push_back(index_at(columns, from.columns[p]));
        }
    }
    out.values.assign(from.values, from.values + n * from.value_bytes);
    return out;
}

void append(long_entries& to, const long_entries& more) {
    to.rows.insert(to.rows.end(), more.rows.begin(), more.rows.end());
    to.columns.insert(to.columns.end(), more.columns.begin(), more.columns.end());
    to.values.insert(to.values.end(), more.values.begin(), more.values.end());
}

void add_pending(std::unique_ptr<long_entries>& pending, GrB_Index i, GrB_Index j, const void* value, std::size_t bytes) {
    if (pending == nullptr) pending = std::make_unique<long_entries>();
    long_entries& to = *pending;
    const auto* const from = static_cast<const std::byte*>(value);
    // What may throw comes first, and the lists grow together.
    const auto make_room = [](auto& list, std::size_t more) {
        if (list.capacity() < list.size() + more) list.reserve(2 * list.size() + more);
    };
    make_room(to.rows, 1), make_room(to.columns, 1), make_room(to.values, bytes);
    to.rows.push_back(i), to.columns.push_back(j);
    to.values.insert(to.values.end(), from, from + bytes);
}

}  // namespace

// ---- sides ----

long_side side_of_length(GrB_Index n) {
    if (n > GrB_INDEX_MAX + 1) throw invalid_value("a side of " + std::to_string(n) + " exceeds GrB_INDEX_MAX + 1");
    if (n <= static_cast<GrB_Index>(max_side)) return {};
    static const list_ptr none = std::make_shared<const std::vector<GrB_Index>>();
    return {n, none};
}

index stored_length(const long_side& side, GrB_Index n) {
    return side.list == nullptr ? static_cast<index>(n) : std::ssize(*side.list);
}

std::optional<index> position_of(const long_side& side, GrB_Index i) {
    if (side.list == nullptr) return static_cast<index>(i);
    const index at = position_in(*side.list, i);
    if (at == std::ssize(*side.list) || (*side.list)[as_size(at)] != i) return std::nullopt;
    return at;
}

long_side side_of_indices(GrB_Index length, std::span<const GrB_Index> list, std::vector<index>& positions) {
    for (const GrB_Index i : list)
        if (i >= length) throw index_out_of_bounds("index " + std::to_string(i) + " lies outside of " + std::to_string(length));
    long_side out = side_with(length, {list.begin(), list.end()});
    positions.clear();
    positions.reserve(list.size());
    for (const GrB_Index i : list) positions.push_back(*position_of(out, i));
    return out;
}

// ---- methods ----

long_entries entries_of(const GB_Matrix_opaque& a) { return entries_in(a.value.rows(), a.rows, a.columns); }
long_entries entries_of(const GB_Vector_opaque& v) { return entries_in(v.value.list(), {}, v.indices); }

void set_entries(GB_Matrix_opaque& a, GrB_Index nrows, GrB_Index ncols, const long_entries& entries) {
    compact_rows made = compact(nrows, ncols, entries, a.type->values.bytes);
    a.value = any_matrix(std::move(made.content), a.type->values);
    a.rows = std::move(made.rows), a.columns = std::move(made.columns);
    a.pending = nullptr;
}
void set_entries(GB_Vector_opaque& v, GrB_Index size, const long_entries& entries) {
    compact_rows made = compact(1, size, entries, v.type->values.bytes);
    v.value = any_vector(std::move(made.content), v.type->values);
    v.indices = std::move(made.columns);
    v.pending = nullptr;
}

void settle(GB_Matrix_opaque& a) {
    if (a.pending == nullptr) return;
    long_entries all = entries_of(a);
    append(all, *a.pending);
    set_entries(a, rows_of(a), columns_of(a), all);
}
void settle(GB_Vector_opaque& v) {
    if (v.pending == nullptr) return;
    long_entries all = entries_of(v);
    append(all, *v.pending);
    set_entries(v, size_of(v), all);
}

void add_pending(GB_Matrix_opaque& a, GrB_Index i, GrB_Index j, const void* value) {
    add_pending(a.pending, i, j, value, a.type->values.bytes);
}
void add_pending(GB_Vector_opaque& v, GrB_Index i, const void* value) {
    add_pending(v.pending, 0, i, value, v.type->values.bytes);
}

namespace {

long_entries inside(const long_entries& all, GrB_Index nrows, GrB_Index ncols, std::size_t bytes) {
    long_entries out;
    for (std::size_t k = 0; k < all.columns.size(); ++k) {
        if (all.rows[k] >= nrows || all.columns[k] >= ncols) continue;
        out.rows.push_back(all.rows[k]), out.columns.push_back(all.columns[k]);
        const std::byte* const value = all.values.data() + k * bytes;
        out.values.insert(out.values.end(), value, value + bytes);
    }
    return out;
}

}  // namespace

void resize_long(GB_Matrix_opaque& a, GrB_Index nrows, GrB_Index ncols) {
    settle(a);
    set_entries(a, nrows, ncols, inside(entries_of(a), nrows, ncols, a.type->values.bytes));
}
void resize_long(GB_Vector_opaque& v, GrB_Index size) {
    settle(v);
    set_entries(v, size, inside(entries_of(v), 1, size, v.type->values.bytes));
}

// ---- operations ----

void joined_sides::add(const long_side& side, index stored) {
    if (side.list == nullptr) {
        taken_.insert(stored);
        return;
    }
    long_side& to = long_[side.length];
    if (to.list == nullptr || to.list == side.list) {
        to = side;
        return;
    }
    std::vector<GrB_Index> both;
    std::set_union(to.list->begin(), to.list->end(), side.list->begin(), side.list->end(), std::back_inserter(both));
    to = {side.length, std::make_shared<const std::vector<GrB_Index>>(std::move(both))};
}

void joined_sides::add(const index_argument& indices) {
    if (indices.list == nullptr || indices.list == GrB_ALL || indices.count > GrB_INDEX_MAX) return;
    lists_.push_back(indices);
    taken_.insert(static_cast<index>(indices.count));
}

void joined_sides::join() {
    for (auto& [length, side] : long_) {
        std::vector<GrB_Index> list(*side.list);
        for (const index_argument& more : lists_)
            std::copy_if(more.list, more.list + more.count, std::back_inserter(list),
                         [&, at_most = length](GrB_Index i) { return i < at_most; });
        make_unique_and_sorted(list);
        if (list.size() > static_cast<std::size_t>(max_side) / 2)
            throw error(error_code::out_of_memory, "a side has more than 2^31 indices with entries");
        // Positions at the end stand for no index; nothing is ever stored at them.
        index stored = std::ssize(list);
        while (taken_.contains(stored)) ++stored;
        taken_.insert(stored);
        stored_.push_back(stored);
        side.list = std::make_shared<const std::vector<GrB_Index>>(std::move(list));
    }
}

const long_side* joined_sides::find(index stored) const {
    std::size_t k = 0;
    for (const auto& [length, side] : long_)
        if (stored_[k++] == stored) return &side;
    return nullptr;
}
bool joined_sides::is_long(index stored) const { return find(stored) != nullptr; }

std::optional<std::vector<index>> joined_sides::positions(std::span<const GrB_Index> list, index stored) const {
    const long_side* const side = find(stored);
    if (side == nullptr) return std::nullopt;
    std::vector<index> out;
    out.reserve(list.size());
    for (const GrB_Index i : list) out.push_back(position_of(*side, i).value_or(-1));
    return out;
}

namespace {

/// How one side of an object is renumbered.
struct renumbering {
    long_side side;
    index stored;
    std::optional<std::vector<index>> positions;
    const std::vector<index>* get() const { return positions ? &*positions : nullptr; }
};

}  // namespace

owned<GB_Matrix_opaque> joined_sides::renumbered(const GB_Matrix_opaque& a) const {
    const auto renumbering_of = [&](const long_side& side, index stored) -> renumbering {
        if (side.list == nullptr) return {side, stored, std::nullopt};
        const auto found = long_.find(side.length);
        return {found->second, stored_[static_cast<std::size_t>(std::distance(long_.begin(), found))],
                new_positions(side, *found->second.list)};
    };
    const renumbering rows = renumbering_of(a.rows, a.value.nrows()), columns = renumbering_of(a.columns, a.value.ncols());
    any_matrix value(moved_rows(a.value.rows(), rows.stored, columns.stored, rows.get(), columns.get()), a.type->values);
    owned<GB_Matrix_opaque> out(new GB_Matrix_opaque(a.type, std::move(value)));
    out->rows = rows.side, out->columns = columns.side;
    return out;
}

owned<GB_Vector_opaque> joined_sides::renumbered(const GB_Vector_opaque& v) const {
    if (v.indices.list == nullptr) return owned<GB_Vector_opaque>(new GB_Vector_opaque(v.type, any_vector(v.value)));
    const auto found = long_.find(v.indices.length);
    const index stored = stored_[static_cast<std::size_t>(std::distance(long_.begin(), found))];
    const auto positions = new_positions(v.indices, *found->second.list);
    any_vector value(moved_rows(v.value.list(), 1, stored, nullptr, &positions), v.type->values);
    owned<GB_Vector_opaque> out(new GB_Vector_opaque(v.type, std::move(value)));
    out->indices = found->second;
    return out;
}

void take_back(GB_Matrix_opaque& c, GB_Matrix_opaque& made) {
    const formats::untyped_view from = made.value.rows();
    const auto list_size = [](const long_side& side) { return side.list == nullptr ? std::size_t{0} : side.list->size(); };
    std::vector<bool> used_rows(list_size(made.rows)), used_columns(list_size(made.columns));
    for (std::size_t i = 0; i < used_rows.size(); ++i) used_rows[i] = from.row_size(static_cast<index>(i)) > 0;
    if (made.columns.list != nullptr)
        for (index p = 0; p < from.nvals(); ++p) used_columns[from.columns[p]] = true;
    std::vector<index> row_numbers, column_numbers;
    const long_side rows = made.rows.list == nullptr ? long_side{} : kept_side(made.rows, used_rows, row_numbers);
    const long_side columns =
        made.columns.list == nullptr ? long_side{} : kept_side(made.columns, used_columns, column_numbers);
    any_matrix value(
        moved_rows(from, stored_length(rows, static_cast<GrB_Index>(from.nrows)),
                   stored_length(columns, static_cast<GrB_Index>(from.ncols)), rows.list == nullptr ? nullptr : &row_numbers,
                   columns.list == nullptr ? nullptr : &column_numbers),
        c.type->values);
    c.value = std::move(value);
    c.rows = rows, c.columns = columns;
}

void take_back(GB_Vector_opaque& w, GB_Vector_opaque& made) {
    if (made.indices.list == nullptr) {
        w.value = std::move(made.value);
        return;
    }
    const formats::untyped_view from = made.value.list();
    std::vector<bool> used(made.indices.list->size());
    for (index p = 0; p < from.nvals(); ++p) used[from.columns[p]] = true;
    std::vector<index> numbers;
    const long_side indices = kept_side(made.indices, used, numbers);
    any_vector value(moved_rows(from, 1, std::ssize(*indices.list), nullptr, &numbers), w.type->values);
    w.value = std::move(value);
    w.indices = indices;
}

}  // namespace graphblas_gpu::capi

GB_Vector_opaque::GB_Vector_opaque(GrB_Type t, graphblas_gpu::any_vector&& entries)
    : object{its_kind}, type(graphblas_gpu::capi::retained(t)), value(std::move(entries)) {}
GB_Vector_opaque::~GB_Vector_opaque() = default;
GB_Matrix_opaque::GB_Matrix_opaque(GrB_Type t, graphblas_gpu::any_matrix&& entries)
    : object{its_kind}, type(graphblas_gpu::capi::retained(t)), value(std::move(entries)) {}
GB_Matrix_opaque::~GB_Matrix_opaque() = default;
