// Matrices of at most 64 rows on the CUDA engine: the device's part of bit_rows.hpp.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <graphblas_gpu/bit_storage.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/planner/choice.hpp>

namespace graphblas_gpu::device {

/// W<!W> = U any.pair A; `fresh` gets the entries that W did not have. The caller has checked the shapes. The product is pushed
/// or pulled, whichever is less work. If the rows to push along exist, the device counts the work of pushing; otherwise
/// nvals(A) is taken.
template <class T>
planner::choice update_bits(const context& ctx, bit_storage& w, bit_storage& fresh, const bit_storage& u, index nrows,
                            const matrix<T>& a, const descriptor& desc, bit_witnesses* witnesses, std::int64_t& push_work) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "mxm_update");
    const bool stored_rows_push = !desc.transpose_b;
    const bool transpose_is_cached = a.has_cached_device_transpose();
    const index ncols = stored_rows_push ? a.ncols() : a.nrows();
    const std::int64_t moves = a.nvals() + a.ncols();
    const auto from = u.device(e);

    planner::vector_product_facts facts;
    facts.size = ncols;
    facts.pull_work = a.nvals() + a.ncols();
    facts.pull_transpose = stored_rows_push && !transpose_is_cached ? moves : 0;
    facts.push_transpose = !stored_rows_push && !transpose_is_cached ? moves : 0;
    facts.push_work = a.nvals();
    if (stored_rows_push || transpose_is_cached) {
        facts.push_work = cuda::bits_push_work(e, own_operand(e, a, !stored_rows_push)->view(), from->data());
    }
    planner::choice choice = planner::choose_host_method("mxm_update", desc.method, facts);
    const bool pulls = choice.method == method::dot;
    const auto rows = own_operand(e, a, pulls == stored_rows_push);
    const formats::word every_row = nrows == formats::word_bits ? ~formats::word{0} : (formats::word{1} << nrows) - 1;
    const cuda::witness_table table = witnesses != nullptr ? witnesses->on(e) : cuda::witness_table{};
    formats::word* const to = w.device_changed(e);
    formats::word* const news = fresh.device_changed(e);
    if (pulls) cuda::pull_bits(e, rows->view().structure(), from->data(), every_row, to, news, table);
    else cuda::push_bits(e, rows->view().structure(), from->data(), ncols, to, news, table);
    push_work = facts.push_work;
    return choice;
}

inline void or_bits(const context& ctx, bit_storage& to, const bit_storage& from, index ncols) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "bit_rows::or_with");
    const auto words = from.device(e);
    cuda::or_words(e, to.device_changed(e), words->data(), ncols);
}

inline index count_bits(const engine_ptr& e, const bit_storage& words, index ncols) {
    const cuda::engine::use here(*e, "bit_rows::nvals");
    return cuda::count_bits(e, words.device(e)->data(), ncols);
}

inline matrix<void> rows_of_bits(const context& ctx, const bit_storage& words, index nrows, index ncols) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "to_matrix");
    return matrix<void>::from_device(cuda::rows_of_bits(e, words.device(e)->data(), nrows, ncols));
}

/// rows_of_bits with the values of values(engine, rows), which are 32-bit numbers and are cast to T.
template <class T, class Values>
matrix<T> rows_of_bits(const context& ctx, const bit_storage& words, index nrows, index ncols, const Values& values) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "to_matrix");
    cuda::csr made = cuda::rows_of_bits(e, words.device(e)->data(), nrows, ncols);
    made.values = values(e, made.view());
    made.type = type_code::uint32;
    return matrix<T>::from_device(cuda::recast(e, std::move(made), code_of_values<T>("to_matrix")));
}

}  // namespace graphblas_gpu::device
