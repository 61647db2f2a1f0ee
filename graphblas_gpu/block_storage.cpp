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
block_storage::block_storage(cuda::dense_form&& device)
    : type_(device.type),
      nrows_(device.nrows),
      ncols_(device.ncols),
      count_(formats::blocks_for(nrows_) * formats::blocks_for(ncols_)),
      dense_(std::make_shared<const cuda::dense_form>(std::move(device))) {}
block_storage::block_storage(const block_storage& other) : type_(other.type_) { copy_from(other); }
block_storage& block_storage::operator=(const block_storage& other) {
    if (this == &other) return *this;
    const block_storage copy(other);
    copy_from(copy);
    return *this;
}
void block_storage::copy_from(const block_storage& other) {
    const formats::lock_guard lock(other.mutex_);
    type_ = other.type_;
    nrows_ = other.nrows_;
    ncols_ = other.ncols_;
    count_ = other.count_;
    host_ = other.host_;
    device_ = other.device_;
    dense_ = other.dense_;
    norm_ = other.norm_;
}
block_storage::~block_storage() = default;

bool block_storage::is_on_host() const {
    const formats::lock_guard lock(mutex_);
    return host_ != nullptr;
}

const std::shared_ptr<const formats::dense_blocks>& block_storage::held_host() const {
    if (host_ != nullptr) return host_;
    if (device_ == nullptr) device_ = std::make_shared<const cuda::blocks>(cuda::blocks_of(*dense_));
    host_ = std::make_shared<const formats::dense_blocks>(cuda::downloaded(*device_));
    return host_;
}

const std::shared_ptr<const cuda::blocks>& block_storage::held_device(const std::shared_ptr<cuda::engine>& e) const {
    if (device_ != nullptr && device_->parts != nullptr)
        device_ = std::make_shared<const cuda::blocks>(cuda::gathered(e, *device_));
    if (device_ == nullptr && dense_ != nullptr && dense_->values.owner() == e)
        device_ = std::make_shared<const cuda::blocks>(cuda::blocks_of(*dense_));
    if (device_ == nullptr || device_->offsets.owner() != e)
        device_ = std::make_shared<const cuda::blocks>(cuda::uploaded(e, *held_host()));
    return device_;
}

std::shared_ptr<const formats::dense_blocks> block_storage::host() const {
    const formats::lock_guard lock(mutex_);
    return held_host();
}

std::shared_ptr<const cuda::blocks> block_storage::device(const std::shared_ptr<cuda::engine>& e) const {
    const formats::lock_guard lock(mutex_);
    return held_device(e);
}

std::shared_ptr<const cuda::blocks> block_storage::where_they_are() const {
    const formats::lock_guard lock(mutex_);
    return device_;
}

bool block_storage::has_dense(const std::shared_ptr<cuda::engine>& e) const {
    const formats::lock_guard lock(mutex_);
    return dense_ != nullptr && dense_->values.owner() == e;
}

std::shared_ptr<const cuda::dense_form> block_storage::dense(const std::shared_ptr<cuda::engine>& e) const {
    const formats::lock_guard lock(mutex_);
    if (dense_ == nullptr || dense_->values.owner() != e)
        dense_ = std::make_shared<const cuda::dense_form>(cuda::dense_of(*held_device(e)));
    return dense_;
}

double block_storage::norm(const std::shared_ptr<cuda::engine>& e) const {
    const formats::lock_guard lock(mutex_);
    if (!norm_) {
        const bool is_dense = device_ == nullptr && dense_ != nullptr && dense_->values.owner() == e;
        norm_ = is_dense ? cuda::norm_of(*dense_) : cuda::norm_of(*held_device(e));
    }
    return *norm_;
}

}  // namespace graphblas_gpu
