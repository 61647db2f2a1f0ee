// Idea: where a text is cut, and by how many threads it is read, must not show in anything: not in the entries, not in
// the error, not in the line that it names. So every text here is read in blocks of every size.
#include "support.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/io/in_order.hpp>
#include <graphblas_gpu/io/plain_numbers.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <atomic>
#include <bit>
#include <cmath>
#include <memory>
#include <sstream>

using namespace io_test;

namespace {

struct outcome {
    std::vector<triple> entries;
    bool integers = false;
    gb::index mirrored = 0;
    std::string error;
    bool operator==(const outcome&) const = default;
};

outcome read(gb::io::input& from, const gb::io::reading& how) {
    outcome found;
    try {
        const bool market = from.peek(2) == "%%";
        const gb::coordinates a =
            market ? gb::io::read_matrix_market(from, how) : gb::io::read_edge_list(from, {}, how);
        found = {triples(a), a.is_integer(), a.report.mirrored, ""};
    } catch (const gb::error& e) {
        found.error = e.what();
    }
    return found;
}

outcome read(const std::string& text, const gb::io::reading& how) {
    gb::io::input from(text, "t");
    return read(from, how);
}

std::vector<std::string> texts() {
    const std::string market = "%%MatrixMarket matrix coordinate real general\n";
    std::vector<std::string> all{
        market + "% c\n%\n\n5 5 4\n1 1 1.5\n\n% in between\n2 2 2\n3 3 -3e3\n5 1 0.125",
        market + "5 5 2\n1 1 1.5\n2 2 2\n% c\n\n3 3 excess\n",
        market + "5 5 2\n1 1 1.5\n2 2 2\n\nwrong",
        market + "5 5 6\n1 1 1.500000000000\n2 2 2\n% c\n3 3 3.0000000\n\n",
        market + "5 5 5\n1 1 1.5\n2 2 2\n% c\n3 x 3\n4 4 4\n1 y 1\n",
        market + "5 5 5\n1 1 1.5\n2 2 2\n% c\n3 6 3\n4 4 4\n5 5 5\n",
        "%%MatrixMarket matrix coordinate integer skew-symmetric\n% a\n4 4 3\n2 1 5\n%\n3 1 -7\n4 3 2\n",
        "%%MatrixMarket matrix coordinate integer skew-symmetric\n4 4 3\n2 1 5\n%\n3 3 -7\n4 3 2\n",
        "%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n\n3\n%\n4\n5\n6\n",
        "%%MatrixMarket matrix array real general\n2 2\n1\n2\n\n3\n%\n4 4\n",
        "# c\n\n1 2\n3 4\n\n#\n5 6\n7 7",
        "1 2 3\n4 5 6\n7 8 9.5\n1 1 -0\n2 2 7\n",
        "1 2 0.5\n4 5 6\n7 8 9\n1 1 -0\n2 2 7\n",
        "1,2,3\r\n4,5,6\r\n# c\r\n 7 , 8 , 9 \r\n",
        "# c\n1 2 3\n4 5 6\n\n7 8\n1 x 2\n",
        "# c\n1 2\n4 5\n\n7 8 9\n",
        "#\n#\n\n",
        "",
    };
    std::string many = "# long enough for many blocks\n";
    for (int k = 0; k < 3000; ++k)
        many += std::to_string(k * 7919 % 5003) + "\t" + std::to_string(k) + (k % 97 == 0 ? "\n\n" : "\n");
    all.push_back(many);
    all.push_back(many + "1 2 3\n" + many + "x\n");
    return all;
}

}  // namespace

TEST_CASE("blocks of any size, any number of threads: the same entries and errors", "[io][text_blocks]") {
    const gb::context several = gb::context::host({.threads = 4});
    for (const std::string& text : texts()) {
        INFO(text.substr(0, 200));
        const outcome expected = read(text, {.block_size = std::size_t{1} << 20});
        CHECK(expected.error.empty() == !expected.entries.empty());
        for (const std::size_t block : {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 1000}) {
            INFO("block " << block);
            CHECK((read(text, {.block_size = block}) == expected));
            CHECK((read(text, {.team = &several.team(), .block_size = block}) == expected));
        }
    }
}

TEST_CASE("the first wrong line is named, however many there are", "[io][text_blocks]") {
    const gb::context several = gb::context::host({.threads = 4});
    std::string text;
    for (int k = 1; k <= 5000; ++k) text += k >= 2000 ? "1 wrong\n" : "1 2\n";
    for (int repeat = 0; repeat < 20; ++repeat)
        CHECK(read(text, {.team = &several.team(), .block_size = 100}).error ==
              "t:2000: 'wrong' is not a vertex id (a whole number from 0); --named takes ids for names");
}

TEST_CASE("damaged gzip data behind a wrong line: the line comes first", "[io][text_blocks]") {
    const temporary_directory dir;
    std::string text = "0 x\n";
    std::mt19937 random(3);
    for (int k = 0; k < 400'000; ++k) text += std::to_string(random() % 1000000) + " " + std::to_string(k) + "\n";
    const std::string packed = gzipped(text);
    const std::string cut = dir.file("cut.gz", packed.substr(0, packed.size() - 9));
    gb::io::input with_wrong_line(cut);
    CHECK(read(with_wrong_line, {}).error ==
          cut + ":1: 'x' is not a vertex id (a whole number from 0); --named takes ids for names");
    const std::string sound_lines = gzipped("0 1\n") + packed.substr(0, 1000);
    const gb::context several = gb::context::host({.threads = 4});
    gb::io::input truncated(dir.file("t.gz", gzipped(text.substr(4)).substr(0, packed.size() / 2)));
    CHECK_THAT(read(truncated, {.team = &several.team()}).error, contains_text("truncated gzip data"));
}

TEST_CASE("text in front of damaged gzip data is read before that is reported", "[io][text_blocks]") {
    const temporary_directory dir;
    // Shorter and longer than what is looked at to tell the format.
    for (const std::string& text :
         {std::string("1 2\n"), std::string("1 2\n3 4\n5 6\n7 8\n9 10\n11 12\n13 14\n1 2\n3 4\n5 6\n")}) {
        const std::string path = dir.file("a.gz", gzipped(text + "0 x\n") + "\x1f\x8bno gzip data");
        const std::string line = std::to_string(std::count(text.begin(), text.end(), '\n') + 1);
        for (const std::size_t block : {1, 7, 1000}) {
            gb::io::input from(path);
            CHECK_THAT(read(from, {.block_size = block}).error,
                       contains_text(path + ":" + line + ": 'x' is not a vertex id"));
            gb::io::input sound(dir.file("b.gz", gzipped(text) + "\x1f\x8bno gzip data"));
            CHECK_THAT(read(sound, {.block_size = block}).error,
                       contains_text("corrupt gzip data after " + std::to_string(text.size())));
        }
        gb::io::input peeked(path);
        CHECK(peeked.peek(1000) == text + "0 x\n");
        CHECK(peeked.peek(1000) == text + "0 x\n");
    }
}

TEST_CASE("a line that is too long for a text file", "[io][text_blocks]") {
    const std::string longest(gb::io::line_blocks::longest_line, '#');
    std::istringstream stream("1 2\n#" + longest + "\n");
    gb::io::input from(stream, "t");
    CHECK_THAT(read(from, {}).error, contains_text("t:2: a line of more than 16777216 bytes"));
    std::istringstream long_comment("#" + longest.substr(0, 5'000'000) + "\n1 2\n");
    gb::io::input fine(long_comment, "t");
    CHECK(read(fine, {}).entries.size() == 1);
}

TEST_CASE("in_order: taken and accepted in order, worked on by all", "[io][in_order]") {
    for (const int threads : {1, 2, 5}) {
        const gb::context ctx = gb::context::host({.threads = threads});
        std::vector<int> of_slot(gb::io::slots_for(&ctx.team()));
        int next = 0;
        std::vector<int> accepted;
        std::atomic<int> worked{0};
        gb::io::ordered_steps steps;
        steps.take = [&](std::size_t s) {
            of_slot[s] = next++;
            return next <= 1000;
        };
        steps.work = [&](std::size_t s) {
            ++worked;
            if (of_slot[s] == 700 || of_slot[s] == 800) throw std::runtime_error(std::to_string(of_slot[s]));
        };
        steps.accept = [&](std::size_t s, std::exception_ptr failure) {
            if (failure) std::rethrow_exception(failure);
            accepted.push_back(of_slot[s]);
        };
        try {
            gb::io::in_order(&ctx.team(), steps);
            FAIL("nothing was thrown");
        } catch (const std::runtime_error& e) {
            CHECK(std::string(e.what()) == "700");
        }
        REQUIRE(accepted.size() == 700);
        CHECK(std::is_sorted(accepted.begin(), accepted.end()));
        // Nobody runs further ahead than there are slots.
        CHECK(worked <= static_cast<int>(700 + of_slot.size()));
    }
}

TEST_CASE("plain numbers: what is read is what is written", "[io][plain_numbers]") {
    std::mt19937_64 random(9);
    const auto with_room = [](std::string text) {
        return text + std::string(gb::io::text_block::readable_beyond, '\0');
    };
    for (int k = 0; k < 20000; ++k) {
        const std::uint64_t number = random() >> (random() % 64);
        const std::string digits = std::to_string(number);
        const std::string text = with_room(digits + " 77777777");
        std::uint64_t found = 0;
        const int length = gb::io::read_plain_digits(text.data(), found);
        if (digits.size() > 16) {
            CHECK(length == 0);
        } else {
            CHECK(length == static_cast<int>(digits.size()));
            CHECK(found == number);
        }
    }
    for (int c = 0; c < 256; ++c) {
        if (c >= '0' && c <= '9') continue;
        for (int digits = 0; digits < 9; ++digits) {
            std::uint64_t found = 0;
            const std::string text =
                with_room(std::string("123456789").substr(0, digits) + static_cast<char>(c) + "11");
            CHECK(gb::io::read_plain_digits(text.data(), found) == digits);
        }
    }
}

TEST_CASE("plain reals: bit for bit what std::from_chars finds", "[io][plain_numbers]") {
    std::mt19937_64 random(10);
    const auto check = [](const std::string& word) {
        INFO(word);
        const std::string text = word + "\n" + std::string(gb::io::text_block::readable_beyond, '\0');
        double found = 0, expected = 0;
        const char* const stop = gb::io::read_plain_real(text.data(), text.data() + word.size(), found);
        REQUIRE(gb::io::parse_real(word, expected) == gb::io::number_status::fine);
        REQUIRE(stop == text.data() + word.size());
        CHECK(std::bit_cast<std::uint64_t>(found) == std::bit_cast<std::uint64_t>(expected));
    };
    for (const char* word : {"0",
                             "-0",
                             "-0.0",
                             "5.",
                             ".5",
                             "-.5",
                             "1e5",
                             "1E-5",
                             "123456789.123456789",
                             "inf",
                             "-inf",
                             "1.7976931348623157e308",
                             "4.9e-324",
                             "0.1",
                             "12345678.1234567",
                             "12345678.12345678",
                             "99999999.9999999",
                             "00000001.5",
                             "1.00000000",
                             "0.30000000000000004"})
        check(word);
    for (int k = 0; k < 20000; ++k) {
        std::string word(random() % 2, '-');
        word += std::to_string(random() >> (random() % 50 + 14));
        word.insert(word.size() - random() % (word.size() - (word[0] == '-')), 1, '.');
        check(word);
    }
}
