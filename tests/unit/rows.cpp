// Matrices built in one pass: chunks that finish in any order, in place and ahead of their place, and workers that fail.
//
// Idea: a worker that waits for others makes them run ahead, so that staging is no matter of luck; one that is slow at random
// makes chunks finish in all orders. Which way a row was taken shows in the address that it was told to write to.
#include "tests/catch.hpp"
#include <graphblas_gpu/base/memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/rows/chunks.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace unit {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;
using gb::index;

namespace {

constexpr std::array team_sizes{1, 2, 3, 4, 8};

/// Mixes (SplitMix64's finish), so that what a row holds follows from its number.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

gb::column_index column_of(index row, index n) { return static_cast<gb::column_index>(3 * n + row % 3); }

struct sixteen_bytes {
    std::uint64_t low, high;
    friend bool operator==(const sixteen_bytes&, const sixteen_bytes&) = default;
};

template <class T>
T value_of(index row, index n) {
    const std::uint64_t x = mixed(static_cast<std::uint64_t>(row * 1000003 + n));
    if constexpr (std::is_same_v<T, sixteen_bytes>) return {x, ~x};
    else return static_cast<T>(x);
}

/// Writes row i with `size` entries.
template <class T>
index write_row(index i, index size, gb::column_index* columns, gb::formats::stored<T>* values) {
    for (index n = 0; n < size; ++n) {
        columns[n] = column_of(i, n);
        if constexpr (!std::is_void_v<T>) values[n] = value_of<T>(i, n);
    }
    return size;
}

/// What is wrong with the first row that is not as write_row made it, or the empty text.
template <class T>
std::string difference(const gb::csr<T>& got, const std::vector<index>& sizes) {
    if (got.nrows != static_cast<index>(sizes.size())) return "the number of rows";
    if (got.offsets.size() != sizes.size() + 1 || got.offsets[0] != 0) return "the offsets";
    if (got.columns.size() != static_cast<std::size_t>(got.nvals())) return "the number of columns";
    if (got.values.size() != (std::is_void_v<T> ? 0 : got.columns.size())) return "the number of values";
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto row = static_cast<index>(i);
        if (got.offsets[i + 1] - got.offsets[i] != sizes[i]) return "the size of row " + std::to_string(i);
        for (index n = 0; n < sizes[i]; ++n) {
            const auto at = static_cast<std::size_t>(got.offsets[i] + n);
            if (got.columns[at] != column_of(row, n)) return "a column of row " + std::to_string(i);
            if constexpr (!std::is_void_v<T>) {
                if (!(got.values[at] == value_of<T>(row, n))) return "a value of row " + std::to_string(i);
            }
        }
    }
    return {};
}

/// Numbers before each row, from numbers of each row.
gb::buffer<std::int64_t> before(const std::vector<index>& numbers) {
    gb::buffer<std::int64_t> out(numbers.size() + 1);
    out[0] = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) out[i + 1] = out[i] + numbers[i];
    return out;
}

/// Work of so much per row that each gets a chunk of its own, as far as there are pieces.
gb::buffer<std::int64_t> plenty_of_work(std::size_t rows) { return before(std::vector<index>(rows, 1'000'000)); }

void busy_for(std::chrono::microseconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < until) std::this_thread::yield();
}

/// Waits until `done` holds; a test that would wait for ever fails instead.
template <class Done>
void wait_until(Done&& done) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!done()) {
        if (std::chrono::steady_clock::now() > until) throw std::logic_error("waited too long");
        std::this_thread::yield();
    }
}

/// Where the staged chunks of a member lie: taken beforehand, since asking from elsewhere while it works would be a race.
struct staging_of {
    const std::byte* begin;
    explicit staging_of(team& workers, int member)
        : begin(workers.own_scratch(member).get<std::byte>(scratch::raw::staged, staged_chunks::room_bytes)) {}
    bool holds(const void* p) const {
        const auto* at = static_cast<const std::byte*>(p);
        return std::less_equal<>()(begin, at) && std::less<>()(at, begin + staged_chunks::room_bytes);
    }
};
std::vector<staging_of> stagings(team& workers) {
    std::vector<staging_of> out;
    for (int member = 0; member < workers.size(); ++member) out.emplace_back(workers, member);
    return out;
}

/// Rows of random bounds and sizes, some 0, on members that are slow at random.
template <class T>
void check_random_builds(unsigned seed) {
    std::mt19937 engine(seed);
    for (const int threads : team_sizes) {
        team workers(threads);
        for (int round = 0; round < 8; ++round) {
            const std::size_t nrows = std::array<std::size_t, 6>{0, 1, 2, 17, 200, 1500}[engine() % 6];
            std::vector<index> bounds(nrows), sizes(nrows);
            const index most = round % 3 == 0 ? 4000 : 60;
            for (std::size_t i = 0; i < nrows; ++i) {
                bounds[i] = engine() % 5 == 0 ? 0 : static_cast<index>(engine() % static_cast<unsigned>(most));
                // Full, empty, or in between.
                const auto share = static_cast<index>(engine() % 4);
                sizes[i] = share == 3 ? bounds[i] : bounds[i] * share / 3;
            }
            const bool slow = round % 2 == 0;
            const gb::buffer<std::int64_t> bound = before(bounds), work = plenty_of_work(nrows);
            std::atomic<int> made{0};
            const auto got = build_rows<T>(workers, static_cast<index>(nrows), 100000, bound, work, [&](int member) {
                ++made;
                return [&sizes, slow, member, calls = 0](index i, gb::column_index* columns,
                                                         gb::formats::stored<T>* values) mutable {
                    const auto x = mixed(static_cast<std::uint64_t>(i) + static_cast<std::uint64_t>(++calls) * 77);
                    if (slow && x % 32 == 0) busy_for(std::chrono::microseconds(x / 32 % 150 + (member == 0 ? 50 : 0)));
                    return write_row<T>(i, sizes[static_cast<std::size_t>(i)], columns, values);
                };
            });
            CHECK(difference(got, sizes) == "");
            CHECK(got.ncols == 100000);
            CHECK(made <= threads);
        }
    }
}

}  // namespace

TEST_CASE("chunk_starts: sizes in any order", "[unit][rows]") {
    std::mt19937 engine(1);
    for (const index chunks : {0, 1, 2, 3, 64, 500}) {
        for (int round = 0; round < 20; ++round) {
            std::vector<index> order(static_cast<std::size_t>(chunks)), sizes(order.size());
            std::iota(order.begin(), order.end(), index{0});
            if (round > 0) std::shuffle(order.begin(), order.end(), engine);
            if (round == 1) std::sort(order.rbegin(), order.rend());
            for (index& size : sizes) size = static_cast<index>(engine() % 4);  // 0 is a size too
            chunk_starts starts(chunks);
            std::vector<char> known(order.size(), 0);
            for (const index chunk : order) {
                starts.set_size(chunk, sizes[static_cast<std::size_t>(chunk)]);
                known[static_cast<std::size_t>(chunk)] = 1;
                // Known are the starts of all chunks up to the first gap, and of the one that ends it.
                index sum = 0;
                bool reached = true;
                for (index c = 0; c <= chunks; ++c) {
                    REQUIRE_EACH(starts.start_if_known(c) == (reached ? sum : chunk_starts::unknown));
                    if (c == chunks) break;
                    reached = reached && known[static_cast<std::size_t>(c)] != 0;
                    sum += sizes[static_cast<std::size_t>(c)];
                }
            }
        }
    }
}

TEST_CASE("chunk_starts: sizes from several threads at once", "[unit][rows]") {
    constexpr index chunks = 4000;
    for (int round = 0; round < 30; ++round) {
        chunk_starts starts(chunks);
        team workers(4);
        std::atomic<int> wrong{0};
        // Chunks are taken in order, as build_rows takes them, and every start is waited for.
        workers.run(chunks, [&](index chunk, int) {
            starts.set_size(chunk, chunk % 7);
            const index laps = chunk / 7, rest = chunk % 7;
            if (starts.wait(chunk) != laps * 21 + rest * (rest - 1) / 2) ++wrong;
        });
        CHECK(wrong == 0);
        CHECK(starts.start_if_known(chunks) == chunks / 7 * 21 + (chunks % 7) * (chunks % 7 - 1) / 2);
    }
}

TEST_CASE("chunk_starts: sizes at the same moment, and no other after them", "[unit][rows]") {
    // Whoever works out the starts must not miss a size that comes in while it finishes: nobody would come after it.
    constexpr int rounds = 100'000;
    std::vector<std::unique_ptr<chunk_starts>> starts;
    for (int round = 0; round < rounds; ++round) starts.push_back(std::make_unique<chunk_starts>(2));
    std::array<std::atomic<int>, 2> reached{};
    const auto run = [&](std::size_t me) {
        for (int round = 0; round < rounds; ++round) {
            reached[me] = round + 1;
            for (int spins = 0; reached[1 - me] <= round; ++spins) {
                if (spins > 1000) std::this_thread::yield();
            }
            // A little apart, by a different while each time.
            for (int wait = me == 0 ? round % 8 : round / 8 % 32; wait > 0; --wait) (void)reached[me].load();
            starts[static_cast<std::size_t>(round)]->set_size(static_cast<index>(me), 1);
        }
    };
    std::thread other([&] { run(1); });
    run(0);
    other.join();
    CHECK(std::all_of(starts.begin(), starts.end(), [](const auto& s) { return s->start_if_known(2) == 2; }));
}

TEST_CASE("chunk_starts: waiting ends when a chunk failed", "[unit][rows]") {
    chunk_starts starts(3);
    starts.set_size(0, 5);
    std::thread waiting([&] {
        const gb::row_offset start = starts.wait(2);
        if (start != chunk_starts::unknown) std::terminate();
    });
    busy_for(std::chrono::milliseconds(5));
    starts.fail();
    waiting.join();
    CHECK(starts.wait(1) == 5);  // what is known stays known
    CHECK(starts.wait(2) == chunk_starts::unknown);
}

TEST_CASE("build_rows: all kinds of rows, values of all sizes, 1 to 8 threads", "[unit][rows]") {
    check_random_builds<void>(11);
    check_random_builds<std::int8_t>(12);
    check_random_builds<std::uint16_t>(13);
    check_random_builds<float>(14);
    check_random_builds<std::int64_t>(15);
    check_random_builds<sixteen_bytes>(16);
}

TEST_CASE("build_rows: a worker without state, its bounds as its work", "[unit][rows]") {
    std::vector<index> sizes(5000);
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = static_cast<index>(i % 50);
    const gb::buffer<gb::row_offset> bound =
        scan_bounds(static_cast<index>(sizes.size()), [](index i) { return i % 50 + i % 2; });
    for (const int threads : team_sizes) {
        team workers(threads);
        const auto got = build_rows<float>(workers, 5000, 1000, bound, [&](index i, gb::column_index* columns, float* values) {
            return write_row<float>(i, i % 50, columns, values);
        });
        CHECK(difference(got, sizes) == "");
    }
}

TEST_CASE("build_rows: no rows, and rows without room", "[unit][rows]") {
    for (const int threads : {1, 4}) {
        team workers(threads);
        const auto none = build_rows<float>(workers, 0, 7, before({}), before({}), [](int) {
            return [](index, gb::column_index*, float*) -> index { throw std::logic_error("there is no row"); };
        });
        CHECK(none == gb::csr<float>(0, 7));
        std::atomic<int> rows{0};
        const auto empty = build_rows<void>(workers, 300, 7, before(std::vector<index>(300, 0)), plenty_of_work(300), [&](int) {
            return [&](index, gb::column_index*, gb::formats::no_value*) {
                ++rows;
                return index{0};
            };
        });
        CHECK(empty == gb::csr<void>(300, 7));
        CHECK(rows == 300);
    }
}

TEST_CASE("build_rows: bounds far larger than the result", "[unit][rows]") {
    // Half a gigabyte of bounds, of which next to nothing is used; rows of so much room fit no working memory.
    const std::vector<index> sizes(16, 5);
    const auto bound = before(std::vector<index>(16, index{1} << 23));
    for (const int threads : {1, 2, 4}) {
        team workers(threads);
        const auto got = build_rows<void>(workers, 16, 1 << 24, bound, plenty_of_work(16), [&](int) {
            return [](index i, gb::column_index* columns, gb::formats::no_value* values) {
                return write_row<void>(i, 5, columns, values);
            };
        });
        CHECK(difference(got, sizes) == "");
    }
}

TEST_CASE("build_rows: rows ahead of their position are staged, then copied", "[unit][rows]") {
    using T = std::int64_t;
    constexpr std::size_t nrows = 16;  // on one member at most: two threads have 32 pieces
    const std::vector<index> sizes(nrows, 100);
    team workers(2);
    const auto staging = stagings(workers);
    std::atomic<int> others{0}, staged{0};
    const auto got = build_rows<T>(workers, nrows, 1000, before(sizes), plenty_of_work(nrows), [&](int member) {
        return [&, member](index i, gb::column_index* columns, T* values) {
            if (i == 0) {
                wait_until([&] { return others == static_cast<int>(nrows) - 1; });
            } else {
                staged += staging[static_cast<std::size_t>(member)].holds(columns) ? 1 : 0;
                ++others;
            }
            return write_row<T>(i, 100, columns, values);
        };
    });
    CHECK(difference(got, sizes) == "");
    CHECK(staged == static_cast<int>(nrows) - 1);
}

TEST_CASE("build_rows: when the working memory is full, a thread waits and goes on", "[unit][rows]") {
    using T = std::int64_t;
    constexpr index room = 200'000;  // 2.4 MB: six such rows fill the working memory of a thread
    constexpr int that_fit = static_cast<int>(staged_chunks::room_bytes / (room * staged_chunks::entry_bytes(sizeof(T))));
    constexpr std::size_t nrows = 24;
    std::vector<index> sizes(nrows);
    for (std::size_t i = 0; i < nrows; ++i) sizes[i] = i % 2 == 0 ? room : static_cast<index>(i);
    team workers(2);
    const auto staging = stagings(workers);
    std::atomic<int> others{0}, staged{0}, others_while_waiting{0};
    const auto got = build_rows<T>(
        workers, nrows, 1'000'000, before(std::vector<index>(nrows, room)), plenty_of_work(nrows), [&](int member) {
            return [&, member](index i, gb::column_index* columns, T* values) {
                if (i == 0) {
                    wait_until([&] { return others >= that_fit; });
                    busy_for(std::chrono::milliseconds(20));  // the other is to wait by now
                    others_while_waiting = others.load();
                }
                const bool here = staging[static_cast<std::size_t>(member)].holds(columns);
                staged += here ? 1 : 0;
                const index size = write_row<T>(i, sizes[static_cast<std::size_t>(i)], columns, values);
                if (i != 0) ++others;
                return size;
            };
        });
    CHECK(difference(got, sizes) == "");
    CHECK(others_while_waiting == that_fit);
    CHECK(staged >= that_fit);
}

TEST_CASE("build_rows: rows beyond the usual working memory are computed by all members at once", "[unit][rows]") {
    using T = std::int64_t;
    constexpr index room = staged_chunks::room_bytes / staged_chunks::entry_bytes(sizeof(T)) + 1;
    REQUIRE(staged_chunks::fits(room, sizeof(T)));
    constexpr std::size_t nrows = 12;
    std::vector<index> bounds(nrows, 50), sizes(nrows, 50);
    bounds[3] = bounds[4] = bounds[9] = room;
    sizes[3] = room;
    sizes[9] = 1;
    for (const int threads : {1, 2, 4}) {
        team workers(threads);
        const auto got = build_rows<T>(workers, nrows, 10'000'000, before(bounds), plenty_of_work(nrows), [&](int) {
            return [&](index i, gb::column_index* columns, T* values) {
                if (i == 0) busy_for(std::chrono::milliseconds(5));
                return write_row<T>(i, sizes[static_cast<std::size_t>(i)], columns, values);
            };
        });
        CHECK(difference(got, sizes) == "");
    }
    // Two large rows, of which the second must not wait for the first.
    team two(2);
    std::atomic<int> begun{0};
    const std::vector<index> large(2, room), small(2, 3);
    const auto got = build_rows<T>(two, 2, 10'000'000, before(large), plenty_of_work(2), [&](int) {
        return [&](index i, gb::column_index* columns, T* values) {
            ++begun;
            wait_until([&] { return begun == 2; });
            return write_row<T>(i, 3, columns, values);
        };
    });
    CHECK(difference(got, small) == "");
}

TEST_CASE("staged_chunks: a chunk larger than the usual room takes all of it, or none", "[unit][rows]") {
    using staging = staged_chunks;
    CHECK_FALSE(staging::fits(staging::max_room_bytes / staging::entry_bytes(1), 1));
    constexpr gb::row_offset large = 2 * staging::room_bytes / staging::entry_bytes(1);
    REQUIRE(staging::fits(large, 1));
    scratch memory;
    staging staged(1);
    staging::chunk c{};
    REQUIRE(staged.prepare(memory, large, c));
    c.columns[large - 1] = 1;
    c.values[large - 1] = std::byte{1};
    c.number = 1;
    staged.keep(c);
    staging::chunk other{};
    CHECK_FALSE(staged.prepare(memory, 1, other));
}

TEST_CASE("staged_chunks: room up to the last byte", "[unit][rows]") {
    scratch memory;
    staged_chunks staged(1);
    staged_chunks::chunk c{};
    const gb::row_offset most = (staged_chunks::room_bytes - 128) / staged_chunks::entry_bytes(1);
    REQUIRE(staged_chunks::fits(most, 1));
    REQUIRE(staged.prepare(memory, most, c));
    const std::byte* const begin = memory.get<std::byte>(scratch::raw::staged, staged_chunks::room_bytes);
    CHECK(reinterpret_cast<std::byte*>(c.columns) == begin);
    CHECK(reinterpret_cast<std::byte*>(c.columns + most) <= c.values);
    CHECK(c.values + most <= begin + staged_chunks::room_bytes);
    staged.keep(c);
    CHECK_FALSE(staged.prepare(memory, 100, c));
    CHECK_FALSE(staged_chunks::fits(index{1} << 60, 1));
}

TEST_CASE("build_rows: an exception ends all waiting, wherever it comes from", "[unit][rows]") {
    using T = std::int64_t;
    std::mt19937 engine(3);
    for (const int threads : team_sizes) {
        team workers(threads);
        for (int round = 0; round < 40; ++round) {
            const std::size_t nrows = 60;
            // Small rows are staged, middling ones fill the working memory, large ones are waited with.
            const index room = std::array<index, 3>{100, 200'000, 1'500'000}[engine() % 3];
            const auto failing = static_cast<index>(round % 4 == 0 ? 0 : engine() % nrows);
            const auto delay = std::chrono::microseconds(engine() % 300);
            const auto build = [&](bool fails) {
                return build_rows<T>(workers, nrows, 4'000'000, before(std::vector<index>(nrows, room)), plenty_of_work(nrows),
                                     [&, fails](int) {
                                         return [&, fails](index i, gb::column_index* columns, T* values) {
                                             if (fails && i == failing) {
                                                 busy_for(delay);
                                                 throw gb::invalid_value("row " + std::to_string(i));
                                             }
                                             return write_row<T>(i, 20, columns, values);
                                         };
                                     });
            };
            CHECK_THROWS_WITH(build(true), "row " + std::to_string(failing));
            if (round % 8 == 0) CHECK(difference(build(false), std::vector<index>(nrows, 20)) == "");
        }
    }
}

TEST_CASE("build_rows: a failing row while others wait for it", "[unit][rows]") {
    using T = std::int64_t;
    constexpr std::size_t nrows = 24;
    // Staged rows, then full working memory; or one row that fills more than the usual.
    for (const index room : {index{200'000}, index{1'500'000}}) {
        team workers(2);
        std::atomic<int> others{0};
        const int to_wait_for =
            room == 200'000 ? static_cast<int>(staged_chunks::room_bytes / (room * staged_chunks::entry_bytes(sizeof(T)))) : 1;
        CHECK_THROWS_AS(build_rows<T>(workers, nrows, 4'000'000, before(std::vector<index>(nrows, room)), plenty_of_work(nrows),
                                      [&](int) {
                                          return [&](index i, gb::column_index* columns, T* values) {
                                              if (i == 0) {
                                                  wait_until([&] { return others >= to_wait_for; });
                                                  busy_for(std::chrono::milliseconds(10));
                                                  throw gb::invalid_value("the first row");
                                              }
                                              const index size = write_row<T>(i, 10, columns, values);
                                              ++others;
                                              return size;
                                          };
                                      }),
                        gb::invalid_value);
        CHECK(others == to_wait_for);
    }
}

TEST_CASE("build_rows: a worker that cannot be made, and the output is given back", "[unit][rows]") {
    const std::size_t nrows = 40;
    const auto bound = before(std::vector<index>(nrows, 1 << 18));
    const auto fails = [](int) -> std::function<index(index, gb::column_index*, float*)> {
        throw gb::out_of_memory("no room for an accumulator");
    };
    for (const int threads : {1, 4}) {
        team workers(threads);
        gb::base::release_cached_blocks();
        { const gb::buffer<char> probe(std::size_t{1} << 25); }
        const bool keeps_blocks = gb::base::cached_bytes() > 0;
        gb::base::release_cached_blocks();
        CHECK_THROWS_AS(build_rows<float>(workers, nrows, 1 << 20, bound, plenty_of_work(nrows), fails), gb::out_of_memory);
        // The arrays of the output were large blocks, which are cached for the next.
        if (keeps_blocks) CHECK(gb::base::cached_bytes() >= nrows * (std::size_t{1} << 18) * 8);
    }
    gb::base::release_cached_blocks();
}

}  // namespace unit
