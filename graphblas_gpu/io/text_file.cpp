// Needs: zlib; the C library's streams, which read pipes and files alike.
// Idea: chunks of a megabyte are either appended to the text or inflated into it; see text_file.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/io/text_file.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {
namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 20;

std::string reason_of(int error_number) {
    if (error_number == ENOENT) return "no such file";
    if (error_number == EISDIR) return "is a directory";
    return std::generic_category().message(error_number);
}

bool is_gzip(std::string_view head) { return head.substr(0, 2) == "\x1f\x8b"; }

class inflater {
  public:
    inflater(std::string name, std::string& out) : name_(std::move(name)), out_(out) {
        constexpr int gzip_with_largest_window = 16 + MAX_WBITS;
        if (inflateInit2(&stream_, gzip_with_largest_window) != Z_OK) throw std::bad_alloc();
    }
    ~inflater() { inflateEnd(&stream_); }
    inflater(const inflater&) = delete;
    inflater& operator=(const inflater&) = delete;

    void feed(std::string_view packed) {
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
        stream_.avail_in = static_cast<uInt>(packed.size());
        while (true) {
            if (!inside_member_ && !begin_member()) return;
            if (used_ == out_.size()) out_.resize(out_.size() + std::max(chunk_size, out_.size()));
            const auto room = static_cast<uInt>(std::min(out_.size() - used_, std::size_t{1} << 30));
            stream_.next_out = reinterpret_cast<Bytef*>(out_.data() + used_);
            stream_.avail_out = room;
            const int status = inflate(&stream_, Z_NO_FLUSH);
            used_ += room - stream_.avail_out;
            if (status == Z_STREAM_END)
                inside_member_ = false;
            else if (status == Z_MEM_ERROR)
                throw std::bad_alloc();
            else if (status != Z_OK && status != Z_BUF_ERROR)
                throw io_error(name_, 0,
                               fmt::format("corrupt gzip data after {} bytes of text ({})", used_,
                                           stream_.msg != nullptr ? stream_.msg : "preset dictionary"));
            else if (stream_.avail_in == 0 && stream_.avail_out > 0)
                return;
        }
    }

    void finish() {
        if (inside_member_) throw io_error(name_, 0, fmt::format("truncated gzip data, {} bytes of text read", used_));
        out_.resize(used_);
    }

  private:
    // Tapes and disks pad with zeros, so these may follow a member; anything else has to be the next one.
    bool begin_member() {
        while (members_ > 0 && stream_.avail_in > 0 && *stream_.next_in == 0) {
            ++stream_.next_in;
            --stream_.avail_in;
        }
        if (stream_.avail_in == 0) return false;
        if (members_++ > 0) inflateReset(&stream_);
        return inside_member_ = true;
    }

    std::string name_;
    std::string& out_;
    z_stream stream_{};
    std::size_t used_ = 0;
    std::size_t members_ = 0;
    bool inside_member_ = false;
};

struct file_closer {
    void operator()(std::FILE* f) const noexcept {
        if (f != stdin) std::fclose(f);
    }
};

std::string load(const std::string& path, progress_counters* progress) {
    const std::string name = input_name(path);
    std::error_code unknown;
    std::uintmax_t size = 0;
    if (path != "-") {
        if (std::filesystem::is_directory(path, unknown)) throw io_error(name, 0, "is a directory");
        if (std::filesystem::is_regular_file(path, unknown)) size = std::filesystem::file_size(path, unknown);
        if (unknown) size = 0;
    }
    const std::unique_ptr<std::FILE, file_closer> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
    if (!file) throw io_error(name, 0, reason_of(errno));
    if (progress != nullptr) {
        progress->done = 0;
        progress->total = 2 * std::uint64_t{size};
    }

    std::string text;
    std::unique_ptr<inflater> packed;
    std::vector<char> chunk(chunk_size);
    for (bool first = true;; first = false) {
        const std::size_t n = std::fread(chunk.data(), 1, chunk.size(), file.get());
        if (n == 0 && std::ferror(file.get())) throw io_error(name, 0, "cannot be read: " + reason_of(errno));
        const std::string_view bytes(chunk.data(), n);
        if (first && is_gzip(bytes)) packed = std::make_unique<inflater>(name, text);
        if (first && !packed) text.reserve(size);
        if (n == 0) break;
        if (packed)
            packed->feed(bytes);
        else
            text.append(bytes);
        if (progress != nullptr && size > 0) progress->done += n;
    }
    if (packed) packed->finish();
    return text;
}

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string load_text(const std::string& path, progress_counters* progress) {
    return formats::within_memory(input_name(path) + ": its text", [&] { return load(path, progress); });
}

text_writer::text_writer(const std::string& path) : name_(path == "-" ? "standard output" : path) {
    buffer_.reserve(2 * chunk_size);
    std::error_code unknown;
    if (path == "-")
        file_ = stdout;
    else if (std::filesystem::is_directory(path, unknown))
        fail("is a directory");
    else if (path.ends_with(".gz"))
        compressed_ = gzopen(path.c_str(), "wb6");
    else
        file_ = std::fopen(path.c_str(), "wb");
    if (file_ == nullptr && compressed_ == nullptr) fail(reason_of(errno));
}

text_writer::~text_writer() {
    if (compressed_ != nullptr) gzclose(compressed_);
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
}

void text_writer::text(std::string_view t) {
    buffer_.append(t);
    if (buffer_.size() >= chunk_size) flush();
}

void text_writer::flush() {
    if (buffer_.empty()) return;
    errno = 0;
    const bool written = compressed_ != nullptr
                             ? gzfwrite(buffer_.data(), 1, buffer_.size(), compressed_) == buffer_.size()
                             : std::fwrite(buffer_.data(), 1, buffer_.size(), file_) == buffer_.size();
    if (!written) fail(reason_of(errno));
    buffer_.clear();
}

void text_writer::close() {
    flush();
    errno = 0;
    gzFile_s* const compressed = std::exchange(compressed_, nullptr);
    std::FILE* const file = std::exchange(file_, nullptr);
    if (compressed != nullptr && gzclose(compressed) != Z_OK) fail(reason_of(errno));
    if (file == nullptr) return;
    const bool closed = (file == stdout ? std::fflush(file) : std::fclose(file)) == 0;
    if (!closed) fail(reason_of(errno));
}

void text_writer::fail(const std::string& reason) const { throw io_error(name_, 0, "cannot be written: " + reason); }

}  // namespace graphblas_gpu::io
