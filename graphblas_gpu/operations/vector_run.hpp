// One product of a matrix and a vector, from public operands to kernels.
#pragma once

#include <chrono>
#include <limits>
#include <optional>

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/operations/operand.hpp>
#include <graphblas_gpu/host/vector_product.hpp>
#include <graphblas_gpu/planner/vector_products.hpp>
#include <graphblas_gpu/shapes.hpp>

namespace graphblas_gpu::host {

/// Bits for a list of positions, in the common working memory of a team; cleared at the end. None until set() is called.
class listed_bits {
  public:
    listed_bits() = default;
    ~listed_bits() {
        for (index n = 0; n < count_; ++n) bits_[formats::word_of(positions_[n])] = 0;
    }
    listed_bits(const listed_bits&) = delete;
    listed_bits& operator=(const listed_bits&) = delete;

    /// Called once at most. `positions` must outlive this object.
    void set(team& team, scratch::clean slot, const column_index* positions, index count, index size) {
        bits_ = memory_.emplace(team, slot, static_cast<std::size_t>(formats::words_for(size))).data();
        positions_ = positions;
        count_ = count;
        for (index n = 0; n < count; ++n) formats::set_bit(bits_, positions[n]);
    }
    const formats::word* bits() const { return bits_; }

  private:
    std::optional<team::common_memory<formats::word>> memory_;
    formats::word* bits_ = nullptr;
    const column_index* positions_ = nullptr;
    index count_ = 0;
};

/// A mask over a vector as bits: those of the mask itself where it is laid out and structural.
class held_vector_mask {
  public:
    held_vector_mask(team&, const no_mask_t&) {}

    template <class T>
    held_vector_mask(team& team, const mask_view<vector<T>>& mask) {
        mask_.present = true;
        mask_.complement = mask.complement;
        const dense_vector<T>* dense = mask.object->dense();
        if (dense != nullptr && !mask.by_value && mask.complement) {
            count_ = dense->nvals;
            mask_.bits = dense->bits.data();
            return;
        }
        const column_index* positions = mask.object->list().columns.data();
        count_ = mask.object->nvals();
        if constexpr (truth_value<T> && !std::is_void_v<T>) {
            if (mask.by_value) {
                filtered_ = true_structure(team, mask.object->list());
                positions = filtered_.columns.data();
                count_ = filtered_.nvals();
            }
        }
        made_.set(team, scratch::clean::mask_bits, positions, count_, mask.object->size());
        mask_.bits = made_.bits();
        if (mask.complement) return;
        mask_.listed = positions;
        mask_.listed_count = count_;
    }
    held_vector_mask(const held_vector_mask&) = delete;
    held_vector_mask& operator=(const held_vector_mask&) = delete;

    const bit_mask& view() const { return mask_; }
    index admitted(index size) const {
        if (!mask_.present) return size;
        return mask_.complement ? size - count_ : count_;
    }

  private:
    bit_mask mask_;
    index count_ = 0;
    csr<void> filtered_;
    listed_bits made_;
};

template <class Mask>
void check_vector_mask(const char* operation, const Mask& mask, index size) {
    if constexpr (!std::is_same_v<Mask, no_mask_t>) shapes::check_same(operation, "mask", mask.object->size(), size);
}

/// Entries met by pushing along these rows from the entries of u, counted until there are more than `enough`. O(nvals(u)).
template <class TU>
std::int64_t counted_push_work(const structure_view& rows, const vector<TU>& u, std::int64_t enough) {
    std::int64_t work = 0;
    if (const dense_vector<TU>* dense = u.dense(); dense != nullptr) {
        for (std::size_t w = 0; w < dense->bits.size() && work <= enough; ++w) {
            formats::for_each_bit(dense->bits[w], static_cast<column_index>(w),
                                  [&](column_index k) { work += rows.row_size(k); });
        }
    } else {
        for (const column_index k : u.indices()) {
            work += rows.row_size(k);
            if (work > enough) break;
        }
    }
    return work;
}

/// Which way a product goes.
struct direction {
    planner::choice choice;
    std::int64_t push_work = 0;  ///< multiplications: counted, or estimated where that was enough to tell
};

/// Pulling reads the rows of op(A) (A u) or of op(A)' (u' A), pushing the other way round: `pull_transposed` says whether the
/// rows to pull along are those of the transpose of what is stored. `size` of the output, `admitted` of its positions.
/// `made_apart`: by vector_kernels, on so many threads, rather than in place.
template <class S, class TA, class TU>
direction choose_direction(const char* operation, const matrix<TA>& a, const vector<TU>& u, index size, bool pull_transposed,
                           index admitted, method wanted, bool made_apart, int threads) {
    const bool transpose_at_hand = a.has_transpose_at_hand();
    planner::vector_product_facts facts = planner::expected_facts({.output = size,
                                                                   .admitted = admitted,
                                                                   .vector = u.size(),
                                                                   .vector_nvals = u.nvals(),
                                                                   .stored_columns = a.ncols(),
                                                                   .stored_nvals = a.nvals(),
                                                                   .pull_transposed = pull_transposed,
                                                                   .transpose_at_hand = transpose_at_hand,
                                                                   .hit_ends_row = planner::hit_ends_row<S>});
    facts.made_apart = made_apart;
    facts.threads = threads;
    // Counted where the rows to push along are at hand, until it is plain that pulling is cheaper.
    if ((pull_transposed || transpose_at_hand) && wanted == method::automatic) {
        const auto storage = pull_transposed ? nullptr : a.transposed_storage();
        const structure_view rows = (storage == nullptr ? a.storage() : *storage).structure();
        const std::int64_t enough = planner::enough_pushed(facts);
        const std::int64_t counted = counted_push_work(rows, u, enough);
        facts.push_work = counted > enough ? std::max(counted, facts.push_work) : counted;
    }
    return {planner::choose_host_method(operation, wanted, facts), facts.push_work};
}

/// w = A u, or u' A if from_left, under a mask. `transpose` as in the descriptor. `positions`: see position_maps.
template <class S, bool from_left, class TA, class TU>
csr<semiring_value_t<S>> vector_product(const context& ctx, const char* operation, const S& semiring, const matrix<TA>& a,
                                        const vector<TU>& u, bool transpose, const held_vector_mask& mask, method wanted,
                                        const position_maps& positions = {}) {
    using in_type = vector_operands<S, from_left>;
    using matrix_value = typename in_type::matrix_value;
    using vector_value = typename in_type::vector_value;
    const auto started = std::chrono::steady_clock::now();
    host::team& team = ctx.team();
    const team::operation_turn turn = team.take_turn(operation);

    in_type in;
    in.semiring = semiring;
    in.size = shapes::matrix_vector(operation, shapes::of(a), transpose, u.size(), from_left);
    in.mask = mask.view();
    in.positions = positions;

    const bool pull_transposed = transpose != from_left;
    const direction chosen = choose_direction<S>(operation, a, u, in.size, pull_transposed, mask.admitted(in.size), wanted,
                                                 true, team.size());
    const planner::choice& choice = chosen.choice;

    const bool pulls = choice.method == method::dot;
    const operand<matrix_value> rows(team, a, pulls == pull_transposed, in_type::reads_matrix);
    in.rows = rows.view();

    listed_bits u_bits;
    buffer<vector_value> u_converted;
    std::optional<team::common_memory<vector_value>> u_laid_out;
    if (!pulls) {
        const csr<TU>& list = u.list();
        in.u_indices = list.columns.data();
        in.u_count = list.nvals();
        if constexpr (in_type::reads_vector) {
            if constexpr (std::is_same_v<TU, vector_value>) {
                in.u_values = list.values.data();
            } else {
                u_converted = converted_values<vector_value>(team, list.view());
                in.u_values = u_converted.data();
            }
        }
    } else {
        const dense_vector<TU>* dense = u.dense();
        bool values_at_hand = !in_type::reads_vector;
        if constexpr (std::is_same_v<TU, vector_value>) {
            if (dense != nullptr && in_type::reads_vector) {
                in.u_values = dense->values.data();
                values_at_hand = true;
            }
        }
        if (dense != nullptr) {
            in.u_bits = dense->bits.data();
        } else {
            const csr<TU>& list = u.list();
            u_bits.set(team, scratch::clean::operand_bits, list.columns.data(), list.nvals(), u.size());
            in.u_bits = u_bits.bits();
        }
        if (!values_at_hand) {
            const csr<TU>& list = u.list();
            vector_value* const laid_out =
                u_laid_out.emplace(team, scratch::raw::operand_values, static_cast<std::size_t>(u.size())).data();
            for (row_offset p = 0; p < list.nvals(); ++p) {
                laid_out[list.columns[static_cast<std::size_t>(p)]] = read_value<vector_value>(list.view(), p);
            }
            in.u_values = laid_out;
        }
    }

    csr<semiring_value_t<S>> out = vector_kernels<S>::run(team, in, choice.method);
    report r;
    r.operation = operation;
    r.method = choice.method;
    r.reason = choice.reason;
    r.flops = chosen.push_work;
    r.nvals = out.nvals();
    r.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
    ctx.set_report(std::move(r));
    return out;
}

}  // namespace graphblas_gpu::host
