// Idea: see graph_counts.hpp.
#include "graph_counts.hpp"

#include <algorithm>
#include <numeric>

namespace grb::picture {

std::int64_t block_counts::largest() const { return entries.empty() ? 0 : *std::max_element(entries.begin(), entries.end()); }

block_counts count_blocks(const gb::structure_view& a, gb::index most) {
    block_counts blocks;
    const auto parts = [&](gb::index of, gb::index side) { return of == 0 ? gb::index{0} : (of - 1) / side + 1; };
    blocks.side = std::max(parts(std::max(a.nrows, a.ncols), most), gb::index{1});
    blocks.rows = parts(a.nrows, blocks.side);
    blocks.columns = parts(a.ncols, blocks.side);
    blocks.entries.assign(static_cast<std::size_t>(blocks.rows * blocks.columns), 0);
    for (gb::index i = 0; i < a.nrows; ++i) {
        std::int64_t* const row = blocks.entries.data() + i / blocks.side * blocks.columns;
        // The columns of a row ascend, so that most entries are in the block of the entry before.
        gb::index block = 0, end_of_block = 0;
        for (gb::row_offset p = a.begin(i), end = a.end(i); p < end; ++p) {
            const auto column = static_cast<gb::index>(a.columns[p]);
            if (column >= end_of_block) {
                block = column / blocks.side;
                end_of_block = (block + 1) * blocks.side;
            }
            ++row[block];
        }
    }
    return blocks;
}

std::int64_t histogram::total() const { return std::accumulate(times.begin(), times.end(), zeros); }

histogram histogram_of(std::span<const std::int64_t> values) {
    histogram h;
    if (values.empty()) return h;
    std::vector<std::int64_t> times(static_cast<std::size_t>(*std::max_element(values.begin(), values.end())) + 1, 0);
    for (const std::int64_t x : values) ++times[static_cast<std::size_t>(x)];
    h.zeros = times.front();
    for (std::size_t x = 1; x < times.size(); ++x) {
        if (times[x] == 0) continue;
        h.values.push_back(static_cast<std::int64_t>(x));
        h.times.push_back(times[x]);
    }
    return h;
}

std::vector<std::int64_t> row_sizes(const gb::structure_view& a) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(a.nrows));
    for (gb::index i = 0; i < a.nrows; ++i) sizes[static_cast<std::size_t>(i)] = a.row_size(i);
    return sizes;
}

std::vector<std::int64_t> column_sizes(const gb::structure_view& a) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(a.ncols), 0);
    for (gb::row_offset p = 0, end = a.nvals(); p < end; ++p) ++sizes[static_cast<std::size_t>(a.columns[p])];
    return sizes;
}

histogram component_sizes(std::span<const std::int64_t> labels) {
    std::vector<std::int64_t> sizes(labels.size(), 0);
    for (const std::int64_t label : labels) ++sizes[static_cast<std::size_t>(label)];
    histogram h = histogram_of(sizes);
    h.zeros = 0;  // vertices whose number no component has
    return h;
}

std::vector<std::int64_t> level_sizes(std::span<const std::int32_t> levels) {
    std::vector<std::int64_t> sizes;
    for (const std::int32_t level : levels) {
        if (static_cast<std::size_t>(level) >= sizes.size()) sizes.resize(static_cast<std::size_t>(level) + 1, 0);
        ++sizes[static_cast<std::size_t>(level)];
    }
    return sizes;
}

}  // namespace grb::picture
