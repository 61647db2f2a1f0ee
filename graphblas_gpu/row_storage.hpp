// row_storage<T>: where the rows of a matrix or the entries of a vector are: in host memory, on a device or distributed over
// several, or on both sides. The containers own one; operations ask it for the entries on the side where they run.
//
// Idea: entries are copied only when the other side needs them, and both copies are kept until the container changes. Entries
// on a device are never changed in place, so that copies of a container share them. An object without entries has no arrays
// until they are read: most outputs of operations are made empty and then replaced. New entries that were set one by one are
// pending (formats/pending_entries.hpp) until anything is read: a read merges them into the rows in host memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/mutex.hpp>
#include <graphblas_gpu/formats/pending_entries.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>

namespace graphblas_gpu {

/// What a row_storage has the entries in, apart from copies on the other side. It does not depend on the type of the values, so
/// that its atomic operations are compiled once.
enum class row_storage_state : std::uint8_t {
    on_host,
    on_device,
    no_arrays,
    pending,  ///< on the host, some of them in the list of pending entries
};

/// What a row_storage does without the type of its values.
/// @{
/// Rows on a device that containers share.
std::shared_ptr<const cuda::csr> shared_rows(cuda::csr&& made);
/// The rows on the device of `e`: `known` if they are there already, else a copy of `known` or, where that is null, of `host`.
/// `host` has no offsets if it has no entries.
std::shared_ptr<const cuda::csr> rows_on_device(const cuda::engine_ptr& e, const std::shared_ptr<const cuda::csr>& known,
                                                const formats::untyped_view& host, type_code type);
/// The rows in host memory. Waits for the device.
formats::untyped_csr rows_on_host(const cuda::csr& device, std::size_t value_bytes);
/// @}

/// The rows of a matrix, or the only row of a vector. Several threads may read an object at once.
template <class T>
class row_storage {
  public:
    row_storage() = default;
    /// An object without entries, for which nothing is allocated. O(1).
    row_storage(index nrows, index ncols) noexcept {
        host_.nrows = nrows;
        host_.ncols = ncols;
    }
    explicit row_storage(csr<T>&& host) noexcept : host_(std::move(host)), state_(state::on_host) {}
    explicit row_storage(std::shared_ptr<const cuda::csr> device) noexcept
        : state_(state::on_device), device_(std::move(device)) {}

    row_storage(const row_storage& other) {
        const formats::lock_guard lock(other.mutex_);
        other.merge_pending();
        host_ = other.host_;
        state_ = other.state_.load();
        device_ = other.device_;
    }
    /// Leaves a 0 x 0 object behind.
    row_storage(row_storage&& other) noexcept
        : host_(std::move(other.host_)),
          pending_(std::move(other.pending_)),
          state_(other.state_.exchange(state::on_host)),
          device_(std::move(other.device_)) {
        other.device_ = nullptr;
    }
    row_storage& operator=(const row_storage& other) { return *this = row_storage(other); }
    row_storage& operator=(row_storage&& other) noexcept {
        if (this == &other) return *this;
        host_ = std::move(other.host_);
        pending_ = std::move(other.pending_);
        state_ = other.state_.exchange(state::on_host);
        device_ = std::move(other.device_);
        other.device_ = nullptr;
        return *this;
    }
    ~row_storage() = default;

    /// The shape and the number of entries, wherever they are.
    /// @{
    index nrows() const noexcept {
        if (is_on_host()) return host_.nrows;
        const formats::lock_guard lock(mutex_);  // another thread may gather the entries
        return device_->nrows;
    }
    index ncols() const noexcept {
        if (is_on_host()) return host_.ncols;
        const formats::lock_guard lock(mutex_);
        return device_->ncols;
    }
    row_offset nvals() const noexcept {
        switch (state_.load(std::memory_order_acquire)) {
            case state::on_host: return host_.nvals();
            case state::pending: return host().nvals();
            case state::on_device: {
                const formats::lock_guard lock(mutex_);
                return device_->nvals;
            }
            case state::no_arrays: return 0;
        }
        return 0;
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
    const csr<T>& host() const {
        if (state_.load(std::memory_order_acquire) != state::on_host) fetch();
        return host_;
    }
    /// The entries in host memory, for changing them: the copy on a device is dropped.
    csr<T>& changed() {
        (void)host();
        device_ = nullptr;
        return host_;
    }

    /// Changes the entry at (i, j), O(log row size), or adds it; returns whether it is added. What is added is merged by the
    /// next read, O(added log added + entries and rows behind the first of them). Throws out_of_memory; the object is then as
    /// it was.
    bool set(index i, index j, const formats::stored<T>& value) {
        const state before = state_.load(std::memory_order_relaxed);
        if (before == state::on_device || before == state::no_arrays) fetch();
        const row_offset p = formats::find(host_.structure(), i, j);
        if (p >= 0) {
            if constexpr (!std::is_void_v<T>) {
                host_.values[static_cast<std::size_t>(p)] = value;
                device_ = nullptr;
            }
            return false;
        }
        // The rows get their room now, so that a read does not run out of memory when it merges.
        host_.columns.make_room(pending_.size() + 1);
        if constexpr (!std::is_void_v<T>) host_.values.make_room(pending_.size() + 1);
        pending_.template add<T>(i, j, value);
        device_ = nullptr;
        state_.store(state::pending, std::memory_order_relaxed);
        // A program that sets the same few entries again and again needs memory for what it has, not for every call.
        if (static_cast<row_offset>(pending_.size()) > host_.nvals() + host_.nrows + 4096) merge_pending();
        return true;
    }

    /// The entries on a device, or null if no device has them. Entries that are distributed are gathered on the first of
    /// their devices.
    std::shared_ptr<const cuda::csr> device() const {
        const formats::lock_guard lock(mutex_);
        if (device_ != nullptr && device_->parts != nullptr)
            device_ = shared_rows(cuda::gathered(cuda::first_engine_of(*device_), *device_));
        return device_;
    }
    /// The entries on the device of `e`; they are copied there if they are not there.
    std::shared_ptr<const cuda::csr> device(const cuda::engine_ptr& e) const {
        if constexpr (formats::fits_on_device<T>) {
            const formats::lock_guard lock(mutex_);
            merge_pending();
            formats::untyped_view host = formats::untyped(host_.view());
            if (state_.load() == state::no_arrays) host.offsets = nullptr;
            device_ = rows_on_device(e, device_, host, formats::code_of<T>());
            return device_;
        } else {
            throw unsupported(
                "the CUDA engine holds values of the built-in types, and structs of 1, 2, 4, 8 or 16 bytes that can be copied "
                "byte by byte; a "
                "container of another type stays on the host");
        }
    }

  private:
    using state = row_storage_state;

    void fetch() const {
        const formats::lock_guard lock(mutex_);
        merge_pending();
        if (state_.load() == state::no_arrays) {
            host_.offsets = buffer<row_offset>(static_cast<std::size_t>(host_.nrows) + 1, row_offset{0});
        } else if (state_.load() == state::on_device) {
            if constexpr (formats::fits_on_device<T>) host_ = formats::typed<T>(rows_on_host(*device_, formats::bytes_of<T>));
        }
        state_.store(state::on_host, std::memory_order_release);
    }

    /// Only for the thread that holds the lock, or changes the object.
    void merge_pending() const noexcept {
        if (state_.load() != state::pending) return;
        pending_.merge_into(host_);
        state_.store(state::on_host, std::memory_order_release);
    }

    mutable formats::mutex mutex_;
    mutable csr<T> host_;
    mutable formats::pending_entries pending_;
    mutable std::atomic<state> state_{state::no_arrays};
    mutable std::shared_ptr<const cuda::csr> device_;
};

}  // namespace graphblas_gpu
