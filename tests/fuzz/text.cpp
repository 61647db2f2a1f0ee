// Idea: any bytes are read as a file, once in one piece by one thread and once in small blocks by several. Both times
// the outcome has to be the same: the same entries, or the same error; nothing else may happen. What is read has to
// make a matrix. The options follow from the bytes, so that files of a corpus are just files.
#include "target.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/checksum.hpp>
#include <graphblas_gpu/io/formats/format_table.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

#include <bit>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace gb = graphblas_gpu;

namespace {

struct setting {
    bool stream;
    gb::edge_list_options edges;
};

setting setting_of(std::uint64_t bits) {
    constexpr gb::weight_column wanted[] = {gb::weight_column::automatic, gb::weight_column::automatic,
                                            gb::weight_column::none, gb::weight_column::required};
    setting how{(bits & 1) != 0,
                {.one_based = (bits & 2) != 0,
                 .ids = static_cast<gb::vertex_ids>((bits >> 22 & 3) % 3),
                 .weights = wanted[bits >> 3 & 3]}};
    // Mostly files are read as they say that they are.
    if ((bits & 32) != 0 || (bits & 128) != 0) return how;
    constexpr char separators[] = {'\0', ',', ';', ' '};
    how.edges.separator = separators[bits >> 16 & 3];
    how.edges.header = static_cast<gb::header_line>((bits >> 18 & 3) % 3);
    if ((bits >> 20 & 3) == 0) how.edges.columns = {1, 2, 3};
    if ((bits >> 20 & 3) == 1) how.edges.columns = {2, 1};
    if ((bits & 64) != 0) {
        how.edges.named = true;
        how.edges.one_based = false;
        how.edges.ids = gb::vertex_ids::positions;
    }
    if (how.edges.columns.size() == 2 && how.edges.weights == gb::weight_column::required)
        how.edges.weights = gb::weight_column::automatic;
    return how;
}

struct outcome {
    std::optional<gb::coordinates> entries;
    std::string error;
};

outcome read(std::string_view bytes, const setting& how, const gb::io::reading& reading) {
    std::istringstream stream{std::string(how.stream ? bytes : std::string_view())};
    outcome found;
    try {
        std::optional<gb::io::input> from;
        if (how.stream)
            from.emplace(stream, "file");
        else
            from.emplace(bytes, "file");
        const gb::file_format format = gb::io::format_of(*from, gb::file_format::automatic);
        if (format == gb::file_format::binary) return {std::nullopt, "binary"};
        found.entries = format == gb::file_format::edge_list ? gb::io::read_edge_list(*from, how.edges, reading)
                                                             : gb::io::entry_of(format).read(*from, reading, {});
    } catch (const gb::io_error& e) {
        if (e.line() < 0) fuzz::report("a negative line");
        found.error = e.what();
    }
    return found;
}

// By their bits: a NaN is the same as itself, -0 is not 0.
bool same(const gb::coordinates& a, const gb::coordinates& b) {
    if (a.nrows != b.nrows || a.ncols != b.ncols || a.rows != b.rows || a.columns != b.columns) return false;
    if (a.report.format != b.report.format || a.report.changes() != b.report.changes()) return false;
    if (a.report.names != b.report.names || a.report.notes != b.report.notes) return false;
    if (!a.is_real() || !b.is_real()) return a.values == b.values;
    const auto& x = std::get<2>(a.values);
    const auto& y = std::get<2>(b.values);
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](double p, double q) {
        return std::bit_cast<std::uint64_t>(p) == std::bit_cast<std::uint64_t>(q);
    });
}

void check_matrix(const gb::context& ctx, gb::coordinates& entries) {
    constexpr gb::index side_with_small_offsets = 1 << 16;
    entries.check();
    if (entries.nrows > side_with_small_offsets) return;
    const auto a = gb::from_coordinates<double>(ctx, entries);
    gb::formats::check_csr(a.rows(), a.row_offsets().size(), a.columns().size(), a.values().size(), true);
    if (entries.nrows != entries.ncols) return;
    entries.drop_self_loops();
    entries.symmetrise();
    if (!gb::from_coordinates<void>(ctx, entries).is_symmetric()) fuzz::report("symmetrised, but not symmetric");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const gb::context several = gb::context::host({.threads = 3});
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::uint64_t bits = gb::io::xxh64(data, size);
    const setting how = setting_of(bits);

    outcome whole = read(bytes, how, {});
    const outcome cut = read(bytes, how, {.team = &several.team(), .block_size = 1 + (bits >> 8) % 50});
    if (whole.error != cut.error)
        fuzz::report(std::string("errors differ: ").append(whole.error).append(" / ").append(cut.error));
    if (whole.entries.has_value() != cut.entries.has_value()) fuzz::report("read once, refused once");
    if (whole.entries && !same(*whole.entries, *cut.entries)) fuzz::report("entries differ");
    if (whole.entries) check_matrix(several, *whole.entries);
    ++(whole.entries ? fuzz::seen.read : fuzz::seen.refused);
    return 0;
}
