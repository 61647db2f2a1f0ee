// Needs: libzstd.
// Idea: a frame of a zstd file (RFC 8878); see unpacker.hpp. Frames that are to be skipped are frames without text.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

#include <zstd.h>
#include <zstd_errors.h>

#include <new>

namespace graphblas_gpu::io {
namespace {

class zstd_unpacker : public unpacker {
  public:
    zstd_unpacker() : stream_(ZSTD_createDCtx()) {
        if (stream_ == nullptr) throw std::bad_alloc();
        // As large as a file of "zstd --long=31" asks for; memory is taken only for a file that does.
        const ZSTD_bounds window = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
        if (ZSTD_isError(window.error) == 0) ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, window.upperBound);
    }
    ~zstd_unpacker() override { ZSTD_freeDCtx(stream_); }
    zstd_unpacker(const zstd_unpacker&) = delete;
    zstd_unpacker& operator=(const zstd_unpacker&) = delete;

    void begin_member() override { ZSTD_DCtx_reset(stream_, ZSTD_reset_session_only); }

    bool unpack(unpacking_step& step) override {
        ZSTD_inBuffer in{step.in, step.in_size, 0};
        ZSTD_outBuffer out{step.out, step.out_size, 0};
        const std::size_t status = ZSTD_decompressStream(stream_, &out, &in);
        step.took(in.pos);
        step.gave(out.pos);
        if (ZSTD_isError(status) == 0) return status == 0;
        if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
        throw damaged_data(ZSTD_getErrorName(status));
    }

  private:
    ZSTD_DCtx* stream_;
};

}  // namespace

std::unique_ptr<unpacker> make_zstd_unpacker() { return std::make_unique<zstd_unpacker>(); }

}  // namespace graphblas_gpu::io
