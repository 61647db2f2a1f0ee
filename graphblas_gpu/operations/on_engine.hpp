// The engine that a call runs on: the context's, or the host where a context chose a device by itself and the device refuses.
//
// Idea: what a device cannot do (an operator without a code, a value type of the caller's own) is refused with `unsupported`
// before anything is changed, so that the same call can be made again on host threads. Only the outermost call is repeated: an
// operation that is made of others runs on one engine as a whole.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>

#include <string>

namespace graphblas_gpu::operations {

/// Marks that an operation runs on the device of a context, so that the operations that it is made of are not repeated.
class device_call {
  public:
    explicit device_call(const context& ctx);
    ~device_call();
    device_call(const device_call&) = delete;
    device_call& operator=(const device_call&) = delete;

  private:
    const context& ctx_;
};

/// A call that is repeated on host threads. At the end it gives the context a report that says so.
class host_call {
  public:
    host_call(const context& ctx, const char* operation, std::string refusal);
    ~host_call();
    host_call(const host_call&) = delete;
    host_call& operator=(const host_call&) = delete;

    const context& host() const { return host_; }

  private:
    const context& ctx_;
    context host_;
    const char* operation_;
    std::string refusal_;
};

/// run(ctx), or run(host) if ctx is of context::automatic() and its device throws unsupported.
template <class Run>
auto on_engine(const context& ctx, const char* operation, const Run& run) {
    if (!ctx.may_call_host()) return run(ctx);
    std::string refusal;
    try {
        const device_call call(ctx);
        return run(ctx);
    } catch (const unsupported& refused) {
        refusal = refused.what();
    }
    const host_call call(ctx, operation, std::move(refusal));
    return run(call.host());
}

}  // namespace graphblas_gpu::operations
