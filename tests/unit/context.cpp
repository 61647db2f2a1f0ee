// Contexts where they cannot be used: moved from, in their own operators, in two threads at once, after fork(), where the
// system starts no threads, and for a group of processes.
#include "tests/catch.hpp"
#include "tests/child_process.hpp"
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/base/memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/vxm_update.hpp>

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace gb = graphblas_gpu;
using whole_number = std::int64_t;

namespace {

/// A band of three diagonals, with work for several threads.
gb::matrix<whole_number> band(gb::index n) {
    std::vector<gb::index> rows, columns;
    std::vector<whole_number> values;
    for (gb::index i = 0; i < n; ++i) {
        for (gb::index j = std::max<gb::index>(i - 1, 0); j <= std::min(i + 1, n - 1); ++j) {
            rows.push_back(i);
            columns.push_back(j);
            values.push_back(i % 7 + j % 5);
        }
    }
    return gb::matrix<whole_number>::from_edges(n, n, rows, columns, values);
}

gb::vector<whole_number> every_third(gb::index n) {
    std::vector<gb::index> indices;
    std::vector<whole_number> values;
    for (gb::index i = 0; i < n; i += 3) {
        indices.push_back(i);
        values.push_back(i);
    }
    return gb::vector<whole_number>::from_entries(n, indices, values);
}

/// The message of the invalid_context that f() throws; empty if it throws none.
template <class F>
std::string refusal(F&& f) {
    try {
        f();
    } catch (const gb::invalid_context& e) {
        return e.what();
    }
    return {};
}
bool says(const std::string& message, const char* words) { return message.find(words) != std::string::npos; }

constexpr gb::index vertices = 3000;

/// What the multiply of the semiring below does first.
std::function<void()> beside_multiply;

struct curious_semiring {
    gb::monoid<gb::plus, whole_number> add;
    whole_number multiply(whole_number x, whole_number y) const {
        beside_multiply();
        return x * y;
    }
};

const auto sums = gb::plus_times<whole_number>;

}  // namespace

TEST_CASE("context: one that was moved from says so", "[unit][context]") {
    gb::context from = gb::context::host({.threads = 2});
    const gb::context to = std::move(from);
    const auto a = band(10);
    gb::matrix<whole_number> c(10, 10);
    const auto w = every_third(10);
    const std::vector<std::function<void()>> uses{
        [&] { from.team(); },
        [&] { from.cuda_engine(); },
        [&] { from.is_cuda(); },
        [&] { from.engine_name(); },
        [&] { from.threads(); },
        [&] { from.last_report(); },
        [&] { from.set_report({}); },
        [&] { from.progress(); },
        [&] { gb::mxm(from, sums, a, a); },
        [&] { gb::mxm(from, c, gb::structure(a), gb::no_accum, sums, a, a); },
        [&] { gb::mxv(from, sums, a, w); },
        [&] { gb::apply(from, [](whole_number x) { return x; }, a); },
        [&] { gb::reduce(from, gb::plus{}, a); },
    };
    for (const auto& use : uses) CHECK(says(refusal(use), "moved from"));
    CHECK(c.nvals() == 0);
    CHECK(gb::mxm(to, sums, a, a).nvals() == 44);
    from = to;
    CHECK(gb::mxm(from, sums, a, a).nvals() == 44);
}

TEST_CASE("context: an operator cannot use the context of its operation", "[unit][context]") {
    const auto a = band(vertices);
    const auto u = every_third(vertices);
    for (const int threads : {1, 2, 4}) {
        const gb::context ctx = gb::context::host({.threads = threads});
        const auto square = gb::mxm(ctx, sums, a, a);
        const auto check_refused = [&](const auto& f) {
            CHECK(says(refusal(f), "make another context for what the operator calls"));
            CHECK(gb::mxm(ctx, sums, a, a) == square);
        };
        gb::matrix<whole_number> c = a;
        check_refused([&] {
            gb::apply(
                ctx, c, gb::no_mask, gb::no_accum, [&](whole_number x) { return x + gb::mxm(ctx, sums, a, a).nvals(); }, a);
        });
        check_refused([&] {
            gb::mxm(
                ctx, c, gb::no_mask, [&](whole_number x, whole_number y) { return x + y + gb::reduce(ctx, gb::plus{}, a); },
                sums, a, a);
        });
        beside_multiply = [&] { (void)gb::reduce(ctx, gb::plus{}, a); };
        check_refused([&] { gb::mxm(ctx, c, gb::no_mask, gb::no_accum, curious_semiring{}, a, a); });
        check_refused([&] { gb::mxm(ctx, c, gb::structure(a), gb::no_accum, curious_semiring{}, a, a); });
        check_refused([&] { (void)gb::mxv(ctx, curious_semiring{}, a, u); });
        check_refused([&] { (void)gb::vxm(ctx, curious_semiring{}, u, a, {.method = gb::method::dot}); });
        beside_multiply = [&] { (void)ctx.team(); };
        check_refused([&] { (void)gb::mxm(ctx, curious_semiring{}, a, a); });
        CHECK(c == a);

        // What only looks, and other contexts, are for operators too.
        const gb::context other = gb::context::host({.threads = 1});
        beside_multiply = [&] {
            (void)ctx.last_report();
            (void)ctx.progress();
            (void)ctx.threads();
            (void)ctx.is_cuda();
        };
        CHECK(gb::mxm(ctx, curious_semiring{}, a, a) == square);
        const auto small = band(10);
        const auto sum = gb::reduce(other, gb::plus{}, small);
        const gb::context alone = gb::context::host({.threads = 1});
        const auto applied = gb::apply(
            alone, [&](whole_number x) { return x - x + gb::reduce(other, gb::plus{}, small); }, small);
        CHECK(gb::reduce(other, gb::plus{}, applied) == sum * small.nvals());
    }
}

TEST_CASE("context: an operator that runs on the caller's thread alone cannot take its working memory", "[unit][context]") {
    // Blanks of a dense vector are filled outside any region, while the context holds a set of positions.
    const auto a = band(vertices);
    const gb::context ctx = gb::context::host({.threads = 1});
    const auto update = [&](gb::vector<whole_number>& w, const auto& semiring) {
        gb::vector<whole_number> changed(vertices);
        gb::vxm_update(ctx, w, changed, !gb::structure(w), gb::no_accum, semiring, every_third(vertices), a,
                       {.method = gb::method::dense});
        return changed;
    };
    const auto fresh = [] {
        gb::vector<whole_number> w(vertices);
        w.make_dense();
        w.set_element(1, 5);
        return w;
    };
    gb::vector<whole_number> expected = fresh();
    (void)update(expected, sums);
    beside_multiply = [&] {
        gb::vector<whole_number> inner = fresh();
        (void)update(inner, sums);
    };
    gb::vector<whole_number> w = fresh();
    CHECK(says(refusal([&] { (void)update(w, curious_semiring{}); }), "make another context for what the operator calls"));
    CHECK(w == fresh());
    (void)update(w, sums);
    CHECK(w == expected);
}

TEST_CASE("context: a second thread is refused, and the first goes on", "[unit][context]") {
    const auto a = band(vertices);
    for (const int threads : {1, 3}) {
        const gb::context ctx = gb::context::host({.threads = threads});
        const auto square = gb::mxm(ctx, sums, a, a);
        std::atomic<bool> in_operation{false}, was_refused{false};
        std::string message;
        std::thread second([&] {
            while (!in_operation) std::this_thread::yield();
            message = refusal([&] { (void)gb::mxm(ctx, sums, a, a); });
            was_refused = true;
        });
        const auto same = gb::apply(
            ctx,
            [&](whole_number x) {
                in_operation = true;
                while (!was_refused) std::this_thread::yield();
                return x;
            },
            a);
        second.join();
        CHECK(says(message, "make a context for each thread"));
        CHECK(same == a);
        CHECK(gb::mxm(ctx, sums, a, a) == square);
        // One after the other is allowed.
        bool right = false;
        std::thread([&] { right = gb::mxm(ctx, sums, a, a) == square; }).join();
        CHECK(right);
    }
}

TEST_CASE("context: two threads in loops get the right answer or an exception", "[unit][context]") {
    const auto a = band(400);
    const auto u = every_third(400);
    for (const int threads : {1, 2}) {
        const gb::context ctx = gb::context::host({.threads = threads});
        const auto square = gb::mxm(ctx, sums, a, a);
        const auto product = gb::vxm(ctx, sums, u, a);
        std::atomic<int> wrong{0}, refused{0}, answers{0};
        const auto compare = [&](const auto& compute, const auto& expected) {
            bool right = true;
            if (refusal([&] { right = compute() == expected; }).empty()) ++answers;
            else ++refused;
            if (!right) ++wrong;
        };
        const auto work = [&] {
            gb::vector<whole_number> w(400);
            for (int round = 0; round < 1000; ++round) {
                compare([&] { return gb::mxm(ctx, sums, a, a); }, square);
                compare([&] { return gb::vxm(ctx, sums, u, a, {.method = gb::method::dot}); }, product);
                compare([&] {
                    gb::vxm(ctx, w, gb::structure(product), gb::no_accum, sums, u, a);
                    return w;
                }, product);
            }
        };
        std::thread one(work), two(work);
        one.join();
        two.join();
        CHECK(wrong == 0);
        CHECK(answers > 0);
        CHECK(refused + answers == 6000);
        CHECK(gb::mxm(ctx, sums, a, a) == square);
    }
}

TEST_CASE("context: a child of fork() leaves its parent's alone and makes its own", "[unit][context]") {
    const auto a = band(vertices);
    for (const int threads : {1, 4}) {
        std::optional<gb::context> ctx = gb::context::host({.threads = threads});
        const auto square = gb::mxm(*ctx, sums, a, a);
        if (threads > 1) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // workers sleep when the child is made
#ifdef __SANITIZE_THREAD__
        const int threads_of_child = 1;  // ThreadSanitizer lets no child of a process with threads start any
#else
        const int threads_of_child = threads;
#endif
        const int status = status_of_child([&] {
            if (!says(refusal([&] { (void)gb::mxm(*ctx, sums, a, a); }), "forked")) return false;
            if (!says(refusal([&] { (void)ctx->last_report(); }), "make a context in the child")) return false;
            gb::context copy = *ctx;
            ctx.reset();
            copy = gb::context::host({.threads = threads_of_child});
            if (gb::mxm(copy, sums, a, a) != square) return false;
            // A grandchild is a stranger to both.
            return status_of_child([&] { return says(refusal([&] { (void)copy.threads(); }), "forked"); }) == 0;
        });
        CHECK(status == 0);
        CHECK(gb::mxm(*ctx, sums, a, a) == square);
    }
}

TEST_CASE("memory: a child of fork() gets large blocks though a thread of its parent had the lock", "[unit][context]") {
    constexpr std::size_t bytes = std::size_t{8} << 20;
    std::atomic<bool> stop{false};
    // A question that takes the lock and does little else.
    std::thread busy([&] {
        while (!stop) (void)gb::base::cached_bytes();
    });
    int failures = 0;
    for (int round = 0; round < 200; ++round) {
        const int status = status_of_child(
            [&] {
                gb::base::deallocate(gb::base::allocate(bytes, 1), bytes, 1);
                return true;
            },
            5);
        if (status != 0) ++failures;
        if (failures > 0) break;
    }
    stop = true;
    busy.join();
    CHECK(failures == 0);
}

TEST_CASE("context: threads that the system does not start are an error with the numbers", "[unit][context]") {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    WARN("skipped: context: threads that the system does not start (sanitizers need all of the address space)");
#else
    const int status = status_of_child([] {
        // Room for some twenty stacks.
        pthread_attr_t attributes;
        std::size_t stack = 0;
        if (pthread_attr_init(&attributes) != 0 || pthread_attr_getstacksize(&attributes, &stack) != 0) return false;
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        const auto room = static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + 20 * stack;
        const rlimit limit{room, room};
        if (::setrlimit(RLIMIT_AS, &limit) != 0) return false;
        for (int round = 0; round < 3; ++round) {
            try {
                (void)gb::context::host({.threads = 200});
                return false;
            } catch (const gb::error& e) {
                if (!says(e.what(), " of 200 could be started") || !says(e.what(), "--threads")) throw;
            }
        }
        const auto a = band(100);
        return gb::mxm(gb::context::host({.threads = 2}), sums, a, a).nvals() == 494;
    });
    CHECK(status == 0);
#endif
}
