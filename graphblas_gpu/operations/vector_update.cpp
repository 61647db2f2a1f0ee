// One update of a vector by a product, and the choice among the strategies for it.
//
// Idea: a dense vector is written in place if the result is the same as that of computing the product and merging it, and if a
// failure leaves no visible change. In all other cases the product is computed and merged. Only positions of the product are
// compared with w: no other entry of w can be new or have another value.
#include <graphblas_gpu/operations/vector_update.hpp>

#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/host/threads/restored.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>

#include <cstring>

namespace graphblas_gpu::host {
namespace {

using base::word;
using formats::untyped_csr;
using operations::any_output;
using operations::changed_output;

/// Whether two values of one type are the same: built-in ones by is_same_value, others by their own equality or their bytes.
class same_values {
  public:
    explicit same_values(const type_descriptor& type) : bytes_(type.bytes), equal_(type.equal) {
        if (bytes_ == 0 || !type.is_built_in()) return;
        equal_ = base::with_code(type.code, [](auto tag) -> bool (*)(const void*, const void*) {
            using T = typename decltype(tag)::type;
            return [](const void* x, const void* y) {
                return is_same_value(*static_cast<const T*>(x), *static_cast<const T*>(y));
            };
        });
    }
    bool operator()(const std::byte* x, const std::byte* y) const {
        return bytes_ == 0 || (equal_ != nullptr && equal_(x, y)) || std::memcmp(x, y, bytes_) == 0;
    }

  private:
    std::size_t bytes_;
    bool (*equal_)(const void* x, const void* y);
};

/// The positions that a pull has found, read like a position_set.
struct found_words {
    buffer<word> words;

    template <class F>
    void for_each_word(F&& f) const {
        for (std::size_t w = 0; w < words.size(); ++w)
            if (words[w] != 0) f(static_cast<index>(w), words[w]);
    }
};

class vector_update {
  public:
    vector_update(const context& ctx, const vector_call& call, const any_output& out, const changed_output& changed,
                  const vector_update_loops& loops)
        : ctx_(ctx),
          team_(ctx.team()),
          call_(call),
          functions_(call.functions()),
          out_(out),
          w_(*out.vector),
          changed_(changed),
          loops_(loops) {
        in_.semiring = call.semiring.object;
        in_.size = w_.size();
    }

    /// Updates w and returns the entries that changed.
    any_vector run() {
        // Terms that are written in place need the original indices, so renumbered products cannot be written in place.
        const bool in_place = w_.is_dense() && !(functions_.reads_vector && call_.u_values.is_needed()) &&
                              !vector_product_sides(*call_.a, *call_.u, call_.transpose, true).any();
        if (in_place && fills_blanks() && loops_.push_into_blanks != nullptr && wants(method::dense, method::dot)) {
            if (auto made = filled()) return std::move(*made);
        }
        if (in_place && loops_.relax != nullptr && every_position_is_filled()) return relaxed();
        return merged();
    }

    /// Whether the mask is !structure(w), so that no entry of w changes.
    static bool fills_blanks(const any_output& out) {
        return out.mask.vector == out.vector && out.mask.complement && !out.mask.by_value && !out.replace;
    }

  private:
    bool fills_blanks() const { return fills_blanks(out_); }
    bool wants(method one, method other) const {
        return call_.desc.method == method::automatic || call_.desc.method == one || call_.desc.method == other;
    }

    /// Fills the blank positions of w in place; returns nothing if the operands are not in a form that this needs.
    std::optional<any_vector> filled() {
        const direction chosen = choose_direction(team_, call_, *call_.a, *call_.u, w_.size(), w_.size() - w_.nvals(), false);
        const bool pulls = chosen.choice.method == method::dot;
        const formats::untyped_dense_view u = call_.u->dense();
        if (chosen.choice.method == method::hash || (pulls && functions_.reads_vector && u.bits == nullptr)) return {};

        const product_operand rows = read_matrix(pulls == call_.pulls_transposed());
        report told = report_of(chosen.choice, chosen.push_work);
        if (u.bits != nullptr) {
            in_.u_bits = u.bits;
            in_.u_values = u.values;
        } else {
            read_list_of_u();
        }
        const formats::untyped_dense_writer w = w_.written_in_place();
        any_vector made;
        if (pulls) {
            const operand_bits u_bits(team_, *call_.u);
            in_.u_bits = u_bits.bits();
            found_words found{buffer<word>(static_cast<std::size_t>(base::words_for(w.size)))};
            const index count = loops_.pull_into_blanks(team_, in_, w.bits, w.values, found.words.data());
            made = added(w, found, count);
        } else {
            position_set found(team_, w.size);
            const index length = u.bits != nullptr ? base::words_for(u.size) : in_.u_count;
            loops_.push_into_blanks(in_, length, w.bits, w.values, found);
            made = added(w, found, found.count());
        }
        give(std::move(told), made.nvals());
        return made;
    }

    /// Makes the values at blank positions entries of w, and returns these entries.
    template <class Positions>
    any_vector added(const formats::untyped_dense_writer& w, const Positions& found, index count) {
        // This may fail for lack of memory, so it is done before the new entries of w become visible.
        any_vector made = entries_at(w, found, count);
        found.for_each_word([&](index at, word here) { w.bits[at] |= here; });
        w.nvals += count;
        return made;
    }

    bool every_position_is_filled() const {
        const bool rows_are_cached = !call_.transpose || call_.a->has_cached_transpose();
        return w_.nvals() == w_.size() && call_.u != &w_ && rows_are_cached && wants(method::dense, method::dense) &&
               !changed_.values.is_needed();
    }

    any_vector relaxed() {
        const product_operand rows = read_matrix(call_.transpose);
        read_list_of_u();
        const std::int64_t work = counted_push_work(rows.structure(), *call_.u, std::numeric_limits<std::int64_t>::max());

        // After the first term is written nothing may fail, so all memory is allocated here.
        const auto room = static_cast<std::size_t>(std::min<index>(work, w_.size()));
        auto list = untyped_csr::with_room(1, w_.size(), room, changed_.values.bytes);
        position_set positions(team_, w_.size());
        report told = report_of({method::dense, "every position is filled: relaxed in place"}, work);
        const formats::untyped_dense_writer w = w_.written_in_place();
        const std::span<std::byte> values(w.values, static_cast<std::size_t>(w.size) * w_.type().bytes);
        write_or_restore(team_, work, values, [&] { loops_.relax(team_, in_, work, w.values, positions); });
        any_vector made(listed(w, positions, std::move(list)), changed_.vector->type());
        give(std::move(told), made.nvals());
        return made;
    }

    product_operand read_matrix(bool transpose) {
        product_operand rows(team_, *call_.a, transpose, functions_.reads_matrix, call_.a_values);
        in_.rows = rows.structure();
        in_.matrix_values = rows.values();
        return rows;
    }
    void read_list_of_u() {
        const formats::untyped_view u = call_.u->list();
        in_.u_indices = u.columns;
        in_.u_count = u.nvals();
        in_.u_values = u.values;
    }

    /// The entries of w at these positions, written into a row that has room for them and for their values, or for none.
    untyped_csr listed(const formats::untyped_dense_writer& w, const auto& positions, untyped_csr&& row) const {
        std::size_t n = 0;
        base::with_value_mover(row.value_bytes, [&](auto moved) {
            positions.for_each_word([&](index at, word here) {
                base::for_each_bit(here, static_cast<column_index>(at), [&](column_index j) {
                    row.columns[n] = j;
                    moved.copy(row.values.data(), n, w.values, j);
                    ++n;
                });
            });
        });
        row.offsets[0] = 0;
        row.offsets[1] = static_cast<row_offset>(n);
        row.shrink();
        return std::move(row);
    }

    /// The entries of w at `count` positions, as the vector of changes has them: as a list or dense, whichever suits.
    any_vector entries_at(const formats::untyped_dense_writer& w, const auto& positions, index count) const {
        const operations::value_conversion& values = changed_.values;
        const type_descriptor& type = changed_.vector->type();
        if (values.is_needed() || formats::collect_from(count, w.size)) {
            auto row = untyped_csr::with_room(1, w.size, static_cast<std::size_t>(count),
                                              values.is_needed() ? w_.type().bytes : values.bytes);
            return {values.converted(team_, listed(w, positions, std::move(row))), type};
        }
        formats::untyped_dense_vector out{.size = w.size,
                                          .nvals = count,
                                          .bits = buffer<word>(static_cast<std::size_t>(base::words_for(w.size)), word{0}),
                                          .values = buffer<std::byte>(static_cast<std::size_t>(w.size) * values.bytes),
                                          .value_bytes = values.bytes};
        base::with_value_mover(values.bytes, [&](auto moved) {
            positions.for_each_word([&](index at, word here) {
                out.bits[static_cast<std::size_t>(at)] = here;
                base::for_each_bit(here, static_cast<column_index>(at),
                                   [&](column_index j) { moved.copy(out.values.data(), j, w.values, j); });
            });
        });
        return {std::move(out), type};
    }

    any_vector merged() {
        untyped_csr t = out_.values.converted(team_, product_with_vector(ctx_, call_, out_.mask));
        const bool accumulates = out_.accumulates;
        if (out_.accum.on_host.combine != nullptr)
            accumulate_entries(team_, w_.dense(), w_.is_dense() ? formats::untyped_view{} : w_.list(), t, out_.on_host());
        any_vector made(changed_.values.converted(team_, entries_unlike_w(t)), changed_.vector->type());
        const bool deletes = !fills_blanks() && (!accumulates || (out_.mask.is_present() && out_.replace));
        if (!deletes && is_well_filled(w_, t.nvals())) {
            write_entries(team_, w_, std::move(t), {});
            return made;
        }
        const accumulator second{accumulates || !deletes, operations::second_of(w_.type()).on_host};
        write_back(team_, w_, std::move(t), deletes ? out_.mask : any_mask(), second, deletes && out_.replace, true, false);
        return made;
    }

    /// The entries of a row that w lacks, or has with another value.
    untyped_csr entries_unlike_w(const untyped_csr& t) const {
        const same_values same(w_.type());
        auto out = untyped_csr::with_room(1, w_.size(), static_cast<std::size_t>(t.nvals()), t.value_bytes);
        std::size_t n = 0;
        base::with_value_mover(t.value_bytes, [&](auto moved) {
            for (std::size_t p = 0; p < static_cast<std::size_t>(t.nvals()); ++p) {
                const std::byte* const old = w_.find(t.columns[p]);
                if (old != nullptr && same(old, t.values.data() + p * t.value_bytes)) continue;
                out.columns[n] = t.columns[p];
                moved.copy(out.values.data(), n, t.values.data(), p);
                ++n;
            }
        });
        out.offsets[0] = 0;
        out.offsets[1] = static_cast<row_offset>(n);
        out.shrink();
        return out;
    }

    /// The report of the context. It takes memory, so it is made before w changes; give() takes none.
    report report_of(const planner::choice& choice, std::int64_t flops) const {
        return {.operation = call_.operation, .method = choice.method, .reason = choice.reason, .flops = flops};
    }
    void give(report told, index nvals) const {
        told.nvals = nvals;
        told.milliseconds = time_.milliseconds();
        ctx_.set_report(std::move(told));
    }

    const base::stopwatch time_;
    const context& ctx_;
    team& team_;
    const vector_call& call_;
    const vector_functions& functions_;
    const any_output& out_;
    any_vector& w_;
    const changed_output& changed_;
    const vector_update_loops& loops_;
    vector_arrays in_;
};

}  // namespace
}  // namespace graphblas_gpu::host

namespace graphblas_gpu::operations {

void update_vector(const context& ctx, const host::vector_call& call, const any_output& out, const changed_output& changed,
                   const host::vector_update_loops& loops) {
    on_engine(ctx, call.operation, sizes_of(*call.a, *call.u), [&](const context& call_ctx) {
        check_sizes(call, out.vector->size(), out.mask);
        shapes::check_same(call.operation, "changed", changed.vector->size(), out.vector->size());
        if (changed.vector == out.vector)
            throw invalid_value(std::string(call.operation) + ": w and changed are the same object");
        if (!call_ctx.is_cuda()) {
            // `changed` may be an operand, so it is written last.
            *changed.vector = host::vector_update(call_ctx, call, out, changed, loops).run();
            return;
        }
        auto [w, entries] =
            device::update_vector(call_ctx, call, out, changed.vector->type(), host::vector_update::fills_blanks(out));
        any_vector updated(std::move(w), out.vector->type());
        *changed.vector = any_vector(std::move(entries), changed.vector->type());
        *out.vector = std::move(updated);
    });
}

}  // namespace graphblas_gpu::operations
