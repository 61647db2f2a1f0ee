// Needs: a directory for temporary files.
// Idea: files made to be slow. Their names have the same hash in libstdc++, or their ids leave the same remainder, so that a
// table that can be predicted compares each with all others. Such a file must be read about as fast as one with random names.
// (With another standard library the names are names like any other.)
#include "support.hpp"
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/io/keyed_hash.hpp>
#include <graphblas_gpu/io/name_table.hpp>
#include <graphblas_gpu/io/read.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <unordered_map>

using namespace io_test;

namespace {

using strings = std::vector<std::string>;

// libstdc++ hashes each 8 bytes x of a name by: state = (state ^ mixed(x)) * factor.
constexpr std::uint64_t factor = 0xc6a4a7935bd1e995;
constexpr std::uint64_t inverse_factor = 0x5f7a0ea7e59b19bd;
static_assert(factor * inverse_factor == 1);
constexpr std::uint64_t shifted(std::uint64_t x) { return x ^ x >> 47; }
constexpr std::uint64_t mixed(std::uint64_t x) { return shifted(x * factor) * factor; }
constexpr std::uint64_t unmixed(std::uint64_t x) { return shifted(x * inverse_factor) * inverse_factor; }
static_assert(unmixed(mixed(0x123456789abcdef0)) == 0x123456789abcdef0);

std::uint64_t letters(std::mt19937_64& engine) {
    std::uint64_t word = 0;
    for (int k = 0; k < 8; ++k) word = word << 8 | ('a' + engine() % 26);
    return word;
}

/// Whether the bytes can be in a name of every format.
bool is_plain(std::uint64_t word) {
    for (; word != 0; word >>= 8)
        if (std::isalnum(static_cast<int>(word & 0xff)) == 0) return false;
    return true;
}

/// 2^bits names of 16 * bits bytes with the same hash (after Joux, "Multicollisions in iterated hash functions"): each part of
/// 16 bytes is one of two that lead to the same state.
strings forged_names(int bits) {
    std::mt19937_64 engine(3);
    std::uint64_t state = 0xc70f6907 ^ 16 * static_cast<std::uint64_t>(bits) * factor;
    strings all{""};
    for (int bit = 0; bit < bits; ++bit) {
        std::uint64_t parts[2][2] = {{letters(engine), letters(engine)}, {}};
        const auto after = [&](std::uint64_t word) { return (state ^ mixed(word)) * factor; };
        const std::uint64_t wanted = after(parts[0][0]) ^ mixed(parts[0][1]);
        do {
            parts[1][0] = letters(engine);
            parts[1][1] = unmixed(after(parts[1][0]) ^ wanted);
        } while (!is_plain(parts[1][1]));
        state = wanted * factor;
        strings longer;
        for (const std::string& name : all)
            for (const auto& part : parts) longer.push_back(name + std::string(reinterpret_cast<const char*>(part), 16));
        all = std::move(longer);
    }
    return all;
}

strings random_names(std::size_t count, std::size_t length) {
    std::mt19937_64 engine(4);
    strings all(count);
    for (std::string& name : all)
        while (name.size() < length) name += static_cast<char>('a' + engine() % 26);
    return all;
}

/// Numbers that an unordered_map puts into one bucket, when all are there.
strings forged_numbers(std::size_t count) {
    std::unordered_map<std::int64_t, int> table;
    for (std::size_t k = 0; k < count; ++k) table[static_cast<std::int64_t>(k)] = 0;
    strings all;
    for (std::size_t k = 0; k < count; ++k) all.push_back(std::to_string(k * table.bucket_count()));
    return all;
}

strings random_numbers(std::size_t count) {
    std::mt19937_64 engine(5);
    strings all(count);
    for (std::string& name : all) name = std::to_string(engine() >> 30);
    return all;
}

}  // namespace

TEST_CASE("sip_hash: what Rust, Python and siphash24 compute", "[io]") {
    const gb::io::sip_hash hash({0x0706050403020100, 0x0f0e0d0c0b0a0908});
    const std::pair<std::string_view, std::uint64_t> known[] = {{"", 0xabac0158050fc4dc},
                                                                {"a", 0x1c2697ab786a6237},
                                                                {"n123456", 0x8a7e9624fc4bf2f6},
                                                                {"n1234567", 0xa3e0d47f991cc1b8},
                                                                {"n12345678", 0xe549b2817844e430},
                                                                {"0123456789abcdef", 0xe393c48ea7bc21ef},
                                                                {"a name of 31 characters, no more", 0x9ac8cc5f8afa858f}};
    for (const auto& [text, value] : known) CHECK(hash(text) == value);
    CHECK(hash(0x373635343332316eU) == hash("n1234567"));
    CHECK(gb::io::sip_hash({0, 0})("abc") == 0xc03bc3a0042630f2);
}

TEST_CASE("names and ids made for a hash table cost no more than others", "[io]") {
    const temporary_directory dir;
    constexpr int bits = 14;
    const strings forged = forged_names(bits), random = random_names(forged.size(), forged[0].size());
#ifdef __GLIBCXX__
    CHECK(std::hash<std::string>()(forged.front()) == std::hash<std::string>()(forged.back()));
#endif
    const strings numbers = forged_numbers(16000), random_ids = random_numbers(numbers.size());
    struct test_file {
        std::string name;
        const char* first;
        const char* last;
        const char* vertex;  ///< with {0} for its name, {1} for its position
        bool by_numbers = false;
    };
    const test_file files[] = {
        {"edges.tsv", "", "", "{0}\t{0}\n"},
        {"labels.gml", "graph [\n", "]\n", "node [ id {1} label \"{0}\" ]\n"},
        {"ids.gml", "graph [\n", "]\n", "node [ id {0} ]\n", true},
        {"ids.json", R"({"directed": false, "multigraph": false, "graph": {}, "links": [], "nodes": [)", R"({"id": "z"}]})",
         "{{\"id\": \"{0}\"}},\n"},
        {"names.adjlist", "a b\n", "", "{0} {0}\n"},
    };
    for (const test_file& file : files) {
        INFO(file.name);
        const auto milliseconds = [&](const strings& names) {
            std::string text = file.first;
            std::size_t position = 0;
            for (const std::string& name : names) text += fmt::format(fmt::runtime(file.vertex), name, position++);
            const std::string path = dir.file(file.name, text + file.last);
            double shortest = 1e9;
            for (int turn = 0; turn < 3; ++turn) {
                const gb::base::stopwatch time;
                (void)gb::read_coordinates(path, {.named = file.name.ends_with(".tsv")});
                shortest = std::min(shortest, time.milliseconds());
            }
            return shortest;
        };
        const double by_forged = milliseconds(file.by_numbers ? numbers : forged);
        const double by_random = milliseconds(file.by_numbers ? random_ids : random);
        CHECK(by_forged < 6 * by_random + 1);
    }
}

TEST_CASE("name_table: numbers are given out in the order of occurrence", "[io]") {
    gb::io::name_table table;
    const strings names = random_names(1000, 9);
    for (int round = 0; round < 2; ++round)
        for (std::uint32_t k = 0; k < names.size(); ++k) CHECK(table.number_of(names[k]) == k);
}
