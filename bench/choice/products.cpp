// Products of matrices under masks, by every method.
#include "choice.hpp"
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/host/product/product_sample.hpp>
#include <graphblas_gpu/host/product/symbolic.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/tiling.hpp>
#include <graphblas_gpu/transpose.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

namespace bench::choice {
namespace {

struct form {
    const char* name;
    enum part { whole, lower, upper, by_degree } operand;  ///< by_degree: the edges to the vertex of larger degree
    bool transpose_b = false;
    bool masked = true;
    bool complement = false;
};
/// The forms of square matrices; of other matrices those with B transposed are left.
constexpr form forms[] = {{"C<A>=A*A", form::whole},
                          {"C<A>=A*A'", form::whole, true},
                          {"C<L>=L*L'", form::lower, true},
                          {"C<U>=U*U'", form::upper, true},
                          {"C<L>=L*L", form::lower},
                          {"C<D>=D*D", form::by_degree},
                          {"C<!A>=A*A", form::whole, false, true, true},
                          {"C=A*A", form::whole, false, false},
                          {"C<!A>=A*A'", form::whole, true, true, true},
                          {"C=A*A'", form::whole, true, false}};

gb::matrix<void> part_of(const gb::context& ctx, const gb::matrix<void>& a, form::part which) {
    if (which == form::lower) return gb::select(ctx, gb::tril{-1}, a);
    if (which == form::upper) return gb::select(ctx, gb::triu{1}, a);
    if (which == form::by_degree) return gb::triu_by_degree(ctx, a);
    return a;
}

/// The mask of a form; where A is not square, so that it cannot be one, the diagonal and 15 positions left and right of it.
gb::matrix<void> mask_for(const gb::context& ctx, const gb::matrix<void>& a, const form& f) {
    if (a.nrows() == a.ncols()) return part_of(ctx, a, f.operand);
    return gb::from_coordinates<void>(ctx, gb::band(a.nrows(), 15));
}

/// The sizes of the operands and of the mask.
product_facts facts_of(const gb::matrix<void>& a, const gb::matrix<void>& mask, const form& f) {
    const gb::context host = gb::context::host();
    const gb::matrix<void> b = f.transpose_b ? gb::transpose(host, a) : a;
    const gb::structure_view left = a.rows(), right = b.rows(), m = mask.rows();
    const auto before = gb::host::multiplications_before(host.team(), left, right);
    constexpr int classes = 48;
    const std::int64_t flops = before[before.size() - 1];
    // The sum over rows of the smaller of multiplications and columns; multiplications, and entries of A, in rows in which the
    // mask has entries; rows, and multiplications in them, by the bit width of a row's multiplications.
    std::int64_t bound = 0, row_flops = 0, row_entries = 0;
    std::vector<std::int64_t> rows_by_class(classes), flops_by_class(classes);
    for (std::size_t i = 0; i + 1 < before.size(); ++i) {
        const std::int64_t here = before[i + 1] - before[i];
        const auto size_class = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(here)));
        ++rows_by_class[size_class];
        flops_by_class[size_class] += here;
        bound += std::min<std::int64_t>(here, b.ncols());
        if (m.row_size(static_cast<gb::index>(i)) == 0) continue;
        row_flops += here;
        row_entries += left.row_size(static_cast<gb::index>(i));
    }
    return {{"form", f.name},
            {"nrows", a.nrows()},
            {"inner", a.ncols()},
            {"ncols", b.ncols()},
            {"a_nvals", a.nvals()},
            {"b_nvals", b.nvals()},
            {"mask_nvals", mask.nvals()},
            {"masked", f.masked},
            {"complement", f.complement},
            {"flops", flops},  // of the product without its mask
            {"bound", bound},
            {"row_flops", row_flops},
            {"row_entries", row_entries},
            {"rows_by_class", rows_by_class},
            {"flops_by_class", flops_by_class},
            {"a_tiles", gb::tiling(host, a).tiles},
            {"b_tiles", gb::tiling(host, b).tiles},
            {"scattered", flops > 0 ? gb::host::sample_product(left, right, flops).scattered : 0.0}};
}

/// The sizes do not depend on the semiring, and counting them takes longer than a product on a device.
using facts_of_forms = std::map<std::string, product_facts>;

template <class T, class S>
void measure(const gb::context& ctx, const source& graph, const options& o, const std::string& semiring_name, const S& semiring,
             facts_of_forms& known, table& out) {
    using value = gb::semiring_value_t<S>;
    if (!is_wanted(o.semirings, semiring_name)) return;
    std::map<form::part, gb::matrix<T>> operands;
    for (const form& f : forms) {
        if (!is_wanted(o.forms, f.name)) continue;
        const bool is_square = graph.structure.nrows() == graph.structure.ncols();
        if (!is_square && (!f.transpose_b || f.operand != form::whole)) continue;
        const gb::matrix<void> structure = part_of(ctx, graph.structure, f.operand);
        if (!operands.contains(f.operand)) operands.emplace(f.operand, with_weights<T>(ctx, structure));
        const gb::matrix<T>& a = operands.at(f.operand);
        const gb::matrix<void> mask = mask_for(ctx, graph.structure, f);
        std::optional<product_facts> facts;
        if (!o.json.empty()) {
            if (!known.contains(f.name)) known.emplace(f.name, facts_of(structure, mask, f));
            facts = known.at(f.name);
        }
        for (const std::string& state : o.states) {
            const std::string what =
                fmt::format("{:<18} {:<6} {} {:<11} {}", graph.name, state, ctx.threads(), semiring_name, f.name);
            const auto work = static_cast<double>(gb::mxm_flops(ctx, a, a, {.transpose_b = f.transpose_b}));
            if (work > o.max_work) {
                out.leave_out(what, fmt::format("{} multiplications", work));
                continue;
            }
            const bool cached = state == "cached";
            gb::matrix<T> operand = a;
            gb::report said;
            std::vector<gb::method> methods = {gb::method::automatic};
            for (const gb::method m : out.methods()) {
                const bool admits = f.masked && !f.complement;
                // Rows of so many columns and so few multiplications take dense hundreds of times as long as the best method.
                const auto positions =
                    static_cast<double>(a.nrows()) * static_cast<double>(f.transpose_b ? a.nrows() : a.ncols());
                if (m == gb::method::dense && ctx.is_cuda() && !admits && 1024 * work < positions) continue;
                if (m != gb::method::dot || admits) methods.push_back(m);
            }
            const gb::index columns = f.transpose_b ? a.nrows() : a.ncols();
            const outcome times = run_by_methods<gb::matrix<value>>(
                methods, o.how, o.verify,
                [&](gb::matrix<value>& c) {
                    if (!cached) operand = without_caches(ctx, a);
                    c = gb::matrix<value>(a.nrows(), columns);
                },
                [&](gb::method by, gb::matrix<value>& c) {
                    const gb::descriptor d{.transpose_b = f.transpose_b, .method = by};
                    const auto m = gb::structure(mask);
                    if (!f.masked) gb::mxm(ctx, c, gb::no_mask, gb::no_accum, semiring, operand, operand, d);
                    else gb::mxm(ctx, c, f.complement ? !m : m, gb::no_accum, semiring, operand, operand, d);
                    if (by == gb::method::automatic) said = ctx.last_report();
                });
            if (facts) {
                (*facts)["graph"] = graph.name;
                (*facts)["semiring"] = semiring_name;
                (*facts)["state"] = state;
                (*facts)["threads"] = ctx.is_cuda() ? 0 : ctx.threads();
                (*facts)["value_bytes"] = sizeof(value);
                (*facts)["nvals"] = said.nvals;
                (*facts)["reads_values"] = !std::is_void_v<T>;
                (*facts)["expected_ms"] = product_facts::object();
                for (const gb::method by : gb::all_methods)
                    if (said.estimates[by].is_predicted())
                        (*facts)["expected_ms"][gb::to_string(by)] = said.estimates[by].milliseconds;
            }
            out.add(what, times, said.method, said.reason, facts ? &*facts : nullptr);
        }
    }
}

}  // namespace

void measure_products(const gb::context& ctx, const source& graph, const options& o, table& out) {
    facts_of_forms known;
    measure<void>(ctx, graph, o, "plus_pair", gb::plus_pair<std::int64_t>, known, out);
    measure<double>(ctx, graph, o, "plus_times", gb::plus_times<double>, known, out);
    measure<float>(ctx, graph, o, "min_plus", gb::min_plus<float>, known, out);
    measure<void>(ctx, graph, o, "any_pair", gb::any_pair<bool>, known, out);
}

}  // namespace bench::choice
