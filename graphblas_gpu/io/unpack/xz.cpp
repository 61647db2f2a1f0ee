// Idea: unpacks a stream of an .xz file; see unpacker.hpp. A stream says in its header how large its dictionary is, up to 4
// GiB. liblzma stops there while its limit is too low, so that the memory can be charged before it is allocated.
#include <graphblas_gpu/base/memory_budget.hpp>
#include <graphblas_gpu/io/unpack/unpacker.hpp>

#include <lzma.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace graphblas_gpu::io {
namespace {

const char* words_of(lzma_ret status) {
    switch (status) {
        case LZMA_FORMAT_ERROR: return "no xz stream begins there";
        case LZMA_OPTIONS_ERROR: return "a header asks for what is not known";
        default: return "a block or a checksum is wrong";
    }
}

class xz_unpacker : public unpacker {
  public:
    ~xz_unpacker() override {
        lzma_end(&stream_);
        base::discharge(limit_);
    }

    // The memory of the previous stream is reused.
    void begin_member() override {
        if (lzma_stream_decoder(&stream_, std::max<std::uint64_t>(1, limit_), 0) != LZMA_OK) throw std::bad_alloc();
    }

    bool unpack(unpacking_step& step) override {
        lzma_ret status = run_stream(stream_, step, [&] { return lzma_code(&stream_, LZMA_RUN); });
        if (status == LZMA_MEMLIMIT_ERROR) {
            raise_limit(lzma_memusage(&stream_));
            status = run_stream(stream_, step, [&] { return lzma_code(&stream_, LZMA_RUN); });
        }
        if (status == LZMA_STREAM_END) return true;
        if (status == LZMA_MEM_ERROR || status == LZMA_MEMLIMIT_ERROR) throw std::bad_alloc();
        // LZMA_BUF_ERROR means that there is no more input, which the caller knows.
        if (status != LZMA_OK && status != LZMA_BUF_ERROR) throw damaged_data(words_of(status));
        return false;
    }

  private:
    void raise_limit(std::uint64_t bytes) {
        base::charge(static_cast<std::size_t>(bytes - limit_));
        limit_ = bytes;
        if (lzma_memlimit_set(&stream_, bytes) != LZMA_OK) throw std::bad_alloc();
    }

    std::uint64_t limit_ = 0;  // what is charged
    lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<unpacker> make_xz_unpacker() { return std::make_unique<xz_unpacker>(); }

}  // namespace graphblas_gpu::io
