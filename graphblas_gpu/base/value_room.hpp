// Room for values whose size is known at run time, for loops that would otherwise allocate it again and again.
#pragma once

#include <graphblas_gpu/base/buffer.hpp>

#include <cstddef>

namespace graphblas_gpu::base {

/// Bytes that are aligned for any type: in the object itself up to `max_inside`, else allocated. Throws out_of_memory.
template <std::size_t max_inside>
class value_room {
  public:
    explicit value_room(std::size_t bytes) : outside_(bytes > max_inside ? bytes : 0) {}
    value_room(const value_room&) = delete;
    value_room& operator=(const value_room&) = delete;
    std::byte* data() noexcept { return outside_.empty() ? inside_ : outside_.data(); }

  private:
    alignas(std::max_align_t) std::byte inside_[max_inside];
    buffer<std::byte> outside_;
};

}  // namespace graphblas_gpu::base
