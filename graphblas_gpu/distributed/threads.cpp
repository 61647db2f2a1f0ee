// Ranks that are threads: messages are copied into boxes, one for each pair of ranks.
#include <graphblas_gpu/distributed/threads.hpp>

#include <graphblas_gpu/error.hpp>

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace graphblas_gpu::dist {
namespace {

/// What a rank has been sent. A box for each rank that sends, so that messages of one rank stay in order.
struct inbox {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::deque<std::vector<std::byte>>> boxes;
    std::string failure;  ///< of another rank; empty: none has failed
    int awaited = -1;     ///< the rank whose message is waited for, the only one that has to wake this one
};
using inboxes = std::vector<std::unique_ptr<inbox>>;

/// Thrown where another rank has failed.
struct other_rank_failed : error {
    explicit other_rank_failed(const std::string& why) : error(error_code::panic, why) {}
};

class thread_communicator final : public communicator {
  public:
    thread_communicator(inboxes& all, int rank, int size) : communicator(rank, size), all_(all) {}

    /// Tells all ranks.
    void fail(const std::string& why) {
        for (const auto& of_rank : all_) {
            const std::lock_guard lock(of_rank->mutex);
            if (of_rank->failure.empty()) of_rank->failure = why;
            of_rank->changed.notify_all();
        }
    }

  private:
    void end_all(const std::string& why) override {
        fail(why);
        throw error(error_code::panic, why);
    }

    void transfer(std::span<const outgoing> sends, std::span<const incoming> receives, double seconds) override {
        using clock = std::chrono::steady_clock;
        const auto end = clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds));
        for (const outgoing& m : sends) {
            inbox& to = *all_[static_cast<std::size_t>(m.to)];
            const auto* const data = static_cast<const std::byte*>(m.data);
            std::unique_lock lock(to.mutex);
            to.boxes[static_cast<std::size_t>(rank())].emplace_back(data, data + m.bytes);
            const bool is_awaited = to.awaited == rank();
            lock.unlock();
            if (is_awaited) to.changed.notify_all();
        }
        inbox& own = *all_[static_cast<std::size_t>(rank())];
        std::unique_lock lock(own.mutex);
        for (const incoming& m : receives) {
            auto& box = own.boxes[static_cast<std::size_t>(m.from)];
            own.awaited = m.from;
            if (!own.changed.wait_until(lock, end, [&] { return !box.empty() || !own.failure.empty(); })) {
                lock.unlock();
                late(m.from, seconds);
            }
            if (box.empty()) throw other_rank_failed("another rank has failed: " + own.failure);
            if (box.front().size() != m.bytes) {
                throw error(error_code::panic, "a message of " + std::to_string(box.front().size()) + " bytes where " +
                                                   std::to_string(m.bytes) + " were expected");
            }
            if (m.bytes > 0) std::memcpy(m.data, box.front().data(), m.bytes);
            box.pop_front();
        }
    }

    inboxes& all_;
};

}  // namespace

void on_threads(int ranks, base::function_ref<void(const std::shared_ptr<communicator>&)> body) {
    if (ranks < 1) throw invalid_value("on_threads: " + std::to_string(ranks) + " ranks");
    inboxes all;
    for (int rank = 0; rank < ranks; ++rank) {
        all.push_back(std::make_unique<inbox>());
        all.back()->boxes.resize(static_cast<std::size_t>(ranks));
    }
    std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(ranks));
    std::vector<char> is_consequence(thrown.size(), 0);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank) {
        threads.emplace_back([&, rank] {
            const auto n = static_cast<std::size_t>(rank);
            const auto world = std::make_shared<thread_communicator>(all, rank, ranks);
            try {
                body(world);
            } catch (const other_rank_failed&) {
                thrown[n] = std::current_exception();
                is_consequence[n] = 1;
            } catch (const std::exception& x) {
                thrown[n] = std::current_exception();
                world->fail(x.what());
            } catch (...) {
                thrown[n] = std::current_exception();
                world->fail("an unknown exception");
            }
        });
    }
    for (std::thread& t : threads) t.join();
    for (const char consequences : {0, 1}) {
        for (std::size_t n = 0; n < thrown.size(); ++n) {
            if (thrown[n] != nullptr && is_consequence[n] == consequences) std::rethrow_exception(thrown[n]);
        }
    }
}

}  // namespace graphblas_gpu::dist
