// Idea: unpacks a stream of a bzip2 file; see unpacker.hpp. libbz2 has no call that resets a state, so each stream of a file
// that was packed in parallel gets its own state.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

#include <bzlib.h>

#include <new>

namespace graphblas_gpu::io {
namespace {

class bzip2_unpacker : public unpacker {
  public:
    ~bzip2_unpacker() override { end(); }

    void begin_member() override {
        end();
        stream_ = {};
        if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
        begun_ = true;
    }

    bool unpack(unpacking_step& step) override {
        const int status = run_stream(stream_, step, [&] { return BZ2_bzDecompress(&stream_); });
        if (status == BZ_STREAM_END) return true;
        if (status == BZ_MEM_ERROR) throw std::bad_alloc();
        if (status == BZ_DATA_ERROR_MAGIC) throw damaged_data("no bzip2 stream begins there");
        if (status != BZ_OK) throw damaged_data("a block or a checksum is wrong");
        return false;
    }

  private:
    void end() noexcept {
        if (begun_) BZ2_bzDecompressEnd(&stream_);
        begun_ = false;
    }

    bz_stream stream_{};
    bool begun_ = false;
};

}  // namespace

std::unique_ptr<unpacker> make_bzip2_unpacker() { return std::make_unique<bzip2_unpacker>(); }

}  // namespace graphblas_gpu::io
