// Readers of matrices with values of the built-in types, compiled once.
#include <graphblas_gpu/io/read_matrix.hpp>

#include <variant>

namespace graphblas_gpu::operations {

value_array values_of(const coordinates& entries) {
    return std::visit(
        []<class Values>(const Values& values) -> value_array {
            if constexpr (std::is_same_v<Values, std::monostate>) return {};
            else return {formats::code_of<typename Values::value_type>(), values.data()};
        },
        entries.values);
}

#define GB_INSTANTIATE(T)                                                                                            \
    template matrix<T> matrix_of_entries<T>(host::team&, const coordinates&, const duplicate_policy&, read_report*); \
    template matrix<T> matrix_of_entries<T>(const context&, const coordinates&, const duplicate_policy&, read_report*);
GB_FOR_EACH_BUILT_IN_TYPE(GB_INSTANTIATE)
#undef GB_INSTANTIATE

}  // namespace graphblas_gpu::operations

namespace graphblas_gpu::io {

type_code type_of_content(const file_content& content) {
    if (const auto* const stored = std::get_if<stored_matrix>(&content)) return stored->type;
    const auto& entries = std::get<coordinates>(content);
    if (entries.declared_type != type_code::none) return entries.declared_type;
    using enum type_code;
    constexpr type_code types[] = {none, int64, float64, int64};  // in the order of the variant
    return types[entries.values.index()];
}

#define GB_INSTANTIATE(T)                                                                       \
    template matrix<T> take_matrix<T>(const context&, file_content&, duplicate_policy);         \
    template matrix<T> read_matrix<T>(const context&, input&, read_options, read_report*);
GB_FOR_EACH_BUILT_IN_TYPE(GB_INSTANTIATE)
#undef GB_INSTANTIATE

}  // namespace graphblas_gpu::io
