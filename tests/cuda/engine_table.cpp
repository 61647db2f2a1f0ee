// What runs on which engine: the tables of docs/engines.md, from calls that are made.
//
// Idea: every operation is called with a ready-made operator, an operator that carries its source and a lambda, and the last
// two on values of a struct too, on the host, on the device and by context::automatic(); the tables say what the device did.
// They are compared with the page; GRAPHBLAS_GPU_WRITE_ENGINES names a file to write them to. The names of the operations are
// those of the public headers, so that a new operation needs a row.
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/cuda/jit/open_kernels.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/jit_semiring.hpp>
#include <graphblas_gpu/kronecker.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <graphblas_gpu/plan.hpp>
#include <graphblas_gpu/propagate.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/sort.hpp>
#include <graphblas_gpu/subassign.hpp>
#include <graphblas_gpu/transpose.hpp>
#include <graphblas_gpu/vxm_update.hpp>

#include <tests/cuda/engine_table.hpp>
#include <tests/cuda/sourced_kernels.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace gb = graphblas_gpu;
using namespace engine_table;

namespace {

/// Values of the caller's own, and operators on them, with their source and without.
using arrival = sources::arrival;
struct plain_earlier {
    using value_type = arrival;
    constexpr arrival operator()(const arrival& x, const arrival& y) const { return y.distance < x.distance ? y : x; }
    static constexpr arrival identity() { return {3e38f, -1}; }
};
struct plain_sum {
    using value_type = std::int32_t;
    constexpr std::int32_t operator()(std::int32_t x, std::int32_t y) const { return x + y; }
    static constexpr std::int32_t identity() { return 0; }
};
struct plain_arrivals {
    using right_type = float;
    static constexpr plain_earlier add{};
    static constexpr arrival multiply(const arrival& x, float y) { return {x.distance + y, x.from}; }
};

/// A semiring, a monoid and an operator over T that a device has.
/// @{
template <class T>
auto any_semiring() {
    if constexpr (std::is_same_v<T, float>)
        return gb::min_plus<float>;
    else
        return sources::arrivals{};
}
template <class T>
auto any_monoid() {
    if constexpr (std::is_same_v<T, float>)
        return gb::monoid<gb::plus, float>{};
    else
        return sources::earlier{};
}
template <class T>
auto any_operator() {
    if constexpr (std::is_same_v<T, float>)
        return gb::plus{};
    else
        return sources::earlier{};
}
/// @}

/// The function of the caller's, or where there is none the object of the library that takes its place.
/// @{
struct none {};
template <class Op, class Object>
auto& or_else([[maybe_unused]] const Op& op, [[maybe_unused]] Object& object) {
    if constexpr (std::is_same_v<Op, none>)
        return object;
    else
        return op;
}
/// @}

/// Operations with a function of the caller's: a semiring, an operator, a predicate.
std::string table_of_functions() {
    table all(
        "| operation | ready-made | with its source | a lambda, or a type without source | values of a struct, with its source "
        "| "
        "values of a struct, without |\n|---|---|---|---|---|---|\n");
    const auto lambda = gb::make_semiring(gb::monoid<gb::max, float>{}, [](float x, float y) { return x - y; });
    const std::tuple semirings{over<float>(gb::min_plus<float>), over<float>(sources::widest_path{}), over<float>(lambda),
                               over<arrival>(sources::arrivals{}), over<arrival>(plain_arrivals{})};
    all.row("`mxm`", semirings, GB_ENGINE_CALL(gb::mxm(ctx, op, x, square<float>())));
    all.row("`mxm` under a mask", semirings,
            GB_ENGINE_CALL(gb::mxm(ctx, x, gb::structure(x), gb::no_accum, op, square<T>(), square<float>())));
    all.row("`mxm_batches`", semirings,
            GB_ENGINE_CALL(gb::mxm_batches(ctx, op, x, square<float>(), 1 << 20, [](const auto&, gb::index) {})));
    all.row("`mxm_reduce` by the semiring's monoid", semirings,
            GB_ENGINE_CALL(gb::mxm_reduce(ctx, op.add, gb::no_mask, op, x, square<float>())));
    all.row("`plan_mxm`, and its `execute`", semirings,
            GB_ENGINE_CALL(const auto b = square<float>(); gb::plan_mxm(ctx, gb::no_mask, op, x, b).execute()));
    all.row("`mxv`", semirings, GB_ENGINE_CALL(gb::mxv(ctx, op, x, line<float>())));
    all.row("`vxm`", semirings, GB_ENGINE_CALL(gb::vxm(ctx, op, v, square<float>())));
    all.row("`vxm_update`", semirings,
            GB_ENGINE_CALL(gb::vector<T> changed(3);
                           gb::vxm_update(ctx, v, changed, gb::no_mask, gb::no_accum, op, line<T>(), square<float>())));
    all.row("`propagate`, blanks filled", semirings,
            GB_ENGINE_CALL(gb::propagate(ctx, v, v, gb::visit, op, square<float>(), {.most_rounds = 2})));
    all.row("`propagate`, entries improved", semirings,
            GB_ENGINE_CALL(gb::propagate(ctx, v, v, gb::relax, op, square<float>(), {.most_rounds = 2})));

    const std::tuple functions{over<float>(gb::ainv{}), over<float>(sources::logistic{}),
                               over<float>([](float x) { return x + 1; }), over<arrival>(sources::later{}),
                               over<arrival>([](const arrival& x) {
                                   return arrival{x.distance + 1, x.from};
                               })};
    all.row("`apply`", functions, GB_ENGINE_CALL(gb::apply(ctx, op, x)), GB_ENGINE_CALL(gb::apply(ctx, op, v)));
    const std::tuple by_position{over<float>(gb::rowindex{}), over<float>(sources::by_position{}),
                                 over<float>([](float x, gb::index i, gb::index) { return x + static_cast<float>(i); }),
                                 over<arrival>(sources::placed{}),
                                 over<arrival>([](const arrival& x, gb::index i, gb::index) { return x.from + i; })};
    all.row("`apply` by position", by_position, GB_ENGINE_CALL(gb::apply(ctx, op, x)));
    const std::tuple predicates{over<float>(gb::value_gt(1.0f)), over<float>(sources::lies_between{0, 1}),
                                over<float>([](float x) { return x > 1; }), over<arrival>(sources::is_near{}),
                                over<arrival>([](const arrival& x) { return x.from > 1; })};
    all.row("`select`", predicates, GB_ENGINE_CALL(gb::select(ctx, op, x)), GB_ENGINE_CALL(gb::select(ctx, op, v)));
    const std::tuple orders{over<float>(gb::lt{}), over<float>(sources::by_magnitude{}),
                            over<float>([](float x, float y) { return x > y; }), over<arrival>(sources::leaves_before{}),
                            over<arrival>([](const arrival& x, const arrival& y) { return x.from < y.from; })};
    all.row("`sort`", orders, GB_ENGINE_CALL(gb::sort(ctx, op, x)), GB_ENGINE_CALL(gb::sort(ctx, op, v)));

    const auto difference = [](float x, float y) { return x - y; };
    const std::tuple pairs{over<float>(gb::plus{}), over<float>(sources::keep_larger_magnitude{}), over<float>(difference),
                           over<arrival>(sources::earlier{}), over<arrival>(plain_earlier{})};
    all.row("`ewise_add`, `ewise_mult`", pairs, GB_ENGINE_CALL(gb::ewise_add(ctx, op, x, x)),
            GB_ENGINE_CALL(gb::ewise_add(ctx, op, v, v)), GB_ENGINE_CALL(gb::ewise_mult(ctx, op, x, x)),
            GB_ENGINE_CALL(gb::ewise_mult(ctx, op, v, v)));
    all.row("`kronecker`", pairs, GB_ENGINE_CALL(gb::kronecker(ctx, op, x, x)));
    all.row("`from_edges`, `from_entries`, which join duplicates", pairs,
            GB_ENGINE_CALL(gb::matrix<T>::from_edges(ctx, 3, 3, {1, 1}, {2, 2}, std::vector<T>(2), op)),
            GB_ENGINE_CALL(gb::vector<T>::from_entries(ctx, 3, {1, 1}, std::vector<T>(2), op)));

    const std::tuple monoids{over<std::int32_t>(gb::monoid<gb::plus, std::int32_t>{}),
                             over<std::int32_t>(sources::largest_magnitude{}), over<std::int32_t>(plain_sum{}),
                             over<arrival>(sources::earlier{}), over<arrival>(plain_earlier{})};
    all.row("`ewise_add`, `ewise_mult` by a monoid", monoids, GB_ENGINE_CALL(gb::ewise_add(ctx, op, x, x)),
            GB_ENGINE_CALL(gb::ewise_mult(ctx, op, v, v)));
    all.row("`reduce` to a scalar", monoids, GB_ENGINE_CALL(gb::reduce(ctx, op, x)), GB_ENGINE_CALL(gb::reduce(ctx, op, v)));
    all.row("`reduce` to a vector, `reduce_rows`, `reduce_columns`", monoids,
            GB_ENGINE_CALL(gb::reduce(ctx, v, gb::no_mask, gb::no_accum, op, x)), GB_ENGINE_CALL(gb::reduce_rows(ctx, op, x)),
            GB_ENGINE_CALL(gb::reduce_columns(ctx, op, x)));

    all.row("accumulators of `mxm`, `mxv`, `vxm`, `vxm_update`", pairs,
            GB_ENGINE_CALL(gb::mxm(ctx, x, gb::no_mask, op, any_semiring<T>(), square<T>(), square<float>())),
            GB_ENGINE_CALL(gb::mxv(ctx, v, gb::no_mask, op, any_semiring<T>(), x, line<float>())),
            GB_ENGINE_CALL(gb::vxm(ctx, v, gb::no_mask, op, any_semiring<T>(), line<T>(), square<float>())),
            GB_ENGINE_CALL(gb::vector<T> changed(3);
                           gb::vxm_update(ctx, v, changed, gb::no_mask, op, any_semiring<T>(), line<T>(), square<float>())));
    all.row("accumulators of `ewise_add`, `ewise_mult`, `kronecker`, `reduce`", pairs,
            GB_ENGINE_CALL(gb::ewise_add(ctx, x, gb::no_mask, op, any_operator<T>(), x, x)),
            GB_ENGINE_CALL(gb::ewise_mult(ctx, x, gb::no_mask, op, any_operator<T>(), x, x)),
            GB_ENGINE_CALL(gb::matrix<T> c(9, 9); c.set_element(1, 5, T{});
                           gb::kronecker(ctx, c, gb::no_mask, op, any_monoid<T>(), x, x)),
            GB_ENGINE_CALL(gb::reduce(ctx, v, gb::no_mask, op, any_monoid<T>(), x)));
    all.row("accumulators of `select`, `transpose`, `extract`, `extract_row`, `extract_column`", pairs,
            GB_ENGINE_CALL(gb::select(ctx, x, gb::no_mask, op, gb::tril{}, x)),
            GB_ENGINE_CALL(gb::transpose(ctx, x, gb::no_mask, op, x)),
            GB_ENGINE_CALL(gb::extract(ctx, x, gb::no_mask, op, x, gb::all, gb::all)),
            GB_ENGINE_CALL(gb::extract(ctx, v, gb::no_mask, op, v, gb::all)),
            GB_ENGINE_CALL(gb::extract_row(ctx, v, gb::no_mask, op, x, 0, gb::all)),
            GB_ENGINE_CALL(gb::extract_column(ctx, v, gb::no_mask, op, x, gb::all, 2)));
    all.row("accumulators of `assign`, `assign_row`, `assign_column`", pairs,
            GB_ENGINE_CALL(gb::assign(ctx, x, gb::no_mask, op, x)),
            GB_ENGINE_CALL(gb::assign(ctx, x, gb::no_mask, op, x, gb::all, gb::all)),
            GB_ENGINE_CALL(gb::assign(ctx, x, gb::no_mask, op, T{}, gb::all, gb::all)),
            GB_ENGINE_CALL(gb::assign_row(ctx, x, gb::no_mask, op, v, 0, gb::all)),
            GB_ENGINE_CALL(gb::assign_column(ctx, x, gb::no_mask, op, v, gb::all, 2)));
    all.row("accumulators of `subassign`, `subassign_row`, `subassign_column`", pairs,
            GB_ENGINE_CALL(gb::subassign(ctx, x, gb::no_mask, op, x, gb::all, gb::all)),
            GB_ENGINE_CALL(gb::subassign(ctx, x, gb::no_mask, op, T{}, gb::all, gb::all)),
            GB_ENGINE_CALL(gb::subassign_row(ctx, x, gb::no_mask, op, v, 0, gb::all)),
            GB_ENGINE_CALL(gb::subassign_column(ctx, x, gb::no_mask, op, v, gb::all, 2)));

    // Objects of the library in the place of a function: witnesses, and values by their digits.
    const auto tell = [](gb::column_index, std::uint64_t, gb::column_index) {};
    const std::tuple witnesses{over<float>(none{}), no_cell{}, over<float>(tell), no_cell{}, no_cell{}};
    all.row("`mxm_update` with witnesses", witnesses,
            GB_ENGINE_CALL(gb::bit_rows w(2, 3), fresh(2, 3); gb::bit_witnesses seen(2, 3);
                           gb::mxm_update(ctx, w, fresh, gb::bit_rows(2, 3), x, {}, or_else(op, seen))));
    const auto place = [](gb::index i, gb::index j) { return static_cast<int>(i + j); };
    const std::tuple values{over<float>(none{}), no_cell{}, over<float>(place), no_cell{}, no_cell{}};
    all.row("`to_matrix` with values", values,
            GB_ENGINE_CALL(gb::bit_rows bits(2, 3); std::span<const gb::bit_rows> digits(&bits, 1);
                           gb::to_matrix<int>(ctx, bits, or_else(op, digits))));
    return all.text();
}

/// The table of semirings that are made from strings.
std::string table_of_strings() {
    const auto a = square<float>();
    std::string text = "| a semiring made from strings | host | cuda |\n|---|---|---|\n";
    const auto row = [&](const char* name, const gb::semiring_expressions& expressions) {
        const gb::jit_semiring<float> semiring(expressions);
        const auto call = [&](const gb::context& ctx) { gb::mxm(ctx, semiring, a, a); };
        const bool needs_compiler = !semiring.is_catalogued() && gb::cuda::open_kernel_count() == 0;
        if (needs_compiler)
            std::printf("skipped: a semiring from strings on the device: a rehearsal cannot run what NVRTC compiles\n");
        const std::string on_cuda = needs_compiler ? "runs" : outcome(on_device(), call);
        text += std::string("| ") + name + " | " + outcome(on_host(), call) + " | " + on_cuda + " |\n";
    };
    row("one of the catalogue", {.add = "min(x, y)", .identity = "INFINITY", .multiply = "x + y"});
    row("another one", {.add = "max(x, y)", .identity = "-INFINITY", .multiply = "x < y ? x : 2 * y"});
    return text;
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The names of the functions of the public headers that take a context.
std::set<std::string> operations_of_headers() {
    std::set<std::string> names;
    const std::regex call("\\b([a-z_]+)\\(const context& ");
    for (const auto& entry : std::filesystem::directory_iterator(GRAPHBLAS_GPU_DOCS "/../graphblas_gpu")) {
        if (entry.path().extension() != ".hpp") continue;
        const std::string text = text_of(entry.path());
        for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at) names.insert((*at)[1]);
    }
    // A part of tiling, constructors, and advice that computes nothing.
    for (const char* no_operation :
         {"any_mxm_plan", "count_tiles", "mxm_plan", "running_call", "searching_at_once_is_profitable"})
        CHECK(names.erase(no_operation) == 1);
    return names;
}

}  // namespace

TEST_CASE("the tables of docs/engines.md are what happens") {
    const std::vector<std::string> tables{table_of_functions(), table_of_moves(), table_of_strings()};
    if (const char* path = std::getenv("GRAPHBLAS_GPU_WRITE_ENGINES")) {
        std::ofstream to(path);
        for (const std::string& made : tables) to << made << "\n";
    }
    const std::string page = text_of(GRAPHBLAS_GPU_DOCS "/engines.md");
    std::string all;
    for (const std::string& made : tables) {
        INFO(made);
        const bool is_on_page = page.find("\n\n" + made + "\n") != std::string::npos;
        CHECK(is_on_page);
        all += made;
    }
    const std::set<std::string> names = operations_of_headers();
    CHECK(names.size() > 50);
    for (const std::string& name : names) {
        INFO(name << " has no row");
        CHECK(all.find("`" + name + "`") != std::string::npos);
    }
}
