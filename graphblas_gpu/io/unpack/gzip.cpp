// Idea: unpacks a member of a gzip file (RFC 1952); see unpacker.hpp.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

#include <zlib.h>

#include <new>

namespace graphblas_gpu::io {
namespace {

class gzip_unpacker : public unpacker {
  public:
    gzip_unpacker() {
        constexpr int gzip_with_largest_window = 16 + MAX_WBITS;
        if (inflateInit2(&stream_, gzip_with_largest_window) != Z_OK) throw std::bad_alloc();
    }
    ~gzip_unpacker() override { inflateEnd(&stream_); }

    void begin_member() override { inflateReset(&stream_); }

    bool unpack(unpacking_step& step) override {
        const int status = run_stream(stream_, step, [&] { return inflate(&stream_, Z_NO_FLUSH); });
        if (status == Z_STREAM_END) return true;
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        if (status != Z_OK && status != Z_BUF_ERROR)
            throw damaged_data(stream_.msg != nullptr ? stream_.msg : "preset dictionary");
        return false;
    }

  private:
    z_stream stream_{};
};

}  // namespace

std::unique_ptr<unpacker> make_gzip_unpacker() { return std::make_unique<gzip_unpacker>(); }

}  // namespace graphblas_gpu::io
