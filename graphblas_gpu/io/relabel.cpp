// Needs: radix_sort.
// Idea: the ids that occur are sorted, and each id is looked up in the sorted list; see relabel.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/radix_sort.hpp>
#include <graphblas_gpu/io/relabel.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {
namespace {

// The position of an id among all ids. A directory by the leading bits of ids gives a range of positions, which is short if ids
// are spread evenly; a binary search in this range finds the id.
class id_ranks {
  public:
    explicit id_ranks(const std::vector<std::uint64_t>& sorted_ids) : ids_(sorted_ids) {
        while ((ids_.back() >> shift_) / 2 > ids_.size()) ++shift_;
        starts_.resize((ids_.back() >> shift_) + 2);
        for (const std::uint64_t id : ids_) ++starts_[(id >> shift_) + 1];
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    }

    column_index operator()(std::uint64_t id) const {
        const auto bucket = starts_.begin() + static_cast<std::ptrdiff_t>(id >> shift_);
        const auto found = std::lower_bound(ids_.begin() + bucket[0], ids_.begin() + bucket[1], id);
        return static_cast<column_index>(found - ids_.begin());
    }

  private:
    const std::vector<std::uint64_t>& ids_;
    std::vector<column_index> starts_;
    int shift_ = 0;
};

}  // namespace

void relabel(const std::string& file, const endpoint_lists<std::uint64_t>& read, host::team* team, coordinates& result) {
    std::vector<std::uint64_t> ids(read.sources);
    ids.insert(ids.end(), read.targets.begin(), read.targets.end());
    formats::radix_sort(ids, [](std::uint64_t id) { return id; });
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    ids.shrink_to_fit();
    if (ids.size() > std::size_t{max_side})
        throw io_error(file, 0, fmt::format("{} vertices, more than the {} possible", ids.size(), max_side));

    const id_ranks ranks(ids);
    const auto renamed = [&](const std::vector<std::uint64_t>& endpoints) {
        constexpr std::int64_t work_of_one = 20;
        std::vector<column_index> positions(endpoints.size());
        const auto rename = [&](index first, index last, int) {
            std::transform(endpoints.begin() + first, endpoints.begin() + last, positions.begin() + first, std::cref(ranks));
        };
        const auto size = static_cast<index>(endpoints.size());
        if (team == nullptr)
            rename(0, size, 0);
        else
            host::for_ranges(*team, size, size * work_of_one, rename);
        return positions;
    };
    result.rows = renamed(read.sources);
    result.columns = renamed(read.targets);
    result.nrows = result.ncols = static_cast<index>(ids.size());
    result.report.original_ids = std::move(ids);
}

}  // namespace graphblas_gpu::io
