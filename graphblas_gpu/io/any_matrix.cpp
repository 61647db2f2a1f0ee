#include <graphblas_gpu/io/any_matrix.hpp>

#include <graphblas_gpu/io/read_matrix.hpp>

#include <string>

namespace graphblas_gpu {

any_matrix read_any_matrix(const context& ctx, const std::string& path, const read_options& options, read_report* report) {
    return base::library_call("read_any_matrix", [&] {
        const base::named_operation running(base::unnamed_operation, ctx.host_memory_limit(), &ctx.cancellation());
        const running_call call(ctx);
        io::input from(path, io::member_path{options.member});
        return io::read_matrix(ctx, from, nullptr, options, report);
    });
}

namespace {

type_code written_type(const char* operation, const any_matrix& a) {
    if (a.type().is_built_in()) return a.type().code;
    throw domain_mismatch(std::string(operation) + ": values of type " + a.type().name + " are not written");
}

}  // namespace

void write_matrix_market(const context& ctx, const std::string& path, const any_matrix& a, const matrix_market_format& format) {
    const type_code type = written_type("write_matrix_market", a);
    if (format.symmetric && !a.is_symmetric())
        throw invalid_value("write_matrix_market: to be written as symmetric, but the matrix is not symmetric");
    const running_call call(ctx);
    io::write_matrix_market(&ctx.team(), path, a.rows(), type, format.symmetric);
}

void write_edge_list(const context& ctx, const std::string& path, const any_matrix& a, const edge_list_format& format) {
    const running_call call(ctx);
    io::write_edge_list(&ctx.team(), path, a.rows(), written_type("write_edge_list", a), format);
}

void write_binary(const context& ctx, const std::string& path, const any_matrix& a) {
    const running_call call(ctx);
    io::write_binary(&ctx.team(), path, a.rows(), written_type("write_binary", a));
}

void write_matrix(const context& ctx, const std::string& path, const any_matrix& a) {
    (void)written_type("write_matrix", a);
    switch (format_of_name(path)) {
        case file_format::binary: return write_binary(ctx, path, a);
        case file_format::edge_list: return write_edge_list(ctx, path, a);
        default: return write_matrix_market(ctx, path, a);
    }
}

}  // namespace graphblas_gpu
