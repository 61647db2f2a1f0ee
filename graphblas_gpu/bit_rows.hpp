// bit_rows: the structure of a matrix of at most 64 rows, as a word for each column, and the product for searches from up to 64
// vertices at once.
//
// Idea: bit i of word j is entry (i, j). A product that would need a list for each row of a matrix becomes one pass over the
// graph with words instead of truth values. bit_rows is for rows of matrices what the dense form is for a vector.
// Source: beyond the GraphBLAS C API 2.1; Then et al., "The more the merrier: efficient multi-source graph traversal" (VLDB
// 2014).
#pragma once

#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <graphblas_gpu/bit_storage.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/host/bits/bit_rows_to_csr.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/device/bits.hpp>
#include <graphblas_gpu/planner/choice.hpp>
#include <graphblas_gpu/shapes.hpp>

namespace graphblas_gpu {

/// The structure of a matrix of at most 64 rows, as a word for each column; value semantics.
class bit_rows {
  public:
    /// The number of bits of a word.
    static constexpr index max_rows = 64;

    /// Makes an nrows x ncols matrix without entries. Throws invalid_value if there are more than 64 rows, or a side is
    /// negative or exceeds 2^32 - 1. O(ncols).
    bit_rows(index nrows, index ncols) : nrows_(nrows), ncols_(ncols), storage_(0) {
        formats::check_side(nrows, "bit_rows: number of rows");
        formats::check_side(ncols, "bit_rows: number of columns");
        if (nrows > max_rows) throw invalid_value("bit_rows: " + std::to_string(nrows) + " rows; at most 64 fit a word");
        storage_ = bit_storage(ncols);
    }

    /// The number of rows.
    index nrows() const noexcept { return nrows_; }
    /// The number of columns.
    index ncols() const noexcept { return ncols_; }

    /// Whether there is no entry. O(ncols / 64).
    bool empty() const {
        if (const auto e = storage_.owner(); e != nullptr) return device::count_bits(e, storage_, ncols_) == 0;
        const formats::word* const occupied = storage_.host().occupied;
        return std::all_of(occupied, occupied + formats::words_for(ncols_), [](formats::word w) { return w == 0; });
    }
    /// The number of entries. O(ncols / 64 + columns that are not empty).
    index nvals() const {
        if (const auto e = storage_.owner(); e != nullptr) return device::count_bits(e, storage_, ncols_);
        const bit_storage::host_words here = storage_.host();
        index sum = 0;
        for (index at = 0; at < formats::words_for(ncols_); ++at) {
            formats::for_each_bit(here.occupied[at], static_cast<column_index>(at),
                                  [&](column_index j) { sum += std::popcount(here.words[j]); });
        }
        return sum;
    }

    /// Whether there is an entry at (i, j). Throws invalid_index. O(1).
    bool has_element(index i, index j) const {
        check(i, j);
        return (storage_.host().words[j] >> i & 1u) != 0;
    }
    /// Adds the entry (i, j) if it is not there. Throws invalid_index. O(1).
    void set_element(index i, index j) {
        check(i, j);
        const bit_storage::host_words here = storage_.changed();
        here.words[j] |= formats::word{1} << i;
        formats::set_bit(here.occupied, static_cast<column_index>(j));
    }

    /// Removes all entries. O(ncols / 64 + columns that are not empty).
    void clear() {
        if (storage_.owner() != nullptr) return storage_.clear();
        const bit_storage::host_words here = storage_.changed();
        for (index at = 0; at < formats::words_for(ncols_); ++at) {
            formats::for_each_bit(here.occupied[at], static_cast<column_index>(at), [&](column_index j) { here.words[j] = 0; });
            here.occupied[at] = 0;
        }
    }

    /// Adds the entries of another object of the same shape. Throws dimension_mismatch. The cost is that of clear().
    void or_with(const context& ctx, const bit_rows& other) {
        shapes::check_same("bit_rows::or_with", "the other", shapes::of(other), shapes::of(*this));
        if (ctx.is_cuda()) return device::or_bits(ctx, storage_, other.storage_, ncols_);
        host::or_bits(ctx.team(), view(), other.view());
    }

    friend bool operator==(const bit_rows& a, const bit_rows& b) {
        if (a.nrows_ != b.nrows_ || a.ncols_ != b.ncols_) return false;
        const formats::word* const words = a.storage_.host().words;
        return std::equal(words, words + a.ncols_, b.storage_.host().words);
    }

    /// For engines: the words, for reading.
    host::bit_columns view() const {
        const bit_storage::host_words here = storage_.host();
        return {ncols_, here.words, here.occupied};
    }
    /// For engines: the words, for writing in place.
    host::writable_bit_columns view() {
        const bit_storage::host_words here = storage_.changed();
        return {ncols_, here.words, here.occupied};
    }
    /// For engines: the storage of the words, in host memory or on a device.
    /// @{
    const bit_storage& storage() const noexcept { return storage_; }
    bit_storage& storage() noexcept { return storage_; }
    /// @}

  private:
    void check(index i, index j) const {
        formats::check_index(i, nrows_, "bit_rows: row");
        formats::check_index(j, ncols_, "bit_rows: column");
    }

    index nrows_;
    index ncols_;
    bit_storage storage_;
};

/// The entries of A as a matrix. O(ncols + nvals).
inline matrix<void> to_matrix(const context& ctx, const bit_rows& a) {
    if (ctx.is_cuda()) return device::rows_of_bits(ctx, a.storage(), a.nrows(), a.ncols());
    struct nothing {
        void enter_row(std::size_t) const {}
    };
    return matrix<void>::from_storage(
        host::bit_rows_to_csr<void>(ctx.team(), a.nrows(), a.view(), [](index) { return nothing{}; }));
}

/// The same with values: the value of entry (i, j) is value(i, j), which is called on several threads of the host. Throws
/// unsupported on a device.
template <class T, class Value>
requires(std::is_invocable_v<const Value&, index, index>)
matrix<T> to_matrix(const context& ctx, const bit_rows& a, const Value& value) {
    if (ctx.is_cuda()) {
        throw unsupported("to_matrix: the CUDA engine takes the values of witnesses or of binary digits; a function of your own "
                          "runs on the host, with context::host()");
    }
    struct values_of_block {
        const Value& value;
        index first;
        index row = 0;
        void enter_row(std::size_t i) { row = static_cast<index>(i); }
        T at(column_index c) const { return value(row, first + c); }
    };
    return matrix<T>::from_storage(host::bit_rows_to_csr<T>(
        ctx.team(), a.nrows(), a.view(), [&](index block) { return values_of_block{value, block * formats::word_bits}; }));
}

/// The same with the witnesses of the entries as values.
template <class T>
matrix<T> to_matrix(const context& ctx, const bit_rows& a, bit_witnesses& witnesses) {
    if (ctx.is_cuda()) {
        return device::rows_of_bits<T>(ctx, a.storage(), a.nrows(), a.ncols(), [&](const auto& e, const auto& rows) {
            return cuda::values_of_witnesses(e, rows, witnesses.on(e));
        });
    }
    (void)witnesses.recorder();
    return to_matrix<T>(ctx, a, [&](index i, index j) { return static_cast<T>(witnesses(i, j)); });
}

/// The same with values given by their binary digits: the value of entry (i, j) is the sum of 2^d over all d for which
/// digits[d] has an entry at (i, j). At most 32 digits, each with the shape of A. Throws dimension_mismatch, invalid_value.
template <class T>
matrix<T> to_matrix(const context& ctx, const bit_rows& a, std::span<const bit_rows> digits) {
    if (digits.size() > 32) {
        throw invalid_value("to_matrix: " + std::to_string(digits.size()) + " binary digits; at most 32 are supported");
    }
    for (const bit_rows& digit : digits) shapes::check_same("to_matrix", "a digit", shapes::of(digit), shapes::of(a));
    if (ctx.is_cuda()) {
        return device::rows_of_bits<T>(ctx, a.storage(), a.nrows(), a.ncols(), [&](const auto& e, const auto& rows) {
            std::vector<const formats::word*> words;
            for (const bit_rows& digit : digits) words.push_back(digit.storage().device(e)->data());
            return cuda::values_of_digits(e, rows, words);
        });
    }
    std::vector<host::bit_columns> views;
    for (const bit_rows& digit : digits) views.push_back(digit.view());
    return matrix<T>::from_storage(host::bit_rows_to_csr<T>(
        ctx.team(), a.nrows(), a.view(), [&](index block) { return host::binary_values(views, block); }));
}

/// W<!W> = U any.pair A; the entries that W did not have before are stored in `fresh`. This is the step of a search from many
/// vertices, as vxm_update is the step of a search from one. U is m x k, A k x n, W and `fresh` m x n; `fresh` must be neither
/// U nor W.
///
/// If `witness` is given, witness(j, rows, k) is called when column j gets entries through k in the rows whose bits are set in
/// `rows`; k is the smallest index through which these rows are reached. It must not throw; calls for different j may run at
/// the same time. An object of bit_witnesses stores the witnesses, and is the only witness that is supported on a device.
///
/// desc.method: dense pushes from U, dot pulls from the columns of W, automatic takes the direction that is expected to read
/// fewer entries; other methods are not supported. The result is the same. Throws dimension_mismatch, invalid_value,
/// unsupported; all objects are then as they were. Pushing O(entries met), on one thread if there is a witness; pulling
/// O(nvals(A) + n) at most.
template <class T, class Witness = host::no_witness>
void mxm_update(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const matrix<T>& a,
                const descriptor& desc = {}, Witness&& witness = {}) {
    constexpr bool takes_down = std::is_same_v<std::remove_cvref_t<Witness>, bit_witnesses>;
    constexpr bool is_witnessed = host::is_witnessed<std::remove_cvref_t<Witness>>;
    const shapes::shape shape = shapes::product("mxm_update", shapes::of(u), false, shapes::of(a), desc.transpose_b);
    shapes::check_same("mxm_update", "W", shapes::of(w), shape);
    shapes::check_same("mxm_update", "fresh", shapes::of(fresh), shape);
    if (&fresh == &w || &fresh == &u) throw invalid_value("mxm_update: `fresh` is W or U");
    if (desc.method == method::hash) throw unsupported("mxm_update: bit_rows have no method hash; they have dense and dot");

    if (ctx.is_cuda()) {
        if constexpr (is_witnessed && !takes_down) {
            throw unsupported("mxm_update: the CUDA engine tells an object of bit_witnesses; a witness of your own runs on "
                              "the host, with context::host()");
        } else {
            bit_witnesses* witnesses = nullptr;
            if constexpr (takes_down) witnesses = &witness;
            report r;
            const planner::choice choice =
                device::update_bits(ctx, w.storage(), fresh.storage(), u.storage(), u.nrows(), a, desc, witnesses, r.flops);
            r.operation = "mxm_update";
            r.method = choice.method;
            r.reason = choice.reason;
            return ctx.set_report(std::move(r));
        }
    }
    auto&& recorder = [&]() -> decltype(auto) {
        if constexpr (takes_down) return witness.recorder();
        else return (witness);
    }();

    host::team& team = ctx.team();
    const host::bit_columns from = u.view();
    const bool stored_rows_push = !desc.transpose_b;
    const bool transpose_is_cached = a.has_cached_transpose();
    const std::int64_t moves = a.nvals() + a.ncols();
    planner::vector_product_facts facts;
    facts.size = w.ncols();
    facts.pull_work = a.nvals() + a.ncols();
    facts.pull_transpose = stored_rows_push && !transpose_is_cached ? moves : 0;
    facts.push_transpose = !stored_rows_push && !transpose_is_cached ? moves : 0;
    facts.push_work = a.nvals();
    if (stored_rows_push || transpose_is_cached) {
        const auto transpose = stored_rows_push ? nullptr : a.transposed_storage();
        const structure_view rows = (stored_rows_push ? a.storage() : *transpose).structure();
        facts.push_work = 0;
        for (index at = 0; at < formats::words_for(u.ncols()) && facts.push_work <= a.nvals(); ++at) {
            formats::for_each_bit(from.occupied[at], static_cast<column_index>(at),
                                  [&](column_index k) { facts.push_work += rows.row_size(k); });
        }
    }
    const planner::choice choice = planner::choose_host_method("mxm_update", desc.method, facts);
    const bool pulls = choice.method == method::dot;
    const auto transpose = pulls == stored_rows_push ? a.transposed_storage(ctx.team()) : nullptr;
    const structure_view rows = (transpose == nullptr ? a.storage() : *transpose).structure();

    const formats::word every_row = u.nrows() == bit_rows::max_rows ? ~formats::word{0} : (formats::word{1} << u.nrows()) - 1;
    if (pulls) {
        host::pull_bits(team, rows, from, every_row, w.view(), fresh.view(), recorder);
    } else {
        fresh.clear();
        const index words = formats::words_for(u.ncols());
        if constexpr (is_witnessed) {
            host::push_bits<false>(rows, from, 0, words, std::as_const(w).view(), fresh.view(), recorder);
        } else if (host::pieces_for(team, 4 * facts.push_work) == 1) {
            host::push_bits<false>(rows, from, 0, words, std::as_const(w).view(), fresh.view(), recorder);
        } else {
            host::for_ranges(team, words, 4 * facts.push_work, [&](index first, index last, int) {
                host::push_bits<true>(rows, from, first, last, std::as_const(w).view(), fresh.view(), recorder);
            });
        }
        host::or_bits(team, w.view(), std::as_const(fresh).view());
    }
    report r;
    r.operation = "mxm_update";
    r.method = choice.method;
    r.reason = choice.reason;
    r.flops = facts.push_work;
    ctx.set_report(std::move(r));
}

}  // namespace graphblas_gpu
