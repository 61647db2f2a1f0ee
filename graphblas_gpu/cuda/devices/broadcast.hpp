// The same memory for all devices of a group.
//
// Idea: if every device pulled from the first one, the link of that would carry everything, one copy after the other. Here
// devices that have a copy pass it on: after k copies of the whole there are 2^k of them. Streams wait for each other, the host
// for none.
#pragma once

#include <graphblas_gpu/cuda/device/stream_mark.hpp>
#include <graphblas_gpu/cuda/devices/device_group.hpp>

#include <bit>
#include <cstddef>
#include <vector>

namespace graphblas_gpu::cuda {

/// One broadcast from the first device, whose stream was waited for. Devices come in ascending order; those that have a copy
/// already are left out.
class broadcast {
  public:
    explicit broadcast(const device_group& devices)
        : devices_(devices), last_reader_(static_cast<std::size_t>(devices.size()), 0) {
        for (const auto& e : devices.engines()) {
            marks_.emplace_back(*e);
            marks_.back().set();
        }
    }

    /// The device from which device d > 0 pulls what is queued on its stream from here on. Its stream waits until the copy is
    /// there, and until the device that pulled it before has it, so that they do not share the link.
    std::size_t source_for(std::size_t d) {
        const std::size_t source = d - std::bit_floor(d), before = last_reader_[source];
        const engine& e = *devices_.engines()[d];
        if (source != 0) marks_[source].hold_up(e);
        if (before != 0) marks_[before].hold_up(e);
        last_reader_[source] = d;
        return source;
    }
    /// Device d has queued all that it pulls.
    void queued(std::size_t d) { marks_[d].set(); }

  private:
    const device_group& devices_;
    std::vector<stream_mark> marks_;
    std::vector<std::size_t> last_reader_;  // of the copy of each device; 0: none yet
};

}  // namespace graphblas_gpu::cuda
