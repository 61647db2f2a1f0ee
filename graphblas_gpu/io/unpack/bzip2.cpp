// Idea: unpacks a stream of a bzip2 file; see unpacker.hpp. libbz2 has no call that resets a state, so each stream of a file
// that was packed in parallel gets its own state.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

#include <bzlib.h>

#include <algorithm>
#include <new>

namespace graphblas_gpu::io {
namespace {

class bzip2_unpacker : public unpacker {
  public:
    bzip2_unpacker() = default;
    ~bzip2_unpacker() override { end(); }
    bzip2_unpacker(const bzip2_unpacker&) = delete;
    bzip2_unpacker& operator=(const bzip2_unpacker&) = delete;

    void begin_member() override {
        end();
        stream_ = {};
        if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
        begun_ = true;
    }

    bool unpack(unpacking_step& step) override {
        constexpr std::size_t most_at_once = std::size_t{1} << 30;  // the library counts in 32 bits
        const auto in = static_cast<unsigned>(std::min(step.in_size, most_at_once));
        const auto out = static_cast<unsigned>(std::min(step.out_size, most_at_once));
        stream_.next_in = const_cast<char*>(step.in);
        stream_.avail_in = in;
        stream_.next_out = step.out;
        stream_.avail_out = out;
        const int status = BZ2_bzDecompress(&stream_);
        step.took(in - stream_.avail_in);
        step.gave(out - stream_.avail_out);
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
