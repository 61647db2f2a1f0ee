#include <graphblas_gpu/index_list.hpp>

#include <cstdint>
#include <utility>

#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/error.hpp>
#include <fmt/format.h>

namespace graphblas_gpu {

index_list::index_list(integer_list<index> list) : list_(std::move(list)) {}
index_list::index_list(std::initializer_list<index> list) : list_(list) {}

namespace {

formats::selection checked(const range& r, index size, const char* what) {
    if (r.stride == 0) throw invalid_value(fmt::format("{}: range [{}, {}) has stride 0", what, r.begin, r.end));
    if (r.stride > 0 ? r.begin >= r.end : r.begin <= r.end) return {};
    const auto check = [&](index at) {
        if (at >= 0 && at < size) return;
        throw index_out_of_bounds(fmt::format("{} {} of range [{}, {}) with stride {} is outside [0, {})", what, at, r.begin,
                                              r.end, r.stride, size));
    };
    check(r.begin);
    // The difference is computed without signs, because the ends may be as far apart as the type allows.
    const auto begin = static_cast<std::uint64_t>(r.begin), end = static_cast<std::uint64_t>(r.end);
    const auto stride = static_cast<std::uint64_t>(r.stride);
    const std::uint64_t steps = r.stride > 0 ? (end - begin - 1) / stride : (begin - end - 1) / (0 - stride);
    check(static_cast<index>(begin + steps * stride));
    return formats::selection::progression(r.begin, r.stride, static_cast<index>(steps) + 1);
}

}  // namespace

formats::selection index_list::within(index size, const char* what) const {
    switch (kind_) {
        case kind::everything: return formats::selection::whole(size);
        case kind::progression: return checked(range_, size, what);
        case kind::list:
            break;
    }
    return formats::selection::list(base::checked_positions(list_, size, what));
}

}  // namespace graphblas_gpu
