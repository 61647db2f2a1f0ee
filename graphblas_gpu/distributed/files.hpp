// Matrices that all ranks read from one file, or make, each its share.
//
// Idea: rank r takes the r-th of equal parts of the entries, and sends each of them to the rank of its block. No rank needs
// more memory than its part and its block take.
#pragma once

#include <graphblas_gpu/distributed/matrix.hpp>
#include <graphblas_gpu/io/in_place.hpp>

#include <string>

namespace graphblas_gpu::dist {

/// What is done to the entries of a file.
struct read_options {
    bool symmetric = false;        ///< each entry stands for its mirror image, too
    bool drop_self_loops = false;  ///< entries of the diagonal are left out
};

/// The share of this rank of the numbers 0 .. count - 1.
range own_share(const context& ctx, index count);
/// Adds mirror images and drops self loops. Values have `value_bytes`.
void change_entries(io::share_of_entries& share, std::size_t value_bytes, const read_options& options);

/// The matrix of a binary file (docs/file-formats.md), whose values are of type T or left out. Called by all ranks, each of
/// which opens the file, which must be the same. Throws in all ranks io_error's invalid_value for a file that cannot be read or
/// is packed, domain_mismatch for values of another type. Two entries at one position, which mirror images may be, are one: the
/// later one.
template <writable T>
matrix<T> read_binary(const context& ctx, const std::string& path, const read_options& options = {}) {
    binary_file_info info;
    io::share_of_entries share;
    (void)ctx.together("read_binary", {}, [&](note&) {
        info = read_binary_info(path);
        if (!std::is_void_v<T> && info.type != formats::code_of<T>())
            throw domain_mismatch(path + ": its values are of another type than the matrix");
        const range own = own_share(ctx, info.nvals);
        share = io::read_binary_share(path, own.begin, own.end, !std::is_void_v<T>);
        change_entries(share, formats::bytes_of<T>, options);
    });
    if constexpr (std::is_void_v<T>) {
        return matrix<T>::from_edges(ctx, info.nrows, info.ncols, share.rows, share.columns);
    } else {
        const buffer<T> values = buffer<T>::reinterpreted(std::move(share.values));
        return matrix<T>::from_edges(ctx, info.nrows, info.ncols, share.rows, share.columns, {values.data(), values.size()});
    }
}

/// The graph rmat(scale, edge_factor, options), the same on any number of ranks. Called by all ranks. Throws as rmat.
matrix<void> rmat(const context& ctx, int scale, index edge_factor, const rmat_options& options = {});

}  // namespace graphblas_gpu::dist
