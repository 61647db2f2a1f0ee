// Collective calls as trees of messages, and counters.
#include <graphblas_gpu/distributed/communicator.hpp>

#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace graphblas_gpu::dist {
namespace {

/// By how many seconds longer than its child a rank of a tree waits, so that the message of the rank next to a lost one comes
/// first.
constexpr double seconds_of_a_level = 0.1;

void count(traffic& t, std::span<const outgoing> sends, std::span<const incoming> receives, const base::stopwatch& taken) {
    t.seconds += taken.milliseconds() / 1000;
    for (const outgoing& m : sends) t.bytes_sent += static_cast<std::int64_t>(m.bytes);
    for (const incoming& m : receives) t.bytes_received += static_cast<std::int64_t>(m.bytes);
    t.messages_sent += static_cast<std::int64_t>(sends.size());
}

std::string seconds_of(double seconds) {
    const std::string text = std::to_string(seconds);
    return text.substr(0, text.find('.') + 2) + " s";
}

}  // namespace

traffic& traffic::operator+=(const traffic& t) noexcept {
    bytes_sent += t.bytes_sent;
    bytes_received += t.bytes_received;
    messages_sent += t.messages_sent;
    seconds += t.seconds;
    return *this;
}

traffic operator-(const traffic& a, const traffic& b) noexcept {
    return {a.bytes_sent - b.bytes_sent, a.bytes_received - b.bytes_received, a.messages_sent - b.messages_sent,
            a.seconds - b.seconds};
}

void communicator::set_timeout_seconds(double seconds) {
    if (!(seconds > 0)) throw invalid_value("communicator: a limit of " + std::to_string(seconds) + " seconds");
    timeout_seconds_ = std::min(seconds, 1e9);  // what clocks can count
}

void communicator::exchange(std::span<const outgoing> sends, std::span<const incoming> receives) {
    const base::stopwatch taken;
    transfer(sends, receives, timeout_seconds_);
    count(exchanged_, sends, receives, taken);
}

void communicator::count_exchanged(const traffic& t) noexcept { exchanged_ += t; }

void communicator::transfer_collectively(std::span<const outgoing> sends, std::span<const incoming> receives, int height) {
    const base::stopwatch taken;
    transfer(sends, receives, timeout_seconds_ + height * seconds_of_a_level);
    count(collective_, sends, receives, taken);
}

void communicator::all_gather(const void* own, void* all, std::size_t bytes) {
    auto* const out = static_cast<std::byte*>(all);
    const auto at = [&](int rank) { return out + static_cast<std::size_t>(rank) * bytes; };
    std::memcpy(at(rank_), own, bytes);
    int height = 0;
    for (int side = 1; side < size_; side *= 2, ++height) {
        const auto bytes_from = [&](int rank) { return static_cast<std::size_t>(std::min(side, size_ - rank)) * bytes; };
        if ((rank_ & side) != 0) {
            const outgoing up{rank_ - side, at(rank_), bytes_from(rank_)};
            transfer_collectively({&up, 1}, {}, height);
            break;
        }
        if (rank_ + side >= size_) continue;
        const incoming down{rank_ + side, at(rank_ + side), bytes_from(rank_ + side)};
        transfer_collectively({}, {&down, 1}, height);
    }
    broadcast(all, static_cast<std::size_t>(size_) * bytes, 0);
}

void communicator::broadcast(void* data, std::size_t bytes, int root) {
    const int own = (rank_ - root + size_) % size_;
    const auto rank_of = [&](int number) { return (number + root) % size_; };
    int levels = 0;
    while ((1 << levels) < size_) ++levels;
    int side = 1, height = levels;
    while (side < size_ && (own & side) == 0) side *= 2;
    if (own != 0) {
        // A rank far from the root waits longest.
        for (int rest = own; rest != 0; rest &= rest - 1) ++height;
        const incoming down{rank_of(own - side), data, bytes};
        transfer_collectively({}, {&down, 1}, height);
    }
    for (side /= 2; side > 0; side /= 2) {
        if (own + side >= size_) continue;
        const outgoing up{rank_of(own + side), data, bytes};
        transfer_collectively({&up, 1}, {}, height);
    }
}

void communicator::abort(const std::string& why) {
    end_all(why);
    std::abort();
}

void communicator::late(int other, double seconds) {
    abort("rank " + std::to_string(rank_) + " of " + std::to_string(size_) + " has waited for rank " + std::to_string(other) +
          " for " + seconds_of(seconds) + ": it does not answer");
}

}  // namespace graphblas_gpu::dist
