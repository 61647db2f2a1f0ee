// row_storage: where the rows of a matrix or the entries of a vector are: in host memory, on a device or distributed over
// several, or on both sides. The containers own one; operations ask it for the entries on the side where they run.
//
// Idea: entries are copied only when the other side needs them, and both copies are kept until the container changes. Entries
// on a device are never changed in place, so that copies of a container share them. An object without entries has no arrays
// until they are read: most outputs of operations are made empty and then replaced. New entries that were set one by one are
// pending (formats/pending_entries.hpp) until anything is read: a read merges them into the rows in host memory.
#pragma once

#include <graphblas_gpu/base/mutex.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/dense_vector.hpp>
#include <graphblas_gpu/formats/pending_entries.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/shapes.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace graphblas_gpu {

/// Rows on a device that containers share.
std::shared_ptr<const cuda::csr> shared_rows(cuda::csr&& made);
/// Rows of a device in host memory. Waits for the device.
formats::untyped_csr rows_on_host(const cuda::csr& device, std::size_t value_bytes);

/// The rows of a matrix, or the only row of a vector, with values of a type that is known at run time. Several threads may read
/// an object at once.
class row_storage {
  public:
    /// An object without entries, for which nothing is allocated. O(1).
    row_storage(index nrows, index ncols, const type_descriptor& type) noexcept : type_(&type) {
        host_.nrows = nrows;
        host_.ncols = ncols;
        host_.value_bytes = type.bytes;
    }
    row_storage(formats::untyped_csr&& host, const type_descriptor& type) noexcept
        : type_(&type), host_(std::move(host)), state_(state::on_host) {}
    /// Borrowed rows, which `rows.keep` owns. They are read in place and copied before anything in them changes.
    row_storage(formats::untyped_rows&& rows, const type_descriptor& type) noexcept
        : row_storage(rows.nrows, rows.ncols, type) {
        borrowed_ = std::move(rows);
        state_ = state::borrowed;
    }
    row_storage(std::shared_ptr<const cuda::csr> device, const type_descriptor& type) noexcept
        : type_(&type), state_(state::on_device), device_(std::move(device)) {
        host_.value_bytes = type.bytes;
    }

    /// Borrowed rows on the device of `e` (cuda::borrowed). Throws unsupported for values that no device holds.
    static row_storage borrowed(const cuda::engine_ptr& e, const cuda::csr_ref& rows, const type_descriptor& type,
                                std::shared_ptr<const void> owner);

    row_storage(const row_storage& other);
    /// Leaves a 0 x 0 object behind.
    row_storage(row_storage&& other) noexcept;
    row_storage& operator=(const row_storage& other) { return *this = row_storage(other); }
    row_storage& operator=(row_storage&& other) noexcept;
    ~row_storage() = default;

    /// The type of the values.
    const type_descriptor& type() const noexcept { return *type_; }

    /// The shape and the number of entries, wherever they are.
    /// @{
    index nrows() const noexcept { return is_on_host() ? host_.nrows : shape_on_device().nrows; }
    index ncols() const noexcept { return is_on_host() ? host_.ncols : shape_on_device().ncols; }
    row_offset nvals() const noexcept {
        return state_.load(std::memory_order_acquire) == state::on_host ? host_.nvals() : nvals_elsewhere();
    }
    /// @}

    /// Whether no device is needed to read the entries; a device may have them too.
    bool is_on_host() const noexcept { return state_.load(std::memory_order_acquire) != state::on_device; }

    /// For the thread that changes the object: no less than nvals(), without merging. An entry that was set twice may count
    /// twice.
    row_offset max_nvals() const noexcept {
        if (state_.load(std::memory_order_relaxed) != state::pending) return nvals();
        return host_.nvals() + static_cast<row_offset>(pending_.size());
    }

    /// The entries in host memory; they are copied there if they are not there, and pending ones are merged. O(nrows) the first
    /// time for an object without entries.
    formats::untyped_view host() const {
        const state now = state_.load(std::memory_order_acquire);
        if (now == state::borrowed) return borrowed_;
        if (now != state::on_host) fetch();
        return host_.view();
    }
    /// The entries in host memory, for changing them: the copy on a device is dropped. Borrowed rows are copied.
    formats::untyped_csr& changed() {
        take_possession();
        (void)host();
        device_ = nullptr;
        dense_.reset();
        return host_;
    }
    /// The entries of a matrix as those of a dense vector of nrows * ncols positions, row after row. A matrix changes to this
    /// form where few of many positions are written again and again. It keeps it until rows are changed.
    /// @{
    /// The dense form if the object has it; else its bits are null.
    formats::untyped_dense_view dense() const noexcept { return dense_ ? dense_->view() : formats::untyped_dense_view{}; }
    /// Whether rows would have to be made of the dense form first.
    bool is_only_dense() const noexcept { return state_.load(std::memory_order_acquire) == state::dense; }
    /// Makes the dense form. There are at most 2^32 positions. O(nrows * ncols). Throws out_of_memory.
    void make_dense() {
        if (!dense_) dense_ = formats::to_dense(host());
    }
    /// The dense form, which the object has, for writing in place. The rows are dropped.
    formats::untyped_dense_writer written_in_place() noexcept;
    /// @}
    /// Drops copies on the other side of rows that are borrowed, because their owner has changed values.
    void forget_copies();

    /// Changes the entry at (i, j), O(log row size), or adds it; returns whether it is added. What is added is merged by the
    /// next read, O(added log added + entries and rows behind the first of them). Throws out_of_memory; the object is then as
    /// it was.
    bool set(index i, index j, const void* value);

    /// The entries on a device, or null if no device has them. Entries that are distributed are gathered on the first of
    /// their devices.
    std::shared_ptr<const cuda::csr> device() const;
    /// The entries on the device of `e`; they are copied there if they are not there. Throws unsupported for values that no
    /// device holds.
    std::shared_ptr<const cuda::csr> device(const cuda::engine_ptr& e) const;

  private:
    /// What has the entries, apart from copies on the other side.
    enum class state : std::uint8_t {
        on_host,
        on_device,
        no_arrays,
        pending,   ///< on the host, some of them in the list of pending entries
        dense,     ///< on the host, in the dense form alone
        borrowed,  ///< on the host, in arrays of somebody else
    };

    shapes::shape shape_on_device() const noexcept;
    row_offset nvals_elsewhere() const noexcept;
    void fetch() const;
    /// Copies borrowed rows.
    void take_possession();
    /// Only for the thread that holds the lock, or changes the object.
    /// @{
    void merge_pending() const noexcept;
    void collect_dense() const;
    /// @}

    const type_descriptor* type_;
    mutable base::mutex mutex_;
    mutable formats::untyped_csr host_;
    mutable formats::pending_entries pending_;
    formats::untyped_rows borrowed_;
    std::optional<formats::untyped_dense_vector> dense_;
    mutable std::atomic<state> state_{state::no_arrays};
    mutable std::shared_ptr<const cuda::csr> device_;
};

}  // namespace graphblas_gpu
