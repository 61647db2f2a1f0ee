// The engine's copies, its small blocks of memory, and running sums.
#include <graphblas_gpu/cuda/array.hpp>
#include <graphblas_gpu/cuda/scan.hpp>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <cstdint>
#include <numeric>
#include <random>
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
