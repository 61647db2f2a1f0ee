// The numeric phase of the hash method on the device: columns in ascending order, and values.
//
// Idea: the row sizes are known, so every row has a table or window of the right size in shared memory, with the sums beside
// it. A warp that has a row alone and takes rows of B one by one adds without atomics: the 32 columns of a step differ, and
// steps follow each other, so that sums are added in ascending k. Tables are sorted at the end (order.cuh); windows are in
// ascending order anyway. If the columns are known already, they are inserted into the table first and nothing is sorted.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam); spECK (Parger et al.) for classes by bounds and ranges.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/hash/expand.cuh>
#include <graphblas_gpu/cuda/hash/in_order.cuh>
#include <graphblas_gpu/cuda/hash/launch.hpp>
#include <graphblas_gpu/cuda/hash/method.hpp>
#include <graphblas_gpu/cuda/hash/order.cuh>
#include <graphblas_gpu/cuda/hash/row_facts.hpp>
#include <graphblas_gpu/cuda/hash/short_rows.cuh>
#include <graphblas_gpu/cuda/hash/wide_rows.cuh>
#include <graphblas_gpu/cuda/hash/windows.cuh>

namespace graphblas_gpu::cuda {

namespace hashing {

template <class K, unsigned lanes, bool in_order>
__global__ void rows_by_tables(K k, product_rows in, product_output out, const std::uint32_t* rows, index count,
                               unsigned slots) {
    using lane_group = team<lanes>;
    using accumulator = typename K::accumulator;
    const bool live = lane_group::number() < count;
    if (!lane_group::is_part && !live) return;
    const index r = !live ? 0 : rows == nullptr ? lane_group::number() : static_cast<index>(rows[lane_group::number()]);
    const index i = in.first_row + r;
    const row_offset begin = out.offsets[r];
    const unsigned size = live ? static_cast<unsigned>(out.offsets[r + 1] - begin) : 0;
    const bool with_values = out.values != nullptr;

    unsigned char* shared = lane_group::shared(binning::numeric_table_bytes(slots, sizeof(accumulator)));
    auto* sums = reinterpret_cast<accumulator*>(shared);
    order_space space{};
    space.slots = slots;
    space.buckets = binning::table_buckets(slots);
    space.counts = reinterpret_cast<unsigned*>(sums + slots);
    space.columns = space.counts + space.buckets;
    space.list = reinterpret_cast<std::uint16_t*>(space.columns + slots + 1);
    for (unsigned s = lane_group::rank(); s < slots; s += lane_group::size()) {
        space.columns[s] = no_column;
        sums[s] = k.empty();
    }
    for (unsigned b = lane_group::rank(); b < space.buckets; b += lane_group::size()) space.counts[b] = 0;
    lane_group::sync();
    if (out.columns_known) {
        for (unsigned p = lane_group::rank(); p < size; p += lane_group::size()) {
            bool added = false;
            space.list[p] = static_cast<std::uint16_t>(slot_of(space.columns, slots, out.columns[begin + p], true, added));
        }
        lane_group::sync();
    }

    const auto find = [&](bool active, const product_item<K>& item, unsigned& slot) {
        bool added = false;
        slot = slots;
        if (active) slot = slot_of(space.columns, slots, item.column, !out.columns_known, added);
        __syncwarp(simt::full_warp);  // lanes leave the search at different times, and would stay diverged without this
        return with_values && slot < slots;
    };
    const product_loader<K> load{in, with_values};
    if constexpr (in_order) {
        expand_in_order<lanes, product_item<K>>(in.a, in.b, i, in.flops[i], load, find, [&](unsigned slot, const auto& item) {
            sums[slot] = sum_in_order(k, sums[slot], item.product(k, i));
        });
    } else {
        const walk row_walk = live ? walk_of<lanes>(in.a, i, in.flops[i]) : walk{.flat = true};
        const bool alone = !lane_group::is_wide && !row_walk.flat;
        expand<lanes, product_item<K>>(row_walk, in.a, in.b, load, [&](bool active, const auto& item) {
            unsigned slot = slots;
            if (find(active, item, slot)) {
                const auto x = item.product(k, i);
                if (alone) sums[slot] = k.sum_into(sums[slot], x);
                else k.add(sums + slot, x);
            }
            if (alone) __syncwarp(simt::full_warp);
        });
    }
    lane_group::sync();

    auto* values = static_cast<typename K::value*>(out.values) + (with_values ? begin : 0);
    if (out.columns_known) {
        for (unsigned p = lane_group::rank(); p < size; p += lane_group::size()) values[p] = k.read(sums[space.list[p]]);
        return;
    }
    if (in.mask.forbids()) {
        for (unsigned s = lane_group::rank(); s < slots; s += lane_group::size()) {
            if (space.columns[s] != no_column && holds(in.mask.rows, i, space.columns[s])) space.columns[s] = no_column;
        }
        lane_group::sync();
    }
    const auto emit = [&](unsigned rank, unsigned slot) {
        out.columns[begin + rank] = space.columns[slot];
        if (with_values) values[rank] = k.read(sums[slot]);
    };
    if (lanes == simt::warp_size && for_few_in_order(space, emit)) return;
    for_each_in_order<lanes>(space, emit);
}

/// Computes the rows that have windows or tables.
template <class K, bool in_order>
void run_windows_and_tables(concurrent_streams& streams, const K& k, const product_rows& in, const product_output& out,
                            const row_classes& classes) {
    using rule = binning::numeric_rule;
    const int multiprocessors = streams.facts().multiprocessors;
    constexpr unsigned most = in_order ? hash_policy::max_threads_in_order : 1024;
    for (int w = hash_policy::numeric_windows - 1; w >= 0; --w) {
        const hash_policy::numeric_window window = hash_policy::numeric_window_of(w);
        for (const row_group& g : classes.groups(rule::windows_from + w, multiprocessors)) {
            launch_teams(streams, g, window.lanes, window.bytes,
                         {nullptr, nullptr, rows_by_windows<K, 32, in_order>, rows_by_windows<K, whole_block, in_order>, most},
                         k, in, out, g.rows, g.count, window.bytes, classes.all_spans());
        }
    }
    for (int t = hash_policy::numeric_tables - 1; t >= 0; --t) {
        const hash_policy::table table = hash_policy::numeric_table(t);
        for (const row_group& g : classes.groups(binning::first_table + t, multiprocessors)) {
            launch_teams(streams, g, table.lanes, binning::numeric_table_bytes(table.slots, sizeof(typename K::accumulator)),
                         {nullptr, nullptr, rows_by_tables<K, 32, in_order>, rows_by_tables<K, whole_block, in_order>, most}, k,
                         in, out, g.rows, g.count, table.slots);
        }
    }
}

}  // namespace hashing

template <class K>
void hash_rows(const engine_ptr& e, const K& k, const product_rows& in, const product_output& out) {
    using namespace hashing;
    using rule = binning::numeric_rule;
    using accumulator = typename K::accumulator;
    if (in.count() == 0 || out.nvals == 0 || (out.columns_known && out.values == nullptr)) return;
    // Wide rows are added up by atomics.
    const bool sums_in_place = out.values == nullptr || (sizeof(accumulator) == sizeof(typename K::value) && !in.in_order);
    const rule rules{in.ncols(), sizeof(accumulator), static_cast<std::size_t>(e->facts().shared_bytes_per_block),
                     sums_in_place, in.b.nvals};
    const row_classes classes = classify(e, in, rules, out);
    concurrent_streams streams(*e);
    if (classes.count(rule::by_dense) > 0) {
        (void)streams.next();  // the engine's own stream, on which the dense method runs
        dense_rows(e, k, in, out, classes.rows_of(rule::by_dense), classes.count(rule::by_dense));
    }
    run_wide_rows(streams, k, in, out, classes);
    if constexpr (may_depend_on_order<K>) {
        if (in.in_order) run_windows_and_tables<K, true>(streams, k, in, out, classes);
        else run_windows_and_tables<K, false>(streams, k, in, out, classes);
    } else {
        run_windows_and_tables<K, false>(streams, k, in, out, classes);
    }
    if constexpr (sizeof(accumulator) > 4) {
        // So many blocks have room that hardly any cache would be left, in which rows of B stay until all of a row is read.
        // Where many rows have tables, the kernels run together, and all of them divide the memory alike.
        const index all = classes.starts.back();
        leave_cache(rows_by_sorting<K>, (all - classes.starts[first_longer]) * hash_policy::max_part_of_tables < all);
    }
    for (int n = hash_policy::sorted_classes - 1; n >= 0; --n) {
        const int c = binning::first_sorted + n;
        launch_sorted(streams, classes.count(c), n, sorting_space<K>::bytes, rows_by_sorting<K>, k, in, out, classes.rows_of(c),
                      classes.count(c));
    }
    streams.join();
}

}  // namespace graphblas_gpu::cuda
