// A hash table from columns to slots, with linked lists for columns of the same hash. Callers keep the values of the slots.
//
// Idea: three arrays. heads[hash] is the first slot of a list, links[slot] the next one, keys[slot] the column. Slots are given
// out in the order of insertion, so the table is emptied in the time of its size by walking over its keys. Heads and links hold
// slot + 1, and 0 ends a list, so that `heads` is all zero between rows. The capacity is set once, for the largest row.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.1.2, "LL"; the hash is after Dietzfelbinger, Hagerup, Katajainen,
// Penttonen, "A reliable randomized algorithm for the closest-pair problem" (1997), section 2.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <graphblas_gpu/base/process_seed.hpp>
#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/host/threads/scratch.hpp>

namespace graphblas_gpu::host {

/// The hash of a column: the column times a random number between 1 and 1 + 1/16, rounded down. A table of a power of two of
/// lists takes the lower bits.
///
/// Neighbouring columns have neighbouring hashes, so that rows with few gaps touch few cache lines, and columns fewer than the
/// lists rarely share a list. Columns that are far apart are moved by a random part of their distance. So two of them share one
/// of n lists with a probability of about 1/n, whatever their distance is: a power of two, as for ids that are shifted by some
/// bits, is as good as any other. The number is drawn once a process, so that no input can be made for it.
class column_hash {
  public:
    /// `random`: any bits; the upper 27 are used.
    explicit constexpr column_hash(std::uint64_t random) : factor_(one + (random >> (64 - fraction_bits + 4))) {}

    constexpr std::uint32_t operator()(column_index column) const {
        return static_cast<std::uint32_t>(column * factor_ >> fraction_bits);
    }

  private:
    static constexpr int fraction_bits = 31;
    static constexpr std::uint64_t one = std::uint64_t{1} << fraction_bits;

    std::uint64_t factor_;
};

class linked_list {
  public:
    /// The slot of an inserted key. (A pair with a bool would be packed into one register and unpacked again.)
    struct insertion {
        std::uint32_t slot;
        std::uint32_t size_before;

        bool is_new() const { return slot == size_before; }
    };

    /// Room for `capacity` different keys, in the scratch of one member.
    linked_list(scratch& memory, index capacity)
        : hash_(base::process_seed()[0]),
          mask_(std::bit_ceil(static_cast<std::uint32_t>(std::clamp<index>(lists_for(capacity), 2, largest_table))) - 1),
          heads_(memory.get<std::uint32_t>(scratch::clean::heads, std::size_t{mask_} + 1)),
          links_(memory.get<std::uint32_t>(scratch::raw::links, static_cast<std::size_t>(capacity))),
          keys_(memory.get<column_index>(scratch::raw::keys, static_cast<std::size_t>(capacity))) {}

    /// Inserts `key` if it is not there yet.
    insertion insert(column_index key) {
        const std::uint32_t size_before = used_;
        return {find_or_add(key), size_before};
    }

    /// Inserts `count` keys; the caller does not need their slots.
    void insert_all(const column_index* keys, index count);

    static constexpr std::uint32_t absent = ~std::uint32_t{0};

    /// The slot of `key`, or `absent`.
    std::uint32_t find(column_index key) const {
        for (std::uint32_t slot = head_of(key); slot != 0; slot = links_[slot - 1]) {
            if (keys_[slot - 1] == key) return slot - 1;
        }
        return absent;
    }

    std::uint32_t size() const { return used_; }
    column_index key(std::uint32_t slot) const { return keys_[slot]; }

    /// Empties the table in the time of its size.
    void clear() {
        for (std::uint32_t slot = 0; slot < used_; ++slot) head_of(keys_[slot]) = 0;
        used_ = 0;
    }

  private:
    static constexpr index largest_table = index{1} << 31;

    /// Small tables lie in the first-level cache even with twice as many lists, and branches are predicted better if fewer lists
    /// have two keys.
    static constexpr index lists_for(index capacity) { return capacity <= 4096 ? 2 * capacity : capacity; }

    std::uint32_t& head_of(column_index key) const { return heads_[hash_(key) & mask_]; }

    std::uint32_t find_or_add(column_index key) {
        std::uint32_t& head = head_of(key);
        for (std::uint32_t slot = head; slot != 0; slot = links_[slot - 1]) {
            if (keys_[slot - 1] == key) return slot - 1;
        }
        const std::uint32_t slot = used_;
        keys_[slot] = key;
        links_[slot] = head;
        head = used_ = slot + 1;
        return slot;
    }

    column_hash hash_;
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
