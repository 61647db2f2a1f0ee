// Relaxation: values are lowered along edges until no edge can lower a value.
//
// Idea: a position whose value was lowered waits in a bucket by its value, and the least bucket comes first, so that few
// positions are used before their value is final. Each thread has buckets of its own, and the threads share the rows of the
// positions of the least bucket of all of them. If a thread puts only a few new positions into this bucket, it processes them
// at once, without waiting for the other threads (bucket fusion). Source: Meyer, Sanders, "Delta-stepping: a parallelizable
// shortest path algorithm", J. Algorithms 49 (2003); Zhang, Brahmakshatriya, Chen, Dhulipala, Kamil, Amarasinghe, Shun,
// "Optimizing ordered graph algorithms with GraphIt" (CGO 2020).
#include <graphblas_gpu/host/propagate/long_rows.hpp>
#include <graphblas_gpu/host/propagate/relaxation.hpp>
#include <graphblas_gpu/host/propagate/rounds.hpp>
#include <semirings/monoids.hpp>
#include <semirings/operators.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <vector>

namespace graphblas_gpu::host {

namespace {

using base::word;

template <class T>
inline constexpr T unreached = monoid<graphblas_gpu::min, T>::identity();

/// Which bucket a value belongs to: a non-decreasing function of the value.
class bucket_width {
  public:
    /// Widths are held between bounds, so that no product of a number is NaN.
    explicit bucket_width(double width) : buckets_of_one_(1.0 / std::clamp(width, 1e-300, 1e300)) {}

    template <class T>
    std::int64_t bucket_of(T value) const {
        constexpr double most = 1e18;  // fits std::int64_t
        return static_cast<std::int64_t>(std::clamp(static_cast<double>(value) * buckets_of_one_, -most, most));
    }

  private:
    double buckets_of_one_;
};

/// A position and its value when it was put into a bucket. If the value has been lowered since, the entry is stale: there is
/// another entry for the position.
template <class T>
struct waiting {
    column_index position;
    T value;
};

/// A bucket has cache lines of its own: the buckets of two threads would be neighbours in memory.
template <class T>
struct alignas(64) bucket_of_thread {
    std::vector<waiting<T>> entries;
};

/// The buckets of one thread, in a ring whose size is a power of two: the values in them are less than the ring above the least
/// one of all threads.
template <class T>
struct alignas(64) buckets_of_thread {
    std::vector<bucket_of_thread<T>> ring;
    std::int64_t least = 0;                   ///< the least bucket that has an entry, when no step is under way
    std::vector<waiting<T>> due;              ///< entries of the least bucket of all threads; all threads take some
    std::vector<waiting<T>> fused;            ///< entries of the least bucket that only this thread uses
    alignas(64) std::atomic<index> taken{0};  ///< of `due`
};

inline constexpr std::int64_t no_bucket = std::numeric_limits<std::int64_t>::max();

/// The steps of one relaxation (see make_rounds).
template <class T, class Plus>
class relaxation {
  public:
    relaxation(team& team, const relaxation_request& request)
        : team_(team),
          rows_(request.rows),
          lengths_(reinterpret_cast<const T*>(request.rows.values)),
          n_(rows_.nrows),
          degree_(std::max(static_cast<double>(rows_.nvals()) / static_cast<double>(std::max<index>(n_, 1)), 1.0)),
          longest_by_width_(degree_ / (width_by_degree(degree_) * std::max(1.0, team.size() / degree_))),
          width_(request.longest / longest_by_width_),
          long_(rows_.nvals()),
          values_(buffer<std::byte>(static_cast<std::size_t>(n_) * sizeof(T))),
          of_(static_cast<std::size_t>(team.size())) {
        T* const values = this->values();
        for_ranges(team, n_, n_ / 4,
                   [&](index first, index last, int) { std::fill(values + first, values + last, unreached<T>); });
        // The longest edge leads from the first bucket of the ring to the last one at most.
        const auto spanned = static_cast<std::size_t>(std::min(longest_by_width_, max_spanned)) + 3;
        for (auto& mine : of_) mine.ring.resize(std::bit_ceil(spanned));
        least_ = no_bucket;
        const T* const given = reinterpret_cast<const T*>(request.given.values);
        for (row_offset p = 0; p < request.given.nvals(); ++p) {
            if (given[p] < unreached<T>) least_ = std::min(least_, width_.bucket_of(given[p]));
        }
        for (row_offset p = 0; p < request.given.nvals(); ++p) {
            if (!(given[p] < unreached<T>)) continue;
            values[request.given.columns[p]] = given[p];
            put(of_[0], request.given.columns[p], given[p]);
        }
        for (buckets& some : of_) some.least = no_bucket;
        if (least_ == no_bucket) return;
        publish_least(of_[0]);
        start_step();
    }

    bool is_over() const { return least_ == no_bucket; }
    std::int64_t work() const { return shares_long_rows_ ? work_that_wakes : work_; }

    template <bool shared>
    void share(int member) {
        auto& mine = of_[static_cast<std::size_t>(member)];
        try {
            if (shares_long_rows_)
                share_long_rows(mine);
            else
                share_due<shared>(static_cast<std::size_t>(member));
            use_fused<shared>(mine);
            publish_least(mine);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
        }
    }

    void conclude() {
        if (failure_ != nullptr) {
            least_ = no_bucket;
            return;
        }
        shares_long_rows_ = long_.cut(rows_.offsets);
        if (!shares_long_rows_) start_step();
    }

    /// What was found. Called once, after the last step; throws what a step has failed with.
    relaxation_answer answer() {
        if (failure_ != nullptr) std::rethrow_exception(failure_);
        relaxation_answer out;
        const auto words = base::words_for(n_);
        out.bits = buffer<word>(static_cast<std::size_t>(words));
        std::atomic<index> nvals{0};
        for_ranges(team_, words, n_ / 4, [&](index first, index last, int) {
            index here = 0;
            for (index w = first; w < last; ++w) {
                word bits = 0;
                const index begin = w * base::word_bits, end = std::min(begin + base::word_bits, n_);
                for (index j = begin; j < end; ++j) bits |= word{values()[j] < unreached<T>} << (j - begin);
                out.bits[static_cast<std::size_t>(w)] = bits;
                here += std::popcount(bits);
            }
            nvals.fetch_add(here, std::memory_order_relaxed);
        });
        out.nvals = nvals.load();
        out.steps = steps_;
        out.values = std::move(values_);
        return out;
    }

  private:
    using buckets = buckets_of_thread<T>;

    /// The width of a bucket is this share of the longest edge, by the degree: so few edges of a position lead to its own
    /// bucket. A position that is used again costs more the more edges it has, hence the narrower buckets of graphs of many
    /// edges. Where there are more threads than edges of a position, buckets are wider, because each of them has to keep all
    /// threads busy.
    static constexpr double width_by_degree(double degree) { return degree < 8 ? 2 : 1; }
    static constexpr double max_spanned = 1 << 16;

    T* values() { return reinterpret_cast<T*>(values_.data()); }
    static std::vector<waiting<T>>& bucket(buckets& mine, std::int64_t number) {
        return mine.ring[static_cast<std::size_t>(number) & (mine.ring.size() - 1)].entries;
    }

    /// An entry beyond the ring, which only given values can be, waits in the last bucket and is moved again when that is due.
    void put(buckets& mine, column_index position, T value) {
        const std::int64_t last = least_ + static_cast<std::int64_t>(mine.ring.size()) - 1;
        bucket(mine, std::clamp(width_.bucket_of(value), least_, last)).push_back({position, value});
    }

    void publish_least(buckets& mine) {
        mine.least = no_bucket;
        for (std::int64_t b = least_; b < least_ + static_cast<std::int64_t>(mine.ring.size()); ++b) {
            if (bucket(mine, b).empty()) continue;
            mine.least = b;
            return;
        }
    }

    /// The entries of the least bucket become due.
    void start_step() {
        const std::int64_t end_of_ring = least_ + static_cast<std::int64_t>(of_[0].ring.size());
        std::int64_t next = no_bucket;
        for (const buckets& some : of_) next = std::min(next, some.least);
        due_ = 0;
        least_ = next;
        if (least_ == no_bucket) return;
        ++steps_;
        // All that waits is in the last bucket of the ring, which may be far below the buckets that the values belong to.
        if (next == end_of_ring - 1) least_ = std::max(next, min_value_bucket(next));
        for (buckets& some : of_) {
            some.due.clear();
            some.taken.store(0, std::memory_order_relaxed);
            if (some.least != next) continue;
            std::swap(some.due, bucket(some, next));
            due_ += static_cast<index>(some.due.size());
            publish_least(some);
        }
        work_ = work_of_due();
    }

    /// The least bucket that a value in a bucket of the ring belongs to.
    std::int64_t min_value_bucket(std::int64_t in_ring) {
        std::int64_t least = no_bucket;
        for (buckets& some : of_) {
            for (const waiting<T>& x : bucket(some, in_ring)) least = std::min(least, width_.bucket_of(x.value));
        }
        return least;
    }

    /// Of so many positions if all rows are of average length. An edge takes twice as long as in a search.
    std::int64_t work_of(std::size_t positions) const {
        return static_cast<std::int64_t>(2 * static_cast<double>(positions) * (1 + degree_));
    }

    /// The same by the lengths of the rows, which are looked up if the positions are few: they may be hubs.
    std::int64_t work_of_due() const {
        const std::int64_t expected = work_of(static_cast<std::size_t>(due_));
        if (expected >= work_that_wakes) return expected;
        row_offset edges = 0;
        for (const buckets& some : of_) {
            for (const waiting<T>& x : some.due) edges += rows_.row_size(x.position);
        }
        return 2 * (edges + due_);
    }

    template <bool shared>
    T value_of(column_index position) {
        if constexpr (shared)
            return std::atomic_ref<T>(values()[position]).load(std::memory_order_relaxed);
        else
            return values()[position];
    }

    template <bool shared>
    void relax_row(buckets& mine, T value, row_offset begin, row_offset end) {
        T* const values = this->values();
        for (row_offset p = begin; p < end; ++p) {
            const column_index j = rows_.columns[p];
            const T sum = Plus{}(value, lengths_[p]);
            if (sum < lower<shared>(values[j], sum)) put(mine, j, sum);
        }
    }

    template <bool shared>
    void use(buckets& mine, const waiting<T>* entries, index count) {
        constexpr index ahead = 4;
        for (index n = 0; n < count; ++n) {
            if (n + ahead < count) {
                __builtin_prefetch(&values()[entries[n + ahead].position]);
                __builtin_prefetch(&rows_.offsets[entries[n + ahead].position]);
            }
            const waiting<T> x = entries[n];
            if (value_of<shared>(x.position) != x.value) continue;
            if (width_.bucket_of(x.value) > least_) {
                put(mine, x.position, x.value);
                continue;
            }
            const row_offset begin = rows_.begin(x.position), end = rows_.end(x.position);
            if (shared && long_.put_off(x.position, end - begin)) continue;
            relax_row<shared>(mine, x.value, begin, end);
        }
    }

    /// A thread takes its own entries first.
    template <bool shared>
    void share_due(std::size_t member) {
        const index grain = items_at_once(due_, work_, team_.size());
        for (std::size_t turn = 0; turn < of_.size(); ++turn) {
            buckets& from = of_[(member + turn) % of_.size()];
            const auto size = static_cast<index>(from.due.size());
            if (size == 0) continue;
            for_each_range<shared>(from.taken, size, grain, [&](index first, index last) {
                use<shared>(of_[member], from.due.data() + first, last - first);
            });
        }
    }

    void share_long_rows(buckets& mine) {
        long_.share_parts(rows_.offsets, [&](column_index k, row_offset begin, row_offset end) {
            relax_row<true>(mine, value_of<true>(k), begin, end);
        });
    }

    /// Entries that the thread has put into the bucket that is due. If they are many, all threads share them in another step.
    template <bool shared>
    void use_fused(buckets& mine) {
        auto& again = bucket(mine, least_);
        while (!again.empty() && !base::is_call_due() && (team_.size() == 1 || work_of(again.size()) < work_that_wakes)) {
            mine.fused.clear();
            std::swap(mine.fused, again);
            use<shared>(mine, mine.fused.data(), static_cast<index>(mine.fused.size()));
        }
    }

    team& team_;
    const structure_view rows_;
    const T* const lengths_;
    const index n_;
    const double degree_;
    const double longest_by_width_;
    const bucket_width width_;
    long_rows long_;
    buffer<std::byte> values_;
    std::vector<buckets> of_;

    std::int64_t least_ = 0;  ///< the bucket that is due
    index due_ = 0;           ///< entries in it
    std::int64_t work_ = 0;   ///< of their rows
    bool shares_long_rows_ = false;
    std::int32_t steps_ = 0;
    std::mutex mutex_;
    std::exception_ptr failure_;
};

template <class T, class Plus>
relaxation_answer relaxed(team& team, const relaxation_request& request) {
    relaxation<T, Plus> steps(team, request);
    const std::int32_t shared_steps = make_rounds(team, steps);
    relaxation_answer answer = steps.answer();
    answer.shared_steps = shared_steps;
    return answer;
}

/// f(std::type_identity<T>{}) for the type of the values.
template <class F>
auto with_type_of(const relaxation_request& request, F&& f) {
    switch (request.type) {
        case type_code::int32: return f(std::type_identity<std::int32_t>{});
        case type_code::int64: return f(std::type_identity<std::int64_t>{});
        case type_code::float32: return f(std::type_identity<float>{});
        default: return f(std::type_identity<double>{});
    }
}

}  // namespace

bool can_be_relaxed(const relaxation_request& request) {
    return with_type_of(request, [&](auto type) {
        using T = typename decltype(type)::type;
        const T* const given = reinterpret_cast<const T*>(request.given.values);
        const auto count = request.given.nvals();
        if constexpr (std::floating_point<T>) {
            return std::none_of(given, given + count, [](T x) { return x != x || (x == T{0} && std::signbit(x)); });
        } else {
            if (request.saturates) return true;
            long double largest = 0;
            for (row_offset p = 0; p < count; ++p) largest = std::max(largest, static_cast<long double>(given[p]));
            const long double longest_path =
                static_cast<long double>(request.longest) * static_cast<long double>(request.rows.nrows);
            return largest + longest_path < static_cast<long double>(std::numeric_limits<T>::max());
        }
    });
}

relaxation_answer run_relaxation(team& team, const relaxation_request& request) {
    return with_type_of(request, [&](auto type) {
        using T = typename decltype(type)::type;
        if constexpr (std::integral<T>) {
            if (request.saturates) return relaxed<T, saturating_plus>(team, request);
        }
        return relaxed<T, plus>(team, request);
    });
}

}  // namespace graphblas_gpu::host
