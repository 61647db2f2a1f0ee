// Where arrays get their memory: blocks that are cached for the next array, cut, grown and given back in part.
//
// Needs: under a sanitizer all blocks come from the C library and none is cached; what depends on that is then skipped.
#include "tests/catch.hpp"
#include "tests/files.hpp"
#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/transpose.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::base;

namespace {

constexpr std::size_t MiB = std::size_t{1} << 20;
constexpr std::size_t huge_page = 2 * MiB;

/// Whether large blocks are cached here; none is afterwards.
bool keeps_blocks() {
    release_cached_blocks();
    deallocate(allocate(32 * MiB, 1), 32 * MiB, 1);
    const bool keeps = cached_bytes() > 0;
    release_cached_blocks();
    return keeps;
}

bool nothing_is_cached() {
    if (keeps_blocks()) return false;
    WARN("skipped: large blocks are not cached here");
    return true;
}

/// Writes something that only this block, at this place, holds; every so often, so that every page is met.
void fill(void* block, std::size_t bytes, std::uint64_t tag) {
    auto* const words = static_cast<std::uint64_t*>(block);
    for (std::size_t w = 0; w < bytes / 8; w += 256) words[w] = tag + w;
    words[bytes / 8 - 1] = ~tag;
}
bool is_filled(const void* block, std::size_t bytes, std::uint64_t tag) {
    const auto* const words = static_cast<const std::uint64_t*>(block);
    for (std::size_t w = 0; w < bytes / 8 - 1; w += 256) {
        if (words[w] != tag + w) return false;
    }
    return words[bytes / 8 - 1] == ~tag;
}
/// The front of a block that was filled, when it was larger.
bool front_is_filled(const void* block, std::size_t bytes, std::uint64_t tag) {
    const auto* const words = static_cast<const std::uint64_t*>(block);
    for (std::size_t w = 0; w < bytes / 8; w += 256) {
        if (words[w] != tag + w) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("allocate: aligned, of any size, none for nothing", "[unit][memory]") {
    CHECK(allocate(0, 8) == nullptr);
    deallocate(nullptr, 0, 8);
    for (const std::size_t bytes : {std::size_t{8}, std::size_t{64}, 4 * MiB - 8, 4 * MiB, 4 * MiB + 8, 9 * MiB}) {
        void* const block = allocate(bytes / 8, 8);
        CHECK(reinterpret_cast<std::uintptr_t>(block) % (bytes < 512 ? alignof(std::max_align_t) : 64) == 0);
        fill(block, bytes, bytes);
        CHECK(is_filled(block, bytes, bytes));
        deallocate(block, bytes / 8, 8);
    }
}

TEST_CASE("allocate: too much is an exception with the numbers", "[unit][memory]") {
    CHECK_THROWS_AS(allocate(std::size_t{1} << 46, 1), gb::out_of_memory);
    CHECK_THROWS_WITH(allocate(std::size_t{1} << 46, 1),
                      contains_text("70368744177664 bytes") && contains_text("available"));
    CHECK_THROWS_WITH(allocate(std::size_t{1} << 62, 8),
                      contains_text("4611686018427387904 elements of 8 bytes") && contains_text("address space"));
    // Rounding up must not run over either.
    CHECK_THROWS_AS(allocate(std::numeric_limits<std::size_t>::max(), 1), gb::out_of_memory);
    CHECK_THROWS_AS(allocate(std::numeric_limits<std::size_t>::max() - huge_page, 1), gb::out_of_memory);
    CHECK_THROWS_AS(allocate(std::numeric_limits<std::size_t>::max() - 3 * huge_page, 1), gb::out_of_memory);
}

TEST_CASE("shrink: contents stay, memory that is worth its while goes back", "[unit][memory]") {
    struct example {
        std::size_t before, after;
        bool stays_as_it_is;
    };
    for (const example& e :
         {example{1000, 1000, true}, example{1000, 900, true}, example{1000, 501, true}, example{1000, 500, false},
          example{1000, 1, false}, example{8 * MiB, MiB, false}, example{8 * MiB, 8 * MiB - 1, false},
          example{MiB, 600'000, false}, example{600'000, 400'000, true}, example{600'000, 100'000, false}}) {
        void* const block = allocate(e.before, 8);
        fill(block, e.before * 8, 7);
        std::size_t new_count = 0;
        void* const smaller = shrink(block, e.before, e.after, 8, new_count);
        INFO("from " << e.before << " to " << e.after);
        CHECK(front_is_filled(smaller, e.after * 8, 7));
        // A sanitizer's large blocks are copied, and only where half is saved.
        if (e.before * 8 < 4 * MiB || e.after * 8 < 4 * MiB) {
            CHECK(new_count == (e.stays_as_it_is ? e.before : e.after));
            CHECK((smaller == block) == e.stays_as_it_is);
        }
        CHECK((new_count == e.after || new_count == e.before));
        deallocate(smaller, new_count, 8);
    }
}

TEST_CASE("shrink: to nothing, and of nothing", "[unit][memory]") {
    for (const std::size_t count : {std::size_t{5}, 2 * MiB}) {
        std::size_t new_count = 1;
        void* const none = shrink(allocate(count, 8), count, 0, 8, new_count);
        CHECK(none == nullptr);
        CHECK(new_count == 0);
        deallocate(none, new_count, 8);
    }
    std::size_t new_count = 1;
    CHECK(shrink(nullptr, 0, 0, 8, new_count) == nullptr);
    CHECK(new_count == 0);
}

TEST_CASE("buffer: shrunk buffers copy, move and compare as any", "[unit][memory]") {
    for (const std::size_t size : {std::size_t{100}, 3 * MiB}) {
        gb::buffer<std::uint32_t> a(size, 5);
        a[1] = 6;
        for (const std::size_t left : {size - 1, size / 2, size / 3, std::size_t{2}, std::size_t{2}, std::size_t{0}}) {
            a.shrink(left);
            CHECK(a.size() == left);
            a.shrink(left + 1);  // never grows
            CHECK(a.size() == left);
            if (left > 0) CHECK((a[0] == 5 && a[1] == 6 && (left == 2 || a[left - 1] == 5)));
            gb::buffer<std::uint32_t> copy = a;
            CHECK(copy == a);
            const gb::buffer<std::uint32_t> moved = std::move(copy);
            CHECK(moved == a);
        }
    }
    // Elements past the end that truncate() keeps are no obstacle.
    gb::buffer<std::uint32_t> b(3 * MiB, 9);
    b.truncate(2 * MiB);
    b.shrink(MiB + 1);
    CHECK(b.size() == MiB + 1);
    CHECK(b[MiB] == 9);
}

TEST_CASE("cached blocks: the next large array has the last one's pages", "[unit][memory]") {
    if (nothing_is_cached()) return;
    void* const first = allocate(32 * MiB, 1);
    CHECK(reinterpret_cast<std::uintptr_t>(first) % huge_page == 0);
    deallocate(first, 32 * MiB, 1);
    CHECK(cached_bytes() == 32 * MiB);

    // A large block is cut in two for smaller arrays.
    void* const front = allocate(8 * MiB, 1);
    CHECK(front == first);
    CHECK(cached_bytes() == 24 * MiB);
    void* const back = allocate(24 * MiB, 1);
    CHECK(back == static_cast<std::byte*>(first) + 8 * MiB);
    CHECK(cached_bytes() == 0);
    fill(front, 8 * MiB, 1);
    fill(back, 24 * MiB, 2);
    CHECK(is_filled(front, 8 * MiB, 1));
    CHECK(is_filled(back, 24 * MiB, 2));
    deallocate(back, 24 * MiB, 1);
    deallocate(front, 8 * MiB, 1);
    CHECK(cached_bytes() == 32 * MiB);

    // The smallest that is large enough is taken.
    CHECK(allocate(8 * MiB, 1) == front);
    deallocate(front, 8 * MiB, 1);
    CHECK(allocate(9 * MiB - 1, 1) == back);
    CHECK(cached_bytes() == 32 * MiB - 10 * MiB);  // whole huge pages
    deallocate(back, 9 * MiB - 1, 1);
    CHECK(cached_bytes() == 32 * MiB);
    release_cached_blocks();
    CHECK(cached_bytes() == 0);

    // The smallest rest is cached too.
    deallocate(allocate(32 * MiB, 1), 32 * MiB, 1);
    void* const most = allocate(30 * MiB, 1);
    CHECK(cached_bytes() == huge_page);
    deallocate(most, 30 * MiB, 1);
    release_cached_blocks();
}

TEST_CASE("cached blocks: too small ones become the front of larger arrays, again and again", "[unit][memory]") {
    if (nothing_is_cached()) return;
    std::size_t bytes = 8 * MiB;
    void* block = allocate(bytes, 1);
    for (int round = 0; round < 4; ++round) {
        fill(block, bytes, 3);
        deallocate(block, bytes, 1);
        bytes += 10 * MiB;
        block = allocate(bytes, 1);
        CHECK(reinterpret_cast<std::uintptr_t>(block) % huge_page == 0);
        CHECK(cached_bytes() == 0);
        fill(block, bytes, 4);
        CHECK(is_filled(block, bytes, 4));
    }
    // A block of several mappings is cut, shrunk and given back like any other.
    std::size_t new_count = 0;
    block = shrink(block, bytes, bytes - 20 * MiB, 1, new_count);
    CHECK(front_is_filled(block, new_count, 4));
    deallocate(block, new_count, 1);
    void* const part = allocate(10 * MiB, 1);
    void* const rest = allocate(new_count - 10 * MiB, 1);
    CHECK(cached_bytes() == 0);
    fill(part, 10 * MiB, 5);
    fill(rest, new_count - 10 * MiB, 6);
    CHECK(is_filled(part, 10 * MiB, 5));
    CHECK(is_filled(rest, new_count - 10 * MiB, 6));
    deallocate(part, 10 * MiB, 1);
    deallocate(rest, new_count - 10 * MiB, 1);
    release_cached_blocks();
}

TEST_CASE("cached blocks: what shrink cuts off is not part of the block any more", "[unit][memory]") {
    if (nothing_is_cached()) return;
    std::size_t new_count = 0;
    void* block = allocate(32 * MiB, 1);
    fill(block, 32 * MiB, 8);
    block = shrink(block, 32 * MiB, 6 * MiB + 1, 1, new_count);
    CHECK(new_count == 6 * MiB + 1);
    CHECK(front_is_filled(block, 6 * MiB, 8));
    CHECK(cached_bytes() == 0);
    deallocate(block, new_count, 1);
    CHECK(cached_bytes() == 8 * MiB);
    // To a small one: the large block is cached whole.
    release_cached_blocks();
    block = allocate(32 * MiB, 1);
    fill(block, 32 * MiB, 9);
    block = shrink(block, 32 * MiB, 1000, 1, new_count);
    CHECK(front_is_filled(block, 1000, 9));
    CHECK(cached_bytes() == 32 * MiB);
    deallocate(block, new_count, 1);
    release_cached_blocks();
}

TEST_CASE("cached blocks: there are no more than a few, the largest", "[unit][memory]") {
    if (nothing_is_cached()) return;
    std::vector<void*> blocks;
    for (int n = 0; n < 50; ++n) blocks.push_back(allocate(4 * MiB, 1));
    void* const large = allocate(64 * MiB, 1);
    for (void* const block : blocks) deallocate(block, 4 * MiB, 1);
    const std::size_t before = cached_bytes();
    CHECK(before < 50 * 4 * MiB);
    deallocate(large, 64 * MiB, 1);
    CHECK(cached_bytes() == before - 4 * MiB + 64 * MiB);
    CHECK(allocate(64 * MiB, 1) == large);
    deallocate(large, 64 * MiB, 1);
    release_cached_blocks();
}

TEST_CASE("cached blocks: given up before memory is said to be short", "[unit][memory]") {
    if (nothing_is_cached()) return;
    deallocate(allocate(32 * MiB, 1), 32 * MiB, 1);
    CHECK_THROWS_AS(allocate(std::size_t{1} << 46, 1), gb::out_of_memory);
    CHECK(cached_bytes() == 0);
}

TEST_CASE("memory that is short: the message names the operation", "[unit][memory]") {
    constexpr std::size_t too_much = std::size_t{1} << 46;
    CHECK_THROWS_WITH(allocate(too_much, 1), contains_text("allocate: 70368744177664 bytes are needed"));
    {
        const gb::base::named_operation outer("mxm"), inner("transpose");
        CHECK_THROWS_WITH(allocate(too_much, 1),
                          contains_text("mxm: 70368744177664 bytes are needed") && contains_text("what helps: "));
    }
    CHECK(gb::base::named_operation::current() == nullptr);

    gb::host::team team(3);
    const gb::host::team::operation_turn turn = team.take_turn("vxm");
    std::atomic<int> named{0};
    team.run(64, [&](gb::index, int) {
        const gb::base::named_operation* const operation = gb::base::named_operation::current();
        named += operation != nullptr && std::string(operation->name()) == "vxm";
    });
    CHECK(named == 64);
}

TEST_CASE("budget: an operation gets no more than was available, though nothing is written to", "[unit][memory]") {
    const named_operation running("mxm");
    const std::size_t available = available_bytes(), size = std::max<std::size_t>(available / 8, 300 * MiB);
    if (available > std::size_t{1} << 40) {
        WARN("skipped: budget: an operation gets no more than was available: it is not known here");
        return;
    }
    std::vector<gb::buffer<char>> blocks;
    const auto fill_up = [&] {
        for (int n = 0; n < 12; ++n) blocks.emplace_back(size);
    };
    CHECK_THROWS_WITH(fill_up(), contains_text("mxm: " + std::to_string(size) + " bytes are needed, ") &&
                                     contains_text(" are available; what helps: "));
    CHECK(blocks.size() >= 5);
    CHECK(blocks.size() <= 8);
    CHECK(room_of_operation() < 2 * size);
    CHECK_FALSE(fits_in_memory(2.0 * static_cast<double>(size)));
    // What is freed can be used again, by a list too, and what a list gives back.
    blocks.pop_back();
    charge(size - MiB);
    CHECK_THROWS_AS(charge(2 * size), gb::out_of_memory);
    discharge(size - MiB);
    CHECK_NOTHROW(blocks.emplace_back(size - MiB));
}

TEST_CASE("budget: a context may have a limit, which arrays that are there already count for", "[unit][memory]") {
    CHECK_THROWS_AS(gb::context::host({.memory_limit = -1}), gb::invalid_value);
    constexpr gb::index n = 60'000;
    std::vector<gb::index> ends(n);
    for (gb::index i = 0; i < n; ++i) ends[static_cast<std::size_t>(i)] = i;
    // Each of the n rows of A B has the one entry of the column of A and all n entries of the row of B.
    const auto a = gb::matrix<float>::from_edges(n, n, ends, std::vector<gb::index>(n, 0), std::vector<float>(n, 1));
    const auto b =
        gb::matrix<float>::from_edges(n, n, std::vector<gb::index>(200, 0),
                                      std::vector<gb::index>(ends.begin(), ends.begin() + 200), std::vector<float>(200, 1));
    constexpr std::int64_t entries = n * 200, needed = entries * 8;
    for (const gb::method method : {gb::method::hash, gb::method::dense, gb::method::merge}) {
        INFO(gb::to_string(method));
        const gb::context small = gb::context::host({.threads = 2, .memory_limit = needed / 2});
        const gb::context large = gb::context::host({.threads = 2, .memory_limit = 3 * needed});
        auto c = a;
        CHECK_THROWS_WITH(gb::mxm(small, c, gb::no_mask, gb::no_accum, gb::plus_times<float>, a, b, {.method = method}),
                          contains_text("mxm: ") && contains_text("the limit is " + std::to_string(needed / 2)));
        CHECK(c.nvals() == n);
        gb::mxm(large, c, gb::no_mask, gb::no_accum, gb::plus_times<float>, a, b, {.method = method});
        CHECK(c.nvals() == entries);
        gb::matrix<float> turned(n, n);
        // The product is there now, so that half of the room that was enough is not.
        const gb::context half = gb::context::host({.threads = 2, .memory_limit = needed + needed / 2});
        CHECK_THROWS_AS(gb::transpose(half, turned, gb::no_mask, gb::no_accum, c), gb::out_of_memory);
    }
}

TEST_CASE("budget: the limits of control groups, of both versions and of the groups around", "[unit][memory]") {
    struct {
        const char* what;
        const char* group;  ///< the line of /proc/self/cgroup
        const char* mount;  ///< the line of /proc/self/mountinfo
        std::vector<std::pair<const char*, const char*>> files;
        std::size_t left;
    } const cases[] = {
        {"version 2",
         "0::/a/b\n",
         "30 20 0:1 / /cg rw - cgroup2 cgroup2 rw\n",
         {{"cg/a/b/memory.max", "1000\n"}, {"cg/a/b/memory.current", "700\n"}, {"cg/a/b/memory.stat", "anon 1\nfile 3\n"}},
         300},
        {"version 2, pages of files can be dropped",
         "0::/a\n",
         "30 20 0:1 / /cg rw shared:4 - cgroup2 cgroup2 rw\n",
         {{"cg/a/memory.max", "1000"},
          {"cg/a/memory.current", "700"},
          {"cg/a/memory.stat", "anon 9\ninactive_file 100\nactive_file 50\n"}},
         450},
        {"version 2, the group around has less",
         "0::/a/b\n",
         "30 20 0:1 / /cg rw - cgroup2 cgroup2 rw\n",
         {{"cg/a/b/memory.max", "max\n"},
          {"cg/a/b/memory.current", "7"},
          {"cg/a/memory.max", "500"},
          {"cg/a/memory.current", "480"}},
         20},
        {"version 2, memory.high is lower",
         "0::/a\n",
         "30 20 0:1 / /cg rw - cgroup2 cgroup2 rw\n",
         {{"cg/a/memory.max", "1000"}, {"cg/a/memory.high", "300"}, {"cg/a/memory.current", "200"}},
         100},
        {"version 2, in a container that sees its own group as the root",
         "0::/\n",
         "30 20 0:1 / /cg rw - cgroup2 cgroup2 rw\n",
         {{"cg/memory.max", "100"}, {"cg/memory.current", "90"}},
         10},
        {"version 1",
         "5:cpu,cpuacct:/x\n4:memory:/a\n0::/\n",
         "31 20 0:2 / /cpu rw - cgroup cgroup rw,cpu\n30 20 0:1 / /cg rw - cgroup cgroup rw,memory\n",
         {{"cg/a/memory.limit_in_bytes", "1000"},
          {"cg/a/memory.usage_in_bytes", "800"},
          {"cg/a/memory.stat", "inactive_file 1\ntotal_inactive_file 100\n"},
          {"cg/memory.limit_in_bytes", "9223372036854771712"}},
         300},
        {"version 1, in a container whose group is named as the machine sees it",
         "4:memory:/docker/1\n",
         "30 20 0:1 /docker/1 /cg ro - cgroup cgroup rw,memory\n",
         {{"cg/memory.limit_in_bytes", "1000"}, {"cg/memory.usage_in_bytes", "1200"}},
         0},
        {"no limit",
         "0::/a\n",
         "30 20 0:1 / /cg rw - cgroup2 cgroup2 rw\n",
         {{"cg/a/memory.max", "max\n"}, {"cg/a/memory.current", "7"}},
         SIZE_MAX},
        {"no control groups", "", "", {}, SIZE_MAX},
    };
    for (const auto& c : cases) {
        INFO(c.what);
        const test_files::temporary_folder root;
        const auto write = [&](const std::string& path, const char* text) {
            std::filesystem::create_directories(std::filesystem::path(root / path).parent_path());
            (void)root.file(path, text);
        };
        write("proc/self/cgroup", c.group);
        write("proc/self/mountinfo", c.mount);
        for (const auto& [path, text] : c.files) write(path, text);
        CHECK(bytes_left_in_control_groups(root / "") == c.left);
    }
}

TEST_CASE("cached blocks and working memory: context::release_memory gives them back", "[unit][memory]") {
    if (nothing_is_cached()) return;
    {
        const auto ctx = gb::context::host({.threads = 2});
        using gb::host::scratch;
        const auto take = [&] {
            for (int member = 0; member < 2; ++member)
                (void)ctx.team().own_scratch(member).get<char>(scratch::raw::values, 8 * MiB);
            const gb::host::team::common_memory<std::uint64_t> clean(ctx.team(), scratch::clean::marks, MiB);
            return std::all_of(clean.data(), clean.data() + MiB, [](std::uint64_t word) { return word == 0; });
        };
        CHECK(take());
        deallocate(allocate(32 * MiB, 1), 32 * MiB, 1);
        CHECK(cached_bytes() >= 32 * MiB);
        ctx.release_memory();
        CHECK(cached_bytes() == 0);
        // The next operation finds working memory as it wants it.
        CHECK(take());
        ctx.release_memory();
    }
    CHECK(cached_bytes() == 0);  // the context had no block left to give back
}

TEST_CASE("allocate and shrink on several threads at once", "[unit][memory]") {
    std::atomic<int> wrong{0};
    const auto work = [&](unsigned seed) {
        std::mt19937 engine(seed);
        struct held {
            void* block;
            std::size_t count;
            std::uint64_t tag;
        };
        std::vector<held> blocks;
        for (std::uint64_t n = 0; n < 60; ++n) {
            const std::size_t bytes = 3 * MiB + engine() % (24 * MiB);
            held mine{allocate(bytes, 1), bytes, (std::uint64_t{seed} << 40) + (n << 20)};
            fill(mine.block, bytes / 8 * 8, mine.tag);
            if (engine() % 2 == 0) {
                const std::size_t smaller = 8 + engine() % bytes;
                if (!is_filled(mine.block, bytes / 8 * 8, mine.tag)) ++wrong;
                mine.block = shrink(mine.block, mine.count, smaller, 1, mine.count);
                if (!front_is_filled(mine.block, std::min(smaller, bytes - 8) / 8 * 8, mine.tag)) ++wrong;
                fill(mine.block, mine.count / 8 * 8, mine.tag);
            }
            blocks.push_back(mine);
            if (blocks.size() > 3) {
                const std::size_t out = engine() % blocks.size();
                if (!is_filled(blocks[out].block, blocks[out].count / 8 * 8, blocks[out].tag)) ++wrong;
                deallocate(blocks[out].block, blocks[out].count, 1);
                blocks[out] = blocks.back();
                blocks.pop_back();
            }
            if (n % 16 == 15) release_cached_blocks();
        }
        for (const held& last : blocks) {
            if (!is_filled(last.block, last.count / 8 * 8, last.tag)) ++wrong;
            deallocate(last.block, last.count, 1);
        }
    };
    std::vector<std::thread> threads;
    for (unsigned seed = 1; seed <= 4; ++seed) threads.emplace_back(work, seed);
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
    release_cached_blocks();
}
