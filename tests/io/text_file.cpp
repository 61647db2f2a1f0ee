// Needs: a directory for temporary files; the device /dev/full for the test of a full disk.
// Idea: what is loaded is what was stored, packed or not, and every way in which a file can be unreadable has its
// words.
#include "../device_node.hpp"
#include "support.hpp"
#include <graphblas_gpu/io/text_file.hpp>
#include <graphblas_gpu/io/text_format.hpp>

#include <limits>

using namespace io_test;

namespace {

// Longer than the chunks in which files are read, and hard to pack.
std::string long_text() {
    std::mt19937 random(11);
    std::string text;
    while (text.size() < 5'000'000) text += std::to_string(random()) + "\n";
    return text;
}

}  // namespace

TEST_CASE("load_text: plain and packed, told apart by content", "[io][text_file]") {
    const temporary_directory dir;
    for (const std::string& text : {std::string(), std::string("x"), std::string("1 2\n"), long_text()}) {
        const bool plain_as_stored = load_text(dir.file("plain.gz", text)) == text;
        CHECK(plain_as_stored);
        const bool unpacked = load_text(dir.file("packed.txt", gzipped(text))) == text;
        CHECK(unpacked);
    }
}

TEST_CASE("load_text joins gzip members and skips padding", "[io][text_file]") {
    const temporary_directory dir;
    const std::string text = long_text();
    const std::string members = gzipped("1 2\n") + gzipped("") + gzipped(text);
    const bool joined = load_text(dir.file("members", members)) == "1 2\n" + text;
    CHECK(joined);
    CHECK(load_text(dir.file("padded", gzipped("1 2\n") + std::string(1000, '\0'))) == "1 2\n");
}

TEST_CASE("load_text: damaged gzip data", "[io][text_file]") {
    const temporary_directory dir;
    const std::string packed = gzipped(long_text());
    for (const std::size_t kept :
         {std::size_t{2}, std::size_t{9}, std::size_t{20}, packed.size() / 2, packed.size() - 1}) {
        const std::string path = dir.file("cut.gz", packed.substr(0, kept));
        check_io_error([&] { load_text(path); }, path, 0, "truncated gzip data");
    }
    std::string spoiled = packed;
    spoiled[packed.size() - 6] ^= 1;
    std::string path = dir.file("checksum.gz", spoiled);
    check_io_error([&] { load_text(path); }, path, 0, "corrupt gzip data");

    path = dir.file("garbage.gz", gzipped("1 2\n") + "garbage");
    check_io_error([&] { load_text(path); }, path, 0, "corrupt gzip data");

    path = dir.file("magic.gz", "\x1f\x8b plainly not gzip data");
    check_io_error([&] { load_text(path); }, path, 0, "corrupt gzip data");
}

TEST_CASE("load_text: nothing to read", "[io][text_file]") {
    const temporary_directory dir;
    const std::string missing = dir / "missing.mtx";
    check_io_error([&] { load_text(missing); }, missing, 0, "no such file or directory");
    const std::string directory = dir / ".";
    check_io_error([&] { load_text(directory); }, directory, 0, "is a directory");
    const std::string below_a_file = dir.file("file", "x") + "/x";
    check_io_error([&] { load_text(below_a_file); }, below_a_file, 0, "Not a directory");
}

TEST_CASE("input counts the bytes it has read, and knows how many are left of plain files", "[io][text_file]") {
    const temporary_directory dir;
    for (const std::string& bytes : {long_text(), gzipped(long_text())}) {
        gb::io::input from(dir.file("x", bytes));
        CHECK(from.stored_size() == bytes.size());
        const bool plain = bytes[0] != '\x1f';
        CHECK(from.bytes_left().has_value() == plain);
        std::string text(3'000'000, ' ');
        CHECK(from.read(text.data(), text.size()) == text.size());
        if (plain) {
            CHECK(from.bytes_left() == bytes.size() - text.size());
        }
        while (from.read(text.data(), text.size()) > 0) {
        }
        CHECK(from.stored_done() == bytes.size());
    }
}

TEST_CASE("input: what was peeked at is read again", "[io][text_file]") {
    const temporary_directory dir;
    for (const std::string& path : {dir.file("plain", "0123456789"), dir.file("packed", gzipped("0123456789"))}) {
        gb::io::input from(path);
        CHECK(from.peek(4) == "0123");
        CHECK(from.peek(2) == "01");
        std::string text(3, ' ');
        CHECK(from.read(text.data(), 1) == 1);
        CHECK(from.peek(4) == "1234");
        CHECK(from.read(text.data(), 3) == 3);
        CHECK(text == "123");
        CHECK(from.peek(100) == "456789");
        text.resize(100);
        CHECK(from.read(text.data(), 100) == 6);
        CHECK(from.peek(1).empty());
    }
}

TEST_CASE("text_writer: plain, packed, always the same bytes", "[io][text_file]") {
    const temporary_directory dir;
    const std::string text = long_text();
    const auto write = [&](const std::string& name) {
        gb::io::text_writer out(dir / name);
        out.text(text);
        out.character('!');
        out.close();
        return bytes_of(dir / name);
    };
    const bool plain = write("a.txt") == text + "!";
    CHECK(plain);
    const std::string packed = write("a.gz");
    CHECK(packed.substr(0, 2) == "\x1f\x8b");
    CHECK(packed.size() < text.size());
    const bool same_again = write("b.gz") == packed;
    CHECK(same_again);
    const bool read_back = load_text(dir / "a.gz") == text + "!";
    CHECK(read_back);
}

TEST_CASE("numbers as text", "[io][text_file]") {
    std::string text;
    const auto both = [&text](auto x) {
        gb::io::append_number(text, x);
        text += ' ';
        gb::io::append_number_of_its_kind(text, x);
        text += '\n';
    };
    both(true);
    both(std::int8_t{-7});
    both(std::numeric_limits<std::uint64_t>::max());
    both(2.0);
    both(-0.0);
    both(0.1f);
    both(1e300);
    both(std::numeric_limits<double>::infinity());
    both(std::numeric_limits<float>::quiet_NaN());
    CHECK(text ==
          "1 1\n-7 -7\n18446744073709551615 18446744073709551615\n2 2.0\n-0 -0.0\n0.1 0.1\n1e+300 1e+300\ninf inf\n"
          "nan nan\n");
}

TEST_CASE("text_writer: what cannot be written", "[io][text_file]") {
    const temporary_directory dir;
    const auto write = [](const std::string& path) {
        gb::io::text_writer out(path);
        out.text("text");
        out.close();
    };
    const std::string nowhere = dir / "missing/x.mtx";
    check_io_error([&] { write(nowhere); }, nowhere, 0, "cannot be written: no such file or directory");
    const std::string nowhere_packed = dir / "missing/x.gz";
    check_io_error([&] { write(nowhere_packed); }, nowhere_packed, 0, "cannot be written: no such file or directory");
    const std::string directory = dir / ".";
    check_io_error([&] { write(directory); }, directory, 0, "cannot be written: is a directory");
    if (const auto full = device_node(dir / "", "full", "text_writer: a full disk"))
        check_io_error([&] { write(*full); }, *full, 0, "cannot be written: No space left on device");
}
