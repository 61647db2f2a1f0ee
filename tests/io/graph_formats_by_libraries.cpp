// Needs: FORMATS, the names among graphml and node_link_json that the library was built with; UNPACKS.
// Idea: a table of small files as NetworkX, SciPy and D3 write them, with the edges that these programs read from them; every
// file cut at each byte. Where a format cannot be read, its refusal is what is tested.
#include "archives.hpp"
#include "support.hpp"
#include <graphblas_gpu/io/read.hpp>

using namespace io_test;

namespace {

bool can_read(const std::string& format) {
    return std::string(" " FORMATS " " UNPACKS " ").find(" " + format + " ") != std::string::npos;
}

struct graph_of_program {
    std::string name;
    std::string text;
    gb::index vertices;
    std::vector<triple> edges;
    std::vector<std::string> names = {};
    std::vector<std::uint64_t> ids = {};
};

const std::string head = R"(<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" for="edge" attr.name="weight" attr.type="long"/>
)";

const std::vector<graph_of_program>& graphs_of_programs() {
    static const std::vector<graph_of_program> all = {
        {"undirected.graphml",
         head + R"(<graph edgedefault="undirected"><node id="alone"/><node id="a"/><node id="b"/>
<edge source="a" target="b"><data key="d0">2</data></edge><edge source="b" target="b"><data key="d0">7</data></edge>
</graph></graphml>)",
         3,
         {{1, 2, 2}, {2, 1, 2}, {2, 2, 7}},
         {"alone", "a", "b"}},
        {"numbers.graphml",
         head + R"(<graph edgedefault="directed"><node id="7"/><node id="3"><port name="p"/></node>
<edge source="7" target="3"><data key="d0">4</data></edge><edge directed="false" source="3" target="7"/></graph></graphml>)",
         2,
         {{0, 1, 1}, {1, 0, 1}, {1, 0, 4}},
         {},
         {3, 7}},
        {"node_link.json",
         R"({"directed": true, "links": [{"source": "a", "target": "b", "weight": 2.5}], "multigraph": false,
"nodes": [{"id": "b"}, {"id": "a"}, {"id": "alone"}]})",
         3,
         {{1, 0, 2.5}},
         {"b", "a", "alone"}},
        {"edges.json",
         R"({"directed": false, "nodes": [{"id": 5}, {"id": 2}], "edges": [{"source": 5, "target": 2}]})",
         2,
         {{0, 1, 1}, {1, 0, 1}},
         {},
         {2, 5}},
        {"tuples.json",
         R"({"directed": true, "nodes": [{"id": [0, 1]}, {"id": [0, 0]}], "links": [{"source": [0, 0], "target": [0, 1]}]})",
         2,
         {{1, 0, 1}},
         {"(0, 1)", "(0, 0)"}},
        {"d3.json",
         R"({"nodes": [{"name": "x"}, {"name": "y"}], "links": [{"source": 0, "target": 1, "value": 4}]})",
         2,
         {{0, 1, 4}, {1, 0, 4}}},
        {"graph.json",
         R"({"graph": {"nodes": {"A": {}, "B": {}}, "edges": [{"source": "A", "target": "B", "metadata": {"weight": 4}}]}})",
         2,
         {{0, 1, 4}},
         {"A", "B"}},
        {"numbers_beside_strings.json",
         R"({"directed": true, "nodes": [{"id": "2"}, {"id": "0"}, {"id": "1"}], "links": [{"source": 0, "target": 1}]})",
         3,
         {{2, 0, 1}}},
        {"cytoscape.json",
         R"({"directed": true, "elements": {"nodes": [{"data": {"id": "1"}}, {"data": {"id": "0"}}],
"edges": [{"data": {"source": 1, "target": 0, "weight": 3}}]}})",
         2,
         {{1, 0, 3}}},
    };
    return all;
}

std::string array_of(const std::string& type, const std::string& shape, const std::string& bytes) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header.resize(118, ' ');
    return std::string("\x93NUMPY\x01\x00", 8) + bytes_of_number(header.size(), 2) + header + bytes;
}

std::string integers(const std::vector<int>& numbers) {
    std::string bytes;
    for (const int n : numbers) bytes += bytes_of_number(static_cast<std::uint64_t>(n), 4);
    return bytes;
}

/// [[0, 5, 0], [0, 0, 6]] as scipy.sparse.save_npz stores it.
archive_members scipy_matrix(const std::string& format) {
    const archive_members both = {{"format.npy", array_of("|S3", "()", format)},
                                  {"shape.npy", array_of("<i4", "(2,)", integers({2, 3}))},
                                  {"data.npy", array_of("<i4", "(2,)", integers({5, 6}))}};
    archive_members all;
    if (format == "coo")
        all = {{"row.npy", array_of("<i4", "(2,)", integers({0, 1}))}, {"col.npy", array_of("<i4", "(2,)", integers({1, 2}))}};
    if (format == "csr")
        all = {{"indices.npy", array_of("<i4", "(2,)", integers({1, 2}))},
               {"indptr.npy", array_of("<i4", "(3,)", integers({0, 1, 2}))}};
    if (format == "csc")
        all = {{"indices.npy", array_of("<i4", "(2,)", integers({0, 1}))},
               {"indptr.npy", array_of("<i4", "(4,)", integers({0, 0, 1, 2}))}};
    all.insert(all.end(), both.begin(), both.end());
    return all;
}

}  // namespace

TEST_CASE("GraphML and JSON: edges, weights, names", "[io][formats]") {
    const temporary_directory dir;
    for (const graph_of_program& s : graphs_of_programs()) {
        INFO(s.name);
        const std::string path = dir.file(s.name, s.text), format = s.name.ends_with(".json") ? "node_link_json" : "graphml";
        if (!can_read(format)) {
            check_io_error([&] { gb::read_coordinates(path); }, path, 0, "built without the package");
            WARN("skipped: " << s.name << ": the library was built without its reader");
            continue;
        }
        const gb::coordinates read = gb::read_coordinates(path);
        CHECK(read.nrows == s.vertices);
        CHECK(sorted_triples(read) == s.edges);
        CHECK(read.report.names == s.names);
        CHECK(read.report.original_ids == s.ids);
        std::string refusals;
        for (std::size_t kept = 1; kept < s.text.size(); ++kept) {
            const std::string cut = dir.file("cut" + s.name, s.text.substr(0, kept));
            try {
                gb::read_coordinates(cut);
                refusals += "none at " + std::to_string(kept) + " ";
            } catch (const gb::io_error&) {
            }
        }
        CHECK(refusals.empty());
    }
}

TEST_CASE("GraphML and JSON: refusals name the line", "[io][formats]") {
    if (!can_read("graphml") || !can_read("node_link_json")) return;
    const temporary_directory dir;
    const std::string graph = head + "<graph edgedefault='directed'><node id='a'/>\n";
    const std::vector<std::tuple<std::string, std::string, int, std::string>> wrong = {
        {"a.graphml", graph + "<hyperedge/></graph></graphml>", 4, "hyperedge"},
        {"a.graphml", graph + "<edge source='a' target='x'/></graph></graphml>", 4, "the node 'x', which is not in the file"},
        {"a.graphml", graph + "<edge source='a'/></graph></graphml>", 4, "an edge without target"},
        {"a.graphml", graph + "<node id='a'/></graph></graphml>", 4, "a second node with the id 'a'"},
        {"a.graphml", graph + "<edge source='a' target='a'><data key='d0'>x</data></edge></graph></graphml>", 4,
         "not a number"},
        {"a.graphml", graph + "</graph>\n<graph edgedefault='directed'/></graphml>", 5, "a second graph"},
        {"a.graphml",
         "<!DOCTYPE graphml [<!ENTITY a 'xx'>\n<!ENTITY b '&a;&a;'>]>\n<graphml><graph edgedefault='directed'/></graphml>", 1,
         "an entity is declared"},
        {"a.json", "{\"nodes\": [{\"id\": 1}],\n\"links\": [\n{\"source\": 1, \"target\": 2}]}", 3, "the node '2'"},
        {"a.json", "{\"nodes\": [{\"id\": 1},\n{\"id\": 1}], \"links\": []}", 2, "a second node"},
        {"a.json", "{\"nodes\": [],\n\"links\": [{\"source\": NaN}]}", 2, "this is not JSON"},
        {"a.json", "{\"points\": []}", 0, "this JSON has no graph"},
    };
    for (const auto& [name, text, line, words] : wrong) {
        INFO(text);
        const std::string path = dir.file(name, text);
        check_io_error([&] { gb::read_coordinates(path); }, path, line, words);
    }
}

TEST_CASE("npz: sparse matrices of SciPy", "[io][formats]") {
    const temporary_directory dir;
    const std::string wrong_place = dir.file("no.npz", zip_of(scipy_matrix("csr")));
    if (!can_read("archive")) {
        check_io_error([&] { gb::read_coordinates(wrong_place); }, wrong_place, 0, "libarchive-dev");
        return;
    }
    for (const std::string format : {"csr", "csc", "coo"}) {
        for (const bool deflated : {false, true}) {
            const std::string bytes = zip_of(scipy_matrix(format), deflated), path = dir.file("a.npz", bytes);
            const gb::coordinates read = gb::read_coordinates(path);
            CHECK(read.nrows == 2);
            CHECK(read.ncols == 3);
            CHECK(sorted_triples(read) == std::vector<triple>{{0, 1, 5}, {1, 2, 6}});
            CHECK(read.declared_type == gb::type_code::int32);
            CHECK(gb::read_coordinates(path, {.weights = gb::weight_column::none}).is_pattern());
            for (std::size_t kept = 50; kept < bytes.size(); kept += 7) {
                const std::string cut = dir.file("cut.npz", bytes.substr(0, kept));
                io_error_of([&] { gb::read_coordinates(cut); });
            }
        }
    }
    const std::string blocks = dir.file("b.npz", zip_of(scipy_matrix("bsr")));
    check_io_error([&] { gb::read_coordinates(blocks); }, blocks, 0, "the matrix is stored as 'bsr'");
    archive_members outside = scipy_matrix("csr");
    outside[0].second = array_of("<i4", "(2,)", integers({1, 3}));
    const std::string path = dir.file("o.npz", zip_of(outside));
    check_io_error([&] { gb::read_coordinates(path); }, path + ":indices.npy", 0, "the index 3 lies outside 0 to 2");
}
