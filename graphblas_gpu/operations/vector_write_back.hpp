// The last step of operations whose output is a vector: w<m, replace> = accum(w, t).
//
// Idea: when nothing is deleted and the output is (or deserves to be) laid out, only the entries of t are touched, so that an
// iteration of an algorithm costs what it finds, not the length of its vectors. Everything else is the merge of one-row
// matrices.
#pragma once

#include <graphblas_gpu/operations/operand.hpp>
#include <graphblas_gpu/operations/write_back.hpp>

namespace graphblas_gpu::host {

/// w = accum(w, t) where t has entries; all others stay. Lays w out. O(nvals(t)) if it is laid out already.
template <class C, class T, class Accum>
void write_entries(team& team, vector<C>& w, csr<T>&& t, const Accum& accum) {
    constexpr bool accumulates = !std::is_same_v<Accum, no_accum_t>;
    // The new values first: an operator that throws must leave w as it was.
    csr<C> fresh = [&] {
        if constexpr (!accumulates || std::is_void_v<C>) {
            return recast<C>(team, std::move(t));
        } else {
            csr<C> made(1, w.size());
            made.values = buffer<C>(t.columns.size());
            for (std::size_t p = 0; p < t.columns.size(); ++p) {
                const C term = read_value<C>(t.view(), static_cast<row_offset>(p));
                const std::optional<C> old = w.get_element(t.columns[p]);
                made.values[p] = old ? cast<C>(apply_binary(accum, *old, term)) : term;
            }
            made.columns = std::move(t.columns);
            return made;
        }
    }();
    w.lay_out();
    for (std::size_t p = 0; p < fresh.columns.size(); ++p) {
        if constexpr (std::is_void_v<C>) w.put(fresh.columns[p], {});
        else w.put(fresh.columns[p], fresh.values[p]);
    }
}

/// Whether w is laid out, or deserves to be with that many entries more.
template <class C>
bool is_well_filled(const vector<C>& w, index more) {
    return w.dense() != nullptr || formats::lay_out_from(w.nvals() + more, w.size());
}

/// `covers_mask` says that t has an entry at every position that the mask admits, so that nothing is deleted.
template <class C, class T, class Mask, class Accum>
void write_back(team& team, vector<C>& w, csr<T>&& t, const Mask& mask, const Accum& accum, bool replace, bool t_is_masked,
                bool covers_mask = false) {
    constexpr bool masked = !std::is_same_v<Mask, no_mask_t>;
    constexpr bool accumulates = !std::is_same_v<Accum, no_accum_t>;
    const bool deletes = masked ? replace || (!accumulates && !covers_mask) : !accumulates;
    const bool touches_little = t_is_masked && !deletes;
    if (!touches_little || !is_well_filled(w, t.nvals())) {
        const bool c_is_dropped = !accumulates && (!masked || replace);
        if (t_is_masked && c_is_dropped) {
            w.adopt(recast<C>(team, std::move(t)));
            return;
        }
        const held_mask held(team, mask);
        w.adopt(write_back(team, w.list(), std::move(t), held.rows(), accum, replace, t_is_masked));
        return;
    }
    write_entries(team, w, std::move(t), accum);
}

}  // namespace graphblas_gpu::host
