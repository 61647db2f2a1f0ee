#include <graphblas_gpu/host/symbolic.hpp>

#include <algorithm>

#include <graphblas_gpu/host/hash/linked_list.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

namespace {

using formats::word;

/// The union of column sets in an array of words.
class dense_union {
  public:
    dense_union(scratch& memory, index ncols, index)
        : words_(memory.get<word>(scratch::clean::bits, static_cast<std::size_t>(formats::words_for(ncols)))),
          touched_(memory.get<column_index>(scratch::raw::list, static_cast<std::size_t>(formats::words_for(ncols)))) {}

    void add(column_index set, word bits) {
        word& here = words_[set];
        if (here == 0) touched_[size_++] = set;
        here |= bits;
    }
    void remove(column_index column) {
        // A word that becomes zero stays in the list; it then counts and emits nothing.
        formats::clear_bit(words_, column);
    }
    index size() const { return size_; }
    column_index set(index k) const { return touched_[k]; }
    word bits(index k) const { return words_[touched_[k]]; }
    word bits_of_set(column_index set) const { return words_[set]; }
    void clear() {
        for (index k = 0; k < size_; ++k) words_[touched_[k]] = 0;
        size_ = 0;
    }

    /// f(set, bits), ascending by set.
    template <class F>
    void for_each_sorted(F&& f) {
        std::sort(touched_, touched_ + size_);
        for (index k = 0; k < size_; ++k) f(touched_[k], words_[touched_[k]]);
    }

  private:
    word* words_;
    column_index* touched_;
    index size_ = 0;
};

/// The union of column sets in a hash table of words.
class hash_union {
  public:
    hash_union(scratch& memory, index, index capacity)
        : table_(memory, capacity),
          bits_(memory.get<word>(scratch::raw::slot_values, static_cast<std::size_t>(capacity))),
          order_(memory.get<std::uint64_t>(scratch::raw::packed, static_cast<std::size_t>(capacity))) {}

    void add(column_index set, word bits) {
        const auto [slot, is_new] = table_.insert(set);
        bits_[slot] = is_new ? bits : bits_[slot] | bits;
    }
    void remove(column_index column) {
        const auto slot = table_.find(formats::word_of(column));
        if (slot != linked_list::absent) bits_[slot] &= ~formats::bit_of(column);
    }
    index size() const { return table_.size(); }
    word bits(index k) const { return bits_[k]; }
    word bits_of_set(column_index set) const {
        const auto slot = table_.find(set);
        return slot == linked_list::absent ? 0 : bits_[slot];
    }
    void clear() { table_.clear(); }

    template <class F>
    void for_each_sorted(F&& f) {
        const std::uint32_t size = table_.size();
        for (std::uint32_t slot = 0; slot < size; ++slot) order_[slot] = std::uint64_t{table_.key(slot)} << 32 | slot;
        std::sort(order_, order_ + size);
        for (std::uint32_t k = 0; k < size; ++k) {
            f(static_cast<column_index>(order_[k] >> 32), bits_[static_cast<std::uint32_t>(order_[k])]);
        }
    }

  private:
    linked_list table_;
    word* bits_;
    std::uint64_t* order_;
};

template <class Union>
void unite_row(Union& sets, structure_view a, const symbolic_operand& b, index i) {
    if (b.is_compressed()) {
        const formats::compressed_view packed = b.packed();
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            const auto k = a.columns[p];
            for (row_offset q = packed.offsets[k]; q < packed.offsets[k + 1]; ++q) sets.add(packed.sets[q], packed.bits[q]);
        }
    } else {
        const structure_view plain = b.plain();
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            const index k = a.columns[p];
            for (row_offset q = plain.begin(k); q < plain.end(k); ++q) {
                sets.add(formats::word_of(plain.columns[q]), formats::bit_of(plain.columns[q]));
            }
        }
    }
}

/// The largest number of column sets that one row's union can hold: what a hash table must have room for.
index largest_union(const buffer<std::int64_t>& work_before, index first, index last, index ncols) {
    std::int64_t largest = 0;
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i) {
        largest = std::max(largest, work_before[i + 1] - work_before[i]);
    }
    return std::min<index>(largest, formats::words_for(ncols));
}

/// Row i of the product: its column sets are in `sets`, the complement's columns taken out. For a plain mask the caller looks
/// up the mask's columns itself.
template <class Union>
void form_row(Union& sets, structure_view a, const symbolic_operand& b, const mask_rows& mask, index i) {
    unite_row(sets, a, b, i);
    if (!mask.forbids()) return;
    for (row_offset p = mask.rows.begin(i); p < mask.rows.end(i); ++p) sets.remove(mask.rows.columns[p]);
}

template <class Union>
bool contains(const Union& sets, column_index column) {
    return (sets.bits_of_set(formats::word_of(column)) & formats::bit_of(column)) != 0;
}

template <class Union>
index count_row(Union& sets, structure_view a, const symbolic_operand& b, const mask_rows& mask, index i) {
    if (mask.admits_only() && mask.rows.row_size(i) == 0) return 0;
    form_row(sets, a, b, mask, i);
    index count = 0;
    if (mask.admits_only()) {
        for (row_offset p = mask.rows.begin(i); p < mask.rows.end(i); ++p) count += contains(sets, mask.rows.columns[p]);
    } else {
        for (index k = 0; k < sets.size(); ++k) count += std::popcount(sets.bits(k));
    }
    sets.clear();
    return count;
}

template <class Union>
index emit_row(Union& sets, structure_view a, const symbolic_operand& b, const mask_rows& mask, index i,
               column_index* columns) {
    if (mask.admits_only() && mask.rows.row_size(i) == 0) return 0;
    form_row(sets, a, b, mask, i);
    index count = 0;
    if (mask.admits_only()) {
        for (row_offset p = mask.rows.begin(i); p < mask.rows.end(i); ++p) {
            const column_index column = mask.rows.columns[p];
            if (contains(sets, column)) columns[count++] = column;
        }
    } else {
        sets.for_each_sorted(
            [&](column_index set, word bits) { formats::for_each_bit(bits, set, [&](column_index j) { columns[count++] = j; }); });
    }
    sets.clear();
    return count;
}

/// body(sets, i, member) for every row, rows balanced by their unions.
template <class Union, class Body>
void for_each_row(team& team, structure_view a, const symbolic_operand& b, Body&& body) {
    const buffer<std::int64_t>& work = b.work_before();
    const index capacity = largest_union(work, 0, a.nrows, b.plain().ncols);
    for_ranges_by_work(team, work, [&](index first, index last, int member) {
        Union sets(team.own_scratch(member), b.plain().ncols, capacity);
        for (index i = first; i < last; ++i) body(sets, i, member);
    });
}

template <class Body>
void for_each_row(team& team, structure_view a, const symbolic_operand& b, method accumulator, Body&& body) {
    if (accumulator == method::hash) {
        for_each_row<hash_union>(team, a, b, body);
    } else {
        for_each_row<dense_union>(team, a, b, body);
    }
}

}  // namespace

buffer<std::int64_t> multiplications_before(team& team, structure_view a, structure_view b) {
    buffer<std::int64_t> before(static_cast<std::size_t>(a.nrows) + 1);
    for_ranges(team, a.nrows, a.nvals() + a.nrows, [&](index first, index last, int) {
        for (index i = first; i < last; ++i) {
            std::int64_t sum = 0;
            for (row_offset p = a.begin(i); p < a.end(i); ++p) sum += b.row_size(a.columns[p]);
            before[static_cast<std::size_t>(i)] = sum;
        }
    });
    exclusive_scan({before.data(), before.size()});
    return before;
}

symbolic_operand::symbolic_operand(team& team, structure_view a, structure_view b,
                                   const buffer<std::int64_t>& multiplications)
    : plain_(b) {
    // First step: only count the pairs, because most graphs stop here.
    buffer<row_offset> offsets(static_cast<std::size_t>(b.nrows) + 1);
    for_ranges(team, b.nrows, b.nvals() + b.nrows, [&](index first, index last, int) {
        for (index k = first; k < last; ++k) {
            offsets[static_cast<std::size_t>(k)] = formats::count_sets(b.columns + b.begin(k), b.row_size(k));
        }
    });
    exclusive_scan({offsets.data(), offsets.size()});

    const structure_view sizes_after{b.nrows, b.ncols, offsets.data(), nullptr};
    buffer<std::int64_t> unions = multiplications_before(team, a, sizes_after);
    const auto rows = static_cast<std::size_t>(a.nrows);
    compressed_ = formats::compression_pays(multiplications[rows], unions[rows]);
    if (!compressed_) {
        work_before_ = multiplications;
        return;
    }
    work_before_ = std::move(unions);
    packed_ = {b.nrows, b.ncols, std::move(offsets), {}, {}};
    const auto pairs = static_cast<std::size_t>(packed_.offsets[static_cast<std::size_t>(b.nrows)]);
    packed_.sets = buffer<column_index>(pairs);
    packed_.bits = buffer<word>(pairs);
    for_ranges(team, b.nrows, b.nvals() + b.nrows, [&](index first, index last, int) {
        for (index k = first; k < last; ++k) {
            const auto at = packed_.offsets[static_cast<std::size_t>(k)];
            formats::pack_row(b.columns + b.begin(k), b.row_size(k), packed_.sets.data() + at, packed_.bits.data() + at);
        }
    });
}

buffer<row_offset> symbolic_sizes(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                                  method accumulator) {
    buffer<row_offset> sizes(static_cast<std::size_t>(a.nrows) + 1);
    for_each_row(team, a, b, accumulator, [&](auto& sets, index i, int) {
        sizes[static_cast<std::size_t>(i)] = count_row(sets, a, b, mask, i);
    });
    exclusive_scan({sizes.data(), sizes.size()});
    return sizes;
}

csr<void> symbolic_structure(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                             method accumulator) {
    csr<void> out;
    out.nrows = a.nrows;
    out.ncols = b.plain().ncols;
    out.offsets = symbolic_sizes(team, a, b, mask, accumulator);
    out.columns = buffer<column_index>(static_cast<std::size_t>(out.nvals()));
    for_each_row(team, a, b, accumulator, [&](auto& sets, index i, int) {
        emit_row(sets, a, b, mask, i, out.columns.data() + out.offsets[static_cast<std::size_t>(i)]);
    });
    return out;
}

index symbolic_nvals(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask, method accumulator) {
    struct alignas(64) padded_count {
        index value = 0;
    };
    std::vector<padded_count> counts(static_cast<std::size_t>(team.size()));
    for_each_row(team, a, b, accumulator, [&](auto& sets, index i, int member) {
        counts[static_cast<std::size_t>(member)].value += count_row(sets, a, b, mask, i);
    });
    index total = 0;
    for (const padded_count& count : counts) total += count.value;
    return total;
}

}  // namespace graphblas_gpu::host
