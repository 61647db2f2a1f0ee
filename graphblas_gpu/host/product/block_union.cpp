#include <graphblas_gpu/host/product/block_union.hpp>

#include <algorithm>

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/host/rows/chunks.hpp>
#include <graphblas_gpu/host/simd/bit_loops.hpp>
#include <graphblas_gpu/host/simd/emit.hpp>

namespace graphblas_gpu::host {

using base::word;

index block_union::rows_of_block(const symbolic_operand& b) {
    constexpr index block_bytes = index{1} << 22;
    const index row_bytes = b.wide().panels * wide_rows::panel_words * static_cast<index>(sizeof(word));
    return std::clamp<index>(block_bytes / row_bytes, 1, 512);
}

void block_union::form(index first, index last) {
    const index rows = rows_of_block(b_);
    words_ = memory_.get<word>(scratch::raw::unions, static_cast<std::size_t>(rows * words()));
    std::fill_n(words_, (last - first) * words(), word{0});
    auto* const wide =
        memory_.get<std::uint32_t>(scratch::raw::wide_numbers, static_cast<std::size_t>(a_.end(last - 1) - a_.begin(first)));
    auto* const ends = memory_.get<std::size_t>(scratch::raw::positions, static_cast<std::size_t>(rows));
    const formats::compressed_view packed = b_.packed();
    std::size_t count = 0;
    for (index i = first; i < last; ++i) {
        word* const row = this->row(i - first);
        const bool skipped = mask_.admits_only() && mask_.rows.row_size(i) == 0;
        base::in_blocks(a_.begin(i), skipped ? a_.begin(i) : a_.end(i), base::rows_between_looks,
                        [&](row_offset begin, row_offset end) {
                            for (row_offset p = begin; p < end; ++p) {
                                const column_index k = a_.columns[p];
                                const std::uint32_t number = b_.wide().number[k];
                                if (number != wide_rows::narrow) {
                                    wide[count++] = number;
                                    continue;
                                }
                                for (row_offset q = packed.offsets[k]; q < packed.offsets[k + 1]; ++q)
                                    row[packed.sets[q]] |= packed.bits[q];
                            }
                        });
        ends[i - first] = count;
    }
    for (index panel = 0; panel < b_.wide().panels; ++panel) {
        const word* const source = b_.wide().panel(panel);
        base::look_at_call();
        std::size_t begin = 0;
        for (index r = 0; r < last - first; ++r) {
            simd::or_rows(row(r) + panel * wide_rows::panel_words, source, wide + begin, ends[r] - begin);
            begin = ends[r];
        }
    }
    if (mask_.present) {
        for (index i = first; i < last; ++i) apply_mask(i, row(i - first));
    }
}

index block_union::count(index r) const {
    index count = 0;
    const word* const bits = row(r);
    const index words = this->words();
    for (index w = 0; w < words; ++w) count += std::popcount(bits[w]);
    return count;
}

index block_union::emit(index r, column_index* columns) const {
    return simd::columns_of_bits(row(r), 0, static_cast<column_index>(words() - 1), columns);
}

void block_union::apply_mask(index i, word* row) const {
    row_offset p = mask_.rows.begin(i);
    const row_offset end = mask_.rows.end(i);
    if (mask_.complement) {
        for (; p < end; ++p) base::clear_bit(row, mask_.rows.columns[p]);
        return;
    }
    // The mask's columns ascend, so its words are made one after the other.
    for (index w = 0; w < words(); ++w) {
        word admitted = 0;
        for (; p < end && base::word_of(mask_.rows.columns[p]) == w; ++p) admitted |= base::bit_of(mask_.rows.columns[p]);
        row[w] &= admitted;
    }
}

void for_each_block(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask,
                    base::function_ref<void(const block_union&, index, index, int)> body) {
    for_ranges_by_work(team, b.work_before(), [&](index first, index last, int member) {
        block_union block(team.own_scratch(member), a, b, mask);
        for (index i = first; i < last;) {
            const index end = std::min(last, i + block_union::rows_of_block(b));
            block.form(i, end);
            body(block, i, end, member);
            i = end;
        }
    });
}

csr<void> block_structure(team& team, structure_view a, const symbolic_operand& b, const mask_rows& mask, index most) {
    csr<void> out;
    out.nrows = a.nrows;
    out.ncols = b.plain().ncols;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(a.nrows) + 1);
    out.offsets[0] = 0;
    out.columns = buffer<column_index>(static_cast<std::size_t>(most));
    // Every chunk is one block. A chunk must know its start before it writes, so it waits, but only for the blocks before it.
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
            row_offset next = starts.wait(chunk);
            if (next == chunk_starts::unknown) return;
            for (index i = first; i < last; ++i) out.offsets[static_cast<std::size_t>(i) + 1] += next;
            for (index i = first; i < last; ++i) next += block.emit(i - first, out.columns.data() + next);
        } catch (...) {
            starts.fail();
            throw;
        }
    });
    out.columns.shrink(static_cast<std::size_t>(out.nvals()));
    return out;
}

}  // namespace graphblas_gpu::host
