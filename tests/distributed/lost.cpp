// Ranks that are lost: they end, hang, throw, leave or take no part in a copy between devices.
#include "setting.hpp"
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/devices/communicator.hpp>
#include <graphblas_gpu/distributed/files.hpp>
#include <graphblas_gpu/distributed/mxm.hpp>
#include <graphblas_gpu/distributed/threads.hpp>
#include <tests/messages.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <thread>

/// Ranks that are threads end as processes do, by exceptions.
void test_lost_threads() {
    const std::string where = "threads";
    const auto lost = [](bool throws) {
        return message_of<gb::error>([&] {
            dist::on_threads(3, [&](const std::shared_ptr<dist::communicator>& world) {
                const dist::context ctx(gb::context::host({.threads = 1}), world, {.timeout_seconds = 0.2});
                if (world->rank() == 2 && throws) throw gb::invalid_value("thrown for a test");
                if (world->rank() == 2) std::this_thread::sleep_for(std::chrono::milliseconds(800));
                (void)dist::rmat(ctx, 4, 2);
            });
        });
    };
    CHECK(has(lost(true), "thrown for a test"));
    CHECK(has(lost(false), "rank 0 of 3 has waited for rank 2"));
}

/// The last rank ends in this way, while the others multiply. All of them have to end.
void die(const std::shared_ptr<dist::communicator>& world, const std::string& how) {
    const dist::context ctx(gb::context::host({.threads = 1}), world, {.timeout_seconds = 1});
    const auto a = dist::scatter(ctx, random_matrix(200, 200, 2000, 1));
    if (ctx.rank() == ctx.size() - 1) {
        if (how == "kill") (void)std::raise(SIGKILL);
        if (how == "exit") std::exit(0);
        if (how == "throw") throw std::runtime_error("thrown for a test");
        if (how == "leave") throw leaves_alone();
        while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    (void)dist::mxm(ctx, gb::plus_times<double>, a, a);
    std::printf("a product without the last rank\n");
}

/// The last rank takes no part in a copy between devices: the others wait for it as long as the limit of time says.
void wait_by_nccl(const std::shared_ptr<dist::communicator>& world) {
    const dist::context ctx(own_context(world->rank()), world,
                            {.timeout_seconds = 1, .between_devices = dist::between_devices::nccl});
    const int last = ctx.size() - 1;
    while (ctx.rank() == last) std::this_thread::sleep_for(std::chrono::seconds(1));
    gb::cuda::engine& e = *ctx.local().cuda_engine();
    const gb::cuda::engine::use here(e, "test");
    const gb::cuda::memory room(ctx.local().cuda_engine(), std::size_t{1} << 20);
    const gb::cuda::device_message sent{last, room.data(), room.bytes()};
    const auto send = [&] {
        ctx.devices()->exchange(e, {&sent, 1}, {});
        ctx.devices()->wait(e);
    };
    const std::string first = message_of<gb::error>(send), second = message_of<gb::error>(send);
    world->abort(first + "; then: " + second);
}
