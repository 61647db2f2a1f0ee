// Idea: unpacks a frame of a zstd file (RFC 8878); see unpacker.hpp. Skippable frames are frames without text.
#include <graphblas_gpu/base/memory_budget.hpp>
#include <graphblas_gpu/io/unpack/unpacker.hpp>

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <bit>
#include <new>

namespace graphblas_gpu::io {
namespace {

class zstd_unpacker : public unpacker {
  public:
    zstd_unpacker() : stream_(ZSTD_createDCtx()) {
        if (stream_ == nullptr) throw std::bad_alloc();
        // A file of "zstd --long=31" needs a window of 2 GiB, which is allocated only for such a file, and only if it fits.
        const ZSTD_bounds window = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
        if (ZSTD_isError(window.error) != 0) return;
        room_ = base::room_of_operation();
        const int fitting = std::max(static_cast<int>(std::bit_width(room_)) - 1, window.lowerBound);
        fits_any_window_ = fitting >= window.upperBound;
        ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, std::min(fitting, window.upperBound));
    }
    ~zstd_unpacker() override {
        ZSTD_freeDCtx(stream_);
        base::discharge(charged_);
    }

    void begin_member() override { ZSTD_DCtx_reset(stream_, ZSTD_reset_session_only); }

    // A call that fails does not report the output that it wrote before the failure. So each call either only takes input or
    // only gives output: then all text before the damage is returned, for any size of the pieces in which a file is read.
    bool unpack(unpacking_step& step) override {
        ZSTD_inBuffer in{step.in, step.in_size, 0};
        ZSTD_outBuffer nowhere{step.out, 0, 0};
        const bool ended = call(nowhere, in);
        step.took(in.pos);
        if (ended) return true;
        ZSTD_inBuffer nothing{step.in, 0, 0};
        ZSTD_outBuffer out{step.out, step.out_size, 0};
        const bool ended_now = call(out, nothing);
        step.gave(out.pos);
        return ended_now;
    }

  private:
    /// Returns whether the frame has ended.
    bool call(ZSTD_outBuffer& out, ZSTD_inBuffer& in) {
        const std::size_t status = ZSTD_decompressStream(stream_, &out, &in);
        if (const std::size_t used = ZSTD_sizeof_DCtx(stream_); used > charged_) {
            base::charge(used - charged_);
            charged_ = used;
        }
        if (ZSTD_isError(status) == 0) return status == 0;
        if (!fits_any_window_ && ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge)
            base::refuse_memory(fmt::format("the window of zstd data is larger than what is available, {} bytes", room_));
        if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
        throw damaged_data(ZSTD_getErrorName(status));
    }

    std::size_t room_ = 0;  // when the file was opened
    bool fits_any_window_ = true;
    std::size_t charged_ = 0;
    ZSTD_DCtx* stream_;
};

}  // namespace

std::unique_ptr<unpacker> make_zstd_unpacker() { return std::make_unique<zstd_unpacker>(); }

}  // namespace graphblas_gpu::io
