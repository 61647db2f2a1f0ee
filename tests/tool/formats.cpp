// Idea: files of other programs, from the command line to the answer: vertices are called as in the file, --format names the
// format, and what is not read is refused in a line.
#include "support.hpp"

#include <string>

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
