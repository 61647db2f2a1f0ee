// Needs: UNPACKS, the names of the formats beside gzip that the library was built with.
// Idea: a table of archives with the graph that has to be found in each, as a file and through a stream; archives cut at every
// byte. Where archives cannot be read, their refusal is what is tested.
#include "archives.hpp"

#include "support.hpp"
#include <graphblas_gpu/io/read.hpp>

#include <sstream>

using namespace io_test;

namespace {

const std::string triangle = "0 1\n1 2\n2 0\n", path_of_two = "0 1\n1 2\n";

bool reads_archives(const char* test) {
    if (std::string(" " UNPACKS " ").find(" archive ") != std::string::npos) return true;
    const temporary_directory dir;
    for (const std::string& bytes : {tar_of({{"g.tsv", triangle}}), zip_of({{"g.tsv", triangle}})}) {
        const std::string path = dir.file("a", bytes);
        check_io_error([&] { load_text(path); }, path, 0, "built without the package libarchive-dev");
    }
    WARN("skipped: " << test << ": the library was built without libarchive");
    return false;
}

std::string text_of_stream(const std::string& bytes, const std::string& member = {}) {
    std::istringstream stream(bytes);
    gb::io::input from(stream, "stream", gb::io::member_path{member});
    std::string text(bytes.size() + 100, '\0');
    text.resize(from.read(text.data(), text.size()));
    // At the end of the member the rest of an archive that is a stream is looked at.
    char more = 0;
    const bool has_ended = from.read(&more, 1) == 0;
    CHECK(has_ended);
    return text;
}

}  // namespace

TEST_CASE("archives: the member that is a graph is read", "[io][archives]") {
    if (!reads_archives("archives: the member that is a graph is read")) return;
    const temporary_directory dir;
    const std::vector<std::pair<archive_members, std::string>> archives = {
        {{{"g.tsv", triangle}}, "g.tsv"},
        {{{"d/", ""}, {"d/README.md", "x"}, {"d/g.csv", triangle}, {"d/LICENSE", "x"}, {".hidden", "x"}}, "d/g.csv"},
        {{{"__MACOSX/._g.csv", "x"}, {"g.csv", triangle}}, "g.csv"},
        {{{"./g.csv", triangle}}, "g.csv"},
        {{{"gr\xc3\xbc\xc3\x9f"
           "e.tsv",
           triangle}},
         "gr\xc3\xbc\xc3\x9f"
         "e.tsv"},
        // KONECT
        {{{"w/README.w", "x"}, {"w/meta.w", "x"}, {"w/out.w", triangle}}, "w/out.w"},
        // The SuiteSparse Matrix Collection
        {{{"m/m_b.mtx", "x"}, {"m/m.mtx", triangle}, {"m/m_coord.mtx", "x"}}, "m/m.mtx"},
        // A member that is packed itself.
        {{{"g.tsv.gz", gzipped(triangle)}}, "g.tsv.gz"},
    };
    for (const auto& [members, graph] : archives) {
        INFO(graph);
        for (const std::string& bytes :
             {tar_of(members), gzipped(tar_of(members)), zip_of(members), zip_of(members, true), gzipped(zip_of(members))}) {
            const std::string path = dir.file("archive", bytes);
            CHECK(gb::io::input(path).name() == path + ":" + graph);
            CHECK(load_text(path) == triangle);
            CHECK(text_of_stream(bytes) == triangle);
            CHECK(gb::read_coordinates(path, {.format = gb::file_format::edge_list}).size() == 3);
        }
    }
    // The name of the member tells the format, and messages name it.
    const std::string market = dir.file("m.zip", zip_of({{"m/m.mtx", triangle}}));
    check_io_error([&] { gb::read_coordinates(market); }, market + ":m/m.mtx", 1, "the first line has to be");
}

TEST_CASE("archives: several graphs or none", "[io][archives]") {
    if (!reads_archives("archives: several graphs or none")) return;
    const temporary_directory dir;
    const archive_members several = {{"a.tsv", path_of_two}, {"README", "x"}, {"g.tsv", triangle}};
    for (const std::string& bytes : {tar_of(several), gzipped(tar_of(several)), zip_of(several), gzipped(zip_of(several))}) {
        const std::string path = dir.file("archive", bytes), members = "'a.tsv', 'README', 'g.tsv'";
        check_io_error([&] { load_text(path); }, path, 0, "several members of the archive may be the graph; --member says");
        check_io_error([&] { load_text(path); }, path, 0, members);
        check_io_error([&] { text_of_stream(bytes); }, "stream", 0, members);
        CHECK(gb::read_coordinates(path, {.member = "g.tsv"}).size() == 3);
        CHECK(gb::read_coordinates(path, {.member = "./a.tsv"}).size() == 2);
        CHECK(text_of_stream(bytes, "g.tsv") == triangle);
        check_io_error([&] { gb::read_coordinates(path, {.member = "tsv"}); }, path, 0, "no such member 'tsv'");
    }
    const archive_members none = {{"README.txt", "x"}, {"m/m_b.mtx", "x"}};
    for (const std::string& bytes : {tar_of(none), zip_of(none)}) {
        const std::string path = dir.file("archive", bytes);
        check_io_error([&] { load_text(path); }, path, 0, "no member of the archive looks like a graph");
    }
    const std::string empty = dir.file("empty.zip", zip_of({}));
    check_io_error([&] { load_text(empty); }, empty, 0, "the archive is empty");
    const std::string workbook = dir.file("g.xlsx", zip_of({{"[Content_Types].xml", "x"}, {"xl/sheet1.xml", "x"}}));
    check_io_error([&] { load_text(workbook); }, workbook, 0, "save its sheet of edges as CSV");
    const std::string plain = dir.file("g.tsv", triangle);
    CHECK_THROWS_AS(gb::read_coordinates(plain, {.member = "g.tsv"}), gb::invalid_value);
}

TEST_CASE("archives: truncated or damaged", "[io][archives]") {
    if (!reads_archives("archives: truncated or damaged")) return;
    const temporary_directory dir;
    const auto refused = [&](const std::string& bytes) {
        const std::string path = dir.file("cut", bytes);
        return std::string(io_error_of([&] { gb::read_coordinates(path); }).what()).substr(path.size());
    };
    const archive_members one = {{"g.tsv", triangle}};
    const std::string zip = zip_of(one, true), tar = tar_of(one);
    for (std::size_t kept = 4; kept < zip.size(); ++kept)
        CHECK(refused(zip.substr(0, kept)).find("ZIP archive") != std::string::npos);
    // The zeros at the end of a tar archive may be missing.
    for (std::size_t kept = 512; kept < 1024; ++kept)
        CHECK(refused(tar.substr(0, kept)).find("truncated or corrupt tar archive") != std::string::npos);
    std::string spoiled = zip_of(one);
    spoiled[spoiled.find(triangle)] = '1';
    CHECK(refused(spoiled).find("CRC") != std::string::npos);
}
