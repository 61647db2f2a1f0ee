#include <graphblas_gpu/io/any_matrix.hpp>

#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <string>
#include <utility>
#include <variant>

namespace graphblas_gpu {

any_matrix read_any_matrix(const context& ctx, const std::string& path, const read_options& options, read_report* report) {
    return formats::library_call("read_any_matrix", [&] {
        const formats::named_operation running(formats::unnamed_operation, ctx.host_memory_limit(), &ctx.cancellation());
        const running_call call(ctx);
        io::input from(path, io::member_path{options.member});
        read_options how = options;
        if (how.progress == nullptr) how.progress = &ctx.progress();
        io::file_content content = io::read_content(ctx, from, how);
        const type_code type = io::type_of_content(content);
        any_matrix made;
        if (type == type_code::none) made = std::move(io::take_matrix<void>(ctx, content, how.duplicates).any());
        else
            formats::with_code(type, [&](auto of) {
                made = std::move(io::take_matrix<typename decltype(of)::type>(ctx, content, how.duplicates).any());
            });
        if (report != nullptr) *report = std::visit([](auto& read) { return std::move(read.report); }, content);
        return made;
    });
}

void write_matrix(const context& ctx, const std::string& path, const any_matrix& a) {
    if (!a.type().is_built_in())
        throw domain_mismatch(std::string("write_matrix: values of type ") + a.type().name + " are not written");
    const running_call call(ctx);
    switch (format_of_name(path)) {
        case file_format::binary: return io::write_binary(&ctx.team(), path, a.rows(), a.type().code);
        case file_format::edge_list: return io::write_edge_list(&ctx.team(), path, a.rows(), a.type().code, {});
        default: return io::write_matrix_market(&ctx.team(), path, a.rows(), a.type().code, false);
    }
}

}  // namespace graphblas_gpu
