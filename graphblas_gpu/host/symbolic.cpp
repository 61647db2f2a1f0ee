#include <graphblas_gpu/host/symbolic.hpp>

#include <algorithm>

#include <graphblas_gpu/host/chunks.hpp>
#include <graphblas_gpu/host/compress.hpp>
#include <graphblas_gpu/host/dense/column_marks.hpp>
#include <graphblas_gpu/host/hash/linked_list.hpp>
#include <graphblas_gpu/host/rows.hpp>
#include <graphblas_gpu/host/simd/emit.hpp>
#include <graphblas_gpu/host/simd/unite.hpp>

namespace graphblas_gpu::host {

namespace {

using formats::word;

/// What is free is looked up only for structures that may be larger than this many bytes.
constexpr double asked_about_from = 1 << 28;

/// The union of column sets in an array of words that knows which it touched.
class dense_union {
  public:
    dense_union(scratch& memory, index ncols, index) : marks_(memory, ncols) {}

    void add(column_index set, word bits) { marks_.insert(set, bits); }
    void remove(column_index column) {
        // A word that becomes zero stays marked; it then counts and emits nothing.
        formats::clear_bit(marks_.bits(), column);
    }
    bool contains(column_index column) { return formats::test_bit(marks_.bits(), column); }
    void clear() {
        take_sorted([](column_index, word) {});
    }

    /// f(set, bits), ascending by set; the union is then empty.
    template <class F>
    void take_sorted(F&& f) {
        marks_.take_words(f);
    }
    template <class F>
    void take(F&& f) {
        marks_.take_words(f);
    }

  private:
    column_marks marks_;
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
    bool contains(column_index column) {
        const auto slot = table_.find(formats::word_of(column));
        return slot != linked_list::absent && (bits_[slot] & formats::bit_of(column)) != 0;
    }
    void clear() { table_.clear(); }

    template <class F>
    void take(F&& f) {
        for (std::uint32_t slot = 0; slot < table_.size(); ++slot) f(table_.key(slot), bits_[slot]);
        table_.clear();
    }
    template <class F>
    void take_sorted(F&& f) {
        const std::uint32_t size = table_.size();
        for (std::uint32_t slot = 0; slot < size; ++slot) order_[slot] = std::uint64_t{table_.key(slot)} << 32 | slot;
        std::sort(order_, order_ + size);
        for (std::uint32_t k = 0; k < size; ++k) {
            f(static_cast<column_index>(order_[k] >> 32), bits_[static_cast<std::uint32_t>(order_[k])]);
        }
        table_.clear();
    }

  private:
    linked_list table_;
    word* bits_;
    std::uint64_t* order_;
};

/// f(set, bits) for every column set of row k of B.
template <class F>
void for_each_set(const symbolic_operand& b, index k, F&& f) {
    if (b.is_compressed()) {
        const formats::compressed_view packed = b.packed();
        for (row_offset q = packed.offsets[k]; q < packed.offsets[k + 1]; ++q) f(packed.sets[q], packed.bits[q]);
    } else {
        const structure_view plain = b.plain();
        for (row_offset q = plain.begin(k); q < plain.end(k); ++q) {
            f(formats::word_of(plain.columns[q]), formats::bit_of(plain.columns[q]));
        }
    }
}

template <class Union>
void unite_row(Union& sets, structure_view a, const symbolic_operand& b, index i) {
    // Rows of B lie anywhere: asked for some entries of A ahead, in later rows too, they are there in time.
    const row_offset final_entry = a.nvals() - 1;
    const row_offset* const offsets = b.is_compressed() ? b.packed().offsets : b.plain().offsets;
    const column_index* const columns = b.is_compressed() ? b.packed().sets : b.plain().columns;
    for (row_offset p = a.begin(i); p < a.end(i); ++p) {
        __builtin_prefetch(offsets + a.columns[std::min(p + 16, final_entry)]);
        __builtin_prefetch(columns + offsets[a.columns[std::min(p + 8, final_entry)]]);
        for_each_set(b, a.columns[p], [&](column_index set, word bits) { sets.add(set, bits); });
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
index count_row(Union& sets, structure_view a, const symbolic_operand& b, const mask_rows& mask, index i) {
    if (mask.admits_only() && mask.rows.row_size(i) == 0) return 0;
    form_row(sets, a, b, mask, i);
    index count = 0;
    if (mask.admits_only()) {
        for (row_offset p = mask.rows.begin(i); p < mask.rows.end(i); ++p) count += sets.contains(mask.rows.columns[p]);
        sets.clear();
    } else {
        sets.take([&](column_index, word bits) { count += std::popcount(bits); });
    }
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
            if (sets.contains(column)) columns[count++] = column;
        }
        sets.clear();
    } else {
        sets.take_sorted(
            [&](column_index set, word bits) { formats::for_each_bit(bits, set, [&](column_index j) { columns[count++] = j; }); });
    }
    return count;
}

/// Rows of the product as rows of bits, formed a block at a time, for a B with wide rows.
class block_union {
  public:
    block_union(scratch& memory, structure_view a, const symbolic_operand& b, const mask_rows& mask)
        : memory_(memory), a_(a), b_(b), mask_(mask) {
        rows_ = rows_of_block(b);
    }

    /// Rows that a block can have.
    /// @{
    static index rows_of_block(const symbolic_operand& b) {
        return std::clamp<index>(block_bytes / (words_of_row(b) * static_cast<index>(sizeof(word))), 1, 512);
    }
    index rows() const { return rows_; }
    /// @}

    /// Forms rows [first, last), at most rows(); the columns that a complemented mask forbids are taken out, and under an
    /// admitting mask only its columns left in.
    void form(index first, index last) {
        const auto size = static_cast<std::size_t>((last - first) * words());
        words_ = memory_.get<word>(scratch::raw::unions, static_cast<std::size_t>(rows_ * words()));
        std::fill_n(words_, size, word{0});
        auto* const wide = memory_.get<std::uint32_t>(scratch::raw::hubs, static_cast<std::size_t>(a_.end(last - 1) - a_.begin(first)));
        auto* const ends = memory_.get<std::size_t>(scratch::raw::positions, static_cast<std::size_t>(rows_));
        std::size_t count = 0;
        for (index i = first; i < last; ++i) {
            word* const row = this->row(i - first);
            const bool skipped = mask_.admits_only() && mask_.rows.row_size(i) == 0;
            for (row_offset p = a_.begin(i); p < a_.end(i) && !skipped; ++p) {
                const column_index k = a_.columns[p];
                const std::uint32_t number = b_.wide().number[k];
                if (number != formats::wide_rows::narrow) wide[count++] = number;
                else for_each_set(b_, k, [&](column_index set, word bits) { row[set] |= bits; });
            }
            ends[i - first] = count;
        }
        for (index panel = 0; panel < b_.wide().panels; ++panel) {
            const word* const source = b_.wide().panel(panel);
            std::size_t at = 0;
            for (index r = 0; r < last - first; ++r) {
                simd::unite(row(r) + panel * formats::wide_rows::panel_words, source, wide + at, ends[r] - at);
                at = ends[r];
            }
        }
        if (mask_.present) {
            for (index i = first; i < last; ++i) apply_mask(i, row(i - first));
        }
    }

    index count(index r) const {
        index count = 0;
        const word* const bits = row(r);
        for (index w = 0; w < words(); ++w) count += std::popcount(bits[w]);
        return count;
    }
    index emit(index r, column_index* columns) const {
        return simd::columns_of_bits(row(r), 0, static_cast<column_index>(words() - 1), columns);
    }

  private:
    static constexpr index block_bytes = index{1} << 22;

    static index words_of_row(const symbolic_operand& b) { return b.wide().panels * formats::wide_rows::panel_words; }
    index words() const { return words_of_row(b_); }
    word* row(index r) const { return words_ + r * words(); }

    void apply_mask(index i, word* row) const {
        const auto columns = [&](auto&& f) {
            for (row_offset p = mask_.rows.begin(i); p < mask_.rows.end(i); ++p) f(mask_.rows.columns[p]);
        };
        if (mask_.complement) return columns([row](column_index j) { formats::clear_bit(row, j); });
        // The mask's own bits, word by word since its columns ascend.
        row_offset p = mask_.rows.begin(i);
        for (index w = 0; w < words(); ++w) {
            word admitted = 0;
            for (; p < mask_.rows.end(i) && formats::word_of(mask_.rows.columns[p]) == w; ++p) {
                admitted |= formats::bit_of(mask_.rows.columns[p]);
            }
            row[w] &= admitted;
        }
    }

    scratch& memory_;
    structure_view a_;
    const symbolic_operand& b_;
    const mask_rows& mask_;
    index rows_ = 0;
    word* words_ = nullptr;
};

/// body(block, first, last, member) for blocks that cover all rows.
template <class Body>
void for_each_block(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask, Body&& body) {
    for_ranges_by_work(team, b.work_before(), [&](index first, index last, int member) {
        block_union block(team.own_scratch(member), a, b, mask);
        for (index i = first; i < last; i += block.rows()) {
            const index end = std::min(last, i + block.rows());
            block.form(i, end);
            body(block, i, end, member);
        }
    });
}

/// The structure of the product: each block says how long its rows are before it writes them, so that all are written in
/// place. `most` bounds the entries.
csr<void> block_structure(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask, index most) {
    csr<void> out;
    out.nrows = a.nrows;
    out.ncols = b.plain().ncols;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(a.nrows) + 1);
    out.offsets[0] = 0;
    out.columns = buffer<column_index>(static_cast<std::size_t>(most));
    // Every chunk is a block, so that those behind wait for no more than one.
    std::vector<index> cuts{0};
    const index rows = block_union::rows_of_block(b);
    for (const index cut : cut_by_work(b.work_before(), pieces_for(team, b.work_before()[static_cast<std::size_t>(a.nrows)]))) {
        while (cut - cuts.back() > rows) cuts.push_back(cuts.back() + rows);
        if (cut > cuts.back()) cuts.push_back(cut);
    }
    const auto chunks = static_cast<index>(cuts.size()) - 1;
    chunk_starts starts(chunks);
    team.run(chunks, [&](index chunk, int member) {
        const index first = cuts[static_cast<std::size_t>(chunk)], last = cuts[static_cast<std::size_t>(chunk) + 1];
        try {
            block_union block(team.own_scratch(member), a, b, mask);
            block.form(first, last);
            row_offset size = 0;
            for (index i = first; i < last; ++i) out.offsets[static_cast<std::size_t>(i) + 1] = size += block.count(i - first);
            starts.set_size(chunk, size);
            row_offset at = starts.wait(chunk);
            if (at == chunk_starts::unknown) return;
            for (index i = first; i < last; ++i) {
                out.offsets[static_cast<std::size_t>(i) + 1] += at;
            }
            for (index i = first; i < last; ++i) at += block.emit(i - first, out.columns.data() + at);
        } catch (...) {
            starts.fail();
            throw;
        }
    });
    out.columns.shrink(static_cast<std::size_t>(out.nvals()));
    return out;
}

/// The most entries that A*B can have in each row: its unions hold 64 columns at most, and it has no more than all.
buffer<row_offset> union_bounds(const symbolic_operand& b, const mask_rows& mask) {
    const buffer<std::int64_t>& work = b.work_before();
    buffer<row_offset> bounds(work.size());
    bounds[0] = 0;
    const index of_union = b.is_compressed() ? formats::word_bits : 1;
    for (std::size_t i = 1; i < bounds.size(); ++i) {
        const auto row = static_cast<index>(i) - 1;
        index most = std::min((work[i] - work[i - 1]) * of_union, b.plain().ncols);
        if (mask.admits_only()) most = std::min<index>(most, mask.rows.row_size(row));
        bounds[i] = bounds[i - 1] + most;
    }
    return bounds;
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
    const row_offset final_entry = a.nvals() - 1;
    for_ranges(team, a.nrows, a.nvals() + a.nrows, [&](index first, index last, int) {
        for (index i = first; i < last; ++i) {
            std::int64_t sum = 0;
            for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                __builtin_prefetch(b.offsets + a.columns[std::min(p + 16, final_entry)]);
                sum += b.row_size(a.columns[p]);
            }
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
    buffer<row_offset> offsets = column_sets_before(team, b);
    const structure_view sizes_after{b.nrows, b.ncols, offsets.data(), nullptr};
    buffer<std::int64_t> unions = multiplications_before(team, a, sizes_after);
    const auto rows = static_cast<std::size_t>(a.nrows);
    compressed_ = formats::compression_pays(multiplications[rows], unions[rows]);
    if (!compressed_) {
        work_before_ = multiplications;
        return;
    }
    work_before_ = std::move(unions);
    packed_ = compress(team, b, std::move(offsets));
    take_wide_rows(team, a);
}

void symbolic_operand::take_wide_rows(team& team, structure_view a) {
    const index all = formats::words_for(plain_.ncols);
    const auto rows = static_cast<std::size_t>(plain_.nrows);
    formats::wide_rows wide;
    wide.number = buffer<std::uint32_t>(rows, formats::wide_rows::narrow);
    buffer<index> sources(rows);
    for (std::size_t k = 0; k < rows; ++k) {
        if (!formats::is_wide_enough(packed_.offsets[k + 1] - packed_.offsets[k], all)) continue;
        sources[static_cast<std::size_t>(wide.count)] = static_cast<index>(k);
        wide.number[k] = static_cast<std::uint32_t>(wide.count++);
    }
    if (wide.count == 0) return;
    wide.panels = (all + formats::wide_rows::panel_words - 1) / formats::wide_rows::panel_words;

    std::int64_t through_wide = 0;
    for (row_offset p = 0; p < a.nvals(); ++p) {
        const column_index k = a.columns[p];
        if (wide.is_wide(k)) through_wide += packed_.offsets[k + 1] - packed_.offsets[k];
    }
    const std::int64_t size = wide.count * wide.panels * formats::wide_rows::panel_words;
    if (!formats::wide_rows_pay(through_wide, work_before_[static_cast<std::size_t>(a.nrows)], size)) return;

    wide.words = buffer<word>(static_cast<std::size_t>(size), word{0});
    for_ranges(team, wide.count, size, [&](index first, index last, int) {
        for (index n = first; n < last; ++n) {
            const auto k = static_cast<std::size_t>(sources[static_cast<std::size_t>(n)]);
            for (row_offset q = packed_.offsets[k]; q < packed_.offsets[k + 1]; ++q) {
                const auto at = static_cast<std::size_t>(q);
                const index panel = packed_.sets[at] / formats::wide_rows::panel_words;
                const index within = packed_.sets[at] % formats::wide_rows::panel_words;
                const index place = (panel * wide.count + n) * formats::wide_rows::panel_words + within;
                wide.words[static_cast<std::size_t>(place)] = packed_.bits[at];
            }
        }
    });
    wide_ = std::move(wide);
}

buffer<row_offset> symbolic_sizes(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                                  method accumulator) {
    buffer<row_offset> sizes(static_cast<std::size_t>(a.nrows) + 1);
    if (accumulator != method::hash && b.wide().count > 0) {
        for_each_block(team, a, b, mask, [&](const block_union& block, index first, index last, int) {
            for (index i = first; i < last; ++i) sizes[static_cast<std::size_t>(i)] = block.count(i - first);
        });
    } else {
        for_each_row(team, a, b, accumulator, [&](auto& sets, index i, int) {
            sizes[static_cast<std::size_t>(i)] = count_row(sets, a, b, mask, i);
        });
    }
    exclusive_scan({sizes.data(), sizes.size()});
    return sizes;
}

csr<void> symbolic_structure(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                             method accumulator) {
    const buffer<row_offset> bounds = union_bounds(b, mask);
    const row_offset most = bounds[static_cast<std::size_t>(a.nrows)];
    const double bytes = static_cast<double>(most) * sizeof(column_index);
    if (bytes < asked_about_from || bytes <= static_cast<double>(formats::available_bytes())) {
        if (accumulator != method::hash && b.wide().count > 0) return block_structure(team, a, b, mask, most);
        const index capacity = largest_union(b.work_before(), 0, a.nrows, b.plain().ncols);
        const auto build = [&]<class Union>(std::type_identity<Union>) {
            return build_rows<void>(team, a.nrows, b.plain().ncols, bounds, b.work_before(), [&](int member) {
                return [&, sets = Union(team.own_scratch(member), b.plain().ncols, capacity)](
                           index i, column_index* columns, formats::no_value*) mutable {
                    return emit_row(sets, a, b, mask, i, columns);
                };
            });
        };
        return accumulator == method::hash ? build(std::type_identity<hash_union>{}) : build(std::type_identity<dense_union>{});
    }
    // The bounds are more than there is, the structure itself may not be.
    return symbolic_structure_counted(team, a, b, mask, accumulator);
}

csr<void> symbolic_structure_counted(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
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
    if (accumulator != method::hash && b.wide().count > 0) {
        for_each_block(team, a, b, mask, [&](const block_union& block, index first, index last, int member) {
            for (index i = first; i < last; ++i) counts[static_cast<std::size_t>(member)].value += block.count(i - first);
        });
    } else {
        for_each_row(team, a, b, accumulator, [&](auto& sets, index i, int member) {
            counts[static_cast<std::size_t>(member)].value += count_row(sets, a, b, mask, i);
        });
    }
    index total = 0;
    for (const padded_count& count : counts) total += count.value;
    return total;
}

}  // namespace graphblas_gpu::host
