// One update of a vector by a product, from public operands to kernels, and the choice among the strategies for it.
//
// Idea: a dense vector is written in place if the result is the same as that of computing the product and merging
// it, and if a failure leaves no visible change. In all other cases the product is computed and merged, and the entries are
// compared.
#pragma once

#include <graphblas_gpu/formats/stopwatch.hpp>
#include <graphblas_gpu/host/restored.hpp>
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

/// The positions in `bits` with the values of a dense vector, as a list or dense, whichever suits `count` entries.
template <class T, class Value>
vector<T> vector_of(index size, index count, buffer<formats::word>&& bits, const Value* values) {
    dense_vector<T> out;
    out.size = size;
    out.nvals = count;
    out.bits = std::move(bits);
    if constexpr (!std::is_void_v<T>) {
        out.values = buffer<T>(static_cast<std::size_t>(size));
        for (std::size_t w = 0; w < out.bits.size(); ++w) {
            formats::for_each_bit(out.bits[w], static_cast<column_index>(w),
                                  [&](column_index j) { out.values[j] = entry_of<T>(values, j); });
        }
    }
    if (!formats::collect_from(count, size)) return vector<T>::from_storage(std::move(out));
    return vector<T>::from_storage(formats::collected(formats::dense_view<T>{size, count, out.bits.data(), out.values.data()}));
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
    /// Whether the values of u can be read without a conversion.
    static constexpr bool reads_in_place = !in_type::reads_vector || std::is_same_v<TU, vector_value>;
    static constexpr bool may_fill =
        std::is_same_v<Mask, mask_view<vector<TW>>> && reads_in_place && (std::is_void_v<TW> || std::is_same_v<TW, value>);
    static constexpr bool may_relax = !masked && reads_in_place && std::is_same_v<TW, value> && relaxes_with<S, Accum>;

  public:
    vector_update(const context& ctx, const char* operation, vector<TW>& w, vector<TC>& changed, const Mask& mask,
                  const Accum& accum, const S& semiring, const vector<TU>& u, const matrix<TA>& a, const descriptor& desc)
        : ctx_(ctx),
          team_(ctx.team()),
          operation_(operation),
          w_(w),
          changed_(changed),
          mask_(mask),
          accum_(accum),
          u_(u),
          a_(a),
          desc_(desc),
          call_(vector_call_of<true>(operation, in_.semiring, a, u, desc.transpose_b, desc)) {
        in_.semiring = semiring;
        in_.size = w.size();
    }

    void run() {
        // `changed` may be an operand, so it is written last.
        changed_ = update();
    }

  private:
    vector<TC> update() {
        // Terms that are written in place need the original indices, so renumbered products cannot be written in place.
        const bool in_place = !vector_product_sides(*call_.a, *call_.u, desc_.transpose_b, true).any();
        bool only_fills = false;
        if constexpr (may_fill) {
            only_fills = fills_blanks();
            if (in_place && only_fills) {
                if (auto report = fill()) return std::move(*report);
            }
        }
        if constexpr (may_relax) {
            if (in_place && every_position_is_filled()) return relax_in_place();
        }
        return deletes() && !only_fills ? compare_all() : merge();
    }

    bool deletes() const { return masked ? desc_.replace || !accumulates : !accumulates; }
    bool wants_any_of(method one, method other) const {
        return desc_.method == method::automatic || desc_.method == one || desc_.method == other;
    }

    /// Whether the mask is !structure(w), so that no existing entry changes.
    bool fills_blanks() const requires may_fill {
        return w_.dense().bits != nullptr && mask_.object == &w_ && mask_.complement && !mask_.by_value && !desc_.replace &&
               wants_any_of(method::dense, method::dot);
    }

    /// Fills the blank positions of w in place; returns nothing if the operands are not in a form that this needs.
    std::optional<vector<TC>> fill() requires may_fill {
        const bool pull_transposed = !desc_.transpose_b;
        const direction chosen = choose_direction(team_, call_, *call_.a, *call_.u, w_.size(), w_.size() - w_.nvals(), false);
        const bool pulls = chosen.choice.method == method::dot;
        const formats::dense_view<TU> u = u_.dense();
        const bool u_is_dense = u.bits != nullptr;
        if (chosen.choice.method == method::hash || (pulls && in_type::reads_vector && !u_is_dense)) return std::nullopt;

        const product_operand rows(team_, *call_.a, pulls == pull_transposed, in_type::reads_matrix, call_.a_values);
        in_.rows = rows.template view<matrix_value>();
        if (u_is_dense) {
            in_.u_bits = u.bits;
            if constexpr (in_type::reads_vector) in_.u_values = u.values;
        } else {
            read_list_of_u();
        }
        report told = report_of(chosen.choice, chosen.push_work);
        vector<TC> found = pulls ? fill_by_pulling() : fill_by_pushing(u_is_dense ? formats::words_for(u.size) : u_.nvals());
        give(std::move(told), found.nvals());
        return found;
    }

    vector<TC> fill_by_pulling() requires may_fill {
        const operand_bits u_bits(team_, *call_.u);
        in_.u_bits = u_bits.bits();
        const formats::dense_writer<TW> w = w_.written_in_place();
        const index words = formats::words_for(w.size);
        buffer<formats::word> found(static_cast<std::size_t>(words));
        const index count = pull_into_blanks(team_, in_, w.bits, w.values, found.data());
        // Making the report may fail for lack of memory, so it is made before the new entries of w become visible.
        vector<TC> report = vector_of<TC>(w.size, count, std::move(found), w.values);
        if (const formats::word* const news = report.dense().bits; news != nullptr) {
            for (index at = 0; at < words; ++at) w.bits[at] |= news[at];
        } else {
            for (const column_index j : report.indices()) formats::set_bit(w.bits, j);
        }
        w.nvals += count;
        return report;
    }

    vector<TC> fill_by_pushing(index u_length) requires may_fill {
        const formats::dense_writer<TW> w = w_.written_in_place();
        position_set found(team_, w.size);
        push_into_blanks(in_, u_length, w.bits, w.values, found);
        const index count = found.count();
        vector<TC> report(w.size);
        if (formats::becomes_dense(count, w.size)) {
            buffer<formats::word> bits(static_cast<std::size_t>(formats::words_for(w.size)), formats::word{0});
            found.for_each_word([&](index at, formats::word here) { bits[static_cast<std::size_t>(at)] = here; });
            report = vector_of<TC>(w.size, count, std::move(bits), w.values);
        } else {
            report = vector<TC>::from_storage(listed<TC>(found, w.values, room_for<TC>(w.size, count)));
        }
        found.for_each_word([&](index at, formats::word here) { w.bits[at] |= here; });
        w.nvals += count;
        return report;
    }

    bool every_position_is_filled() const requires may_relax {
        const bool rows_are_cached = !desc_.transpose_b || a_.any().has_cached_transpose();
        return w_.dense().bits != nullptr && w_.nvals() == w_.size() && static_cast<const void*>(&u_) != &w_ &&
               rows_are_cached && wants_any_of(method::dense, method::dense);
    }

    vector<TC> relax_in_place() requires may_relax {
        const product_operand rows(team_, *call_.a, desc_.transpose_b, in_type::reads_matrix, call_.a_values);
        in_.rows = rows.template view<matrix_value>();
        read_list_of_u();
        const std::int64_t work = counted_push_work(in_.rows, *call_.u, std::numeric_limits<std::int64_t>::max());

        // After the first term is written nothing may fail, so all memory is allocated here.
        csr<TC> room = room_for<TC>(w_.size(), std::min<index>(work, w_.size()));
        position_set positions(team_, w_.size());
        graphblas_gpu::report told = report_of({method::dense, "every position is filled: relaxed in place"}, work);
        const formats::dense_writer<TW> w = w_.written_in_place();
        write_or_restore(team_, work, std::span<TW>(w.values, static_cast<std::size_t>(w.size)),
                         [&] { relax(team_, in_, u_.nvals(), work, w.values, positions); });
        auto report = vector<TC>::from_storage(listed<TC>(positions, w.values, std::move(room)));
        give(std::move(told), report.nvals());
        return report;
    }

    void read_list_of_u() {
        const csr_view<TU> u = u_.list();
        in_.u_indices = u.columns;
        if constexpr (in_type::reads_vector && reads_in_place) in_.u_values = u.values;
    }

    csr<value> product() { return formats::typed<value>(product_with_vector(ctx_, call_, any_mask_of(mask_))); }

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
        auto report = vector<TC>::from_storage(cut_off(std::move(fresh), n));
        after.offsets = std::move(t.offsets);
        after.columns = std::move(t.columns);
        write_back(team_, w_, std::move(after), no_mask, second{}, false, true);
        return report;
    }

    vector<TC> compare_all() {
        vector<TW> after = w_;
        write_back(team_, after, product(), mask_, accum_, desc_.replace, true);
        const csr_view<TW> old = w_.list(), now = after.list();
        csr<TC> fresh = room_for<TC>(w_.size(), now.nvals());
        std::size_t n = 0;
        row_offset p = 0;
        for (row_offset q = 0; q < now.nvals(); ++q) {
            const column_index j = now.columns[q];
            while (p < old.nvals() && old.columns[p] < j) ++p;
            if (p < old.nvals() && old.columns[p] == j) {
                if constexpr (std::is_void_v<TW>) continue;
                else if (is_same_value(old.values[p], now.values[q])) continue;
            }
            fresh.columns[n] = j;
            if constexpr (!std::is_void_v<TC>) fresh.values[n] = read_value<TC>(now, q);
            ++n;
        }
        auto report = vector<TC>::from_storage(cut_off(std::move(fresh), n));
        w_ = std::move(after);
        return report;
    }

    /// The report of the context. It takes memory, so it is made before w changes; give() takes none.
    report report_of(const planner::choice& choice, std::int64_t flops) const {
        return {.operation = operation_, .method = choice.method, .reason = choice.reason, .flops = flops};
    }
    void give(report told, index nvals) const {
        told.nvals = nvals;
        told.milliseconds = time_.milliseconds();
        ctx_.set_report(std::move(told));
    }

    const formats::stopwatch time_;
    const context& ctx_;
    team& team_;
    const char* operation_;
    vector<TW>& w_;
    vector<TC>& changed_;
    const Mask& mask_;
    const Accum& accum_;
    const vector<TU>& u_;
    const matrix<TA>& a_;
    const descriptor& desc_;
    in_type in_;
    vector_call call_;
};

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::operations {

/// w<m, replace> = accum(w, u A), and the entries of w that changed, on whichever engine the context has. Throws
/// dimension_mismatch, and invalid_value if `changed` is w.
template <class TW, class TC, class Mask, class Accum, class S, class TU, class TA>
void update_vector(const context& ctx, vector<TW>& w, vector<TC>& changed, const Mask& mask, const Accum& accum,
                   const S& semiring, const vector<TU>& u, const matrix<TA>& a, const descriptor& desc) {
    constexpr const char* operation = "vxm_update";
    const host::vector_call call = host::vector_call_of<true>(operation, semiring, a, u, desc.transpose_b, desc);
    const any_mask masked = any_mask_of(mask);
    check_sizes(call, w.size(), masked);
    shapes::check_same(operation, "changed", changed.size(), w.size());
    if (static_cast<const void*>(&changed) == &w) throw invalid_value("vxm_update: w and changed are the same object");
    bool fills_blanks = false;  // of w, so that no entry of it changes
    if constexpr (!std::is_same_v<Mask, no_mask_t>) {
        fills_blanks = static_cast<const void*>(mask.object) == &w && mask.complement && !mask.by_value && !desc.replace;
    }
    auto made = device::update_vector(ctx, call, masked, w.any(), device::accumulation_of<semiring_value_t<S>, TW>(accum),
                                      desc.replace, &device::code_of_moved_values<TC>, fills_blanks);
    if (made.is_on_device) {
        auto updated = vector<TW>::from_storage(std::move(made.w));
        changed = vector<TC>::from_storage(std::move(made.changed));
        w = std::move(updated);
        return;
    }
    host::vector_update<S, TW, TC, Mask, Accum, TU, TA>(ctx, operation, w, changed, mask, accum, semiring, u, a, desc).run();
}

}  // namespace graphblas_gpu::operations
