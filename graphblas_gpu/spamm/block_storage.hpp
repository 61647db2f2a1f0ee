// Where the values of a block_matrix are: in host memory, on a device, or on both, as blocks or as one dense array.
//
// Idea: values are never changed after they were made, so that copies of a container share all forms of them, also those that
// are made later. A form that is missing is made from another one when it is needed, and kept. A product by cuBLAS has the
// dense form alone until its blocks are asked for.
#pragma once

#include <graphblas_gpu/base/mutex.hpp>
#include <graphblas_gpu/spamm/cuda/blocks.hpp>
#include <graphblas_gpu/spamm/formats/dense_blocks.hpp>

#include <memory>
#include <optional>

namespace graphblas_gpu {

/// Blocks of values of any type. Several threads may read an object at once.
class block_storage {
  public:
    explicit block_storage(block_type type, index nrows = 0, index ncols = 0);
    explicit block_storage(formats::dense_blocks&& host);
    explicit block_storage(cuda::blocks&& device);
    explicit block_storage(cuda::dense_form&& device);
    // Without a move: the storage that it leaves would have no forms.
    block_storage(const block_storage&) = default;
    block_storage& operator=(const block_storage&) = default;
    ~block_storage() = default;

    /// The type of the values.
    block_type type() const noexcept { return type_; }
    /// The numbers of rows and columns.
    /// @{
    index nrows() const noexcept { return nrows_; }
    index ncols() const noexcept { return ncols_; }
    /// @}
    /// The number of blocks.
    row_offset count() const noexcept { return count_; }
    /// Whether host memory has the blocks.
    bool is_on_host() const;

    /// The blocks in host memory; they are copied there if they are not there.
    std::shared_ptr<const formats::dense_blocks> host() const;
    /// The blocks on the device of `e`; they are copied there if they are not there. The last two engines that asked keep a
    /// copy each. Blocks that are distributed over devices are gathered there, and the parts are given back.
    std::shared_ptr<const cuda::blocks> device(const std::shared_ptr<cuda::engine>& e) const;
    /// All values in one array on the device of `e`, which is made at the first call and kept.
    std::shared_ptr<const cuda::dense_form> dense(const std::shared_ptr<cuda::engine>& e) const;
    /// Whether the device of `e` has that array.
    bool has_dense(const std::shared_ptr<cuda::engine>& e) const;
    /// The Frobenius norm, which is kept; infinite if a value is an infinity or a NaN. `e` is in use.
    double norm(const std::shared_ptr<cuda::engine>& e) const;
    /// The blocks as a device or several have them, or null if none has.
    std::shared_ptr<const cuda::blocks> where_they_are() const;

  private:
    /// The forms of the values, of which at least one is there, and what is known of them.
    struct forms {
        base::mutex mutex;
        std::shared_ptr<const formats::dense_blocks> host;
        std::shared_ptr<const cuda::blocks> device;
        std::shared_ptr<const cuda::blocks> device_before;  ///< on the engine that asked before the last one
        std::shared_ptr<const cuda::dense_form> dense;
        std::optional<double> norm;

        bool has_dense(const std::shared_ptr<cuda::engine>& e) const { return dense != nullptr && dense->values.owner() == e; }
        /// The blocks in host memory and on a device. The mutex is locked.
        /// @{
        const std::shared_ptr<const formats::dense_blocks>& on_host();
        const std::shared_ptr<const cuda::blocks>& on_device(const std::shared_ptr<cuda::engine>& e);
        /// @}
    };

    block_type type_;
    index nrows_ = 0;
    index ncols_ = 0;
    row_offset count_ = 0;
    std::shared_ptr<forms> forms_;
};

}  // namespace graphblas_gpu
