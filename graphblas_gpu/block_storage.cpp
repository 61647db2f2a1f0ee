#include <graphblas_gpu/block_storage.hpp>

#include <graphblas_gpu/cuda/spamm/spread.hpp>

#include <utility>

namespace graphblas_gpu {

namespace {

formats::dense_blocks without_blocks(block_type type, index nrows, index ncols) {
    formats::dense_blocks out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.type = type;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(formats::blocks_for(nrows)) + 1, row_offset{0});
    return out;
}

}  // namespace

block_storage::block_storage(block_type type, index nrows, index ncols) : block_storage(without_blocks(type, nrows, ncols)) {}
block_storage::block_storage(formats::dense_blocks&& host)
    : type_(host.type),
      nrows_(host.nrows),
      ncols_(host.ncols),
      count_(host.count()),
      host_(std::make_shared<const formats::dense_blocks>(std::move(host))) {}
block_storage::block_storage(cuda::blocks&& device)
    : type_(device.type),
      nrows_(device.nrows),
      ncols_(device.ncols),
      count_(device.count),
      device_(std::make_shared<const cuda::blocks>(std::move(device))) {}
block_storage::block_storage(const block_storage& other)
    : type_(other.type_), nrows_(other.nrows_), ncols_(other.ncols_), count_(other.count_) {
    const formats::lock_guard lock(other.mutex_);
    host_ = other.host_;
    device_ = other.device_;
}
block_storage& block_storage::operator=(const block_storage& other) {
    if (this == &other) return *this;
    const block_storage copy(other);
    type_ = copy.type_;
    nrows_ = copy.nrows_;
    ncols_ = copy.ncols_;
    count_ = copy.count_;
    host_ = copy.host_;
    device_ = copy.device_;
    return *this;
}
block_storage::~block_storage() = default;

bool block_storage::is_on_host() const {
    const formats::lock_guard lock(mutex_);
    return host_ != nullptr;
}

std::shared_ptr<const formats::dense_blocks> block_storage::host() const {
    const formats::lock_guard lock(mutex_);
    if (host_ == nullptr) host_ = std::make_shared<const formats::dense_blocks>(cuda::downloaded(*device_));
    return host_;
}

std::shared_ptr<const cuda::blocks> block_storage::where_they_are() const {
    const formats::lock_guard lock(mutex_);
    return device_;
}

std::shared_ptr<const cuda::blocks> block_storage::device(const std::shared_ptr<cuda::engine>& e) const {
    const formats::lock_guard lock(mutex_);
    if (device_ != nullptr && device_->parts != nullptr) device_ = std::make_shared<const cuda::blocks>(cuda::gathered(e, *device_));
    if (device_ != nullptr && device_->offsets.owner() != e) {
        if (host_ == nullptr) host_ = std::make_shared<const formats::dense_blocks>(cuda::downloaded(*device_));
        device_ = nullptr;
    }
    if (device_ == nullptr) device_ = std::make_shared<const cuda::blocks>(cuda::uploaded(e, *host_));
    return device_;
}

}  // namespace graphblas_gpu
