// The engine that a call runs on: the context's, or the host where a context chose a device by itself and the device refuses.
//
// Idea: what a device cannot do (an operator without a code, a value type of the caller's own) is refused with `unsupported`
// before anything is changed, so that the same call can be made again on host threads. Only the outermost call is repeated, so
// that an operation that calls other operations runs on one engine as a whole.
#pragma once

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/shapes.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace graphblas_gpu::operations {

/// Appends the size of an operand, such as a matrix, a vector or an any_operand, to the text of a log.
template <class Operand>
void append_size(std::string& text, const Operand& x) {
    if constexpr (requires { x.is_vector(); }) shapes::append(text, x.shape(false), x.nvals(), x.is_vector());
    else
        shapes::append(
            text, shapes::of(x), x.nvals(), requires { x.size(); });
}

/// What appends the sizes of these operands to the text of a log. It refers to them.
template <class... Operands>
auto sizes_of(const Operands&... operands) {
    return [&operands...]([[maybe_unused]] std::string& text) { (append_size(text, operands), ...); };
}

/// run(ctx), or run(host) if ctx is of context::automatic() and its device throws unsupported. The call may have a result.
/// `sizes`: the operands, for the log.
template <class Sizes, class Run>
auto on_engine(const context& ctx, const char* operation, const Sizes& sizes, const Run& run) {
    using result = decltype(run(ctx));
    if constexpr (std::is_void_v<result>) {
        ctx.make_call(operation, run, sizes);
    } else {
        std::optional<result> made;
        ctx.make_call(
            operation, [&](const context& call_ctx) { made.emplace(run(call_ctx)); }, sizes);
        return std::move(*made);
    }
}
template <class Run>
auto on_engine(const context& ctx, const char* operation, const Run& run) {
    return on_engine(ctx, operation, sizes_of(), run);
}

}  // namespace graphblas_gpu::operations
