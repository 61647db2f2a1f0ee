// The definition of propagate: a loop over vxm_update, on either engine.
#pragma once

#include <cstdint>

#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/operations/propagate_options.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/vxm_update.hpp>

namespace graphblas_gpu::operations {

/// The round of every entry of w before the first round, which is 0. Empty if the caller does not ask for rounds.
template <class TW>
vector<std::int32_t> rounds_before(const context& ctx, const vector<TW>& w, const propagate_options& how) {
    vector<std::int32_t> rounds(w.size());
    if (how.rounds == nullptr) return rounds;
    assign(ctx, rounds, structure(w), no_accum, 0);
    // With this layout a round costs its changes and not the size of the vector. On a device a vector is always a list.
    if (!ctx.is_cuda()) rounds.make_dense();
    return rounds;
}

template <class TW, class TF, class S, class TA>
std::int32_t fill_by_rounds(const context& ctx, vector<TW>& w, const vector<TF>& frontier, const S& semiring,
                            const matrix<TA>& a, const propagate_options& how) {
    const descriptor desc{.transpose_b = how.transpose, .method = how.method};
    vector<TF> changed = frontier;
    vector<std::int32_t> rounds = rounds_before(ctx, w, how);
    if (!ctx.is_cuda()) w.make_dense();
    std::int32_t round = 0;
    while (round < how.most_rounds && changed.nvals() > 0) {
        vxm_update(ctx, w, changed, !structure(w), no_accum, semiring, changed, a, desc);
        if (changed.nvals() == 0) break;
        ++round;
        if (how.rounds != nullptr) assign(ctx, rounds, structure(changed), no_accum, round);
    }
    if (how.rounds != nullptr) *how.rounds = std::move(rounds);
    return round;
}

/// The entries of w, which has one everywhere, with another value than x. A device compares structs by their bytes, as
/// vxm_update does.
template <class T>
vector<T> entries_unlike(const context& ctx, const T& x, const vector<T>& w) {
    if constexpr (base::is_plain_struct<T>()) {
        if (ctx.is_cuda()) {
            vector<T> of_x(w.size());
            assign(ctx, of_x, no_mask, no_accum, x);
            const device::engine_in_use e(ctx.cuda_engine(), "propagate");
            const auto rows = w.any().device_rows(e);
            return vector<T>::from_storage(cuda::changes(e, of_x.any().device_rows(e)->view(), rows->view(), rows->view()));
        }
    }
    return select(ctx, value_ne(x), w);
}

template <class TW, class TF, class S, class TA>
std::int32_t improve_by_rounds(const context& ctx, vector<TW>& w, const vector<TF>& frontier, const S& semiring,
                               const matrix<TA>& a, const propagate_options& how) {
    const descriptor desc{.transpose_b = how.transpose, .method = how.method};
    const TW identity = cast<TW>(semiring.add.identity());
    vector<TF> changed = frontier;
    vector<std::int32_t> rounds = rounds_before(ctx, w, how);
    vector<TW> all(w.size());
    if (ctx.is_cuda()) assign(ctx, all, no_mask, no_accum, identity);
    else all = vector<TW>::full(w.size(), identity);
    assign(ctx, all, no_mask, second{}, w);

    std::int32_t round = 0;
    while (round < how.most_rounds && changed.nvals() > 0) {
        vxm_update(ctx, all, changed, no_mask, semiring.add, semiring, changed, a, desc);
        if (changed.nvals() == 0) break;
        ++round;
        if (how.rounds != nullptr) assign(ctx, rounds, structure(changed), no_accum, round);
    }
    w = entries_unlike(ctx, identity, all);
    if (how.rounds != nullptr) {
        // An entry whose value became the identity is not in w, so its round is removed too.
        if (rounds.nvals() != w.nvals()) {
            vector<std::int32_t> kept(w.size());
            assign(ctx, kept, structure(w), no_accum, rounds, descriptor{.replace = true});
            rounds = std::move(kept);
        }
        *how.rounds = std::move(rounds);
    }
    return round;
}

}  // namespace graphblas_gpu::operations
