// Messages whose sizes are known, in host memory and on devices.
#include <graphblas_gpu/distributed/side_exchange.hpp>

#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/cuda/devices/communicator.hpp>
#include <graphblas_gpu/cuda/structure/block_walk.hpp>
#include <graphblas_gpu/error.hpp>

#include <cstring>
#include <string>

namespace graphblas_gpu::dist {
namespace {

void copy(const context& ctx, void* to, const void* from, std::size_t bytes) {
    if (bytes == 0 || to == from) return;
    if (!ctx.local().is_cuda()) {
        std::memcpy(to, from, bytes);
        return;
    }
    const cuda::engine::use here(*ctx.local().cuda_engine());
    ctx.local().cuda_engine()->copy(to, from, bytes);
}

/// Through host memory: what is sent, and then what is received, lies in one array.
void move_staged(const context& ctx, const known_messages& messages) {
    cuda::engine& e = *ctx.local().cuda_engine();
    std::size_t bytes = 0;
    for (const outgoing& m : messages.sends) bytes += m.bytes;
    for (const incoming& m : messages.receives) bytes += m.bytes;
    buffer<std::byte> staged(bytes);
    std::byte* next = staged.data();
    known_messages in_host;
    for (const outgoing& m : messages.sends) {
        e.to_host(next, m.data, m.bytes);
        in_host.sends.push_back({m.to, next, m.bytes});
        next += m.bytes;
    }
    for (const incoming& m : messages.receives) {
        in_host.receives.push_back({m.from, next, m.bytes});
        next += m.bytes;
    }
    ctx.world().exchange(in_host.sends, in_host.receives);
    for (std::size_t k = 0; k < in_host.receives.size(); ++k)
        e.to_device(messages.receives[k].data, in_host.receives[k].data, in_host.receives[k].bytes);
}

/// Calls move(); the others wait for this rank if it throws, or one that it waits for is lost, so that all of them end.
template <class Move>
void move_or_abort(const context& ctx, const Move& move) {
    try {
        move();
    } catch (const std::exception& x) {
        ctx.world().abort("rank " + std::to_string(ctx.rank()) + ": " + x.what());
    }
}

}  // namespace

void move_between_devices(const context& ctx, const known_messages& messages, bool is_queued) {
    if (messages.sends.empty() && messages.receives.empty()) return;
    std::vector<cuda::device_message> sends, receives;
    traffic moved;
    for (const outgoing& m : messages.sends) {
        sends.push_back({m.to, const_cast<void*>(m.data), m.bytes});
        moved.bytes_sent += static_cast<std::int64_t>(m.bytes);
    }
    for (const incoming& m : messages.receives) {
        receives.push_back({m.from, m.data, m.bytes});
        moved.bytes_received += static_cast<std::int64_t>(m.bytes);
    }
    moved.messages_sent = static_cast<std::int64_t>(sends.size());
    move_or_abort(ctx, [&] {
        cuda::engine& e = *ctx.local().cuda_engine();
        const cuda::engine::use here(e, "exchange between ranks");
        if (ctx.measures_times()) {  // what is queued before is work
            const base::stopwatch work;
            e.synchronise();
            ctx.count_work(work.milliseconds() / 1000);
        }
        const base::stopwatch taken;
        ctx.devices()->exchange(e, sends, receives);
        if (!is_queued || ctx.measures_times()) ctx.devices()->wait(e);
        moved.seconds = taken.milliseconds() / 1000;
    });
    ctx.world().count_exchanged(moved);
}

void move_known(const context& ctx, const known_messages& messages, bool is_queued) {
    if (ctx.devices() != nullptr) return move_between_devices(ctx, messages, is_queued);
    move_or_abort(ctx, [&] {
        if (!ctx.local().is_cuda()) return ctx.world().exchange(messages.sends, messages.receives);
        const cuda::engine::use here(*ctx.local().cuda_engine(), "exchange between ranks");
        move_staged(ctx, messages);
    });
}

graphblas_gpu::vector<std::int64_t> sums_of_pieces(const context& ctx, const std::int64_t* parts, index pieces, index n) {
    if (ctx.local().is_cuda()) {
        const cuda::engine::use here(*ctx.local().cuda_engine(), "exchange between ranks");
        return graphblas_gpu::vector<std::int64_t>::from_storage(
            cuda::sums_of_pieces(ctx.local().cuda_engine(), parts, pieces, n));
    }
    auto sums = graphblas_gpu::vector<std::int64_t>::full(n, 0);
    if (n == 0) return sums;
    std::int64_t* const to = sums.written_in_place().values;
    for (index k = 0; k < pieces; ++k)
        for (index i = 0; i < n; ++i) to[i] += parts[k * n + i];
    return sums;
}

side_exchange::side_exchange(const context& ctx, const grid_cuts& cuts, bool of_columns, std::size_t bytes_of_element,
                             bool is_queued)
    : ctx_(ctx), bytes_(bytes_of_element), is_queued_(is_queued) {
    const std::vector<rectangle> sides = sides_of(cuts, of_columns);
    const std::vector<rectangle> parts = vector_parts(ctx, of_columns ? cuts.shape().ncols : cuts.shape().nrows);
    side_ = sides[static_cast<std::size_t>(ctx.rank())];
    part_ = parts[static_cast<std::size_t>(ctx.rank())];
    const auto add = [&](std::vector<shared>& list, int rank, const rectangle& of_side, const rectangle& of_part, index base) {
        const rectangle both = common(of_side, of_part);
        if (both.is_empty()) return false;
        list.push_back({rank, static_cast<std::size_t>(both.column - base) * bytes_,
                        static_cast<std::size_t>(both.ncols) * bytes_, static_cast<std::size_t>(pieces_)});
        return true;
    };
    for (int r = 0; r < ctx.size(); ++r) {
        (void)add(parts_in_side_, r, side_, parts[static_cast<std::size_t>(r)], side_.column);
        if (add(sides_with_part_, r, sides[static_cast<std::size_t>(r)], part_, part_.column)) ++pieces_;
    }
}

void side_exchange::expand(void* side, const void* own, const known_messages& more) const {
    auto* const to = static_cast<std::byte*>(side);
    const auto* const from = static_cast<const std::byte*>(own);
    known_messages messages = more;
    for (const shared& s : parts_in_side_) {
        if (s.rank == ctx_.rank()) copy(ctx_, to + s.first, from, s.bytes);
        else messages.receives.push_back({s.rank, to + s.first, s.bytes});
    }
    for (const shared& s : sides_with_part_) {
        if (s.rank != ctx_.rank()) messages.sends.push_back({s.rank, from + s.first, s.bytes});
    }
    move_known(ctx_, messages, is_queued_);
}

void side_exchange::fold(const void* side, void* pieces) const {
    const auto* const from = static_cast<const std::byte*>(side);
    auto* const to = static_cast<std::byte*>(pieces);
    const std::size_t stride = static_cast<std::size_t>(part_.ncols) * bytes_;
    known_messages messages;
    std::byte* own_piece = nullptr;
    for (const shared& s : sides_with_part_) {
        std::byte* const piece = to + s.piece * stride + s.first;
        if (s.rank == ctx_.rank()) own_piece = piece;
        else messages.receives.push_back({s.rank, piece, s.bytes});
    }
    for (const shared& s : parts_in_side_) {
        if (s.rank == ctx_.rank()) copy(ctx_, own_piece, from + s.first, s.bytes);
        else messages.sends.push_back({s.rank, from + s.first, s.bytes});
    }
    move_known(ctx_, messages, is_queued_);
}

}  // namespace graphblas_gpu::dist
