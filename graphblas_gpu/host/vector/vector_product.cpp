#include <graphblas_gpu/host/vector/vector_product.hpp>

#include <algorithm>
#include <cstring>

#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/host/product/linked_list.hpp>
#include <graphblas_gpu/host/simd/emit.hpp>

namespace graphblas_gpu::host {
namespace {

formats::untyped_csr row_of(index size, std::size_t nvals, std::size_t value_bytes) {
    formats::untyped_csr out;
    out.nrows = 1;
    out.ncols = size;
    out.offsets = {row_offset{0}, static_cast<row_offset>(nvals)};
    out.columns = buffer<column_index>(nvals);
    out.values = buffer<std::byte>(nvals * value_bytes);
    out.value_bytes = value_bytes;
    return out;
}

formats::untyped_csr push_dense(scratch& memory, const vector_functions& functions, std::size_t value_bytes,
                                const vector_arrays& in) {
    const auto size = static_cast<std::size_t>(in.size);
    const index words = base::words_for(in.size);
    auto* const sums = memory.get<std::byte>(scratch::raw::values, size * value_bytes);
    auto* const seen = memory.get<base::word>(scratch::clean::bits, static_cast<std::size_t>(words));
    auto* const list = memory.get<column_index>(scratch::raw::list, size);
    const std::size_t count = functions.push_dense(in, sums, seen, list);

    formats::untyped_csr out = row_of(in.size, count, value_bytes);
    column_index* const columns = out.columns.data();
    if (count > 0 && scan_beats_sort(static_cast<index>(count), words)) {
        simd::columns_of_bits(seen, 0, static_cast<column_index>(words - 1), columns);
        std::fill_n(seen, words, base::word{0});
    } else {
        std::sort(list, list + count);
        std::copy_n(list, count, columns);
        for (std::size_t n = 0; n < count; ++n) seen[base::word_of(columns[n])] = 0;
    }
    base::with_value_mover(value_bytes, [&](auto values) {
        for (std::size_t n = 0; n < count; ++n) values.copy(out.values.data(), n, sums, columns[n]);
    });
    return out;
}

formats::untyped_csr push_hash(scratch& memory, const vector_functions& functions, std::size_t value_bytes,
                               const vector_arrays& in) {
    row_offset terms = 0;
    for (index n = 0; n < in.u_count; ++n) terms += in.rows.row_size(in.u_indices[n]);
    const auto capacity = static_cast<std::size_t>(std::min<index>(terms, in.size));
    linked_list table(memory, static_cast<index>(capacity));
    auto* const sums = memory.get<std::byte>(scratch::raw::slot_values, capacity * value_bytes);
    auto* const order = memory.get<std::uint64_t>(scratch::raw::packed, capacity);
    functions.push_hash(in, sums, table);

    const std::uint32_t count = take_in_order(table, 0, order);
    formats::untyped_csr out = row_of(in.size, count, value_bytes);
    for (std::uint32_t n = 0; n < count; ++n) out.columns[n] = static_cast<column_index>(order[n] >> 32);
    base::with_value_mover(value_bytes, [&](auto values) {
        for (std::uint32_t n = 0; n < count; ++n) values.copy(out.values.data(), n, sums, static_cast<std::uint32_t>(order[n]));
    });
    return out;
}

formats::untyped_csr pull(team& team, const vector_functions& functions, std::size_t value_bytes, const vector_arrays& in) {
    const bool by_list = in.mask.listed != nullptr;
    const index candidates = by_list ? in.mask.listed_count : in.size;
    // Every chunk of candidates writes from the position of its first candidate on; the gaps between chunks are closed below.
    // Where most outputs have a term, the chunks write into the result, so that nothing is copied if all have one.
    const bool fills = in.u_bits == nullptr && !in.mask.present;
    const auto room = static_cast<std::size_t>(candidates);
    formats::untyped_csr out = row_of(in.size, fills ? room : 0, value_bytes);
    const team::common_memory<column_index> own_columns(team, scratch::raw::row_columns, fills ? 0 : room);
    const team::common_memory<std::byte> own_values(team, scratch::raw::row_values, fills ? 0 : room * value_bytes);
    column_index* const columns = fills ? out.columns.data() : own_columns.data();
    std::byte* const values = fills ? out.values.data() : own_values.data();

    std::vector<index> cuts;
    if (by_list) {
        const index average = in.size == 0 ? 0 : in.rows.nvals() / in.size;
        cuts = cut_evenly(candidates, pieces_for(team, candidates * (average + 1)));
    } else {
        cuts = cut_by_work({in.rows.offsets, static_cast<std::size_t>(in.size) + 1},
                           pieces_for(team, in.rows.nvals() + in.size));
    }
    std::vector<index> counts(cuts.size() - 1, 0);
    team.run(static_cast<index>(counts.size()), [&](index chunk, int) {
        const auto c = static_cast<std::size_t>(chunk), first = static_cast<std::size_t>(cuts[c]);
        counts[c] = functions.pull(in, cuts[c], cuts[c + 1], columns + first, values + first * value_bytes);
    });

    counts.push_back(0);
    const index total = exclusive_scan(counts);  // `counts` becomes where the entries of each chunk begin
    const auto take_chunk = [&](std::size_t c) {
        const auto first = static_cast<std::size_t>(cuts[c]), to = static_cast<std::size_t>(counts[c]);
        const auto count = static_cast<std::size_t>(counts[c + 1]) - to;
        if (count == 0 || (fills && first == to)) return;
        std::memmove(out.columns.data() + to, columns + first, count * sizeof(column_index));
        std::memmove(out.values.data() + to * value_bytes, values + first * value_bytes, count * value_bytes);
    };
    if (fills) {
        for (std::size_t c = 0; c + 1 < cuts.size(); ++c) take_chunk(c);
        out.offsets[1] = total;
        out.shrink();
        return out;
    }
    out = row_of(in.size, static_cast<std::size_t>(total), value_bytes);
    team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int) { take_chunk(static_cast<std::size_t>(chunk)); });
    return out;
}

}  // namespace

formats::untyped_csr vector_product(team& team, const vector_functions& functions, std::size_t value_bytes,
                                    const vector_arrays& in, method how) {
    if (how == method::dot) return pull(team, functions, value_bytes, in);
    formats::untyped_csr out;
    // This runs in team.run, which discards the scratch if the caller's operator throws: its clean slots may then be dirty.
    team.run(1, [&](index, int member) {
        scratch& memory = team.own_scratch(member);
        out = how == method::hash ? push_hash(memory, functions, value_bytes, in)
                                  : push_dense(memory, functions, value_bytes, in);
    });
    return out;
}

}  // namespace graphblas_gpu::host
