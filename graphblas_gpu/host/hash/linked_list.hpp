// A hash table from columns to slots, with linked lists for columns of the same hash. Callers keep the values of the slots.
//
// Idea: three arrays. heads[hash] is the first slot of a list, links[slot] the next one, keys[slot] the column. Slots are given
// out in the order of insertion, so the table is emptied in the time of its size by walking over its keys. Heads and links hold
// slot + 1, and 0 ends a list, so that `heads` is all zero between rows. The capacity is set once, for the largest row.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.1.2, "LL".
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include <graphblas_gpu/formats/types.hpp>
#include <graphblas_gpu/host/scratch.hpp>

namespace graphblas_gpu::host {

class linked_list {
  public:
    /// Room for `capacity` different keys, in the scratch of one member.
    linked_list(scratch& memory, index capacity)
        : mask_(std::bit_ceil(static_cast<std::uint32_t>(std::clamp<index>(capacity, 2, largest_table))) - 1),
          heads_(memory.get<std::uint32_t>(scratch::clean::heads, std::size_t{mask_} + 1)),
          links_(memory.get<std::uint32_t>(scratch::raw::links, static_cast<std::size_t>(capacity))),
          keys_(memory.get<column_index>(scratch::raw::keys, static_cast<std::size_t>(capacity))) {}

    /// The slot of `key`, and whether it is new.
    std::pair<std::uint32_t, bool> insert(column_index key) {
        std::uint32_t& head = heads_[key & mask_];
        for (std::uint32_t slot = head; slot != 0; slot = links_[slot - 1]) {
            if (keys_[slot - 1] == key) return {slot - 1, false};
        }
        keys_[used_] = key;
        links_[used_] = head;
        head = ++used_;
        return {used_ - 1, true};
    }

    /// Inserts `count` keys; the caller does not need their slots.
    void insert_all(const column_index* keys, index count);

    static constexpr std::uint32_t absent = ~std::uint32_t{0};

    /// The slot of `key`, or `absent`.
    std::uint32_t find(column_index key) const {
        for (std::uint32_t slot = heads_[key & mask_]; slot != 0; slot = links_[slot - 1]) {
            if (keys_[slot - 1] == key) return slot - 1;
        }
        return absent;
    }

    std::uint32_t size() const { return used_; }
    column_index key(std::uint32_t slot) const { return keys_[slot]; }

    /// Empties the table in the time of its size.
    void clear() {
        for (std::uint32_t slot = 0; slot < used_; ++slot) heads_[keys_[slot] & mask_] = 0;
        used_ = 0;
    }

  private:
    static constexpr index largest_table = index{1} << 31;

    std::uint32_t mask_;
    std::uint32_t* heads_;
    std::uint32_t* links_;
    column_index* keys_;
    std::uint32_t used_ = 0;
};

/// Sorts the keys of a table from slot `first` on: order[n] holds a column in its upper half and the slot of the column in its
/// lower half. Empties the table and returns the number of these keys.
std::uint32_t take_in_order(linked_list& table, std::uint32_t first, std::uint64_t* order);

}  // namespace graphblas_gpu::host
