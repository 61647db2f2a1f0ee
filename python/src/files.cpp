// Files and generators.
#include "arrays.hpp"
#include "session.hpp"

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/any_matrix.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu::python {
namespace {

nb::dict dictionary_of(const read_report& r) {
    nb::dict out;
    out["format"] = r.format;
    out["changes"] = r.changes();
    out["entries_in_file"] = r.entries_in_file;
    out["duplicates_merged"] = r.duplicates_merged;
    out["self_loops_dropped"] = r.self_loops_dropped;
    out["mirrored"] = r.mirrored;
    out["weight_column"] = r.weight_column;
    nb::list names;
    for (const std::string& name : r.names) names.append(text_of(name, "surrogateescape"));
    out["names"] = names;
    out["original_ids"] = r.original_ids;
    nb::list notes;
    for (const read_note& note : r.notes) notes.append(text_of(note.text, "backslashreplace"));
    out["notes"] = notes;
    return out;
}

/// The matrix of generated entries: int64 values, or structure alone.
any_matrix matrix_of(const context& ctx, const coordinates& entries) {
    if (entries.is_pattern()) return std::move(from_coordinates<void>(ctx, entries).any());
    return std::move(from_coordinates<std::int64_t>(ctx, entries).any());
}

/// Binds a generator whose arguments are numbers.
template <class... Numbers, class Make>
void generator(nb::module_& m, const char* name, Make* make) {
    m.def(name, [make](matrix_object& out, Numbers... numbers) {
        out.replace(run([&](const context& ctx) { return matrix_of(ctx, make(numbers..., {})); }));
    });
}

}  // namespace

void bind_files(nb::module_& m) {
    m.def(
        "read",
        [](matrix_object& out, const nb::bytes& path, const std::string& format, bool is_symmetric, bool drops_self_loops,
           bool is_one_based, bool has_names, bool relabels, std::optional<bool> has_weights, const std::string& duplicates,
           const std::string& member) {
            read_options options;
            options.format = file_format_from_string(format);
            options.symmetric = is_symmetric;
            options.drop_self_loops = drops_self_loops;
            options.one_based = is_one_based;
            options.named = has_names;
            if (relabels) options.ids = vertex_ids::relabel;
            if (has_weights) options.weights = *has_weights ? weight_column::required : weight_column::none;
            options.member = member;
            options.duplicates = duplicate_policy_from_string(duplicates);
            read_report report;
            out.replace(run([&](const context& ctx) { return read_any_matrix(ctx, path.c_str(), options, &report); }));
            return dictionary_of(report);
        },
        nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(),
        nb::arg());
    m.def("write", [](const matrix_object& a, const nb::bytes& path) {
        const auto held = a.pointer();
        run([&](const context& ctx) { write_matrix(ctx, path.c_str(), *held); });
    });
    m.def("rmat", [](matrix_object& out, int scale, index edge_factor, std::uint64_t seed) {
        out.replace(run([&](const context& ctx) {
            return matrix_of(ctx, rmat(scale, edge_factor, {.seed = seed, .threads = ctx.threads()}));
        }));
    });
    generator<index, double, std::uint64_t, int>(m, "uniform", &uniform);
    generator<index, index, std::uint64_t, int>(m, "powerlaw", &powerlaw);
    generator<index>(m, "grid2d", &grid2d);
    generator<index>(m, "stencil5", &stencil5);
    generator<index>(m, "stencil27", &stencil27);
    generator<index, index>(m, "band", &band);
    m.def("with_random_weights", [](matrix_object& out, const matrix_object& a, std::uint64_t seed) {
        const formats::untyped_view rows = a->rows();
        auto made = base::library_call("with_random_weights", [&] {
            csr<std::int64_t> weighted;
            weighted.nrows = rows.nrows;
            weighted.ncols = rows.ncols;
            const auto nvals = static_cast<std::size_t>(rows.nvals());
            weighted.offsets = buffer<row_offset>(std::span(rows.offsets, static_cast<std::size_t>(rows.nrows) + 1));
            weighted.columns = buffer<column_index>(std::span(rows.columns, nvals));
            weighted.values = buffer<std::int64_t>(nvals);
            for (index i = 0; i < rows.nrows; ++i) {
                for (row_offset p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p)
                    weighted.values[static_cast<std::size_t>(p)] = edge_weight(i, rows.columns[p], seed);
            }
            return weighted;
        });
        out.replace(std::move(matrix<std::int64_t>::from_storage(std::move(made)).any()));
    });
}

}  // namespace graphblas_gpu::python
