// The dense method on the device: rows of a product with their values.
//
// Idea: a column's sum is in an array in shared memory, at an index that follows from the column without a search; see
// windows.cuh, panels.cuh and ranks.cuh; copied.cuh has rows without sums. Windows add in ascending order of k, and so do
// panels and ranks if that is asked for. Otherwise panels and ranks add by atomics, so that the last bits of their
// floating-point sums differ from run to run. Source: kkSpGEMM (Deveci, Trott, Rajamanickam), kkDENSE.
#pragma once

#include <graphblas_gpu/cuda/dense/copied.cuh>
#include <graphblas_gpu/cuda/dense/dense.hpp>
#include <graphblas_gpu/cuda/dense/method.hpp>
#include <graphblas_gpu/cuda/dense/panels.cuh>
#include <graphblas_gpu/cuda/dense/ranks.cuh>
#include <graphblas_gpu/cuda/dense/windows.cuh>

namespace graphblas_gpu::cuda {

namespace dense {

template <class K, pass mode>
void run(const engine_ptr& e, const K& k, const plan& p, const row_output& to) {
    run_windows<K, mode>(e, p.work_of(row_class::small_window), k, to, p.base.bounds.small_window);
    run_windows<K, mode>(e, p.work_of(row_class::window), k, to, p.base.bounds.window);
    run_copied<K, mode>(e, p.work_of(row_class::copied), k, to);
    run_panels<K, mode>(e, p.work_of(row_class::panels), k, to);
    run_ranks(e, p.work_of(row_class::ranks), k, to);
    run_ranks(e, p.work_of(row_class::large_ranks), k, to);
}

template <class K>
void rows_with_values(const engine_ptr& e, const K& k, const product_rows& in, const limits& bounds, const product_output& out,
                      const std::uint32_t* rows, index count) {
    check(in);
    const plan p = make_plan(e, in, bounds, rows, count, out.offsets, nullptr);
    if (out.columns_known) run<K, pass::refill>(e, k, p, {out, nullptr, {}, {}});
    else run<K, pass::write>(e, k, p, {out, nullptr, {}, {}});
}

}  // namespace dense

template <class K>
void dense_rows(const engine_ptr& e, const K& k, const product_rows& in, const product_output& out, const std::uint32_t* rows,
                index count) {
    const std::size_t sum_bytes = out.values == nullptr ? 0 : sizeof(typename K::accumulator);
    dense::limits bounds = dense::limits_for(*e, in, sum_bytes, count);
    if (in.in_order) {
        // A row of B takes a barrier in each panel: with many panels ranks are faster wherever they fit.
        if (in.ncols() <= dense_policy::many_panels * bounds.panel) bounds.rank_columns = 0;
        else bounds.rank_flops = dense_policy::rank_flops_in_order;
        bounds.threads = dense_policy::threads_in_order;
        bounds.large_threads = dense_policy::large_threads_in_order;
    }
    if (out.values == nullptr) dense::structure(e, in, bounds, out, rows, count);
    else dense::rows_with_values(e, k, in, bounds, out, rows, count);
}

}  // namespace graphblas_gpu::cuda
