#include <graphblas_gpu/spamm/block_storage.hpp>

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/spamm/cuda/spread.hpp>

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
      forms_(base::library_call("block_matrix", [&] {
          auto made = std::make_shared<forms>();
          made->host = std::make_shared<const formats::dense_blocks>(std::move(host));
          return made;
      })) {}
block_storage::block_storage(cuda::blocks&& device)
    : type_(device.type),
      nrows_(device.nrows),
      ncols_(device.ncols),
      count_(device.count),
      forms_(base::library_call("block_matrix", [&] {
          auto made = std::make_shared<forms>();
          made->device = std::make_shared<const cuda::blocks>(std::move(device));
          return made;
      })) {}
block_storage::block_storage(cuda::dense_form&& device)
    : type_(device.type),
      nrows_(device.nrows),
      ncols_(device.ncols),
      count_(formats::blocks_for(nrows_) * formats::blocks_for(ncols_)),
      forms_(base::library_call("block_matrix", [&] {
          auto made = std::make_shared<forms>();
          made->dense = std::make_shared<const cuda::dense_form>(std::move(device));
          return made;
      })) {}

const std::shared_ptr<const formats::dense_blocks>& block_storage::forms::on_host() {
    if (host != nullptr) return host;
    if (device == nullptr) device = std::make_shared<const cuda::blocks>(cuda::blocks_of(*dense));
    host = std::make_shared<const formats::dense_blocks>(cuda::downloaded(*device));
    return host;
}

const std::shared_ptr<const cuda::blocks>& block_storage::forms::on_device(const std::shared_ptr<cuda::engine>& e) {
    if (device_before != nullptr && device_before->offsets.owner() == e) std::swap(device, device_before);
    if (device != nullptr && device->parts != nullptr)
        device = std::make_shared<const cuda::blocks>(cuda::gathered(e, *device));
    if (device == nullptr && has_dense(e)) device = std::make_shared<const cuda::blocks>(cuda::blocks_of(*dense));
    if (device == nullptr || device->offsets.owner() != e) {
        auto here = std::make_shared<const cuda::blocks>(cuda::uploaded(e, *on_host()));
        device_before = std::exchange(device, std::move(here));
    }
    return device;
}

bool block_storage::is_on_host() const {
    const base::lock_guard lock(forms_->mutex);
    return forms_->host != nullptr;
}

std::shared_ptr<const formats::dense_blocks> block_storage::host() const {
    const base::lock_guard lock(forms_->mutex);
    return base::library_call("block_matrix", [&] { return forms_->on_host(); });
}

std::shared_ptr<const cuda::blocks> block_storage::device(const std::shared_ptr<cuda::engine>& e) const {
    const base::lock_guard lock(forms_->mutex);
    return base::library_call("block_matrix", [&] { return forms_->on_device(e); });
}

std::shared_ptr<const cuda::blocks> block_storage::where_they_are() const {
    const base::lock_guard lock(forms_->mutex);
    return forms_->device;
}

bool block_storage::has_dense(const std::shared_ptr<cuda::engine>& e) const {
    const base::lock_guard lock(forms_->mutex);
    return forms_->has_dense(e);
}

std::shared_ptr<const cuda::dense_form> block_storage::dense(const std::shared_ptr<cuda::engine>& e) const {
    const base::lock_guard lock(forms_->mutex);
    if (!forms_->has_dense(e)) forms_->dense = std::make_shared<const cuda::dense_form>(cuda::dense_of(*forms_->on_device(e)));
    return forms_->dense;
}

double block_storage::norm(const std::shared_ptr<cuda::engine>& e) const {
    const base::lock_guard lock(forms_->mutex);
    if (!forms_->norm) {
        const bool is_dense = forms_->device == nullptr && forms_->has_dense(e);
        forms_->norm = is_dense ? cuda::norm_of(*forms_->dense) : cuda::norm_of(*forms_->on_device(e));
    }
    return *forms_->norm;
}

}  // namespace graphblas_gpu
