// All rounds of a search or of a relaxation by kernels of either engine, where the call is one of those that have them.
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/concat.hpp>
#include <graphblas_gpu/cuda/devices/peer_copies.hpp>
#include <graphblas_gpu/cuda/propagate/relaxation.hpp>
#include <graphblas_gpu/cuda/propagate/search.hpp>
#include <graphblas_gpu/formats/numbering.hpp>
#include <graphblas_gpu/host/propagate/relaxation.hpp>
#include <graphblas_gpu/host/propagate/search.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/reporting.hpp>
#include <graphblas_gpu/operations/propagate.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu::operations {
namespace {

report report_of(std::string reason, index nvals) {
    return {.operation = "propagate", .method = method::dense, .reason = std::move(reason), .nvals = nvals};
}

/// Whether the kernels that make all rounds may be taken: no other method is named, and no side is hypersparse, because such
/// sides are renumbered in every round.
template <class Stored>
bool is_made_at_once(const context& ctx, const propagate_call_of<Stored>& call) {
    const method named = call.how->method;
    const index side = call.a->shape().nrows;
    return (named == method::automatic || named == method::dense) && !formats::is_hypersparse(side, call.a->nvals()) &&
           (!ctx.is_cuda() || cuda::can_be_searched(side, call.a->nvals()));
}

any_vector dense_on_host(index size, index nvals, buffer<base::word>&& bits, buffer<std::byte>&& values, type_code type) {
    return {formats::untyped_dense_vector{size, nvals, std::move(bits), std::move(values), base::size_of(type)}, type_of(type)};
}

/// The rows along which a search pulls; null if it only pushes.
std::shared_ptr<const cuda::csr> rows_to_pull(const cuda::engine_ptr& e, const any_matrix& a, const propagate_options& how) {
    if (how.method != method::automatic || !(how.transpose || a.has_cached_device_transpose())) return nullptr;
    return a.device_rows(e, !how.transpose);
}

std::string directions(std::int32_t pushed, std::int32_t pulled) {
    return std::to_string(pushed) + " rounds pushed, " + std::to_string(pulled) + " pulled";
}

all_rounds searched_on_device(const context& ctx, const propagate_call& call, cuda::product_values values) {
    const device::engine_in_use e(ctx.cuda_engine(), "propagate");
    const device::reporting reporting(ctx);
    const propagate_options& how = *call.how;
    const auto push = call.a->device_rows(e, how.transpose);
    const auto pull = rows_to_pull(e, *call.a, how);
    const auto from = call.frontier->device_rows(e);
    const auto before = call.w->device_rows(e);

    cuda::search_request request;
    request.push = push->view().structure();
    if (pull) request.pull = pull->view().structure();
    request.frontier = from->view().structure();
    request.filled = before->view();
    request.most_rounds = how.most_rounds;
    request.values = values;
    request.type = call.type;
    cuda::search_answer found = cuda::run_search(e, request);
    reporting.file(report_of("one kernel: " + directions(found.pushed, found.pulled), found.filled.nvals));
    return {any_vector(std::move(found.filled), type_of(call.type)),
            any_vector(std::move(found.rounds), type_of<std::int32_t>()), found.last_round, true};
}

all_rounds searched_on_host(const context& ctx, const propagate_call& call, cuda::product_values values) {
    const base::stopwatch time;
    host::team& team = ctx.team();
    const host::team::operation_turn turn = team.take_turn("propagate");
    const propagate_options& how = *call.how;
    const untyped_rows stored = call.a->rows();
    const untyped_rows push = how.transpose ? call.a->transposed_rows(team) : stored;
    host::search_request request;
    request.push = push;
    request.can_pull = how.method == method::automatic && (how.transpose || call.a->has_cached_transpose());
    const untyped_rows pull = !request.can_pull || how.transpose ? stored : call.a->transposed_rows(team);
    request.pull = pull;
    request.frontier = call.frontier->list();
    request.filled = call.w->list();
    request.most_rounds = how.most_rounds;
    using enum cuda::product_values;
    request.values = values == none  ? host::search_values::none
                     : values == one ? host::search_values::one
                                     : host::search_values::first_k;
    request.type = call.type;
    request.wants_rounds = how.rounds != nullptr;
    host::search_answer found = host::run_search(team, request);

    report r = report_of(
        directions(found.pushed, found.pulled) + ", " + std::to_string(found.shared_steps) + " steps shared by threads",
        found.nvals);
    r.milliseconds = time.milliseconds();
    ctx.set_report(std::move(r));
    all_rounds made;
    made.count = found.last_round;
    made.is_made = true;
    if (request.wants_rounds) {
        made.rounds = any_vector(formats::untyped(dense_vector<std::int32_t>{
                                     push.nrows, found.nvals, buffer<base::word>(found.bits), std::move(found.rounds)}),
                                 type_of<std::int32_t>());
    }
    made.w = dense_on_host(push.nrows, found.nvals, std::move(found.bits), std::move(found.values), call.type);
    return made;
}

/// What relaxations along these rows from these values ask for; `converted` keeps the lengths in the type of the values.
cuda::relaxation_request relaxation_of(const cuda::engine_ptr& e, const cuda::csr_ref& rows, const cuda::csr_ref& given,
                                       type_code type, const propagate_options& how, bool saturates, cuda::memory& converted) {
    return {cuda::with_values_of(e, rows, type, converted), given, saturates, how.longest > 0 ? how.longest : 0};
}

all_rounds relaxed_on_device(const context& ctx, const propagate_call& call, bool saturates) {
    const device::engine_in_use e(ctx.cuda_engine(), "propagate");
    const device::reporting reporting(ctx);
    const auto rows = call.a->device_rows(e, call.how->transpose);
    const auto before = call.w->device_rows(e);
    cuda::memory converted;
    const auto request = relaxation_of(e, rows->view(), before->view(), call.type, *call.how, saturates, converted);
    cuda::propagated_rows found = cuda::run_relaxation(e, request);
    report r =
        report_of("one kernel: " + std::to_string(found.rounds) + " rounds, " + std::to_string(found.raised) + " buckets",
                  found.rows.nvals);
    r.flops = found.edges;
    reporting.file(std::move(r));
    return {any_vector(std::move(found.rows), type_of(call.type)), {}, found.rounds, true};
}

/// Which rows of W a device works on, and with what: the whole matrix, or a block of it where several devices share the rows.
struct rows_on_device {
    cuda::engine_ptr where;
    cuda::csr_ref push, pull;  ///< of A; without offsets, no round pulls
    cuda::csr_ref given;       ///< rows of W
};

std::string kernel_for_rows(index rows, int devices) {
    const index count = (rows + devices - 1) / devices, kernels = cuda::kernels_for_rows(count);
    return "one kernel for up to " + std::to_string((count + kernels - 1) / kernels) + " rows: ";
}

/// A with the directions of a call, on the first device.
struct edges_on_device {
    std::shared_ptr<const cuda::csr> push, pull;
};

/// All rows on the first device, or on several that share them evenly: fits(e, rows of A, count) tells whether there is a
/// kernel for so many rows and memory for it, and make(with) makes them. The parts in the order of the rows; nothing if they
/// do not fit.
template <class Fits, class Make>
std::vector<cuda::csr_part> rows_made(const context& ctx, const propagate_rows_call& call, const edges_on_device& edges,
                                      const Fits& fits, const Make& make, cuda::propagated_rows& total, int& devices) {
    const cuda::engine_ptr& e = ctx.cuda_engine();
    const index count = call.w->shape().nrows;
    const auto structure = [](const std::shared_ptr<const cuda::csr>& m) { return m == nullptr ? cuda::csr_ref{} : m->view(); };
    cuda::device_group* const group = ctx.device_group().get();
    const std::int64_t edges_at_most = count == 0 || call.a->nvals() == 0 ? 0 : call.a->nvals() * count;
    std::vector<cuda::propagated_rows> made;
    std::vector<index> cuts{0};
    if (group != nullptr && edges_at_most >= group->spread_from()) {
        for (int d = 1; d <= group->size(); ++d) cuts.push_back(count * d / group->size());
        // What the devices need of the graph is copied before memory is planned: it takes a part of it.
        const auto before = call.w->device_rows(e);
        const cuda::waits_for_all wait(*group);  // copies may be under way when memory is lacking
        const auto push = cuda::copies_on(*group, edges.push);
        std::vector<cuda::matrix_copy_ptr> pull(push.size());
        if (edges.pull != nullptr) pull = cuda::copies_on(*group, edges.pull);
        const auto given = cuda::blocks_on(*group, before, cuts);
        bool all_fit = true;
        for (std::size_t d = 0; d < push.size(); ++d)
            all_fit = all_fit && fits(push[d]->where, push[d]->view(), cuts[d + 1] - cuts[d]);
        if (all_fit) {
            made.resize(push.size());
            group->run("propagate", [&](int device) {
                const auto d = static_cast<std::size_t>(device);
                made[d] = make(rows_on_device{push[d]->where, push[d]->view(),
                                              pull[d] == nullptr ? cuda::csr_ref{} : pull[d]->view(), given[d]->view()});
                push[d]->where->synchronise();
            });
            devices = group->size();
        }
    }
    if (made.empty()) {
        if (!fits(e, edges.push->view(), count)) return {};
        cuts = {0, count};
        const auto before = call.w->device_rows(e);
        made.push_back(make(rows_on_device{e, structure(edges.push), structure(edges.pull), before->view()}));
    }
    std::vector<cuda::csr_part> parts;
    for (std::size_t d = 0; d < made.size(); ++d) {
        total.count(made[d]);
        parts.push_back({cuts[d], std::move(made[d].rows)});
    }
    return parts;
}

/// One matrix of these rows: distributed if they are on several devices.
cuda::csr join_rows(std::vector<cuda::csr_part>&& parts) {
    if (parts.size() == 1) return std::move(parts.front().rows);
    return cuda::distributed(std::move(parts));
}

report report_of_rows(std::string reason, index nvals, int devices) {
    report r = report_of(std::move(reason), nvals);
    r.devices = devices;
    return r;
}

all_rounds relaxed_on_host(const context& ctx, const propagate_call& call, const value_conversion& lengths, bool saturates) {
    // Without a bound of the lengths no position waits: these are the rounds of the loop.
    if (!(call.how->longest > 0)) return {};
    const base::stopwatch time;
    host::team& team = ctx.team();
    const host::team::operation_turn turn = team.take_turn("propagate");
    const untyped_rows rows = call.how->transpose ? call.a->transposed_rows(team) : call.a->rows();
    host::relaxation_request request;
    request.rows = rows;
    request.given = call.w->list();
    request.type = call.type;
    request.saturates = saturates;
    request.longest = call.how->longest;
    if (!host::can_be_relaxed(request)) return {};
    buffer<std::byte> converted;
    if (lengths.is_needed()) {
        converted = lengths.converted(team, rows);
        request.rows.values = converted.data();
    }
    host::relaxation_answer found = host::run_relaxation(team, request);
    report r =
        report_of(std::to_string(found.steps) + " buckets, " + std::to_string(found.shared_steps) + " steps shared by threads",
                  found.nvals);
    r.milliseconds = time.milliseconds();
    ctx.set_report(std::move(r));
    all_rounds made;
    made.count = found.steps;
    made.is_made = true;
    made.w = dense_on_host(rows.nrows, found.nvals, std::move(found.bits), std::move(found.values), call.type);
    return made;
}

}  // namespace

all_rounds searched(const context& ctx, const propagate_call& call, cuda::product_values values) {
    if (!is_made_at_once(ctx, call)) return {};
    return ctx.is_cuda() ? searched_on_device(ctx, call, values) : searched_on_host(ctx, call, values);
}

all_rounds relaxed(const context& ctx, const propagate_call& call, const value_conversion& lengths, bool saturates) {
    if (!is_made_at_once(ctx, call)) return {};
    return ctx.is_cuda() ? relaxed_on_device(ctx, call, saturates) : relaxed_on_host(ctx, call, lengths, saturates);
}

/// The structure of W at the end is that of the rounds.
all_rounds_of_rows searched(const context& ctx, const propagate_rows_call& call) {
    if (!ctx.is_cuda() || !is_made_at_once(ctx, call)) return {};
    const device::engine_in_use e(ctx.cuda_engine(), "propagate");
    const device::reporting reporting(ctx);
    const propagate_options& how = *call.how;
    const edges_on_device edges{call.a->device_rows(e, how.transpose), rows_to_pull(e, *call.a, how)};
    cuda::propagated_rows total;
    int devices = 1;
    auto parts = rows_made(ctx, call, edges, cuda::searches_fit, [&](const rows_on_device& with) {
        return cuda::run_searches(with.where,
                                  {with.push.structure(), with.pull.structure(), with.given.structure(), how.most_rounds});
    }, total, devices);
    if (parts.empty()) return {};
    std::vector<cuda::csr_part> reached;
    for (const cuda::csr_part& part : parts) reached.push_back({part.first_row, cuda::structure_shared_with(part.rows)});
    cuda::csr w = join_rows(std::move(reached));
    reporting.file(report_of_rows(kernel_for_rows(call.w->shape().nrows, devices) + directions(total.pushed, total.pulled),
                                  w.nvals, devices));
    return {any_matrix(std::move(w), type_of<void>()), any_matrix(join_rows(std::move(parts)), type_of<std::int32_t>()),
            total.rounds, true};
}

all_rounds_of_rows relaxed(const context& ctx, const propagate_rows_call& call, bool saturates) {
    if (!ctx.is_cuda() || !is_made_at_once(ctx, call)) return {};
    const device::engine_in_use e(ctx.cuda_engine(), "propagate");
    const device::reporting reporting(ctx);
    const edges_on_device edges{call.a->device_rows(e, call.how->transpose), nullptr};
    const auto fits = [&](const cuda::engine_ptr& engine, const cuda::csr_ref& rows, index count) {
        return cuda::relaxations_fit(engine, rows, count, call.type);
    };
    cuda::propagated_rows total;
    int devices = 1;
    auto parts = rows_made(ctx, call, edges, fits, [&](const rows_on_device& with) {
        cuda::memory converted;
        return cuda::run_relaxations(
            with.where, relaxation_of(with.where, with.push, with.given, call.type, *call.how, saturates, converted));
    }, total, devices);
    if (parts.empty()) return {};
    cuda::csr made = join_rows(std::move(parts));
    report r = report_of_rows(kernel_for_rows(call.w->shape().nrows, devices) + std::to_string(total.rounds) + " rounds, " +
                                  std::to_string(total.raised) + " buckets, an edge was read for " +
                                  std::to_string(total.edges == 0 ? 0 : (total.sums + total.edges / 2) / total.edges) +
                                  " rows at a time",
                              made.nvals, devices);
    r.flops = total.sums;
    reporting.file(std::move(r));
    return {any_matrix(std::move(made), type_of(call.type)), {}, total.rounds, true};
}

void give_rounds(const context& ctx, const propagate_options& how, index n, const std::vector<vector<std::int32_t>>& of_rows) {
    if (how.rounds_of_rows != nullptr) *how.rounds_of_rows = stack_rows(ctx, n, of_rows);
}

}  // namespace graphblas_gpu::operations
