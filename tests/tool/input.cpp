// Needs: grb; gzip, bzip2, xz and zstd where they are installed.
// Idea: edge lists as people have them, from the command line: what vertices are called goes in with --source and comes
// out everywhere, refusals name the option that helps, and that option helps.
#include "support.hpp"

#include <vector>

using namespace tool_test;
using nlohmann::json;

namespace {

constexpr const char* friends = "source,target,weight\n\"Doe, Jo\",bob,4\nbob,\"x \"\"y\"\"\",2\n\"x \"\"y\"\"\",carol,1\n";

}  // namespace

TEST_CASE("grb takes ids for names where it is asked to", "[tool][input]") {
    const folder here;
    const std::string graph = here.file("g.csv", friends);
    const std::string quote = "'\"Doe, Jo\",carol'";
    const json found = answer("bfs " + graph + " --named --source " + quote + " --out " + here / "l.tsv");
    CHECK(found["sources"] == json({"Doe, Jo", "carol"}));
    CHECK(found["reached"] == json({4, 1}));
    CHECK(has(found["notes"].dump(), "ids are names: 4 vertices were numbered in order of appearance"));
    CHECK(has(found["notes"].dump(), "line 1 was taken for a header"));
    CHECK(text_of(here / "l.tsv") ==
          "# source\tvertex\tlevel\tparent\nDoe, Jo\tDoe, Jo\t0\tDoe, Jo\nDoe, Jo\tbob\t1\tDoe, Jo\n"
          "Doe, Jo\t\"x \"\"y\"\"\"\t2\tbob\nDoe, Jo\tcarol\t3\t\"x \"\"y\"\"\"\ncarol\tcarol\t0\tcarol\n");

    const json paths = answer("mssp " + graph + " --names " + here / "names.txt" + " --out " + here / "d.tsv");
    CHECK(paths["sources"] == json({"Doe, Jo"}));
    CHECK(paths["distance_sum"] == json({4 + 6 + 7}));
    CHECK(text_of(here / "names.txt") == "Doe, Jo\nbob\n\"x \"\"y\"\"\"\ncarol\n");
    CHECK(has(text_of(here / "d.tsv"), "Doe, Jo\tcarol\t7\t\"x \"\"y\"\"\"\n"));

    answer("convert " + graph + " " + here / "a.tsv --named --old-ids " + here / "ids.tsv");
    CHECK(text_of(here / "ids.tsv") == "# vertex\tid\n0\tDoe, Jo\n1\tbob\n2\t\"x \"\"y\"\"\"\n3\tcarol\n");
    CHECK(has(text_of(here / "a.tsv"), "0\t1\t4\n1\t2\t2\n2\t3\t1\n"));
    CHECK(has(answer("convert " + graph + " " + here / "a.gbm --named")["notes"].dump(), "--old-ids"));
    answer("order " + graph + " --named --by degree --old-ids " + here / "order.tsv");
    CHECK(has(text_of(here / "order.tsv"), "\tcarol\n"));
    CHECK(answer("tc " + graph + " --named")["triangles"] == 0);

    CHECK(has(complaint("bfs " + graph + " --named --source dave", 1), "no vertex is called dave"));
    const std::string bad = here.file("bad.csv", "a,b,-1\nb,a,-2\n");
    CHECK(has(complaint("mssp " + bad + " --named", 1), "vertices by the order of their names"));
}

TEST_CASE("grb reads back what it writes, whatever is in the names", "[tool][input]") {
    const folder here;
    // Ends of lines, the separators, quotes, marks of comments, blanks at the ends.
    const std::string graph = here.file("g.csv",
                                        "\"a\nb\",\"#c\",1\n\"#c\",\"d\te,\"\"f\"\"\",2\n\"d\te,\"\"f\"\"\",\" g \",3\n"
                                        "\" g \",\"\r\nh\",4\n\"\r\nh\",\"\"\"\",5\n\"\"\"\",\"a\nb\",6\n");
    const std::string from = "--named --source '\"a\nb\",\"d\te,\"\"f\"\"\"' ";
    for (const std::string suffix : {".tsv", ".csv", ".txt.gz"}) {
        INFO(suffix);
        const std::string out = here / ("out" + suffix);
        for (const std::string command : {"bfs ", "mssp "}) {
            const json found = answer(command + graph + " --out " + out + " " + from);
            CHECK(found["sources"] == json({"a\nb", "d\te,\"f\""}));
            CHECK(found["reached"] == json({6, 6}));
            CHECK(answer(command + graph + " --answer " + out + " " + from)["sources"] == found["sources"]);
        }
        answer("pagerank " + graph + " --named --out " + out);
        CHECK(answer("pagerank " + graph + " --named --personalization " + out)["nrows"] == 6);
        for (const std::string& command : {"convert " + graph + " " + out, "msf " + graph + " --out " + out}) {
            answer(command + " --named");
            const json found = answer("mssp " + out + " --undirected " + from);
            CHECK(found["reached"] == json({6, 6}));
            CHECK(found["sources"] == json({"a\nb", "d\te,\"f\""}));
        }
    }
    const std::string few = here.file("few.csv", "\"#c\",\"\"\"\"\n");
    answer("cc " + few + " --named --names " + here / "names.txt");
    CHECK(text_of(here / "names.txt") == "\"#c\"\n\"\"\"\"\n");
    CHECK(answer("cc " + here.file("one.csv", "\"#c\",x\n") + " --named --vertices " + here / "names.txt")["nrows"] == 3);
}

TEST_CASE("grb does not take ids for names by itself, and says how it would", "[tool][input]") {
    const folder here;
    const std::string typo = here.file("t.tsv", "0 1\n1 2\n2 O\n");
    CHECK(complaint("info " + typo, 1).starts_with(typo + ":3: 'O' is not a vertex id"));
    CHECK(has(complaint("info " + typo, 1), "--named"));
    CHECK(answer("info " + typo + " --named")["nrows"] == 4);
    CHECK(has(complaint("bfs " + typo + " --source alice", 1), "--named"));
    CHECK(has(complaint("bfs " + typo + " --named --relabel", 2), "--relabel"));
    CHECK(has(complaint("bfs " + typo + " --named --one-based", 2), "--one-based"));
    CHECK(has(complaint("info " + typo + " --names -", 2), "--names"));
}

TEST_CASE("grb info counts vertices without entries", "[tool][input]") {
    const folder here;
    const auto count = [&](const std::string& text, const std::string& options = "") {
        return answer("info " + here.file("g", text) + options)["vertices_without_entries"];
    };
    CHECK(count("0 1\n1 1\n") == 0);
    CHECK(count("5 1\n3 3\n") == 3);
    CHECK(count("5 1\n3 3\n", " --relabel") == 0);
    CHECK(count("# Nodes: 9\n0 1\n") == 7);
    CHECK(count("%%MatrixMarket matrix coordinate pattern general\n2 4 2\n1 1\n1 4\n") == 3);
    CHECK(count("0 3\n1 3\n", " --bipartite --ids positions") == 3);
}

TEST_CASE("grb mxm and spamm name no options that they do not have", "[tool][input]") {
    const folder here;
    const std::string sparse = here.file("s.tsv", "1 2 1\n2 5 1\n"), words = here.file("w.tsv", "a b\n"),
                      declared = here.file("d.tsv", "# Nodes: 9 Edges: 1\n0 1\n");
    for (const std::string command : {"mxm ", "spamm --tau 0 "}) {
        const std::string notes = answer(command + sparse)["notes"].dump();
        CHECK(has(notes, "are on no line"));
        CHECK(has(notes, "--one-based"));
        CHECK_FALSE(has(notes, "--ids"));
        CHECK_FALSE(has(answer(command + declared)["notes"].dump(), "--ids"));
        const std::string refusal = complaint(command + words, 1);
        CHECK(refusal == words + ":1: 'a' is not a vertex id (a whole number from 0)");
    }
    CHECK(has(complaint("info " + words, 1), "--named"));
}

TEST_CASE("grb reads the columns that are named", "[tool][input]") {
    const folder here;
    const std::string temporal = here.file("t.txt", "1 2 3 1082040961\n3 4 5 1082155839\n");
    CHECK(complaint("info " + temporal, 1).starts_with(temporal + ":1: more than three columns"));
    CHECK(has(complaint("info " + temporal, 1), "--columns 1,2,3"));
    const json read = answer("info " + temporal + " --columns 1,2,3");
    CHECK(read["values"] == "integer");
    CHECK(read["nvals"] == 2);
    CHECK(answer("info " + temporal + " --columns 2,1")["values"] == "pattern");
    for (const char* const bad : {"1", "0,1", "1,2,3,4", "a,b", "1,", "1,1"})
        CHECK(has(run_grb("info " + temporal + " --columns " + bad).err, "--columns"));
    CHECK(complaint("info " + temporal + " --columns 1,-2", 2).starts_with("--columns"));
    CHECK(has(complaint("info " + temporal + " --columns 1,x", 1),
              ":1: --columns asks for the column 'x', but there is no header"));
    const std::string by_name = here.file("n.csv", "id,\"from, here\",to,km\n9,0,1,5\n8,1,2,2\n");
    const json found = answer("mssp " + by_name + " --columns '\"From, here\",to,KM'");
    CHECK(found["lengths"] == "column 4 (km)");
    CHECK(found["max_distance"] == json::array({7}));
    CHECK(has(complaint("bfs " + by_name + " --columns from,to", 1), "the header names 'id', 'from, here', 'to', 'km'"));
    const std::string attributes = here.file("x.txt", "0 1 {'weight': 5}\n1 2 {'weight': 2}\n");
    CHECK(answer("mssp " + attributes)["lengths"] == "attribute weight");
    CHECK(answer("tc " + attributes)["triangles"] == 0);
    const std::string odd = here.file("o.txt", "0:1\n1:2\n");
    CHECK(has(complaint("info " + odd, 1), "--separator"));
    CHECK(answer("info " + odd + " --separator :")["nvals"] == 2);
    CHECK(has(complaint("info " + odd + " --separator colon", 2), "semicolon"));
    CHECK(complaint("info " + odd + " --header maybe", 2).starts_with("--header"));
    const std::string market = here.file("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
    for (const char* const option : {"--named", "--columns 1,2", "--separator comma", "--header no", "--relabel", "--member a",
                                     "--comment none", "--bipartite", "--unipartite"})
        CHECK(has(complaint("info " + market + " " + option, 2), std::string(option).substr(0, 5)));
}

TEST_CASE("grb keeps the two sides of a bipartite graph apart", "[tool][input]") {
    const folder here;
    const std::string konect = here.file("out.x", "% bip unweighted\n% 4 3 2\n1 1\n1 2\n2 1\n3 2\n");
    const auto has_note = [](const json& found, const std::string& code) {
        for (const json& note : found["notes"])
            if (note["code"] == code) return true;
        return false;
    };
    const json found = answer("cc " + konect + " --out " + here / "c.tsv");
    CHECK(found["nrows"] == 5);
    CHECK(found["components"] == 1);
    CHECK(has_note(found, "bipartite"));
    CHECK(has(text_of(here / "c.tsv"), "\nright/2\tleft/1\n"));
    const json path = answer("bfs " + konect + " --source left/3 --to right/1 --out " + here / "l.tsv");
    CHECK(path["reached"] == json({5}));
    CHECK(path["paths"][0]["vertices"] == json({"left/3", "right/2", "left/1", "right/1"}));
    CHECK(has_note(path, "taken_as_undirected"));
    CHECK(answer("bfs " + konect + " --source left/3 --answer " + here / "l.tsv")["reached"] == json({5}));
    CHECK(answer("bfs " + konect + " --source left/1 --directed")["reached"] == json({3}));
    CHECK(answer("cc " + konect + " --unipartite")["nrows"] == 3);
    CHECK(has(complaint("bfs " + konect + " --source 1", 1), "left/ID (sources) and right/ID (targets)"));
    const json matrix = answer("info " + konect);
    CHECK(matrix["nrows"] == 4);  // ids count from 1, and --one-based says so
    CHECK(has_note(matrix, "bipartite"));
    CHECK(answer("info " + konect + " --one-based")["nrows"] == 3);
    CHECK(answer("info " + konect + " --one-based")["ncols"] == 2);

    const std::string named = here.file("n.csv", "x,y\nx,x\ny,x\n");
    CHECK(answer("cc " + named + " --named --bipartite")["nrows"] == 4);
    CHECK(answer("bfs " + named + " --named --bipartite --source left/y")["reached"] == json({4}));
    CHECK(answer("cc " + named + " --named")["nrows"] == 2);
}

TEST_CASE("grb takes what comments say about directions", "[tool][input]") {
    const folder here;
    const std::string graph = here.file("g.tsv", "# Undirected graph: g\n1 0\n2 1\n");
    const json found = answer("bfs " + graph + " --source 0");
    CHECK(found["reached"] == json({3}));
    CHECK(has(found["notes"].dump(), "line 1 says that the graph is undirected"));
    CHECK(answer("bfs " + graph + " --source 0 --directed")["reached"] == json({1}));
    CHECK(answer("info " + graph)["nvals"] == 2);
    CHECK(has(answer("info " + graph)["notes"].dump(), "declared_undirected"));
    const std::string directed = here.file("d.tsv", "# Directed graph: d\n1 0\n2 1\n");
    CHECK(answer("bfs " + directed + " --source 0")["reached"] == json({1}));
    CHECK_FALSE(has(answer("bfs " + directed + " --source 0")["notes"].dump(), "one direction"));
}

TEST_CASE("grb mssp takes an infinite weight for no edge", "[tool][input]") {
    const folder here;
    const std::string graph = here.file("g.tsv", "0 1 inf\n0 2 1.5\n2 1 5\n1 3 inf\n");
    for (const char* const type : {"double", "float", "int64"}) {
        const json found = answer("mssp " + graph + " --source 0 --type " + type);
        CHECK(found["reached"] == json({3}));
        CHECK(found["max_distance"] == json({std::string(type) == "int64" ? 6 : 6.5}));
        CHECK(has(found["notes"].dump(), "2 infinite weights were left out"));
    }
    const std::string repeated = here.file("r.tsv", "0 1 2.5\n0 1 inf\n");
    CHECK(answer("mssp " + repeated + " --source 0")["reached"] == json({2}));
    CHECK(answer("mssp " + repeated + " --source 0 --duplicates max")["reached"] == json({1}));
    CHECK(has(complaint("mssp " + here.file("n.tsv", "0 1 -inf\n") + " --source 0", 1), "is not finite"));
    CHECK(has(complaint("mssp " + here.file("m.tsv", "0 1 nan\n0 2 inf\n") + " --source 0", 1), "is not finite"));
}

TEST_CASE("grb counts from 1 in what it prints and writes if the file does", "[tool][input]") {
    const folder here;
    const std::string graph = here.file("g.tsv", "1 2\n2 3\n");
    const json found = answer("bfs " + graph + " --one-based --source 1,3 --out " + here / "l.tsv");
    CHECK(found["sources"] == json({1, 3}));
    CHECK(text_of(here / "l.tsv") == "# source\tvertex\tlevel\tparent\n1\t1\t0\t1\n1\t2\t1\t1\n1\t3\t2\t2\n3\t3\t0\t3\n");
    CHECK(answer("mssp " + graph + " --one-based")["sources"] == json({1}));
    CHECK(has(complaint("bfs " + graph + " --one-based --source 0", 1), "there are 3, counted from 1"));
    answer("convert " + graph + " " + here / "c.tsv --one-based");
    CHECK(has(text_of(here / "c.tsv"), "\n1\t2\n2\t3\n"));
    answer("order " + graph + " " + here / "o.tsv --one-based --by degree --old-ids " + here / "ids.tsv");
    CHECK(text_of(here / "ids.tsv") == "# vertex\tid\n1\t2\n2\t1\n3\t3\n");
    answer("mxm " + graph + " --one-based --out " + here / "m.tsv");
    CHECK(has(text_of(here / "m.tsv"), "\n1\t3\t1\n"));
    CHECK(has(complaint("info " + here.file("z.tsv", "1 2\n0 1\n") + " --one-based", 1), "without --one-based"));
    const std::string weights = here.file("w.tsv", "1 2 5\n2 3 3000000000\n");
    CHECK(has(complaint("mssp " + weights + " --one-based --type int32", 1), "of the edge from 2 to 3"));
}

TEST_CASE("grb relabels ids up to 2^64 - 1 where it is asked to", "[tool][input]") {
    const folder here;
    const std::string graph = here.file("g.tsv", "18446744073709551615 5000000000\n5000000000 7\n");
    CHECK(complaint("info " + graph, 1).starts_with(graph + ":1: vertex id '18446744073709551615'"));
    CHECK(has(complaint("info " + graph, 1), "--ids relabel"));
    const json found =
        answer("bfs " + graph + " --relabel --source 18446744073709551615 --names " + here / "n.txt --out " + here / "l.tsv");
    CHECK(found["sources"] == json({"18446744073709551615"}));
    CHECK(found["changes"]["relabelled"] == 3);
    CHECK(text_of(here / "n.txt") == "7\n5000000000\n18446744073709551615\n");
    CHECK(has(text_of(here / "l.tsv"), "18446744073709551615\t7\t2\t5000000000\n"));
}

TEST_CASE("grb reads packed files by name and from standard input", "[tool][input]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    for (const std::string packer : {"gzip", "bzip2", "xz", "zstd -q"}) {
        const std::string program = packer.substr(0, packer.find(' '));
        if (run_line("command -v " + program).status != 0) {
            WARN("skipped: grb reads packed files: there is no " << program);
            continue;
        }
        const std::string packed = here / ("g." + program);
        REQUIRE(run_line(packer + " -c '" + graph + "' > '" + packed + "'").status == 0);
        const outcome read = run_grb("info " + packed + " --json");
        if (read.status != 0 && has(read.err, "was built without the package")) {
            WARN("skipped: grb reads files packed by " << program << ": " << read.err);
            continue;
        }
        CHECK(answer("info " + packed)["nvals"] == 6);
        CHECK(answer("info - < " + packed)["nvals"] == 6);
        REQUIRE(run_line("cat '" + packed + "' '" + packed + "' > '" + here / "two'").status == 0);
        CHECK(answer("info " + here / "two")["entries_in_file"] == 12);
        REQUIRE(run_line("head -c 30 '" + packed + "' > '" + here / "cut'").status == 0);
        CHECK(has(complaint("info " + here / "cut", 1), "truncated " + program));
    }
}

TEST_CASE("grb writes the names of both sets of a bipartite graph", "[tool][input]") {
    const folder here;
    const std::string numbers = here.file("m.txt", "7 100\n9 100\n7 300\n9 500\n"), ids = here / "ids.tsv";
    answer("convert " + numbers + " " + here / "m.mtx --bipartite --relabel --old-ids " + ids);
    CHECK(text_of(ids) == "# vertex\tid\n0\tleft/7\n1\tleft/9\n0\tright/100\n1\tright/300\n2\tright/500\n");
    answer("info " + numbers + " --bipartite --relabel --names " + here / "n.txt");
    CHECK(text_of(here / "n.txt") == "left/7\nleft/9\nright/100\nright/300\nright/500\n");
    const std::string names = here.file("n.tsv", "ann\tx\nbob\ty\n");
    answer("info " + names + " --bipartite --named --names " + here / "n.txt");
    CHECK(text_of(here / "n.txt") == "left/ann\nleft/bob\nright/x\nright/y\n");
    CHECK(has(complaint("convert " + names + " " + here / "m.tsv --bipartite --named", 1), "two sets by the names of one"));

    CHECK_FALSE(answer("info " + numbers + " --bipartite").contains("self_loops"));
    CHECK(answer("info " + numbers).contains("self_loops"));
    CHECK(has(complaint("info " + numbers + " --bipartite --undirected", 2), "--unipartite takes them for one set"));
}

TEST_CASE("grb takes options that contradict a file or each other for wrong usage", "[tool][input]") {
    const folder here;
    const std::string edges = here.file("a.txt", "1 2 3\n2 3 4\n"),
                      matrix = here.file("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
    for (const std::string& command :
         {"info " + edges + " --columns 1", "info " + edges + " --columns 1,2,3,4", "info " + edges + " --columns 1,1",
          "info " + edges + " --named --vertices 5", "info " + matrix + " --named", "info " + edges + " --member x",
          std::string("cc - --vertices -")}) {
        INFO(command);
        CHECK_FALSE(complaint(command, 2).empty());
    }
}
