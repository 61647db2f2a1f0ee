// The engine that a call runs on: the context's, or the host where a context chose a device by itself and the device refuses.
//
// Idea: what a device cannot do (an operator without a code, a value type of the caller's own) is refused with `unsupported`
// before anything is changed, so that the same call can be made again on host threads. Only the outermost call is repeated, so
// that an operation that calls other operations runs on one engine as a whole.
#pragma once

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/context.hpp>

#include <optional>
#include <type_traits>
#include <utility>

namespace graphblas_gpu::operations {

/// run(ctx), or run(host) if ctx is of context::automatic() and its device throws unsupported. The call may have a result.
template <class Run>
auto on_engine(const context& ctx, const char* operation, const Run& run) {
    using result = decltype(run(ctx));
    if constexpr (std::is_void_v<result>) {
        ctx.make_call(operation, run);
    } else {
        std::optional<result> made;
        ctx.make_call(operation, [&](const context& call_ctx) { made.emplace(run(call_ctx)); });
        return std::move(*made);
    }
}

}  // namespace graphblas_gpu::operations
