// Products of matrices under masks, by every method.
#include "choice.hpp"
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/select.hpp>

#include <fmt/format.h>

namespace bench::choice {
namespace {

struct form {
    const char* name;
    enum part { whole, lower, upper } operand;
    bool transpose_b = false;
    bool masked = true;
    bool complement = false;
};
constexpr form forms[] = {{"C<A>=A*A", form::whole},
                          {"C<A>=A*A'", form::whole, true},
                          {"C<L>=L*L'", form::lower, true},
                          {"C<U>=U*U'", form::upper, true},
                          {"C<L>=L*L", form::lower},
                          {"C<!A>=A*A", form::whole, false, true, true},
                          {"C=A*A", form::whole, false, false}};

gb::matrix<void> part_of(const gb::context& ctx, const gb::matrix<void>& a, form::part which) {
    if (which == form::lower) return gb::select(ctx, gb::tril{-1}, a);
    if (which == form::upper) return gb::select(ctx, gb::triu{1}, a);
    return a;
}

template <class T, class S>
void measure(const gb::context& ctx, const source& graph, const options& o, const std::string& semiring_name, const S& semiring,
             table& out) {
    using value = gb::semiring_value_t<S>;
    if (!is_wanted(o.semirings, semiring_name)) return;
    for (const form& f : forms) {
        if (!is_wanted(o.forms, f.name)) continue;
        const auto a = with_values<T>(part_of(ctx, graph.structure, f.operand));
        const gb::matrix<void> mask = part_of(ctx, graph.structure, f.operand);
        for (const std::string& state : o.states) {
            const std::string what =
                fmt::format("{:<18} {:<6} {} {:<11} {}", graph.name, state, ctx.threads(), semiring_name, f.name);
            const auto work = static_cast<double>(gb::mxm_flops(ctx, a, a, {.transpose_b = f.transpose_b}));
            if (work > o.most_work) {
                out.leave_out(what, fmt::format("{} multiplications", work));
                continue;
            }
            const bool cached = state == "cached";
            gb::matrix<T> operand = a;
            if (cached) {
                (void)operand.transposed_storage(ctx.team());
                (void)operand.tiles(ctx.team());
            }
            gb::report said;
            contest task;
            std::vector<gb::method> methods = {gb::method::automatic};
            for (const gb::method m : out.methods()) {
                if (m != gb::method::dot || (f.masked && !f.complement)) methods.push_back(m);
            }
            std::vector<gb::matrix<value>> results(methods.size());
            for (std::size_t n = 0; n < methods.size(); ++n) {
                const gb::method how = methods[n];
                gb::matrix<value>& c = results[n];
                task.sides.push_back(
                    {gb::to_string(how),
                     [&] {
                         if (!cached) operand = without_caches(a);
                         c = gb::matrix<value>(a.nrows(), a.ncols());
                     },
                     [&, how] {
                         const gb::descriptor d{.transpose_b = f.transpose_b, .method = how};
                         const auto m = gb::structure(mask);
                         if (!f.masked) gb::mxm(ctx, c, gb::no_mask, gb::no_accum, semiring, operand, operand, d);
                         else gb::mxm(ctx, c, f.complement ? !m : m, gb::no_accum, semiring, operand, operand, d);
                         if (how == gb::method::automatic) said = ctx.last_report();
                     },
                     [&] { c = gb::matrix<value>(); }});
            }
            task.verify = [&]() -> std::string {
                for (std::size_t n = 1; n < methods.size(); ++n) {
                    if (!(results[n] == results[0])) return fmt::format("{} has another product", gb::to_string(methods[n]));
                }
                return {};
            };
            const outcome times = run(task, o.how, true);
            out.add(what, times, said.method, said.reason);
        }
    }
}

}  // namespace

void measure_products(const gb::context& ctx, const source& graph, const options& o, table& out) {
    measure<void>(ctx, graph, o, "plus_pair", gb::plus_pair<std::int64_t>, out);
    measure<double>(ctx, graph, o, "plus_times", gb::plus_times<double>, out);
    measure<float>(ctx, graph, o, "min_plus", gb::min_plus<float>, out);
    measure<void>(ctx, graph, o, "any_pair", gb::any_pair<bool>, out);
}

}  // namespace bench::choice
