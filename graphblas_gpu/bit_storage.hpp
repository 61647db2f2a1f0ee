// Where the words of a bit_rows are, and the witnesses of its entries: in host memory or on a device.
//
// Idea: the words are valid in host memory, on a device, or in both; the other side copies them when it needs them. Each side
// writes its words in place, because a search writes often. Words that were never written are stored nowhere: they are zero on
// either side.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/mutex.hpp>
#include <graphblas_gpu/cuda/device/array.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace graphblas_gpu {

namespace cuda {
struct witness_table;
}

/// Throws invalid_value unless both are sides and the rows fit the bits of a word.
void check_bits(index nrows, index ncols);

/// A word for each column, and on the host a bit for each column whose word is not 0. Several threads may read an object at
/// once.
class bit_storage {
  public:
    explicit bit_storage(index ncols);
    bit_storage(const bit_storage& other);
    bit_storage(bit_storage&& other) noexcept;
    bit_storage& operator=(const bit_storage& other) { return *this = bit_storage(other); }
    bit_storage& operator=(bit_storage&& other) noexcept;
    ~bit_storage();

    /// The words in host memory, and the bits of the columns whose word is not 0.
    struct host_words {
        base::word* words;
        base::word* occupied;
    };
    /// The words in host memory; they are allocated, or copied from a device, if they are not there.
    host_words host() const;
    /// The words in host memory, for writing: the copy on a device is dropped.
    host_words changed();

    /// Finds the columns that are not empty after the words in host memory have been written alone.
    void mark_occupied() const;

    /// The engine whose device alone has the words, or null if host memory has them too.
    std::shared_ptr<cuda::engine> owner() const;
    /// The words on a device; they are copied there if they are not there.
    std::shared_ptr<const cuda::array<base::word>> device(const std::shared_ptr<cuda::engine>& e) const;
    /// The words on a device, for writing: the copy in host memory becomes invalid.
    base::word* device_changed(const std::shared_ptr<cuda::engine>& e);
    /// Sets all words to 0.
    void clear();

  private:
    void make_empty() const;
    void fetch() const;
    const std::shared_ptr<cuda::array<base::word>>& on(const std::shared_ptr<cuda::engine>& e) const;

    index ncols_;
    mutable base::mutex mutex_;
    mutable buffer<base::word> words_;     ///< ncols
    mutable buffer<base::word> occupied_;  ///< a bit for each column that is not empty
    mutable bool on_host_ = false;
    mutable std::shared_ptr<cuda::array<base::word>> device_;
};

/// A number for every position of a matrix of at most 64 rows: the k through which mxm_update added the entry at that position.
/// From the first product on, an object may be used with one context only.
class bit_witnesses {
  public:
    /// Throws invalid_value for a shape that bit_rows cannot have.
    bit_witnesses(index nrows, index ncols);
    bit_witnesses(bit_witnesses&&) noexcept;
    bit_witnesses& operator=(bit_witnesses&&) noexcept;
    ~bit_witnesses();

    /// Sets the witness of (i, j). Throws invalid_index for a position outside, or a k that is no index, and invalid_value after
    /// the first product. O(1).
    void set_element(index i, index j, index k);
    /// The witness of (i, j). Throws invalid_index, invalid_value before the first product on the host.
    index operator()(index i, index j) const;

    /// For the host engine: the table of witnesses. The witness of (i, j) is at j * nrows() + i.
    column_index* table();
    /// The number of rows, which is the distance of the witnesses of neighbouring columns.
    index nrows() const noexcept { return nrows_; }
    /// The number of columns.
    index ncols() const noexcept { return ncols_; }
    /// For the CUDA engine: the table of witnesses on its device.
    cuda::witness_table on(const std::shared_ptr<cuda::engine>& e);

  private:
    std::size_t place(index i, index j) const;

    index nrows_;
    index ncols_;
    std::vector<std::uint64_t> table_indices_;
    std::vector<column_index> given_;
    buffer<column_index> table_;
    cuda::array<column_index> there_;
};

}  // namespace graphblas_gpu
