// Matrices that all ranks read from one file, or make, each its share.
//
// Idea: rank r takes the r-th of equal parts of the entries, or of the bytes of a text, and sends each entry to the rank of its
// block. No rank needs more memory than its part and its block take.
#pragma once

#include <graphblas_gpu/distributed/matrix.hpp>
#include <graphblas_gpu/io/in_place.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace graphblas_gpu::dist {

/// The share of this rank of the numbers 0 .. count - 1.
range own_share(const context& ctx, index count);

/// The entries of a file that this rank has read, and the shape of the whole; values are of a built-in type, or there are none.
struct share_of_file {
    index nrows = 0, ncols = 0;
    std::vector<index> rows, columns;
    type_code type = type_code::none;
    buffer<std::byte> values;
    bool is_listed_once = false;  ///< the file promises that no entry is listed twice
};
/// For read_matrix: reads the share of this rank; nothing if the file needs one reader. Called by all ranks.
std::optional<share_of_file> read_share(const context& ctx, const std::string& path, const read_options& options,
                                        bool with_values);
/// Throws io_error if entries of a file that promises otherwise are listed twice, where nvals are left of all.
void check_listed_once(const context& ctx, const std::string& path, const share_of_file& share, index nvals);

/// The matrix of a file, as read_matrix (io/read_matrix.hpp) reads it. Called by all ranks, each of which opens the file, which
/// must be the same. Throws in all ranks what read_matrix throws.
///
/// Of a binary file each rank reads its share of the entries, whose checksums are not compared; of Matrix Market files, and of
/// edge lists with the ids `positions`, the lines of its share of the bytes. All other files, packed ones among them, and all
/// files with a rule for duplicates other than `last`, unless no values are read, are read by rank 0, which needs memory for
/// all entries, and dealt out. Where several ranks read a Matrix Market file that declares its type, and entries are mirrored
/// or dropped, it is not noticed that an entry is listed twice.
template <writable T>
matrix<T> read_matrix(const context& ctx, const std::string& path, const read_options& options = {}) {
    std::optional<share_of_file> share = read_share(ctx, path, options, !std::is_void_v<T>);
    if (!share) {
        graphblas_gpu::matrix<T> whole;
        (void)ctx.together("read_matrix", {}, [&](note&) {
            if (ctx.rank() == 0) whole = graphblas_gpu::read_matrix<T>(ctx.local(), path, options);
        });
        return scatter(ctx, whole);
    }
    buffer<formats::stored<T>> values;
    if constexpr (!std::is_void_v<T>) {
        (void)ctx.together("read_matrix", {}, [&](note&) {
            values = buffer<T>(share->rows.size(), cast<T>(1));
            if (share->type == type_code::none) return;
            formats::with_code(share->type, [&]<class From>(std::type_identity<From>) {
                const auto* const from = reinterpret_cast<const From*>(share->values.data());
                for (std::size_t n = 0; n < values.size(); ++n) values[n] = cast<T>(from[n]);
            });
            share->values = {};
        });
    }
    auto made =
        matrix<T>::from_edges(ctx, share->nrows, share->ncols, share->rows, share->columns, {values.data(), values.size()});
    check_listed_once(ctx, path, *share, made.nvals());
    return made;
}

/// The graph rmat(scale, edge_factor, options), the same on any number of ranks. Called by all ranks. Throws as rmat.
matrix<void> rmat(const context& ctx, int scale, index edge_factor, const rmat_options& options = {});

}  // namespace graphblas_gpu::dist
