// Products of a matrix and a vector, in both directions.
//
// Idea: pushing walks from the entries of u along the rows of a matrix into an accumulator (methods hash and dense); pulling
// walks from every admitted output along a row and looks u up (method dot), ends at a terminal value, and runs on all
// threads. Terms meet in ascending k either way, so both give the same answer. The mask is a bit per position.
// Source: push and pull after Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search" (SC 2012), and Yang,
// Buluc, Owens, "Implementing push-pull efficiently in GraphBLAS" (ICPP 2018).
#pragma once

#include <algorithm>
#include <type_traits>

#include <graphblas_gpu/formats/bits.hpp>
#include <graphblas_gpu/host/dense/dense_rows.hpp>
#include <graphblas_gpu/host/hash/linked_list.hpp>
#include <graphblas_gpu/host/position_maps.hpp>
#include <graphblas_gpu/host/running.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <semirings/semirings.hpp>

namespace graphblas_gpu::host {

/// Which positions of a vector may be written.
struct bit_mask {
    const formats::word* bits = nullptr;
    bool present = false;
    bool complement = false;
    /// The positions in the mask, ascending, where they are known and the mask is not complemented.
    const column_index* listed = nullptr;
    index listed_count = 0;

    bool admits(column_index j) const { return !present || formats::test_bit(bits, j) != complement; }
};

/// u' A if `from_left` (the vector is the left factor), else A u.
template <class S, bool from_left>
struct vector_operands {
    using matrix_value = std::conditional_t<from_left, semiring_right_t<S>, semiring_left_t<S>>;
    using vector_value = std::conditional_t<from_left, semiring_left_t<S>, semiring_right_t<S>>;
    static constexpr bool reads_matrix = from_left ? semiring_traits<S>::reads_right : semiring_traits<S>::reads_left;
    static constexpr bool reads_vector = from_left ? semiring_traits<S>::reads_left : semiring_traits<S>::reads_right;

    S semiring;
    /// Pushing: row k lists the outputs that u(k) reaches. Pulling: row j lists the k that reach output j.
    csr_view<matrix_value> rows;
    index size = 0;  ///< of the output

    /// u as a list (pushing) or laid out (pulling).
    const column_index* u_indices = nullptr;
    index u_count = 0;
    const formats::word* u_bits = nullptr;
    const vector_value* u_values = nullptr;

    bit_mask mask;
    position_maps positions{};

    semiring_value_t<S> term(row_offset at, index u_at, index k, index output) const {
        const matrix_value m = [&] {
            if constexpr (reads_matrix) return rows.values[at];
            else return matrix_value{};
        }();
        const vector_value x = [&] {
            if constexpr (reads_vector) return u_values[u_at];
            else return vector_value{};
        }();
        if constexpr (from_left) return product_at(semiring, positions, x, m, 0, k, output);
        else return product_at(semiring, positions, m, x, output, k, 0);
    }
};

template <class S>
struct vector_kernels {
    using value = semiring_value_t<S>;

    /// The product as a one-row matrix. `how`: hash or dense push, dot pulls. Defined outside the class: `extern template`
    /// (instances.hpp) leaves inline members to every source, and with them the member templates below that they call.
    static csr<value> run(team& team, const vector_operands<S, true>& in, method how);
    static csr<value> run(team& team, const vector_operands<S, false>& in, method how);

  private:
    template <class In>
    static csr<value> run_any(team& team, const In& in, method how);
    template <class In>
    static csr<value> push_dense(scratch& memory, const In& in);
    template <class In>
    static csr<value> push_hash(scratch& memory, const In& in);
    template <class In>
    static csr<value> pull(team& team, const In& in);
    template <class In>
    static bool pull_one(const In& in, column_index j, value& sum);
};

template <class S>
csr<semiring_value_t<S>> vector_kernels<S>::run(team& team, const vector_operands<S, true>& in, method how) {
    return run_any(team, in, how);
}

template <class S>
csr<semiring_value_t<S>> vector_kernels<S>::run(team& team, const vector_operands<S, false>& in, method how) {
    return run_any(team, in, how);
}

template <class S>
template <class In>
csr<semiring_value_t<S>> vector_kernels<S>::run_any(team& team, const In& in, method how) {
    if (how == method::dot) return pull(team, in);
    csr<value> out;
    // Through the team, which cleans the working memory if an operator of the caller's throws.
    team.run(1, [&](index, int member) {
        scratch& memory = team.own_scratch(member);
        out = how == method::hash ? push_hash(memory, in) : push_dense(memory, in);
    });
    return out;
}

/// f(output j, term) for every admitted term, ascending in k.
template <class In, class F>
void for_each_pushed(const In& in, F&& f) {
    for (index n = 0; n < in.u_count; ++n) {
        const index k = in.u_indices[n];
        const row_offset end = in.rows.end(k);
        for (row_offset p = in.rows.begin(k); p < end; ++p) {
            const column_index j = in.rows.columns[p];
            if (in.mask.admits(j)) f(j, in.term(p, n, k, j));
        }
    }
}

template <class S>
template <class In>
csr<semiring_value_t<S>> vector_kernels<S>::push_dense(scratch& memory, const In& in) {
    const auto size = static_cast<std::size_t>(in.size);
    const index words = formats::words_for(in.size);
    auto* sums = memory.get<value>(scratch::raw::values, size);
    auto* seen = memory.get<formats::word>(scratch::clean::bits, static_cast<std::size_t>(words));
    auto* list = memory.get<column_index>(scratch::raw::list, size);
    std::size_t count = 0;
    for_each_pushed(in, [&](column_index j, const value& term) {
        formats::word& here = seen[formats::word_of(j)];
        if ((here & formats::bit_of(j)) != 0) {
            sums[j] = in.semiring.add(sums[j], term);
            return;
        }
        here |= formats::bit_of(j);
        sums[j] = term;
        list[count++] = j;
    });

    csr<value> out(1, in.size);
    out.offsets[1] = static_cast<row_offset>(count);
    out.columns = buffer<column_index>(count);
    out.values = buffer<value>(count);
    std::size_t n = 0;
    const auto emit = [&](column_index j) {
        out.columns[n] = j;
        out.values[n] = sums[j];
        ++n;
    };
    if (scan_beats_sort(static_cast<index>(count), words)) {
        for (index w = 0; w < words; ++w) {
            formats::for_each_bit(seen[w], static_cast<column_index>(w), emit);
            seen[w] = 0;
        }
    } else {
        std::sort(list, list + count);
        for (std::size_t p = 0; p < count; ++p) {
            emit(list[p]);
            seen[formats::word_of(list[p])] = 0;
        }
    }
    return out;
}

template <class S>
template <class In>
csr<semiring_value_t<S>> vector_kernels<S>::push_hash(scratch& memory, const In& in) {
    row_offset terms = 0;
    for (index n = 0; n < in.u_count; ++n) terms += in.rows.row_size(in.u_indices[n]);
    const index capacity = std::min<index>(terms, in.size);
    linked_list table(memory, capacity);
    auto* sums = memory.get<value>(scratch::raw::slot_values, static_cast<std::size_t>(capacity));
    auto* order = memory.get<std::uint64_t>(scratch::raw::packed, static_cast<std::size_t>(capacity));
    for_each_pushed(in, [&](column_index j, const value& term) {
        const auto [slot, is_new] = table.insert(j);
        sums[slot] = is_new ? term : in.semiring.add(sums[slot], term);
    });

    const std::uint32_t count = table.size();
    for (std::uint32_t slot = 0; slot < count; ++slot) order[slot] = std::uint64_t{table.key(slot)} << 32 | slot;
    std::sort(order, order + count);
    csr<value> out(1, in.size);
    out.offsets[1] = count;
    out.columns = buffer<column_index>(count);
    out.values = buffer<value>(count);
    for (std::uint32_t n = 0; n < count; ++n) {
        out.columns[n] = static_cast<column_index>(order[n] >> 32);
        out.values[n] = sums[static_cast<std::uint32_t>(order[n])];
    }
    table.clear();
    return out;
}

template <class S>
template <class In>
bool vector_kernels<S>::pull_one(const In& in, column_index j, value& sum) {
    bool found = false;
    const row_offset end = in.rows.end(j);
    for (row_offset p = in.rows.begin(j); p < end; ++p) {
        const column_index k = in.rows.columns[p];
        if (!formats::test_bit(in.u_bits, k)) continue;
        const value term = in.term(p, k, k, j);
        sum = found ? in.semiring.add(sum, term) : term;
        found = true;
        if (is_terminal(in.semiring.add, sum)) break;
    }
    return found;
}

template <class S>
template <class In>
csr<semiring_value_t<S>> vector_kernels<S>::pull(team& team, const In& in) {
    const bool by_list = in.mask.listed != nullptr;
    const index candidates = by_list ? in.mask.listed_count : in.size;
    // Every run of candidates writes where its first candidate would; the gaps are closed below.
    const team::common_memory<column_index> columns_memory(team, scratch::raw::row_columns, static_cast<std::size_t>(candidates));
    const team::common_memory<value> values_memory(team, scratch::raw::row_values, static_cast<std::size_t>(candidates));
    column_index* const columns = columns_memory.data();
    value* const values = values_memory.data();

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
        const auto c = static_cast<std::size_t>(chunk);
        index at = cuts[c];
        value sum{};
        for (index n = cuts[c]; n < cuts[c + 1]; ++n) {
            const column_index j = by_list ? in.mask.listed[n] : static_cast<column_index>(n);
            if (!by_list && !in.mask.admits(j)) continue;
            if (!pull_one(in, j, sum)) continue;
            columns[at] = j;
            values[at] = sum;
            ++at;
        }
        counts[c] = at - cuts[c];
    });

    index total = 0;
    for (const index count : counts) total += count;
    csr<value> out(1, in.size);
    out.offsets[1] = total;
    out.columns = buffer<column_index>(static_cast<std::size_t>(total));
    out.values = buffer<value>(static_cast<std::size_t>(total));
    index to = 0;
    for (std::size_t c = 0; c < counts.size(); ++c) {
        std::copy_n(columns + cuts[c], counts[c], out.columns.data() + to);
        std::copy_n(values + cuts[c], counts[c], out.values.data() + to);
        to += counts[c];
    }
    return out;
}

}  // namespace graphblas_gpu::host
