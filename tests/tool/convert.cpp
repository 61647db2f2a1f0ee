// Idea: a matrix goes through all formats and comes back the same to the byte; what cannot come back is said or refused.
#include "support.hpp"

#include <vector>

using namespace tool_test;
using nlohmann::json;

TEST_CASE("grb convert carries a matrix through every format", "[tool][convert]") {
    const folder here;
    for (const char* const kind : {"rmat 6 4", "stencil5 5", "rmat 6 4 --weights random:3"}) {
        REQUIRE(run_grb(std::string("generate ") + kind + " --out " + here / "a.mtx").status == 0);
        const json first = answer("convert " + here / "a.mtx " + here / "b.gbm");
        CHECK(first["out_format"] == "binary");
        CHECK(first["values_changed"] == 0);
        CHECK(first["nrows"] == answer("info " + here / "a.mtx")["nrows"]);
        const std::vector<std::string> way = {"b.gbm", "c.mtx", "d.mtx.gz", "e.gbm.gz", "f.mtx"};
        for (std::size_t n = 1; n < way.size(); ++n)
            CHECK(answer("convert " + here / way[n - 1] + " " + here / way[n])["nvals"] == first["nvals"]);
        CHECK(text_of(here / "c.mtx") == text_of(here / "f.mtx"));
        answer("convert " + here / "f.mtx " + here / "g.gbm --threads 1");
        CHECK(text_of(here / "b.gbm") == text_of(here / "g.gbm"));
        // By stream, in the format that is named.
        CHECK(run_grb("convert - - --format mtx < " + here / "b.gbm").out == text_of(here / "c.mtx"));
        CHECK(has(run_grb("convert - - --format mtx < " + here / "b.gbm").err, "nvals"));
        CHECK(run_grb("convert - - --format binary < " + here / "c.mtx").out == text_of(here / "b.gbm"));
    }
}

TEST_CASE("grb convert says what it changes", "[tool][convert]") {
    const folder here;
    const std::string graph = here.file("g.tsv", "0 1 300\n1 0 7\n2 2 1\n2 2 3\n");
    const json plain = answer("convert " + graph + " " + here / "a.mtx");
    CHECK(plain["changes"]["duplicates_merged"] == 1);
    CHECK(plain["type"] == "int64");
    CHECK(text_of(here / "a.mtx") ==
          "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 2 300\n2 1 7\n3 3 3\n");

    const json narrow = answer("convert " + graph + " " + here / "n.gbm --type uint8");
    CHECK(narrow["values_changed"] == 1);
    CHECK(has(narrow["notes"].dump(), "1 of 3 values are not the same as uint8"));
    CHECK(answer("convert " + here / "n.gbm " + here / "m.mtx --type int8")["values_changed"] == 0);

    const json structure = answer("convert " + graph + " " + here / "s.tsv --type none --drop-self-loops");
    CHECK(structure["type"] == "none");
    CHECK(structure["changes"]["weights_ignored"] == true);
    CHECK(has(structure["notes"].dump(), "1 self loop was dropped"));
    CHECK(answer("info " + here / "s.tsv")["nrows"] == 3);
    CHECK(has(text_of(here / "s.tsv"), "0\t1\n1\t0\n"));
    CHECK(has(answer("convert " + here / "s.tsv " + here / "o.mtx --type double")["notes"].dump(), "all are 1"));

    const json both = answer("convert " + here.file("one.tsv", "0 1 5\n") + " " + here / "u.mtx --undirected --symmetric");
    CHECK(both["changes"]["mirrored"] == 1);
    CHECK(text_of(here / "u.mtx") == "%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 5\n");
}

TEST_CASE("grb convert keeps the ids of an edge list on request", "[tool][convert]") {
    const folder here;
    const std::string ids = here.file("ids.csv", "900,7000000000\n7000000000,33\n");
    CHECK(has(answer("convert " + ids + " " + here / "a.gbm --relabel")["notes"].dump(), "--old-ids"));
    CHECK(answer("convert " + ids + " " + here / "a.gbm --relabel --old-ids " + here / "ids.tsv")["notes"].empty());
    CHECK(text_of(here / "ids.tsv") == "# vertex\tid\n0\t33\n1\t900\n2\t7000000000\n");
}

TEST_CASE("names and ids survive in edge lists, and are read back as they were", "[tool][convert]") {
    const folder here;
    // What a table cannot hold as it is: separators, quotes, blanks at the ends, the marks of comments.
    const std::string people = here.file(
        "p.csv", "\"Ann, B\",Bob,1.5\nBob,\"Q \"\"x\"\"\",2\n\"#tag\",Bob,3\n\" lead\",\"tab\there\",4\n\"%p\",Bob,5\n");
    const std::string rows =
        "\"Ann, B\",Bob,1.5\nBob,\"Q \"\"x\"\"\",2.0\n\"#tag\",Bob,3.0\n\" lead\",\"tab\there\",4.0\n\"%p\",Bob,5.0\n";
    for (const char* const name : {"o.csv", "o.tsv", "o.el", "o.csv.gz"}) {
        INFO(name);
        answer("convert " + people + " " + here / name + " --named");
        answer("convert " + here / name + " " + here / "again.csv" + " --named");
        CHECK(text_of(here / "again.csv") == "source,target,weight\n" + rows);
    }
    CHECK(has(text_of(here / "o.tsv"), "# 7 vertices by name, 5 edges\nAnn, B\tBob\t1.5\n"));
    CHECK(has(text_of(here / "o.tsv"), "\" lead\"\t\"tab\there\"\t4.0\n"));
    // A named file that was cut off is refused like one with numbers.
    const std::string text = text_of(here / "o.tsv");
    CHECK(has(complaint("info --named " + here.file("cut.tsv", text.substr(0, text.find("\" lead"))), 1), "promises 5 edges"));

    const std::string ids = here.file("ids.csv", "900,7000000000\n7000000000,33\n");
    const json sparse = answer("convert " + ids + " " + here / "i.csv --relabel");
    CHECK_FALSE(has(sparse["notes"].dump(), "--old-ids"));
    CHECK(text_of(here / "i.csv") == "source,target\n900,7000000000\n7000000000,33\n");
    answer("convert " + ids + " " + here / "n.tsv --relabel --old-ids " + here / "m.csv");
    CHECK(text_of(here / "n.tsv") == "# 3 vertices from 0, 2 edges\n1\t2\n2\t0\n");
    CHECK(text_of(here / "m.csv") == "vertex,id\n0,33\n1,900\n2,7000000000\n");
}

TEST_CASE("a name in .csv has commas, and an unknown suffix is refused with the known ones", "[tool][convert]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph), people = here.file("p.csv", "\"Ann, B\",Bob\nBob,\"#1\"\n");
    answer("cc " + people + " --named --out " + here / "c.csv");
    CHECK(text_of(here / "c.csv") == "vertex,component\n\"Ann, B\",\"Ann, B\"\nBob,\"Ann, B\"\n\"#1\",\"Ann, B\"\n");
    answer("mssp " + graph + " --out " + here / "d.csv");
    CHECK(text_of(here / "d.csv") == "source,vertex,distance,parent\n0,0,0,0\n0,1,4,0\n0,2,6,1\n0,3,11,2\n");
    CHECK(answer("mssp " + graph + " --answer " + here / "d.csv")["verified"] == true);
    answer("generate grid2d 2 --out " + here / "grid.csv");
    CHECK(text_of(here / "grid.csv").starts_with("source,target\n0,1\n"));

    const std::string bad = here / "x.graphml";
    for (const std::string& command :
         {"convert " + graph + " " + bad, "order " + graph + " " + bad, "generate grid2d 2 --out " + bad,
          "mxm " + graph + " --out " + bad, "spamm " + graph + " " + graph + " --error 1 --out " + bad}) {
        const std::string said = complaint(command, 2);
        CHECK(has(said, "suffix .graphml; .mtx is Matrix Market, .gbm binary"));
        CHECK(has(said, "--format") == command.starts_with("convert"));
    }
    for (const char* const command : {"cc", "bfs", "pagerank", "msf"})
        CHECK(has(complaint(command + (" " + graph + " --out ") + here / "x.mtx", 2),
                  "no table is written under the suffix .mtx"));
    answer("convert " + graph + " " + bad + " --format mtx");
    CHECK(text_of(bad).starts_with("%%MatrixMarket"));
    answer("convert " + graph + " " + here / "plain");
    CHECK(text_of(here / "plain").starts_with("%%MatrixMarket"));
}

TEST_CASE("grb convert refuses what would be lost", "[tool][convert]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const std::string wide = here.file("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n");
    const std::string out = here / "out";
    CHECK(has(complaint("convert " + graph + " " + out + ".gbm --symmetric", 2), "Matrix Market"));
    CHECK(has(complaint("convert " + graph + " " + out + " --type int7", 2), "int64"));
    CHECK(has(complaint("convert " + graph + " " + out + " --format xml", 2), "edges"));
    CHECK(has(complaint("convert " + graph + " " + out + " --old-ids x", 2), "--relabel"));
    CHECK(has(complaint("convert " + graph + " " + out + " --type none --weights random:1", 2), "--weights"));
    CHECK(has(complaint("convert " + graph + " - --json", 2), "standard output"));
    CHECK(has(complaint("convert " + graph, 2), "OUT"));
    CHECK(has(complaint("convert " + graph + " " + out + " --symmetric", 1), "not symmetric"));
    CHECK(has(complaint("convert " + wide + " " + out + ".tsv", 1), "2x3"));
    CHECK(has(complaint("convert " + wide + " /no/such/folder/x.gbm", 1), "/no/such/folder/x.gbm"));
    CHECK_FALSE(std::filesystem::exists(out));
    CHECK_FALSE(std::filesystem::exists(out + ".tsv"));
}

TEST_CASE("the type that a file declares is the one that commands take", "[tool][convert]") {
    const folder here;
    const auto written = [&](const std::string& name, const std::string& field, const std::string& type, const char* values) {
        return here.file(name,
                         "%%MatrixMarket matrix coordinate " + field + " general\n%%GraphBLAS type " + type + "\n" + values);
    };
    const std::string small = written("small.mtx", "integer", "int8_t", "2 2 2\n1 2 100\n2 1 -3\n");
    json found = answer("info " + small);
    CHECK(found["type"] == "int8");
    CHECK(found["values"] == "integer");
    CHECK(answer("info " + here.file("plain.tsv", small_graph))["type"] == "int64");
    CHECK(answer("info " + here.file("p.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n"))["type"] == "none");
    CHECK(answer("info " + small + " --weights none")["type"] == "none");
    CHECK(answer("info " + small + " --weights random:1")["type"] == "int64");

    // Through every format that can say it, and in every command that writes matrices.
    const json converted = answer("convert " + small + " " + here / "a.gbm");
    CHECK(converted["type"] == "int8");
    CHECK(converted["values_changed"] == 0);
    CHECK(answer("info " + here / "a.gbm")["type"] == "int8");
    CHECK(answer("convert " + here / "a.gbm " + here / "b.mtx")["type"] == "int8");
    CHECK(text_of(here / "b.mtx") == text_of(small));
    CHECK(answer("convert " + small + " " + here / "c.mtx --type int32")["type"] == "int32");
    CHECK(has(text_of(here / "c.mtx"), "\n%%GraphBLAS type int32_t\n2 2 2\n"));
    answer("order " + small + " " + here / "d.gbm");
    CHECK(answer("info " + here / "d.gbm")["type"] == "int8");
    const std::string singles = written("f.mtx", "real", "float", "2 2 2\n1 1 0.1\n2 2 -inf\n");
    CHECK(answer("convert " + singles + " " + here / "f.gbm")["values_changed"] == 0);
    CHECK(answer("info " + here / "f.gbm")["format"] == "binary float");
    const std::string whole = written("i.mtx", "integer", "double", "1 1 1\n1 1 inf\n");
    CHECK(answer("info " + whole)["values"] == "real");
    const std::string wide = written("u.mtx", "integer", "uint64_t", "1 2 2\n1 1 18446744073709551615\n1 2 1\n");
    CHECK(answer("convert " + wide + " " + here / "u.gbm")["values_changed"] == 0);
    answer("convert " + here / "u.gbm " + here / "v.mtx");
    CHECK(text_of(here / "v.mtx") == text_of(wide));
    CHECK(answer("convert " + wide + " " + here / "w.mtx --type int64")["values_changed"] == 1);
    CHECK(answer("convert " + small + " " + here / "w.gbm --type uint64")["values_changed"] == 1);
    const std::string ones = written("b.mtx", "pattern", "bool", "2 2 1\n1 2\n");
    CHECK(answer("convert " + ones + " " + here / "ones.gbm")["type"] == "bool");
    CHECK(answer("order " + ones + " " + here / "ones2.gbm")["nvals"] == 1);
    CHECK(answer("info " + here / "ones2.gbm")["type"] == "bool");

    // Products: the type of both, else a wide one; a semiring that lacks it decides for itself.
    CHECK(answer("mxm " + small)["type"] == "int8");
    CHECK(answer("mxm " + small)["sum"] == -44 - 44);  // -300 wraps
    CHECK(answer("mxm " + small + " " + small + " --type int64")["sum"] == -600);
    CHECK(answer("mxm " + singles)["type"] == "float");
    CHECK(answer("mxm " + small + " " + singles)["type"] == "double");
    CHECK(answer("mxm " + small + " " +
                 here.file("q.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 0\n"))["type"] == "int8");
    CHECK(answer("mxm " + small + " " +
                 here.file("l.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 0\n"))["type"] == "int64");
    CHECK(answer("mxm " + ones + " --semiring plus_times")["type"] == "int64");
    CHECK(answer("mxm " + ones + " --semiring lor_land")["type"] == "bool");
    CHECK(answer("mxm " + small + " --semiring lor_land")["type"] == "bool");
    CHECK(answer("mxm " + small + " --out " + here / "s.mtx")["notes"].empty());
    CHECK(has(text_of(here / "s.mtx"), "%%GraphBLAS type int8_t"));

    CHECK(has(complaint("info " + written("x.mtx", "integer", "int8_t", "1 2 2\n1 1 1\n1 2 128\n"), 1),
              "x.mtx:5: the value '128'"));
    CHECK(
        has(complaint("info " + written("y.mtx", "integer", "int12", "1 1 0\n"), 1), "y.mtx:2: the declared type is 'int12'"));
    CHECK(has(complaint("info " + written("z.mtx", "integer", "int8", "1 1 2\n1 1 1\n1 1 1\n"), 1), "z.mtx:5: "));
}

TEST_CASE("every command reads binary files, and from standard input", "[tool][convert]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const std::string binary = here / "g.gbm";
    answer("convert " + graph + " " + binary);
    CHECK(answer("info " + binary)["format"] == "binary int64");
    for (const char* const command : {"info", "tc", "bfs", "mssp", "mxm"}) {
        INFO(command);
        json from_text = answer(std::string(command) + " " + graph);
        const json from_binary = answer(std::string(command) + " - < " + binary);
        for (const char* const name : {"nrows", "nvals", "triangles", "level_sum", "distance_sum", "sum"})
            if (from_text.contains(name)) CHECK(from_text[name] == from_binary[name]);
    }
    const json made = answer("generate rmat 5 3 --weights random:1 --out " + here / "r.gbm");
    CHECK(made["nvals"] == answer("info " + here / "r.gbm")["nvals"]);
    answer("mxm " + binary + " --out " + here / "square.gbm");
    CHECK(answer("info " + here / "square.gbm")["nvals"] == answer("mxm " + graph)["nvals"]);
}

TEST_CASE("a binary file answers as the text that it was made of, whatever is asked of its entries", "[tool][convert]") {
    const folder here;
    const std::vector<std::string> texts = {
        "0 1 4\n0 2 9\n1 2 2\n2 3 5\n3 1 1\n4 4 7\n",          // one direction only, a self loop
        "0 1 4\n1 0 4\n1 2 3\n2 1 3\n",                       // symmetric
        "0 1 4\n1 0 6\n1 2 3\n3 2 3\n3 3 1\n",                // both directions, with different weights
        "0 0 1\n1 1 2\n",                                     // self loops only
        "0 1 2.5\n1 2 1e300\n2 0 -3\n",                       // real, too large for float
        "0 1 5000000000\n1 2 1\n"};                           // too large for int32
    const auto answer_to = [](const std::string& arguments) {
        const outcome found = run_grb(arguments + " --json");
        if (found.status != 0) return json(found.err.substr(found.err.rfind(": ")));
        json object = json::parse(found.out);
        for (const char* const other : {"file", "format", "lengths", "A", "milliseconds", "read_milliseconds", "permute_milliseconds"})
            object.erase(other);
        return object;
    };
    for (const std::string& text : texts) {
        const std::string listed = here.file("g.tsv", text), binary = here / "g.gbm";
        REQUIRE(run_grb("convert " + listed + " " + binary).status == 0);
        for (const char* const command :
             {"info FILE", "info FILE --weights none", "info FILE --weights random:3", "info FILE --undirected",
              "info FILE --undirected --weights none", "info FILE --undirected --duplicates sum",
              "info FILE --undirected --duplicates min", "info FILE --undirected --duplicates error", "tc FILE", "kcore FILE",
              "bfs FILE", "bfs FILE --undirected", "mssp FILE", "mssp FILE --type int32", "mssp FILE --type float",
              "mssp FILE --weights random:3 --undirected", "msf FILE", "pagerank FILE", "mxm FILE", "order FILE"}) {
            std::string of_text = command, of_binary = command;
            of_text.replace(of_text.find("FILE"), 4, listed);
            of_binary.replace(of_binary.find("FILE"), 4, binary);
            INFO(of_text << "\n" << text);
            CHECK(answer_to(of_text) == answer_to(of_binary));
        }
    }
}
