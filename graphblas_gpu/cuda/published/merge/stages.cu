// The stages of bhSPARSE that are the same for all semirings: bounds and bins, memory for lists, arranging.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <algorithm>

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/published/merge/stages.cuh>
#include <graphblas_gpu/cuda/shared/flops.hpp>

namespace graphblas_gpu::cuda::merge_paper {

namespace {

/// Memory for some entries, which `of` keeps.
row_list added_space(const engine_ptr& e, unarranged_rows& of, std::int64_t entries) {
    const auto count = static_cast<std::size_t>(entries);
    memory columns(e, count * sizeof(column_index)), values(e, count * of.value_bytes);
    const row_list list{static_cast<column_index*>(columns.data()), values.data()};
    of.spaces.push_back(std::move(columns));
    of.spaces.push_back(std::move(values));
    of.use.hybrid += static_cast<std::int64_t>(count * (sizeof(column_index) + of.value_bytes));
    return list;
}

/// Copies a value of `bytes` bytes.
__device__ void copy_value(const void* from, index at, void* to, index p, std::size_t bytes) {
    switch (bytes) {
        case 1: static_cast<std::uint8_t*>(to)[p] = static_cast<const std::uint8_t*>(from)[at]; break;
        case 2: static_cast<std::uint16_t*>(to)[p] = static_cast<const std::uint16_t*>(from)[at]; break;
        case 4: static_cast<std::uint32_t*>(to)[p] = static_cast<const std::uint32_t*>(from)[at]; break;
        default: static_cast<std::uint64_t*>(to)[p] = static_cast<const std::uint64_t*>(from)[at]; break;
    }
}

}  // namespace

unarranged_rows binned(const engine_ptr& e, const product_rows& in, std::size_t value_bytes) {
    unarranged_rows out;
    out.value_bytes = value_bytes;
    out.use.upper_bound = in.total_flops * static_cast<std::int64_t>(sizeof(column_index) + value_bytes);
    const index count = in.count();
    out.c.nrows = count;
    out.c.ncols = in.ncols();
    out.c.offsets = array<row_offset>(e, static_cast<std::size_t>(count + room_for_offsets));
    e->set_bytes(out.c.offsets.data(), 0, static_cast<std::size_t>(count) * sizeof(row_offset));
    auto before = merging::products_before_entries(e, in);
    out.before = std::move(before.counts);
    out.x = {in, out.before.data(), before.first_left, nullptr, nullptr, out.c.offsets.data(), 0};

    const std::int64_t* const flops = in.flops + in.first_row;
    out.listed = listed_by_class<bins>(e, count, GB_DEVICE_LAMBDA(index r) { return bin_of(flops[r]); });
    const array<row_offset> first(e, static_cast<std::size_t>(count) + 1);
    row_offset* const at = first.data();
    for_each(
        e, count, GB_DEVICE_LAMBDA(index r) { at[r] = flops[r] <= max_bounded_products ? flops[r] : 0; });
    const row_offset bounded = sizes_to_offsets(e, at, count);
    out.long_products = in.total_flops - bounded;
    const row_list space = added_space(e, out, bounded);
    out.lists = array<row_list>(e, static_cast<std::size_t>(count));
    row_list* const lists = out.lists.data();
    for_each(
        e, count, GB_DEVICE_LAMBDA(index r) {
            lists[r] = {space.columns + at[r],
                        static_cast<unsigned char*>(space.values) + at[r] * static_cast<row_offset>(value_bytes)};
        });
    return out;
}

void merge_long_rows(const engine_ptr& e, unarranged_rows& of,
                     base::function_ref<void(const long_rows&, unsigned level, unsigned capacity)> launch) {
    const index count = of.listed.count(long_bin);
    if (count == 0) return;
    const array<long_row> rows(e, static_cast<std::size_t>(count));
    long_row* const states = rows.data();
    const std::uint32_t* const numbers = of.listed.items_of(long_bin);
    const product_rows& in = of.x.in;
    const row_offset* const lefts = in.a.offsets + in.first_row;
    for_each(e, count, GB_DEVICE_LAMBDA(index n) {
        long_row row;
        row.left = lefts[numbers[n]];
        states[n] = row;
    });
    const unsigned levels =
        shared_levels(e->facts().shared_bytes_per_block, of.value_bytes, std::min<std::int64_t>(in.max_flops, in.ncols()));
    const array<unsigned long long> counters(e, 2);
    for (std::int64_t entries = first_room(count, of.long_products);;) {
        unsigned long long* const taken = counters.data();
        e->set_bytes(taken, 0, 2 * sizeof(unsigned long long));
        const list_pool pool{added_space(e, of, entries), static_cast<unsigned long long>(entries), taken, taken + 1};
        for (unsigned level = 0; level < levels; ++level) launch({states, pool}, level, capacity_of(level));
        launch({states, pool}, levels, 0);
        unsigned long long counted[2];
        e->read_small(counted, taken, sizeof(counted));
        if (counted[1] == 0) return;
        entries = std::max(2 * entries, static_cast<std::int64_t>(counted[0]));
    }
}

csr arranged(const engine_ptr& e, unarranged_rows&& rows, type_code type, memory_use& use) {
    csr c = std::move(rows.c);
    c.nvals = offsets_of_sizes(e, c.offsets.data(), c.nrows).sum;
    c.offsets.truncate(static_cast<std::size_t>(c.nrows) + 1);
    c.type = type;
    const auto count = static_cast<std::size_t>(c.nvals);
    const std::size_t bytes = base::size_of(type);
    c.columns = array<column_index>(e, count);
    c.values = memory(e, count * bytes);
    use = rows.use;
    use.exact = static_cast<std::int64_t>(count * (sizeof(column_index) + rows.value_bytes));
    const index nrows = c.nrows;
    const row_offset* const offsets = c.offsets.data();
    const row_list* const lists = rows.lists.data();
    column_index* const columns = c.columns.data();
    void* const values = c.values.data();
    for_each(e, c.nvals, GB_DEVICE_LAMBDA(row_offset p) {
        const index r = row_of_entry(offsets, nrows, p);
        columns[p] = lists[r].columns[p - offsets[r]];
        if (bytes > 0) copy_value(lists[r].values, p - offsets[r], values, p, bytes);
    });
    return c;
}

}  // namespace graphblas_gpu::cuda::merge_paper
