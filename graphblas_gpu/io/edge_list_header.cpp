#include <graphblas_gpu/io/edge_list_header.hpp>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace graphblas_gpu::io {

std::string simplified(const std::string& word) {
    std::string simple;
    for (const char c : word)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            simple += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return simple;
}

bool names_ends_of_edges(const std::string& first, const std::string& second) {
    static constexpr std::pair<std::string_view, std::string_view> known[] = {
        {"source", "target"},
        {"source", "destination"},
        {"source", "dest"},
        {"src", "dst"},
        {"src", "dest"},
        {"src", "target"},
        {"from", "to"},
        {"fromid", "toid"},
        {"fromnode", "tonode"},
        {"fromnodeid", "tonodeid"},
        {"sourceid", "targetid"},
        {"node1", "node2"},
        {"nodea", "nodeb"},
        {"vertex1", "vertex2"},
        {"id1", "id2"},
        {"head", "tail"},
        {"subject", "object"},
        {"u", "v"},
        {"start", "end"},
        {"startid", "endid"},
        {"citing", "cited"},
        {"origin", "destination"},
        {"origin", "dest"},
        {"userid", "followerid"},
        {"user", "follower"},
        {"follower", "followee"},
        {"parent", "child"},
        {"startnode", "endnode"},
        {"sourcenode", "targetnode"},
    };
    return std::find(std::begin(known), std::end(known), std::pair<std::string_view, std::string_view>(first, second)) !=
           std::end(known);
}

std::vector<int> columns_of_header(const std::vector<std::string>& words) {
    std::vector<std::string> names;
    // Neo4j writes the type of a column behind its name: weight:double.
    for (const std::string& word : words) names.push_back(simplified(word.substr(0, word.find(':', 1))));
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t j = 0; j < names.size(); ++j) {
            if (i == j || !names_ends_of_edges(names[i], names[j])) continue;
            std::vector<int> columns{static_cast<int>(i) + 1, static_cast<int>(j) + 1};
            for (const std::string_view weight : {"weight", "w", "length", "distance", "cost", "value", "capacity"})
                if (const auto at = std::find(names.begin(), names.end(), weight); at != names.end() && columns.size() == 2)
                    columns.push_back(static_cast<int>(at - names.begin()) + 1);
            return columns;
        }
    }
    return {};
}

bool names_no_weight(const std::string& word) {
    static constexpr std::string_view known[] = {"id", "edgeid", "time", "timestamp", "date", "year", "type", "label"};
    return std::find(std::begin(known), std::end(known), simplified(word)) != std::end(known);
}

}  // namespace graphblas_gpu::io
