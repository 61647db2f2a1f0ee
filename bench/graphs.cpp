#include "graphs.hpp"

#include "generated.hpp"
#include "harness.hpp"
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/counter_random.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/output_file.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/select.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace bench {
namespace {

constexpr std::uint64_t source_stream = 77;

struct known_graph {
    const char* name;
    const char* file;
    known_answers answers;
};
// The numbers are those that the collections themselves state, and SciPy's for the products.
constexpr known_graph known_graphs[] = {{"wiki-Vote", "wiki-Vote.mtx.gz", {6937361, 608389}},
                                        {"email-Enron", "email-Enron.txt.gz", {30492154, 727044}}};

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

/// Whether the file is a pattern in the binary format, which need not be read as a list of entries.
bool is_binary_pattern(const std::string& path) {
    return gb::io::suffix_of_name(path) == ".gbm" && gb::read_binary_info(path).type == gb::type_code::none;
}

}  // namespace

std::string why_not_available(const std::string& name, const std::string& data_folder) {
    const std::string path = path_of(name, data_folder);
    if (generator_of(name) || std::filesystem::exists(path)) return {};
    if (path != name) return fmt::format("graph {}: there is no file {}", name, path);
    return fmt::format("graph '{}': no file, and none of {}, wiki-Vote, email-Enron", name, generated_names);
}

graph::graph(const gb::context& ctx, const std::string& name, const std::string& data_folder) : threads_(ctx), name_(name) {
    if (const std::string missing = why_not_available(name, data_folder); !missing.empty()) throw gb::invalid_value(missing);
    if (const auto generator = generator_of(name)) {
        structure_ = gb::from_coordinates<void>(ctx, generator->make(ctx.threads()));
    } else {
        for (const known_graph& known : known_graphs)
            if (name == known.name) known_ = known.answers;
        read_file(path_of(name, data_folder));
    }
    multiplications_ = gb::mxm_flops(ctx, structure_, structure_);
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
        real_ = with_values<float>(threads_.team(), structure_, [](gb::index i, gb::index j) {
            return 0.00731F * static_cast<float>(gb::edge_weight(i, j, seed));
        });
    return *real_;
}

const gb::matrix<std::int32_t>& graph::lengths() {
    if (!lengths_) lengths_ = with_weights<std::int32_t>(threads_, adjacency());
    return *lengths_;
}

template <class T>
gb::matrix<T> fresh_copy(const gb::context& ctx, const gb::matrix<T>& a) {
    gb::matrix<T> copy = gb::select(ctx, gb::offdiag{}, a);
    if (ctx.is_cuda()) ctx.cuda_engine()->synchronise();
    return copy;
}
template gb::matrix<void> fresh_copy(const gb::context&, const gb::matrix<void>&);

void graph::make_fresh(const gb::context& ctx) {
    if (adjacency_) *adjacency_ = fresh_copy(ctx, *adjacency_);
    if (lengths_) *lengths_ = fresh_copy(ctx, *lengths_);
}

std::vector<gb::index> graph::sources(int count) const {
    const gb::base::counter_random random(seed, source_stream);
    std::vector<gb::index> found;
    if (structure_.nvals() == 0) return found;
    for (std::uint64_t k = 0; static_cast<int>(found.size()) < count; ++k) {
        const auto v = static_cast<gb::index>(random.below(static_cast<std::uint64_t>(structure_.nrows()), k));
        if (structure_.row_offsets()[v + 1] > structure_.row_offsets()[v]) found.push_back(v);
    }
    return found;
}

}  // namespace bench
