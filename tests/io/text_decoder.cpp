// Idea: a text is the same graph with any line ends and in any encoding, wherever it is cut into blocks.
#include "support.hpp"
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/text_decoder.hpp>

#include <iconv.h>

#include <sstream>

using namespace io_test;

namespace {

std::string with_line_ends(std::string text, const std::string& end) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += end.size()) text.replace(at, 1, end);
    return text;
}

std::string converted(const std::string& text, const char* encoding) {
    std::string from = "\xef\xbb\xbf" + text, to(4 * from.size(), '\0');
    const iconv_t how = iconv_open(encoding, "UTF-8");
    char *in = from.data(), *out = to.data();
    std::size_t in_left = from.size(), out_left = to.size();
    REQUIRE(iconv(how, &in, &in_left, &out, &out_left) == 0);
    iconv_close(how);
    to.resize(to.size() - out_left);
    return to;
}

const std::string names = "# c\n\nA\xc3\xa4 B\n\xe2\x82\xac \xf0\x9f\x98\x80\n";
const std::string numbers = "# c\n0 1\n\n2 0\n5 0";
const std::string market = "%%MatrixMarket matrix coordinate integer general\n% c\n6 6 2\n1 2 5\n6 1 4\n";

}  // namespace

TEST_CASE("text decoder: line ends of every kind", "[io][text_decoder]") {
    for (const std::string end : {"\n", "\r\n", "\r", "\r\r\n"}) {
        INFO(end.size());
        for (const std::size_t block : {1u, 2u, 3u, 7u, 1000u}) {
            const std::string text = with_line_ends(numbers, end), matrix = with_line_ends(market, end);
            gb::io::input list(text, "g"), mtx(matrix, "g");
            CHECK(triples(gb::io::read_edge_list(list, {}, {.block_size = block})) ==
                  std::vector<triple>{{0, 1, 1}, {2, 0, 1}, {5, 0, 1}});
            CHECK(triples(gb::io::read_matrix_market(mtx, {.block_size = block})) == std::vector<triple>{{0, 1, 5}, {5, 0, 4}});
        }
    }
    // The kind of the line ends may change within the file.
    CHECK(gb::parse_edge_list("0 1\n1 2\r2 3\r\n3 4", "g").size() == 4);
    check_io_error([] { gb::parse_edge_list("0 1\r1 2\rx 3\r", "g"); }, "g", 3, "'x' is not a vertex id");
}

TEST_CASE("text decoder: every cut of a text gives the same", "[io][text_decoder]") {
    const std::string text = "a\r\rb\r\nc\n\rd\r\r\n\r";
    for (std::size_t first = 0; first <= text.size(); ++first) {
        for (std::size_t piece = 1; piece <= text.size(); ++piece) {
            std::size_t at = first;
            gb::io::text_decoder decoder(
                text.substr(0, first),
                [&](char* to, std::size_t size) {
                    const std::size_t n = text.copy(to, size, at);
                    at += n;
                    return n;
                },
                "t");
            std::string all;
            std::string part(piece, ' ');
            for (std::size_t n = piece; n == piece; all.append(part, 0, n)) n = decoder.read(part.data(), piece);
            REQUIRE(all == "a\n\nb\r\nc\n\nd\n\r\n\n");
        }
    }
}

TEST_CASE("text decoder: UTF-16 and UTF-32 with a byte order mark", "[io][text_decoder]") {
    for (const char* const encoding : {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"}) {
        INFO(encoding);
        const std::string text = converted(with_line_ends(names, "\r"), encoding);
        CHECK(gb::parse_edge_list(text, "g", {.named = true}).report.names ==
              std::vector<std::string>{"A\xc3\xa4", "B", "\xe2\x82\xac", "\xf0\x9f\x98\x80"});
        std::istringstream matrix(converted(market, encoding));
        CHECK(gb::read_coordinates(gb::context::host(), matrix).report.format == "Matrix Market coordinate integer general");
        std::string longer;
        for (int k = 0; k < 50'000; ++k) longer += std::to_string(k) + " 7\n";
        CHECK(gb::parse_edge_list(converted(longer, encoding), "g").size() == 50'000);
    }
    const std::string half = converted("0 1\n1 2\n", "UTF-16LE");
    check_io_error([&] { gb::parse_edge_list(half.substr(0, half.size() - 1), "g"); }, "g", 2, "ends within a character");
    check_io_error([&] { gb::parse_edge_list(half + std::string("\0\xdc", 2), "g"); }, "g", 3, "no character");
    check_io_error([&] { gb::parse_edge_list(half.substr(2), "g"); }, "g", 1, "iconv -f UTF-16LE -t UTF-8");
}
