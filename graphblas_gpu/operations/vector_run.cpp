// A product of a matrix and a vector: checks for both engines, and direction and hypersparse sides on host threads.
// device/vector_run.cpp has these for a device.
#include <graphblas_gpu/operations/vector_run.hpp>

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>
#include <graphblas_gpu/planner/vector_products.hpp>

namespace graphblas_gpu::host {

namespace {

/// Bits for a list of positions, in the common scratch of a team. They are cleared by the destructor.
class listed_bits {
  public:
    /// The columns of `list`, which is a vector as one row, must outlive this object.
    listed_bits(team& team, scratch::clean slot, const structure_view& list)
        : memory_(team, slot, static_cast<std::size_t>(base::words_for(list.ncols))),
          positions_(list.columns, list.columns + list.nvals()) {
        for (const column_index j : positions_) base::set_bit(memory_.data(), j);
    }
    ~listed_bits() {
        for (const column_index j : positions_) memory_.data()[base::word_of(j)] = 0;
    }
    listed_bits(const listed_bits&) = delete;
    listed_bits& operator=(const listed_bits&) = delete;

    const base::word* bits() const { return memory_.data(); }

  private:
    const team::common_memory<base::word> memory_;
    const std::span<const column_index> positions_;
};

}  // namespace

operand_bits::operand_bits(team& team, const any_vector& u) : bits_(u.dense().bits) {
    if (bits_ != nullptr) return;
    auto listed = std::make_shared<const listed_bits>(team, scratch::clean::operand_bits, u.list());
    bits_ = listed->bits();
    listed_ = std::move(listed);
}

std::int64_t counted_push_work(const structure_view& rows, const any_vector& u, std::int64_t enough) {
    if (u.nvals() == u.size()) return rows.nvals();
    std::int64_t work = 0;
    if (const base::word* const bits = u.dense().bits; bits != nullptr) {
        const index words = base::words_for(u.size());
        for (index w = 0; w < words && work <= enough; ++w) {
            base::for_each_bit(bits[w], static_cast<column_index>(w), [&](column_index k) { work += rows.row_size(k); });
        }
        return work;
    }
    const structure_view list = u.list();
    for (row_offset p = 0; p < list.nvals() && work <= enough; ++p) work += rows.row_size(list.columns[p]);
    return work;
}

direction choose_direction(team& team, const vector_call& call, const any_matrix& a, const any_vector& u, index size,
                           index admitted, bool into_new_row) {
    const bool transpose_is_cached = a.has_cached_transpose();
    planner::vector_product_facts facts = planner::expected_facts({.output = size,
                                                                   .admitted = admitted,
                                                                   .vector = u.size(),
                                                                   .vector_nvals = u.nvals(),
                                                                   .stored_columns = a.shape().ncols,
                                                                   .stored_nvals = a.nvals(),
                                                                   .pull_transposed = call.pulls_transposed(),
                                                                   .transpose_is_cached = transpose_is_cached,
                                                                   .hit_ends_row = call.semiring.kernels->hit_ends_row});
    facts.into_new_row = into_new_row;
    facts.threads = team.size();
    // The work is counted if the rows to push along exist; counting stops as soon as pulling is certain to be cheaper.
    if ((call.pulls_transposed() || transpose_is_cached) && call.desc.method == method::automatic) {
        const formats::untyped_rows rows = call.pulls_transposed() ? a.rows() : a.transposed_rows(team);
        const std::int64_t enough = planner::enough_pushed(facts);
        const std::int64_t counted = counted_push_work(rows, u, enough);
        facts.push_work = counted > enough ? std::max(counted, facts.push_work) : counted;
    }
    return {planner::choose_host_method(call.operation, call.desc.method, facts), facts.push_work};
}

namespace {

/// A mask over a vector as bits: the mask's own bits if it is dense and structural.
class held_vector_mask {
  public:
    /// The mask in the numbers of the output, which are the original indices for ordinary sides.
    held_vector_mask(team& team, const any_mask& mask, const formats::numbering& output) {
        if (!mask.is_present()) return;
        mask_.present = true;
        mask_.complement = mask.complement;
        if (!mask.by_value && mask.complement && output.is_identity()) {
            if (const base::word* const bits = mask.vector->dense().bits; bits != nullptr) {
                count_ = mask.vector->nvals();
                mask_.bits = bits;
                return;
            }
        }
        structure_view list = mask.vector->list();
        if (mask.by_value) {
            made_ = mask.vector->true_entries(team);
            list = made_.structure();
        }
        if (!output.is_identity()) {
            made_ = formats::renumbered(csr_view<void>{list}, formats::numbering::identity(1), output);
            list = made_.structure();
        }
        count_ = list.nvals();
        mask_.bits = bits_.emplace(team, scratch::clean::mask_bits, list).bits();
        if (mask.complement) return;
        mask_.listed = list.columns;
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
    csr<void> made_;
    std::optional<listed_bits> bits_;
};

/// The product on the given operands, which are those of the call, or renumbered ones if their sides are hypersparse.
formats::untyped_csr multiply(const context& ctx, const vector_call& call, const any_matrix& a, const any_vector& u,
                              const held_vector_mask& mask, const position_maps& positions) {
    const base::stopwatch time;
    host::team& team = ctx.team();
    const team::operation_turn turn = team.take_turn(call.operation);
    const vector_functions& functions = call.functions();

    vector_arrays in;
    in.semiring = call.semiring.object;
    in.size = shapes::matrix_vector(call.operation, a.shape(), call.transpose, u.size(), call.from_left);
    in.mask = mask.view();
    in.positions = positions;
    const direction chosen = choose_direction(team, call, a, u, in.size, mask.admitted(in.size), true);
    const bool pulls = chosen.choice.method == method::dot;

    const product_operand rows(team, a, pulls == call.pulls_transposed(), functions.reads_matrix, call.a_values);
    in.rows = rows.structure();
    in.matrix_values = rows.values();

    std::optional<operand_bits> u_bits;
    buffer<std::byte> converted;
    std::optional<team::common_memory<std::byte>> dense_values;
    const auto values_of = [&](const formats::untyped_rows& list) -> const std::byte* {
        if (!functions.reads_vector) return nullptr;
        if (!call.u_values.is_needed()) return list.values;
        converted = call.u_values.converted(team, list);
        return converted.data();
    };
    if (!pulls) {
        const formats::untyped_rows list = u.list();
        in.u_indices = list.columns;
        in.u_count = list.nvals();
        in.u_values = values_of(list);
    } else {
        const auto dense = u.dense();
        const bool is_full = u.nvals() == u.size();  // a full list is its dense form, and no bit needs to be tested
        if (!is_full) in.u_bits = u_bits.emplace(team, u).bits();
        if (dense.bits != nullptr && !call.u_values.is_needed()) {
            in.u_values = dense.values;
        } else if (is_full) {
            in.u_values = values_of(u.list());
        } else if (functions.reads_vector) {
            const formats::untyped_rows list = u.list();
            const auto* const from = values_of(list);
            const std::size_t bytes = call.u_values.bytes;
            std::byte* const to =
                dense_values.emplace(team, scratch::raw::operand_values, static_cast<std::size_t>(u.size()) * bytes).data();
            base::with_value_mover(bytes, [&](auto values) {
                for (row_offset p = 0; p < list.nvals(); ++p) {
                    values.copy(to, list.columns[p], from, static_cast<std::size_t>(p));
                }
            });
            in.u_values = to;
        }
    }

    formats::untyped_csr out = vector_product(team, functions, call.semiring.kernels->value_bytes, in, chosen.choice.method);
    ctx.set_report({.operation = call.operation,
                    .method = chosen.choice.method,
                    .reason = chosen.choice.reason,
                    .flops = chosen.push_work,
                    .nvals = out.nvals(),
                    .milliseconds = time.milliseconds()});
    return out;
}

/// The entries of a vector at numbered indices, with these numbers as their indices.
any_vector renumbered(const any_vector& u, const formats::numbering& numbers) {
    const formats::untyped_dense_view dense = u.dense();
    if (dense.bits == nullptr) return {formats::renumbered(u.list(), formats::numbering::identity(1), numbers), u.type()};
    auto row = formats::untyped_csr::with_room(1, numbers.size(), static_cast<std::size_t>(numbers.size()), u.type().bytes);
    row.offsets[0] = row.offsets[1] = 0;
    base::with_value_mover(u.type().bytes, [&](auto mover) {
        for (index n = 0; n < numbers.size(); ++n) {
            const auto j = static_cast<column_index>(numbers.original(n));
            if (!base::test_bit(dense.bits, j)) continue;
            const auto at = static_cast<std::size_t>(row.offsets[1]++);
            row.columns[at] = static_cast<column_index>(n);
            mover.copy(row.values.data(), at, dense.values, j);
        }
    });
    row.shrink();
    return {std::move(row), u.type()};
}

}  // namespace

formats::untyped_csr product_with_vector(const context& ctx, const vector_call& call, const any_mask& mask) {
    require_loops(call.operation, *call.semiring.kernels);
    const product_sides sides = vector_product_sides(*call.a, *call.u, call.transpose, call.from_left);
    if (!sides.any()) {
        const held_vector_mask held(ctx.team(), mask, formats::numbering());
        return multiply(ctx, call, *call.a, *call.u, held, {});
    }
    // The product runs on the indices that occur.
    const bool inner_is_columns = call.transpose == call.from_left;
    const structure_view rows = call.a->rows();
    formats::numbering inner = formats::numbering::identity(call.u->size()), output;
    if (sides.hypersparse_inner) {
        const bool by_u = call.u->dense().bits == nullptr && call.u->nvals() <= call.a->nvals();
        inner = by_u ? formats::numbered_columns(call.u->list()) : occurring(rows, inner_is_columns);
    }
    const any_matrix small_a = renumbered(*call.a, inner_is_columns, inner, sides.hypersparse_rows, output);
    std::optional<any_vector> small_u;
    if (!inner.is_identity()) small_u.emplace(renumbered(*call.u, inner));
    const any_vector& u = small_u ? *small_u : *call.u;
    const position_maps maps = call.from_left ? position_maps{nullptr, inner.map(), output.map()}
                                              : position_maps{output.map(), inner.map(), nullptr};
    const held_vector_mask held(ctx.team(), mask, output);
    formats::untyped_csr out = multiply(ctx, call, small_a, u, held, maps);
    report r = ctx.last_report();
    r.reason += note_on_vector(output, inner);
    ctx.set_report(std::move(r));
    formats::put_original_indices(out, formats::numbering::identity(1), output);
    return out;
}

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::operations {

void check_sizes(const host::vector_call& call, index size_of_w, const any_mask& mask) {
    const index size = shapes::matrix_vector(call.operation, call.a->shape(), call.transpose, call.u->size(), call.from_left);
    shapes::check_same(call.operation, "w", size_of_w, size);
    if (mask.is_present()) shapes::check_same(call.operation, "mask", mask.vector->size(), size);
}

void multiply_vector(const context& ctx, const host::vector_call& call, const any_output& out) {
    on_engine(ctx, call.operation, sizes_of(*call.a, *call.u), [&](const context& call_ctx) {
        any_vector& w = *out.vector;
        check_sizes(call, w.size(), out.mask);
        if (call_ctx.is_cuda()) {
            const device::engine_in_use e(call_ctx.cuda_engine(), call.operation);
            const device::accumulation accum = out.on_device(call.operation);
            const device::device_mask held(e, out.mask);
            cuda::csr t = device::product_with_vector(call_ctx, call, held.rows());
            w = any_vector(
                device::merge_entries(
                    e, w.nvals(), [&] { return w.device_rows(e); }, std::move(t), held.rows(), accum, out.replace, true),
                w.type());
            return;
        }
        planner::refuse_device_options(call.operation, call.desc);
        host::team& team = call_ctx.team();
        formats::untyped_csr t = out.values.converted(team, host::product_with_vector(call_ctx, call, out.mask));
        host::write_back(team, w, std::move(t), out.mask, out.on_host(), out.replace, true, false);
    });
}

}  // namespace graphblas_gpu::operations
