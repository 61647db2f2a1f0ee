// Steps that write into an output, which must be as it was if context::cancel() ends the call.
//
// Idea: a short step runs to its end. Before a long one the output is copied, which takes little of the step's own time, and is
// copied back if the call is cancelled.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

namespace graphblas_gpu::host {

/// write() changes `output` in `work` units of about a nanosecond, and throws nothing but cancelled; `output` is then as it
/// was. Where there is no memory for a copy, the step runs to its end.
template <class T, class Write>
void write_or_restore(team& team, std::int64_t work, std::span<T> output, const Write& write) {
    constexpr std::int64_t ends_soon = std::int64_t{1} << 22;
    std::optional<buffer<T>> before;
    if (work / team.size() > std::max(ends_soon, static_cast<std::int64_t>(output.size_bytes() / 8))) {
        try {
            before.emplace(std::span<const T>(output));
        } catch (const out_of_memory&) {
        }
    }
    if (!before) {
        const auto to_the_end = team.uninterrupted();
        return write();
    }
    try {
        write();
    } catch (const cancelled&) {
        std::copy(before->begin(), before->end(), output.begin());
        throw;
    }
}

}  // namespace graphblas_gpu::host
