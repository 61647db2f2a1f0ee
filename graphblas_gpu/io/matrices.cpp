// Readers of matrices, compiled once for all types of values.
#include <graphblas_gpu/io/read_matrix.hpp>

#include <variant>

namespace graphblas_gpu::io {

type_code type_of_content(const file_content& content) {
    if (const auto* const stored = std::get_if<stored_matrix>(&content)) return stored->type;
    const auto& entries = std::get<coordinates>(content);
    if (entries.declared_type != type_code::none) return entries.declared_type;
    using enum type_code;
    constexpr type_code types[] = {none, int64, float64, int64};  // in the order of the variant
    return types[entries.values.index()];
}

any_matrix take_matrix(const context& ctx, file_content& content, const operations::read_values& values,
                       duplicate_policy duplicates) {
    if (auto* const stored = std::get_if<stored_matrix>(&content)) {
        if (values.type.bytes == 0) stored->values = {};
        else if (values.are_converted(stored->type))
            stored->values = values.converted(ctx.team(), stored->type, stored->values.data(), stored->nvals());
        stored->value_bytes = values.type.bytes;
        return {std::move(*stored), values.type};
    }
    auto& entries = std::get<coordinates>(content);
    any_matrix made = operations::matrix_of_entries(&ctx, entries, values, duplicates, &entries.report);
    entries.rows = {};
    entries.columns = {};
    std::visit([](auto& list) { list = {}; }, entries.values);
    return made;
}

any_matrix read_matrix(const context& ctx, input& from, const operations::read_values* values, read_options options,
                       read_report* report) {
    if (options.progress == nullptr) options.progress = &ctx.progress();
    file_content content = read_content(ctx, from, options);
    const operations::read_values own{type_of(type_of_content(content))};
    any_matrix made = take_matrix(ctx, content, values != nullptr ? *values : own, options.duplicates);
    if (report != nullptr) *report = std::visit([](auto& read) { return std::move(read.report); }, content);
    return made;
}

}  // namespace graphblas_gpu::io
