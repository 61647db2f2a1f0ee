#include <graphblas_gpu/cuda/structure/build.hpp>

#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/cuda/elementwise/function_calls.cuh>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/primitives/entries.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>

#include <limits>

namespace graphblas_gpu::cuda {

namespace {

/// The lists of entries on the device.
struct entry_list {
    std::int64_t size = 0;
    const column_index* rows = nullptr;  ///< null: all entries are in row 0
    const column_index* columns = nullptr;
    const void* values = nullptr;
    type_code type = type_code::none;
};

/// The entries sorted by position: entry k of the order is entry order[k] of the list.
template <class Position>
struct ordered_entries {
    std::int64_t size = 0;
    array<column_index> rows;  ///< empty: all entries are in row 0
    array<column_index> columns;
    array<Position> order;
};

/// Joins row and column to one number.
struct join_position {
    const column_index* rows;
    const column_index* columns;
    int column_bits;
    std::uint64_t* keys;
    __device__ void operator()(std::int64_t n) const { keys[n] = std::uint64_t{rows[n]} << column_bits | columns[n]; }
};
struct part_position {
    const std::uint64_t* keys;
    int column_bits;
    column_index* rows;
    column_index* columns;
    __device__ void operator()(std::int64_t k) const {
        rows[k] = static_cast<column_index>(keys[k] >> column_bits);
        columns[k] = static_cast<column_index>(keys[k] & ((std::uint64_t{1} << column_bits) - 1));
    }
};

template <class Position>
ordered_entries<Position> ordered(const engine_ptr& e, index nrows, index ncols, const entry_list& entries) {
    const auto size = static_cast<std::size_t>(entries.size);
    ordered_entries<Position> out;
    out.size = entries.size;
    out.columns = array<column_index>(e, size);
    out.order = array<Position>(e, size);
    const array<Position> numbers(e, size);
    Position* const number = numbers.data();
    for_each(e, entries.size, GB_DEVICE_LAMBDA(std::int64_t n) { number[n] = static_cast<Position>(n); });
    if (entries.rows == nullptr) {
        sort_by_key(e, entries.columns, out.columns.data(), numbers.data(), out.order.data(), entries.size, bits_below(ncols));
        return out;
    }
    const int column_bits = bits_below(ncols);
    const array<std::uint64_t> keys(e, size), sorted_keys(e, size);
    for_each(e, entries.size, join_position{entries.rows, entries.columns, column_bits, keys.data()});
    sort_by_key(e, keys.data(), sorted_keys.data(), number, out.order.data(), entries.size, column_bits + bits_below(nrows));
    out.rows = array<column_index>(e, size);
    for_each(e, entries.size, part_position{sorted_keys.data(), column_bits, out.rows.data(), out.columns.data()});
    return out;
}

/// Whether an entry is the first at its position.
struct begins_position {
    const column_index* rows;
    const column_index* columns;
    __device__ bool operator()(index, row_offset k) const {
        return k == 0 || columns[k] != columns[k - 1] || (rows != nullptr && rows[k] != rows[k - 1]);
    }
};

/// Finds the first entry that repeats a position.
struct find_repetition {
    rank_ref rank;
    unsigned long long* first;
    __device__ void operator()(std::int64_t k) const {
        if (!rank.is_marked(k)) atomicMin(first, static_cast<unsigned long long>(k));
    }
};

/// Writes where the entries of each position begin, and where the last ones end.
struct write_begin {
    rank_ref rank;
    row_offset size;
    row_offset* begins;
    __device__ void operator()(std::int64_t k) const {
        if (k == size || rank.is_marked(k)) begins[rank(k)] = k;
    }
};

struct write_offsets {
    rank_ref rank;
    const column_index* rows;
    row_offset size;
    row_offset* offsets;
    __device__ void operator()(std::int64_t i) const {
        const row_offset all = i == 0 ? 0 : size;
        offsets[i] = rank(rows == nullptr ? all : lower_bound(rows, 0, all, static_cast<column_index>(i)));
    }
};

/// Writes an entry for each position, with its values combined. If W is void, only the column is written.
template <class W, class Position>
struct write_entry {
    rank_ref rank;
    row_offset size;
    const column_index* columns;
    const Position* order;
    const W* values;
    binary_code op;
    column_index* columns_out;
    W* values_out;

    __device__ void operator()(std::int64_t k) const {
        if (!rank.is_marked(k)) return;
        const row_offset to = rank(k);
        columns_out[to] = columns[k];
        if constexpr (!std::is_void_v<W>) {
            if (op == binary_code::second) {
                values_out[to] = values[order[last_at(k)]];
                return;
            }
            W x = values[order[k]];
            if constexpr (std::is_arithmetic_v<W>) {
                const bool joins = op != binary_code::first && op != binary_code::any;
                for (row_offset m = k + 1; joins && m < size && !rank.is_marked(m); ++m) x = call<W>(op, x, values[order[m]]);
            }
            values_out[to] = x;
        }
    }
    /// The last entry at the position of entry k. It is found by looking at 32 marks at a time.
    __device__ row_offset last_at(row_offset k) const {
        row_offset next = k + 1;
        while (next < size) {
            const std::uint32_t word = rank.words[next / 32] >> (next % 32);
            if (word != 0) return next + __ffs(static_cast<int>(word)) - 2;
            next = (next / 32 + 1) * 32;
        }
        return size - 1;
    }
};

template <class Position>
[[noreturn]] void refuse_repetition(const engine_ptr& e, const ordered_entries<Position>& entries, const rank_ref& rank) {
    const array<unsigned long long> first(e, 1);
    e->set_bytes(first.data(), 0xff, sizeof(unsigned long long));
    for_each(e, entries.size, find_repetition{rank, first.data()});
    const auto at = read_element(*e, first.data());
    const index row = entries.rows.empty() ? 0 : index{read_element(*e, entries.rows.data() + at)};
    base::throw_duplicate(row, read_element(*e, entries.columns.data() + at));
}

template <class Position>
csr built_in_order(const engine_ptr& e, index nrows, index ncols, const entry_list& list, std::optional<binary_code> duplicates,
                   const group_join* own, index& merged) {
    const ordered_entries<Position> entries = ordered<Position>(e, nrows, ncols, list);
    const Position* const order = entries.order.data();
    const std::int64_t size = entries.size;
    csr_ref all;
    all.nrows = 1;
    all.nvals = size;
    marks begins(e, size);
    const rank_ref rank = begins.add(all, begins_position{entries.rows.data(), entries.columns.data()});
    const row_offset nvals = begins.count();
    merged = size - nvals;
    if (!duplicates && own == nullptr && merged > 0) refuse_repetition(e, entries, rank);
    csr out = csr_with_room(e, nrows, ncols, nvals, list.type);
    for_each(e, nrows + 1, write_offsets{rank, entries.rows.data(), size, out.offsets.data()});
    const binary_code op = duplicates.value_or(binary_code::first);
    const auto write = [&](auto type) {
        using W = typename decltype(type)::type;
        for_each(e, size,
                 write_entry<W, Position>{rank, size, entries.columns.data(), order, static_cast<const W*>(list.values), op,
                                          out.columns.data(), static_cast<W*>(out.values.data())});
    };
    const bool joins = own != nullptr && merged > 0;  // else the operator need not be compiled
    if (list.type == type_code::none || joins)
        write(std::type_identity<void>{});
    else if (base::is_struct(list.type)) base::with_size(list.type, write);  // duplicates keep one value
    else base::with_code(list.type, write);
    if (joins) {
        using number = std::conditional_t<sizeof(Position) == 4, std::uint32_t, row_offset>;
        const array<row_offset> first(e, static_cast<std::size_t>(nvals) + 1);
        for_each(e, size + 1, write_begin{rank, size, first.data()});
        const memory in_order = gathered(e, list.type, list.values, reinterpret_cast<const number*>(order), size);
        (*own)({nvals, 0, size, first.data(), nullptr, in_order.data(), list.type}, out.values.data());
    }
    return out;
}

}  // namespace

static csr build_rows(const engine_ptr& e, const char* operation, index nrows, index ncols, const entry_lists& entries,
                      type_code type, std::optional<binary_code> duplicates, const group_join* own, index& merged) {
    const engine::use here(*e, operation);
    merged = 0;
    const auto size = static_cast<std::int64_t>(entries.columns.size());
    if (size == 0) return empty_csr(e, nrows, ncols, type);
    const array<column_index> rows = uploaded(e, entries.rows);
    const array<column_index> columns = uploaded(e, entries.columns);
    memory values;
    if (type != type_code::none) {
        memory sent(e, entries.columns.size() * base::size_of(entries.given));
        e->to_device(sent.data(), entries.values, sent.bytes());
        values = entries.given == type ? std::move(sent) : converted(e, entries.given, sent.data(), type, size);
    }
    const entry_list list{size, rows.data(), columns.data(), values.data(), type};
    const bool are_few = size <= std::int64_t{std::numeric_limits<std::uint32_t>::max()};
    const auto in_order = are_few ? built_in_order<std::uint32_t> : built_in_order<std::uint64_t>;
    return in_order(e, nrows, ncols, list, duplicates, own, merged);
}

csr build_rows(const engine_ptr& e, const char* operation, index nrows, index ncols, const entry_lists& entries, type_code type,
               std::optional<binary_code> duplicates, index& merged) {
    return build_rows(e, operation, nrows, ncols, entries, type, duplicates, nullptr, merged);
}

csr build_rows(const engine_ptr& e, const char* operation, index nrows, index ncols, const entry_lists& entries, type_code type,
               const group_join& join, index& merged) {
    return build_rows(e, operation, nrows, ncols, entries, type, std::nullopt, &join, merged);
}

}  // namespace graphblas_gpu::cuda
