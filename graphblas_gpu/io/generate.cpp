// Idea: random graphs are lists of 64-bit keys (row, column), drawn by all threads and sorted as the entries of a matrix are
// (host/rows/binned_entries.hpp). Regular matrices write their entries in order. See generate.hpp.
#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/counter_random.hpp>
#include <graphblas_gpu/base/equal_parts.hpp>
#include <graphblas_gpu/base/radix_sort.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/rows/binned_entries.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/io/generate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace graphblas_gpu {
namespace {

using base::counter_random;
using base::random_permutation;
using base::within_memory;

// Different uses of one seed have different streams, so that they share no random numbers.
enum stream : std::uint64_t { edge_stream = 1, target_stream, label_stream, target_label_stream, weight_stream };

constexpr double two_to_32 = 4294967296.0;
constexpr index max_entries = index{1} << 40;
constexpr int max_threads = 1024;
constexpr index largest_2d_grid = 65535;
constexpr index largest_3d_grid = 1625;
static_assert(largest_2d_grid * largest_2d_grid <= max_side);
static_assert(largest_3d_grid * largest_3d_grid * largest_3d_grid <= max_side);

std::uint64_t key_of(std::uint64_t row, std::uint64_t column) { return row << 32 | column; }
std::uint64_t row_of(std::uint64_t key) { return key >> 32; }
std::uint64_t column_of(std::uint64_t key) { return key & 0xffffffff; }

template <class... Numbers>
void require(bool holds, fmt::format_string<const Numbers&...> message, const Numbers&... numbers) {
    if (!holds) throw invalid_value(fmt::format(message, numbers...));
}

void require_side(const char* who, const char* unit, index n, index least, index largest) {
    require(n >= least && n <= largest, "{}: {} {}; possible are {} to {}", who, n, unit, least, largest);
}

index drawn_edges(const char* who, index n, index per_vertex) {
    require(per_vertex >= 0 && per_vertex <= max_entries / n, "{}: {} edges for each of {} vertices; possible are 0 to {}", who,
            per_vertex, n, max_entries / n);
    return n * per_vertex;
}

enum class edges_are { directed, undirected };

/// The entries of the keys nth_key(0) ... nth_key(drawn - 1), sorted, without self loops and duplicates.
template <class KeyOf>
coordinates sorted_entries(host::team& team, index n, edges_are kind, index drawn, KeyOf nth_key) {
    const int side_bits = std::bit_width(static_cast<std::uint64_t>(std::max<index>(n - 1, 0)));
    buffer<std::uint64_t> keys(static_cast<std::size_t>(drawn));
    constexpr std::int64_t work_of_one = 64;
    host::for_ranges(team, drawn, drawn * work_of_one, [&](index first, index last, int) {
        for (index k = first; k < last; ++k) keys[static_cast<std::size_t>(k)] = nth_key(static_cast<std::uint64_t>(k));
    });
    using entry = host::keyed_entry<formats::no_value>;
    const std::uint64_t column_mask = (std::uint64_t{1} << side_bits) - 1;
    const auto row_in = [&](const entry& e) { return static_cast<column_index>(e.key >> side_bits); };
    const auto column_in = [&](const entry& e) { return static_cast<column_index>(e.key & column_mask); };
    const std::size_t has_opposite = kind == edges_are::undirected ? 1 : 0;
    host::binned_entries<formats::no_value> all(team, keys.size() << has_opposite, 2 * side_bits, [&](std::size_t p) {
        const std::uint64_t key = keys[p >> has_opposite], row = row_of(key), column = column_of(key);
        return entry{(p & has_opposite) == 0 ? row << side_bits | column : column << side_bits | row, {}};
    });
    keys = {};

    std::vector<std::span<entry>> bins(all.bins());
    std::vector<buffer<entry>> scratch(static_cast<std::size_t>(team.size()));
    team.run(static_cast<index>(bins.size()), [&](index bin, int member) {
        const auto b = static_cast<std::size_t>(bin);
        buffer<entry>& spare = scratch[static_cast<std::size_t>(member)];
        if (spare.empty()) spare = buffer<entry>(all.largest_bin());
        const std::span<entry> sorted = base::radix_sort(all.bin(b), std::span<entry>(spare.data(), spare.size()),
                                                         all.key_bits(b), [](const entry& e) { return e.key; });
        std::size_t size = 0;
        for (const entry& e : sorted) {
            if (row_in(e) == column_in(e) || (size > 0 && all.bin(b)[size - 1].key == e.key)) continue;
            all.bin(b)[size++] = e;  // the bin may be the array that is read
        }
        bins[b] = all.bin(b).first(size);
    });

    std::vector<std::size_t> to;
    std::size_t size = 0;
    for (const std::span<entry> bin : bins) to.push_back(std::exchange(size, size + bin.size()));
    coordinates graph;
    graph.rows.resize(size);
    graph.columns.resize(size);
    team.run(static_cast<index>(bins.size()), [&](index bin, int) {
        std::size_t p = to[static_cast<std::size_t>(bin)];
        for (const entry& e : bins[static_cast<std::size_t>(bin)]) {
            graph.rows[p] = row_in(e);
            graph.columns[p++] = column_in(e);
        }
    });
    return graph;
}

/// The first of `all` units that belongs to the part of this number.
index begin_of(const graph_part& part, index all, int number) { return base::begin_of_part<index>(all, number, part.count); }
void require_part(const std::string& name, const graph_part& part) {
    require(part.number >= 0 && part.number < part.count, "{}: there is no part {} of {}", name, part.number, part.count);
}

// The graph of the keys nth_key(0) ... nth_key(drawn - 1), or of a part of them, without self loops and duplicates.
template <class KeyOf>
coordinates random_graph(const std::string& name, index n, edges_are kind, index all, int threads, const graph_part& part,
                         KeyOf nth_key) {
    return base::library_call(name.c_str(), [&] {
        require_part(name, part);
        const index first = begin_of(part, all, part.number), drawn = begin_of(part, all, part.number + 1) - first;
        require(threads <= max_threads, "{}: {} threads; possible are up to {}", name, threads, max_threads);
        return within_memory(fmt::format("{}: a list of {} edges", name, drawn), [&] {
            if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
            host::team team(threads);
            coordinates graph = sorted_entries(team, n, kind, drawn,
                                               [&](std::uint64_t k) { return nth_key(static_cast<std::uint64_t>(first) + k); });
            graph.nrows = graph.ncols = n;
            graph.report.format = "generated " + name;
            graph.report.entries_in_file = graph.size();
            return graph;
        });
    });
}

// fill(first, last, add) calls add(row, column) for the entries of these units of rows in order; there are about `expected` of
// them in all units.
template <class Fill>
coordinates regular_matrix(const std::string& name, index n, index units, index all_expected, const graph_part& part,
                           Fill fill) {
    return base::library_call(name.c_str(), [&] {
        require_part(name, part);
        const index expected = all_expected / part.count;
        return within_memory(fmt::format("{}: a list of about {} entries", name, expected), [&] {
            coordinates matrix;
            matrix.nrows = matrix.ncols = n;
            matrix.rows.reserve(static_cast<std::size_t>(expected));
            matrix.columns.reserve(static_cast<std::size_t>(expected));
            const auto add = [&matrix](index row, index column) {
                matrix.rows.push_back(static_cast<column_index>(row));
                matrix.columns.push_back(static_cast<column_index>(column));
            };
            fill(begin_of(part, units, part.number), begin_of(part, units, part.number + 1), add);
            matrix.report.format = "generated " + name;
            matrix.report.entries_in_file = matrix.size();
            return matrix;
        });
    });
}

std::vector<std::int64_t> unset_values(const coordinates& entries) {
    return base::library_call("assign_random_weights", [&] {
        return within_memory(fmt::format("a list of {} values", entries.size()),
                             [&] { return std::vector<std::int64_t>(entries.rows.size()); });
    });
}

coordinates with_laplacian_values(coordinates stencil, std::int64_t diagonal) {
    std::vector<std::int64_t> values = unset_values(stencil);
    for (std::size_t p = 0; p < values.size(); ++p) values[p] = stencil.rows[p] == stencil.columns[p] ? diagonal : -1;
    stencil.values = std::move(values);
    return stencil;
}

// The neighbours of a point of a grid: those that share an edge of the grid with it, or all that touch it.
enum class neighbours { across_edges, all };

// An n x n or n x n x n grid of points, each joined to its neighbours, and to itself if `diagonal`.
coordinates grid(const char* name, index n, int dimensions, neighbours which, bool diagonal, const graph_part& part) {
    require_side(name, "vertices a side", n, 0, dimensions == 2 ? largest_2d_grid : largest_3d_grid);
    const index planes = dimensions == 2 ? std::min<index>(n, 1) : n;
    const index reach = which == neighbours::across_edges ? 1 : dimensions;
    const index points = which == neighbours::across_edges ? 2 * dimensions + 1 : dimensions == 2 ? 9 : 27;
    const index all = planes * n * n;
    return regular_matrix(name, all, all, points * all, part, [&](index first, index last, const auto& add) {
        const auto is_inside = [n](index x) { return x >= 0 && x < n; };
        for (index v = first; v < last; ++v) {
            const index x = v % n, y = v / n % n, z = v / (n * n);
            for (index dz = -1; dz <= 1; ++dz) {
                if (z + dz < 0 || z + dz >= planes) continue;
                for (index dy = -1; dy <= 1; ++dy) {
                    if (!is_inside(y + dy)) continue;
                    for (index dx = -1; dx <= 1; ++dx) {
                        const index steps = std::abs(dx) + std::abs(dy) + std::abs(dz);
                        if (!is_inside(x + dx) || steps > reach || (steps == 0 && !diagonal)) continue;
                        add(v, ((z + dz) * n + y + dy) * n + x + dx);
                    }
                }
            }
        }
    });
}

coordinates laplacian(const char* name, index n, int dimensions, neighbours which, std::int64_t diagonal,
                      const graph_part& part) {
    return with_laplacian_values(grid(name, n, dimensions, which, true, part), diagonal);
}

// floor(n r^3) for r = random / 2^32: the density at position x is proportional to x^(-2/3).
std::uint64_t skewed_position(std::uint64_t n, std::uint64_t random) {
    const std::uint64_t square = random * random >> 32;
    const std::uint64_t cube = square * random >> 32;
    return cube * n >> 32;
}

}  // namespace

namespace {

/// The edges of rmat, of which each is drawn by its number.
class rmat_edges {
  public:
    rmat_edges(int scale, const rmat_options& options)
        : scale_(checked(scale)),
          scramble_(options.scramble),
          random_(options.seed, edge_stream),
          label_(std::uint64_t{1} << scale, options.seed, label_stream) {
        const double a = options.a, b = options.b, c = options.c;
        require(a >= 0 && b >= 0 && c >= 0 && a + b + c <= 1 + 1e-12,
                "rmat: a = {}, b = {}, c = {} are not probabilities that add up to at most 1", a, b, c);
        top_left_ = static_cast<std::uint64_t>(a * two_to_32);
        top_ = static_cast<std::uint64_t>((a + b) * two_to_32);
        all_but_bottom_right_ = static_cast<std::uint64_t>((a + b + c) * two_to_32);
    }

    index vertices() const { return index{1} << scale_; }
    std::uint64_t operator()(std::uint64_t k) const {
        constexpr std::uint64_t words_per_edge = 16;  // there are at most 31 levels, and each takes half a word
        std::uint64_t u = 0, v = 0, word = 0;
        for (int level = 0; level < scale_; ++level) {
            word = level % 2 == 0 ? random_(k * words_per_edge + static_cast<std::uint64_t>(level / 2)) : word >> 32;
            const std::uint64_t draw = word & 0xffffffff;
            const bool right = draw < top_ ? draw >= top_left_ : draw >= all_but_bottom_right_;
            u = 2 * u + (draw >= top_);
            v = 2 * v + right;
        }
        return scramble_ ? key_of(label_(u), label_(v)) : key_of(u, v);
    }

  private:
    static int checked(int scale) {
        require(scale >= 1 && scale <= 31, "rmat: scale {}; possible are 1 to 31", scale);
        return scale;
    }

    int scale_;
    bool scramble_;
    counter_random random_;
    random_permutation label_;
    std::uint64_t top_left_ = 0, top_ = 0, all_but_bottom_right_ = 0;
};

}  // namespace

coordinates rmat(int scale, index edge_factor, const rmat_options& options) {
    const rmat_edges nth_key(scale, options);
    const index n = nth_key.vertices(), drawn = drawn_edges("rmat", n, edge_factor);
    return random_graph("rmat", n, edges_are::undirected, drawn, options.threads, options.part, nth_key);
}

coordinates uniform(index n, double degree, std::uint64_t seed, int threads, const graph_part& part) {
    require_side("uniform", "vertices", n, 0, max_side);
    const double largest_degree = n > 1 ? static_cast<double>(n - 1) : 0.0;
    require(degree >= 0 && degree <= largest_degree, "uniform: degree {} with {} vertices; possible are 0 to {}",
            degree, n, largest_degree);
    const double edges = std::floor(static_cast<double>(n) * degree / 2);
    require(edges <= static_cast<double>(max_entries / 2), "uniform: {} edges; possible are 0 to {}", edges, max_entries / 2);

    const auto side = static_cast<std::uint64_t>(n);
    const random_permutation pair(n > 1 ? side * (side - 1) / 2 : 1, seed, edge_stream);
    return random_graph("uniform", n, edges_are::undirected, static_cast<index>(edges), threads, part, [&](std::uint64_t k) {
        const auto [u, v] = base::unordered_pair(pair(k));
        return key_of(u, v);
    });
}

coordinates strides(index n, double degree, index stride, std::uint64_t seed, int threads, const graph_part& part) {
    require(n >= 0 && stride >= 1 && stride <= max_side && n <= max_side / stride,
            "strides: {} vertices with a stride of {}; a stride is at least 1, and their product at most {}", n, stride,
            max_side);
    coordinates graph = uniform(n, degree, seed, threads, part);
    for (std::vector<column_index>* const side : {&graph.rows, &graph.columns})
        for (column_index& v : *side) v *= static_cast<column_index>(stride);
    graph.nrows = graph.ncols = n * stride;
    graph.report.format = "generated strides";
    return graph;
}

coordinates powerlaw(index n, index degree, std::uint64_t seed, int threads, const graph_part& part) {
    require_side("powerlaw", "vertices", n, 1, max_side);
    const index drawn = drawn_edges("powerlaw", n, degree);
    const auto side = static_cast<std::uint64_t>(n);
    const counter_random source(seed, edge_stream), target(seed, target_stream);
    const random_permutation source_label(side, seed, label_stream), target_label(side, seed, target_label_stream);
    return random_graph("powerlaw", n, edges_are::directed, drawn, threads, part, [&](std::uint64_t k) {
        return key_of(source_label(skewed_position(side, source(k) >> 32)),
                      target_label(skewed_position(side, target(k) >> 32)));
    });
}

coordinates grid2d(index n, const graph_part& part) { return grid("grid2d", n, 2, neighbours::across_edges, false, part); }
coordinates stencil5(index n, const graph_part& part) { return laplacian("stencil5", n, 2, neighbours::across_edges, 4, part); }
coordinates stencil9(index n, const graph_part& part) { return laplacian("stencil9", n, 2, neighbours::all, 8, part); }
coordinates stencil7(index n, const graph_part& part) { return laplacian("stencil7", n, 3, neighbours::across_edges, 6, part); }
coordinates stencil27(index n, const graph_part& part) { return laplacian("stencil27", n, 3, neighbours::all, 26, part); }

coordinates band(index n, index half_width, const graph_part& part) {
    require_side("band", "rows", n, 0, max_side);
    require(half_width >= 0, "band: half width {} is negative", half_width);
    const index reach = std::min(half_width, n);
    const index row_size = std::min(2 * reach + 1, n);
    require(n == 0 || row_size <= max_entries / n, "band: {} rows of {} entries are more than {} entries", n, row_size,
            max_entries);
    return regular_matrix("band", n, n, n * row_size, part, [&](index first, index last, const auto& add) {
        for (index row = first; row < last; ++row)
            for (index column = std::max<index>(row - reach, 0); column <= std::min(row + reach, n - 1); ++column)
                add(row, column);
    });
}

coordinates blocks(index nblocks, index block_size, double average_blocks, std::uint64_t seed, const graph_part& part) {
    require(nblocks >= 0 && block_size >= 1 && block_size <= max_side && nblocks <= max_side / block_size,
            "blocks: {} blocks of side {}; a side is at least 1, and all together at most {}", nblocks, block_size, max_side);
    require(average_blocks >= 1 && average_blocks <= 1e6, "blocks: {} blocks in a row; possible are 1 to 1000000",
            average_blocks);
    const index n = nblocks * block_size;
    const double row_size = static_cast<double>(block_size) * average_blocks;
    require(static_cast<double>(n) * row_size <= static_cast<double>(max_entries),
            "blocks: {} rows of {} entries are more than {} entries", n, row_size, max_entries);

    // Each of the `reach` blocks on either side of the diagonal exists with a probability of a half or a little less.
    const auto reach = static_cast<index>(std::ceil(average_blocks - 1));
    const double chance = reach > 0 ? (average_blocks - 1) / (2.0 * static_cast<double>(reach)) : 0.0;
    const auto chance_in_2_32 = static_cast<std::uint64_t>(chance * two_to_32);
    const counter_random random(seed, edge_stream);
    const auto is_there = [&](index i, index j) {
        const auto low = static_cast<std::uint64_t>(std::min(i, j)), high = static_cast<std::uint64_t>(std::max(i, j));
        return low == high || random(key_of(low, high)) >> 32 < chance_in_2_32;
    };
    const auto fill = [&](index first, index last, const auto& add) {
        std::vector<index> block_columns;
        for (index i = first; i < last; ++i) {
            block_columns.clear();
            for (index j = std::max<index>(i - reach, 0); j <= std::min(i + reach, nblocks - 1); ++j)
                if (is_there(i, j)) block_columns.push_back(j);
            for (index row = i * block_size; row < (i + 1) * block_size; ++row)
                for (const index j : block_columns)
                    for (index column = j * block_size; column < (j + 1) * block_size; ++column) add(row, column);
        }
    };
    return regular_matrix("blocks", n, nblocks, static_cast<index>(static_cast<double>(n) * row_size), part, fill);
}

std::int64_t edge_weight(index u, index v, std::uint64_t seed) {
    const auto low = static_cast<std::uint64_t>(std::min(u, v)), high = static_cast<std::uint64_t>(std::max(u, v));
    return 1 + static_cast<std::int64_t>(counter_random(seed, weight_stream).below(255, key_of(low, high)));
}

void assign_random_weights(coordinates& entries, std::uint64_t seed) {
    std::vector<std::int64_t> weights = unset_values(entries);
    for (std::size_t p = 0; p < weights.size(); ++p) weights[p] = edge_weight(entries.rows[p], entries.columns[p], seed);
    entries.values = std::move(weights);
    entries.declared_type = type_code::none;
}

}  // namespace graphblas_gpu
