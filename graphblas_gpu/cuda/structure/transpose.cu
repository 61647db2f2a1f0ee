#include <graphblas_gpu/cuda/structure/transpose.hpp>

#include <graphblas_gpu/cuda/structure/entries.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>

#include <limits>

namespace graphblas_gpu::cuda {

namespace {

/// What is sorted along with the column of an entry: its row; or its row and a value of up to 32 bits; or, for longer values,
/// its position, with which row and value are fetched afterwards.
/// @{
struct row_alone {
    std::uint32_t* along;
    __device__ void operator()(index row, row_offset p) const { along[p] = static_cast<std::uint32_t>(row); }
};
template <class Word>
struct row_and_value {
    const Word* values;
    std::uint64_t* along;
    __device__ void operator()(index row, row_offset p) const { along[p] = static_cast<std::uint64_t>(row) << 32 | values[p]; }
};
template <class Position>
struct row_and_position {
    column_index* rows;
    Position* along;
    __device__ void operator()(index row, row_offset p) const {
        rows[p] = static_cast<column_index>(row);
        along[p] = static_cast<Position>(p);
    }
};
/// @}

/// Write entry k of the transpose from what was sorted along.
/// @{
template <class Word>
struct unpack_entry {
    const std::uint64_t* along;
    column_index* columns;
    Word* values;
    __device__ void operator()(std::int64_t k) const {
        columns[k] = static_cast<column_index>(along[k] >> 32);
        values[k] = static_cast<Word>(along[k]);
    }
};
template <class Position, class Word>
struct fetch_entry {
    const Position* order;
    const column_index* rows;
    const Word* values;
    column_index* columns_out;
    Word* values_out;
    __device__ void operator()(std::int64_t k) const {
        const Position p = order[k];
        columns_out[k] = rows[p];
        values_out[k] = values[p];
    }
};
/// @}

/// These fill the columns and values of the transpose, and write the sorted columns of a to `sorted`.
/// @{
void transpose_structure(const engine_ptr& e, const csr_ref& a, csr& out, column_index* sorted) {
    const array<std::uint32_t> along(e, static_cast<std::size_t>(a.nvals));
    for_each_entry(e, a, row_alone{along.data()});
    sort_by_key(e, a.columns, sorted, along.data(), out.columns.data(), a.nvals, bits_below(a.ncols));
}

template <class Word>
void transpose_with_values(const engine_ptr& e, const csr_ref& a, csr& out, column_index* sorted) {
    const array<std::uint64_t> along(e, static_cast<std::size_t>(a.nvals));
    const array<std::uint64_t> sorted_along(e, static_cast<std::size_t>(a.nvals));
    for_each_entry(e, a, row_and_value<Word>{static_cast<const Word*>(a.values), along.data()});
    sort_by_key(e, a.columns, sorted, along.data(), sorted_along.data(), a.nvals, bits_below(a.ncols));
    for_each(e, a.nvals, unpack_entry<Word>{sorted_along.data(), out.columns.data(), static_cast<Word*>(out.values.data())});
}

template <class Position>
void transpose_by_position(const engine_ptr& e, const csr_ref& a, csr& out, column_index* sorted) {
    const array<column_index> rows(e, static_cast<std::size_t>(a.nvals));
    const array<Position> along(e, static_cast<std::size_t>(a.nvals));
    const array<Position> order(e, static_cast<std::size_t>(a.nvals));
    for_each_entry(e, a, row_and_position<Position>{rows.data(), along.data()});
    sort_by_key(e, a.columns, sorted, along.data(), order.data(), a.nvals, bits_below(a.ncols));
    const auto fetch = [&](auto word) {
        using value = decltype(word);
        for_each(e, a.nvals,
                 fetch_entry<Position, value>{order.data(), rows.data(), static_cast<const value*>(a.values), out.columns.data(),
                                              static_cast<value*>(out.values.data())});
    };
    if (formats::size_of(a.type) == sizeof(formats::sixteen_bytes)) fetch(formats::sixteen_bytes{});
    else fetch(std::uint64_t{});
}
/// @}

void transpose_entries(const engine_ptr& e, const csr_ref& a, csr& out, column_index* sorted) {
    switch (formats::size_of(a.type)) {
        case 0: return transpose_structure(e, a, out, sorted);
        case 1: return transpose_with_values<std::uint8_t>(e, a, out, sorted);
        case 2: return transpose_with_values<std::uint16_t>(e, a, out, sorted);
        case 4: return transpose_with_values<std::uint32_t>(e, a, out, sorted);
        default: break;
    }
    if (a.nvals <= row_offset{std::numeric_limits<std::uint32_t>::max()})
        transpose_by_position<std::uint32_t>(e, a, out, sorted);
    else transpose_by_position<std::uint64_t>(e, a, out, sorted);
}

/// offsets[j] = the number of keys below j.
struct write_offset {
    const column_index* keys;
    row_offset n;
    row_offset* offsets;
    __device__ void operator()(std::int64_t j) const { offsets[j] = lower_bound(keys, 0, n, static_cast<column_index>(j)); }
};

/// Whether two values have equal bits and are not NaN.
struct same_value {
    std::size_t bytes;
    bool is_floating;

    explicit same_value(type_code type)
        : bytes(formats::size_of(type)), is_floating(type == type_code::float32 || type == type_code::float64) {}

    __device__ bool operator()(const void* x, row_offset p, const void* y, row_offset q) const {
        switch (bytes) {
            case 1: return equal<std::uint8_t>(x, p, y, q);
            case 2: return equal<std::uint16_t>(x, p, y, q);
            case 4: return equal<std::uint32_t>(x, p, y, q) && (!is_floating || equal<float>(x, p, y, q));
            case 8: return equal<std::uint64_t>(x, p, y, q) && (!is_floating || equal<double>(x, p, y, q));
            default: return equal<formats::sixteen_bytes>(x, p, y, q);
        }
    }

  private:
    template <class Word>
    static __device__ bool equal(const void* x, row_offset p, const void* y, row_offset q) {
        return static_cast<const Word*>(x)[p] == static_cast<const Word*>(y)[q];
    }
};

/// Sets a flag if an entry differs from the entry of the transpose at the same offset. Row sizes need not be compared: the
/// number of times a column occurs in one matrix is the size of that row in the other, so they agree if all columns agree.
struct compare_with_transpose {
    csr_ref a;
    csr_ref t;
    same_value is_same;
    int* differs;

    __device__ void operator()(index row, row_offset p) const {
        if (*differs != 0) return;
        const bool compared = a.values != nullptr && a.columns[p] != row;
        if (a.columns[p] != t.columns[p] || (compared && !is_same(a.values, p, t.values, p))) *differs = 1;
    }
};

}  // namespace

csr transposed(const engine_ptr& e, const csr_ref& a) {
    csr out = empty_csr(e, a.ncols, a.nrows, a.type);
    if (a.nvals == 0) return out;
    out.nvals = a.nvals;
    out.columns = array<column_index>(e, static_cast<std::size_t>(a.nvals));
    out.values = memory(e, static_cast<std::size_t>(a.nvals) * formats::size_of(a.type));
    const array<column_index> sorted(e, static_cast<std::size_t>(a.nvals));
    transpose_entries(e, a, out, sorted.data());
    for_each(e, a.ncols + 1, write_offset{sorted.data(), a.nvals, out.offsets.data()});
    return out;
}

bool is_transpose_of_itself(const engine_ptr& e, const csr_ref& a, const csr_ref& transpose) {
    if (a.nrows != a.ncols) return false;
    const auto differs = zeros<int>(e, 1);
    for_each_entry(e, a, compare_with_transpose{a, transpose, same_value(a.type), differs.data()});
    return read_element(*e, differs.data()) == 0;
}

}  // namespace graphblas_gpu::cuda
