// Measures what several sides need for the same task.
//
// Idea: the sides take turns (ours, the rival, ours, the rival ...), so that whatever else the machine does hits all
// alike; the first turn is not timed but verified; what is compared are medians. Making room for a result and throwing
// it away are calls of their own, so that every side is timed for computing its result and for nothing else.
#pragma once

#include <graphblas_gpu/context.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench {

namespace gb = graphblas_gpu;

/// One way to do the task.
struct side {
    std::string name;
    std::function<void()> prepare;  ///< before each turn, not timed; may be empty
    std::function<void()> run;      ///< timed
    std::function<void()> discard;  ///< after each turn, not timed: frees the result
};

/// A side that computes state->*result, and frees it after each turn.
template <class State, class Result, class Compute>
side computing(std::string name, std::shared_ptr<State> state, Result State::*result, Compute compute) {
    return {std::move(name), {}, [=] { (*state).*result = compute(); }, [=] { (*state).*result = Result{}; }};
}

/// How often the sides are repeated.
struct policy {
    int repeat = 5;                ///< turns of each side at least
    double minimum_seconds = 0.5;  ///< timed seconds of the fastest side at least ...
    int most = 200;                ///< ... but not more turns than this
    bool processor_time = false;   ///< of all threads together, instead of the clock: for one thread where other programs run
    double pause_seconds =
        0.005;  ///< between turns of several sides: OpenMP's threads spin for some milliseconds after a region
    /// A side is not run again if each of its first two timed turns takes more than this many times as long as the fastest turn
    /// of all sides; 0: all sides run in all turns. The first side, with which the other sides are compared, runs in all turns.
    double slow_from = 0.0;
};

/// A task, ready to be measured. sides[0] is ours; sides[1], if there is one, is the rival it is measured against; what
/// follows runs for information.
struct contest {
    std::vector<side> sides;
    int answers = 1;                      ///< how many answers one turn computes; times are for one
    std::function<std::string()> verify;  ///< what differs between the sides' results, or nothing; may be empty
    std::function<std::string()> remark;  ///< asked before verify: what to say of the results; may be empty
    std::vector<std::string> notes;
    std::vector<std::int64_t> sources;                  ///< of searches
    std::function<std::vector<std::int64_t>()> counts;  ///< asked after verify: what ours found, for other programs to compare
    std::int64_t bytes = 0;                             ///< what a turn reads or moves, where that is the task
};

/// The times of one side, in milliseconds for one answer.
struct timing {
    std::string name;
    std::vector<double> milliseconds;

    /// Linear between the two nearest, as NumPy does it; share is 0 to 1.
    double quantile(double share) const;
    double median() const { return quantile(0.5); }
    double least() const { return quantile(0.0); }
};

enum class verdict { equal, different, not_checked };

struct outcome {
    std::vector<timing> sides;
    verdict verified = verdict::not_checked;
    std::string difference;
    std::vector<std::string> notes;
    std::vector<std::int64_t> sources;
    std::vector<std::int64_t> counts;
    std::int64_t bytes = 0;
    std::int64_t host_peak_bytes = 0;  ///< the most memory that the process had during the timed turns; 0 if it is not known

    /// GB a second by the median; 0 if the task is no reading and no moving.
    double gigabytes_per_second() const {
        return bytes > 0 && sides[0].median() > 0 ? 1e-6 * static_cast<double>(bytes) / sides[0].median() : 0.0;
    }
    /// How many times as long as ours the rival takes, by medians; 0 without a rival.
    double ratio() const { return sides.size() > 1 ? sides[1].median() / sides[0].median() : 0.0; }
    /// The same of the fastest turns. Where other programs run too this is the one to believe: OpenMP's threads wait
    /// for each other spinning and lose much more than the share of a processor that is taken from them.
    double ratio_of_least() const { return sides.size() > 1 ? sides[1].least() / sides[0].least() : 0.0; }
};

/// Runs the contest. Exceptions of a side pass through.
outcome run(const contest& task, const policy& how, bool verify);

/// Milliseconds of one call, by the clock, or those that processors worked for it.
double timed(const std::function<void()>& call, bool processor_time = false);

/// The devices of a context; none on host threads.
std::vector<std::shared_ptr<gb::cuda::engine>> engines_of(const gb::context& ctx);
/// Waits until the devices of the context have nothing to do.
void wait_for(const gb::context& ctx);
/// Milliseconds of one call, which includes that wait; and the median of `repeat` calls after one that does not count.
/// @{
double timed_on(const gb::context& ctx, const std::function<void()>& call);
double median_on(const gb::context& ctx, int repeat, const std::function<void()>& call);
/// @}

/// The way for which `call(way)` takes the least time, each tried once after a first call that does not count.
template <class Way, class Call>
Way fastest(const std::vector<Way>& ways, const Call& call) {
    call(ways.front());
    const Way* best = &ways.front();
    double least = std::numeric_limits<double>::infinity();
    for (const Way& way : ways) {
        const double milliseconds = timed([&] { call(way); });
        if (milliseconds >= least) continue;
        least = milliseconds;
        best = &way;
    }
    return *best;
}

}  // namespace bench
