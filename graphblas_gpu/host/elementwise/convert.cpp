#include <graphblas_gpu/host/elementwise/convert.hpp>

#include <graphblas_gpu/error.hpp>

#include <algorithm>

#include <graphblas_gpu/host/rows/rows.hpp>

namespace graphblas_gpu::host {
namespace {

template <class To, class From>
void convert_range(const void* values, void* to, index first, index last) {
    const From* const in = static_cast<const From*>(values);
    To* const out = static_cast<To*>(to);
    for (index p = first; p < last; ++p) out[p] = cast<To>(in[p]);
}

template <class To>
void fill_range_with_one(const void*, void* to, index first, index last) {
    std::fill(static_cast<To*>(to) + first, static_cast<To*>(to) + last, To{1});
}

using convert_function = void (*)(const void* values, void* to, index first, index last);

convert_function conversion_between(type_code from, type_code to) {
    return base::with_code(to, [&](auto target) -> convert_function {
        using To = typename decltype(target)::type;
        if (from == type_code::none) return &fill_range_with_one<To>;
        return base::with_code(
            from, [](auto source) -> convert_function { return &convert_range<To, typename decltype(source)::type>; });
    });
}

template <class T>
csr<void> structure_of_true(team& team, const structure_view& a, const T* values) {
    const std::span<const row_offset> bound(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    return build_rows<void>(team, a.nrows, a.ncols, bound, [&](index i, column_index* columns, formats::no_value*) {
        index size = 0;
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            columns[size] = a.columns[p];
            size += cast<bool>(values[p]);
        }
        return size;
    });
}

}  // namespace

buffer<std::byte> converted(team& team, type_code from, const void* values, index count, type_code to) {
    buffer<std::byte> out(static_cast<std::size_t>(count) * base::size_of(to));
    const convert_function convert = conversion_between(from, to);
    for_ranges(team, count, count, [&](index first, index last, int) { convert(values, out.data(), first, last); });
    return out;
}

void convert_values(type_code from, const void* values, type_code to, void* out, index count) {
    conversion_between(from, to)(values, out, 0, count);
}

csr<void> true_structure(team& team, const structure_view& a, type_code type, const void* values) {
    if (type == type_code::none) return formats::typed<void>(formats::copy_of({a}));
    // An integer is true if any of its bits is set, so signed and unsigned types of one size share their code.
    if (type == type_code::float32) return structure_of_true(team, a, static_cast<const float*>(values));
    if (type == type_code::float64) return structure_of_true(team, a, static_cast<const double*>(values));
    if (base::is_struct(type)) base::refuse_struct_values();
    return base::with_size(type, [&](auto bits) -> csr<void> {
        using value = typename decltype(bits)::type;
        if constexpr (std::is_same_v<value, base::sixteen_bytes>) base::refuse_struct_values();
        else return structure_of_true(team, a, static_cast<const value*>(values));
    });
}

csr<void> true_structure(team& team, const formats::untyped_view& a, const type_descriptor& type) {
    if (type.is_built_in()) return true_structure(team, a, type.code, a.values);
    if (type.is_true == nullptr) throw unsupported("a mask by value needs values that are true or false");
    buffer<bool> truth(static_cast<std::size_t>(a.nvals()));
    for_ranges(team, a.nvals(), a.nvals(), [&](index first, index last, int) {
        for (auto p = static_cast<std::size_t>(first); p < static_cast<std::size_t>(last); ++p)
            truth[p] = type.is_true(a.values + p * type.bytes);
    });
    return structure_of_true(team, a, truth.data());
}

}  // namespace graphblas_gpu::host
