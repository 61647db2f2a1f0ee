#include <graphblas_gpu/io/keyed_hash.hpp>
#include <graphblas_gpu/io/name_table.hpp>

#include <algorithm>

#include <graphblas_gpu/base/memory_budget.hpp>

namespace graphblas_gpu::io {

std::uint32_t name_table::number_of(std::string_view name) {
    if (2 * ends_.size() >= slots_.size()) enlarge();
    const std::uint64_t hash = keyed_hash()(name);
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
        slot& here = slots_[at];
        if (here.number_from_1 == 0) {
            base::make_room(bytes_, name.size());
            base::append(ends_, bytes_.size() + name.size());
            bytes_ += name;
            here = {static_cast<std::uint32_t>(ends_.size()), tag};
            return here.number_from_1 - 1;
        }
        if (here.hash == tag && (*this)[here.number_from_1 - 1] == name) return here.number_from_1 - 1;
    }
}

bool name_table::has(std::string_view name) const {
    if (slots_.empty()) return false;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = keyed_hash()(name) & mask; slots_[at].number_from_1 != 0; at = (at + 1) & mask)
        if ((*this)[slots_[at].number_from_1 - 1] == name) return true;
    return false;
}

void name_table::clear() {
    bytes_.clear();
    ends_.clear();
    std::fill(slots_.begin(), slots_.end(), slot{});
}

void name_table::enlarge() {
    constexpr std::size_t fewest = 64;
    const std::size_t wanted = std::max(fewest, 2 * slots_.size());
    slots_.clear();
    base::make_room(slots_, wanted);
    slots_.resize(wanted);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t k = 0; k < ends_.size(); ++k) {
        const std::uint64_t hash = keyed_hash()((*this)[k]);
        std::size_t at = hash & mask;
        while (slots_[at].number_from_1 != 0) at = (at + 1) & mask;
        slots_[at] = {static_cast<std::uint32_t>(k + 1), static_cast<std::uint32_t>(hash >> 32)};
    }
}

}  // namespace graphblas_gpu::io
