// The last step of an operation on either engine.
#include <graphblas_gpu/operations/elementwise.hpp>

namespace graphblas_gpu::operations {

using formats::untyped_csr;

namespace {

void store_on_host(host::team& team, const any_output& out, untyped_csr&& rows, const mask_facts& known) {
    untyped_csr t = out.values.converted(team, std::move(rows));
    const bool t_is_masked = known.t_is_masked || !out.mask.is_present();
    if (out.vector != nullptr) {
        host::write_back(team, *out.vector, std::move(t), out.mask, out.on_host(), out.replace, t_is_masked, known.covers_mask);
        return;
    }
    const bool deletes = out.mask.is_present() ? out.replace || (!out.accumulates && !known.covers_mask) : !out.accumulates;
    if (t_is_masked && !deletes && host::update_in_place(team, *out.matrix, t, out.on_host())) return;
    // The arrays of a C without entries are made only where they are merged with T.
    if (out.matrix->nvals() > 0 || !t_is_masked) {
        const host::host_mask held(team, out.mask);
        t = host::write_back(team, out.matrix->rows(), std::move(t), held.rows(), out.on_host(), out.replace, t_is_masked,
                             nullptr);
    }
    replace_content(out, std::move(t));
}

/// The union of C and T by an accumulator over other types than C's, with values of C's type: a result without an accumulator.
result_rows accumulated(const context& ctx, const char* operation, const any_output& out, result_rows&& t) {
    const any_operand c = out.content();
    const auto joined = [&](const any_operand& added) {
        return rows_of_pairs(ctx, {operation, false, out.accum, c, added, {c.type().bytes}, out.values, {}, &c.type()});
    };
    if (out.matrix != nullptr) return joined(std::move(t).as<any_matrix>(*out.added));
    return joined(std::move(t).as<any_vector>(*out.added));
}

/// The output without an accumulator, for rows of its own type.
any_output without_accumulator(const any_output& out) {
    any_output rest = out;
    rest.accumulates = rest.casts_accumulator = false;
    rest.accum = {};
    rest.added = &out.content().type();
    rest.values = {rest.added->bytes};
    return rest;
}

/// A container that is the output takes over rows.
template <class Rows>
void take_over(const any_output& out, Rows&& rows) {
    if (out.matrix != nullptr) *out.matrix = any_matrix(std::move(rows), out.matrix->type());
    else *out.vector = any_vector(std::move(rows), out.vector->type());
}

}  // namespace

void replace_content(const any_output& out, untyped_csr&& rows) { take_over(out, std::move(rows)); }
void replace_content(const any_output& out, cuda::csr&& rows) { take_over(out, std::move(rows)); }

untyped_csr joined_with_content(const context& ctx, const char* operation, any_output& out, untyped_csr&& t) {
    if (!out.casts_accumulator) return out.values.converted(ctx.team(), std::move(t));
    result_rows made = accumulated(ctx, operation, out, result_rows(std::move(t)));
    out = without_accumulator(out);
    return std::move(made.on_host);
}

device::accumulation any_output::on_device(const char* operation) const {
    const any_operand before = content();
    const type_descriptor& type = before.type();
    device::require_device_cast(operation, *added, type);
    device::accumulation made{device::code_of_moved_values(operation, type), {}, nullptr};
    if (!accumulates) return made;
    // Structure alone has no values to call an operator with, and still accumulates.
    if (type.bytes == 0) made.code = cuda::binary_code::first;
    else if (accum.on_device.by_source != nullptr) made.by_source = &accum.on_device;
    else made.code = accum.on_device.find(operation, true, accum.on_device.op).op;
    return made;
}

void any_output::check_shape(const char* operation, shapes::shape expected) const {
    shapes::check_same(operation, matrix != nullptr ? "C" : "w", content().shape(false), expected);
    if (mask.matrix != nullptr) shapes::check_same(operation, "mask", mask.matrix->shape(), expected);
    if (mask.vector != nullptr) shapes::check_same(operation, "mask", {1, mask.vector->size()}, expected);
}

void store(const context& ctx, const char* operation, const any_output& out, result_rows&& t, const mask_facts& known) {
    if (out.casts_accumulator) {
        return store(ctx, operation, without_accumulator(out), accumulated(ctx, operation, out, std::move(t)));
    }
    if (!t.is_on_device) return store_on_host(ctx.team(), out, std::move(t.on_host), known);
    const device::engine_in_use e(ctx.cuda_engine(), operation);
    const device::device_mask held(e, out.mask);
    const any_operand c = out.content();
    replace_content(out, device::merge_entries(
                             e, c.nvals(), [&] { return c.device_rows(e, false); }, std::move(t.on_device), held.rows(),
                             out.on_device(operation), out.replace, known.t_is_masked || !held.rows().present));
}

}  // namespace graphblas_gpu::operations
