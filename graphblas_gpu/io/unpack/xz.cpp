// Idea: unpacks a stream of an .xz file; see unpacker.hpp.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

#include <lzma.h>

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
    ~xz_unpacker() override { lzma_end(&stream_); }

    // The memory of the previous stream is reused.
    void begin_member() override {
        if (lzma_stream_decoder(&stream_, UINT64_MAX, 0) != LZMA_OK) throw std::bad_alloc();
    }

    bool unpack(unpacking_step& step) override {
        const lzma_ret status = run_stream(stream_, step, [&] { return lzma_code(&stream_, LZMA_RUN); });
        if (status == LZMA_STREAM_END) return true;
        if (status == LZMA_MEM_ERROR || status == LZMA_MEMLIMIT_ERROR) throw std::bad_alloc();
        // LZMA_BUF_ERROR means that there is no more input, which the caller knows.
        if (status != LZMA_OK && status != LZMA_BUF_ERROR) throw damaged_data(words_of(status));
        return false;
    }

  private:
    lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<unpacker> make_xz_unpacker() { return std::make_unique<xz_unpacker>(); }

}  // namespace graphblas_gpu::io
