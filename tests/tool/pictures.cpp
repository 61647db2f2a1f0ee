// Idea: what grb picture says of a graph and refuses. Where its shapes are, pictures.py finds out.
#include "support.hpp"

#include <filesystem>
#include <string>
#include <vector>

using namespace tool_test;
using nlohmann::json;

TEST_CASE("grb picture tells the numbers that it shows", "[tool][picture]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph), out = here / "g.svg";
    const json all = answer("picture " + graph + " --out " + out);
    CHECK(all["nrows"] == 5);
    CHECK(all["symmetric"] == false);
    CHECK(all["block_side"] == 1);
    CHECK(all["block_entries"] == json({0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}));
    CHECK(all["degrees"] == json({1, 2}));
    CHECK(all["vertices_of_degree"] == json({4, 1}));
    CHECK(all["in_degrees"] == json({1, 2}));
    CHECK(all["vertices_of_in_degree"] == json({2, 2}));
    CHECK(all["without_edges_in"] == 1);
    CHECK(all["component_sizes"] == json({1, 4}));
    CHECK(all["components_of_size"] == json({1, 1}));
    CHECK(all["strong_component_sizes"] == json({1, 3}));
    CHECK(all["strong_components_of_size"] == json({2, 1}));
    CHECK(all["source"] == 0);
    CHECK(all["vertices_on_level"] == json({1, 2, 1}));
    CHECK(all["engine"] == "host");
    const std::string picture = text_of(out);
    CHECK(picture.starts_with("<svg "));
    for (const char* const words :
         {"g.tsv", "5 vertices, 6 entries, not symmetric", "Density of the matrix", "Degrees",
          "2 weak, largest 4; 3 strong, largest 3", "from vertex 0: 4 of 5 vertices reached, last level 2",
          "prefers-color-scheme: dark", "<desc>"})
        CHECK(has(picture, words));
}

TEST_CASE("grb picture draws one picture, and in one theme, where it is asked to", "[tool][picture]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph), out = here / "g.svg";
    const json one = answer("picture " + graph + " --only levels --source 4 --theme dark --out " + out);
    CHECK(one["vertices_on_level"] == json({1}));
    CHECK_FALSE(one.contains("degrees"));
    const std::string picture = text_of(out);
    CHECK(has(picture, "from vertex 4: 1 of 5 vertices reached"));
    CHECK_FALSE(has(picture, "Degrees"));
    CHECK_FALSE(has(picture, "prefers-color-scheme"));
    // On standard output the picture is alone.
    const outcome piped = run_grb("picture " + graph + " --only degrees --out -");
    CHECK(piped.out.starts_with("<svg "));
    CHECK(piped.out.ends_with("</svg>\n"));
    // Names are no markup, and dots of many vertices are few.
    const std::string named = here.file("<&>.csv", "<b>,\"&\"\n");
    CHECK(run_grb("picture '" + named + "' --named --out " + out).status == 0);
    CHECK(has(text_of(out), "&lt;&amp;&gt;.csv"));
    CHECK(has(text_of(out), "from vertex &lt;b&gt;"));
}

TEST_CASE("grb picture draws graphs that have nothing to show", "[tool][picture]") {
    const folder here;
    const std::string out = here / "g.svg";
    const auto matrix = [&](int n) {
        return here.file("m" + std::to_string(n) + ".mtx", "%%MatrixMarket matrix coordinate pattern general\n" +
                                                               std::to_string(n) + " " + std::to_string(n) + " 0\n");
    };
    const json none = answer("picture " + matrix(0) + " --out " + out);
    CHECK(none["components"] == 0);
    CHECK_FALSE(none.contains("source"));
    CHECK(has(text_of(out), "no vertices"));
    const json one = answer("picture " + matrix(1) + " --out " + out);
    CHECK(one["vertices_on_level"] == json({1}));
    CHECK(one["without_edges"] == 1);
    CHECK(has(text_of(out), "no edges"));
    CHECK(has(text_of(out), "1 component, largest 1 vertex"));
    const json many = answer("picture " + matrix(1000) + " --out " + out);
    CHECK(many["components_of_size"] == json({1000}));
    CHECK(many["largest_block"] == 0);
    CHECK_FALSE(has(text_of(out), "nan"));
    CHECK_FALSE(has(text_of(out), "inf"));
}

TEST_CASE("grb picture says what is wrong", "[tool][picture]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const std::string wide = here.file("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 3\n");
    const std::string line = "picture " + graph;
    CHECK(has(complaint(line, 2), "--out"));
    CHECK(has(complaint(line + " --out " + here / "g.gif", 2), ".svg or .png"));
    CHECK(has(complaint(line + " --out " + here / "g", 2), ".svg or .png"));
    CHECK(has(complaint(line + " --only colours --out " + here / "g.svg", 2), "--only"));
    CHECK(has(complaint(line + " --theme pink --out " + here / "g.svg", 2), "--theme"));
    CHECK(has(complaint(line + " --theme auto --out " + here / "g.png", 2), "--theme auto"));
    CHECK(has(complaint(line + " --only degrees --source 1 --out " + here / "g.svg", 2), "--source"));
    CHECK(has(complaint(line + " --source 9 --out " + here / "g.svg", 1), "9"));
    CHECK(has(complaint(line + " --out /nowhere/at/all/g.svg", 1), "/nowhere/at/all"));
    CHECK(has(complaint("picture " + here.file("empty.tsv", "") + " --out " + here / "g.svg", 1), "empty.tsv"));
    CHECK(has(complaint("picture " + wide + " --out " + here / "g.svg", 1), "2 x 3"));
    CHECK(has(complaint("picture " + wide + " --only levels --out " + here / "g.svg", 1), "--only density"));
    CHECK(has(complaint(line + " --engine cuda --out " + here / "g.svg", 2), "--engine"));
    CHECK_FALSE(std::filesystem::exists(here / "g.svg"));
    CHECK(answer("picture " + wide + " --only density --out " + here / "g.svg")["block_entries"] == json({0, 0, 1, 0, 0, 0}));
    CHECK(has(text_of(here / "g.svg"), "2 rows × 3 columns"));
}

TEST_CASE("grb report has the numbers of the other commands", "[tool][report]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph), out = here / "g.html";
    for (const std::string options : {"", " --undirected", " --weights none"}) {
        INFO(options);
        const json all = answer("report " + graph + " --time-limit 0 --out " + out + options);
        const std::string page = text_of(out);
        const json info = answer("info " + graph + options);
        for (const char* const name : {"format", "nrows", "nvals", "duplicates", "self_loops", "symmetric", "largest_row"}) {
            CHECK(all[name] == info[name]);
            CHECK(has(page, "<th scope=\"row\">" + std::string(name) + "</th>"));
        }
        CHECK(all["source"] == (options == " --undirected" ? 1 : 0));
        const json bench = answer("bench " + graph + " --time-limit 0" + options);
        REQUIRE(all["lines"].size() == bench["lines"].size());
        for (std::size_t k = 0; k < bench["lines"].size(); ++k) {
            CHECK(all["lines"][k]["name"] == bench["lines"][k]["name"]);
            CHECK(all["lines"][k]["result"] == bench["lines"][k]["result"]);
            CHECK(all["lines"][k]["median_ms"].get<double>() > 0);
        }
        int chosen = 0, fastest = 0;
        for (const json& line : all["products"]) {
            CHECK(line["median_ms"].get<double>() > 0);
            chosen += line["chosen"].get<bool>();
            fastest += line["fastest"].get<bool>();
            for (const json& other : all["products"])
                if (line["fastest"] && other["product"] == line["product"]) CHECK(line["median_ms"] <= other["median_ms"]);
        }
        CHECK(all["products"].size() == 10);
        CHECK(chosen == 2);
        CHECK(fastest == 2);
        const json product = answer("mxm " + graph + options);
        const std::string method = product["method"], reason = product["reason"];
        CHECK(has(page, "the planner chooses " + method + " (" + reason + ")"));
        CHECK(has(page, "<html lang=\"en\">"));
        CHECK(has(page, "Levels of a breadth-first search"));
    }
}

TEST_CASE("grb report writes about small graphs, and says what is wrong with others", "[tool][report]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph), out = here / "g.html";
    const auto matrix = [&](int n) {
        const std::string size = std::to_string(n);
        return here.file("m" + size + ".mtx",
                         "%%MatrixMarket matrix coordinate pattern general\n" + size + " " + size + " 0\n");
    };
    CHECK(answer("report " + matrix(1) + " --time-limit 0 --out " + out)["nvals"] == 0);
    CHECK(has(text_of(out), "no edges"));
    CHECK(answer("report " + matrix(7) + " --time-limit 0 --out " + out)["nrows"] == 7);
    // A line that fails is noted on the page, and the others are there.
    const json cycle = answer("report " + here.file("c.tsv", "0 1 1\n1 2 -3\n2 1 1\n") + " --time-limit 0 --out " + out);
    CHECK(has(cycle["notes"].dump(), "negative"));
    CHECK(has(text_of(out), "negative"));
    CHECK(has(complaint("report " + matrix(0) + " --out " + out, 1), "no vertices"));
    CHECK(has(complaint("report " + graph, 2), "--out"));
    CHECK(has(complaint("report " + graph + " --out " + here / "g.pdf", 2), ".html"));
    CHECK(has(complaint("report " + graph + " --out /nowhere/g.html --time-limit 0", 1), "/nowhere"));
    CHECK(has(complaint("report " + graph + " --out " + out + " --time-limit -1", 2), "--time-limit"));
    CHECK(has(complaint("report " + graph + " --out " + out + " --source 9", 1), "9"));
    CHECK(has(complaint("report " + here.file("w.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n") +
                            " --out " + out,
                        1),
              "2x3"));
}
