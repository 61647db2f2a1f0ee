// The words for a block that is stuck.
//
// Idea: threads of a warp that wait at the same function with the same mask make one group; the lanes that the mask names and
// that are not in the group are the ones to blame, so each is said to have exited, to wait elsewhere or not to exist.
#include "stuck.hpp"

#include <bit>
#include <cstdio>

namespace rehearsal {

namespace {

constexpr int groups_named = 8;

const char* name_of(collective what) {
    static constexpr const char* names[] = {
        "nothing", "__syncwarp", "a shuffle", "__ballot_sync", "__any_sync", "__all_sync", "__match_any_sync",
        "__match_all_sync", "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync",
        "__reduce_or_sync", "__reduce_xor_sync", "__syncthreads", "__syncthreads_or", "__syncthreads_and",
        "__syncthreads_count"};
    return names[static_cast<int>(what)];
}

std::string block_name() {
    return "block (" + std::to_string(running.block.x) + "," + std::to_string(running.block.y) + "," +
           std::to_string(running.block.z) + ")";
}

std::string hexadecimal(unsigned x) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08x", x);
    return text;
}

/// "lane 3", "lanes 0-3, 8"
std::string lanes_of(unsigned mask) {
    std::string text = std::has_single_bit(mask) ? "lane " : "lanes ";
    for (bool first = true; mask != 0; first = false) {
        const int from = std::countr_zero(mask);
        const int count = std::countr_one(mask >> from);
        text += (first ? "" : ", ") + std::to_string(from) + (count > 1 ? "-" + std::to_string(from + count - 1) : "");
        mask &= count == 32 ? 0u : ~(((1u << count) - 1u) << from);
    }
    return text;
}

/// What the lanes do that a group waits for.
std::string describe_missing(const std::vector<thread_state>& threads, unsigned first, unsigned missing) {
    unsigned absent = 0, exited = 0, elsewhere = 0;
    for (unsigned m = missing; m != 0; m &= m - 1) {
        const unsigned bit = m & ~(m - 1), index = first + static_cast<unsigned>(std::countr_zero(m));
        (index >= threads.size() ? absent : threads[index].exited ? exited : elsewhere) |= bit;
    }
    std::string text;
    const auto add = [&](unsigned lanes, const char* what) {
        if (lanes != 0) text += (text.empty() ? "" : ", ") + lanes_of(lanes) + what;
    };
    add(absent, " not in the block");
    add(exited, " exited");
    add(elsewhere, " elsewhere");
    return text;
}

std::string describe_warp_groups(const std::vector<thread_state>& threads, unsigned first, int& named) {
    std::string text;
    unsigned done = 0;
    for (unsigned lane = 0; lane < 32 && first + lane < threads.size() && named < groups_named; ++lane) {
        const thread_state& leader = threads[first + lane];
        if ((done >> lane & 1u) != 0 || leader.waits == collective::none || leader.waits >= collective::syncthreads) continue;
        unsigned group = 0;
        for (unsigned l = lane; l < 32 && first + l < threads.size(); ++l) {
            const thread_state& t = threads[first + l];
            if (t.waits == leader.waits && t.mask == leader.mask) group |= 1u << l;
        }
        done |= group;
        ++named;
        text += "; warp " + std::to_string(first / 32) + ": " + lanes_of(group) + " at " + name_of(leader.waits) +
                " with mask " + hexadecimal(leader.mask) + at_location(leader.where) + ", missing " +
                describe_missing(threads, first, leader.mask & ~group);
    }
    return text;
}

}  // namespace

std::string at_location(location where) {
    const std::string file = where.file_name();
    return " (" + file.substr(file.rfind('/') + 1) + ":" + std::to_string(where.line()) + ")";
}

std::string name_of(const thread_state& thread) {
    return block_name() + " thread " + std::to_string(thread.index) + " (warp " + std::to_string(thread.index / 32) +
           ", lane " + std::to_string(thread.index % 32) + ")";
}

std::string describe_stuck_block(const std::vector<thread_state>& threads) {
    unsigned exited = 0, at_barrier = 0;
    const thread_state* barrier = nullptr;
    for (const thread_state& t : threads) {
        exited += t.exited ? 1 : 0;
        if (t.waits >= collective::syncthreads) {
            ++at_barrier;
            barrier = &t;
        }
    }
    std::string text = block_name() + " is stuck: of " + std::to_string(threads.size()) + " threads " + std::to_string(exited) +
                       " have exited";
    if (barrier != nullptr)
        text += ", " + std::to_string(at_barrier) + " wait at " + name_of(barrier->waits) + at_location(barrier->where);
    int named = 0;
    for (unsigned first = 0; first < threads.size(); first += 32) text += describe_warp_groups(threads, first, named);
    return text;
}

}  // namespace rehearsal
