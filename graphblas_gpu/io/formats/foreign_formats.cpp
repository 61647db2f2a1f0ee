// Idea: formats that people have and that are not read here, by their first bytes or the ending of the name, each with the
// program or the call that writes one that is read. Read as an edge list, such a file would give an error that does not help,
// or a wrong graph.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/formats/format_table.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {
namespace {

using namespace std::string_view_literals;

struct foreign_format {
    const char* title;
    std::string_view suffixes;
    bool (*begins)(std::string_view head);  ///< null: only the name tells
    const char* advice;
};

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = without_byte_order_mark(text).find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : without_byte_order_mark(text).substr(first);
}

/// Whether the text begins with these words, which are in lower case, in any case of its own.
bool begins_with(std::string_view head, std::string_view words) {
    return lower_case(without_blanks(head).substr(0, words.size())) == words;
}

bool is_markup_of(std::string_view head, std::string_view element) {
    return without_blanks(head).starts_with('<') && head.find(element) != std::string_view::npos;
}

/// Four-byte-aligned numbers of the header of Galois: version 1 or 2, the size of the data of an edge, vertices, edges.
bool begins_galois(std::string_view head) {
    if (head.size() < 32) return false;
    std::uint64_t numbers[4];
    std::memcpy(numbers, head.data(), sizeof numbers);
    return (numbers[0] == 1 || numbers[0] == 2) && (numbers[1] == 0 || numbers[1] == 4 || numbers[1] == 8) &&
           numbers[2] < std::uint64_t{1} << 40 && numbers[3] < std::uint64_t{1} << 44;
}

/// "digraph name {", "strict graph {" and the like, perhaps below comments.
bool begins_dot(std::string_view head) {
    head = without_blanks(head);
    while (head.starts_with("//") || head.starts_with('#') || head.starts_with("/*")) {
        const bool is_block = head.starts_with("/*");
        const std::size_t end = head.find(is_block ? "*/"sv : "\n"sv);
        if (end == std::string_view::npos) return false;
        head = without_blanks(head.substr(end + (is_block ? 2 : 1)));
    }
    if (begins_with(head, "strict ")) head = without_blanks(head.substr(7));
    const std::size_t word = begins_with(head, "digraph") ? 7 : begins_with(head, "graph") ? 5 : 0;
    if (word == 0) return false;
    const std::string_view line = head.substr(
        word, head.find('\n', word) == std::string_view::npos ? std::string_view::npos : head.find('\n', word) - word);
    if (!line.empty() && std::string_view(" \t\r\"{").find(line.front()) == std::string_view::npos) return false;
    const std::size_t brace = head.find_first_of("{[\n", word);
    return (brace != std::string_view::npos && head[brace] == '{') || without_blanks(head.substr(word)).starts_with('{');
}

/// Lines of N-Triples or Turtle: "<http://...> ... ." or "@prefix".
bool begins_rdf(std::string_view head) {
    head = without_blanks(head);
    while (head.starts_with('#')) head = without_blanks(head.substr(std::min(head.size(), head.find('\n'))));
    return begins_with(head, "@prefix ") || begins_with(head, "@base ") || begins_with(head, "<http://") ||
           begins_with(head, "<https://") || begins_with(head, "<urn:") || is_markup_of(head, "<rdf:RDF");
}

/// The language of UCINET: "dl n=5", "DL\nNR = 3, NC = 4". Two words of an edge list have no '=' behind them.
bool begins_ucinet(std::string_view head) {
    if (!begins_with(head, "dl")) return false;
    head = without_blanks(head).substr(2);
    const std::string_view words = without_blanks(head);
    if (words.size() == head.size()) return false;
    const std::size_t end = std::min(words.size(), words.find_first_of(" \t\r\n="));
    return end > 0 && without_blanks(words.substr(end)).starts_with('=');
}

/// The first line "sep=;" of a table for Excel.
bool begins_excel_separator(std::string_view head) {
    if (!begins_with(head, "sep=")) return false;
    head = without_blanks(head).substr(4);
    return head.size() > 1 && (head[1] == '\n' || head[1] == '\r');
}

/// The third line of Harwell-Boeing and Rutherford-Boeing files begins with three letters, such as RUA, and four numbers.
bool begins_harwell_boeing(std::string_view head) {
    std::string_view line;
    for (int k = 0; k < 3; ++k) {
        const std::size_t end = head.find('\n');
        if (end == std::string_view::npos) return false;
        line = head.substr(0, end);
        head.remove_prefix(end + 1);
    }
    const std::string type = lower_case(line.substr(0, 3));
    return line.size() >= 20 && "rcpiq"sv.find(type[0]) != std::string_view::npos &&
           "suhzr"sv.find(type[1]) != std::string_view::npos && "ae"sv.find(type[2]) != std::string_view::npos &&
           line.substr(3).find_first_not_of(" 0123456789\r") == std::string_view::npos;
}

constexpr foreign_format foreign_formats[] = {
    {"a web page (HTML), perhaps the answer to a download that failed", ".html .htm",
     [](std::string_view head) { return begins_with(head, "<!doctype html") || begins_with(head, "<html"); },
     "look at it with a browser and download the file again"},
    {"a GEXF file", ".gexf", [](std::string_view head) { return is_markup_of(head, "<gexf"); },
     "Gephi exports GraphML, and networkx.write_graphml(networkx.read_gexf(IN), OUT) does"},
    {"a DOT file of Graphviz", ".dot .gv", begins_dot, "'gv2gml IN > OUT.gml' of Graphviz converts it"},
    {"a Parquet file", ".parquet .pq", [](std::string_view head) { return head.starts_with("PAR1"); },
     "pandas.read_parquet(IN).to_csv(OUT, index=False) converts it"},
    {"an Arrow or Feather file", ".arrow .feather",
     [](std::string_view head) { return head.starts_with("ARROW1") || head.starts_with("FEA1"); },
     "pandas.read_feather(IN).to_csv(OUT, index=False) converts it"},
    {"a MATLAB file", ".mat",
     [](std::string_view head) { return head.starts_with("MATLAB 5.0 MAT-file") || head.starts_with("MATLAB 7.3 MAT-file"); },
     "mmwrite in MATLAB or scipy.io.mmwrite(OUT, scipy.io.loadmat(IN)[NAME]) converts a matrix in it"},
    {"an HDF5 file", ".h5 .hdf5 .h5ad", [](std::string_view head) { return head.starts_with("\x89HDF\r\n\x1a\n"sv); },
     "write its arrays as SciPy .npz or as an edge list, in Python with h5py"},
    {"an SQLite database", ".sqlite .sqlite3 .db",
     [](std::string_view head) { return head.starts_with("SQLite format 3\0"sv); },
     "sqlite3 -csv IN 'SELECT source, target FROM edges' > OUT.csv writes a table of it"},
    {"a workbook of Excel", ".xlsx .xls",
     [](std::string_view head) { return head.starts_with("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv); },
     "save its sheet of edges as CSV"},
    {"a pickle of Python", ".pickle .pkl .gpickle",
     [](std::string_view head) { return head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5; },
     "load it in Python and write it by networkx.write_graphml or scipy.sparse.save_npz"},
    {"a single array of NumPy", ".npy", [](std::string_view head) { return head.starts_with("\x93NUMPY"sv); },
     "numpy.savetxt(OUT, numpy.load(IN), fmt='%d') writes a list of edges as text"},
    {"a Rutherford-Boeing or Harwell-Boeing file", ".rb .rsa .rua .psa .pua .hb", begins_harwell_boeing,
     "the SuiteSparse Matrix Collection has the same matrix as Matrix Market; scipy.io.mmwrite(OUT, scipy.io.hb_read(IN)) "
     "converts it"},
    {"a binary graph of Galois", ".gr2", begins_galois, "its tool graph-convert -gr2edgelist IN OUT converts it"},
    {"an edge list of Graph500 in binary", ".graph500 .g500", nullptr,
     "numpy.savetxt(OUT, numpy.fromfile(IN, '<i8').reshape(-1, 2), fmt='%d') converts pairs of 64-bit numbers; grb generate "
     "rmat makes such graphs"},
    {"RDF (N-Triples, Turtle or the like)", ".nt .ttl .nq .rdf .n3", begins_rdf,
     "write the subject and the object of each triple as a table with tabs, and read that with --named"},
    {"a DL file of UCINET", ".dl", begins_ucinet,
     "UCINET exports Pajek, and igraph.Graph.Read_DL(IN).write_graphml(OUT) in Python converts it"},
    {"an LGL file", ".lgl", nullptr, "igraph.Graph.Read_Lgl(IN).write_graphml(OUT) in Python converts it"},
    {"a TGF file", ".tgf", nullptr, "yEd saves GML and GraphML; \"sed '1,/^#/d' IN > OUT.txt\" keeps its edges, an edge list"},
    {"a table whose first line 'sep=' is for Excel", "", begins_excel_separator,
     "\"sed 1d IN > OUT.csv\" leaves that line out, and --separator names the separator if it is not found"},
    {"a binary graph of DIMACS", ".col.b .clq.b", nullptr, "DIMACS' program bin2asc converts it into a .col file"},
};

const foreign_format* first_of(auto is_wanted) {
    const auto found = std::find_if(std::begin(foreign_formats), std::end(foreign_formats), is_wanted);
    return found == std::end(foreign_formats) ? nullptr : found;
}

}  // namespace

bool has_suffix(std::string_view file_name, std::string_view suffixes) {
    const std::string name = lower_case(file_name);
    const auto ends = [&](std::string_view with) {
        for (const std::string_view packed : {"", ".gz", ".bz2", ".xz", ".zst"})
            if (name.ends_with(std::string(with).append(packed))) return true;
        return false;
    };
    while (!suffixes.empty()) {
        const std::string_view suffix = suffixes.substr(0, suffixes.find(' '));
        if (ends(suffix)) return true;
        suffixes.remove_prefix(std::min(suffixes.size(), suffix.size() + 1));
    }
    return false;
}

void refuse_foreign_content(const input& from, std::string_view head) {
    const auto* const found = first_of([&](const foreign_format& f) { return f.begins != nullptr && f.begins(head); });
    if (found == nullptr) return;
    throw io_error(from.name(), 0, fmt::format("this is {}, which is not read here; {}", found->title, found->advice));
}

void refuse_foreign_name(const input& from) {
    const auto* const found = first_of([&](const foreign_format& f) { return has_suffix(from.name(), f.suffixes); });
    if (found == nullptr) return;
    throw io_error(from.name(), 0,
                   fmt::format("by its name this is {}, which is not read here; {}; --format NAME reads a file that is in "
                               "another format",
                               found->title, found->advice));
}

void refuse_binary_content(const input& from, std::string_view head) {
    if (head.find('\0') == std::string_view::npos) return;
    throw io_error(from.name(), 0,
                   fmt::format("this is no text, but a binary file of a format that is not known here (there is a zero byte at "
                               "position {}); grb convert, networkx or SciPy write files that are read",
                               head.find('\0')));
}

}  // namespace graphblas_gpu::io
