#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/in_order.hpp>
#include <graphblas_gpu/io/output.hpp>

#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

namespace graphblas_gpu::io {
namespace {

/// Deflate without a header. There is one object for each slot, and it is reused for every block.
class deflater {
  public:
    deflater() {
        constexpr int raw_with_largest_window = -MAX_WBITS, usual_memory = 8;
        if (deflateInit2(&stream_, 6, Z_DEFLATED, raw_with_largest_window, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    ~deflater() { deflateEnd(&stream_); }
    deflater(const deflater&) = delete;
    deflater& operator=(const deflater&) = delete;

    /// Packs a text; the packed form ends on a whole byte, so that the next block can follow it.
    void pack(std::string_view text, std::string& packed) {
        packed.clear();
        if (text.empty()) return;
        deflateReset(&stream_);
        constexpr std::size_t max_at_once = std::size_t{1} << 30, flush_marks = 64;
        packed.resize(deflateBound(&stream_, text.size()) + flush_marks);
        std::size_t used = 0;
        while (!text.empty()) {
            const std::string_view part = text.substr(0, max_at_once);
            text.remove_prefix(part.size());
            stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
            stream_.avail_in = static_cast<uInt>(part.size());
            do {
                if (packed.size() - used < flush_marks) packed.resize(2 * packed.size());
                const auto room = static_cast<uInt>(std::min(packed.size() - used, max_at_once));
                stream_.next_out = reinterpret_cast<Bytef*>(packed.data() + used);
                stream_.avail_out = room;
                deflate(&stream_, text.empty() ? Z_SYNC_FLUSH : Z_NO_FLUSH);
                used += room - stream_.avail_out;
            } while (stream_.avail_out == 0);
        }
        packed.resize(used);
    }

  private:
    z_stream stream_{};
};

std::uint32_t crc_of(std::string_view text) noexcept {
    uLong crc = crc32(0, nullptr, 0);
    for (constexpr std::size_t max_at_once = std::size_t{1} << 30; !text.empty();) {
        const std::string_view part = text.substr(0, max_at_once);
        crc = crc32(crc, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
        text.remove_prefix(part.size());
    }
    return static_cast<std::uint32_t>(crc);
}

/// No name, no time, unknown system: the header has nothing that could differ between runs.
constexpr std::string_view gzip_header("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
/// The last block of a deflate stream, empty.
constexpr std::string_view end_of_deflate("\x03\0", 2);

void append_little_endian(std::string& to, std::uint32_t number) {
    for (int k = 0; k < 32; k += 8) to += static_cast<char>(number >> k & 0xff);
}

/// The path, unless its name promises a packer that is read only.
const std::string& checked_name(const std::string& path) {
    for (const char* const ending : {".bz2", ".xz", ".zst", ".zip"}) {
        if (path.ends_with(ending))
            throw io_error(path, 0, std::string("cannot be written: files are packed with gzip (.gz) only, not as ") + ending);
    }
    return path;
}

}  // namespace

output::output(const std::string& path) : file_(checked_name(path)), packed_(path.ends_with(".gz")) {
    if (packed_) file_.write(gzip_header);
}

void output::write_pieces(host::team* team, std::uint64_t count, const std::function<void(std::uint64_t, std::string&)>& make) {
    struct slot {
        std::uint64_t piece = 0;
        std::string text;
        std::string packed;
        std::uint32_t crc = 0;
    };
    std::vector<slot> slots(slots_for(team));
    std::vector<deflater> packers(packed_ ? slots.size() : 0);
    std::uint64_t taken = 0;
    ordered_steps steps;
    steps.take = [&](std::size_t s) {
        if (taken == count) return false;
        slots[s].piece = taken++;
        return true;
    };
    steps.work = [&](std::size_t s) {
        slot& at = slots[s];
        at.text.clear();
        make(at.piece, at.text);
        if (!packed_) return;
        at.crc = crc_of(at.text);
        packers[s].pack(at.text, at.packed);
    };
    steps.accept = [&](std::size_t s, std::exception_ptr failure) {
        if (failure != nullptr) std::rethrow_exception(failure);
        file_.write(packed_ ? slots[s].packed : slots[s].text);
        if (packed_) account(slots[s].crc, slots[s].text.size());
    };
    in_order(team, steps);
}

void output::write(std::string_view bytes) {
    if (!packed_) {
        file_.write(bytes);
        return;
    }
    deflater packer;
    std::string packed;
    packer.pack(bytes, packed);
    file_.write(packed);
    account(crc_of(bytes), bytes.size());
}

void output::write(host::team* team, std::string_view bytes) {
    if (!packed_) {
        constexpr std::size_t between_looks = std::size_t{1} << 26;
        for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), between_looks))) {
            if (team != nullptr) team->look();
            file_.write(bytes.substr(0, between_looks));
        }
        return;
    }
    constexpr std::size_t piece = std::size_t{1} << 20;
    write_pieces(team, (bytes.size() + piece - 1) / piece,
                 [&](std::uint64_t k, std::string& text) { text += bytes.substr(static_cast<std::size_t>(k) * piece, piece); });
}

void output::account(std::uint32_t crc, std::size_t size) noexcept {
    crc_ = static_cast<std::uint32_t>(crc32_combine(crc_, crc, static_cast<z_off_t>(size)));
    size_ += size;
}

void output::close() {
    if (packed_) {
        std::string end(end_of_deflate);
        append_little_endian(end, crc_);
        append_little_endian(end, static_cast<std::uint32_t>(size_));
        file_.write(end);
    }
    file_.commit();
}

}  // namespace graphblas_gpu::io
