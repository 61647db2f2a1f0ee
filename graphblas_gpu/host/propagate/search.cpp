// A whole search: each round fills the blank positions that the frontier reaches.
//
// Idea: a round either pushes along the rows of the frontier, which is a queue, or pulls along the rows of the blank positions,
// which ends at the first hit; the edges that both would look at decide. Every position has one number, its round and then the
// smallest k of the frontier that reaches it, and an edge lowers the number of its end if it can. So a position of an earlier
// round never changes, and neither the order of edges nor the number of threads matters.
// Source: Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search" (SC 2012).
#include <graphblas_gpu/host/propagate/long_rows.hpp>
#include <graphblas_gpu/host/propagate/rounds.hpp>
#include <graphblas_gpu/host/propagate/search.hpp>
#include <graphblas_gpu/host/vector/first_hits.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>

namespace graphblas_gpu::host {

namespace {

using base::word;

/// The number of a position: round and k, or the round alone if k is not asked for. The number 0 belongs to positions that are
/// filled before the search.
template <bool wants_k>
struct reached {
    using number = std::conditional_t<wants_k, std::uint64_t, std::uint32_t>;
    static constexpr number nowhere = std::numeric_limits<number>::max();

    static number of(std::int32_t round, [[maybe_unused]] column_index k) {
        if constexpr (wants_k)
            return static_cast<number>(round) << 32 | k;
        else
            return static_cast<number>(round);
    }
    static std::int32_t round(number x) {
        if constexpr (wants_k)
            return static_cast<std::int32_t>(x >> 32);
        else
            return static_cast<std::int32_t>(x);
    }
    static column_index k(number x) { return static_cast<column_index>(x); }
};

/// The flags as bits: the compiler compares many numbers at once if the results are bytes.
word packed(const bool (&flags)[base::word_bits]) {
    word bits = 0;
    for (std::size_t byte = 0; byte < sizeof(word); ++byte) {
        word eight;
        std::memcpy(&eight, flags + 8 * byte, sizeof(eight));
        // The product has flag k of the eight, which is bit 8 k, as bit 56 + k.
        bits |= eight * 0x0102040810204080 >> 56 << 8 * byte;
    }
    return bits;
}

/// The positions of all rounds that pushed, in the order in which they were found; those of the last round are the frontier.
struct sliding_queue {
    column_index* items = nullptr;
    index first = 0, last = 0;                       ///< the frontier
    alignas(64) std::atomic<index> end{0};           ///< behind the last position of the next frontier
    alignas(64) std::atomic<std::int64_t> edges{0};  ///< of the rows of the next frontier

    index size() const { return last - first; }
    /// The next frontier takes the place of the frontier.
    void slide() {
        first = last;
        last = end.load(std::memory_order_relaxed);
    }
};

/// What one thread appends to the queue. `shared`: the positions are collected, and get their place in the queue by one
/// addition for many.
template <bool shared>
class queue_writer {
  public:
    queue_writer(sliding_queue& to, const row_offset* offsets) : to_(to), offsets_(offsets) {
        if constexpr (!shared) at_ = to.end.load(std::memory_order_relaxed);
    }
    ~queue_writer() {
        if constexpr (shared) {
            flush();
            to_.edges.fetch_add(edges_, std::memory_order_relaxed);
        } else {
            to_.end.store(at_, std::memory_order_relaxed);
            to_.edges.store(to_.edges.load(std::memory_order_relaxed) + edges_, std::memory_order_relaxed);
        }
    }
    queue_writer(const queue_writer&) = delete;
    queue_writer& operator=(const queue_writer&) = delete;

    void append(column_index j) {
        edges_ += offsets_[j + std::size_t{1}] - offsets_[j];
        if constexpr (shared) {
            if (at_ == room) flush();
            collected_[at_++] = j;
        } else {
            to_.items[at_++] = j;
        }
    }

  private:
    static constexpr index room = 1024;

    void flush() {
        if (at_ == 0) return;
        std::copy_n(collected_, at_, to_.items + to_.end.fetch_add(at_, std::memory_order_relaxed));
        at_ = 0;
    }

    sliding_queue& to_;
    const row_offset* offsets_;
    std::int64_t edges_ = 0;
    index at_ = 0;
    column_index collected_[shared ? room : 1];
};

/// Whether the next round should pull. Pulling looks at `blank_edges` edges at most, and at fewer if rows hit early.
bool pulling_is_profitable(index side, row_offset nvals, std::int64_t frontier_edges, std::int64_t blank_edges, index blanks) {
    constexpr double push_edge = 3, positions_to_scan = 4;  // relative to the cost of looking at one edge in a pull
    const double push = push_edge * static_cast<double>(frontier_edges), scan = static_cast<double>(side) / positions_to_scan;
    if (push <= scan) return false;
    const double looks_at_a_position = static_cast<double>(nvals) / static_cast<double>(frontier_edges);
    return push > scan + std::min(static_cast<double>(blanks) * looks_at_a_position, static_cast<double>(blank_edges));
}

/// The rounds of one search (see make_rounds).
template <bool wants_k>
class search {
    using to = reached<wants_k>;
    using number = typename to::number;

  public:
    search(team& team, const search_request& request)
        : team_(team),
          in_(request),
          n_(request.push.nrows),
          words_(base::words_for(n_)),
          numbers_memory_(team, scratch::raw::values, static_cast<std::size_t>(words_ * base::word_bits) * sizeof(number)),
          queue_memory_(team, scratch::raw::positions, static_cast<std::size_t>(n_ + request.frontier.nvals())),
          bits_memory_(team, scratch::raw::list, static_cast<std::size_t>(request.can_pull ? 3 * words_ : 0)),
          long_(request.push.nvals()),
          number_of_(reinterpret_cast<number*>(numbers_memory_.data())),
          blank_(bits_memory_.data()),
          front_(blank_ + words_),
          next_front_(front_ + words_) {
        queue_.items = queue_memory_.data();
        for_ranges(team, words_ * base::word_bits, n_ / 4,
                   [&](index first, index last, int) { std::fill(number_of_ + first, number_of_ + last, to::nowhere); });
        for (row_offset p = 0; p < in_.filled.nvals(); ++p) number_of_[in_.filled.columns[p]] = 0;
        blanks_ = n_ - in_.filled.nvals();
        blank_edges_ = in_.push.nvals();
        {
            queue_writer<false> writer(queue_, in_.push.offsets);
            for (row_offset p = 0; p < in_.frontier.nvals(); ++p) writer.append(in_.frontier.columns[p]);
        }
        if (in_.frontier.nvals() > 0 && in_.most_rounds > 0) start_round();
    }

    bool is_over() const { return step_ == step::none; }
    std::int64_t work() const { return step_ == step::push ? frontier_edges_ + queue_.size() : n_; }

    template <bool shared>
    void share(int) {
        switch (step_) {
            case step::none:
                break;
            case step::push:
                push<shared>();
                break;
            case step::push_long_rows:
                push_long_rows();
                break;
            case step::pull:
                pull<shared>();
                break;
            case step::queue_to_bits:
                queue_to_bits<shared>();
                break;
            case step::bits_to_queue:
                bits_to_queue<shared>();
                break;
        }
    }

    void conclude() {
        taken_.store(0, std::memory_order_relaxed);
        switch (step_) {
            case step::none:
                break;
            case step::push:
                if (long_.cut(in_.push.offsets)) {
                    step_ = step::push_long_rows;
                    return;
                }
                [[fallthrough]];
            case step::push_long_rows:
                ++answer_.pushed;
                end_round(queue_.end.load(std::memory_order_relaxed) - queue_.last);
                break;
            case step::pull:
                ++answer_.pulled;
                std::swap(front_, next_front_);
                end_round(found_.exchange(0, std::memory_order_relaxed));
                break;
            case step::queue_to_bits:
                // The frontier that is given has no numbers of its own.
                for (index n = queue_.first; round_ == 0 && n < queue_.last; ++n) base::set_bit(front_, queue_.items[n]);
                step_ = step::pull;
                break;
            case step::bits_to_queue:
                queue_.edges.store(0, std::memory_order_relaxed);
                queue_.slide();
                step_ = step::push;
                break;
        }
    }

    /// Writes what was found. Called once, after the last round.
    search_answer answer() {
        answer_.last_round = round_;
        const auto size = static_cast<std::size_t>(n_);
        answer_.bits = buffer<word>(static_cast<std::size_t>(words_));
        if (in_.wants_rounds) answer_.rounds = buffer<std::int32_t>(size);
        if (in_.values == search_values::none) {
            write([](index, number) {});
            return std::move(answer_);
        }
        answer_.values = buffer<std::byte>(size * base::size_of(in_.type));
        base::with_code(in_.type, [&](auto type) {
            using T = typename decltype(type)::type;
            T* const values = reinterpret_cast<T*>(answer_.values.data());
            if constexpr (wants_k)
                write([&](index j, number x) { values[j] = static_cast<T>(to::k(x)); });
            else
                write([&](index j, number) { values[j] = T{1}; });
            const T* const before = reinterpret_cast<const T*>(in_.filled.values);
            for (row_offset p = 0; p < in_.filled.nvals(); ++p) values[in_.filled.columns[p]] = before[p];
        });
        return std::move(answer_);
    }

  private:
    enum class step { none, push, push_long_rows, queue_to_bits, pull, bits_to_queue };

    /// f(position, number) for each position that has a number, after its bit and round are written.
    template <class F>
    void write(F&& f) {
        std::atomic<index> nvals{0};
        std::int32_t* const rounds = in_.wants_rounds ? answer_.rounds.data() : nullptr;
        for_ranges(team_, words_, n_, [&](index first, index last, int) {
            index here = 0;
            for (index w = first; w < last; ++w) {
                const index begin = w * base::word_bits, end = std::min(begin + base::word_bits, n_);
                bool has_number[base::word_bits] = {};
                for (index j = begin; j < end; ++j) has_number[j - begin] = number_of_[j] != to::nowhere;
                if (rounds != nullptr) {
                    for (index j = begin; j < end; ++j) rounds[j] = to::round(number_of_[j]);
                }
                for (index j = begin; j < end; ++j) f(j, number_of_[j]);
                const word bits = packed(has_number);
                answer_.bits[static_cast<std::size_t>(w)] = bits;
                here += std::popcount(bits);
            }
            nvals.fetch_add(here, std::memory_order_relaxed);
        });
        answer_.nvals = nvals.load();
    }

    /// The frontier has been found, as a queue or as bits: decides about the round that starts from it.
    void start_round() {
        frontier_edges_ = queue_.edges.exchange(0, std::memory_order_relaxed);
        if (!is_bits_) queue_.slide();
        blank_edges_ -= frontier_edges_;
        const bool pulls = in_.can_pull && pulling_is_profitable(n_, in_.push.nvals(), frontier_edges_, blank_edges_, blanks_);
        if (pulls)
            step_ = is_bits_ ? step::pull : step::queue_to_bits;
        else
            step_ = is_bits_ ? step::bits_to_queue : step::push;
        is_bits_ = pulls;
    }

    void end_round(index found) {
        blanks_ -= found;
        round_ += found > 0 ? 1 : 0;
        if (found == 0 || round_ >= in_.most_rounds)
            step_ = step::none;
        else
            start_round();
    }

    template <bool shared>
    void push_row(queue_writer<shared>& next, column_index k, row_offset begin, row_offset end) {
        const number here = to::of(round_ + 1, k);
        for (row_offset p = begin; p < end; ++p) {
            const column_index j = in_.push.columns[p];
            if (lower<shared>(number_of_[j], here) == to::nowhere) next.append(j);
        }
    }

    template <bool shared>
    void push() {
        const index grain = items_at_once(queue_.size(), frontier_edges_ + queue_.size(), team_.size());
        const column_index* const items = queue_.items + queue_.first;
        const row_offset* const offsets = in_.push.offsets;
        queue_writer<shared> next(queue_, offsets);
        for_each_range<shared>(taken_, queue_.size(), grain, [&](index first, index last) {
            constexpr index ahead = 8;
            for (index n = first; n < last; ++n) {
                if (n + ahead < last) __builtin_prefetch(in_.push.columns + offsets[items[n + ahead]]);
                const column_index k = items[n];
                const row_offset begin = offsets[k], end = offsets[k + std::size_t{1}];
                if (shared && long_.put_off(k, end - begin)) continue;
                push_row(next, k, begin, end);
            }
        });
    }

    void push_long_rows() {
        queue_writer<true> next(queue_, in_.push.offsets);
        long_.share_parts(in_.push.offsets,
                          [&](column_index k, row_offset begin, row_offset end) { push_row(next, k, begin, end); });
    }

    static constexpr index words_at_once = 16;

    /// If a blank position has neighbours of earlier rounds, they are all of the last round, so the first hit is the smallest
    /// k.
    template <bool shared>
    void pull() {
        index found = 0;
        std::int64_t edges = 0;
        for_each_range<shared>(taken_, words_, words_at_once, [&](index first, index last) {
            for (index w = first; w < last; ++w) {
                if (w + 1 < last) fetch_rows(in_.pull, blank_[w + 1], w + 1);
                const word hits = rows_that_hit(in_.pull, blank_[w], w, front_, [&](column_index j, row_offset p) {
                    number_of_[j] = to::of(round_ + 1, in_.pull.columns[p]);
                    edges += in_.push.row_size(j);
                });
                next_front_[w] = hits;
                blank_[w] &= ~hits;
                found += std::popcount(hits);
            }
        });
        found_.fetch_add(found, std::memory_order_relaxed);
        queue_.edges.fetch_add(edges, std::memory_order_relaxed);
    }

    /// The bits of the frontier and of the blank positions, from the numbers of all: threads that set single bits of the
    /// positions in the queue would need atomic operations, which take longer.
    template <bool shared>
    void queue_to_bits() {
        for_each_range<shared>(taken_, words_, words_at_once, [&](index first, index last) {
            for (index w = first; w < last; ++w) {
                const number* const numbers = number_of_ + w * base::word_bits;
                bool blank[base::word_bits], front[base::word_bits];
                for (index k = 0; k < base::word_bits; ++k) {
                    blank[k] = numbers[k] == to::nowhere;
                    front[k] = to::round(numbers[k]) == round_;
                }
                blank_[w] = packed(blank);
                front_[w] = round_ > 0 ? packed(front) : 0;
            }
            const index rest = n_ % base::word_bits;
            if (last == words_ && rest > 0) blank_[words_ - 1] &= (word{1} << rest) - 1;
        });
    }

    template <bool shared>
    void bits_to_queue() {
        queue_writer<shared> next(queue_, in_.push.offsets);
        for_each_range<shared>(taken_, words_, words_at_once, [&](index first, index last) {
            for (index w = first; w < last; ++w) {
                base::for_each_bit(front_[w], static_cast<column_index>(w), [&](column_index j) { next.append(j); });
            }
        });
    }

    team& team_;
    const search_request& in_;
    index n_, words_;
    team::common_memory<std::byte> numbers_memory_;
    team::common_memory<column_index> queue_memory_;
    team::common_memory<word> bits_memory_;
    long_rows long_;
    number* number_of_;  ///< of all positions, and `nowhere` behind them up to a whole word of bits
    word* blank_;                ///< the bits of blank positions; not up to date while the frontier is in the queue
    word *front_, *next_front_;  ///< the bits of the frontier
    sliding_queue queue_;
    alignas(64) std::atomic<index> taken_{0};  ///< of what the threads share in this step
    alignas(64) std::atomic<index> found_{0};  ///< positions that this pull has filled

    step step_ = step::none;
    bool is_bits_ = false;  ///< whether the frontier is in front_, and not in the queue
    std::int32_t round_ = 0;
    std::int64_t frontier_edges_ = 0;
    index blanks_ = 0;
    std::int64_t blank_edges_ = 0;
    search_answer answer_;
};

template <bool wants_k>
search_answer searched(team& team, const search_request& request) {
    search<wants_k> rounds(team, request);
    const std::int32_t shared_steps = make_rounds(team, rounds);
    search_answer answer = rounds.answer();
    answer.shared_steps = shared_steps;
    return answer;
}

}  // namespace

search_answer run_search(team& team, const search_request& request) {
    return request.values == search_values::first_k ? searched<true>(team, request) : searched<false>(team, request);
}

}  // namespace graphblas_gpu::host
