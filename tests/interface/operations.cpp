// Every public operation, as a program writes it: with and without mask, accumulator and descriptor, on typed, bool and void
// objects and on values of the program's own. See containers.cpp.
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/graphblas_gpu.hpp>
#include <graphblas_gpu/jit_semiring.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <graphblas_gpu/spamm.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gb = graphblas_gpu;
using gb::no_accum;
using gb::no_mask;

namespace interface {

/// The values of a program's own type, and a semiring over them.
struct arrival {
    float distance = 0;
    std::int32_t from = 0;
    friend bool operator==(const arrival&, const arrival&) = default;
};
struct earlier {
    using value_type = arrival;
    static constexpr arrival identity() { return {1e30F, -1}; }
    constexpr arrival operator()(const arrival& x, const arrival& y) const { return y.distance < x.distance ? y : x; }
};
struct earliest_arrival {
    using value_type = arrival;
    using left_type = arrival;
    using right_type = float;
    static constexpr earlier add{};
    static constexpr arrival multiply(const arrival& x, float y, std::int64_t, std::int64_t k, std::int64_t) {
        return {x.distance + y, static_cast<std::int32_t>(k)};
    }
};
struct widest_path {
    static constexpr gb::monoid<gb::max, float> add{};
    static constexpr float multiply(float x, float y) { return x < y ? x : y; }
};
GB_DEVICE_SOURCE(
    sourced_widest_path, struct sourced_widest_path {
        static constexpr gb::monoid<gb::max, float> add{};
        static constexpr float multiply(float x, float y) { return x < y ? x : y; }
    };)
GB_DEVICE_SOURCE(
    leg, struct leg {
        float length = 0;
        std::int32_t line = 0;
    };)
GB_DEVICE_SOURCE_USING(
    shorter, leg, struct shorter {
        using value_type = leg;
        static constexpr leg identity() { return leg{1e30f, 0}; }
        constexpr leg operator()(const leg& x, const leg& y) const { return y.length < x.length ? y : x; }
    };)
static_assert(gb::has_device_source<sourced_widest_path> && gb::has_device_source<shorter>);

const float factor = 3;
const auto scaled = [](float x) { return x * factor; };
const auto sum_of_three = [](float x, gb::index i, gb::index j) { return x + static_cast<float>(i + j); };

void products(const gb::context& ctx, const gb::matrix<float>& a, const gb::matrix<std::int32_t>& b,
              const gb::matrix<bool>& mask, const gb::matrix<void>& graph) {
    gb::matrix<float> c(4, 4);
    gb::mxm(ctx, c, no_mask, no_accum, gb::plus_times<float>, a, b);
    gb::mxm(ctx, c, gb::structure(mask), gb::plus{}, gb::min_plus<float>, a, a, {.transpose_b = true, .replace = true});
    gb::mxm(
        ctx, c, !gb::values(mask), [](float x, float y) { return x - y; }, gb::plus_pair<std::int64_t>, graph, graph);
    c = gb::mxm(ctx, gb::plus_times<float>, a, b);
    const gb::matrix<std::int64_t> counts = gb::mxm(ctx, gb::plus_pair<std::int64_t>, graph, graph, {.transpose_a = true});
    const gb::matrix<bool> either = gb::mxm(ctx, gb::lor_land<bool>, mask, mask, {.method = gb::method::dense});
    c = gb::mxm(ctx, widest_path{}, a, a);
    c = gb::mxm(ctx, sourced_widest_path{}, a, a);
    gb::mxm(ctx, c, gb::structure(graph), no_accum, widest_path{}, a, a, {.method = gb::method::dot});
    const gb::matrix<arrival> arrivals = gb::mxm(ctx, earliest_arrival{}, gb::matrix<arrival>(4, 4), a);
    const auto by_lambda = gb::make_semiring(gb::monoid<gb::plus, float>{}, [](float x, float y) { return x * y + 1; });
    c = gb::mxm(ctx, by_lambda, a, a);
    const auto of_two_types = gb::make_semiring<arrival, float>(
        gb::monoid<gb::min, double>{}, [](const arrival& x, float y) { return static_cast<double>(x.distance + y); });
    const gb::matrix<double> distances = gb::mxm(ctx, of_two_types, arrivals, a);
    c = gb::mxm(ctx, gb::catalogued<float>("max_times"), a, a);
    gb::mxm(ctx, c, no_mask, gb::max{}, gb::catalogued<float>("min_plus"), a, a);
    const gb::jit_semiring<float> shortest({.add = "min(x, y)", .identity = "INFINITY", .multiply = "x + y"});
    if (shortest.is_catalogued()) c = gb::mxm(ctx, shortest, a, a);

    const gb::matrix<void> structure = gb::mxm_structure(ctx, a, b);
    (void)gb::mxm_structure(ctx, gb::structure(mask), a, b, {.transpose_b = true});
    gb::index nvals = gb::mxm_nvals(ctx, a, graph);
    nvals = gb::mxm_nvals(ctx, !gb::structure(mask), a, b, {.transpose_a = true});
    const std::int64_t flops = gb::mxm_flops(ctx, a, graph) + gb::mxm_flops(ctx, a, a, {.transpose_b = true});
    gb::mxm_batches(ctx, gb::plus_times<float>, a, a, 1 << 20,
                    [&](const gb::matrix<float>& part, gb::index) { nvals += part.nvals(); });
    gb::mxm_batches(ctx, gb::structure(mask), widest_path{}, a, a, 1 << 20, [](const auto&, gb::index) {},
                    {.transpose_b = true});
    float total = gb::mxm_reduce(ctx, gb::plus{}, gb::structure(mask), gb::plus_times<float>, a, a);
    total = gb::mxm_reduce(ctx, gb::monoid<gb::max, float>{}, no_mask, widest_path{}, a, a, {.transpose_b = true});
    total = gb::mxm_reduce(ctx, gb::plus{}, no_mask, gb::catalogued<float>("plus_times"), a, a);
    (void)(nvals + flops), (void)total;

    auto plan = gb::plan_mxm(ctx, gb::plus_times<float>, a, b);
    plan = gb::plan_mxm(ctx, gb::plus_times<float>, a, b, {.method = gb::method::hash});
    const gb::mxm_plan<gb::semiring_t<gb::min_plus<float>>, float, float> masked =
        gb::plan_mxm(ctx, gb::structure(mask), gb::min_plus<float>, a, a, {.transpose_b = true});
    c = plan.execute();
    plan.execute(c);
    (void)(masked.method() == gb::method::dot), (void)masked.reason().size();
    (void)(masked.nvals() + masked.estimated_bytes() + masked.report().nvals);
}

void products_with_vectors(const gb::context& ctx, const gb::matrix<float>& a, const gb::matrix<void>& graph) {
    const gb::vector<float> u(4);
    const gb::vector<bool> mask(4);
    gb::vector<float> w(4);
    gb::mxv(ctx, w, no_mask, no_accum, gb::plus_times<float>, a, u);
    gb::mxv(ctx, w, !gb::values(mask), gb::min{}, gb::min_plus<float>, a, u, {.transpose_a = true, .replace = true});
    w = gb::mxv(ctx, gb::max_min<float>, a, u);
    w = gb::mxv(ctx, widest_path{}, a, u, {.transpose_a = true});
    w = gb::mxv(ctx, gb::catalogued<float>("plus_times"), a, u);
    gb::vxm(ctx, w, no_mask, no_accum, gb::plus_times<float>, u, a);
    gb::vxm(ctx, w, gb::structure(mask), gb::plus{}, gb::plus_second<float>, u, a, {.method = gb::method::dot});
    w = gb::vxm(ctx, gb::min_plus<float>, u, a, {.transpose_b = true});
    const gb::vector<arrival> arrivals = gb::vxm(ctx, earliest_arrival{}, gb::vector<arrival>(4), a);

    gb::vector<float> changed(4);
    gb::vector<void> fresh(4);
    gb::vector<std::int64_t> parents(4);
    gb::vxm_update(ctx, w, changed, no_mask, gb::min{}, gb::min_plus<float>, u, a);
    gb::vxm_update(ctx, parents, fresh, !gb::structure(parents), no_accum, gb::any_secondi<std::int64_t>, mask, graph,
                   {.transpose_b = true});

    std::int32_t rounds = gb::propagate(ctx, parents, fresh, gb::visit, gb::any_secondi<std::int64_t>, graph);
    gb::vector<std::int32_t> levels;
    gb::matrix<std::int32_t> levels_of_rows;
    rounds = gb::propagate(ctx, w, w, gb::relax, gb::min_plus<float>, a,
                           {.most_rounds = 5, .transpose = true, .method = gb::method::dense, .rounds = &levels, .longest = 9});
    rounds = gb::propagate(ctx, w, u, gb::relax, widest_path{}, a);
    gb::matrix<void> reached(2, 4);
    rounds = gb::propagate(ctx, reached, reached, gb::visit, gb::any_pair<bool>, graph,
                           gb::propagate_options{.rounds_of_rows = &levels_of_rows});
    (void)rounds;
    static_assert(gb::propagation_rule<gb::visit_t> && gb::propagation_rule<gb::relax_t>);
}

void elementwise(const gb::context& ctx, const gb::matrix<float>& a, const gb::matrix<std::int32_t>& b,
                 const gb::matrix<bool>& mask, const gb::matrix<void>& graph) {
    const gb::vector<float> u(4), v(4);
    const gb::vector<void> chosen(4);
    gb::matrix<float> c(4, 4);
    gb::matrix<void> structure(4, 4);
    gb::vector<double> w(4);
    gb::ewise_add(ctx, c, no_mask, no_accum, gb::plus{}, a, b);
    gb::ewise_add(ctx, c, gb::structure(mask), gb::plus{}, gb::max{}, a, a, {.transpose_b = true, .replace = true});
    gb::ewise_add(ctx, w, !gb::structure(chosen), no_accum, gb::minus{}, u, v);
    gb::ewise_add(ctx, structure, no_mask, no_accum, gb::lor{}, graph, graph, {.transpose_b = true});
    c = gb::ewise_add(ctx, gb::plus{}, a, a);
    const gb::vector<bool> differs = gb::ewise_add(ctx, gb::ne{}, u, v);
    gb::ewise_mult(ctx, c, gb::values(mask), no_accum, gb::times{}, a, b);
    gb::ewise_mult(
        ctx, w, no_mask, gb::plus{}, [](float x, float y) { return x * y; }, u, v);
    const gb::matrix<bool> equal = gb::ewise_mult(ctx, gb::eq{}, a, b, {.transpose_a = true});
    const auto arrivals = gb::ewise_mult(
        ctx,
        [](float x, std::int32_t y) {
            return arrival{x, y};
        },
        a, b);
    static_assert(std::is_same_v<decltype(arrivals), const gb::matrix<arrival>>);

    gb::apply(ctx, c, no_mask, no_accum, gb::ainv{}, a);
    gb::apply(ctx, c, gb::structure(mask), gb::plus{}, gb::bind_second(gb::times{}, 2.0), a, {.transpose_a = true});
    gb::apply(ctx, w, gb::structure(chosen), no_accum, gb::bind_first(gb::minus{}, 1), u);
    gb::apply(ctx, structure, no_mask, no_accum, gb::identity{}, a);
    c = gb::apply(ctx, scaled, a);
    c = gb::apply(ctx, sum_of_three, a);
    const gb::matrix<std::int64_t> rows = gb::apply(ctx, gb::rowindex{1}, graph);
    const auto distances = gb::apply(
        ctx, [](const arrival& x) { return x.distance; }, arrivals);
    (void)gb::apply(ctx, gb::colindex{}, a), (void)gb::apply(ctx, gb::diagindex{-1}, a), (void)gb::apply(ctx, gb::abs{}, u);
    (void)gb::apply(ctx, gb::lnot{}, mask), (void)gb::apply(ctx, gb::one{}, u), (void)gb::apply(ctx, gb::minv{}, u);

    gb::select(ctx, c, no_mask, no_accum, gb::tril{-1}, a);
    gb::select(ctx, c, gb::structure(mask), gb::plus{}, gb::value_gt{0.5F}, a, {.transpose_a = true, .replace = true});
    gb::select(
        ctx, w, no_mask, no_accum, [](float x, gb::index i) { return x > 0 && i > 1; }, u);
    c = gb::select(
        ctx, [](float x, gb::index i, gb::index j) { return x > 0 && i != j; }, a);
    structure = gb::select(ctx, gb::offdiag{}, graph);
    structure = gb::select(
        ctx, [](gb::index i, gb::index j) { return i < j; }, graph);
    (void)gb::select(ctx, gb::triu{1}, a), (void)gb::select(ctx, gb::diag{}, a), (void)gb::select(ctx, gb::rowle{2}, a);
    (void)gb::select(ctx, gb::rowgt{2}, a), (void)gb::select(ctx, gb::colle{2}, a), (void)gb::select(ctx, gb::colgt{2}, a);
    (void)gb::select(ctx, gb::value_eq(1), u), (void)gb::select(ctx, gb::value_ne(1), u);
    (void)gb::select(ctx, gb::value_lt(1), u), (void)gb::select(ctx, gb::value_le(1), u);
    (void)gb::select(ctx, gb::value_ge(1), u);

    float total = gb::reduce(ctx, gb::plus{}, a);
    total = gb::reduce(ctx, gb::monoid<gb::max, float>{}, u);
    const std::int64_t count = gb::reduce(ctx, gb::plus{}, graph);
    const bool any = gb::reduce(ctx, gb::lor{}, mask) || gb::reduce(ctx, gb::any{}, graph);
    const arrival first = gb::reduce(ctx, earlier{}, arrivals);
    double scalar = 0;
    gb::reduce(ctx, scalar, no_accum, gb::plus{}, a);
    gb::reduce(ctx, scalar, gb::plus{}, gb::max{}, u);
    gb::reduce(ctx, w, no_mask, no_accum, gb::plus{}, a);
    gb::reduce(ctx, w, gb::structure(chosen), gb::plus{}, gb::min{}, a, {.transpose_a = true, .replace = true});
    const gb::vector<float> sums = gb::reduce_rows(ctx, gb::plus{}, a);
    const gb::vector<std::int64_t> degrees = gb::reduce_rows(ctx, gb::plus{}, graph, {.transpose_a = true});
    const gb::vector<float> of_columns = gb::reduce_columns(ctx, gb::plus{}, a);
    (void)total, (void)count, (void)any, (void)first;
}

void parts(const gb::context& ctx, const gb::matrix<float>& a, const gb::matrix<bool>& mask, const gb::matrix<void>& graph) {
    const std::vector<int> some{0, 2};
    const gb::vector<float> u(4), part(2);
    const gb::vector<bool> mask_of_vector(4);
    gb::matrix<float> c(4, 4);
    gb::vector<float> w(4);
    gb::assign(ctx, c, no_mask, no_accum, a);
    gb::assign(ctx, c, gb::structure(mask), gb::plus{}, a, {.transpose_a = true, .replace = true});
    gb::assign(ctx, w, gb::values(mask_of_vector), no_accum, u);
    gb::assign(ctx, c, no_mask, no_accum, 1);
    gb::assign(ctx, w, !gb::structure(mask_of_vector), gb::max{}, 2.5, {.replace = true});
    gb::assign(ctx, c, no_mask, no_accum, gb::matrix<float>(2, 2), some, {1, 3});
    gb::assign(ctx, c, gb::structure(mask), gb::plus{}, a, gb::all, gb::range{0, 4}, {.transpose_a = true});
    gb::assign(ctx, w, no_mask, no_accum, part, some);
    gb::assign(ctx, c, no_mask, gb::plus{}, 2.F, some, gb::all);
    gb::assign(ctx, w, gb::structure(mask_of_vector), no_accum, 2.F, gb::range{3, -1, -1}, {.replace = true});
    gb::assign_row(ctx, c, no_mask, no_accum, part, 1, some);
    gb::assign_row(ctx, c, gb::structure(mask_of_vector), gb::plus{}, u, 1, gb::all, {.replace = true});
    gb::assign_column(ctx, c, no_mask, no_accum, part, some, 1);
    gb::assign_column(ctx, c, gb::values(mask_of_vector), gb::plus{}, u, gb::all, 1, {.replace = true});
    gb::subassign(ctx, c, no_mask, no_accum, a, gb::all, gb::all);
    gb::subassign(ctx, c, gb::structure(mask), gb::plus{}, a, gb::all, gb::all, {.transpose_a = true, .replace = true});
    gb::subassign(ctx, w, no_mask, no_accum, part, some);
    gb::subassign(ctx, c, no_mask, no_accum, 3, some, {1});
    gb::subassign(ctx, w, gb::structure(part), gb::plus{}, 3, some);
    gb::subassign_row(ctx, c, gb::structure(part), no_accum, part, 1, some);
    gb::subassign_column(ctx, c, no_mask, gb::plus{}, part, some, 1, {.replace = true});

    gb::extract(ctx, c, no_mask, no_accum, a, gb::all, gb::all);
    gb::extract(ctx, c, gb::structure(mask), gb::plus{}, a, {3, 2, 1, 0}, gb::range{0, 4}, {.transpose_a = true});
    c = gb::extract(ctx, a, some, gb::all);
    c = gb::extract(ctx, a, {0, 1}, {1}, {.transpose_a = true});
    gb::extract(ctx, w, no_mask, no_accum, u, gb::all);
    gb::extract(ctx, w, gb::structure(mask_of_vector), gb::plus{}, u, {0, 1, 1, 0}, {.replace = true});
    w = gb::extract(ctx, u, some);
    gb::extract_row(ctx, w, no_mask, no_accum, a, 1, gb::all);
    gb::extract_column(ctx, w, gb::structure(mask_of_vector), gb::plus{}, a, gb::all, 1, {.transpose_a = true});
    w = gb::extract_row(ctx, a, 1, some);
    w = gb::extract_column(ctx, a, gb::all, 1, {.transpose_a = true});

    gb::transpose(ctx, c, no_mask, no_accum, a);
    gb::transpose(ctx, c, gb::structure(mask), gb::plus{}, a, {.transpose_a = true, .replace = true});
    const gb::matrix<void> reversed = gb::transpose(ctx, graph);
    c = gb::permute(ctx, a, {3, 2, 1, 0});
    c = gb::permute(ctx, a, {3, 2, 1, 0}, std::vector<int>{0, 1, 2, 3});
    w = gb::permute(ctx, u, {3, 2, 1, 0});
    const std::vector<gb::index> numbers = gb::inverse_order({3, 2, 1, 0});
    gb::kronecker(ctx, c, no_mask, no_accum, gb::times{}, a, a);
    gb::kronecker(ctx, c, gb::structure(mask), gb::plus{}, gb::plus_times<float>, a, graph, {.transpose_b = true});
    c = gb::kronecker(ctx, gb::monoid<gb::plus, float>{}, a, a);
    const auto larger = gb::kronecker(ctx, [](float x, float y) { return x > y; }, a, a, {.transpose_a = true});
    static_assert(std::is_same_v<decltype(larger), const gb::matrix<bool>>);
    const gb::matrix<float> empty(4, 4);
    gb::concat(ctx, c, {&a, &empty}, 1, 2);
    gb::concat(ctx, c, std::vector<gb::matrix<float>>{a, empty}, 2, 1);
    c = gb::concat(ctx, {&a, &empty}, 1, 2);
    c = gb::concat(ctx, std::vector<const gb::matrix<float>*>{&a, &empty}, 1, 2);
    const std::vector<gb::matrix<float>> tiles = gb::split(ctx, a, {2, 2}, std::vector<int>{1, 3});
    c = gb::stack_rows(ctx, 4, std::vector<gb::vector<float>>{u, w});
    auto [values, permutation] = gb::sort(ctx, gb::lt{}, u);
    const gb::sorted<gb::matrix<float>> rows = gb::sort(
        ctx, [](float x, float y) { return x > y; }, a);
    const gb::matrix<gb::index>& from = rows.permutation;
    (void)values.nvals(), (void)permutation.nvals(), (void)(rows.values.nvals() + from.nvals());
    c = gb::matrix_diag(ctx, u);
    c = gb::matrix_diag(ctx, u, -1);
    w = gb::vector_diag(ctx, a);
    const gb::vector<void> loops = gb::vector_diag(ctx, graph, 1);
    const gb::tile_figures figures = gb::tiling(ctx, a);
    (void)(figures.nvals + figures.tiles + figures.coo_bytes + figures.csr_bytes + figures.tile_bytes + figures.value_bytes);
    (void)figures.entries_per_tile(), (void)gb::tile_figures_of(4, 8, 2, 4).tiles;
}

void graphs(const gb::context& ctx, const gb::matrix<float>& a, const gb::matrix<void>& graph) {
    const gb::matrix<void> up = gb::triu_by_degree(ctx, graph), down = gb::tril_by_degree(ctx, a);
    const gb::oriented_graph oriented = gb::orient_by_degree(ctx, graph);
    (void)oriented.edges.nvals(), (void)oriented.is_symmetric, (void)oriented.self_loops;
    const std::optional<gb::counted_triangles> counted = gb::count_triangles_of_short_rows(ctx, graph);
    if (counted) (void)(counted->triangles + counted->self_loops + (counted->is_symmetric ? 1 : 0));
    const gb::matrix<void> tight = gb::tight_edges(ctx, a, gb::vector<float>::full(4, 1));
    const gb::component_labels labels = gb::label_components(ctx, graph);
    (void)(labels.labels.nvals() + labels.components);
    const gb::random_walk_result walk = gb::random_walk(ctx, graph);
    const gb::random_walk_shares<float> shares = gb::random_walk<float>(
        ctx, a, gb::random_walk_options{.damping = 0.9, .tolerance = 1e-9, .most_rounds = 10, .spread_dangling = false});
    (void)(walk.shares.nvals() + shares.rounds), (void)walk.residual;
    gb::vector<double> totals = gb::vector<double>::full(4, 0);
    gb::accumulate_dependencies(ctx, totals, graph, gb::vector<std::int32_t>(4));
    gb::progress_counters progress;
    gb::accumulate_weighted_dependencies(ctx, totals, a, {0, 1}, &progress);
    gb::accumulate_weighted_dependencies(ctx, totals, a, std::vector<int>{0, 1});
    const gb::vector<void> members = gb::independent_set_by_priority(ctx, graph, 7);
    const gb::core_decomposition cores = gb::core_numbers(ctx, graph, nullptr);
    (void)(cores.core_numbers.nvals() + cores.degeneracy + cores.rounds);
    (void)gb::searching_at_once_is_profitable(ctx, 64, 5), (void)gb::searching_at_once_is_profitable(ctx, 64, 5, false);
    const gb::value_range<float> range = gb::range_of_values(ctx, a);
    (void)(range.smallest < range.largest && range.is_finite);
}

void approximate_products(const gb::context& ctx) {
    const gb::block_matrix<float> a(64, 64);
    const gb::block_matrix<gb::float16> h(64, 64);
    using gb::spamm_precision, gb::spamm_variant;
    (void)std::array{spamm_precision::automatic, spamm_precision::fp64, spamm_precision::fp32,
                     spamm_precision::tf32,      spamm_precision::bf16, spamm_precision::fp16};
    (void)std::array{spamm_variant::automatic, spamm_variant::spamm, spamm_variant::dense, spamm_variant::cuspamm};
    auto [c, report] = gb::spamm(ctx, a, a, {.error = 1e-6});
    const gb::spamm_result<float> narrow = gb::spamm(ctx, h, h, {.tau = 0.1, .tile = 64});
    gb::spamm_options options{.valid_ratio = 0.5, .drop_below = 1e-9};
    options.precision = gb::spamm_precision_from_string(gb::to_string(gb::spamm_precision::tf32));
    options.variant = gb::spamm_variant_from_string(gb::to_string(gb::spamm_variant::automatic));
    options.search = gb::tau_search::binary;
    (void)gb::spamm(ctx, a, a, options);
    (void)gb::spamm(ctx, 2, h, h, -0.5f, c, {.tau = 0});
    (void)(c.nblocks() + narrow.product.nblocks()), (void)(report.error_bound + report.sum_rounding_bound);
    const gb::spamm_report r = report;
    const std::string text = r.engine + r.method + r.reason + r.precision;
    (void)(r.tau + r.valid_ratio + r.milliseconds), (void)(r.products + r.all_products + r.flops + r.bytes_between_devices);
    (void)(r.tile + r.devices + (r.were_counted ? 1 : 0));
}

}  // namespace interface
