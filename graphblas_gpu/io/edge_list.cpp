// Needs: text_blocks for the threads, text_scanner for lines and words, plain_numbers for speed.
// Idea: the first edge says how many columns there are. Blocks of edges are parsed apart from each other, plain lines
// by a loop that knows nothing else, all others by the scanner, and put behind each other in file order; weights are
// integers and are turned into doubles at the first one that is not. Relabelling sorts all ids that occur and looks
// each up. See edge_list.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/radix_sort.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/plain_numbers.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu {
namespace {

using io::number_status;
using io::quoted;
using io::text_scanner;

constexpr io::line_syntax syntax(",", "#%");

/// What the first edge says about all of them.
struct columns_of_file {
    std::int64_t first_line = 0;
    bool weighted = false;
    bool weights_wanted = false;
};

/// The edges of a block. Weights are integers, or all of them are reals from the first on that is none.
template <class Id>
struct edge_block {
    io::growing<Id> sources;
    io::growing<Id> targets;
    io::growing<std::int64_t> integers;
    io::growing<double> reals;
    bool has_reals = false;
    std::size_t edges = 0;
    std::int64_t lines = 0;

    void clear() {
        has_reals = false;
        edges = 0;
        lines = 0;
    }
};

// Refused wherever it stands, so that the verdict on a file does not depend on the order of its lines.
bool parse_as_integer(const text_scanner& scanner, std::string_view word, std::int64_t& integer) {
    const number_status status = io::parse_integer(word, integer);
    if (status == number_status::out_of_range)
        scanner.fail(
            fmt::format("the weight {} does not fit a 64-bit integer; written with a decimal point it would "
                        "be read as a real number",
                        quoted(word)));
    return status == number_status::fine;
}

template <class Id>
void put_integer(edge_block<Id>& out, std::int64_t weight) {
    if (out.has_reals)
        out.reals[out.edges] = static_cast<double>(weight);
    else
        out.integers[out.edges] = weight;
}

template <class Id>
void put_real(edge_block<Id>& out, double weight) {
    if (!out.has_reals) {
        std::copy(out.integers.begin(), out.integers.begin() + out.edges, out.reals.begin());
        out.has_reals = true;
    }
    out.reals[out.edges] = weight;
}

// What is written like an integer is one among reals too: -0 is 0 wherever it stands.
template <class Id>
void read_weight(const text_scanner& scanner, std::string_view word, edge_block<Id>& out) {
    std::int64_t integer = 0;
    if (parse_as_integer(scanner, word, integer)) {
        put_integer(out, integer);
        return;
    }
    double real = 0;
    const number_status status = io::parse_real(word, real);
    if (status == number_status::not_a_number) scanner.fail(fmt::format("the weight {} is not a number", quoted(word)));
    if (status == number_status::out_of_range)
        scanner.fail(fmt::format("the weight {} does not fit a double", quoted(word)));
    put_real(out, real);
}

// Id is column_index, counted from 0, or std::uint64_t, as in the file, if relabelling follows.
template <class Id>
Id read_id(text_scanner& scanner, bool one_based) {
    const int first = one_based ? 1 : 0;
    std::string_view word;
    std::uint64_t id = 0;
    const number_status status = scanner.next_unsigned(word, id);
    if (word.empty()) scanner.fail("one column; an edge has two vertex ids and perhaps a weight");
    if (status == number_status::not_a_number)
        scanner.fail(fmt::format("{} is not a vertex id (a whole number from {})", quoted(word), first));
    if (one_based && id == 0 && status == number_status::fine)
        scanner.fail("vertex id 0 in an edge list that counts from 1");
    if constexpr (std::is_same_v<Id, std::uint64_t>) {
        if (status == number_status::out_of_range)
            scanner.fail(fmt::format("vertex id {} does not fit 64 bits", quoted(word)));
        return id;
    } else {
        const std::uint64_t position = id - static_cast<std::uint64_t>(first);
        if (status == number_status::out_of_range || position >= std::uint64_t{max_side})
            scanner.fail(
                fmt::format("vertex id {} is beyond the largest one possible, {}; relabelling the vertices "
                            "would make it fit",
                            quoted(word), max_side - 1 + first));
        return static_cast<column_index>(position);
    }
}

/// One edge, as the scanner reads it. Before the columns of the file are known, that is its first edge.
template <class Id>
struct edge {
    Id source;
    Id target;
    std::string_view weight;
};

template <class Id>
edge<Id> read_edge(text_scanner& scanner, bool one_based) {
    edge<Id> read;
    read.source = read_id<Id>(scanner, one_based);
    read.target = read_id<Id>(scanner, one_based);
    read.weight = scanner.next_word();
    if (!scanner.rest_of_line().empty())
        scanner.fail(
            fmt::format("more than three columns, the fourth begins with {}; an edge has two vertex ids "
                        "and perhaps a weight",
                        quoted(scanner.next_word())));
    if (scanner.met_empty_field()) scanner.fail("an empty field between two commas");
    return read;
}

template <class Id>
columns_of_file read_first_edge(text_scanner& scanner, const edge_list_options& options) {
    const edge<Id> first = read_edge<Id>(scanner, options.one_based);
    const bool weighted = !first.weight.empty();
    if (!weighted && options.weights == weight_column::required)
        scanner.fail("weights are required, but there is no third column");
    return {scanner.line(), weighted, weighted && options.weights != weight_column::none};
}

/// Reads the edges of blocks; knows nothing of the blocks before.
template <class Id>
class block_parser {
  public:
    block_parser(const columns_of_file& columns, bool one_based) : columns_(columns), one_based_(one_based) {}

    void operator()(const io::text_block& block, edge_block<Id>& out) const {
        const std::string_view text = block.text();
        const char* const begin = text.data();
        const char* const end = begin + text.size();
        const std::size_t most = text.size() / 4 + 1;  // "1 2" and the end of the line
        out.sources.make_room(most);
        out.targets.make_room(most);
        if (columns_.weights_wanted) {
            out.integers.make_room(most);
            out.reals.make_room(most);
        }
        text_scanner scanner(syntax, text);
        const char* p = begin;
        while (p < end) {
            if (const char* const next = read_plain_edge(p, end, out)) {
                p = next;
                ++out.lines;
            } else {
                scanner.move_to(static_cast<std::size_t>(p - begin), out.lines);
                const bool found = scanner.next_line();
                if (found) read_any_edge(scanner, out);
                out.lines = scanner.line();
                p = begin + scanner.position();
                if (!found) break;
            }
            ++out.edges;
        }
    }

  private:
    static const char* skip_separator(const char* p) {
        p = io::skip_blanks(p);
        if (*p == ',') p = io::skip_blanks(p + 1);
        return p;
    }

    // The plain form of a line: words of digits, parted by blanks or a comma. Returns where the next line begins; null
    // for any other form, which need not be wrong.
    const char* read_plain_edge(const char* p, const char* end, edge_block<Id>& out) const {
        std::uint64_t source = 0, target = 0;
        p = io::skip_blanks(p);
        const int source_digits = io::read_plain_digits(p, source);
        if (source_digits == 0) return nullptr;
        p += source_digits;
        const char* at = skip_separator(p);
        if (at == p) return nullptr;
        const int target_digits = io::read_plain_digits(at, target);
        if (target_digits == 0) return nullptr;
        p = at + target_digits;
        const std::uint64_t first = one_based_ ? 1 : 0;
        source -= first;
        target -= first;
        if (std::is_same_v<Id, column_index>) {
            if (source >= std::uint64_t{max_side} || target >= std::uint64_t{max_side}) return nullptr;
        } else {
            // These keep the ids of the file, which have 16 digits at most.
            if (source > too_large || target > too_large) return nullptr;
            source += first;
            target += first;
        }
        out.sources[out.edges] = static_cast<Id>(source);
        out.targets[out.edges] = static_cast<Id>(target);
        if (columns_.weighted) {
            at = skip_separator(p);
            if (at == p) return nullptr;
            p = columns_.weights_wanted ? read_plain_weight(at, end, out) : skip_word(at);
            if (p == nullptr) return nullptr;
        }
        return io::end_of_plain_line(p);
    }

    static const char* skip_word(const char* p) {
        const char* at = p;
        while (*at > ' ' && *at != ',') ++at;
        return at == p ? nullptr : at;
    }

    static const char* read_plain_weight(const char* p, const char* end, edge_block<Id>& out) {
        const auto ends = [](const char* at) { return *at == '\n' || *at == '\r' || *at == ' ' || *at == '\t'; };
        std::int64_t integer = 0;
        const char* at = io::read_plain_integer(p, integer);
        if (at != p && ends(at)) {
            put_integer(out, integer);
            return at;
        }
        // Only what has a point or an exponent is no integer for certain: long ones are the scanner's business.
        if (at == p || (*at != '.' && *at != 'e' && *at != 'E')) return nullptr;
        double real = 0;
        at = io::read_plain_real(p, end, real);
        if (at == p || !ends(at)) return nullptr;
        put_real(out, real);
        return at;
    }

    void read_any_edge(text_scanner& scanner, edge_block<Id>& out) const {
        const edge<Id> read = read_edge<Id>(scanner, one_based_);
        if (columns_.weighted == read.weight.empty())
            scanner.fail(
                columns_.weighted
                    ? fmt::format("the weight is missing, which line {} has", columns_.first_line)
                    : fmt::format("a third column {}, which line {} lacks", quoted(read.weight), columns_.first_line));
        out.sources[out.edges] = read.source;
        out.targets[out.edges] = read.target;
        if (columns_.weights_wanted) read_weight(scanner, read.weight, out);
    }

    static constexpr std::uint64_t too_large = std::uint64_t{1} << 63;  // what 0 - 1 is above

    const columns_of_file& columns_;
    bool one_based_;
};

template <class Id>
struct endpoint_lists {
    std::vector<Id> sources;
    std::vector<Id> targets;
};

/// Puts the edges of blocks behind each other.
template <class Id>
class edge_collector {
  public:
    edge_collector(const columns_of_file& columns, std::optional<std::uint64_t> bytes)
        : columns_(columns), bytes_(bytes.value_or(0)) {}

    void operator()(const io::text_block& block, const edge_block<Id>& read, const io::line_error* error) {
        if (error != nullptr) return;
        if (all_.sources.empty() && read.edges > 0) reserve(block, read);
        append(all_.sources, read.sources, read.edges);
        append(all_.targets, read.targets, read.edges);
        if (!columns_.weights_wanted) return;
        if (read.has_reals && reals_.empty()) {
            reals_.reserve(all_.sources.capacity());
            reals_.assign(integers_.begin(), integers_.end());
            integers_ = {};
            has_reals_ = true;
        }
        if (has_reals_ && read.has_reals)
            append(reals_, read.reals, read.edges);
        else if (has_reals_)
            append(reals_, read.integers, read.edges);
        else
            append(integers_, read.integers, read.edges);
    }

    endpoint_lists<Id> finish(coordinates& result) {
        result.report.entries_in_file = static_cast<index>(all_.sources.size());
        result.report.weights_ignored = columns_.weighted && !columns_.weights_wanted;
        if (columns_.weights_wanted) {
            if (has_reals_)
                result.values = std::move(reals_);
            else
                result.values = std::move(integers_);
        }
        result.report.format = !columns_.weights_wanted ? "edge list"
                               : result.is_integer()    ? "edge list with integer weights"
                                                        : "edge list with real weights";
        return std::move(all_);
    }

  private:
    template <class To, class From>
    static void append(std::vector<To>& to, const io::growing<From>& from, std::size_t size) {
        to.insert(to.end(), from.begin(), from.begin() + size);
    }

    // The first block tells how long a line is. A little more than enough: memory that is not written to costs nothing.
    // A guess is no reason to fail, though.
    void reserve(const io::text_block& block, const edge_block<Id>& read) {
        const double bytes_of_edge = static_cast<double>(block.text().size()) / static_cast<double>(read.edges);
        const double expected = 1.02 * static_cast<double>(bytes_) / bytes_of_edge;
        const auto size = static_cast<std::size_t>(std::max(expected, static_cast<double>(read.edges)));
        try {
            all_.sources.reserve(size);
            all_.targets.reserve(size);
            if (columns_.weights_wanted) integers_.reserve(size);
        } catch (const std::bad_alloc&) {
        }
    }

    const columns_of_file& columns_;
    std::uint64_t bytes_;  // of the text, 0 if not known
    endpoint_lists<Id> all_;
    std::vector<std::int64_t> integers_;
    std::vector<double> reals_;
    bool has_reals_ = false;
};

/// The number in the first line of a file that write_edge_list wrote; the scanner stays before that line.
std::optional<std::uint64_t> read_promise(text_scanner& scanner) {
    if (!scanner.next_physical_line()) return std::nullopt;
    const std::optional<std::uint64_t> promised = io::promised_edges(scanner.rest_of_line());
    scanner.move_to(0, 0);
    return promised;
}

/// A file that ends too early is a smaller graph, and nothing else in it would tell.
void check_promise(const std::string& file, std::optional<std::uint64_t> promised, index found) {
    if (!promised || *promised == static_cast<std::uint64_t>(found)) return;
    throw io_error(file, 1,
                   fmt::format("the header promises {} edges, {} follow: the file is {}", *promised, found,
                               *promised > static_cast<std::uint64_t>(found)
                                   ? "incomplete"
                                   : "not as it was written; correct the header, or delete it"));
}

template <class Id>
endpoint_lists<Id> read_edges(io::input& from, const edge_list_options& options, const io::reading& how,
                              coordinates& result) {
    io::line_blocks blocks(from, how.progress, how.block_size);
    const std::optional<std::uint64_t> bytes = blocks.bytes_left();
    text_scanner scanner(syntax, blocks);
    columns_of_file columns;
    std::optional<std::uint64_t> promised;
    try {
        promised = read_promise(scanner);
        if (!scanner.next_line()) {
            check_promise(from.name(), promised, 0);
            throw io_error(from.name(), 0, "holds no edges");
        }
        columns = read_first_edge<Id>(scanner, options);
    } catch (const io::line_error& e) {
        throw io_error(from.name(), e.line(), e.what());
    }
    edge_collector<Id> collect(columns, bytes);
    io::for_blocks<edge_block<Id>>(how.team, blocks, scanner.take_block_from_line(), columns.first_line - 1,
                                   block_parser<Id>(columns, options.one_based),
                                   [&](const io::text_block& block, const edge_block<Id>& read,
                                       const io::line_error* error) { collect(block, read, error); });
    endpoint_lists<Id> all = collect.finish(result);
    check_promise(from.name(), promised, result.report.entries_in_file);
    return all;
}

void set_side(coordinates& result, index side) {
    result.nrows = side;
    result.ncols = side;
}

// Where an id stands among all ids. A directory by the leading bits leads to within a few places of it where ids are
// spread evenly, and a binary search settles the rest however they are spread.
class id_ranks {
  public:
    explicit id_ranks(const std::vector<std::uint64_t>& sorted_ids) : ids_(sorted_ids) {
        while ((ids_.back() >> shift_) / 2 > ids_.size()) ++shift_;
        starts_.resize((ids_.back() >> shift_) + 2);
        for (const std::uint64_t id : ids_) ++starts_[(id >> shift_) + 1];
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    }

    column_index operator()(std::uint64_t id) const {
        const auto bucket = starts_.begin() + static_cast<std::ptrdiff_t>(id >> shift_);
        const auto place = std::lower_bound(ids_.begin() + bucket[0], ids_.begin() + bucket[1], id);
        return static_cast<column_index>(place - ids_.begin());
    }

  private:
    const std::vector<std::uint64_t>& ids_;
    std::vector<column_index> starts_;
    int shift_ = 0;
};

void relabel(const std::string& file, const endpoint_lists<std::uint64_t>& read, host::team* team,
             coordinates& result) {
    std::vector<std::uint64_t> ids(read.sources);
    ids.insert(ids.end(), read.targets.begin(), read.targets.end());
    formats::radix_sort(ids, [](std::uint64_t id) { return id; });
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    ids.shrink_to_fit();
    if (ids.size() > std::size_t{max_side})
        throw io_error(file, 0, fmt::format("{} vertices, more than the {} possible", ids.size(), max_side));

    const id_ranks ranks(ids);
    const auto renamed = [&](const std::vector<std::uint64_t>& endpoints) {
        constexpr std::int64_t work_of_one = 20;
        std::vector<column_index> positions(endpoints.size());
        const auto rename = [&](index first, index last, int) {
            std::transform(endpoints.begin() + first, endpoints.begin() + last, positions.begin() + first,
                           std::cref(ranks));
        };
        const auto size = static_cast<index>(endpoints.size());
        if (team == nullptr)
            rename(0, size, 0);
        else
            host::for_ranges(*team, size, size * work_of_one, rename);
        return positions;
    };
    result.rows = renamed(read.sources);
    result.columns = renamed(read.targets);
    set_side(result, static_cast<index>(ids.size()));
    result.report.original_ids = std::move(ids);
}

void note_sparse_ids(coordinates& result) {
    constexpr index side_per_edge = 64;
    constexpr index side_nobody_minds = 1'000'000;
    if (result.nrows <= side_per_edge * result.size() + side_nobody_minds) return;
    result.report.notes.push_back(
        fmt::format("the largest vertex id makes a side of {} for {} edges; relabelling the vertices would make the "
                    "matrix smaller",
                    result.nrows, result.size()));
}

column_index largest_of(const std::vector<column_index>& ids) {
    column_index largest = 0;
    for (const column_index id : ids) largest = std::max(largest, id);
    return largest;
}

coordinates read(io::input& from, const edge_list_options& options, const io::reading& how) {
    coordinates result;
    if (options.relabel) {
        relabel(from.name(), read_edges<std::uint64_t>(from, options, how, result), how.team, result);
        return result;
    }
    endpoint_lists<column_index> edges = read_edges<column_index>(from, options, how, result);
    set_side(result, index{std::max(largest_of(edges.sources), largest_of(edges.targets))} + 1);
    result.rows = std::move(edges.sources);
    result.columns = std::move(edges.targets);
    note_sparse_ids(result);
    return result;
}

}  // namespace

coordinates io::read_edge_list(input& from, const edge_list_options& options, const reading& how) {
    return formats::within_memory(from.name() + ": the list of its edges", [&] { return read(from, options, how); });
}

coordinates parse_edge_list(std::string_view text, const std::string& file, const edge_list_options& options) {
    io::input from(text, file);
    return io::read_edge_list(from, options, {.progress = options.progress});
}

}  // namespace graphblas_gpu
