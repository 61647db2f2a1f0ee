#include "graphs.hpp"

#include "harness.hpp"
#include "squared.hpp"
#include <algorithms/structure.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/counter_random.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/select.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace bench {
namespace {

constexpr std::uint64_t seed = 1;
constexpr std::uint64_t source_stream = 77;

struct known_graph {
    const char* name;
    const char* file;
    known_answers answers;
};
// The numbers are those that the collections themselves state, and SciPy's for the products.
constexpr known_graph known_graphs[] = {{"wiki-Vote", "wiki-Vote.mtx.gz", {6937361, 608389}},
                                        {"email-Enron", "email-Enron.txt.gz", {30492154, 727044}}};

/// The numbers behind the kind, such as 16 and 8 of rmat-16-8; nothing if the name is not of that kind.
std::optional<std::vector<gb::index>> arguments(std::string_view name, std::string_view kind, std::size_t count) {
    if (!name.starts_with(kind)) return std::nullopt;
    name.remove_prefix(kind.size());
    std::vector<gb::index> numbers;
    while (name.starts_with('-')) {
        gb::index number = 0;
        const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
        if (error != std::errc()) return std::nullopt;
        name.remove_prefix(static_cast<std::size_t>(end - name.data()));
        numbers.push_back(number);
    }
    if (!name.empty() || numbers.size() != count) return std::nullopt;
    return numbers;
}

/// A generator's name in front of its arguments, and how many it takes.
struct generator {
    const char* kind;
    std::size_t arguments;
};
constexpr generator generators[] = {{"rmat", 2}, {"uniform", 2}, {"grid2d", 1}, {"stencil27", 1},
                                    {"band", 2}, {"blocks", 3}};

bool is_generated(const std::string& name) {
    for (const generator& g : generators)
        if (arguments(name, g.kind, g.arguments)) return true;
    return false;
}

/// The file of a known graph, or the name itself.
std::string path_of(const std::string& name, const std::string& data_folder) {
    for (const known_graph& known : known_graphs)
        if (name == known.name) return data_folder + "/" + known.file;
    return name;
}

gb::coordinates read_undirected(const gb::context& ctx, const std::string& path) {
    return gb::read_coordinates(ctx, path,
                                {.symmetric = true, .drop_self_loops = true, .duplicates = gb::duplicate_policy::min});
}

bool are_lengths(const gb::coordinates& entries) {
    const auto is_length = [](auto value) { return std::in_range<std::int32_t>(value) && value > 0; };
    const auto all_are = [&]<class Values>(const Values& values) {
        if constexpr (std::is_same_v<Values, std::vector<std::int64_t>> || std::is_same_v<Values, std::vector<std::uint64_t>>)
            return std::all_of(values.begin(), values.end(), is_length);
        else
            return false;
    };
    return std::visit(all_are, entries.values);
}

/// The same structure with value(i, j) at each entry.
template <class T, class Value>
gb::matrix<T> with_values(const gb::context& ctx, const gb::matrix<void>& structure, const Value& value) {
    gb::csr<T> made;
    made.nrows = structure.nrows();
    made.ncols = structure.ncols();
    made.offsets = gb::buffer<gb::row_offset>(structure.row_offsets());
    made.columns = gb::buffer<gb::column_index>(structure.columns());
    made.values = gb::buffer<T>(made.columns.size());
    gb::host::for_ranges_by_work(ctx.team(), made.offsets, [&](gb::index first, gb::index last, int) {
        for (gb::index i = first; i < last; ++i)
            for (auto p = made.offsets[static_cast<std::size_t>(i)]; p < made.offsets[static_cast<std::size_t>(i) + 1]; ++p)
                made.values[static_cast<std::size_t>(p)] = value(i, made.columns[static_cast<std::size_t>(p)]);
    });
    return gb::matrix<T>::from_storage(std::move(made));
}

/// Whether the file is a pattern in the binary format, which need not be read as a list of entries.
bool is_binary_pattern(const std::string& path) {
    return gb::format_of_name(path) == gb::file_format::binary && gb::read_binary_info(path).type == gb::type_code::none;
}

}  // namespace

std::string why_not_available(const std::string& name, const std::string& data_folder) {
    const std::string path = path_of(name, data_folder);
    if (is_generated(name) || std::filesystem::exists(path)) return {};
    if (path != name) return fmt::format("graph {}: there is no file {}", name, path);
    return fmt::format(
        "graph '{}': no file, and none of rmat-SCALE-FACTOR, uniform-N-DEGREE, grid2d-N, stencil27-N, band-N-HALF, "
        "blocks-N-SIZE-AVERAGE, wiki-Vote, email-Enron",
        name);
}

graph::graph(const gb::context& ctx, const std::string& name, const std::string& data_folder) : threads_(ctx), name_(name) {
    if (const std::string missing = why_not_available(name, data_folder); !missing.empty())
        throw gb::invalid_value(missing);
    const int threads = ctx.threads();
    gb::coordinates entries;
    if (const auto rmat = arguments(name, "rmat", 2)) {
        entries = gb::rmat(static_cast<int>((*rmat)[0]), (*rmat)[1], {.seed = seed, .threads = threads});
    } else if (const auto uniform = arguments(name, "uniform", 2)) {
        entries = gb::uniform((*uniform)[0], static_cast<double>((*uniform)[1]), seed, threads);
    } else if (const auto grid = arguments(name, "grid2d", 1)) {
        entries = gb::grid2d((*grid)[0]);
        long_paths_ = (*grid)[0] > 100;
    } else if (const auto stencil = arguments(name, "stencil27", 1)) {
        entries = gb::stencil27((*stencil)[0]);
    } else if (const auto band = arguments(name, "band", 2)) {
        entries = gb::band((*band)[0], (*band)[1]);
    } else if (const auto blocks = arguments(name, "blocks", 3)) {
        entries = gb::blocks((*blocks)[0], (*blocks)[1], static_cast<double>((*blocks)[2]), seed);
    } else {
        for (const known_graph& known : known_graphs)
            if (name == known.name) known_ = known.answers;
        read_file(path_of(name, data_folder));
    }
    if (file_.empty()) structure_ = gb::from_coordinates<void>(ctx, entries);
    multiplications_ = multiplications_of_square(ctx, structure_);
}

void graph::read_file(const std::string& path) {
    file_ = path;
    file_bytes_ = static_cast<std::int64_t>(std::filesystem::file_size(path));
    if (is_binary_pattern(path)) {
        read_milliseconds_ = timed([&] { structure_ = gb::read_matrix<void>(threads_, path); });
        structure_ = gb::undirected_structure(threads_, structure_);
        return;
    }
    read_milliseconds_ = timed([&] {
        const gb::coordinates entries = read_undirected(threads_, path);
        if (are_lengths(entries)) lengths_ = gb::from_coordinates<std::int32_t>(threads_, entries, gb::duplicate_policy::min);
        structure_ = gb::from_coordinates<void>(threads_, entries);
    });
}

const gb::matrix<void>& graph::adjacency() {
    if (!adjacency_) adjacency_ = gb::select(threads_, gb::offdiag{}, structure_);
    return *adjacency_;
}

const gb::matrix<float>& graph::real() {
    if (!real_)
        real_ = with_values<float>(threads_, structure_, [](gb::index i, gb::index j) {
            return 0.00731F * static_cast<float>(gb::edge_weight(i, j, seed));
        });
    return *real_;
}

const gb::matrix<std::int32_t>& graph::lengths() {
    if (!lengths_)
        lengths_ = with_values<std::int32_t>(threads_, adjacency(), [](gb::index i, gb::index j) {
            return static_cast<std::int32_t>(gb::edge_weight(i, j, seed));
        });
    return *lengths_;
}

std::vector<gb::index> graph::sources(int count) const {
    const gb::formats::counter_random random(seed, source_stream);
    std::vector<gb::index> found;
    if (structure_.nvals() == 0) return found;
    for (std::uint64_t k = 0; static_cast<int>(found.size()) < count; ++k) {
        const auto v = static_cast<gb::index>(random.below(static_cast<std::uint64_t>(structure_.nrows()), k));
        if (structure_.row_offsets()[v + 1] > structure_.row_offsets()[v]) found.push_back(v);
    }
    return found;
}

}  // namespace bench
