// Idea: unpacks a member of a gzip file (RFC 1952); see unpacker.hpp.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

#include <zlib.h>

#include <algorithm>
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
    gzip_unpacker(const gzip_unpacker&) = delete;
    gzip_unpacker& operator=(const gzip_unpacker&) = delete;

    void begin_member() override { inflateReset(&stream_); }

    bool unpack(unpacking_step& step) override {
        constexpr std::size_t most_at_once = std::size_t{1} << 30;  // zlib counts in 32 bits
        const auto in = static_cast<uInt>(std::min(step.in_size, most_at_once));
        const auto out = static_cast<uInt>(std::min(step.out_size, most_at_once));
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(step.in));
        stream_.avail_in = in;
        stream_.next_out = reinterpret_cast<Bytef*>(step.out);
        stream_.avail_out = out;
        const int status = inflate(&stream_, Z_NO_FLUSH);
        step.took(in - stream_.avail_in);
        step.gave(out - stream_.avail_out);
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
