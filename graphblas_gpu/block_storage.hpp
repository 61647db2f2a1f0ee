// Where the blocks of a block_matrix are: in host memory, on a device, or on both.
//
// Idea: blocks are never changed after they were made, so that copies of a container share them, and the other side copies them
// when it needs them.
#pragma once

#include <graphblas_gpu/cuda/spamm/blocks.hpp>
#include <graphblas_gpu/formats/dense_blocks.hpp>
#include <graphblas_gpu/formats/mutex.hpp>

#include <memory>

namespace graphblas_gpu {

/// Blocks of values of any type. Several threads may read an object at once.
class block_storage {
  public:
    explicit block_storage(block_type type, index nrows = 0, index ncols = 0);
    explicit block_storage(formats::dense_blocks&& host);
    explicit block_storage(cuda::blocks&& device);
    block_storage(const block_storage& other);
    block_storage& operator=(const block_storage& other);
    ~block_storage();

    block_type type() const noexcept { return type_; }
    index nrows() const noexcept { return nrows_; }
    index ncols() const noexcept { return ncols_; }
    row_offset count() const noexcept { return count_; }
    bool is_on_host() const;

    /// The blocks in host memory; they are copied there if they are not there.
    std::shared_ptr<const formats::dense_blocks> host() const;
    /// The blocks on the device of `e`; they are copied there if they are not there. Blocks that are distributed over devices are
    /// gathered there, and the parts are given back.
    std::shared_ptr<const cuda::blocks> device(const std::shared_ptr<cuda::engine>& e) const;
    /// The blocks as a device or several have them, or null if none has.
    std::shared_ptr<const cuda::blocks> where_they_are() const;

  private:
    block_type type_;
    index nrows_ = 0;
    index ncols_ = 0;
    row_offset count_ = 0;
    mutable formats::mutex mutex_;
    mutable std::shared_ptr<const formats::dense_blocks> host_;
    mutable std::shared_ptr<const cuda::blocks> device_;
};

}  // namespace graphblas_gpu
