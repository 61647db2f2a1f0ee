// A product of a matrix and a vector: checks for both engines, and direction and hypersparse sides on host threads.
// device/vector_run.cpp has these for a device.
#include <graphblas_gpu/operations/vector_run.hpp>

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <graphblas_gpu/formats/stopwatch.hpp>
#include <graphblas_gpu/formats/value_mover.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>
#include <graphblas_gpu/planner/vector_products.hpp>

namespace graphblas_gpu::host {

namespace {

/// Bits for a list of positions, in the common scratch of a team. They are cleared by the destructor.
class listed_bits {
  public:
    /// The columns of `list`, which is a vector as one row, must outlive this object.
    listed_bits(team& team, scratch::clean slot, const structure_view& list)
        : memory_(team, slot, static_cast<std::size_t>(formats::words_for(list.ncols))),
          positions_(list.columns, list.columns + list.nvals()) {
        for (const column_index j : positions_) formats::set_bit(memory_.data(), j);
    }
    ~listed_bits() {
        for (const column_index j : positions_) memory_.data()[formats::word_of(j)] = 0;
    }
    listed_bits(const listed_bits&) = delete;
    listed_bits& operator=(const listed_bits&) = delete;

    const formats::word* bits() const { return memory_.data(); }

  private:
    const team::common_memory<formats::word> memory_;
    const std::span<const column_index> positions_;
};

}  // namespace

operand_bits::operand_bits(team& team, const operations::vector_source& u) : bits_(u.dense().bits) {
    if (bits_ != nullptr) return;
    auto listed = std::make_shared<const listed_bits>(team, scratch::clean::operand_bits, u.list());
    bits_ = listed->bits();
    listed_ = std::move(listed);
}

std::int64_t counted_push_work(const structure_view& rows, const operations::vector_source& u, std::int64_t enough) {
    std::int64_t work = 0;
    if (const formats::word* const bits = u.dense().bits; bits != nullptr) {
        const index words = formats::words_for(u.size());
        for (index w = 0; w < words && work <= enough; ++w) {
            formats::for_each_bit(bits[w], static_cast<column_index>(w), [&](column_index k) { work += rows.row_size(k); });
        }
        return work;
    }
    const structure_view list = u.list();
    for (row_offset p = 0; p < list.nvals() && work <= enough; ++p) work += rows.row_size(list.columns[p]);
    return work;
}

direction choose_direction(team& team, const vector_call& call, const operations::matrix_source& a,
                           const operations::vector_source& u, index size, index admitted, bool into_new_row) {
    const bool transpose_is_cached = a.has_cached_transpose();
    planner::vector_product_facts facts = planner::expected_facts({.output = size,
                                                                   .admitted = admitted,
                                                                   .vector = u.size(),
                                                                   .vector_nvals = u.nvals(),
                                                                   .stored_columns = a.shape().ncols,
                                                                   .stored_nvals = a.nvals(),
                                                                   .pull_transposed = call.pulls_transposed(),
                                                                   .transpose_is_cached = transpose_is_cached,
                                                                   .hit_ends_row = call.kernels->hit_ends_row});
    facts.into_new_row = into_new_row;
    facts.threads = team.size();
    // The work is counted if the rows to push along exist; counting stops as soon as pulling is certain to be cheaper.
    if ((call.pulls_transposed() || transpose_is_cached) && call.desc.method == method::automatic) {
        const operations::untyped_rows rows = call.pulls_transposed() ? a.rows() : a.transposed_rows(team);
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
    held_vector_mask(team& team, const operations::vector_mask_source& mask, const formats::numbering& output) {
        if (mask.object == nullptr) return;
        mask_.present = true;
        mask_.complement = mask.complement;
        if (!mask.by_value && mask.complement && output.is_identity()) {
            if (const formats::word* const bits = mask.object->dense().bits; bits != nullptr) {
                count_ = mask.object->nvals();
                mask_.bits = bits;
                return;
            }
        }
        structure_view list = mask.object->list();
        if (mask.by_value) {
            made_ = mask.object->true_entries(team);
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
formats::untyped_csr multiply(const context& ctx, const vector_call& call, const operations::matrix_source& a,
                              const operations::vector_source& u, const held_vector_mask& mask,
                              const position_maps& positions) {
    const formats::stopwatch time;
    host::team& team = ctx.team();
    const team::operation_turn turn = team.take_turn(call.operation);
    const vector_functions& functions = call.functions();

    vector_arrays in;
    in.semiring = call.semiring;
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
    const auto values_of = [&](const operations::untyped_rows& list) -> const std::byte* {
        if (!functions.reads_vector) return nullptr;
        if (call.u_values.convert == nullptr) return list.values;
        converted = call.u_values.convert(team, list);
        return converted.data();
    };
    if (!pulls) {
        const operations::untyped_rows list = u.list();
        in.u_indices = list.columns;
        in.u_count = list.nvals();
        in.u_values = values_of(list);
    } else {
        const auto dense = u.dense();
        const bool is_full = u.nvals() == u.size();  // a full list is its dense form, and no bit needs to be tested
        if (!is_full) in.u_bits = u_bits.emplace(team, u).bits();
        if (dense.bits != nullptr && call.u_values.convert == nullptr) {
            in.u_values = dense.values;
        } else if (is_full) {
            in.u_values = values_of(u.list());
        } else if (functions.reads_vector) {
            const operations::untyped_rows list = u.list();
            const auto* const from = values_of(list);
            const std::size_t bytes = call.u_values.bytes;
            std::byte* const to =
                dense_values.emplace(team, scratch::raw::operand_values, static_cast<std::size_t>(u.size()) * bytes).data();
            formats::with_value_mover(bytes, [&](auto values) {
                for (row_offset p = 0; p < list.nvals(); ++p) {
                    values.copy(to, list.columns[p], from, static_cast<std::size_t>(p));
                }
            });
            in.u_values = to;
        }
    }

    formats::untyped_csr out = vector_product(team, functions, call.kernels->value_bytes, in, chosen.choice.method);
    ctx.set_report({.operation = call.operation,
                    .method = chosen.choice.method,
                    .reason = chosen.choice.reason,
                    .flops = chosen.push_work,
                    .nvals = out.nvals(),
                    .milliseconds = time.milliseconds()});
    return out;
}

/// The entries of a vector at numbered indices, with these numbers as their indices.
class small_vector final : public operations::vector_source {
  public:
    small_vector(const vector_source& u, const formats::numbering& numbers) {
        const dense_entries dense = u.dense();
        if (dense.bits == nullptr) {
            list_ = formats::renumbered(u.list(), formats::numbering::identity(1), numbers);
            return;
        }
        list_ = formats::untyped_csr::with_room(1, numbers.size(), static_cast<std::size_t>(numbers.size()), u.value_bytes());
        list_.offsets[0] = list_.offsets[1] = 0;
        formats::with_value_mover(u.value_bytes(), [&](auto mover) {
            for (index n = 0; n < numbers.size(); ++n) {
                const auto j = static_cast<column_index>(numbers.original(n));
                if (!formats::test_bit(dense.bits, j)) continue;
                const auto at = static_cast<std::size_t>(list_.offsets[1]++);
                list_.columns[at] = static_cast<column_index>(n);
                mover.copy(list_.values.data(), at, static_cast<const std::byte*>(dense.values), j);
            }
        });
        list_.shrink();
    }

    index size() const override { return list_.ncols; }
    index nvals() const override { return list_.nvals(); }
    operations::untyped_rows list() const override { return {list_.view(), nullptr}; }
    dense_entries dense() const override { return {}; }
    std::size_t value_bytes() const override { return list_.value_bytes; }

  private:
    formats::untyped_csr list_;
};

}  // namespace

formats::untyped_csr product_with_vector(const context& ctx, const vector_call& call,
                                         const operations::vector_mask_source& mask) {
    require_loops(call.operation, *call.kernels);
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
    const auto small_a = renumbered_source(*call.a, inner_is_columns, inner, sides.hypersparse_rows, output);
    std::optional<small_vector> small_u;
    if (!inner.is_identity()) small_u.emplace(*call.u, inner);
    const operations::vector_source& u = small_u ? static_cast<const operations::vector_source&>(*small_u) : *call.u;
    const position_maps maps = call.from_left ? position_maps{nullptr, inner.map(), output.map()}
                                              : position_maps{output.map(), inner.map(), nullptr};
    const held_vector_mask held(ctx.team(), mask, output);
    formats::untyped_csr out = multiply(ctx, call, *small_a, u, held, maps);
    report r = ctx.last_report();
    r.reason += note_on_vector(output, inner);
    ctx.set_report(std::move(r));
    formats::put_original_indices(out, formats::numbering::identity(1), output);
    return out;
}

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::operations {

void check_sizes(const host::vector_call& call, index size_of_w, const vector_mask_source& mask) {
    const index size = shapes::matrix_vector(call.operation, call.a->shape(), call.transpose, call.u->size(), call.from_left);
    shapes::check_same(call.operation, "w", size_of_w, size);
    if (mask.object != nullptr) shapes::check_same(call.operation, "mask", mask.object->size(), size);
}

result_rows multiply_vector(const context& ctx, const host::vector_call& call, const vector_mask_source& mask,
                          const product_output_vector& out) {
    const stored_vector& w = out.w->entries();
    check_sizes(call, w.size(), mask);
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), call.operation);
        (void)out.on_device.codes_for(call.operation);
        const device::held_mask held = mask.on_device(e);
        cuda::csr t = device::product_with_vector(ctx, call, held.rows());
        return result_rows(device::merged(
            e, call.operation, w.nvals(), [&] { return w.device_list(e); }, std::move(t), held.rows(), out.on_device,
            out.replace, true));
    }
    planner::refuse_device_options(call.operation, call.desc);
    host::team& team = ctx.team();
    formats::untyped_csr t = out.values.converted(team, host::product_with_vector(ctx, call, mask));
    host::write_back(team, *out.w, std::move(t), mask, out.on_host, out.replace, true, false);
    return result_rows(formats::untyped_csr());
}

}  // namespace graphblas_gpu::operations
