#include <graphblas_gpu/host/elementwise/cast_pairs.hpp>

#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/host/elementwise/convert.hpp>

namespace graphblas_gpu::host {
namespace {

constexpr std::size_t at_once = 128;

/// Room for the values of a batch.
struct batch_values {
    alignas(8) std::byte bytes[at_once * 8];
};

/// Gathers values and casts them. Structure alone has no values, and its entries are read as 1.
template <row_offset entry_pair::*side>
void gather(const value_cast& cast, const void* values, const entry_pair* pairs, std::size_t count, batch_values& to) {
    batch_values gathered;
    base::with_value_mover(base::size_of(cast.from), [&](auto moved) {
        for (std::size_t n = 0; n < count; ++n)
            moved.copy(gathered.bytes, n, static_cast<const std::byte*>(values), static_cast<std::size_t>(pairs[n].*side));
    });
    convert_values(cast.from, gathered.bytes, cast.to, to.bytes, static_cast<index>(count));
}

}  // namespace

void cast_pairs::combine(const void* self, const void* a, const void* b, void* out, const entry_pair* all, std::size_t total) {
    const auto& op = *static_cast<const cast_pairs*>(self);
    batch_values x, y, z, cast_z;
    entry_pair pairs[at_once], run[at_once];
    for (std::size_t done = 0; done < total; done += at_once) {
        const std::size_t count = std::min(at_once, total - done);
        const entry_pair* const from = all != nullptr ? all + done : run;
        for (std::size_t n = 0; n < count && all == nullptr; ++n) {
            const auto at = static_cast<row_offset>(done + n);
            run[n] = {at, at, at};
        }
        if (op.left_.is_needed) gather<&entry_pair::a>(op.left_, a, from, count, x);
        if (op.right_.is_needed) gather<&entry_pair::b>(op.right_, b, from, count, y);
        for (std::size_t n = 0; n < count; ++n) {
            const auto here = static_cast<row_offset>(n);
            pairs[n] = {op.left_.is_needed ? here : from[n].a, op.right_.is_needed ? here : from[n].b,
                        op.result_.is_needed ? here : from[n].out};
        }
        op.op_.combine(op.op_.op, op.left_.is_needed ? x.bytes : a, op.right_.is_needed ? y.bytes : b,
                       op.result_.is_needed ? z.bytes : out, pairs, count);
        if (!op.result_.is_needed) continue;
        convert_values(op.result_.from, z.bytes, op.result_.to, cast_z.bytes, static_cast<index>(count));
        base::with_value_mover(base::size_of(op.result_.to), [&](auto moved) {
            for (std::size_t n = 0; n < count; ++n)
                moved.copy(static_cast<std::byte*>(out), static_cast<std::size_t>(from[n].out), cast_z.bytes, n);
        });
    }
}

}  // namespace graphblas_gpu::host
