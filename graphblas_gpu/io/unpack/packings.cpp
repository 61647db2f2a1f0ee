// Idea: the table of packed formats, by their first bytes: RFC 1952 (gzip), RFC 8878 (Zstandard), the .xz file format
// 1.1.0, and for bzip2 the three letters, the size of blocks, and the mark of a block or of the end.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

#include <algorithm>

namespace graphblas_gpu::io {
namespace {

using namespace std::string_view_literals;

bool begins_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

// "BZh9" alone could be the beginning of a line of text, so the mark after it is tested too. A file that ends before the mark
// is truncated.
bool begins_bzip2(std::string_view bytes) {
    if (bytes.size() < 4 || !bytes.starts_with("BZh") || bytes[3] < '1' || bytes[3] > '9') return false;
    const std::string_view mark = bytes.substr(4, 6);
    return "1AY&SY"sv.starts_with(mark) || "\x17rE8P\x90"sv.starts_with(mark);
}

bool begins_xz(std::string_view bytes) { return bytes.starts_with("\xfd\x37zXZ\0"sv); }

// A frame of data, or a skippable frame, with which files of parallel compressors begin.
bool begins_zstd(std::string_view bytes) {
    if (bytes.starts_with("\x28\xb5\x2f\xfd")) return true;
    return bytes.size() >= 4 && (bytes[0] & 0xf0) == 0x50 && bytes.substr(1, 3) == "\x2a\x4d\x18"sv;
}

bool begins_7z(std::string_view bytes) { return bytes.starts_with("7z\xbc\xaf\x27\x1c"); }
bool begins_lz4(std::string_view bytes) { return bytes.starts_with("\x04\x22\x4d\x18"); }

constexpr packing packings[] = {
    {"gzip", begins_gzip, make_gzip_unpacker, "zlib1g-dev"},
    {"bzip2", begins_bzip2, make_bzip2_unpacker, "libbz2-dev"},
    {"xz", begins_xz, make_xz_unpacker, "liblzma-dev"},
    {"zstd", begins_zstd, make_zstd_unpacker, "libzstd-dev"},
    {"7-Zip", begins_7z, nullptr, "7z x -so"},
    {"LZ4", begins_lz4, nullptr, "lz4 -dc"},
};

}  // namespace

const packing* packing_of(std::string_view first_bytes) {
    const packing* const found =
        std::find_if(std::begin(packings), std::end(packings), [&](const packing& p) { return p.begins(first_bytes); });
    return found == std::end(packings) ? nullptr : found;
}

}  // namespace graphblas_gpu::io
