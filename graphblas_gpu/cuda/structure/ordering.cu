// Sorting on the device.
//
// Idea: a value is mapped to an unsigned number that has the same order: the sign bit is flipped (for negative floating-point
// numbers all bits are flipped), zeros become equal, and NaN becomes the largest. Rows are sorted by these numbers first, and
// then by a stable sort by row.
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>

#include <bit>

namespace graphblas_gpu::cuda {

namespace {

template <class T>
struct unsigned_like {
    using type = std::make_unsigned_t<T>;
};
template <>
struct unsigned_like<bool> {
    using type = std::uint8_t;
};
template <>
struct unsigned_like<float> {
    using type = std::uint32_t;
};
template <>
struct unsigned_like<double> {
    using type = std::uint64_t;
};

/// A number that ascends with x, or descends with it if `descending`. NaN always has the largest number.
template <class T>
GB_HD std::uint64_t rank_of(T x, bool descending) {
    using bits = typename unsigned_like<T>::type;
    constexpr bits all = static_cast<bits>(~bits{0});
    constexpr bits sign = static_cast<bits>(bits{1} << (sizeof(bits) * 8 - 1));
    bits rank = 0;
    if constexpr (std::is_floating_point_v<T>) {
        if (x != x) return all;
        if (x == T{0}) x = T{0};  // -0 and 0 are equal
        memcpy(&rank, &x, sizeof(x));
        rank = static_cast<bits>((rank & sign) != 0 ? ~rank : rank | sign);
    } else {
        rank = static_cast<bits>(x);
        if constexpr (std::is_signed_v<T>) rank = static_cast<bits>(rank ^ sign);
    }
    // No other value has the number of NaN, because an infinity does not have all bits set.
    return descending ? static_cast<bits>(~rank) : rank;
}

template <class T>
void write_ranks(const engine_ptr& e, const void* values, std::int64_t n, bool descending, std::uint64_t* ranks) {
    const T* const from = static_cast<const T*>(values);
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t p) { ranks[p] = rank_of(from[p], descending); });
}

}  // namespace

void sort_with_positions(const engine_ptr& e, array<std::uint64_t>& keys, array<row_offset>& positions, int bits) {
    array<std::uint64_t> sorted_keys(e, keys.size());
    array<row_offset> sorted_positions(e, positions.size());
    sort_by_key(e, keys.data(), sorted_keys.data(), reinterpret_cast<const std::uint64_t*>(positions.data()),
                     reinterpret_cast<std::uint64_t*>(sorted_positions.data()), static_cast<std::int64_t>(keys.size()), bits);
    keys = std::move(sorted_keys);
    positions = std::move(sorted_positions);
}

array<row_offset> sorted_positions(const engine_ptr& e, const csr_ref& a, bool descending) {
    array<std::uint64_t> keys(e, static_cast<std::size_t>(a.nvals));
    array<row_offset> positions(e, static_cast<std::size_t>(a.nvals));
    base::with_code(
        a.type, [&](auto type) { write_ranks<typename decltype(type)::type>(e, a.values, a.nvals, descending, keys.data()); });
    row_offset* const position = positions.data();
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(std::int64_t p) { position[p] = p; });
    sort_with_positions(e, keys, positions, static_cast<int>(base::size_of(a.type)) * 8);
    if (a.nrows == 1) return positions;

    std::uint64_t* const rows = keys.data();
    const row_offset* const by_value = positions.data();
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(std::int64_t n) {
        rows[n] = static_cast<std::uint64_t>(row_of_entry(a.offsets, a.nrows, by_value[n]));
    });
    sort_with_positions(e, keys, positions, std::bit_width(static_cast<std::uint64_t>(a.nrows)));
    return positions;
}

row_offset longest_row(const engine_ptr& e, const csr_ref& a) {
    if (a.nrows == 1) return a.nvals;
    const array<unsigned long long> longest = zeros<unsigned long long>(e, 1);
    unsigned long long* const most = longest.data();
    for_each(
        e, a.nrows, GB_DEVICE_LAMBDA(std::int64_t row) {
            const auto size = static_cast<unsigned long long>(a.offsets[row + 1] - a.offsets[row]);
            if (size > *most) atomicMax(most, size);
        });
    return static_cast<row_offset>(read_element(*e, longest.data()));
}

sorted_rows sorted(const engine_ptr& e, const csr_ref& a, const array<row_offset>& positions) {
    const row_offset* const before = positions.data();

    sorted_rows out{cloned(e, a.structure()), {}};
    column_index* const columns = out.values.columns.data();
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(std::int64_t n) {
        columns[n] = static_cast<column_index>(n - a.offsets[row_of_entry(a.offsets, a.nrows, n)]);
    });
    out.permutation = cloned(e, out.values.view());
    out.values.type = a.type;
    out.values.values = gathered(e, a.type, a.values, before, a.nvals);

    out.permutation.type = type_code::int64;
    out.permutation.values = memory(e, static_cast<std::size_t>(a.nvals) * sizeof(std::int64_t));
    auto* const came_from = static_cast<std::int64_t*>(out.permutation.values.data());
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(std::int64_t n) { came_from[n] = std::int64_t{a.columns[before[n]]}; });
    return out;
}

}  // namespace graphblas_gpu::cuda
