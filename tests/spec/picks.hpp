// Idea: the ways to say which indices are meant, each with the plain list of what it means, expanded here by a loop of its
// own: all, ranges of every stride and direction, and lists in any order, also empty ones.
#pragma once

#include "trial.hpp"

#include <algorithm>
#include <array>

namespace spec {

/// Shapes of matrices of which parts are picked.
inline constexpr std::array<std::pair<index, index>, 6> picked_shapes{{{0, 0}, {0, 3}, {1, 1}, {5, 4}, {4, 130}, {66, 7}}};
inline const std::vector<index> only_first{0};

struct pick {
    std::string name;
    std::vector<index> meant;
    enum class kind { all, range, list } how = kind::list;
    gb::range range{0, 0};

    /// As the library takes it.
    gb::index_list list() const {
        if (how == kind::all) return gb::all;
        if (how == kind::range) return range;
        return meant;
    }
    index size() const { return static_cast<index>(meant.size()); }
};

inline pick pick_all(index size) {
    pick p{"all", {}, pick::kind::all};
    for (index k = 0; k < size; ++k) p.meant.push_back(k);
    return p;
}
inline pick pick_range(index begin, index end, index stride) {
    pick p{"range " + shape_text({begin, end, stride}), {}, pick::kind::range, {begin, end, stride}};
    for (index k = begin; stride > 0 ? k < end : k > end; k += stride) p.meant.push_back(k);
    return p;
}
inline pick pick_list(const std::string& name, std::vector<index> list) { return {name, std::move(list)}; }

inline std::vector<index> shuffled(random& r, std::vector<index> list) {
    for (std::size_t k = list.size(); k > 1; --k)
        std::swap(list[k - 1], list[static_cast<std::size_t>(r.below(static_cast<index>(k)))]);
    return list;
}

/// Of an object of that size; with lists that repeat indices if `repeats`.
inline std::vector<pick> picks(random& r, index size, bool repeats) {
    std::vector<pick> made{pick_all(size), pick_list("empty list", {}), pick_range(5, 5, 1), pick_range(0, size, 1)};
    if (size == 0) return made;
    made.push_back(pick_range(size / 4, size - size / 3, 1));
    made.push_back(pick_range(size / 5, size, 3));
    made.push_back(pick_range(0, size, 50));
    made.push_back(pick_range(size - 1, -1, -1));
    made.push_back(pick_range(size - 1, 0, -2));
    std::vector<index> some;
    for (index k = 0; k < size; ++k)
        if (r.chance(0.4)) some.push_back(k);
    made.push_back(pick_list("ascending list", some));
    made.push_back(pick_list("shuffled list", shuffled(r, some)));
    made.push_back(pick_list("permutation", shuffled(r, pick_all(size).meant)));
    made.push_back(pick_list("two", shuffled(r, {0, size - 1})));
    if (size == 1) made.back().meant = {0};
    if (repeats) {
        std::vector<index> many;
        for (index k = 0; k < 2 * size; ++k) many.push_back(r.below(size));
        made.push_back(pick_list("list with repetitions", many));
        std::sort(many.begin(), many.end());
        made.push_back(pick_list("ascending with repetitions", many));
        made.push_back(pick_list("one five times", std::vector<index>(5, size / 2)));
    }
    return made;
}

}  // namespace spec
