// Containers and files, for operations.cpp.
#include "operations.hpp"

#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/io/any_matrix.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

namespace failing {

const operation_list containers = {
    GB_OPERATION("any casts",
                 out.c = gb::matrix<float>(gb::cast_values(ctx, gb::transpose(ctx, in.weights.any()), gb::type_of<float>()))),
    GB_OPERATION("any read",
                 out.c = gb::matrix<float>(gb::cast_values(ctx, gb::read_any_matrix(ctx, in.file), gb::type_of<float>()))),
    GB_OPERATION("any write", gb::write_matrix(ctx, in.written_file, in.a.any())),
    GB_OPERATION("from_edges any",
                 out.c = gb::matrix<float>(gb::from_edges(ctx, gb::type_of<float>(), in.n, in.n, in.rows, in.columns,
                                                          {&gb::type_of<float>(), in.values.data(), in.values.size()},
                                                          gb::any_operator("plus", gb::type_of<double>())))),
    GB_OPERATION("set_element any", gb::set_element(out.c.any(), in.n - 1, 0, gb::get_element(in.weights.any(), 0, 0))),
    GB_OPERATION("set_element of a vector any", gb::set_element(out.w.any(), 2, 7.0)),
    GB_OPERATION("to_edges any", out.list = gb::to_edges(in.a.any()).columns),
    GB_OPERATION("from_edges", out.c = gb::matrix<float>::from_edges(in.n, in.n, in.rows, in.columns, in.values)),
    GB_OPERATION("from_edges ctx",
                 out.c = gb::matrix<float>::from_edges(ctx, in.n, in.n, in.rows, in.columns, in.values, gb::plus{})),
    GB_OPERATION("from_entries", out.structure = gb::matrix<void>::from_edges(in.n, in.n, in.some, in.some)),
    GB_OPERATION("from_csr",
                 out.c = gb::matrix<float>::from_csr(in.n, in.n, in.a.row_offsets(), in.a.columns(), in.a.values())),
    GB_OPERATION("to_edges", out.list = in.a.to_edges().rows),
    GB_OPERATION("to_entries", out.list = in.u.to_entries().indices),
    GB_OPERATION("copy", out.c = in.a),
    GB_OPERATION("copy of a vector", out.w = in.full),
    GB_OPERATION("copy of bits", out.bits = in.bits),
    GB_OPERATION("set_element", out.c.set_element(in.n - 1, 0, 7.f)),
    GB_OPERATION("set_element of a vector", out.w.set_element(2, 7.f)),
    GB_OPERATION("remove_element", out.c.remove_element(in.rows[0], in.columns[0])),
    GB_OPERATION("resize", out.c.resize(in.n + 1, in.n - 1)),
    GB_OPERATION("resize vector", out.w.resize(in.n - 1)),
    GB_OPERATION("clear", out.c.clear()),
    GB_OPERATION("is_symmetric", out.number = in.a.is_symmetric(ctx) ? 1 : 0),
    GB_OPERATION("context", out.number = gb::context::host({.threads = 3}).threads()),
    GB_OPERATION("last_report", out.number = static_cast<double>(ctx.last_report().reason.size()) * 0),
    GB_OPERATION("from_coordinates", out.c = gb::from_coordinates<float>(ctx, in.entries)),
    GB_OPERATION("parse_edge_list", out.number = static_cast<double>(gb::parse_edge_list(in.text, "text").size())),
    GB_OPERATION("read_matrix", out.c = gb::read_matrix<float>(ctx, in.file)),
    GB_OPERATION("write_matrix", gb::write_matrix(ctx, in.written_file, in.a)),
    GB_OPERATION("rmat", out.number = static_cast<double>(gb::rmat(4, 4).size())),
    GB_OPERATION("uniform", out.number = static_cast<double>(gb::uniform(in.n, 3, 1).size())),
};

}  // namespace failing
