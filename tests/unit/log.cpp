// The log: which events a call makes, in which order, on one thread and on several, and what a sink may do.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/log.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace gb = graphblas_gpu;
using gb::log_kind;

namespace {

struct heard_event {
    gb::log_event event;
    std::string text, line;
    gb::method method;
    std::thread::id thread;
};

/// Keeps the events from its construction to its destruction.
class listening : public gb::log_sink {
  public:
    listening() : before_(gb::set_log(this)) {}
    ~listening() override { CHECK(gb::set_log(before_) == this); }
    void write(const gb::log_event& event) override {
        const std::lock_guard lock(mutex_);
        heard.push_back({event, std::string(event.text), to_string(event),
                         event.told == nullptr ? gb::method::automatic : event.told->method, std::this_thread::get_id()});
    }
    std::vector<heard_event> of_kind(log_kind kind) const {
        std::vector<heard_event> out;
        for (const auto& h : heard)
            if (h.event.kind == kind) out.push_back(h);
        return out;
    }

    std::vector<heard_event> heard;

  private:
    gb::log_sink* before_;
    std::mutex mutex_;
};

gb::matrix<double> sample(const gb::context& ctx) { return gb::from_coordinates<double>(ctx, gb::rmat(9, 8, {.seed = 1})); }

}  // namespace

TEST_CASE("the log tells a product while it is computed") {
    const gb::context ctx = spec::context_with(2);
    const std::string engine = ctx.engine_name();
    const auto a = sample(ctx);
    const std::string size = "512 x 512 with " + std::to_string(a.nvals()) + " entries";
    for (const gb::method method : {gb::method::automatic, gb::method::hash, gb::method::dense}) {
        listening log;
        const auto c = gb::mxm(ctx, gb::plus_times<double>, a, a, {.method = method});
        REQUIRE(log.heard.size() >= 4);
        const heard_event &first = log.heard.front(), &last = log.heard.back();
        CHECK(first.line == "mxm on " + engine + " begins: " + size + ", " + size);
        CHECK(last.event.kind == log_kind::call_ends);
        CHECK(last.method == ctx.last_report().method);
        CHECK(last.event.milliseconds > 0);
        CHECK(last.text.find("method " + std::string(to_string(last.method))) == 0);
        CHECK(last.text.find(ctx.last_report().reason) != std::string::npos);
        CHECK(last.text.find(std::to_string(c.nvals()) + " entries") != std::string::npos);
        if (!ctx.is_cuda()) CHECK(last.event.bytes >= 12 * c.nvals());
        const auto choices = log.of_kind(log_kind::method_chosen), phases = log.of_kind(log_kind::phase_ends);
        REQUIRE(choices.size() == 1);
        CHECK(std::string(choices.front().event.name) == to_string(last.method));
        double sum = 0;
        for (const auto& h : phases) sum += h.event.milliseconds;
        CHECK(!phases.empty());
        CHECK(sum <= last.event.milliseconds);
        for (const auto& h : log.heard) {
            CHECK(std::string(h.event.operation) == "mxm");
            CHECK(h.event.engine == engine);
            CHECK(h.event.depth == (&h == &first || &h == &last ? 0 : 1));
        }
    }
}

TEST_CASE("the log tells a call that fails, and nothing without a sink") {
    const gb::context ctx = spec::context_with(1);
    const auto a = sample(ctx);
    const gb::matrix<double> b(3, 3);
    listening log;
    CHECK_THROWS_AS(gb::mxm(ctx, gb::plus_times<double>, a, b), gb::dimension_mismatch);
    REQUIRE(log.heard.size() >= 2);
    CHECK(log.heard.back().event.kind == log_kind::call_fails);
    CHECK(log.heard.back().text == "mxm: A is 512x512, B is 3x3: inner dimensions differ (512, 3)");
    const std::size_t count = log.heard.size();
    CHECK(gb::set_log(nullptr) == &log);
    (void)gb::mxm(ctx, gb::plus_times<double>, a, a);
    CHECK(gb::set_log(&log) == nullptr);
    CHECK(log.heard.size() == count);
}

TEST_CASE("a sink may throw and may read the containers of the call") {
    const gb::context ctx = spec::context_with(2);
    const auto a = sample(ctx);
    const auto expected = gb::mxm(ctx, gb::plus_times<double>, a, a);
    struct throwing final : gb::log_sink {
        void write(const gb::log_event&) override {
            ++events;
            throw std::runtime_error("the disk is full");
        }
        int events = 0;
    } sink;
    (void)gb::set_log(&sink);
    const auto c = gb::mxm(ctx, gb::plus_times<double>, a, a);
    (void)gb::set_log(nullptr);
    CHECK(c == expected);
    CHECK(sink.events >= 4);

    // The call asks whether A is symmetric, and keeps the answer behind a lock; a sink that is called within it would not
    // return.
    struct reading final : gb::log_sink {
        explicit reading(const gb::any_matrix& of) : a(of) {}
        void write(const gb::log_event& event) override {
            deepest = std::max(deepest, event.depth);
            (void)a.is_known_to_be_symmetric();
            (void)a.nvals();
        }
        const gb::any_matrix& a;
        int deepest = 0;
    } reader(a.any());
    (void)gb::set_log(&reader);
    (void)gb::random_walk(ctx, a);
    (void)gb::set_log(nullptr);
    CHECK(reader.deepest == 1);  // is_symmetric within random_walk
}

TEST_CASE("several threads log at the same time") {
    if (spec::on_cuda() && !gb::cuda::engine::run_concurrently())
        return (void)spec::left_out_on_cuda("several threads log at the same time", "the emulated device has one thread");
    constexpr int threads = 4, calls = 20;
    listening log;
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) {
        all.emplace_back([] {
            const gb::context ctx = spec::context_with(2);
            const auto a = sample(ctx);
            const auto u = gb::vector<double>::full(512, 1);
            for (int k = 0; k < calls; ++k) (void)gb::mxv(ctx, gb::plus_times<double>, a, u);
        });
    }
    for (std::thread& t : all) t.join();
    std::map<std::thread::id, int> begun, ended;
    for (const auto& h : log.heard) {
        if (std::string(h.event.operation) != "mxv") continue;
        if (h.event.kind == log_kind::call_begins) {
            CHECK(begun[h.thread]++ == ended[h.thread]);
            CHECK(h.text.find(", 512 with 512 entries") != std::string::npos);
        } else if (h.event.kind == log_kind::call_ends) {
            ++ended[h.thread];
        }
    }
    CHECK(ended.size() == threads);
    for (const auto& [thread, count] : ended) CHECK(count == calls);
}
