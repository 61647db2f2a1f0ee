#include <graphblas_gpu/host/product/symbolic.hpp>

#include <algorithm>

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/host/product/block_union.hpp>
#include <graphblas_gpu/host/product/column_marks.hpp>
#include <graphblas_gpu/host/product/compress.hpp>
#include <graphblas_gpu/host/product/linked_list.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

namespace graphblas_gpu::host {

namespace {

using base::word;

/// The union of column sets in an array of words, with marks for the words that were touched.
class dense_union {
  public:
    dense_union(scratch& memory, index ncols, index) : marks_(memory, ncols) {}

    void add(column_index set, word bits) { marks_.insert(set, bits); }
    void remove(column_index column) {
        // A word that becomes zero stays marked; an empty word adds no column to the result.
        base::clear_bit(marks_.bits(), column);
    }
    bool contains(column_index column) { return base::test_bit(marks_.bits(), column); }
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

/// The union of column sets in a hash table from word numbers to words.
class hash_union {
  public:
    hash_union(scratch& memory, index, index capacity)
        : table_(memory, capacity),
          bits_(memory.get<word>(scratch::raw::slot_values, static_cast<std::size_t>(capacity))),
          order_(memory.get<std::uint64_t>(scratch::raw::packed, static_cast<std::size_t>(capacity))) {}

    void add(column_index set, word bits) {
        const auto here = table_.insert(set);
        bits_[here.slot] = here.is_new() ? bits : bits_[here.slot] | bits;
    }
    void remove(column_index column) {
        const auto slot = table_.find(base::word_of(column));
        if (slot != linked_list::absent) bits_[slot] &= ~base::bit_of(column);
    }
    bool contains(column_index column) {
        const auto slot = table_.find(base::word_of(column));
        return slot != linked_list::absent && (bits_[slot] & base::bit_of(column)) != 0;
    }
    void clear() { table_.clear(); }

    template <class F>
    void take(F&& f) {
        for (std::uint32_t slot = 0; slot < table_.size(); ++slot) f(table_.key(slot), bits_[slot]);
        table_.clear();
    }
    template <class F>
    void take_sorted(F&& f) {
        const std::uint32_t size = take_in_order(table_, 0, order_);
        for (std::uint32_t n = 0; n < size; ++n) {
            f(static_cast<column_index>(order_[n] >> 32), bits_[static_cast<std::uint32_t>(order_[n])]);
        }
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
            f(base::word_of(plain.columns[q]), base::bit_of(plain.columns[q]));
        }
    }
}

template <class Union>
void add_rows_of_b(Union& sets, structure_view a, const symbolic_operand& b, index i) {
    // The rows of B lie scattered in memory, so they are prefetched 8 and 16 entries of A ahead, across the end of row i too.
    const row_offset final_entry = a.nvals() - 1;
    const row_offset* const offsets = b.is_compressed() ? b.packed().offsets : b.plain().offsets;
    const column_index* const columns = b.is_compressed() ? b.packed().sets : b.plain().columns;
    for (row_offset p = a.begin(i); p < a.end(i); ++p) {
        base::look_now_and_then(p);
        __builtin_prefetch(offsets + a.columns[std::min(p + 16, final_entry)]);
        __builtin_prefetch(columns + offsets[a.columns[std::min(p + 8, final_entry)]]);
        for_each_set(b, a.columns[p], [&](column_index set, word bits) { sets.add(set, bits); });
    }
}

/// The largest number of column sets that the union of one row can hold: the capacity of a hash table.
index largest_union(const symbolic_operand& b) {
    const buffer<std::int64_t>& work = b.work_before();
    std::int64_t largest = 0;
    for (std::size_t i = 1; i < work.size(); ++i) largest = std::max(largest, work[i] - work[i - 1]);
    return std::min<index>(largest, base::words_for(b.plain().ncols));
}

/// Forms the union of the rows of B for row i of the product in `sets`, and removes the columns that a complemented mask
/// forbids. Under an admitting mask the caller looks up the mask's columns in `sets`.
template <class Union>
void form_row(Union& sets, structure_view a, const symbolic_operand& b, const mask_rows& mask, index i) {
    add_rows_of_b(sets, a, b, i);
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
            [&](column_index set, word bits) { base::for_each_bit(bits, set, [&](column_index j) { columns[count++] = j; }); });
    }
    return count;
}

/// Before each row, the sum of the most entries that the rows of A*B can have: 64 for each word that is added, at most all
/// columns, and under an admitting mask at most the mask's entries.
buffer<row_offset> union_bounds(const symbolic_operand& b, const mask_rows& mask) {
    const buffer<std::int64_t>& work = b.work_before();
    buffer<row_offset> bounds(work.size());
    bounds[0] = 0;
    const index columns_of_union = b.is_compressed() ? base::word_bits : 1;
    for (std::size_t i = 1; i < bounds.size(); ++i) {
        const auto row = static_cast<index>(i) - 1;
        index most = std::min((work[i] - work[i - 1]) * columns_of_union, b.plain().ncols);
        if (mask.admits_only()) most = std::min<index>(most, mask.rows.row_size(row));
        bounds[i] = bounds[i - 1] + most;
    }
    return bounds;
}

/// body(sets, i, member) for every row i; threads get equal numbers of unions.
template <class Union, class Body>
void for_each_row(team& team, const symbolic_operand& b, Body&& body) {
    const index capacity = largest_union(b);
    for_ranges_by_work(team, b.work_before(), [&](index first, index last, int member) {
        Union sets(team.own_scratch(member), b.plain().ncols, capacity);
        for (index i = first; i < last; ++i) body(sets, i, member);
    });
}

template <class Body>
void for_each_row(team& team, const symbolic_operand& b, method accumulator, Body&& body) {
    if (accumulator == method::hash) {
        for_each_row<hash_union>(team, b, body);
    } else {
        for_each_row<dense_union>(team, b, body);
    }
}

/// Whether rows are formed as bits, a block of rows at a time.
bool by_blocks(const symbolic_operand& b, method accumulator) { return accumulator != method::hash && b.wide().count > 0; }

/// body(i, number of entries of row i of the product, member) for every row i.
template <class Body>
void count_rows(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask, method accumulator,
                Body&& body) {
    if (by_blocks(b, accumulator)) {
        for_each_block(team, a, b, mask, [&](const block_union& block, index first, index last, int member) {
            for (index i = first; i < last; ++i) body(i, block.count(i - first), member);
        });
    } else {
        for_each_row(team, b, accumulator,
                     [&](auto& sets, index i, int member) { body(i, count_row(sets, a, b, mask, i), member); });
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

symbolic_operand::symbolic_operand(team& team, structure_view a, structure_view b, const buffer<std::int64_t>& multiplications)
    : plain_(b) {
    const auto rows = static_cast<std::size_t>(a.nrows);
    // Few rows of A, as the frontiers of some searches, read a part of B: all of it is not looked at for them.
    if (multiplications[rows] < b.nrows + b.nvals()) {
        work_before_ = multiplications;
        return;
    }
    // The paper's first step only counts the pairs: for most graphs compression does not pay, and nothing more is done.
    buffer<row_offset> offsets = column_sets_before(team, b);
    const structure_view sizes_after{b.nrows, b.ncols, offsets.data(), nullptr};
    buffer<std::int64_t> unions = multiplications_before(team, a, sizes_after);
    compressed_ = formats::compression_is_profitable(multiplications[rows], unions[rows]);
    if (!compressed_) {
        work_before_ = multiplications;
        return;
    }
    work_before_ = std::move(unions);
    packed_ = compress(team, b, std::move(offsets));
    make_wide_rows(team, a);
}

void symbolic_operand::make_wide_rows(team& team, structure_view a) {
    const index all = base::words_for(plain_.ncols);
    const auto rows = static_cast<std::size_t>(plain_.nrows);
    wide_rows wide;
    wide.number = buffer<std::uint32_t>(rows, wide_rows::narrow);
    buffer<index> sources(rows);
    for (std::size_t k = 0; k < rows; ++k) {
        if (!is_wide_enough(packed_.offsets[k + 1] - packed_.offsets[k], all)) continue;
        sources[static_cast<std::size_t>(wide.count)] = static_cast<index>(k);
        wide.number[k] = static_cast<std::uint32_t>(wide.count++);
    }
    if (wide.count == 0) return;
    wide.panels = (all + wide_rows::panel_words - 1) / wide_rows::panel_words;

    std::int64_t through_wide = 0;
    for (row_offset p = 0; p < a.nvals(); ++p) {
        const column_index k = a.columns[p];
        if (wide.is_wide(k)) through_wide += packed_.offsets[k + 1] - packed_.offsets[k];
    }
    const std::int64_t size = wide.count * wide.panels * wide_rows::panel_words;
    if (!wide_rows_are_profitable(through_wide, work_before_[static_cast<std::size_t>(a.nrows)], size)) return;

    wide.words = buffer<word>(static_cast<std::size_t>(size), word{0});
    for_ranges(team, wide.count, size, [&](index first, index last, int) {
        for (index n = first; n < last; ++n) {
            const auto k = static_cast<std::size_t>(sources[static_cast<std::size_t>(n)]);
            for (row_offset q = packed_.offsets[k]; q < packed_.offsets[k + 1]; ++q) {
                const index set = packed_.sets[static_cast<std::size_t>(q)];
                const index panel = set / wide_rows::panel_words, in_panel = set % wide_rows::panel_words;
                const index slot = (panel * wide.count + n) * wide_rows::panel_words + in_panel;
                wide.words[static_cast<std::size_t>(slot)] = packed_.bits[static_cast<std::size_t>(q)];
            }
        }
    });
    wide_ = std::move(wide);
}

buffer<row_offset> symbolic_sizes(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                                  method accumulator) {
    buffer<row_offset> sizes(static_cast<std::size_t>(a.nrows) + 1);
    count_rows(team, a, b, mask, accumulator, [&](index i, index size, int) { sizes[static_cast<std::size_t>(i)] = size; });
    exclusive_scan({sizes.data(), sizes.size()});
    return sizes;
}

csr<void> symbolic_structure(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                             method accumulator) {
    const base::phase symbolic("symbolic phase");
    const buffer<row_offset> bounds = union_bounds(b, mask);
    const row_offset most = bounds[static_cast<std::size_t>(a.nrows)];
    if (base::fits_in_memory(static_cast<double>(most) * sizeof(column_index))) {
        if (by_blocks(b, accumulator)) return block_structure(team, a, b, mask, most);
        const index capacity = largest_union(b);
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
    // Arrays as large as the bounds do not fit, but the structure itself may.
    return symbolic_structure_counted(team, a, b, mask, accumulator);
}

csr<void> symbolic_structure_counted(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                                     method accumulator) {
    csr<void> out;
    out.nrows = a.nrows;
    out.ncols = b.plain().ncols;
    out.offsets = symbolic_sizes(team, a, b, mask, accumulator);
    out.columns = buffer<column_index>(static_cast<std::size_t>(out.nvals()));
    for_each_row(team, b, accumulator, [&](auto& sets, index i, int) {
        emit_row(sets, a, b, mask, i, out.columns.data() + out.offsets[static_cast<std::size_t>(i)]);
    });
    return out;
}

index symbolic_nvals(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask, method accumulator) {
    struct alignas(64) padded_count {
        index value = 0;
    };
    std::vector<padded_count> counts(static_cast<std::size_t>(team.size()));
    count_rows(team, a, b, mask, accumulator,
               [&](index, index size, int member) { counts[static_cast<std::size_t>(member)].value += size; });
    index total = 0;
    for (const padded_count& count : counts) total += count.value;
    return total;
}

}  // namespace graphblas_gpu::host
