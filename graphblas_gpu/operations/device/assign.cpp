// Idea: the operand and the mask are scattered to their positions in C, entries that the assignment deletes are removed from C,
// and the rest is one merge.
#include <graphblas_gpu/operations/device/assign.hpp>

#include <graphblas_gpu/cuda/structure/assign.hpp>

#include <cstring>
#include <utility>

namespace graphblas_gpu::device {
namespace {

using operations::any_operand;
using operations::any_output;

cuda::region region_of(const host::region& p) { return {p.rows.sorted, p.columns.sorted}; }

/// A mask scattered to its positions in the output.
class scattered_mask {
  public:
    scattered_mask(const engine_ptr& e, const cuda::mask_ref& mask, const host::region& where, shapes::shape whole)
        : rows_(mask) {
        if (!mask.present || where.is_whole(whole)) return;
        moved_ = cuda::scattered(e, mask.rows.structure(), where.rows, where.columns, whole.nrows, whole.ncols);
        rows_.rows = moved_.view();
    }
    scattered_mask(const scattered_mask&) = delete;
    scattered_mask& operator=(const scattered_mask&) = delete;

    const cuda::mask_ref& rows() const { return rows_; }

  private:
    cuda::csr moved_;
    cuda::mask_ref rows_;
};

/// What C accumulates by. Throws unsupported for what the device cannot accumulate.
accumulation accumulation_of(const char* operation, const any_output& out) {
    if (out.casts_accumulator)
        throw unsupported(std::string(operation) +
                          ": the CUDA engine accumulates in the type of the output here, and this accumulator works on another "
                          "one; it runs on the host, with context::host()");
    return out.on_device(operation);
}

/// Merges t into C. t has the shape of C and no entry outside `where` and the mask. `covers`: t has an entry at every position
/// of `where` that the mask admits. A t of type csr is consumed, a t of type csr_ref is not.
template <class T>
void join(const engine_ptr& e, const any_output& out, const accumulation& accum, T&& t, const host::region& where,
          const cuda::mask_ref& mask, const host::region& masked, bool covers) {
    const auto before = out.content().device_rows(e, false);
    cuda::csr_ref rest = before->view();
    cuda::csr left;
    const bool is_sourced = accum.by_source != nullptr;
    const bool overwrites = !accum.code && !is_sourced && !covers;
    if (overwrites || (mask.present && out.replace)) {
        left = cuda::left_by_assignment(e, rest, region_of(where), mask, region_of(masked), overwrites, out.replace);
        rest = left.view();
    }
    const auto view = [](const auto& rows) -> cuda::csr_ref {
        if constexpr (requires { rows.view(); }) return rows.view();
        else return rows;
    };
    replace_content(out, is_sourced ? accumulated(e, rest, view(t), accum)
                                    : cuda::write_back(e, rest, std::forward<T>(t), {},
                                                       accum.code.value_or(cuda::binary_code::second), false, true));
}

void assign_to(const engine_ptr& e, const any_output& out, const accumulation& accum, const cuda::csr_ref& from,
               const host::region& where, const cuda::mask_ref& mask, const host::region& masked) {
    const shapes::shape whole = out.content().shape(false);
    const scattered_mask m(e, mask, masked, whole);
    cuda::csr t = cuda::scattered(e, from, where.rows, where.columns, whole.nrows, whole.ncols);
    if (mask.present) t = cuda::admitted(e, t.view(), m.rows());
    join(e, out, accum, std::move(t), where, m.rows(), masked, false);
}

}  // namespace

void assign_rows(const context& ctx, const char* operation, const any_operand& a, bool transpose, const host::region& where,
                 const host::region& masked, const any_output& out) {
    const engine_in_use e(ctx.cuda_engine(), operation);
    (void)code_of_moved_values(operation, a.type());
    const accumulation accum = accumulation_of(operation, out);
    const auto from = a.device_rows(e, transpose);
    const device_mask held(e, out.mask);
    assign_to(e, out, accum, from->view(), where, held.rows(), masked);
}

void assign_column(const context& ctx, const char* operation, const any_vector& u, const host::region& where,
                   const host::region& masked, const any_output& out) {
    const engine_in_use e(ctx.cuda_engine(), operation);
    (void)code_of_moved_values(operation, u.type());
    const accumulation accum = accumulation_of(operation, out);
    const cuda::csr from = cuda::as_column(e, u.device_rows(e)->view());
    const device_mask held(e, out.mask);
    cuda::mask_ref mask_rows = held.rows();
    cuda::csr mask_column;
    if (mask_rows.present) {
        mask_column = cuda::as_column(e, mask_rows.rows.structure());
        mask_rows.rows = mask_column.view();
    }
    assign_to(e, out, accum, from.view(), where, mask_rows, masked);
}

void assign_value(const context& ctx, const char* operation, const void* value, const host::region& where,
                  const host::region& masked, const any_output& out) {
    const engine_in_use e(ctx.cuda_engine(), operation);
    const any_operand content = out.content();
    const type_descriptor& type = content.type();
    const accumulation accum = accumulation_of(operation, out);
    const shapes::shape whole = content.shape(false);
    const device_mask held(e, out.mask);
    const scattered_mask m(e, held.rows(), masked, whole);
    // The entries of a mask that admits only its entries are the positions to write, if the part is all of C.
    cuda::csr positions;
    cuda::csr_ref t = m.rows().rows.structure();
    if (!m.rows().admits_only() || !where.is_whole(whole)) {
        positions = cuda::positions_admitted(e, region_of(where), whole.nrows, whole.ncols, m.rows());
        t = positions.view();
    }
    cuda::memory values;
    if (type.bytes > 0) {
        base::scalar_value x = base::scalar_value::uninitialised(type.code);
        std::memcpy(x.data(), value, type.bytes);
        values = cuda::memory_filled_with(e, x, t.nvals);
        t.type = type.code;
        t.values = values.data();
    }
    join(e, out, accum, t, where, m.rows(), masked, true);
}

}  // namespace graphblas_gpu::device
