// Needs: text_scanner for lines and numbers.
// Idea: ids and weights go straight into their arrays; weights start as integers and are turned into doubles at the
// first one that is not. Relabelling sorts all ids that occur and looks each up. See edge_list.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/radix_sort.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu {
namespace {

using io::number_status;
using io::quoted;
using io::text_scanner;

class weight_reader {
  public:
    void read(const text_scanner& scanner, std::string_view word) {
        if (reals_.empty()) {
            std::int64_t integer = 0;
            if (parse_as_integer(scanner, word, integer)) {
                integers_.push_back(integer);
                return;
            }
            reals_.assign(integers_.begin(), integers_.end());
            integers_ = {};
        }
        double real = 0;
        const number_status status = io::parse_real(word, real);
        if (status == number_status::not_a_number)
            scanner.fail(fmt::format("the weight {} is not a number", quoted(word)));
        if (status == number_status::out_of_range)
            scanner.fail(fmt::format("the weight {} does not fit a double", quoted(word)));
        std::int64_t integer = 0;
        parse_as_integer(scanner, word, integer);
        reals_.push_back(real);
    }

    bool has_reals() const noexcept { return !reals_.empty(); }
    std::vector<std::int64_t> take_integers() noexcept { return std::move(integers_); }
    std::vector<double> take_reals() noexcept { return std::move(reals_); }

  private:
    // Refused wherever it stands, so that the verdict on a file does not depend on the order of its lines.
    static bool parse_as_integer(const text_scanner& scanner, std::string_view word, std::int64_t& integer) {
        const number_status status = io::parse_integer(word, integer);
        if (status == number_status::out_of_range)
            scanner.fail(
                fmt::format("the weight {} does not fit a 64-bit integer; written with a decimal point it would "
                            "be read as a real number",
                            quoted(word)));
        return status == number_status::fine;
    }

    std::vector<std::int64_t> integers_;
    std::vector<double> reals_;
};

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

template <class Id>
struct endpoint_lists {
    std::vector<Id> sources;
    std::vector<Id> targets;
};

template <class Id>
endpoint_lists<Id> read_edges(text_scanner& scanner, const edge_list_options& options, coordinates& result) {
    endpoint_lists<Id> read;
    weight_reader weights;
    std::int64_t first_line = 0;
    bool weighted = false;
    while (scanner.next_line()) {
        read.sources.push_back(read_id<Id>(scanner, options.one_based));
        read.targets.push_back(read_id<Id>(scanner, options.one_based));
        const std::string_view weight = scanner.next_word();
        if (!scanner.rest_of_line().empty())
            scanner.fail(
                fmt::format("more than three columns, the fourth begins with {}; an edge has two vertex ids "
                            "and perhaps a weight",
                            quoted(scanner.next_word())));
        if (scanner.met_empty_field()) scanner.fail("an empty field between two commas");
        if (first_line == 0) {
            first_line = scanner.line();
            weighted = !weight.empty();
            if (!weighted && options.weights == weight_column::required)
                scanner.fail("weights are required, but there is no third column");
        }
        if (weighted == weight.empty())
            scanner.fail(weighted ? fmt::format("the weight is missing, which line {} has", first_line)
                                  : fmt::format("a third column {}, which line {} lacks", quoted(weight), first_line));
        if (weighted && options.weights != weight_column::none) weights.read(scanner, weight);
    }
    if (first_line == 0) scanner.fail_at(0, "holds no edges");

    result.report.entries_in_file = static_cast<index>(read.sources.size());
    result.report.weights_ignored = weighted && options.weights == weight_column::none;
    if (weighted && options.weights != weight_column::none) {
        if (weights.has_reals())
            result.values = weights.take_reals();
        else
            result.values = weights.take_integers();
    }
    result.report.format = !weighted || result.report.weights_ignored ? "edge list"
                           : result.is_integer()                      ? "edge list with integer weights"
                                                                      : "edge list with real weights";
    return read;
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

void relabel(const std::string& file, const endpoint_lists<std::uint64_t>& read, coordinates& result) {
    std::vector<std::uint64_t> ids(read.sources);
    ids.insert(ids.end(), read.targets.begin(), read.targets.end());
    formats::radix_sort(ids, [](std::uint64_t id) { return id; });
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    ids.shrink_to_fit();
    if (ids.size() > std::size_t{max_side})
        throw io_error(file, 0, fmt::format("{} vertices, more than the {} possible", ids.size(), max_side));

    const id_ranks ranks(ids);
    const auto renamed = [&ranks](const std::vector<std::uint64_t>& endpoints) {
        std::vector<column_index> positions(endpoints.size());
        std::transform(endpoints.begin(), endpoints.end(), positions.begin(), std::cref(ranks));
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

coordinates parse(std::string_view text, const std::string& file, const edge_list_options& options) {
    text_scanner scanner(text, file, ",", "#%", options.progress);
    coordinates result;
    if (options.relabel) {
        relabel(file, read_edges<std::uint64_t>(scanner, options, result), result);
        return result;
    }
    endpoint_lists<column_index> read = read_edges<column_index>(scanner, options, result);
    const column_index largest = std::max(*std::max_element(read.sources.begin(), read.sources.end()),
                                          *std::max_element(read.targets.begin(), read.targets.end()));
    set_side(result, index{largest} + 1);
    result.rows = std::move(read.sources);
    result.columns = std::move(read.targets);
    note_sparse_ids(result);
    return result;
}

}  // namespace

coordinates parse_edge_list(std::string_view text, const std::string& file, const edge_list_options& options) {
    return formats::within_memory(file + ": the list of its edges", [&] { return parse(text, file, options); });
}

void write_edge_list(const std::string& path, const coordinates& entries, const edge_list_format& format) {
    auto out = io::entry_writer::edge_list(path, format.one_based, entries.nrows, entries.ncols, entries.size());
    out.entries(entries);
    out.close();
}

}  // namespace graphblas_gpu
