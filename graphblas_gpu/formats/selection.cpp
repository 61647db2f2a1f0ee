#include <graphblas_gpu/formats/selection.hpp>

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/radix_sort.hpp>

namespace graphblas_gpu::formats {

namespace {

constexpr int place_bits = 32;
constexpr column_index position_of(std::uint64_t packed) { return static_cast<column_index>(packed >> place_bits); }
constexpr column_index place_of(std::uint64_t packed) { return static_cast<column_index>(packed); }

/// Position and place of every element of a list, packed into one number each, ascending.
std::vector<std::uint64_t> sorted_places(std::span<const column_index> positions) {
    std::vector<std::uint64_t> packed(positions.size());
    for (std::size_t k = 0; k < positions.size(); ++k) packed[k] = std::uint64_t{positions[k]} << place_bits | k;
    radix_sort(packed, [](std::uint64_t x) { return x; });
    return packed;
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

bool selection::contains(index at) const {
    if (is_list()) return std::binary_search(list_.begin(), list_.end(), at);
    const index distance = at - first_;
    if (distance < 0) return false;
    if (stride_ == 1) return distance < count_;
    return distance % stride_ == 0 && distance / stride_ < count_;
}

ordered_selection ascending(const selection& s, const char* what) {
    const index count = s.size();
    if (s.ascends()) return {s, selection::whole(count)};
    if (!s.is_list()) {
        return {selection::progression(s[count - 1], -s.stride(), count), selection::progression(count - 1, -1, count)};
    }
    const std::vector<std::uint64_t> packed = sorted_places(s.positions());
    std::vector<column_index> sorted(packed.size());
    std::vector<column_index> order(packed.size());
    for (std::size_t k = 0; k < packed.size(); ++k) {
        sorted[k] = position_of(packed[k]);
        order[k] = place_of(packed[k]);
        if (k > 0 && sorted[k] == sorted[k - 1]) {
            throw invalid_value(fmt::format("{} {} is listed twice, in entries {} and {}; which of the two values would stay is "
                                            "undefined",
                                            what, sorted[k], order[k - 1], order[k]));
        }
    }
    return {selection::list(std::move(sorted)), selection::list(std::move(order))};
}

grouped_selection grouped(const selection& list) {
    const std::vector<std::uint64_t> packed = sorted_places(list.positions());
    grouped_selection out;
    out.places.resize(packed.size());
    for (std::size_t k = 0; k < packed.size(); ++k) {
        out.places[k] = place_of(packed[k]);
        if (k == 0 || position_of(packed[k]) != out.distinct.back()) {
            out.distinct.push_back(position_of(packed[k]));
            out.starts.push_back(static_cast<column_index>(k));
        }
    }
    out.starts.push_back(static_cast<column_index>(packed.size()));
    return out;
}

}  // namespace graphblas_gpu::formats
