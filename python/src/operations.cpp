// Operations on matrices and vectors, as a table: each is a function of the library and the types of its operands.
//
// Idea: every operation is C<M, replace> = accum(C, T). A function of the library becomes one of Python whose arguments are C,
// the mask or None, the accumulator or None, the operands, and the options. The contents of operands are held while the GIL is
// released, so that other threads may change the objects; an output that is changed in place is locked for them.
#include "arrays.hpp"
#include "scalars.hpp"
#include "session.hpp"

#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/error.hpp>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu::python {
namespace {

/// How the mask is read, and the options of the call.
struct call_options {
    bool by_value = false;
    bool complement = false;
    descriptor desc;
};

/// The rows, columns or positions of a call, and the array that they are in.
struct positions {
    index_list list;
    std::shared_ptr<const void> keep;
};

/// What Python gives for a parameter of the library, and what is held of it while the operation runs; `type` is that of the
/// output.
/// @{
template <class T>
struct parameter {
    using given = const T&;
    static const T& hold(const T& x, const type_descriptor&) { return x; }
    static const T& pass(const T& x) { return x; }
};
template <class Content, class Object>
struct container_parameter {
    using given = const Object&;
    static std::shared_ptr<Content> hold(const Object& x, const type_descriptor&) { return x.pointer(); }
    static const Content& pass(const std::shared_ptr<Content>& x) { return *x; }
};
template <>
struct parameter<any_matrix> : container_parameter<any_matrix, matrix_object> {};
template <>
struct parameter<any_vector> : container_parameter<any_vector, vector_object> {};
template <>
struct parameter<index_list> {
    using given = const positions&;
    static const positions& hold(const positions& x, const type_descriptor&) { return x; }
    static const index_list& pass(const positions& x) { return x.list; }
};
template <>
struct parameter<any_scalar> {
    using given = nb::handle;
    static any_scalar hold(nb::handle x, const type_descriptor& type) { return any_scalar_of(x, type); }
    static const any_scalar& pass(const any_scalar& x) { return x; }
};
template <>
struct parameter<index> {
    using given = index;
    static index hold(index x, const type_descriptor&) { return x; }
    static index pass(index x) { return x; }
};
template <class Param>
using parameter_of = parameter<std::remove_cvref_t<Param>>;

template <class Content>
struct object_of;
template <>
struct object_of<any_matrix> {
    using type = matrix_object;
};
template <>
struct object_of<any_vector> {
    using type = vector_object;
};
/// @}

any_mask mask_over(const any_matrix* m, const call_options& how) {
    if (m == nullptr) return {};
    return {m, nullptr, how.by_value, how.complement};
}
any_mask mask_over(const any_vector* v, const call_options& how) {
    if (v == nullptr) return {};
    return {nullptr, v, how.by_value, how.complement};
}

/// The options of a call of this thread.
descriptor descriptor_of(const call_options& how) {
    descriptor desc = how.desc;
    desc.deterministic = desc.deterministic || current_session().options.deterministic;
    return desc;
}

enum class writes { all_of_output, part_of_output };

/// An operation with an output and a mask over a matrix or a vector, and further parameters.
template <class Out, class Mask, class... Params>
struct operation {
    using function = void (*)(const context&, Out&, const any_mask&, const any_operator&, Params..., const descriptor&);
    using out_object = typename object_of<Out>::type;
    using mask_object = typename object_of<Mask>::type;

    static void bind(nb::module_& m, const char* name, function f, writes what = writes::all_of_output) {
        m.def(
            name,
            [f, what](out_object& out, const mask_object* mask, const any_operator* accum,
                      typename parameter_of<Params>::given... params, const call_options& how) {
                const std::tuple<decltype(parameter_of<Params>::hold(params, out->type()))...> held{
                    parameter_of<Params>::hold(params, out->type())...};
                const std::shared_ptr<Mask> mask_content = mask == nullptr ? nullptr : mask->pointer();
                const any_mask seen = mask_over(mask_content.get(), how);
                const descriptor desc = descriptor_of(how);
                const any_operator accumulator = accum == nullptr ? any_operator() : *accum;
                const auto write = [&](Out& c) {
                    std::apply(
                        [&](const auto&... x) {
                            run([&](const context& ctx) {
                                f(ctx, c, seen, accumulator, parameter_of<Params>::pass(x)..., desc);
                            });
                        },
                        held);
                };
                const bool keeps_entries =
                    what == writes::part_of_output || accum != nullptr || (mask != nullptr && !desc.replace);
                if (keeps_entries) {
                    const typename shared_content<Out>::change_in_place changed(out.for_change());
                    return write(*changed);
                }
                Out made = out.empty();
                write(made);
                out.replace(std::move(made));
            },
            nb::arg("out"), nb::arg("mask").none(), nb::arg("accum").none(), argument<Params>()..., nb::arg("how"));
    }

  private:
    template <class>
    static nb::arg argument() {
        return nb::arg();
    }
};

using matrix_ref = const any_matrix&;
using vector_ref = const any_vector&;
using list_ref = const index_list&;

template <class... Params>
using on_matrix = operation<any_matrix, any_matrix, Params...>;
template <class... Params>
using on_vector = operation<any_vector, any_vector, Params...>;
/// An operation on a row or a column of a matrix.
template <class... Params>
using on_line = operation<any_matrix, any_vector, Params...>;

void bind_table(nb::module_& m) {
    on_matrix<const any_semiring&, matrix_ref, matrix_ref>::bind(m, "mxm", &mxm);
    on_vector<const any_semiring&, matrix_ref, vector_ref>::bind(m, "mxv", &mxv);
    on_vector<const any_semiring&, vector_ref, matrix_ref>::bind(m, "vxm", &vxm);
    on_matrix<const any_operator&, matrix_ref, matrix_ref>::bind(m, "ewise_add", &ewise_add);
    on_vector<const any_operator&, vector_ref, vector_ref>::bind(m, "ewise_add", &ewise_add);
    on_matrix<const any_operator&, matrix_ref, matrix_ref>::bind(m, "ewise_mult", &ewise_mult);
    on_vector<const any_operator&, vector_ref, vector_ref>::bind(m, "ewise_mult", &ewise_mult);
    on_matrix<const any_operator&, matrix_ref, matrix_ref>::bind(m, "kronecker", &kronecker);
    on_matrix<const any_function&, matrix_ref>::bind(m, "apply", &apply);
    on_vector<const any_function&, vector_ref>::bind(m, "apply", &apply);
    on_matrix<const any_function&, matrix_ref>::bind(m, "select", &select);
    on_vector<const any_function&, vector_ref>::bind(m, "select", &select);
    on_vector<const any_monoid&, matrix_ref>::bind(m, "reduce_rows", &reduce);
    on_matrix<matrix_ref>::bind(m, "transpose", &transpose);
    on_matrix<matrix_ref, list_ref, list_ref>::bind(m, "extract", &extract);
    on_vector<vector_ref, list_ref>::bind(m, "extract", &extract);
    on_vector<matrix_ref, index, list_ref>::bind(m, "extract_row", &extract_row);
    on_vector<matrix_ref, list_ref, index>::bind(m, "extract_column", &extract_column);

    const auto part = writes::part_of_output;
    on_matrix<matrix_ref>::bind(m, "assign_all", &assign);
    on_vector<vector_ref>::bind(m, "assign_all", &assign);
    on_matrix<matrix_ref, list_ref, list_ref>::bind(m, "assign", &assign, part);
    on_vector<vector_ref, list_ref>::bind(m, "assign", &assign, part);
    on_matrix<const any_scalar&, list_ref, list_ref>::bind(m, "assign_scalar", &assign, part);
    on_vector<const any_scalar&, list_ref>::bind(m, "assign_scalar", &assign, part);
    on_line<vector_ref, index, list_ref>::bind(m, "assign_row", &assign_row, part);
    on_line<vector_ref, list_ref, index>::bind(m, "assign_column", &assign_column, part);
    on_matrix<matrix_ref, list_ref, list_ref>::bind(m, "subassign", &subassign, part);
    on_vector<vector_ref, list_ref>::bind(m, "subassign", &subassign, part);
    on_matrix<const any_scalar&, list_ref, list_ref>::bind(m, "subassign_scalar", &subassign, part);
    on_vector<const any_scalar&, list_ref>::bind(m, "subassign_scalar", &subassign, part);
    on_line<vector_ref, index, list_ref>::bind(m, "subassign_row", &subassign_row, part);
    on_line<vector_ref, list_ref, index>::bind(m, "subassign_column", &subassign_column, part);
}

/// The grid of matrices, row by row.
std::vector<const any_matrix*> contents(const std::vector<const matrix_object*>& tiles,
                                        std::vector<std::shared_ptr<const any_matrix>>& held) {
    std::vector<const any_matrix*> out;
    for (const matrix_object* const tile : tiles) {
        held.push_back(tile->pointer());
        out.push_back(held.back().get());
    }
    return out;
}

template <class Object>
nb::object sum(const any_monoid& monoid, const Object& x) {
    const auto held = x.pointer();
    return python_scalar(run([&](const context& ctx) { return reduce(ctx, monoid, *held); }));
}

template <class Object>
void set_cast(Object& out, const Object& x, const type_descriptor& type) {
    const auto held = x.pointer();
    out.replace(run([&](const context& ctx) { return cast_values(ctx, *held, type); }));
}

/// A function of the structure of a product: its entries under a mask.
template <class F>
auto structural(const matrix_object* mask, const matrix_object& a, const matrix_object& b, const call_options& how,
                const F& f) {
    const auto held_mask = mask == nullptr ? nullptr : mask->pointer();
    const auto held_a = a.pointer(), held_b = b.pointer();
    const descriptor desc = descriptor_of(how);
    return run([&](const context& ctx) { return f(ctx, mask_over(held_mask.get(), how), *held_a, *held_b, desc); });
}

}  // namespace

void bind_operations(nb::module_& m) {
    nb::class_<call_options>(m, "Options")
        .def("__init__", [](call_options* self, bool by_value, bool complement, bool replace, bool transpose_a,
                            bool transpose_b, const std::string& method_name, bool deterministic) {
            new (self) call_options{by_value,
                                    complement,
                                    {.transpose_a = transpose_a,
                                     .transpose_b = transpose_b,
                                     .replace = replace,
                                     .method = method_from_string(method_name),
                                     .deterministic = deterministic}};
        });
    nb::class_<positions>(m, "Positions")
        .def("__init__",
             [](positions* self) {
                 new (self) positions{index_list(all), {}};
             })
        .def("__init__",
             [](positions* self, index begin, index end, index stride) {
                 new (self) positions{index_list(range{begin, end, stride}), {}};
             })
        .def("__init__", [](positions* self, const array& a) {
            new (self) positions{index_list(integers<index>(a, "positions")), kept_alive<array>({a})};
        });
    bind_table(m);
    m.def("reduce", &sum<matrix_object>);
    m.def("reduce", &sum<vector_object>);
    m.def("cast", &set_cast<matrix_object>);
    m.def("cast", &set_cast<vector_object>);
    m.def(
        "mxm_structure",
        [](matrix_object& out, const matrix_object* mask, const matrix_object& a, const matrix_object& b,
           const call_options& how) {
            out.replace(structural(mask, a, b, how, [](const auto&... x) { return mxm_structure(x...); }));
        },
        nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg());
    m.def(
        "mxm_nvals",
        [](const matrix_object* mask, const matrix_object& a, const matrix_object& b, const call_options& how) {
            return structural(mask, a, b, how, [](const auto&... x) { return mxm_nvals(x...); });
        },
        nb::arg().none(), nb::arg(), nb::arg(), nb::arg());
    nb::class_<any_mxm_plan>(m, "Plan")
        .def(
            "__init__",
            [](any_mxm_plan* self, const matrix_object* mask, const any_semiring& semiring, const matrix_object& a,
               const matrix_object& b, const call_options& how) {
                const auto held_mask = mask == nullptr ? nullptr : mask->pointer();
                const auto held_a = a.pointer(), held_b = b.pointer();
                const descriptor desc = descriptor_of(how);
                run([&](const context& ctx) {
                    new (self) any_mxm_plan(ctx, mask_over(held_mask.get(), how), semiring, *held_a, *held_b, desc);
                });
            },
            nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg())
        .def("execute",
             [](const any_mxm_plan& self, matrix_object& out, const matrix_object& a, const matrix_object& b) {
                 const auto held_a = a.pointer(), held_b = b.pointer();
                 out.replace(run([&](const context&) { return self.execute(*held_a, *held_b); }));
             })
        .def_prop_ro("method", [](const any_mxm_plan& self) { return to_string(self.method()); })
        .def_prop_ro("reason", &any_mxm_plan::reason)
        .def_prop_ro("estimated_bytes", &any_mxm_plan::estimated_bytes)
        .def_prop_ro("nvals", &any_mxm_plan::nvals);
    m.def("concat",
          [](matrix_object& out, const std::vector<const matrix_object*>& tiles, index tile_rows, index tile_columns) {
              std::vector<std::shared_ptr<const any_matrix>> held;
              const std::vector<const any_matrix*> grid = contents(tiles, held);
              any_matrix made = out.empty();
              run([&](const context& ctx) { concat(ctx, made, grid, tile_rows, tile_columns); });
              out.replace(std::move(made));
          });
    m.def("split", [](const std::vector<matrix_object*>& out, const matrix_object& a, const array& nrows, const array& ncols) {
        const auto held = a.pointer();
        const auto rows = integers<index>(nrows, "split"), columns = integers<index>(ncols, "split");
        auto tiles = run([&](const context& ctx) { return split(ctx, *held, rows, columns); });
        if (tiles.size() != out.size()) throw invalid_value("split: the number of outputs is not that of the tiles");
        for (std::size_t n = 0; n < out.size(); ++n) out[n]->replace(std::move(tiles[n]));
    });
    m.def("diagonal_matrix", [](matrix_object& out, const vector_object& v, index k) {
        const auto held = v.pointer();
        out.replace(run([&](const context& ctx) { return matrix_diag(ctx, *held, k); }));
    });
    m.def("diagonal", [](vector_object& out, const matrix_object& a, index k) {
        const auto held = a.pointer();
        out.replace(run([&](const context& ctx) { return vector_diag(ctx, *held, k); }));
    });
    m.def("permute", [](matrix_object& out, const matrix_object& a, const array& rows, const array& columns) {
        const auto held = a.pointer();
        const auto i = integers<index>(rows, "permute"), j = integers<index>(columns, "permute");
        out.replace(run([&](const context& ctx) { return permute(ctx, *held, i, j); }));
    });
    m.def("permute", [](vector_object& out, const vector_object& u, const array& order) {
        const auto held = u.pointer();
        const auto i = integers<index>(order, "permute");
        out.replace(run([&](const context& ctx) { return permute(ctx, *held, i); }));
    });
}

}  // namespace graphblas_gpu::python
