// Graphs as the GAP benchmark suite stores them: .sg, and .wsg with weights.
//
// Idea: the arrays of compressed sparse rows, in the byte order of the machine (little endian). Whether edges have weights
// follows from the number of bytes. Behind a directed graph stands its transpose, which is compared in size only.
// Source: S. Beamer, K. Asanovic, D. Patterson, The GAP Benchmark Suite (2015); its program `converter` writes the files.
#include <graphblas_gpu/io/formats/listed_graph.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace graphblas_gpu::io {
namespace {

class gap_file {
  public:
    gap_file(input& from, const reading& how) : from_(from), how_(how) {}

    coordinates read() {
        const auto directed = next<unsigned char>("the header");
        const auto edges = next<std::int64_t>("the header"), vertices = next<std::int64_t>("the header");
        if (directed > 1 || edges < 0 || vertices < 0 || vertices > index{max_side})
            fail(fmt::format("this is no graph of the GAP benchmark suite: its header names {} vertices and {} edges", vertices,
                             edges));
        const auto offsets = array<std::int64_t>(static_cast<std::size_t>(vertices) + 1, "the offsets");
        if (offsets.front() != 0 || offsets.back() != edges || !std::is_sorted(offsets.begin(), offsets.end()))
            fail("the offsets do not rise from 0 to the number of edges");
        // With weights a neighbour has 8 bytes; the transpose of a directed graph has arrays of the same sizes.
        const auto plain = array<std::int32_t>(static_cast<std::size_t>(edges), "the neighbours");
        const std::size_t transpose_offsets = directed == 1 ? 8 * offsets.size() : 0, bytes = 4 * plain.size();
        const std::size_t without = transpose_offsets + (directed == 1 ? bytes : 0);
        const std::vector<std::int32_t> more = rest_of_file(plain.size());
        const std::size_t behind = bytes_behind_;
        const bool has_weights = behind != without;
        if (has_weights && behind != without + (directed == 1 ? 2 : 1) * bytes)
            fail(fmt::format("{} bytes follow the first {} neighbours, but {} or, with weights, {} are expected", behind,
                             plain.size(), without, without + (directed == 1 ? 2 : 1) * bytes));
        return graph(directed == 1, vertices, offsets, plain, more, has_weights);
    }

  private:
    [[noreturn]] void fail(const std::string& words) const { throw io_error(from_.name(), 0, words); }

    /// Grows as the file is read, so that a wrong number in its header asks for no memory.
    template <class T>
    std::vector<T> array(std::size_t size, const char* what) {
        constexpr std::size_t piece = std::size_t{1} << 20;
        std::vector<T> read;
        if (const auto left = from_.bytes_left(); left && *left / sizeof(T) >= size) base::make_room(read, size);
        while (read.size() < size) {
            const std::size_t before = read.size(), wanted = std::min(piece, size - before);
            base::make_room(read, wanted);
            read.resize(before + wanted);
            const std::size_t got = from_.read(reinterpret_cast<char*>(read.data() + before), wanted * sizeof(T));
            if (got < wanted * sizeof(T)) fail(fmt::format("the file ends within {} of the graph", what));
            if (how_.progress != nullptr) {
                how_.progress->total = from_.stored_size();
                how_.progress->done = from_.stored_done();
            }
        }
        return read;
    }
    template <class T>
    T next(const char* what) {
        return array<T>(1, what).front();
    }

    /// Reads to the end of the file and counts the bytes; returns the first numbers, at most `kept` of them.
    std::vector<std::int32_t> rest_of_file(std::size_t kept) {
        std::vector<std::int32_t> first, piece(std::size_t{1} << 20);
        for (std::size_t got = 1; got > 0; bytes_behind_ += got) {
            got = from_.read(reinterpret_cast<char*>(piece.data()), 4 * piece.size());
            first.insert(first.end(), piece.begin(),
                         piece.begin() + static_cast<std::ptrdiff_t>(std::min(got / 4, kept - first.size())));
        }
        return first;
    }

    coordinates graph(bool directed, index vertices, const std::vector<std::int64_t>& offsets,
                      const std::vector<std::int32_t>& plain, const std::vector<std::int32_t>& more, bool has_weights) const {
        const std::size_t edges = plain.size();
        // With weights, the first half of the pairs is in `plain` and the second half in `more`.
        const auto number = [&](std::size_t k) { return k < edges ? plain[k] : more[k - edges]; };
        listed_edges listed;
        listed.reserve(edges);
        for (index v = 0; v < vertices; ++v) {
            for (auto e = static_cast<std::size_t>(offsets[static_cast<std::size_t>(v)]);
                 e < static_cast<std::size_t>(offsets[static_cast<std::size_t>(v) + 1]); ++e) {
                const std::int32_t neighbour = number(has_weights ? 2 * e : e);
                if (neighbour < 0 || neighbour >= vertices)
                    fail(fmt::format("neighbour {} of vertex {} lies outside 0 to {}", neighbour, v, vertices - 1));
                const auto from = static_cast<column_index>(v), to = static_cast<column_index>(neighbour);
                if (has_weights) listed.add(from, to, {.integer = number(2 * e + 1)});
                else listed.add(from, to);
            }
        }
        coordinates result = std::move(listed).finish(
            vertices, 0,
            fmt::format("GAP {} graph{}", directed ? "directed" : "undirected", has_weights ? " with weights" : ""));
        result.report.symmetric_by_format = !directed;
        return result;
    }

    input& from_;
    const reading& how_;
    std::size_t bytes_behind_ = 0;
};

}  // namespace

coordinates read_gap(input& from, const reading& how, const read_options&) {
    static_assert(std::endian::native == std::endian::little, "the files are little endian");
    return base::within_memory(from.name() + ": the list of its edges", [&] { return gap_file(from, how).read(); });
}

}  // namespace graphblas_gpu::io
