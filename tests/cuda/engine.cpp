// The engine's copies, its small blocks of memory, and running sums.
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/transpose.hpp>

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <tests/catch.hpp>
#include <tests/child_process.hpp>
#include <tests/engine.hpp>
#ifdef GRAPHBLAS_GPU_REHEARSAL
#include <tests/rehearsal/runtime.hpp>
#endif

#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace cu = graphblas_gpu::cuda;
using numbers = std::vector<std::int64_t>;

std::shared_ptr<cu::engine> engine() {
    static const auto e = cu::engine::make(0, 0, nullptr, spec::device_memory());
    return e;
}

cu::array<std::int64_t> sent(const numbers& x) { return cu::uploaded<std::int64_t>(engine(), x); }
numbers fetched(const cu::array<std::int64_t>& x) {
    numbers out(x.size());
    engine()->to_host(out.data(), x.data(), out.size() * sizeof(std::int64_t));
    return out;
}

numbers some_numbers(std::size_t n) {
    std::mt19937_64 random(n);
    numbers out(n);
    for (auto& x : out) x = static_cast<std::int64_t>(random() % 1000000);
    return out;
}

}  // namespace

TEST_CASE("running sums: few numbers and many, in place and not", "[cuda][scan]") {
    for (const std::size_t n : {0, 1, 2, 7, 8, 9, 31, 255, 256, 257, 2000, 4095, 4096, 4097, 9999, 100000}) {
        INFO(n << " numbers");
        const numbers x = some_numbers(n);
        const auto count = static_cast<std::int64_t>(n);
        numbers inclusive(n), exclusive(n);
        std::inclusive_scan(x.begin(), x.end(), inclusive.begin());
        std::exclusive_scan(x.begin(), x.end(), exclusive.begin(), std::int64_t{0});

        const auto in = sent(x);
        const auto out = sent(numbers(n + 1, -7));
        cu::exclusive_scan(engine(), in.data(), out.data(), count);
        numbers got = fetched(out);
        CHECK(got.back() == -7);
        got.pop_back();
        CHECK(got == exclusive);
        cu::inclusive_scan(engine(), in.data(), out.data(), count);
        got = fetched(out);
        CHECK(got.back() == -7);
        got.pop_back();
        CHECK(got == inclusive);
        cu::inclusive_scan(engine(), in.data(), in.data(), count);
        CHECK(fetched(in) == inclusive);

        numbers sizes = x;
        sizes.push_back(-7);
        const auto offsets = sent(sizes);
        const std::int64_t sum = std::accumulate(x.begin(), x.end(), std::int64_t{0});
        CHECK(cu::sizes_to_offsets(engine(), offsets.data(), count) == sum);
        exclusive.push_back(sum);
        CHECK(fetched(offsets) == exclusive);
    }
}

TEST_CASE("copies: many at once, from sources that change at once", "[cuda][engine]") {
    for (const std::size_t n : {1, 3, 100, 4096, 4097, 50000}) {
        std::vector<cu::array<std::int64_t>> arrays;
        std::vector<numbers> sources;
        const std::size_t times = n > 1000 ? 20 : 2000;
        for (std::size_t k = 0; k < times; ++k) {
            sources.push_back(some_numbers(n));
            sources.back()[0] = static_cast<std::int64_t>(k);
            numbers gone = sources.back();
            arrays.push_back(sent(gone));
            std::fill(gone.begin(), gone.end(), -1);
        }
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < times; ++k) wrong += fetched(arrays[k]) != sources[k];
        CHECK(wrong == 0);
        // Several in one call, some too large for pinned memory, one of them of no bytes.
        numbers first(n), last(n), nothing;
        const std::size_t bytes = n * sizeof(std::int64_t);
        engine()->to_host({{first.data(), arrays[0].data(), bytes},
                           {nothing.data(), nullptr, 0},
                           {last.data(), arrays[1].data(), bytes}});
        CHECK(first == sources[0]);
        CHECK(last == sources[1]);
    }
}

TEST_CASE("copies: several threads fetch what one engine holds", "[cuda][engine]") {
    const numbers small = some_numbers(100), large = some_numbers(20000);
    const auto a = sent(small), b = sent(large);
    engine()->synchronise();
    std::vector<int> wrong(4);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t) {
        threads.emplace_back([&, t] {
            const cu::engine::current_device here(*engine());
            for (int k = 0; k < 50; ++k) wrong[t] += fetched(a) != small || fetched(b) != large;
        });
    }
    for (auto& t : threads) t.join();
    CHECK(wrong == std::vector<int>(4, 0));
}

TEST_CASE("engine: one thread at a time is in an operation", "[cuda][engine]") {
    const auto refused = [] {
        try {
            const cu::engine::use here(*engine());
            return false;
        } catch (const graphblas_gpu::invalid_context&) {
            return true;
        }
    };
    const auto refused_elsewhere = [&] {
        bool answer = false;
        std::thread([&] { answer = refused(); }).join();
        return answer;
    };
    {
        const cu::engine::use here(*engine());
        CHECK_FALSE(refused());
        CHECK(refused_elsewhere());
    }
    CHECK_FALSE(refused_elsewhere());
}

TEST_CASE("engine: a child of fork() neither uses nor destroys what its parent has", "[cuda][engine]") {
    const numbers x = some_numbers(1000);
    auto on_device = sent(x);
    auto own = cu::engine::make(0, 0, nullptr, spec::device_memory());
    auto of_own = cu::uploaded<std::int64_t>(own, x);
    std::optional<graphblas_gpu::context> ctx = graphblas_gpu::context::cuda();
    const int status = status_of_child([&] {
        const auto refused = [](const auto& f) {
            try {
                f();
            } catch (const graphblas_gpu::invalid_context&) {
                return true;
            }
            return false;
        };
        const bool all_refused = refused([&] { (void)fetched(on_device); }) && refused([&] { (void)sent(x); }) &&
                                 refused([&] { engine()->synchronise(); }) && refused([&] { (void)ctx->is_cuda(); }) &&
                                 refused([&] { const cu::engine::use here(*engine()); });
        on_device = {};
        of_own = {};
        own = nullptr;
        ctx.reset();
        return all_refused;
    });
    CHECK(status == 0);
    CHECK(fetched(on_device) == x);
}

TEST_CASE("memory: blocks that were given back are handed out again, and belong to one at a time", "[cuda][engine]") {
    const auto in_use = engine()->bytes_in_use();
    std::mt19937 random(5);
    std::vector<std::pair<cu::array<std::int64_t>, numbers>> held;
    for (int k = 0; k < 3000; ++k) {
        if (held.size() > 40 || (!held.empty() && random() % 3 == 0)) {
            const std::size_t n = random() % held.size();
            if (fetched(held[n].first) != held[n].second) FAIL("another block was written to");
            std::swap(held[n], held.back());
            held.pop_back();
        } else {
            numbers x = some_numbers(1 + random() % (random() % 4 == 0 ? 60000 : 300));
            auto on_device = sent(x);
            held.emplace_back(std::move(on_device), std::move(x));
        }
    }
    held.clear();
    CHECK(engine()->bytes_in_use() == in_use);
}

namespace {

#ifdef GRAPHBLAS_GPU_REHEARSAL
/// The emulated device fills what it hands out: less of it is as good.
struct small_device {
    small_device() { rehearsal::set_device_memory(std::size_t{1} << 29); }
    ~small_device() { rehearsal::set_device_memory(std::size_t{2} << 30); }
};
#endif

/// An engine with the usual pool; its memory, in so many tenths of what is free.
struct engine_with_pool {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    small_device small;
#endif
    std::shared_ptr<cu::engine> e = cu::engine::make(0, 0, nullptr, nullptr);

    std::size_t tenths(int n) const { return static_cast<std::size_t>(e->free_bytes() / 10 * n); }
    void take_and_give_back(std::size_t bytes) const { e->deallocate(e->allocate(bytes), bytes); }
};

/// Tests that take most of the device stay away from tools that need memory of their own, and from other processes beside them.
bool is_left_out(const char* name) {
    if (spec::device_memory() == nullptr) return false;
    std::printf("left out with exact memory: %s\n", name);
    return true;
}

std::string refusal_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const graphblas_gpu::out_of_memory& e) {
        return e.what();
    }
    return "nothing was refused";
}

}  // namespace

TEST_CASE("memory: what one engine keeps, another can have", "[cuda][engine]") {
    if (is_left_out("what one engine keeps, another can have")) return;
    const engine_with_pool first, second;
    const std::size_t most = first.tenths(6);
    first.take_and_give_back(most);
    first.take_and_give_back(100);
    CHECK(first.e->cached_bytes() >= static_cast<std::int64_t>(most));
    CHECK(second.e->free_bytes() >= static_cast<std::int64_t>(most));
    second.take_and_give_back(most);
    CHECK(first.e->cached_bytes() == 0);
    // The other way round, with a block that the one who gives up its memory goes on using.
    const numbers x = some_numbers(50000);
    const auto held = cu::uploaded<std::int64_t>(second.e, x);
    first.take_and_give_back(most);
    CHECK(cu::downloaded(*second.e, held.data(), held.size()) == graphblas_gpu::buffer<std::int64_t>(x));
}

TEST_CASE("memory: release_memory gives back what nobody uses", "[cuda][engine]") {
    const engine_with_pool own;
    const numbers x = some_numbers(50000);
    const auto held = cu::uploaded<std::int64_t>(own.e, x);
    own.take_and_give_back(100);
    own.take_and_give_back(std::size_t{100} << 20);
    CHECK(own.e->cached_bytes() >= std::int64_t{100} << 20);
    own.e->release_memory();
    CHECK(own.e->cached_bytes() < std::int64_t{100} << 20);  // the driver's pieces are larger than a block that is in use
    CHECK(cu::downloaded(*own.e, held.data(), held.size()) == graphblas_gpu::buffer<std::int64_t>(x));

    const auto ctx = graphblas_gpu::context::cuda();
    cu::engine& e = *ctx.cuda_engine();
    for (const std::size_t bytes : {std::size_t{100}, std::size_t{100} << 20}) e.deallocate(e.allocate(bytes), bytes);
    CHECK(e.cached_bytes() >= std::int64_t{100} << 20);
    ctx.release_memory();
    CHECK(e.cached_bytes() == 0);
    e.deallocate(e.allocate(100), 100);
}

TEST_CASE("memory: who is refused is told for what, the numbers and what helps", "[cuda][engine]") {
    namespace gb = graphblas_gpu;
    const auto limited = gb::context::cuda({.memory_limit = 20000, .memory = spec::device_memory()});
    const auto a = gb::matrix<float>::from_storage(gb::csr<float>(10000, 10));
    const std::string at_limit = refusal_of([&] { (void)gb::transpose(limited, a); });
    CHECK_THAT(at_limit, contains_text("transpose: 80008 bytes asked for on device 0, 0 are in use, the limit is 20000; "));
    CHECK_THAT(at_limit, contains_text("cuda_options::memory_limit (grb: --memory-limit)"));
    CHECK_THAT(at_limit, contains_text("grb: --engine host"));

    const auto e = cu::engine::make(0, 0, nullptr, spec::device_memory());
    const auto too_much = static_cast<std::size_t>(2 * e->facts().total_bytes);
    const std::string of_device = refusal_of([&] { (void)e->allocate(too_much); });
    CHECK_THAT(of_device, contains_text("CUDA engine: " + std::to_string(too_much) +
                                        " bytes asked for on device 0, 0 are in use by this"));
    CHECK_THAT(of_device, contains_text(" of " + std::to_string(e->facts().total_bytes) + " are free; what helps: "));
    CHECK_THAT(of_device, contains_text("context::release_memory()"));
    CHECK_THAT(of_device, !contains_text("memory_limit"));
    const std::string named = refusal_of([&] {
        const cu::engine::use outer(*e, "outer"), inner(*e, "inner");
        (void)e->allocate(too_much);
    });
    CHECK_THAT(named, contains_text("outer: "));
    CHECK_THAT(refusal_of([&] { (void)e->allocate(too_much); }), contains_text("CUDA engine: "));
}

TEST_CASE("memory: threads whose engines want the same memory have it in turns", "[cuda][engine]") {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    std::printf("left out on an emulated device, which has one host thread: threads whose engines want the same memory\n");
#else
    if (is_left_out("threads whose engines want the same memory")) return;
    std::vector<int> refused(4), taken(4);
    const std::size_t some = engine_with_pool().tenths(3) / 2;  // four times twice as much is more than there is
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < refused.size(); ++t) {
        threads.emplace_back([&, t] {
            for (int k = 0; k < 5; ++k) {
                const engine_with_pool own;  // comes and goes while others look for memory
                const cu::engine::use here(*own.e);
                for (const std::size_t bytes : {some, std::size_t{100}, 2 * some, std::size_t{5000}}) {
                    try {
                        own.take_and_give_back(bytes);
                        ++taken[t];
                    } catch (const graphblas_gpu::out_of_memory&) {
                        ++refused[t];
                    }
                }
                if (k % 2 == 0) own.e->release_memory();
            }
        });
    }
    for (auto& t : threads) t.join();
    for (std::size_t t = 0; t < refused.size(); ++t) {
        INFO("thread " << t << ": " << taken[t] << " taken, " << refused[t] << " refused while others used them");
        CHECK(taken[t] + refused[t] == 20);
        CHECK(taken[t] > 0);
    }
    const engine_with_pool last;
    last.take_and_give_back(3 * some);
#endif
}
