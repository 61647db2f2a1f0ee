// Idea: these are the readers of the formats that the library calls itself. They read from any input, on a team of threads.
#pragma once

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/text_blocks.hpp>
#include <graphblas_gpu/progress.hpp>

#include <cstddef>
#include <string>

namespace graphblas_gpu::io {

struct reading {
    host::team* team = nullptr;  ///< if null, the calling thread does all work
    progress_counters* progress = nullptr;
    std::size_t block_size = line_blocks::usual_block;  ///< does not change the result
    /// If not null, entries of a share of the file are read, in which lines are counted from its beginning. Numbers of vertices
    /// and entries are then those of the share.
    text_share* share = nullptr;
};

/// Like parse_matrix_market() and parse_edge_list(), but progress is counted by `how`.
coordinates read_matrix_market(input& from, const reading& how, weight_column weights = weight_column::automatic);
coordinates read_edge_list(input& from, const edge_list_options& options, const reading& how);

/// An array that is filled from its beginning with the entries of a block of text. Its memory is not touched before it is
/// filled, and is reused for the next block.
template <class T>
class growing {
  public:
    void make_room(std::size_t size) {
        if (elements_.size() < size) elements_ = buffer<T>(size);
    }
    T& operator[](std::size_t k) noexcept { return elements_[k]; }
    const T& operator[](std::size_t k) const noexcept { return elements_[k]; }
    T* begin() noexcept { return elements_.begin(); }
    const T* begin() const noexcept { return elements_.begin(); }

  private:
    buffer<T> elements_;
};

/// The format of the file, never `automatic`: by its first bytes, then by its name (formats/format_table.hpp). Throws io_error
/// if it is certainly not the wanted format, or is of a format that is not read.
file_format format_of(input& from, file_format wanted);

/// Throws invalid_value if an option is set that only edge lists have.
void refuse_edge_list_options(const std::string& name, file_format format, const read_options& options);

/// Reads a file of this format, and leaves the changes of the options to the caller.
coordinates read_format(input& from, file_format format, const reading& how, const read_options& options);
/// Like read_coordinates().
coordinates read_file(input& from, host::team* team, const read_options& options);

}  // namespace graphblas_gpu::io
