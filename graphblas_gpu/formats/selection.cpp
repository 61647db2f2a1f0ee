#include <graphblas_gpu/formats/selection.hpp>

#include <algorithm>
#include <cstdint>

#include <graphblas_gpu/base/radix_sort.hpp>
#include <graphblas_gpu/error.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::formats {

namespace {

constexpr int element_bits = 32;
constexpr column_index position_of(std::uint64_t packed) { return static_cast<column_index>(packed >> element_bits); }
constexpr column_index element_of(std::uint64_t packed) { return static_cast<column_index>(packed); }

/// For every element of a list its position (upper half) and its number in the list (lower half), sorted ascending.
std::vector<std::uint64_t> sorted_elements(std::span<const column_index> positions) {
    std::vector<std::uint64_t> packed(positions.size());
    for (std::size_t k = 0; k < positions.size(); ++k) packed[k] = std::uint64_t{positions[k]} << element_bits | k;
    base::radix_sort(packed, [](std::uint64_t x) { return x; });
    return packed;
}

/// This marks a position that is not in the list: no list has so many elements.
constexpr column_index no_element = 0xffffffff;

[[noreturn]] void throw_repeated(const char* what, index position, index earlier, index later) {
    throw invalid_value(fmt::format("{} {} is listed twice, in entries {} and {}: which value would stay is undefined", what,
                                    position, earlier, later));
}

}  // namespace

selection selection::progression(index first, index stride, index count) {
    selection s;
    s.count_ = count;
    if (count > 0) s.first_ = first;
    if (count > 1) s.stride_ = stride;
    s.ascends_ = s.stride_ > 0;
    return s;
}

selection selection::list(std::vector<column_index> positions) {
    bool ascends = true;
    bool consecutive = true;
    for (std::size_t k = 1; k < positions.size(); ++k) {
        ascends = ascends && positions[k] > positions[k - 1];
        consecutive = consecutive && index{positions[k]} == index{positions[k - 1]} + 1;
    }
    const auto count = static_cast<index>(positions.size());
    if (consecutive) return progression(count > 0 ? index{positions[0]} : 0, 1, count);
    selection s;
    s.count_ = count;
    s.ascends_ = ascends;
    s.list_ = std::move(positions);
    return s;
}

bool selection::contains(index position) const {
    if (is_list()) return std::binary_search(list_.begin(), list_.end(), position);
    const index distance = position - first_;
    if (distance < 0) return false;
    if (stride_ == 1) return distance < count_;
    return distance % stride_ == 0 && distance / stride_ < count_;
}

ordered_selection ascending(const selection& s, index size, const char* what) {
    const index count = s.size();
    if (s.ascends()) return {s, selection::whole(count)};
    if (!s.is_list()) {
        return {selection::progression(s[count - 1], -s.stride(), count), selection::progression(count - 1, -1, count)};
    }
    std::vector<column_index> sorted;
    std::vector<column_index> order;
    sorted.reserve(s.positions().size());
    order.reserve(s.positions().size());
    // A table from positions to list elements if the list has at least a sixteenth of all positions, else a sort.
    if (size / 16 <= count) {
        std::vector<column_index> element_of(static_cast<std::size_t>(size), no_element);
        for (index k = 0; k < count; ++k) {
            column_index& element = element_of[static_cast<std::size_t>(s[k])];
            if (element != no_element) throw_repeated(what, s[k], element, k);
            element = static_cast<column_index>(k);
        }
        for (std::size_t position = 0; position < element_of.size(); ++position) {
            if (element_of[position] == no_element) continue;
            sorted.push_back(static_cast<column_index>(position));
            order.push_back(element_of[position]);
        }
    } else {
        for (const std::uint64_t packed : sorted_elements(s.positions())) {
            if (!sorted.empty() && position_of(packed) == sorted.back()) {
                throw_repeated(what, sorted.back(), order.back(), element_of(packed));
            }
            sorted.push_back(position_of(packed));
            order.push_back(element_of(packed));
        }
    }
    return {selection::list(std::move(sorted)), selection::list(std::move(order))};
}

grouped_selection grouped(const selection& list) {
    const std::vector<std::uint64_t> packed = sorted_elements(list.positions());
    grouped_selection out;
    out.elements.resize(packed.size());
    for (std::size_t k = 0; k < packed.size(); ++k) {
        out.elements[k] = element_of(packed[k]);
        if (k == 0 || position_of(packed[k]) != out.distinct.back()) {
            out.distinct.push_back(position_of(packed[k]));
            out.starts.push_back(static_cast<column_index>(k));
        }
    }
    out.starts.push_back(static_cast<column_index>(packed.size()));
    return out;
}

}  // namespace graphblas_gpu::formats
