// The grid of ranks, and the errors of a step.
#include <graphblas_gpu/distributed/context.hpp>

#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/base/throw_error.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/cuda/devices/communicator.hpp>
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace graphblas_gpu::dist {
namespace {

/// What all ranks learn of each. The text of an error follows where there is one.
struct outcome {
    std::uint64_t call = 0;
    std::int32_t failed = 0;  ///< an error_code; 0: none
    std::uint32_t text_bytes = 0;
    std::uint64_t text_hash = 0;
    note told;
};

std::uint64_t hash_of(const char* text, std::initializer_list<std::int64_t> numbers) {
    std::uint64_t hash = 0;
    for (; *text != 0; ++text) hash = base::mix_bits(hash + static_cast<unsigned char>(*text) + 1);
    for (const std::int64_t n : numbers) hash = base::mix_bits(hash + static_cast<std::uint64_t>(n) + 1);
    return hash;
}

/// The largest divisor of n that is at most its square root.
int rows_of_square_grid(int n) {
    int rows = 1;
    for (int d = 2; d <= n / d; ++d) {
        if (n % d == 0) rows = d;
    }
    return rows;
}

}  // namespace

context::context(const graphblas_gpu::context& local, std::shared_ptr<communicator> world, const options& how)
    : state_(base::library_call("dist::context", [&] {
          return std::make_shared<state>(state{local, std::move(world), how, nullptr, 0, {}, 0, {}, {}});
      })) {
    // The limit of time is first: what follows waits by it.
    const bool has_limit = how.timeout_seconds > 0;
    if (has_limit) this->world().set_timeout_seconds(how.timeout_seconds);
    const int grid_rows = how.grid_rows == 0 ? rows_of_square_grid(size()) : how.grid_rows;
    (void)together("dist::context",
                   {how.grid_rows, static_cast<int>(how.layout), std::bit_cast<std::int64_t>(how.timeout_seconds),
                    static_cast<int>(how.between_devices), static_cast<int>(how.measures_times)},
                   [&](note&) {
                       if (!has_limit) throw invalid_value("dist::context: a limit of time that is not positive");
                       if (grid_rows < 1 || size() % grid_rows != 0) {
                           throw invalid_value("dist::context: " + std::to_string(size()) + " ranks do not form a grid of " +
                                               std::to_string(grid_rows) + " rows");
                       }
                   });
    state_->how.grid_rows = grid_rows;
    if (size() == 1) state_->how.layout = layout::natural;  // there is nothing to balance
    join_devices();
}

void context::join_devices() {
    const enum between_devices wanted = state_->how.between_devices;
    if (wanted == between_devices::staged) return;
    const bool is_required = wanted == between_devices::nccl;
    const auto& e = local().cuda_engine();
    const bool has_device = e != nullptr && local().device_group() == nullptr;
    // A rank that can be joined tells which device it has.
    const std::vector<note> ranks = together("dist::context", {}, [&](note& own) {
        if (has_device && (size() > 1 || is_required) && cuda::why_no_nccl().empty()) {
            std::uint64_t hash = 0;
            for (const char c : e->facts().uuid) hash = base::mix_bits(hash + static_cast<unsigned char>(c) + 1);
            own.number = static_cast<std::int64_t>(hash | 1);
        } else if (is_required) {
            throw unsupported(
                "dist::context: NCCL joins ranks that have one device each; " +
                (has_device ? cuda::why_no_nccl() : std::string("the context of this rank has none, or several")));
        }
    });
    std::vector<std::int64_t> devices;
    for (const note& n : ranks) devices.push_back(n.number);
    std::sort(devices.begin(), devices.end());
    const bool are_different = std::adjacent_find(devices.begin(), devices.end()) == devices.end() && devices.front() != 0;
    if (!are_different && is_required) throw unsupported("dist::context: NCCL cannot join ranks that have the same device");
    if (!are_different || size() == 1) return;
    (void)together("dist::context", {}, [&](note&) {
        const auto broadcast = [&](void* data, std::size_t bytes) { world().broadcast(data, bytes, 0); };
        state_->devices =
            cuda::nccl_of_ranks(e, rank(), size(), broadcast, static_cast<int>(std::ceil(world().timeout_seconds())));
    });
}

std::vector<note> context::together(const char* operation, std::initializer_list<std::int64_t> arguments,
                                    base::function_ref<void(note&)> body) const {
    outcome own;
    std::string text;
    own.call = base::mix_bits(hash_of(operation, arguments) + static_cast<std::uint64_t>(state_->steps++));
    const auto failed = [&](error_code code, const char* what) {
        own.failed = static_cast<std::int32_t>(code);
        text = what;
        own.text_bytes = static_cast<std::uint32_t>(text.size());
        own.text_hash = hash_of(what, {own.failed});
    };
    if (state_->how.measures_times) begin_measured(operation);
    const base::stopwatch taken;
    try {
        const base::named_operation counted(operation, local().host_memory_limit(), &local().cancellation());
        const running_call whole(local());
        base::library_call(operation, [&] { body(own.told); });
        if (state_->how.measures_times && local().is_cuda()) local().cuda_engine()->synchronise();
    } catch (const error& x) {
        failed(x.code(), x.what());
    } catch (const std::exception& x) {
        failed(error_code::panic, x.what());
    }
    count_work(taken.milliseconds() / 1000);
    std::vector<outcome> all(static_cast<std::size_t>(size()));
    world().all_gather(&own, all.data(), sizeof(own));

    const auto other = std::find_if(all.begin(), all.end(), [&](const outcome& x) { return x.call != all[0].call; });
    if (other != all.end()) {
        throw invalid_value(std::string(operation) + ": ranks 0 and " + std::to_string(other - all.begin()) +
                            " make different calls, or have different operands or options; all ranks must make the same calls "
                            "in the same order");
    }
    const auto first = std::find_if(all.begin(), all.end(), [](const outcome& x) { return x.failed != 0; });
    if (first == all.end()) {
        std::vector<note> notes;
        for (const outcome& x : all) notes.push_back(x.told);
        return notes;
    }
    text.resize(first->text_bytes);
    world().broadcast(text.data(), text.size(), static_cast<int>(first - all.begin()));
    const bool is_told_by_all =
        std::all_of(all.begin(), all.end(), [&](const outcome& x) { return x.text_hash == first->text_hash; });
    if (!is_told_by_all) text += " (in rank " + std::to_string(first - all.begin()) + ")";
    base::throw_error(static_cast<error_code>(first->failed), text);
}

// Messages belong to the operation of the step before them, or in which they are sent.
void context::count_messages() const {
    state& s = *state_;
    if (!s.times.empty()) {
        s.times[s.now].exchanged += world().exchanged() - s.exchanged_before;
        s.times[s.now].agreed += world().collective() - s.agreed_before;
    }
    s.exchanged_before = world().exchanged();
    s.agreed_before = world().collective();
}

void context::begin_measured(const char* operation) const {
    count_messages();
    std::vector<operation_times>& times = state_->times;
    const auto at =
        std::find_if(times.begin(), times.end(), [&](const operation_times& t) { return t.operation == operation; });
    state_->now = static_cast<std::size_t>(at - times.begin());
    if (at == times.end()) times.emplace_back().operation = operation;
    times[state_->now].steps += 1;
}

void context::count_work(double seconds) const {
    if (!state_->times.empty()) state_->times[state_->now].compute_seconds += seconds;
}

std::vector<operation_times> context::take_times() const {
    struct numbers {
        double compute_seconds;
        traffic exchanged, agreed;
    };
    if (state_->how.measures_times) count_messages();
    std::vector<operation_times> most = std::exchange(state_->times, {});
    std::vector<numbers> own, all;
    (void)together("take_times", {static_cast<std::int64_t>(most.size())}, [&](note&) {
        for (const operation_times& t : most) own.push_back({t.compute_seconds, t.exchanged, t.agreed});
        all.resize(own.size() * static_cast<std::size_t>(size()));
    });
    world().all_gather(own.data(), all.data(), own.size() * sizeof(numbers));
    for (std::size_t n = 0; n < all.size(); ++n) {
        operation_times& t = most[n % most.size()];
        const auto at_least = [](traffic& a, const traffic& b) {
            a.bytes_sent = std::max(a.bytes_sent, b.bytes_sent);
            a.bytes_received = std::max(a.bytes_received, b.bytes_received);
            a.messages_sent = std::max(a.messages_sent, b.messages_sent);
            a.seconds = std::max(a.seconds, b.seconds);
        };
        t.compute_seconds = std::max(t.compute_seconds, all[n].compute_seconds);
        at_least(t.exchanged, all[n].exchanged);
        at_least(t.agreed, all[n].agreed);
    }
    if (state_->how.measures_times) count_messages();
    state_->times.clear();
    return most;
}

std::string table_of(std::vector<operation_times> times) {
    std::stable_sort(times.begin(), times.end(),
                     [](const operation_times& a, const operation_times& b) { return a.seconds() > b.seconds(); });
    std::string table = "operation            steps  compute ms  exchange ms  agreement ms  messages     bytes received\n";
    for (const operation_times& t : times) {
        char line[160];
        (void)std::snprintf(line, sizeof(line), "%-18s %7lld %11.3f %12.3f %13.3f %9lld %18lld\n", t.operation.c_str(),
                            static_cast<long long>(t.steps), t.compute_seconds * 1000, t.exchanged.seconds * 1000,
                            t.agreed.seconds * 1000, static_cast<long long>(t.exchanged.messages_sent + t.agreed.messages_sent),
                            static_cast<long long>(t.exchanged.bytes_received + t.agreed.bytes_received));
        table += line;
    }
    return table;
}

}  // namespace graphblas_gpu::dist
