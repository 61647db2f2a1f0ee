// Element-wise operations: operands and their values on the engine that runs them, the loops, and the last step.
#include <graphblas_gpu/operations/elementwise.hpp>

#include <graphblas_gpu/cuda/elementwise/apply.hpp>
#include <graphblas_gpu/cuda/structure/renumber.hpp>
#include <graphblas_gpu/host/elementwise/cast_pairs.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

namespace graphblas_gpu::operations {
namespace {

using device::engine_in_use;
using formats::untyped_csr;
using formats::untyped_view;

/// Rows whose values have become those of another type.
class converted_rows {
  public:
    converted_rows(host::team& team, formats::untyped_rows&& rows, const value_conversion& values) : rows_(std::move(rows)) {
        view_ = rows_;
        if (values.is_needed()) {
            made_ = values.converted(team, rows_);
            view_.values = made_.data();
        } else if (values.bytes == 0) {
            view_.values = nullptr;
        }
        view_.value_bytes = values.bytes;
    }
    converted_rows(const converted_rows&) = delete;
    converted_rows& operator=(const converted_rows&) = delete;

    const untyped_view& view() const { return view_; }

  private:
    formats::untyped_rows rows_;
    buffer<std::byte> made_;
    untyped_view view_;
};

/// Whether a kernel would cast an entry that only one operand of a union has by way of the type that the operator computes in,
/// and not to the type of the result at once.
bool casts_twice(const pair_call& call, const cuda::binary_function& f, type_code stored) {
    if (stored == type_code::none) return false;
    if (f.result != stored) return true;
    return f.type != f.result && (call.a.type().code != f.type || call.b.type().code != f.type);
}

cuda::csr combined_on_device(const engine_in_use& e, const pair_call& call) {
    for (const any_operand& x : {call.a, call.b}) (void)device::code_of_moved_values(call.operation, x.type());
    const device::pair_operator& op = call.op.on_device;
    const auto rows = [&](const any_operand& x, bool transpose) { return x.device_rows(e, transpose); };
    if (op.by_source != nullptr) {
        const auto a = rows(call.a, call.desc.transpose_a), b = rows(call.b, call.desc.transpose_b);
        return op.by_source(e, a->view(), b->view(), call.is_intersection, op.op);
    }
    const cuda::binary_function f = op.find(call.operation, call.is_intersection, op.op);
    const auto a = rows(call.a, call.desc.transpose_a), b = rows(call.b, call.desc.transpose_b);
    if (call.is_intersection) return cuda::intersection_of(e, a->view(), b->view(), f);
    const type_code stored = call.stored == nullptr ? f.result : call.stored->code;
    if (!casts_twice(call, f, stored)) return cuda::union_of(e, a->view(), b->view(), f);
    const cuda::csr kept = cuda::union_of(e, a->view(), b->view(), {cuda::binary_code::first, stored, stored});
    return cuda::write_back(e, kept.view(), cuda::intersection_of(e, a->view(), b->view(), f), {}, cuda::binary_code::second,
                            false, true);
}

}  // namespace

namespace {

/// An operand of a call on the host.
struct pair_operand {
    formats::untyped_rows rows;
    bool is_masked = false;  ///< it has no entry outside the structure of the mask
};

formats::untyped_rows owned(untyped_csr&& rows) {
    const auto keep = std::make_shared<const untyped_csr>(std::move(rows));
    return {keep->view(), keep};
}

/// The rows of an operand. If the mask admits few positions, only the entries at these are taken, and of a dense vector that
/// meets a much shorter list in an intersection, only those at the positions of the list.
pair_operand operand_rows(host::team& team, const pair_call& call, const any_operand& x, bool transpose,
                          const any_operand& other, const any_mask& mask) {
    const auto taken_at = [&](const formats::untyped_view& listed) {
        if (x.is_vector() && x.vector->is_dense())
            return owned(formats::collected_at(x.vector->dense(), x.type().bytes, listed));
        return owned(host::entries_at(team, x.rows(team, transpose), listed));
    };
    const auto is_short = [&](const any_operand& list) {
        constexpr index much = 4;
        return !(list.is_vector() && list.vector->is_dense()) && list.nvals() < x.nvals() / much;
    };
    if (mask.admits_only()) {
        const any_operand admitted = mask.matrix != nullptr ? any_operand(*mask.matrix) : any_operand(*mask.vector);
        if (is_short(admitted)) return {taken_at(admitted.rows(team, false)), true};
    }
    if (call.is_intersection && x.is_vector() && x.vector->is_dense() && is_short(other))
        return {taken_at(other.rows(team, false)), false};
    return {x.rows(team, transpose), false};
}

/// The rows of a call, and what is `known` of them under the mask. The mask only saves work: the rows may have entries outside
/// of it.
result_rows rows_under_mask(const context& ctx, const pair_call& call, const any_mask& mask, mask_facts& known) {
    shapes::check_same(call.operation, "B", call.b.shape(call.desc.transpose_b), call.a.shape(call.desc.transpose_a));
    if (ctx.is_cuda()) {
        const engine_in_use e(ctx.cuda_engine(), call.operation);
        return result_rows(combined_on_device(e, call));
    }
    host::team& team = ctx.team();
    const pair_operator& op = call.op;
    const type_descriptor& stored = call.stored == nullptr ? *op.result : *call.stored;
    const pair_operand a = operand_rows(team, call, call.a, call.desc.transpose_a, call.b, mask),
                       b = operand_rows(team, call, call.b, call.desc.transpose_b, call.a, mask);
    const host::cast_pairs with_casts(op.on_host, cast_between(call.a.type(), *op.left), cast_between(call.b.type(), *op.right),
                                      cast_between(*op.result, stored));
    const host::paired_values both{
        a.rows.values, b.rows.values, with_casts.function(), {call.a.type().bytes, call.b.type().bytes, stored.bytes}};
    if (call.is_intersection) {
        known.t_is_masked = !mask.by_value && (a.is_masked || b.is_masked);
        return result_rows(host::intersection_of_rows(team, a.rows, b.rows, stored.bytes, both));
    }
    known.t_is_masked = !mask.by_value && a.is_masked && b.is_masked;
    const converted_rows a_alone(team, formats::untyped_rows(a.rows), call.a_alone),
        b_alone(team, formats::untyped_rows(b.rows), call.b_alone);
    return result_rows(host::union_of_rows(team, a_alone.view(), b_alone.view(), both));
}

}  // namespace

result_rows rows_of_pairs(const context& ctx, const pair_call& call) {
    mask_facts nothing;
    return rows_under_mask(ctx, call, {}, nothing);
}

namespace {

result_rows rows_of_function(const context& ctx, const entry_function& f, const any_operand& a, bool transpose) {
    if (ctx.is_cuda()) {
        const engine_in_use e(ctx.cuda_engine(), "apply");
        (void)device::code_of_moved_values("apply", a.type());
        const device::entry_function& own = f.on_device;
        if (own.by_source != nullptr)
            return result_rows(own.by_source(e, a.device_rows(e, transpose)->view(), a.is_vector(), own.f));
        const cuda::entry_function function = own.find("apply", a.is_vector(), own.f);
        return result_rows(cuda::applied(e, a.device_rows(e, transpose)->view(), function));
    }
    host::team& team = ctx.team();
    const converted_rows in(team, a.rows(team, transpose), conversion("apply", a.type(), *f.argument));
    return result_rows(
        host::mapped(team, in.view(), a.is_vector(), f.result->bytes,
                     [&](const host::entry_range& where, std::byte* out) { f.map(f.f, in.view(), where, out); }));
}

result_rows rows_selected(const context& ctx, const entry_predicate& predicate, const any_operand& a, bool transpose) {
    if (ctx.is_cuda()) {
        const engine_in_use e(ctx.cuda_engine(), "select");
        (void)device::code_of_moved_values("select", a.type());
        const device::entry_function& own = predicate.on_device;
        if (own.by_source != nullptr)
            return result_rows(own.by_source(e, a.device_rows(e, transpose)->view(), a.is_vector(), own.f));
        const cuda::entry_function function = own.find("select", a.is_vector(), own.f);
        return result_rows(cuda::selected(e, a.device_rows(e, transpose)->view(), function));
    }
    host::team& team = ctx.team();
    const formats::untyped_rows rows = a.rows(team, transpose);
    const converted_rows in(team, formats::untyped_rows(rows), conversion("select", a.type(), *predicate.argument));
    return result_rows(host::filter_rows(team, rows, a.is_vector(), predicate.keep, predicate.f, in.view()));
}

/// Sums of rows on a device. A side that is far longer than its entries is numbered.
cuda::csr sums_on_device(const engine_in_use& e, const monoid_view& monoid, const any_matrix& a, bool transpose) {
    (void)device::code_of_moved_values("reduce", a.type());
    const auto sums_of_rows = [&](const cuda::csr_ref& rows) {
        return monoid.on_device.sums_of_rows("reduce", e, rows, monoid.on_device.monoid);
    };
    if (formats::is_hypersparse(transpose ? a.ncols() : a.nrows(), a.nvals())) {
        const auto stored = a.device_rows(e);
        const cuda::numbering numbers =
            transpose ? cuda::numbered_columns(e, stored->view()) : cuda::numbered_rows(e, stored->view());
        const cuda::numbering others = cuda::identity_numbering(transpose ? a.nrows() : a.ncols());
        const cuda::csr small = cuda::renumbered(e, stored->view(), transpose ? others : numbers, transpose ? numbers : others);
        cuda::csr sums = transpose ? sums_of_rows(cuda::transposed(e, small.view()).view()) : sums_of_rows(small.view());
        return cuda::in_original_numbers(e, std::move(sums), cuda::identity_numbering(1), numbers);
    }
    if (transpose && !a.has_cached_device_transpose()) {
        return sums_of_rows(cuda::transposed(e, a.device_rows(e)->view()).view());
    }
    return sums_of_rows(a.device_rows(e, transpose)->view());
}

result_rows sums_of_rows(const context& ctx, const monoid_view& monoid, const any_matrix& a, bool transpose) {
    if (ctx.is_cuda()) {
        const engine_in_use e(ctx.cuda_engine(), "reduce");
        return result_rows(sums_on_device(e, monoid, a, transpose));
    }
    host::team& team = ctx.team();
    const bool by_columns = transpose && !a.has_cached_transpose();
    const converted_rows in(team, host::rows_of(team, a, transpose && !by_columns),
                            conversion("reduce", a.type(), *monoid.added));
    return result_rows(by_columns ? host::sums_of_columns(team, in.view(), monoid.on_host)
                                  : host::sums_of_rows(team, in.view(), monoid.on_host));
}

}  // namespace

result_rows combined(const context& ctx, const pair_call& call) {
    return on_engine(ctx, call.operation, sizes_of(call.a, call.b),
                     [&](const context& call_ctx) { return rows_of_pairs(call_ctx, call); });
}

void combine(const context& ctx, const pair_call& call, const any_output& out) {
    on_engine(ctx, call.operation, sizes_of(call.a, call.b), [&](const context& call_ctx) {
        out.check_shape(call.operation, call.a.shape(call.desc.transpose_a));
        mask_facts known;
        result_rows rows = rows_under_mask(call_ctx, call, out.mask, known);
        store(call_ctx, call.operation, out, std::move(rows), known);
    });
}

result_rows applied(const context& ctx, const entry_function& f, const any_operand& a, bool transpose) {
    return on_engine(ctx, "apply", sizes_of(a),
                     [&](const context& call_ctx) { return rows_of_function(call_ctx, f, a, transpose); });
}

void apply(const context& ctx, const entry_function& f, const any_operand& a, bool transpose, const any_output& out) {
    on_engine(ctx, "apply", sizes_of(a), [&](const context& call_ctx) {
        out.check_shape("apply", a.shape(transpose));
        store(call_ctx, "apply", out, rows_of_function(call_ctx, f, a, transpose));
    });
}

result_rows selected(const context& ctx, const entry_predicate& predicate, const any_operand& a, bool transpose) {
    return on_engine(ctx, "select", sizes_of(a),
                     [&](const context& call_ctx) { return rows_selected(call_ctx, predicate, a, transpose); });
}

void select(const context& ctx, const entry_predicate& predicate, const any_operand& a, bool transpose, const any_output& out) {
    on_engine(ctx, "select", sizes_of(a), [&](const context& call_ctx) {
        out.check_shape("select", a.shape(transpose));
        store(call_ctx, "select", out, rows_selected(call_ctx, predicate, a, transpose));
    });
}

void reduce(const context& ctx, const monoid_view& monoid, const any_operand& a, void* sum) {
    on_engine(ctx, "reduce", sizes_of(a), [&](const context& call_ctx) {
        const host::monoid_functions& f = monoid.on_host;
        if (!call_ctx.is_cuda()) {
            host::team& team = call_ctx.team();
            const converted_rows in(team, a.rows(team, false), conversion("reduce", a.type(), *monoid.added));
            host::sum_of_entries(team, in.view(), f, sum);
            return;
        }
        const engine_in_use e(call_ctx.cuda_engine(), "reduce");
        (void)device::code_of_moved_values("reduce", a.type());
        const auto rows = a.device_rows(e, false);
        f.clear(f.monoid, sum);
        if (rows->nvals == 0) return;
        const base::scalar_value made = monoid.on_device.sum("reduce", e, rows->view(), monoid.on_device.monoid);
        // As on the host, a sum begins with the identity, so that min and max of entries that are all NaN give the identity.
        f.add_sums(f.monoid, sum, f.keeps_first, made.data(), 0, 1);
    });
}

void reduce(const context& ctx, const monoid_view& monoid, const any_matrix& a, bool transpose, const any_output& out) {
    on_engine(ctx, "reduce", sizes_of(a), [&](const context& call_ctx) {
        out.check_shape("reduce", {1, a.shape().transposed_if(transpose).nrows});
        store(call_ctx, "reduce", out, sums_of_rows(call_ctx, monoid, a, transpose));
    });
}

}  // namespace graphblas_gpu::operations
