// Idea: which vertices the graph of an edge list has: those that its lines, its comments or the caller name.
#include "support.hpp"
#include <graphblas_gpu/io/edge_list_comments.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace io_test;

TEST_CASE("edge list: numbers of vertices and edges in comments", "[io][edge_list]") {
    struct expected {
        std::vector<std::string> comments;
        std::optional<std::uint64_t> vertices, edges;
    };
    const auto none = std::nullopt;
    const std::vector<expected> all = {
        {{"# Undirected graph: as19971108.txt", "# Nodes: 6474 Edges: 13895", "# FromNodeId\tToNodeId"}, 6474, 13895},
        {{"# 900 vertices from 0, 1000 edges"}, 900, 1000},
        {{"% sym unweighted", "% 78 34 34"}, 34, 78},
        {{"% asym posweighted", "%\t12 5 5 "}, 5, 12},
        {{"% bip unweighted", "% 100 20 30"}, none, 100},
        {{"% 78 34 34"}, none, none},
        {{"% sym unweighted", "% 78 34 34 2019"}, none, none},
        {{"#nodes 34 edges 78"}, 34, 78},
        {{"#NODES=34;EDGES=78"}, 34, 78},
        {{"# 34 nodes", "# Links: 78"}, 34, 78},
        {{"% 1,234,567 vertices and 12 arcs"}, 1234567, 12},
        {{"# Number of nodes: 5", "# Nodes: 6"}, 5, none},
        {{"# links between nodes 3 and 5"}, none, none},
        {{"# version 1.5 nodes", "# 2009-11-08 vertices", "# nodes: a b", "# v2 nodes", "#", "# 99999999999999999999 nodes"},
         none,
         none},
    };
    for (const expected& one : all) {
        INFO(one.comments.front());
        gb::io::comment_facts facts;
        for (std::size_t k = 0; k < one.comments.size(); ++k)
            gb::io::read_comment(one.comments[k], static_cast<std::int64_t>(k) + 1, facts);
        CHECK((facts.vertices ? std::optional(facts.vertices->number) : none) == one.vertices);
        CHECK((facts.edges ? std::optional(facts.edges->number) : none) == one.edges);
    }
}
