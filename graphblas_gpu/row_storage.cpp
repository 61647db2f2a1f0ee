#include <graphblas_gpu/row_storage.hpp>

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>

#include <cstring>
#include <string>
#include <utility>

namespace graphblas_gpu {

std::shared_ptr<const cuda::csr> shared_rows(cuda::csr&& made) {
    return base::library_call("rows on a device", [&] { return std::make_shared<const cuda::csr>(std::move(made)); });
}

namespace {

std::shared_ptr<const cuda::csr> uploaded_rows(const cuda::engine_ptr& e, const std::shared_ptr<const cuda::csr>& known,
                                               const formats::untyped_view& host, type_code type) {
    if (known != nullptr && known->parts != nullptr) return shared_rows(cuda::gathered(e, *known));
    if (known != nullptr) return known->offsets.owner() == e ? known : shared_rows(cuda::copy_of(e, *known));
    if (host.nvals() == 0) return shared_rows(cuda::empty_csr(e, host.nrows, host.ncols, type));
    const auto entries = static_cast<std::size_t>(host.nvals());
    cuda::csr out;
    out.nrows = host.nrows;
    out.ncols = host.ncols;
    out.nvals = host.nvals();
    out.type = type;
    out.offsets = cuda::uploaded<row_offset>(e, {host.offsets, static_cast<std::size_t>(host.nrows) + 1});
    out.columns = cuda::uploaded<column_index>(e, {host.columns, entries});
    if (host.value_bytes > 0) {
        out.values = cuda::memory(e, entries * host.value_bytes);
        e->to_device(out.values.data(), host.values, out.values.bytes());
    }
    return shared_rows(std::move(out));
}

}  // namespace

formats::untyped_csr rows_on_host(const cuda::csr& device, std::size_t value_bytes) {
    return base::library_call("a copy of rows of a device", [&] {
        auto out =
            formats::untyped_csr::with_room(device.nrows, device.ncols, static_cast<std::size_t>(device.nvals), value_bytes);
        cuda::download_rows(device, out.offsets.data(), out.columns.data(), value_bytes > 0 ? out.values.data() : nullptr);
        return out;
    });
}

row_storage row_storage::borrowed(const cuda::engine_ptr& e, const cuda::csr_ref& rows, const type_descriptor& type,
                                  std::shared_ptr<const void> owner) {
    if (!type.fits_on_device()) throw unsupported(std::string("borrowed arrays: no device holds values of type ") + type.name);
    const cuda::engine::use here(*e, "borrowed arrays");
    return base::library_call("borrowed arrays",
                              [&] { return row_storage(shared_rows(cuda::borrowed(e, rows, std::move(owner))), type); });
}

row_storage::row_storage(const row_storage& other) : type_(other.type_) {
    const base::lock_guard lock(other.mutex_);
    other.merge_pending();
    host_ = other.host_;
    borrowed_ = other.borrowed_;
    state_ = other.state_.load();
    if (state_ == state::dense) dense_ = other.dense_;
    device_ = other.device_;
}

row_storage::row_storage(row_storage&& other) noexcept
    : type_(other.type_),
      host_(std::move(other.host_)),
      pending_(std::move(other.pending_)),
      borrowed_(std::move(other.borrowed_)),
      dense_(std::exchange(other.dense_, std::nullopt)),
      state_(other.state_.exchange(state::no_arrays, std::memory_order_relaxed)),
      device_(std::move(other.device_)) {
    other.host_.nrows = other.host_.ncols = 0;
}

row_storage& row_storage::operator=(row_storage&& other) noexcept {
    if (this == &other) return *this;
    type_ = other.type_;
    host_ = std::move(other.host_);
    other.host_.nrows = other.host_.ncols = 0;
    pending_ = std::move(other.pending_);
    borrowed_ = std::move(other.borrowed_);
    dense_ = std::exchange(other.dense_, std::nullopt);
    state_.store(other.state_.exchange(state::no_arrays, std::memory_order_relaxed), std::memory_order_relaxed);
    device_ = std::move(other.device_);
    return *this;
}

shapes::shape row_storage::shape_on_device() const noexcept {
    const base::lock_guard lock(mutex_);  // another thread may gather the entries
    return {device_->nrows, device_->ncols};
}

row_offset row_storage::nvals_elsewhere() const noexcept {
    switch (state_.load(std::memory_order_acquire)) {
        case state::on_host: return host_.nvals();
        case state::pending: return host().nvals();
        case state::borrowed: return borrowed_.nvals();
        case state::dense: return dense_->nvals;
        case state::on_device: {
            const base::lock_guard lock(mutex_);
            return device_->nvals;
        }
        case state::no_arrays: return 0;
    }
    return 0;
}

void row_storage::take_possession() {
    if (state_.load(std::memory_order_relaxed) != state::borrowed) return;
    host_ = base::library_call("a copy of borrowed rows", [&] { return formats::copy_of(borrowed_); });
    borrowed_ = {};
    state_.store(state::on_host, std::memory_order_relaxed);
}

void row_storage::forget_copies() {
    if (state_.load(std::memory_order_relaxed) == state::borrowed) {
        device_ = nullptr;
        dense_.reset();
    } else if (device_ != nullptr && device_->values.is_borrowed()) {
        dense_.reset();
        host_ = {};
        host_.value_bytes = type_->bytes;
        state_.store(state::on_device, std::memory_order_relaxed);
    }
}

formats::untyped_dense_writer row_storage::written_in_place() noexcept {
    host_.offsets = {};
    host_.columns = {};
    host_.values = {};
    device_ = nullptr;
    state_.store(state::dense, std::memory_order_relaxed);
    return {dense_->size, dense_->nvals, dense_->bits.data(), dense_->values.data()};
}

bool row_storage::set(index i, index j, const void* value) {
    take_possession();
    const state before = state_.load(std::memory_order_relaxed);
    if (before == state::on_device || before == state::no_arrays || before == state::dense) fetch();
    dense_.reset();
    const std::size_t bytes = type_->bytes;
    const row_offset p = formats::find(host_.structure(), i, j);
    if (p >= 0) {
        if (bytes > 0) {
            std::memcpy(host_.values.data() + static_cast<std::size_t>(p) * bytes, value, bytes);
            device_ = nullptr;
        }
        return false;
    }
    // The rows get their room now, so that a read does not run out of memory when it merges.
    host_.columns.make_room(pending_.size() + 1);
    host_.values.make_room((pending_.size() + 1) * bytes);
    pending_.add(i, j, value, bytes);
    device_ = nullptr;
    state_.store(state::pending, std::memory_order_relaxed);
    // A program that sets the same few entries again and again needs memory for what it has, not for every call.
    if (static_cast<row_offset>(pending_.size()) > host_.nvals() + host_.nrows + 4096) merge_pending();
    return true;
}

std::shared_ptr<const cuda::csr> row_storage::device() const {
    const base::lock_guard lock(mutex_);
    if (device_ != nullptr && device_->parts != nullptr)
        device_ = shared_rows(cuda::gathered(cuda::first_engine_of(*device_), *device_));
    return device_;
}

std::shared_ptr<const cuda::csr> row_storage::device(const cuda::engine_ptr& e) const {
    if (!type_->fits_on_device()) {
        throw unsupported(
            "the CUDA engine holds values of the built-in types, and structs of 1, 2, 4, 8 or 16 bytes that can be copied byte "
            "by byte; a container of another type stays on the host");
    }
    const base::lock_guard lock(mutex_);
    merge_pending();
    collect_dense();
    formats::untyped_view host = host_.view();
    if (state_.load() == state::borrowed) host = borrowed_;
    if (state_.load() == state::no_arrays) host.offsets = nullptr;
    device_ = base::library_call("a copy of rows on a device", [&] { return uploaded_rows(e, device_, host, type_->code); });
    return device_;
}

void row_storage::fetch() const {
    const base::lock_guard lock(mutex_);
    merge_pending();
    if (state_.load() == state::no_arrays) {
        host_.offsets = buffer<row_offset>(static_cast<std::size_t>(host_.nrows) + 1, row_offset{0});
    } else if (state_.load() == state::on_device) {
        host_ = rows_on_host(*device_, type_->bytes);
    }
    collect_dense();
    state_.store(state::on_host, std::memory_order_release);
}

void row_storage::collect_dense() const {
    if (state_.load() != state::dense) return;
    host_ = base::library_call("rows of a dense matrix",
                               [&] { return formats::collected(dense_->view(), type_->bytes, host_.nrows); });
    state_.store(state::on_host, std::memory_order_release);
}

void row_storage::merge_pending() const noexcept {
    if (state_.load() != state::pending) return;
    pending_.merge_into(host_);
    state_.store(state::on_host, std::memory_order_release);
}

}  // namespace graphblas_gpu
