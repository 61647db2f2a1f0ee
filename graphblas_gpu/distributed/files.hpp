// Matrices that all ranks read from one file, write to one, or make, each its share.
//
// Idea: rank r takes the r-th of equal parts of the entries, or of the bytes of a text, and sends each entry to the rank of its
// block. No rank needs more memory than its part and its block take.
#pragma once

#include <graphblas_gpu/distributed/matrix.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/in_place.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace graphblas_gpu::dist {

/// A file that has been read: in each rank a share of its entries, or in rank 0 all of it.
struct file_on_ranks {
    std::string path;
    read_options options;
    index nrows = 0, ncols = 0;          ///< of the whole; only if it is read in shares
    index entries_in_file = 0;           ///< the same
    type_code type = type_code::none;    ///< of the values: that which the file declares, or int64 or double
    std::vector<index> rows, columns;    ///< the share
    type_code stored = type_code::none;  ///< the type of the values below
    buffer<std::byte> values;
    bool is_listed_once = false;  ///< the file promises that no entry is listed twice
    bool is_in_shares = true;
    std::optional<io::file_content> whole;  ///< in rank 0, unless it is read in shares
};
/// Reads a file for take_matrix(), as read_matrix() below. Called by all ranks.
file_on_ranks read_file(const context& ctx, const std::string& path, const read_options& options = {}, bool with_values = true);
/// Throws io_error if entries of a file that promises otherwise are listed twice, where nvals are left of all.
void check_listed_once(const context& ctx, const file_on_ranks& file, index nvals);

/// The matrix of a file, whose entries it takes. Called by all ranks.
template <writable T>
matrix<T> take_matrix(const context& ctx, file_on_ranks& file) {
    if (!file.is_in_shares) {
        graphblas_gpu::matrix<T> whole;
        (void)ctx.together("read_matrix", {}, [&](note&) {
            if (ctx.rank() == 0) whole = io::take_matrix<T>(ctx.local(), *file.whole, file.options.duplicates);
            file.whole.reset();
        });
        return scatter(ctx, whole);
    }
    buffer<formats::stored<T>> values;
    if constexpr (!std::is_void_v<T>) {
        (void)ctx.together("read_matrix", {}, [&](note&) {
            values = buffer<T>(file.rows.size(), cast<T>(1));
            if (file.stored == type_code::none) return;
            base::with_code(file.stored, [&]<class From>(std::type_identity<From>) {
                const auto* const from = reinterpret_cast<const From*>(file.values.data());
                for (std::size_t n = 0; n < values.size(); ++n) values[n] = cast<T>(from[n]);
            });
            file.values = {};
        });
    }
    const auto join_by = [&](const auto& duplicates) {
        return matrix<T>::from_edges(ctx, file.nrows, file.ncols, file.rows, file.columns, {values.data(), values.size()},
                                     duplicates);
    };
    auto made = [&] {
        if constexpr (!std::is_void_v<T>) {
            switch (file.options.duplicates) {
                case duplicate_policy::first: return join_by(first{});
                case duplicate_policy::min: return join_by(min{});
                case duplicate_policy::max: return join_by(max{});
                case duplicate_policy::sum: return join_by(plus{});
                default: break;
            }
        }
        return join_by(second{});
    }();
    check_listed_once(ctx, file, made.nvals());
    file.rows = {};
    file.columns = {};
    return made;
}

/// The matrix of a file, as read_matrix (io/read_matrix.hpp) reads it. Called by all ranks, each of which opens the file, which
/// must be the same. Throws in all ranks what read_matrix throws.
///
/// Of a binary file each rank reads its share of the entries, whose checksums are not compared; of Matrix Market files, and of
/// edge lists with the ids `positions`, the lines of its share of the bytes. All other files, packed ones among them, are read
/// by rank 0, which needs memory for all entries, and dealt out; so are files whose duplicates are refused, and those whose
/// entries are made symmetric by another rule than `last`, unless no values are read. Where several ranks read a Matrix Market
/// file that declares its type, and entries are mirrored or dropped, it is not noticed that an entry is listed twice.
template <writable T>
matrix<T> read_matrix(const context& ctx, const std::string& path, const read_options& options = {}) {
    file_on_ranks file = read_file(ctx, path, options, !std::is_void_v<T>);
    return take_matrix<T>(ctx, file);
}

/// For write_matrix: all ranks write; false if the file needs one writer. Called by all ranks.
bool write_in_parts(const context& ctx, const std::string& path, const any_matrix& block, const grid_cuts& cuts, index nvals,
                    type_code type);

/// Writes a matrix as write_matrix (io/write_matrix.hpp) does, the same bytes: a binary file, Matrix Market or an edge list, by
/// the name of the file. Called by all ranks, which must see the same folder; each writes an equal share of the rows, under a
/// temporary name that rank 0 changes when all have done so. After an error in any rank, which all throw, the old file is as it
/// was. Packed files, pipes and standard output are written by rank 0, which needs memory for the whole matrix. Throws what
/// write_matrix throws. Beside its rows a rank needs memory for the text of some runs of entries.
template <writable T>
void write_matrix(const context& ctx, const std::string& path, const matrix<T>& a) {
    if (write_in_parts(ctx, path, a.block().any(), a.cuts(), a.nvals(), base::code_of<T>())) return;
    const graphblas_gpu::matrix<T> whole = gather(ctx, a);
    (void)ctx.together("write_matrix", {}, [&](note&) {
        if (ctx.rank() == 0) graphblas_gpu::write_matrix(ctx.local(), path, whole);
    });
}

/// A generated matrix, of which each rank makes a part: make(part) calls one of the generators of io/generate.hpp. The same on
/// any number of ranks. Without values in what is made, those of T are 1. Called by all ranks. Throws what make throws.
template <class T, class Make>
matrix<T> generated(const context& ctx, const Make& make) {
    coordinates own;
    buffer<formats::stored<T>> values;
    (void)ctx.together("generated", {}, [&](note&) {
        own = make(graph_part{ctx.rank(), ctx.size()});
        if constexpr (!std::is_void_v<T>) {
            values = buffer<T>(own.rows.size(), cast<T>(1));
            std::visit(
                [&]<class From>(const From& from) {
                    if constexpr (!std::is_same_v<From, std::monostate>)
                        std::transform(from.begin(), from.end(), values.begin(), [](auto x) { return cast<T>(x); });
                },
                own.values);
        }
    });
    if constexpr (std::is_void_v<T>) return matrix<T>::from_edges(ctx, own.nrows, own.ncols, own.rows, own.columns);
    else return matrix<T>::from_edges(ctx, own.nrows, own.ncols, own.rows, own.columns, {values.data(), values.size()});
}

/// The graph rmat(scale, edge_factor, options), as generated() makes it. Throws invalid_value if ranks give different numbers.
inline matrix<void> rmat(const context& ctx, int scale, index edge_factor, rmat_options options = {}) {
    (void)ctx.together("rmat", {scale, edge_factor, static_cast<std::int64_t>(options.seed)}, [](note&) {});
    return generated<void>(ctx, [&](const graph_part& part) {
        options.part = part;
        return graphblas_gpu::rmat(scale, edge_factor, options);
    });
}

}  // namespace graphblas_gpu::dist
