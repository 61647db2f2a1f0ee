#include <graphblas_gpu/operations/value_conversion.hpp>

#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <cstring>
#include <string>

namespace graphblas_gpu::operations {

namespace {

/// Values with `bytes` bytes each: the first bytes of each value, or all of them and bytes of any content behind them.
buffer<std::byte> resized(host::team& team, const std::byte* values, index count, std::size_t bytes_before, std::size_t bytes) {
    buffer<std::byte> out(static_cast<std::size_t>(count) * bytes);
    const std::size_t moved = std::min(bytes_before, bytes);
    host::for_ranges(team, count, count, [&](index first, index last, int) {
        for (auto p = static_cast<std::size_t>(first); p < static_cast<std::size_t>(last); ++p)
            std::memcpy(out.data() + p * bytes, values + p * bytes_before, moved);
    });
    return out;
}

}  // namespace

buffer<std::byte> value_conversion::converted(host::team& team, const untyped_rows& rows) const {
    if (own != nullptr) return own(team, rows);
    const index count = rows.nvals();
    const std::byte* values = rows.values;
    std::size_t size = rows.value_bytes;
    buffer<std::byte> made;
    const auto resize = [&](std::size_t wanted) {
        if (size == wanted) return;
        made = resized(team, values, count, size, wanted);
        values = made.data();
        size = wanted;
    };
    if (casts) {
        resize(base::size_of(from));
        made = host::converted(team, from, values, count, to);
        values = made.data();
        size = base::size_of(to);
    }
    resize(bytes);
    return made;
}

formats::untyped_csr value_conversion::converted(host::team& team, formats::untyped_csr&& rows) const {
    if (is_needed()) rows.values = converted(team, untyped_rows(rows.view()));
    else if (bytes == 0) rows.values = {};
    rows.value_bytes = bytes;
    return std::move(rows);
}

value_conversion conversion(const char* operation, const type_descriptor& from, const type_descriptor& to) {
    if (from == to || to.bytes == 0) return {to.bytes};
    if (from.is_built_in() && to.is_built_in()) return {to.bytes, true, from.code, to.code, false, nullptr};
    throw domain_mismatch(std::string(operation) + ": values of type " + from.name + " do not become values of type " +
                          to.name);
}

}  // namespace graphblas_gpu::operations
