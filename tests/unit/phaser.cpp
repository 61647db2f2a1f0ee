// The barrier between the rounds of a search: phases, late threads, and the one that decides.
#include "tests/catch.hpp"
#include <graphblas_gpu/host/propagate/phaser.hpp>

#include <chrono>
#include <thread>
#include <vector>

namespace gb = graphblas_gpu;

TEST_CASE("phaser: all threads have worked before one decides, and see what it has written", "[phaser]") {
    for (const bool spins : {true, false}) {
        gb::host::phaser phases(spins);
        constexpr int threads = 5, last = 200;
        std::atomic<int> at_work{0}, worked{0};
        int phase = 0;  // written while no other thread works
        std::atomic<bool> fault{false};
        std::vector<std::thread> all;
        for (int t = 0; t < threads; ++t) {
            all.emplace_back([&, t] {
                // Some are late; the others do not wait for them.
                std::this_thread::sleep_for(std::chrono::microseconds(100 * t));
                int before = -1;
                phases.take_part(
                    [&] {
                        at_work.fetch_add(1);
                        if (phase <= before) fault = true;
                        before = phase;
                        worked.fetch_add(1);
                        at_work.fetch_sub(1);
                    },
                    [&] {
                        if (at_work.load() != 0 || worked.exchange(0) == 0) fault = true;
                        return ++phase < last;
                    });
            });
        }
        for (std::thread& t : all) t.join();
        CHECK(phase == last);
        CHECK_FALSE(fault);
        phases.take_part([&] { fault = true; }, [&] { return true; });
        CHECK_FALSE(fault);  // it is over
    }
}

TEST_CASE("phaser: a thread that comes late joins the phase that is under way", "[phaser]") {
    gb::host::phaser phases(true);
    std::atomic<bool> is_here{false};
    int phase = 0;
    const auto decide = [&] { return ++phase < 2; };
    std::thread late;
    int met = 0;
    phases.take_part(
        [&] {
            if (phase != 0) return;
            late = std::thread([&] { phases.take_part([&] { ++met, is_here = true; }, decide); });
            while (!is_here) std::this_thread::yield();
        },
        decide);
    late.join();
    CHECK(met == 2);
    CHECK(phase == 2);
}
