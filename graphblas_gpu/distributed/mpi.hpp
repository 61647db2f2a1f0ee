// The ranks of an MPI program.
//
// Needs: MPI 3.0 or newer, its header and the program's own link line. Optional: only the plugin includes this.
// Idea: messages are non-blocking and are tested with a limit of time, because a blocking call would wait for a dead rank for
// ever. Counts of MPI 3 are ints, so that long messages are cut.
// Source: MPI 3.1, sections 3.7 (MPI_Isend, MPI_Irecv, MPI_Testsome), 8.7 (MPI_Abort), 12.4 (MPI_Init_thread).
#pragma once

#include <graphblas_gpu/distributed/communicator.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/unfinished_files.hpp>

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace graphblas_gpu::mpi {

/// The ranks of an MPI communicator, of which it makes a copy.
class ranks final : public dist::communicator {
  public:
    /// All ranks of `of` call this. Throws error (code panic) if MPI fails.
    explicit ranks(MPI_Comm of) : communicator(number(MPI_Comm_rank, of), number(MPI_Comm_size, of)) {
        check(MPI_Comm_dup(of, &copy_), "MPI_Comm_dup");
    }
    ranks(const ranks&) = delete;
    ranks& operator=(const ranks&) = delete;
    ~ranks() override {
        int is_finalized = 0;
        (void)MPI_Finalized(&is_finalized);
        if (is_finalized == 0) (void)MPI_Comm_free(&copy_);
    }
    /// Whether this process waits within MPI, which may call exit() because another rank has failed.
    static bool is_within_mpi() noexcept { return is_within_mpi_; }

  private:
    /// Prints `why`, and ends all processes of the communicator with status 1.
    void end_all(const std::string& why) override {
        (void)std::fprintf(stderr, "%s\n", why.c_str());
        (void)std::fflush(nullptr);
        remove_unfinished_files();
        is_within_mpi_ = true;
        (void)MPI_Abort(copy_, 1);
        std::_Exit(1);
    }

    static constexpr std::size_t max_bytes = std::size_t{1} << 30;  ///< of a message

    static void check(int status, const char* call) {
        if (status == MPI_SUCCESS) return;
        throw error(error_code::panic, std::string(call) + " failed with status " + std::to_string(status));
    }
    static int number(int (*get)(MPI_Comm, int*), MPI_Comm of) {
        int n = 0;
        check(get(of, &n), "MPI_Comm_rank or MPI_Comm_size");
        return n;
    }

    /// Begins a message in pieces; `begin` is called with an offset, a count and a request.
    template <class Begin>
    void in_pieces(int other, std::size_t bytes, const Begin& begin) {
        for (std::size_t done = 0; done < bytes; done += max_bytes) {
            others_.push_back(other);
            requests_.push_back(MPI_REQUEST_NULL);
            begin(done, static_cast<int>(std::min(max_bytes, bytes - done)), &requests_.back());
        }
    }

    void transfer(std::span<const dist::outgoing> sends, std::span<const dist::incoming> receives, double seconds) override {
        is_within_mpi_ = true;
        requests_.clear();
        others_.clear();
        for (const dist::incoming& m : receives) {
            in_pieces(m.from, m.bytes, [&](std::size_t at, int count, MPI_Request* request) {
                auto* const data = static_cast<std::byte*>(m.data) + at;
                check(MPI_Irecv(data, count, MPI_BYTE, m.from, 0, copy_, request), "MPI_Irecv");
            });
        }
        for (const dist::outgoing& m : sends) {
            in_pieces(m.to, m.bytes, [&](std::size_t at, int count, MPI_Request* request) {
                const auto* const data = static_cast<const std::byte*>(m.data) + at;
                check(MPI_Isend(data, count, MPI_BYTE, m.to, 0, copy_, request), "MPI_Isend");
            });
        }
        wait(seconds);
        is_within_mpi_ = false;
    }

    /// Waits for all requests. Whatever arrives begins the limit anew: it is for ranks that do not answer, not for long
    /// messages.
    void wait(double seconds) {
        using clock = std::chrono::steady_clock;
        const auto limit = std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds));
        // Answers mostly come soon; a rank that waits longer leaves its processor to others.
        constexpr auto soon = std::chrono::microseconds(200);
        auto last = clock::now();
        std::vector<int> done(requests_.size());
        while (true) {
            int count = 0;
            check(MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &count, done.data(), MPI_STATUSES_IGNORE),
                  "MPI_Testsome");
            const auto waits =
                std::find_if(requests_.begin(), requests_.end(), [](MPI_Request r) { return r != MPI_REQUEST_NULL; });
            if (waits == requests_.end()) return;
            const auto now = clock::now();
            if (count > 0) last = now;
            else if (now > last + limit) late(others_[static_cast<std::size_t>(waits - requests_.begin())], seconds);
            if (now < last + soon) std::this_thread::yield();
            else std::this_thread::sleep_for(std::chrono::microseconds(20));
        }
    }

    static inline bool is_within_mpi_ = false;  ///< one thread of a process uses MPI
    MPI_Comm copy_ = MPI_COMM_NULL;
    std::vector<MPI_Request> requests_;
    std::vector<int> others_;  ///< the rank at the other end of each request
};

/// MPI from the construction of this object to its end, of which a program makes one first of all. An exception that nobody
/// catches, and exit(), end all processes with a message.
class session {
  public:
    /// Throws error (code panic) if MPI does not start.
    session(int& argc, char**& argv) {
        int provided = 0;
        if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS || provided < MPI_THREAD_FUNNELED)
            throw error(error_code::panic, "MPI_Init_thread failed, or MPI does not work beside threads");
        world_ = std::make_shared<ranks>(MPI_COMM_WORLD);
        end_of_all_ = std::make_shared<ranks>(MPI_COMM_WORLD);
        ends_by_ = world_.get();
        std::set_terminate(end);
        (void)std::atexit(left);
    }
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    /// Waits for the other ranks, at most for the limit of world(). A rank that alone leaves by an exception, which the program
    /// catches later, answers no message any more: then the ranks that wait for it end all processes, with its number.
    ~session() {
        // Messages of other calls do not reach this communicator. The rank that leaves too early waits longer than those that
        // wait for it, so that theirs is the message.
        constexpr double seconds_longer = 1;
        end_of_all_->set_timeout_seconds(world_->timeout_seconds() +
                                         (std::uncaught_exceptions() > exceptions_ ? seconds_longer : 0));
        char ends = 0;
        std::vector<char> all(static_cast<std::size_t>(world_->size()));
        end_of_all_->all_gather(&ends, all.data(), 1);
        ends_by_ = nullptr;
        end_of_all_.reset();
        world_.reset();
        (void)MPI_Finalize();
    }

    /// All ranks that mpirun has started.
    const std::shared_ptr<ranks>& world() const noexcept { return world_; }

  private:
    /// What std::exit() calls. Without it Open MPI ends the others with a message of its own, and MPICH with none and status 0.
    static void left() {
        if (ends_by_ != nullptr && !ranks::is_within_mpi())
            ends_by_->abort("rank " + std::to_string(ends_by_->rank()) + ": the program has called exit() within its session");
    }
    [[noreturn]] static void end() {
        std::string why = "the program has ended by std::terminate";
        try {
            if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
        } catch (const std::exception& x) {
            why = x.what();
        } catch (...) {
        }
        if (ends_by_ != nullptr) ends_by_->abort("rank " + std::to_string(ends_by_->rank()) + ": " + why);
        std::abort();
    }

    std::shared_ptr<ranks> world_;
    std::shared_ptr<ranks> end_of_all_;  ///< for the end of the program alone
    int exceptions_ = std::uncaught_exceptions();
    static inline ranks* ends_by_ = nullptr;
};

}  // namespace graphblas_gpu::mpi
