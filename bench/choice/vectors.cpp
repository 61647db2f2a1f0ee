// Products of a vector and a matrix, pushed and pulled.
#include "choice.hpp"
#include <graphblas_gpu/base/counter_random.hpp>
#include <graphblas_gpu/mxv.hpp>

#include <fmt/format.h>

namespace bench::choice {
namespace {

/// One of `every` positions filled, chosen at random.
template <class T>
gb::vector<T> filled(gb::index size, gb::index every, std::uint64_t stream) {
    const gb::base::counter_random random(1, stream);
    std::vector<gb::index> positions;
    std::vector<T> values;
    for (gb::index i = 0; i < size; ++i) {
        if (random.below(static_cast<std::uint64_t>(every), static_cast<std::uint64_t>(i)) != 0) continue;
        positions.push_back(i);
        values.push_back(static_cast<T>(1 + i % 7));
    }
    return gb::vector<T>::from_entries(size, positions, values);
}

enum class masks { none, half, few };

template <class T, class S>
void measure(const gb::context& ctx, const source& graph, const options& o, const std::string& semiring_name, const S& semiring,
             table& out) {
    using value = gb::semiring_value_t<S>;
    if (!is_wanted(o.semirings, semiring_name)) return;
    const auto a = with_weights<T>(ctx, graph.structure);
    const gb::vector<T> half = filled<T>(a.nrows(), 2, 1), few = filled<T>(a.nrows(), 50, 2);
    for (const bool left : {true, false}) {
        for (const masks masked : {masks::none, masks::half, masks::few}) {
            const std::string form = fmt::format("{}{}", left ? "vxm" : "mxv",
                                                 masked == masks::none   ? ""
                                                 : masked == masks::half ? "<!half>"
                                                                         : "<few>");
            if (!is_wanted(o.forms, form)) continue;
            for (const gb::index every : {1, 2, 10, 100, 1000}) {
                const gb::vector<T> u = filled<T>(a.nrows(), every, 3);
                for (const std::string& state : o.states) {
                    const bool cached = state == "cached";
                    gb::matrix<T> operand = a;
                    if (cached) (void)operand.any().transposed_rows(ctx.team());
                    gb::report said;
                    std::vector<gb::method> methods = {gb::method::automatic};
                    methods.insert(methods.end(), out.methods().begin(), out.methods().end());
                    const outcome times = run_by_methods<gb::vector<value>>(
                        methods, o.how, true,
                        [&](gb::vector<value>& w) {
                            if (!cached) operand = without_caches(ctx, a);
                            w = gb::vector<value>(a.nrows());
                        },
                        [&](gb::method by, gb::vector<value>& w) {
                            const auto product = [&](const auto& mask) {
                                if (left) gb::vxm(ctx, w, mask, gb::no_accum, semiring, u, operand, {.method = by});
                                else gb::mxv(ctx, w, mask, gb::no_accum, semiring, operand, u, {.method = by});
                            };
                            if (masked == masks::none) product(gb::no_mask);
                            else product(masked == masks::half ? !gb::structure(half) : gb::structure(few));
                            if (by == gb::method::automatic) said = ctx.last_report();
                        });
                    out.add(fmt::format("{:<18} {:<6} {} {:<11} {:<10} u 1/{}", graph.name, state, ctx.threads(), semiring_name,
                                        form, every),
                            times, said.method, said.reason);
                }
            }
        }
    }
}

}  // namespace

void measure_vectors(const gb::context& ctx, const source& graph, const options& o, table& out) {
    measure<double>(ctx, graph, o, "plus_times", gb::plus_times<double>, out);
    measure<float>(ctx, graph, o, "min_plus", gb::min_plus<float>, out);
    measure<std::int64_t>(ctx, graph, o, "any_secondi", gb::any_secondi<std::int64_t>, out);
}

}  // namespace bench::choice
