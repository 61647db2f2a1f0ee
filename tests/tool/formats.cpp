// Idea: files of other programs, from the command line to the answer: vertices are called as in the file, --format names the
// format, and what is not read is refused in a line.
#include "support.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace tool_test;

TEST_CASE("grb reads the formats of other programs", "[tool][input]") {
    const folder here;
    // A triangle with a tail and a vertex alone; taken for an edge list, such a file was another graph.
    const std::string metis = here.file("a.graph", "5 4\n2 3\n1 3\n1 2 4\n3\n\n");
    CHECK(answer("tc " + metis)["triangles"] == 1);
    CHECK(answer("cc " + metis)["components"] == 2);
    const std::string roads = here.file("a.gr", "c roads\np sp 4 3\na 1 2 5\na 2 3 7\na 1 3 20\n");
    const std::string distances = here / "distances.tsv";
    CHECK(answer("mssp " + roads + " --source 1 --to 3 --directed --out " + distances)["nrows"] == 4);
    CHECK(has(text_of(distances), "1\t3\t12"));
    const std::string network = here.file("a.net", "*Vertices 3\n1 \"Ann, A\"\n2 \"Bob\"\n3 \"Cy\"\n*Edges\n1 2\n");
    const std::string reached = here / "reached.tsv";
    CHECK(run_grb("bfs " + network + " --source '\"Ann, A\"' --out " + reached).status == 0);
    CHECK(has(text_of(reached), "Bob"));
    CHECK(run_grb("cc " + network + " --names " + reached).status == 0);
    CHECK(text_of(reached) == "Ann, A\nBob\nCy\n");
    CHECK(has(complaint("bfs " + network + " --source Dan", 1), "no vertex is called Dan"));
    CHECK(has(complaint("bfs " + roads + " --source 1 --one-based", 2), "--one-based"));
    CHECK(has(complaint("bfs " + roads + " --source 0", 1), "no vertex is called 0"));
}

TEST_CASE("grb shows names with line breaks in one line", "[tool][input]") {
    const folder here;
    const std::string path = here.file("a.gml",
                                       "graph [ node [ id 0 label \"a\" ] node [ id 1 label \"c\nd\" ]\n"
                                       "edge [ source 0 target 1 weight NAN ] ]\n");
    CHECK(has(complaint("mssp " + path + " --source a", 1), "from a to 'c\\x0ad' is not finite"));
    CHECK(has(complaint("bfs " + path + " --source 'x y'", 1), "no vertex is called 'x y'"));
}

namespace {

/// The text with each mark written so often that it stands for itself, between two others.
std::string within(char mark, const std::string& text, const std::string& escaped) {
    std::string word(1, mark);
    for (const char c : text) word += c == mark ? escaped : std::string(1, c);
    return word + mark;
}

std::string for_shell(const std::string& word) { return within('\'', word, "'\\''"); }
std::string in_quotes(const std::string& name) { return within('"', name, "\"\""); }

/// What docs/json.md says about the bytes of names.
std::string bytes_of(const std::string& of_json) {
    std::string bytes;
    for (std::size_t k = 0; k < of_json.size(); ++k) {
        const auto byte = [&](std::size_t n) { return n < of_json.size() ? static_cast<unsigned char>(of_json[n]) : 0U; };
        const bool stands_for_byte = byte(k) == 0xee && (byte(k + 1) == 0xbe || byte(k + 1) == 0xbf);
        bytes += stands_for_byte ? static_cast<char>((byte(k + 1) == 0xbf ? 0xc0 : 0x80) | (byte(k + 2) & 0x3fU)) : of_json[k];
        k += stands_for_byte ? 2 : 0;
    }
    return bytes;
}

/// A terminal shows it, and does nothing else.
void check_shown(const std::string& text) {
    INFO(nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
    CHECK_NOTHROW(nlohmann::json(text).dump());  // it is UTF-8
    CHECK(std::none_of(text.begin(), text.end(), [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == '\x7f'; }));
    for (const char* const hidden : {"\u202e", "\u2028", "\u009b"}) CHECK_FALSE(has(text, hidden));
}

}  // namespace

TEST_CASE("grb prints nothing that controls a terminal, whatever names and files are called", "[tool][input]") {
    const folder here;
    // The last ones look like what stands for a byte in messages and in JSON.
    const std::vector<std::string> names{"line\nbreak", "esc\x1b[31m", "tab\there", "quo\"te",      "apo'strophe",
                                         "back\\slash", "\xff",        "bad\xfe",   "bidi\u202e",   "line\u2028",
                                         "c1\u009b",    "del\x7f",     "\\xff",     "\xed\xb3\xbf", "\\udcff",
                                         "\uefff",      "\u6771\u4eac"};
    std::string edges, sources;
    for (std::size_t k = 0; k < names.size(); ++k) {
        edges += in_quotes(names[k]) + "," + in_quotes(names[(k + 1) % names.size()]) + ",1\n";
        sources += (k == 0 ? "" : ",") + in_quotes(names[k]);
    }
    const std::string name = "e v\nil\x1b]0;x\x07\xff\u202e\"'\\\t",
                      printed = "e v\\x0ail\\x1b]0;x\\x07\\xff\\xe2\\x80\\xae\"'\\\\x09";
    const std::string graph = for_shell(here.file(name + ".csv", edges)), odd = for_shell(name);
    std::vector<std::string> commands{"bfs " + graph + " --named --verbose --to " + for_shell(in_quotes(names[6])) +
                                      " --source " + for_shell(sources)};
    for (const char* const command : {"info", "tc", "lcc", "kcore", "ktruss", "jaccard", "cc", "scc", "communities", "mcl",
                                      "mis", "msf", "louvain", "pagerank", "bfs", "mssp", "betweenness", "closeness", "order"})
        commands.push_back(std::string(command) + " " + graph + " --named");
    for (const std::string& more :
         {"--out " + for_shell(here / (name + ".tsv")), "--out " + for_shell(here / (name + "/x")), "--format " + odd,
          "--columns " + odd, "--threads " + odd, "--engine " + odd, "--weights " + odd, "--vertices " + odd, "--" + odd,
          "--separator " + odd, odd, "--names " + odd + "/x"})
        commands.push_back("cc " + graph + " " + more + (more.starts_with("--out") ? " --named" : ""));
    for (const std::string& line :
         {odd, "bfs " + graph + " --named --source " + odd, "info " + odd, "completion " + odd, "generate " + odd,
          "convert " + graph + " " + odd + ".nope --named", "mxm " + graph + " --semiring " + odd,
          "mxm " + graph + " --type " + odd, "pagerank " + graph + " --named --start " + odd})
        commands.push_back(line);
    for (const std::string& command : commands) {
        for (const char* const form : {"", " --json"}) {
            INFO(command << form);
            const outcome result = run_grb(command + form);
            check_shown(result.out);
            check_shown(result.err);
            std::istringstream lines(result.err);
            std::size_t count = 0;
            for (std::string line; std::getline(lines, line); ++count) CHECK(line.starts_with("grb: "));
            if (result.status != 0) CHECK(count == 1);
            if (*form != '\0') CHECK(nlohmann::json::accept(result.out));
        }
    }
    CHECK(has(run_grb("cc " + graph + " --named").out, printed + ".csv\n"));
    const nlohmann::json found = answer("bfs " + graph + " --named --source " + for_shell(sources));
    CHECK(bytes_of(found["file"]) == here / (name + ".csv"));
    REQUIRE(found["sources"].size() == names.size());
    for (std::size_t k = 0; k < names.size(); ++k) {
        CHECK(bytes_of(found["sources"][k]) == names[k]);
        for (std::size_t other = 0; other < k; ++other) CHECK(found["sources"][k] != found["sources"][other]);
    }
    CHECK(found["sources"][6] == "\uefff");
    CHECK(found["sources"][15] == "\uefee\uefbf\uefbf");
    CHECK(has(run_grb("bfs " + graph + " --named --json --source " + for_shell(in_quotes(names[6]))).out, "[\"\\uefff\"]"));
}

TEST_CASE("grb reads back every name that it writes", "[tool][input]") {
    const folder here;
    const std::vector<std::string> names{"\ufeffmark", "line\nbreak", "two\r\nlines\n", "\fform", "bar\v",
                                         " blank ",    "\"",          "a\"\"b",         "#x",     "%y",
                                         "source",     "target",      "a,b\tc;d",       "\x1b"};
    nlohmann::json graph{{"directed", true}, {"nodes", nlohmann::json::array()}, {"links", nlohmann::json::array()}};
    for (std::size_t k = 0; k < names.size(); ++k) {
        graph["nodes"].push_back({{"id", names[k]}});
        graph["links"].push_back({{"source", names[k]}, {"target", names[(k + 1) % names.size()]}});
    }
    const std::string links = here.file("g.json", graph.dump()), empty = here.file("e.tsv", "# Nodes: 0 Edges: 0\n");
    std::string sources;
    for (const std::string& name : names) sources += (sources.empty() ? "" : ",") + in_quotes(name);
    for (const std::string suffix : {".tsv", ".csv"}) {
        const std::string edges = here / "o" + suffix, listed = here / "names", again = here / "again",
                          ranks = here / "r" + suffix;
        REQUIRE(run_grb("convert " + links + " " + edges).status == 0);
        const nlohmann::json found =
            answer("bfs " + edges + " --named --source " + for_shell(sources) + " --to " + for_shell(in_quotes(names[0])));
        CHECK(found["nrows"] == names.size());
        CHECK(found["nvals"] == names.size());
        CHECK(found["paths"][1]["vertices"].size() == names.size());
        CHECK(found["paths"][1]["vertices"][1] == names[2]);
        // The name of a column that is the name of a vertex would make the line an edge.
        if (suffix == ".csv") CHECK(text_of(edges).starts_with("src,dst\n"));
        REQUIRE(run_grb("cc " + edges + " --named --names " + listed).status == 0);
        REQUIRE(run_grb("cc " + empty + " --named --vertices " + listed + " --names " + again).status == 0);
        CHECK(text_of(again) == text_of(listed));
        CHECK(answer("cc " + empty + " --named --vertices " + listed)["nrows"] == names.size());
        CHECK(run_grb("pagerank " + edges + " --named --out " + ranks).status == 0);
        CHECK(run_grb("pagerank " + edges + " --named --start " + ranks).status == 0);
    }
    CHECK(has(complaint("cc " + empty + " --named --vertices " + here.file("open", "a\n\"b\nc\n\"d\" e\n"), 1),
              "open:4: 'd\" e'"));
}

TEST_CASE("grb --format names the format of a file", "[tool][input]") {
    const folder here;
    const std::string edges = here.file("a.graph", "0 1\n1 2\n"), lists = here.file("a.txt", "0 1 2\n1 2\n");
    CHECK(has(complaint("info " + edges, 1), "--format edges"));
    CHECK(answer("info " + edges + " --format edges")["nvals"] == 2);
    CHECK(answer("info " + lists + " --format adjacency")["nvals"] == 3);
    CHECK(answer("convert " + edges + " " + (here / "b.mtx") + " --from edges")["nvals"] == 2);
    CHECK(has(complaint("info " + edges + " --format dot", 2), "metis"));
    CHECK(has(complaint("info " + lists + " --format adjacency --columns 1,2", 2), "--columns is for edge lists"));
    const std::string page = here.file("page.mtx", "<!DOCTYPE html><html>404</html>\n");
    CHECK(has(complaint("tc " + page, 1), "this is a web page"));
}
