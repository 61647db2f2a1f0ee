#include <graphblas_gpu/cuda/structure/transpose.hpp>

#include <graphblas_gpu/cuda/primitives/entries.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>

#include <limits>

namespace graphblas_gpu::cuda {

namespace {

/// These fill the columns and values of the transpose, and write the sorted columns of a to `sorted`. They differ in what is
/// sorted along with the column of an entry: its row; its row and a value of up to 32 bits; or, for longer values, its
/// position, with which row and value are fetched afterwards.
/// @{
void transpose_structure(const engine_ptr& e, const csr_ref& a, csr& out, column_index* sorted) {
    const array<std::uint32_t> along(e, static_cast<std::size_t>(a.nvals));
    std::uint32_t* const to = along.data();
    for_each_entry(e, a, GB_DEVICE_LAMBDA(index row, row_offset p) { to[p] = static_cast<std::uint32_t>(row); });
    sort_by_key(e, a.columns, sorted, to, out.columns.data(), a.nvals, bits_below(a.ncols));
}

template <class Word>
void transpose_with_values(const engine_ptr& e, const csr_ref& a, csr& out, column_index* sorted) {
    const array<std::uint64_t> along(e, static_cast<std::size_t>(a.nvals));
    const array<std::uint64_t> sorted_along(e, static_cast<std::size_t>(a.nvals));
    std::uint64_t* const to = along.data();
    const Word* const values = a.values_as<Word>();
    for_each_entry(
        e, a, GB_DEVICE_LAMBDA(index row, row_offset p) { to[p] = static_cast<std::uint64_t>(row) << 32 | values[p]; });
    sort_by_key(e, a.columns, sorted, to, sorted_along.data(), a.nvals, bits_below(a.ncols));
    const std::uint64_t* const from = sorted_along.data();
    column_index* const columns = out.columns.data();
    auto* const values_out = static_cast<Word*>(out.values.data());
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(std::int64_t k) {
        columns[k] = static_cast<column_index>(from[k] >> 32);
        values_out[k] = static_cast<Word>(from[k]);
    });
}

template <class Position, class Word>
void fetch_entries(const engine_ptr& e, const csr_ref& a, const Position* order, const column_index* rows, csr& out) {
    const Word* const values = a.values_as<Word>();
    column_index* const columns = out.columns.data();
    auto* const values_out = static_cast<Word*>(out.values.data());
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(std::int64_t k) {
        const Position p = order[k];
        columns[k] = rows[p];
        values_out[k] = values[p];
    });
}

template <class Position>
void transpose_by_position(const engine_ptr& e, const csr_ref& a, csr& out, column_index* sorted) {
    const auto size = static_cast<std::size_t>(a.nvals);
    const array<column_index> rows(e, size);
    const array<Position> along(e, size), order(e, size);
    column_index* const row_of = rows.data();
    Position* const to = along.data();
    for_each_entry(e, a, GB_DEVICE_LAMBDA(index row, row_offset p) {
        row_of[p] = static_cast<column_index>(row);
        to[p] = static_cast<Position>(p);
    });
    sort_by_key(e, a.columns, sorted, to, order.data(), a.nvals, bits_below(a.ncols));
    const bool is_long = base::size_of(a.type) == sizeof(base::sixteen_bytes);
    const auto fetch = is_long ? fetch_entries<Position, base::sixteen_bytes> : fetch_entries<Position, std::uint64_t>;
    fetch(e, a, order.data(), row_of, out);
}
/// @}

void transpose_entries(const engine_ptr& e, const csr_ref& a, csr& out, column_index* sorted) {
    switch (base::size_of(a.type)) {
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

/// Whether two values have equal bits and are not NaN.
struct same_value {
    std::size_t bytes;
    bool is_floating;

    explicit same_value(type_code type)
        : bytes(base::size_of(type)), is_floating(type == type_code::float32 || type == type_code::float64) {}

    __device__ bool operator()(const void* x, row_offset p, const void* y, row_offset q) const {
        switch (bytes) {
            case 1: return equal<std::uint8_t>(x, p, y, q);
            case 2: return equal<std::uint16_t>(x, p, y, q);
            case 4: return equal<std::uint32_t>(x, p, y, q) && (!is_floating || equal<float>(x, p, y, q));
            case 8: return equal<std::uint64_t>(x, p, y, q) && (!is_floating || equal<double>(x, p, y, q));
            default: return equal<base::sixteen_bytes>(x, p, y, q);
        }
    }

  private:
    template <class Word>
    static __device__ bool equal(const void* x, row_offset p, const void* y, row_offset q) {
        return static_cast<const Word*>(x)[p] == static_cast<const Word*>(y)[q];
    }
};

}  // namespace

csr transposed(const engine_ptr& e, const csr_ref& a) {
    csr out = empty_csr(e, a.ncols, a.nrows, a.type);
    if (a.nvals == 0) return out;
    out.nvals = a.nvals;
    out.columns = array<column_index>(e, static_cast<std::size_t>(a.nvals));
    out.values = memory(e, static_cast<std::size_t>(a.nvals) * base::size_of(a.type));
    const array<column_index> sorted(e, static_cast<std::size_t>(a.nvals));
    transpose_entries(e, a, out, sorted.data());
    const column_index* const keys = sorted.data();
    const row_offset n = a.nvals;
    row_offset* const offsets = out.offsets.data();
    for_each(e, a.ncols + 1, GB_DEVICE_LAMBDA(std::int64_t j) {
        offsets[j] = lower_bound(keys, 0, n, static_cast<column_index>(j));
    });
    return out;
}

bool is_transpose_of_itself(const engine_ptr& e, const csr_ref& a, const csr_ref& transpose) {
    if (a.nrows != a.ncols) return false;
    const auto found = zeros<int>(e, 1);
    int* const differs = found.data();
    const same_value is_same(a.type);
    // Entries at the same offset are compared. Row sizes need not be: the number of times a column occurs in one matrix is the
    // size of that row in the other, so that they agree if all columns agree.
    for_each_entry(e, a, GB_DEVICE_LAMBDA(index row, row_offset p) {
        if (*differs != 0) return;
        const bool is_compared = a.values != nullptr && a.columns[p] != row;
        if (a.columns[p] != transpose.columns[p] || (is_compared && !is_same(a.values, p, transpose.values, p))) *differs = 1;
    });
    return read_element(*e, differs) == 0;
}

}  // namespace graphblas_gpu::cuda
