// One update of a vector by a product, from public operands to kernels, and the choice among the strategies for it.
//
// Idea: a full vector is relaxed in place if the result is the same as that of computing the product and merging it, and if
// nothing can fail in between. In all other cases the product is computed and merged, and the entries are compared.
#pragma once

#include <graphblas_gpu/formats/stopwatch.hpp>
#include <graphblas_gpu/host/vector_update.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>
#include <graphblas_gpu/operations/vector_run.hpp>
#include <graphblas_gpu/operations/vector_write_back.hpp>

namespace graphblas_gpu::host {

/// An empty row with room for `entries` entries of a vector of `size`, to be filled in ascending order and then shortened by
/// cut_off.
template <class T>
csr<T> room_for(index size, index entries) {
    csr<T> row(1, size);
    row.columns = buffer<column_index>(static_cast<std::size_t>(entries));
    if constexpr (!std::is_void_v<T>) row.values = buffer<T>(static_cast<std::size_t>(entries));
    return row;
}

template <class T>
csr<T> cut_off(csr<T>&& row, std::size_t entries) {
    row.columns.truncate(entries);
    row.values.truncate(entries);
    row.offsets[1] = static_cast<row_offset>(entries);
    return std::move(row);
}

/// Entry j of w, whose values are `values` (null for structure alone), as an entry of type T.
template <class T, class Value>
formats::stored<T> entry_of(const Value* values, column_index j) {
    if constexpr (std::is_void_v<T>) return {};
    else if constexpr (std::is_same_v<Value, formats::no_value>) return cast<T>(std::int8_t{1});
    else return cast<T>(values[j]);
}

/// The positions of a set with the values of a dense vector, written into `row`, which has room for them.
template <class T, class Value>
csr<T> listed(const position_set& positions, const Value* values, csr<T>&& row) {
    std::size_t n = 0;
    positions.for_each_word([&](index word, formats::word bits) {
        formats::for_each_bit(bits, static_cast<column_index>(word), [&](column_index j) {
            row.columns[n] = j;
            if constexpr (!std::is_void_v<T>) row.values[n] = entry_of<T>(values, j);
            ++n;
        });
    });
    return cut_off(std::move(row), n);
}

/// w<m, replace> = accum(w, u A), and the entries of w that changed.
template <class S, class TW, class TC, class Mask, class Accum, class TU, class TA>
class vector_update {
    using in_type = vector_operands<S, true>;
    using value = semiring_value_t<S>;
    using matrix_value = typename in_type::matrix_value;
    using vector_value = typename in_type::vector_value;
    using stored_value = formats::stored<TW>;
    static constexpr bool accumulates = !std::is_same_v<Accum, no_accum_t>;
    static constexpr bool masked = !std::is_same_v<Mask, no_mask_t>;
    /// The values of u are read without a conversion.
    static constexpr bool may_relax = !masked && (!in_type::reads_vector || std::is_same_v<TU, vector_value>) &&
                                      std::is_same_v<TW, value> && relaxes_with<S, Accum>;

  public:
    /// `fills_blanks`: the mask admits only positions that w lacks.
    vector_update(const context& ctx, const vector_call& call, vector<TW>& w, vector<TC>& changed, const Mask& mask,
                  bool fills_blanks, const Accum& accum, const S& semiring, const vector<TU>& u, const matrix<TA>& a)
        : ctx_(ctx), team_(ctx.team()), call_(call), w_(w), changed_(changed), mask_(mask), fills_blanks_(fills_blanks),
          accum_(accum), semiring_(semiring), u_(u), a_(a), desc_(call.desc) {}

    void run() {
        // `changed` may be an operand, so it is written last.
        changed_ = update();
    }

  private:
    vector<TC> update() {
        if constexpr (may_relax) {
            if (can_relax_in_place()) return relax_in_place();
        }
        return deletes() ? compare_all() : merge();
    }

    /// Whether entries of w may be deleted. A product whose mask admits only positions that w lacks deletes nothing.
    bool deletes() const { return !fills_blanks_ && (masked ? desc_.replace || !accumulates : !accumulates); }

    bool can_relax_in_place() const requires may_relax {
        const bool is_full = w_.dense() != nullptr && w_.nvals() == w_.size();
        const bool rows_are_cached = !desc_.transpose_b || a_.has_cached_transpose();
        const bool is_free = desc_.method == method::automatic || desc_.method == method::dense;
        // Terms that are written in place need the original indices, so renumbered products cannot be written in place.
        const bool is_hypersparse = vector_product_sides(*call_.a, *call_.u, desc_.transpose_b, true).any();
        return is_full && rows_are_cached && is_free && static_cast<const void*>(&u_) != &w_ && !is_hypersparse;
    }

    vector<TC> relax_in_place() requires may_relax {
        const operand<matrix_value> rows(team_, a_, desc_.transpose_b, in_type::reads_matrix);
        const csr<TU>& u = u_.list();
        in_type in;
        in.semiring = semiring_;
        in.size = w_.size();
        in.rows = rows.view();
        in.u_indices = u.columns.data();
        if constexpr (in_type::reads_vector) in.u_values = u.values.data();
        const std::int64_t work = counted_push_work(in.rows, *call_.u, std::numeric_limits<std::int64_t>::max());

        // After the first term is written nothing may fail, so all memory is allocated here.
        vector<TC> report(w_.size());
        csr<TC> room = room_for<TC>(w_.size(), std::min<index>(work, w_.size()));
        position_set positions(team_, w_.size());
        dense_vector<TW>& w = w_.written_in_place();
        relax(team_, in, u.nvals(), work, w.values.data(), positions);
        report.adopt(listed<TC>(positions, w.values.data(), std::move(room)));
        ctx_.set_report({.operation = call_.operation,
                         .method = method::dense,
                         .reason = "every position is filled: relaxed in place",
                         .flops = work,
                         .nvals = report.nvals(),
                         .milliseconds = time_.milliseconds()});
        return report;
    }

    csr<value> product() {
        return formats::typed<value>(product_with_vector(ctx_, call_, operations::mask_source_of(mask_)));
    }

    /// Nothing is deleted, so only positions of the product can change.
    vector<TC> merge() {
        csr<value> t = product();
        csr<TW> after = room_for<TW>(w_.size(), t.nvals());
        csr<TC> fresh = room_for<TC>(w_.size(), t.nvals());
        std::size_t n = 0;
        for (std::size_t p = 0; p < t.columns.size(); ++p) {
            const std::optional<stored_value> old = w_.get_element(t.columns[p]);
            if constexpr (std::is_void_v<TW>) {
                if (old) continue;
            } else {
                TW next = read_value<TW>(t.view(), static_cast<row_offset>(p));
                if constexpr (accumulates) {
                    if (old) next = cast<TW>(apply_binary(accum_, *old, next));
                }
                after.values[p] = next;
                if (old && is_same_value(*old, next)) continue;
            }
            fresh.columns[n] = t.columns[p];
            if constexpr (!std::is_void_v<TC>) fresh.values[n] = entry_of<TC>(after.values.data() + p, 0);
            ++n;
        }
        vector<TC> report(w_.size());
        report.adopt(cut_off(std::move(fresh), n));
        after.offsets = std::move(t.offsets);
        after.columns = std::move(t.columns);
        write_back(team_, w_, std::move(after), no_mask, second{}, false, true);
        return report;
    }

    vector<TC> compare_all() {
        vector<TW> after = w_;
        write_back(team_, after, product(), mask_, accum_, desc_.replace, true);
        const csr<TW>& old = w_.list();
        const csr<TW>& now = after.list();
        csr<TC> fresh = room_for<TC>(w_.size(), now.nvals());
        std::size_t n = 0, p = 0;
        for (std::size_t q = 0; q < now.columns.size(); ++q) {
            const column_index j = now.columns[q];
            while (p < old.columns.size() && old.columns[p] < j) ++p;
            if (p < old.columns.size() && old.columns[p] == j) {
                if constexpr (std::is_void_v<TW>) continue;
                else if (is_same_value(old.values[p], now.values[q])) continue;
            }
            fresh.columns[n] = j;
            if constexpr (!std::is_void_v<TC>) fresh.values[n] = read_value<TC>(now.view(), static_cast<row_offset>(q));
            ++n;
        }
        vector<TC> report(w_.size());
        report.adopt(cut_off(std::move(fresh), n));
        w_ = std::move(after);
        return report;
    }

    const formats::stopwatch time_;
    const context& ctx_;
    team& team_;
    const vector_call& call_;
    vector<TW>& w_;
    vector<TC>& changed_;
    const Mask& mask_;
    const bool fills_blanks_;
    const Accum& accum_;
    const S& semiring_;
    const vector<TU>& u_;
    const matrix<TA>& a_;
    const descriptor& desc_;
};

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::operations {

/// w<m, replace> = accum(w, u A), and the entries of w that changed, on whichever engine the context has. Throws
/// dimension_mismatch, and invalid_value if `changed` is w.
template <class TW, class TC, class Mask, class Accum, class S, class TU, class TA>
void update_vector(const context& ctx, vector<TW>& w, vector<TC>& changed, const Mask& mask, const Accum& accum,
                   const S& semiring, const vector<TU>& u, const matrix<TA>& a, const descriptor& desc) {
    constexpr const char* operation = "vxm_update";
    const host::vector_call_of<S, true, TA, TU> call(operation, semiring, a, u, desc.transpose_b, desc);
    const mask_source_of masked(mask);
    check_sizes(call, w.size(), masked);
    shapes::check_same(operation, "changed", changed.size(), w.size());
    if (static_cast<const void*>(&changed) == &w) throw invalid_value("vxm_update: w and changed are the same object");
    bool fills_blanks = false;  // of w, so that no entry of it changes
    if constexpr (!std::is_same_v<Mask, no_mask_t>) {
        fills_blanks = static_cast<const void*>(mask.object) == &w && mask.complement && !mask.by_value && !desc.replace;
    }
    auto made =
        device::update_vector(ctx, call, masked, vector_source_of(w), device::accumulation_of<semiring_value_t<S>, TW>(accum),
                              desc.replace, &device::code_of_moved_values<TC>, fills_blanks);
    if (made.is_on_device) {
        auto updated = vector<TW>::from_device(std::move(made.w));
        changed = vector<TC>::from_device(std::move(made.changed));
        w = std::move(updated);
        return;
    }
    host::vector_update<S, TW, TC, Mask, Accum, TU, TA>(ctx, call, w, changed, mask, fills_blanks, accum, semiring, u, a).run();
}

}  // namespace graphblas_gpu::operations
