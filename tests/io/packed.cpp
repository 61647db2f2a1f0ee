// Needs: UNPACKS, the names of the formats beside gzip that the library was built with.
// Idea: small packed files made by bzip2, xz and zstd themselves, as they are, joined by the thousand, cut at every byte
// and spoiled at every byte. Where a format cannot be read, its refusal is what is tested.
#include "support.hpp"
#include <graphblas_gpu/io/read.hpp>

#include <sys/stat.h>

#include <thread>

using namespace io_test;

namespace {

const std::string text = "0 1\n1 2\n2 0\n";

struct packed_text {
    std::string format;
    std::string package;
    std::string ending;
    std::string bytes;  ///< of `text`
};

#define BYTES(literal) std::string(literal, sizeof(literal) - 1)

const std::vector<packed_text>& all_formats() {
    static const std::vector<packed_text> formats = {
        {"gzip", "zlib1g-dev", ".gz", gzipped(text)},
        {"bzip2", "libbz2-dev", ".bz2",
         BYTES("\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\x76\x0d\x54\x87\x00\x00\x03\xd8\x00\x00\x10\x40\x00\x70\x00\x20"
               "\x00\x30\xcd\x01\x0f\x29\xea\x3d\x62\xd0\x07\x8b\xb9\x22\x9c\x28\x48\x3b\x06\xaa\x43\x80")},
        {"xz", "liblzma-dev", ".xz",
         BYTES("\xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2f\xe5\xa3\x01\x00"
               "\x0b\x30\x20\x31\x0a\x31\x20\x32\x0a\x32\x20\x30\x0a\x00\xb8\xf0\x70\xf7\x40\x4e\xb0\xa4\x00\x01\x24\x0c"
               "\xa6\x18\xd8\xd8\x1f\xb6\xf3\x7d\x01\x00\x00\x00\x00\x04\x59\x5a")},
        {"zstd", "libzstd-dev", ".zst",
         BYTES("\x28\xb5\x2f\xfd\x04\x58\x61\x00\x00\x30\x20\x31\x0a\x31\x20\x32\x0a\x32\x20\x30\x0a\xa2\x5d\xc0\xbb")},
    };
    return formats;
}

/// Those that can be read, or the only one; of the others the refusal is checked, and they are named.
std::vector<packed_text> readable_formats(const char* test, const std::string& only = "") {
    std::vector<packed_text> readable;
    const temporary_directory dir;
    for (const packed_text& f : all_formats()) {
        if (!only.empty() && f.format != only) continue;
        if (f.format == "gzip" || std::string(" " UNPACKS " ").find(" " + f.format + " ") != std::string::npos) {
            readable.push_back(f);
            continue;
        }
        const std::string path = dir.file("a", f.bytes);
        check_io_error([&] { load_text(path); }, path, 0, "built without the package " + f.package);
        WARN("skipped: " << test << " for " << f.format << ": the library was built without it");
    }
    return readable;
}

}  // namespace

TEST_CASE("packed files are told by their first bytes", "[io][packed]") {
    const temporary_directory dir;
    for (const packed_text& f : readable_formats("packed files are told by their first bytes")) {
        INFO(f.format);
        CHECK(load_text(dir.file("plain.txt", f.bytes)) == text);
        CHECK(gb::read_coordinates(dir.file("edges.tsv" + f.ending, f.bytes)).size() == 3);
        // The name without the last ending counts.
        const std::string market = dir.file("edges.mtx" + f.ending, f.bytes);
        check_io_error([&] { gb::read_coordinates(market); }, market, 1, "the first line has to be");
    }
    for (const std::string begins : {"BZh", "BZh9 1\n", "BZ", "PK 1\n", "7z"})
        CHECK(load_text(dir.file("text", begins)) == begins);
}

TEST_CASE("packed files: joined, padded, and longer than a chunk", "[io][packed]") {
    const temporary_directory dir;
    const gb::context ctx = gb::context::host({.threads = 2});
    for (const packed_text& f : readable_formats("packed files: joined, padded, and longer than a chunk")) {
        INFO(f.format);
        constexpr int copies = 30'000;
        std::string packed, unpacked;
        for (int k = 0; k < copies; ++k) {
            packed += f.bytes;
            unpacked += text;
        }
        const bool joined = load_text(dir.file("members", packed)) == unpacked;
        CHECK(joined);
        CHECK(load_text(dir.file("padded", f.bytes + std::string(1000, '\0'))) == text);
        const std::string garbage = dir.file("garbage", f.bytes + "garbage and more of it");
        check_io_error([&] { load_text(garbage); }, garbage, 0, "corrupt " + f.format + " data after 12 bytes of text");

        const std::string fifo = dir / ("fifo" + f.ending);
        REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
        std::thread writer([&] { std::ofstream(fifo, std::ios::binary) << packed; });
        CHECK(gb::read_coordinates(ctx, fifo).size() == 3 * copies);
        writer.join();
    }
}

TEST_CASE("packed files: truncated at any byte, spoiled at any byte", "[io][packed]") {
    const temporary_directory dir;
    for (const packed_text& f : readable_formats("packed files: truncated at any byte, spoiled at any byte")) {
        INFO(f.format);
        const std::string before = f.bytes + f.bytes;
        for (std::size_t kept = 1; kept < f.bytes.size(); ++kept) {
            INFO(kept);
            const std::string path = dir.file("cut", before + f.bytes.substr(0, kept));
            check_io_error([&] { load_text(path); }, path, 0, "truncated " + f.format + " data, ");
        }
        int harmless = 0;
        for (std::size_t at = 0; at < f.bytes.size(); ++at) {
            INFO(at);
            std::string spoiled = f.bytes;
            spoiled[at] ^= 0x10;
            const std::string path = dir.file("spoiled", f.bytes + spoiled);
            std::string outcome;
            try {
                outcome = load_text(path) == text + text ? "the same text" : "another text";
            } catch (const gb::io_error& e) {
                outcome = e.what();
            }
            const bool refused = outcome.find("corrupt " + f.format + " data after") != std::string::npos ||
                                 outcome.find("truncated " + f.format + " data") != std::string::npos;
            INFO(outcome);
            CHECK((refused || outcome == "the same text"));
            harmless += !refused;
        }
        // A few bits mean nothing for the text: the time in a header of gzip, the last bits of bzip2.
        CHECK(harmless <= 10);
    }
}

TEST_CASE("zstd: frames that are to be skipped", "[io][packed]") {
    const temporary_directory dir;
    const std::string skipped = BYTES(
        "\x50\x2a\x4d\x18\x04\x00\x00\x00"
        "abcd");
    for (const packed_text& f : readable_formats("zstd: frames that are to be skipped", "zstd"))
        CHECK(load_text(dir.file("a", skipped + f.bytes + skipped + f.bytes)) == text + text);
}

TEST_CASE("archives that are not unpacked are named", "[io][packed]") {
    const temporary_directory dir;
    std::string path = dir.file("a.7z", BYTES("7z\xbc\xaf\x27\x1c\x00\x04"));
    check_io_error([&] { load_text(path); }, path, 0, "this is 7-Zip data, which is not unpacked here; '7z x -so'");
    path = dir.file("a.lz4", BYTES("\x04\x22\x4d\x18\x64\x40"));
    check_io_error([&] { load_text(path); }, path, 0, "LZ4");
}
