// test_processes <processes>: products of matrices that are spread over processes, one a device, beside the host engine.
//
// Idea: the program forks before anybody has touched a device. The processes get NCCL's number through memory that they share,
// make the same calls, and each compares what it reads. In the end one process dies, and the others have to be told so in time.
// Skipped (77) where there are fewer devices than processes or no NCCL.
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <tests/messages.hpp>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace gb = graphblas_gpu;

constexpr int skipped = 77, timeout_seconds = 5;
int failures = 0;
int own_rank = 0;

void check(bool holds, const char* what) {
    if (holds) return;
    ++failures;
    std::printf("process %d: failed: %s\n", own_rank, what);
    std::fflush(stdout);
}
#define CHECK(condition) check(condition, #condition)

/// A few bytes from process 0 to the others, through memory that they share.
class shared_memory_group final : public gb::process_group {
  public:
    struct shared {
        std::atomic<int> arrived{0}, rounds{0};
        char bytes[256];
    };
    shared_memory_group(shared* common, int rank, int size) : common_(common), rank_(rank), size_(size) {}
    int rank() const override { return rank_; }
    int size() const override { return size_; }
    void broadcast(void* data, std::size_t bytes) override {
        if (rank_ == 0) std::memcpy(common_->bytes, data, bytes);
        meet();
        std::memcpy(data, common_->bytes, bytes);
        meet();
    }

  private:
    void meet() {
        const int before = common_->rounds.load();
        if (common_->arrived.fetch_add(1) + 1 == size_) {
            common_->arrived = 0;
            ++common_->rounds;
        }
        while (common_->rounds.load() == before) std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    shared* common_;
    int rank_, size_;
};

/// A matrix that has all entries.
gb::matrix<std::int64_t> full(gb::index nrows, gb::index ncols) {
    std::vector<gb::index> rows, columns;
    for (gb::index i = 0; i < nrows; ++i) {
        for (gb::index j = 0; j < ncols; ++j) rows.push_back(i), columns.push_back(j);
    }
    return gb::matrix<std::int64_t>::from_edges(nrows, ncols, rows, columns, std::vector<std::int64_t>(rows.size(), 1));
}

/// Rows of very different work.
template <class T>
gb::matrix<T> uneven(gb::index n, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<gb::index> rows, columns;
    std::vector<T> values;
    for (gb::index i = 0; i < n; ++i) {
        for (gb::index j = 0; j < n; ++j) {
            if (random() % 1000 >= (i < n / 8 ? 400u : 40u)) continue;
            rows.push_back(i);
            columns.push_back(j);
            values.push_back(static_cast<T>(random() % 7) - 3);
        }
    }
    return gb::matrix<T>::from_edges(n, n, rows, columns, values);
}

void test_products(const gb::context& ctx, int size) {
    const auto host = gb::context::host({.threads = 1});
    const auto a = uneven<std::int64_t>(120, 1), b = uneven<std::int64_t>(120, 2);
    const auto want = gb::mxm(host, gb::plus_times<std::int64_t>, a, b);
    const auto c = gb::mxm(ctx, gb::plus_times<std::int64_t>, a, b);
    CHECK(ctx.last_report().devices == size);
    CHECK(ctx.last_report().flops == gb::mxm_flops(host, a, b));
    CHECK(c.nvals() == want.nvals());
    CHECK(c == want);  // read by the host
    CHECK(gb::mxm_nvals(ctx, a, b) == want.nvals());

    // Distributed results as operands are gathered; other semirings, masks, accumulators.
    const auto d = gb::mxm(ctx, gb::min_plus<std::int64_t>, a, b);
    CHECK(gb::mxm(ctx, gb::plus_times<std::int64_t>, d, b) ==
          gb::mxm(host, gb::plus_times<std::int64_t>, gb::mxm(host, gb::min_plus<std::int64_t>, a, b), b));
    auto e = a, want_e = a;
    gb::mxm(ctx, e, gb::structure(b), gb::plus{}, gb::plus_times<std::int64_t>, a, b);
    gb::mxm(host, want_e, gb::structure(b), gb::plus{}, gb::plus_times<std::int64_t>, a, b);
    CHECK(e == want_e);
    auto f = a, want_f = a;
    gb::mxm(ctx, f, !gb::structure(b), gb::no_accum, gb::plus_times<std::int64_t>, a, a,
            {.transpose_b = true, .replace = true});
    gb::mxm(host, want_f, !gb::structure(b), gb::no_accum, gb::plus_times<std::int64_t>, a, a,
            {.transpose_b = true, .replace = true});
    CHECK(f == want_f);

    // Sums: those of triangle counting, and of values.
    for (const bool transposed : {false, true}) {
        const gb::descriptor how{.transpose_b = transposed};
        CHECK(gb::mxm_reduce(ctx, gb::plus{}, gb::structure(a), gb::plus_pair<std::int64_t>, a, a, how) ==
              gb::mxm_reduce(host, gb::plus{}, gb::structure(a), gb::plus_pair<std::int64_t>, a, a, how));
        CHECK(gb::mxm_reduce(ctx, gb::plus{}, gb::structure(a), gb::plus_times<std::int64_t>, a, b, how) ==
              gb::mxm_reduce(host, gb::plus{}, gb::structure(a), gb::plus_times<std::int64_t>, a, b, how));
    }
    // What is not spread is computed by each process alone.
    CHECK(gb::reduce(ctx, gb::plus{}, c) == gb::reduce(host, gb::plus{}, want));
    // A few rows: some processes have none.
    const auto few = gb::matrix<std::int64_t>::from_edges(3, 120, {0, 1, 2}, {5, 6, 7}, std::vector<std::int64_t>{1, 2, 3});
    CHECK(gb::mxm(ctx, gb::plus_times<std::int64_t>, few, b) == gb::mxm(host, gb::plus_times<std::int64_t>, few, b));

    // Plans, which each process keeps for its rows, with new values; of a distributed operand; of processes without rows.
    auto changing = a;
    const auto plan = gb::plan_mxm(ctx, gb::structure(b), gb::plus_times<std::int64_t>, changing, b);
    CHECK(ctx.last_report().devices == size);
    const gb::csr<std::int64_t> rows = changing.to_csr();
    for (gb::index i = 0; i < changing.nrows(); ++i) {
        changing.set_element(i, rows.columns[static_cast<std::size_t>(rows.structure().begin(i))], i % 7 - 3);
    }
    CHECK(plan.execute() == gb::plan_mxm(host, gb::structure(b), gb::plus_times<std::int64_t>, changing, b).execute());
    CHECK(ctx.last_report().devices == size);
    CHECK(gb::plan_mxm(ctx, gb::plus_times<std::int64_t>, d, b).execute() == gb::mxm(host, gb::plus_times<std::int64_t>, d, b));
    CHECK(gb::plan_mxm(ctx, gb::plus_times<std::int64_t>, few, b).execute() ==
          gb::mxm(host, gb::plus_times<std::int64_t>, few, b));
}

void test_errors(const gb::context& ctx, gb::process_group& processes, int device) {
    const auto host = gb::context::host({.threads = 1});
    const auto a = uneven<std::int64_t>(120, 1), b = uneven<std::int64_t>(120, 2);
    // Different operands.
    auto c = a;
    const auto& second = own_rank == 0 ? a : b;
    CHECK(has(message_of<gb::invalid_value>(
                  [&] { gb::mxm(ctx, c, gb::no_mask, gb::no_accum, gb::plus_times<std::int64_t>, a, second); }),
              "processes"));
    CHECK(c == a);
    // One device runs out of memory: every process says so, and can go on.
    const std::int64_t limit = own_rank == 1 ? 700'000 : 0;
    {
        const gb::context uneven_devices = gb::context::cuda({.device = device,
                                                              .memory_limit = limit,
                                                              .spread_from = 0,
                                                              .processes = &processes,
                                                              .process_timeout_seconds = timeout_seconds});
        const auto large = uneven<std::int64_t>(600, 3);
        auto large_c = large;
        const std::string said = message_of<gb::out_of_memory>(
            [&] { gb::mxm(uneven_devices, large_c, gb::no_mask, gb::no_accum, gb::plus_times<std::int64_t>, large, large); });
        CHECK(has(said, "(in process 1)"));
        if (!has(said, "(in process 1)")) std::printf("%s\n", said.c_str());
        CHECK(large_c == large);
        CHECK(gb::mxm_nvals(uneven_devices, a, b) == gb::mxm_nvals(host, a, b));
        // The same where the other operand is distributed and has to be gathered.
        const auto distributed = gb::mxm(uneven_devices, gb::plus_times<std::int64_t>, a, b);
        const gb::matrix<std::int64_t> tall = full(2000, 120);
        gb::matrix<std::int64_t> tall_c(2000, 120);
        CHECK(has(message_of<gb::out_of_memory>([&] {
                      gb::mxm(uneven_devices, tall_c, gb::no_mask, gb::no_accum, gb::plus_times<std::int64_t>, tall,
                              distributed);
                  }),
                  "(in process 1)"));
        CHECK(tall_c.nvals() == 0);
        CHECK(gb::mxm_nvals(uneven_devices, a, b) == gb::mxm_nvals(host, a, b));
        // The same where a mask by values is distributed.
        const auto column = full(180, 1), row = full(1, 180);
        const auto mask = gb::mxm(uneven_devices, gb::plus_times<std::int64_t>, column, row);
        gb::matrix<std::int64_t> masked_c(180, 180);
        const std::string of_mask = message_of<gb::out_of_memory>([&] {
            gb::mxm(uneven_devices, masked_c, gb::values(mask), gb::no_accum, gb::plus_times<std::int64_t>, column, row);
        });
        CHECK(has(of_mask, "(in process 1)"));
        CHECK(!has(of_mask, "(in process 0)"));  // not that of the process which has been told
        CHECK(masked_c.nvals() == 0);
        CHECK(gb::mxm_nvals(uneven_devices, a, b) == gb::mxm_nvals(host, a, b));
    }
    // Options that differ.
    CHECK(has(message_of<gb::invalid_value>([&] {
                  (void)gb::context::cuda({.device = device,
                                           .spread_from = own_rank,
                                           .processes = &processes,
                                           .process_timeout_seconds = timeout_seconds});
              }),
              "options"));
}

/// The last process dies; the others are told in time, and their outputs stay.
void test_death(const gb::context& ctx, int size) {
    const auto a = uneven<std::int64_t>(120, 1);
    auto c = a;
    if (own_rank == size - 1) {
        std::fflush(stdout);
        _exit(failures == 0 ? 0 : 1);
    }
    const auto before = std::chrono::steady_clock::now();
    const std::string said =
        message_of<gb::error>([&] { gb::mxm(ctx, c, gb::no_mask, gb::no_accum, gb::plus_times<std::int64_t>, a, a); });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    CHECK(has(said, "NCCL: "));
    CHECK(seconds < 3 * timeout_seconds);
    CHECK(c == a);
    CHECK(has(message_of<gb::error>([&] { (void)gb::mxm_nvals(ctx, a, a); }), "lost another process"));
    if (own_rank == 0) std::printf("a dead process: after %.1f s: %s\n", seconds, said.c_str());
}

int run(gb::process_group& processes) {
    own_rank = processes.rank();
    const int size = processes.size();
#ifdef GRAPHBLAS_GPU_REHEARSAL
    const int device = 0;  // each process has an emulated device of its own
#else
    const int device = own_rank;
    try {  // before anything is said to the other processes, so that all of them find the same
        (void)gb::context::cuda({.device = size - 1});
    } catch (const gb::error& x) {
        std::printf("process %d: skipped: %s\n", own_rank, x.what());
        return skipped;
    }
#endif
    try {
        const gb::context ctx = gb::context::cuda(
            {.device = device, .spread_from = 0, .processes = &processes, .process_timeout_seconds = timeout_seconds});
        test_products(ctx, size);
        test_errors(ctx, processes, device);
        test_death(ctx, size);
    } catch (const gb::unsupported& x) {
        std::printf("process %d: skipped: %s\n", own_rank, x.what());
        return skipped;
    } catch (const gb::invalid_value& x) {
        std::printf("process %d: %s\n", own_rank, x.what());
        return has(x.what(), "there are") ? skipped : 1;
    } catch (const std::exception& x) {
        std::printf("process %d: failed: %s\n", own_rank, x.what());
        return 1;
    }
    return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const int size = argc > 1 ? std::atoi(argv[1]) : 2;
    void* const at =
        mmap(nullptr, sizeof(shared_memory_group::shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    auto* const common = new (at) shared_memory_group::shared;
    std::vector<pid_t> children;
    for (int rank = 0; rank < size; ++rank) {
        const pid_t child = fork();
        if (child == 0) {
            const int status = [&] {
                shared_memory_group processes(common, rank, size);
                return run(processes);
            }();
            std::fflush(stdout);
            _exit(status);
        }
        children.push_back(child);
    }
    int worst = 0;
    bool is_skipped = false;
    for (const pid_t child : children) {
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status)) std::printf("a process was ended by signal %d\n", WTERMSIG(status));
        const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
        is_skipped = is_skipped || code == skipped;
        if (code != skipped) worst = code > worst ? code : worst;
    }
    return worst == 0 && is_skipped ? skipped : worst;
}
