#include <graphblas_gpu/io/edge_list_header.hpp>
#include <graphblas_gpu/io/keyed_hash.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace graphblas_gpu::io {
namespace {

constexpr std::pair<std::string_view, std::string_view> ends_of_edges[] = {
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

}  // namespace

std::string simplified(const std::string& word) {
    std::string simple;
    for (const char c : word)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            simple += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return simple;
}

bool names_ends_of_edges(const std::string& first, const std::string& second) {
    return std::find(std::begin(ends_of_edges), std::end(ends_of_edges),
                     std::pair<std::string_view, std::string_view>(first, second)) != std::end(ends_of_edges);
}

std::string heading_for(std::span<const std::string> vertices) {
    for (const auto& [first, second] : ends_of_edges) {
        const auto is_called_so = [&](const std::string& name) { return name == first || name == second; };
        if (std::none_of(vertices.begin(), vertices.end(), is_called_so)) return fmt::format("{},{}", first, second);
    }
    return "";
}

std::vector<int> columns_of_header(const std::vector<std::string>& words) {
    std::vector<std::string> names;
    // Neo4j writes the type of a column behind its name: weight:double.
    for (const std::string& word : words) names.push_back(simplified(word.substr(0, word.find(':', 1))));
    // The first line of a wide table may have thousands of words.
    std::unordered_map<std::string_view, std::size_t, keyed_hash> places;
    for (std::size_t k = 0; k < names.size(); ++k) places.emplace(names[k], k);
    const auto number_of = [&](std::string_view name) {
        const auto at = places.find(name);
        return at == places.end() ? 0 : static_cast<int>(at->second) + 1;
    };
    std::vector<int> columns;
    for (const auto& [first, second] : ends_of_edges) {
        const int source = number_of(first), target = number_of(second);
        if (source > 0 && target > 0 && (columns.empty() || source < columns[0])) columns = {source, target};
    }
    if (columns.empty()) return columns;
    for (const std::string_view weight : {"weight", "w", "length", "distance", "cost", "value", "capacity"})
        if (const int number = number_of(weight); number > 0 && columns.size() == 2) columns.push_back(number);
    return columns;
}

bool names_no_weight(const std::string& word) {
    static constexpr std::string_view known[] = {"id", "edgeid", "time", "timestamp", "date", "year", "type", "label"};
    return std::find(std::begin(known), std::end(known), simplified(word)) != std::end(known);
}

}  // namespace graphblas_gpu::io
