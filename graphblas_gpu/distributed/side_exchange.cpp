// Messages whose sizes are known, in host memory and on devices.
#include <graphblas_gpu/distributed/side_exchange.hpp>

#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/cuda/devices/communicator.hpp>
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

void move_by_nccl(const context& ctx, const known_messages& messages, bool is_queued) {
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
    if (ctx.measures_times()) {  // what is queued before is work
        const base::stopwatch work;
        ctx.local().cuda_engine()->synchronise();
        ctx.count_work(work.milliseconds() / 1000);
    }
    const base::stopwatch taken;
    if (!sends.empty() || !receives.empty()) ctx.devices()->exchange(*ctx.local().cuda_engine(), sends, receives);
    if (!is_queued || ctx.measures_times()) ctx.devices()->wait(*ctx.local().cuda_engine());
    moved.seconds = taken.milliseconds() / 1000;
    ctx.world().count_exchanged(moved);
}

void move_staged(const context& ctx, const known_messages& messages) {
    cuda::engine& e = *ctx.local().cuda_engine();
    std::vector<std::vector<std::byte>> sent, received;
    std::vector<outgoing> sends;
    std::vector<incoming> receives;
    for (const outgoing& m : messages.sends) {
        sent.emplace_back(m.bytes);
        e.to_host(sent.back().data(), m.data, m.bytes);
        sends.push_back({m.to, sent.back().data(), m.bytes});
    }
    for (const incoming& m : messages.receives) {
        received.emplace_back(m.bytes);
        receives.push_back({m.from, received.back().data(), m.bytes});
    }
    ctx.world().exchange(sends, receives);
    for (std::size_t k = 0; k < received.size(); ++k)
        e.to_device(messages.receives[k].data, received[k].data(), received[k].size());
}

}  // namespace

void move_known(const context& ctx, const known_messages& messages, bool is_queued) {
    try {
        if (!ctx.local().is_cuda()) {
            ctx.world().exchange(messages.sends, messages.receives);
            return;
        }
        const cuda::engine::use here(*ctx.local().cuda_engine(), "exchange between ranks");
        if (ctx.devices() != nullptr) move_by_nccl(ctx, messages, is_queued);
        else move_staged(ctx, messages);
    } catch (const std::exception& x) {  // the others wait for this rank, or one that it waits for is lost
        ctx.world().abort("rank " + std::to_string(ctx.rank()) + ": " + x.what());
    }
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
