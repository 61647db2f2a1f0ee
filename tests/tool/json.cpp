// Idea: programs read --json. Its version, its codes and the types of its fields are what docs/json.md says; numbers stand
// where numbers are meant, and an error is an object too.
#include "support.hpp"

#include <filesystem>
#include <limits>
#include <regex>
#include <set>

using namespace tool_test;
using nlohmann::json;

TEST_CASE("every answer begins with the version of its schema", "[tool][json]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    for (const std::string& command :
         {"info " + graph, "tc " + graph, "mxm " + graph, std::string("cache"), "generate grid2d 2 --out " + here / "x.mtx",
          "convert " + graph + " " + here / "y.mtx", "order " + graph}) {
        INFO(command);
        CHECK(run_grb(command + " --json").out.starts_with("{\"schema\":1,"));
    }
}

TEST_CASE("changes are numbers", "[tool][json]") {
    const folder here;
    const json changes = answer("tc " + here.file("g.tsv", "0 1 5\n0 1 5\n2 2 1\n"))["changes"];
    CHECK(changes == json{{"relabelled", 0},
                          {"weights_ignored", true},
                          {"self_loops_dropped", 1},
                          {"mirrored", 1},
                          {"conflicting_directions", 0},
                          {"duplicates_merged", 1}});
    const std::string both = here.file("both.tsv", "0 1 3\n1 0 5\n");
    const json of_product = answer("mxm " + both + " " + both + " --undirected")["changes"];
    CHECK(of_product["A"]["conflicting_directions"] == 1);
    CHECK(of_product["B"] == of_product["A"]);
    // In text a sentence stands in their place.
    CHECK(has(run_grb("mxm " + both + " " + both + " --undirected").out, "A: gave both directions one value"));
}

TEST_CASE("ids beyond 2^53 are texts, other 64-bit integers are exact", "[tool][json]") {
    const folder here;
    const auto sources = [&](const char* id) {
        const std::string graph = here.file("g.tsv", std::string("0 ") + id + "\n");
        return answer("bfs " + graph + " --relabel --source 0," + id)["sources"];
    };
    CHECK(sources("9007199254740992") == json{0, 9007199254740992});
    CHECK(sources("9007199254740993") == json{"0", "9007199254740993"});
    const std::string heavy = here.file("w.tsv", "0 1 9007199254740993\n");
    CHECK(has(run_grb("mssp " + heavy + " --json").out, "\"max_distance\":[9007199254740993]"));
}

TEST_CASE("with --json an error is an object, and the line on standard error stays", "[tool][json]") {
    const folder here;
    const std::string bad = here.file("bad.tsv", "0 1\n1 two\n");
    const outcome of_line = run_grb("tc " + bad + " --json");
    CHECK(of_line.status == 1);
    const json error = json::parse(of_line.out);
    CHECK(error["schema"] == 1);
    CHECK(error["error"]["code"] == "io_error");
    CHECK(error["error"]["file"] == bad);
    CHECK(error["error"]["line"] == 2);
    CHECK(of_line.err == "grb: " + error["error"]["message"].get<std::string>() + "\n");

    const std::string missing = here / "none.tsv";
    const json of_file = json::parse(run_grb("info --json " + missing).out)["error"];
    CHECK(of_file["file"] == missing);
    CHECK_FALSE(of_file.contains("line"));

    const outcome usage = run_grb("tc --json " + bad + " --no-such-option");
    CHECK(usage.status == 2);
    CHECK(json::parse(usage.out)["error"]["code"] == "usage_error");
    CHECK(run_grb("tc " + bad).out.empty());
}

TEST_CASE("docs/json.md has the code of every note in the sources", "[tool][json]") {
    const std::string root = GRB_SOURCE_DIR, page = text_of(root + "/docs/json.md");
    std::set<std::string> known, given;
    const std::regex in_page("`([a-z_]+)`");
    for (std::sregex_iterator word(page.begin(), page.end(), in_page), end; word != end; ++word) known.insert((*word)[1]);
    // A note begins with its code, unless it is handed on, or declared.
    const std::regex call(R"re((?:[ .>_]note\(\s*\{?|push_back\(\s*\{)\s*("[a-z_]+"|[^;\n]{1,20}))re");
    const std::regex text(R"re("[a-z_]+")re");
    const std::regex handed_on(R"re(n\).*|n\.code, .*|std::move\((n|code)\).*|std::string code.*|gb::read_note n.*)re");
    for (const char* const folder : {"/graphblas_gpu/io", "/tools"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root + folder)) {
            if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
            const std::string source = text_of(entry.path().string());
            for (std::sregex_iterator at(source.begin(), source.end(), call), end; at != end; ++at) {
                const std::string code = (*at)[1];
                const bool is_note = at->str().find("note(") != std::string::npos;
                INFO(entry.path().string() << ": " << code);
                if (std::regex_match(code, text)) given.insert(code.substr(1, code.size() - 2));
                else if (is_note) CHECK(std::regex_match(code, handed_on));
            }
        }
    }
    CHECK(given.size() >= 50);
    for (const std::string& code : given) {
        INFO(code);
        CHECK(known.count(code) == 1);
    }
}

TEST_CASE("tables are aligned by the columns of the terminal", "[tool][json]") {
    const folder here;
    // Two bytes and one column; three bytes and two columns; a letter and a combining mark; plain.
    const std::string graph = here.file("p.csv", "\u00c5sa,\u6771\u4eac\ncafe\u0301,Bob\nBob,\u6771\u4eac\n");
    const std::string text = run_grb("bfs " + graph + " --named --source \u00c5sa,\u6771\u4eac,cafe\u0301,Bob").out;
    CHECK(has(text, "\n\u00c5sa            2"));
    CHECK(has(text, "\n\u6771\u4eac           1"));
    CHECK(has(text, "\ncafe\u0301           3"));
    CHECK(has(text, "\nBob            2"));
}
