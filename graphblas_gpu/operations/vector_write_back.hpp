// The last step of operations whose output is a vector: w<m, replace> = accum(w, t).
//
// Idea: if nothing is deleted and the output is dense, or has enough entries to be dense, only the entries of t are
// touched. So an iteration of an algorithm costs the entries that it finds and not the length of its vectors. In all other
// cases one-row matrices are merged.
#pragma once

#include <graphblas_gpu/operations/operand.hpp>
#include <graphblas_gpu/operations/write_back.hpp>

namespace graphblas_gpu::host {

/// The entries of a vector with their values as bytes: dense, or as a row.
struct untyped_vector {
    const formats::word* bits = nullptr;  ///< null: a row
    structure_view row;                   ///< meaningful where bits is null
    const void* values = nullptr;
};

/// t = accum(w, t) where w has an entry at a position of t, which is a row with values of w's type. O(nvals(t)) if w is dense.
void accumulate_entries(team& team, const untyped_vector& w, formats::untyped_csr& t, const accumulator& accum);

/// Writes the entries of the row t into a dense vector. Returns how many of these entries are new. O(nvals(t)).
index put_entries(team& team, formats::word* bits, void* values, const formats::untyped_csr& t);

/// w = accum(w, t) at the positions of t; all other entries stay. Makes w dense. O(nvals(t)) if w is dense already.
template <class C, class T, class Accum>
void write_entries(team& team, vector<C>& w, csr<T>&& t, const Accum& accum) {
    formats::untyped_csr fresh = formats::untyped(recast<C>(team, std::move(t)));
    // The new values are computed before w is changed: an operator that throws must leave w as it was.
    if constexpr (!std::is_same_v<Accum, no_accum_t> && !std::is_void_v<C>) {
        const dense_vector<C>* const dense = w.dense();
        accumulate_entries(team,
                           dense != nullptr ? untyped_vector{dense->bits.data(), {}, dense->values.data()}
                                            : untyped_vector{nullptr, w.list().structure(), w.list().values.data()},
                           fresh, accumulator_of<C>(accum));
    }
    w.make_dense();
    dense_vector<C>& out = w.written_in_place();
    out.nvals += put_entries(team, out.bits.data(), out.values.data(), fresh);
}

/// Whether w is dense, or would have enough entries for that with `more` entries.
template <class C>
bool is_well_filled(const vector<C>& w, index more) {
    return w.dense() != nullptr || formats::becomes_dense(w.nvals() + more, w.size());
}

/// `covers_mask` says that t has an entry at every position that the mask admits, so that nothing is deleted.
template <class C, class T, class Mask, class Accum>
void write_back(team& team, vector<C>& w, csr<T>&& t, const Mask& mask, const Accum& accum, bool replace, bool t_is_masked,
                bool covers_mask = false) {
    constexpr bool masked = !std::is_same_v<Mask, no_mask_t>;
    constexpr bool accumulates = !std::is_same_v<Accum, no_accum_t>;
    const bool deletes = masked ? replace || (!accumulates && !covers_mask) : !accumulates;
    if (t_is_masked && !deletes && is_well_filled(w, t.nvals())) {
        write_entries(team, w, std::move(t), accum);
        return;
    }
    // If w is replaced altogether, its dense entries need not be collected into a list.
    if (t_is_masked && !accumulates && (!masked || replace)) {
        w.adopt(recast<C>(team, std::move(t)));
        return;
    }
    const held_mask held(team, mask);
    w.adopt(write_back(team, w.list(), std::move(t), held.rows(), accum, replace, t_is_masked));
}

}  // namespace graphblas_gpu::host
