// Needs: POSIX file descriptors, which serve for pipes and for files; the unpackers.
// Idea: a chain of sources, of which the last one writes directly into the reader's memory. The first one reads stored bytes.
// If they are packed, an unpacker is the next; if its output, or the stored bytes, are an archive, a member of it; and if that
// is packed, an unpacker again. See input.hpp.
#include <graphblas_gpu/base/memory_budget.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/printable.hpp>
#include <graphblas_gpu/io/text_decoder.hpp>
#include <graphblas_gpu/io/unpack/archive.hpp>
#include <graphblas_gpu/io/unpack/unpacker.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <istream>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {
namespace {

constexpr std::size_t stored_chunk = std::size_t{1} << 18;

}  // namespace

/// A source of stored bytes: a file descriptor, a stream, or memory.
class input::origin : public byte_source {
  public:
    /// Reads at most `size` bytes; returns 0 only at the end.
    virtual std::size_t read_some(char* to, std::size_t size) = 0;

    std::size_t read(char* to, std::size_t wanted) override {
        std::size_t got = 0;
        for (std::size_t n = 1; got < wanted && n > 0; got += n) n = read_some(to + got, wanted - got);
        done_ += got;
        return got;
    }
    std::uint64_t stored_done() const noexcept override { return done_; }

  private:
    std::uint64_t done_ = 0;
};

class input::file : public input::origin {
  public:
    file(const std::string& path, const std::string& name) : name_(name), owned_(path != "-") {
        descriptor_ = owned_ ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
        if (descriptor_ < 0) throw io_error(name_, 0, reason_of(errno));
        struct stat about {};
        if (fstat(descriptor_, &about) != 0) return;
        if (S_ISDIR(about.st_mode)) {
            close_it();
            throw io_error(name_, 0, "is a directory");
        }
        // Files of /proc claim to be regular and empty, but are not. Standard input may have been read in part already.
        if (S_ISREG(about.st_mode) && owned_) size_ = static_cast<std::uint64_t>(about.st_size);
    }
    ~file() override { close_it(); }

    std::size_t read_some(char* to, std::size_t size) override {
        return checked([&] { return ::read(descriptor_, to, std::min(size, max_at_once)); });
    }
    std::uint64_t size() const noexcept override { return size_; }
    bool has_random_access() const noexcept override { return size_ > 0; }
    std::size_t read_at(std::uint64_t offset, char* to, std::size_t size) const override {
        std::size_t got = 0;
        for (std::size_t n = 1; got < size && n > 0; got += n) {
            n = checked([&] {
                return ::pread(descriptor_, to + got, std::min(size - got, max_at_once), static_cast<off_t>(offset + got));
            });
        }
        return got;
    }

  private:
    static constexpr std::size_t max_at_once = std::size_t{1} << 30;

    template <class Read>
    std::size_t checked(Read read) const {
        for (;;) {
            const ssize_t n = read();
            if (n >= 0) return static_cast<std::size_t>(n);
            if (errno != EINTR) throw io_error(name_, 0, "cannot be read: " + reason_of(errno));
        }
    }
    void close_it() noexcept {
        if (owned_ && descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = -1;
    }

    std::string name_;
    bool owned_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

class input::stream : public input::origin {
  public:
    stream(std::istream& from, std::string name) : from_(from), name_(std::move(name)) {}

    std::size_t read_some(char* to, std::size_t size) override {
        constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::streamsize>::max());
        if (!from_.good()) {
            if (from_.bad() || !from_.eof()) throw io_error(name_, 0, "the stream cannot be read");
            return 0;
        }
        try {
            from_.read(to, static_cast<std::streamsize>(std::min(size, most)));
        } catch (const std::ios_base::failure&) {
            // A stream with exceptions enabled throws at its end too.
        }
        if (from_.bad()) throw io_error(name_, 0, "the stream cannot be read");
        return static_cast<std::size_t>(from_.gcount());
    }

  private:
    std::istream& from_;
    std::string name_;
};

class input::memory : public input::origin {
  public:
    explicit memory(std::string_view bytes) : bytes_(bytes), left_(bytes) {}

    std::size_t read_some(char* to, std::size_t size) override {
        const std::size_t n = std::min(size, left_.size());
        if (n > 0) std::memcpy(to, left_.data(), n);
        left_.remove_prefix(n);
        return n;
    }
    std::uint64_t size() const noexcept override { return bytes_.size(); }
    bool has_random_access() const noexcept override { return true; }
    std::size_t read_at(std::uint64_t offset, char* to, std::size_t size) const override {
        if (offset >= bytes_.size()) return 0;
        const std::size_t n = std::min(size, bytes_.size() - static_cast<std::size_t>(offset));
        if (n > 0) std::memcpy(to, bytes_.data() + offset, n);
        return n;
    }

  private:
    std::string_view bytes_;
    std::string_view left_;
};

/// Some bytes of a source with random access.
class input::range_of_bytes : public byte_source {
  public:
    range_of_bytes(const byte_source& from, std::uint64_t begin, std::uint64_t end) : from_(from), at_(begin), end_(end) {}

    std::size_t read(char* to, std::size_t size) override {
        const auto left = static_cast<std::size_t>(end_ - std::min(at_, end_));
        const std::size_t n = from_.read_at(at_, to, std::min(size, left));
        at_ += n;
        return n;
    }
    std::uint64_t stored_done() const noexcept override { return at_; }

  private:
    const byte_source& from_;
    std::uint64_t at_, end_;
};

/// Unpacks one member after the other directly into the reader's memory.
class input::unpacking : public byte_source {
  public:
    unpacking(byte_source& from, std::string name, const packing& how, std::unique_ptr<unpacker> unpacker,
              std::string_view first)
        : from_(from), name_(std::move(name)), packing_(how), unpacker_(std::move(unpacker)) {
        packed_.resize(std::max(stored_chunk, first.size()));
        std::copy(first.begin(), first.end(), packed_.begin());
        step_.in = packed_.data();
        step_.in_size = first.size();
    }

    // Bytes that were unpacked before a failure are returned first, even if they are fewer than `size`.
    std::size_t read(char* to, std::size_t size) override {
        if (failure_ != nullptr) std::rethrow_exception(failure_);
        step_.out = to;
        step_.out_size = size;
        try {
            unpack();
        } catch (const io_error&) {
            failure_ = std::current_exception();
        } catch (const damaged_data& e) {
            failure_ =
                std::make_exception_ptr(io_error(name_, 0,
                                                 fmt::format("corrupt {} data after {} bytes of text ({})", packing_.name,
                                                             unpacked_ + size - step_.out_size, e.what())));
        }
        const std::size_t got = size - step_.out_size;
        if (got == 0 && failure_ != nullptr) std::rethrow_exception(failure_);
        unpacked_ += got;
        return got;
    }
    std::uint64_t stored_done() const noexcept override { return from_.stored_done(); }

  private:
    void unpack() {
        const std::size_t size = step_.out_size;
        while (step_.out_size > 0) {
            if (step_.in_size == 0) refill();
            if (!inside_member_ && !begin_member()) {
                if (stored_ended_) break;
                continue;
            }
            if (stored_ended_ && step_.in_size == 0 && stalled_)
                throw io_error(
                    name_, 0,
                    fmt::format("truncated {} data, {} bytes of text read", packing_.name, unpacked_ + size - step_.out_size));
            if (unpacker_->unpack(step_)) inside_member_ = false;
            // If there is no more input and the output was not filled, the unpacker has no more output.
            stalled_ = step_.out_size > 0;
        }
    }

    void refill() {
        if (stored_ended_) return;
        step_.in = packed_.data();
        step_.in_size = from_.read(packed_.data(), packed_.size());
        stored_ended_ = step_.in_size == 0;
    }

    // Tapes and disks pad files with zeros, so zeros may follow a member. Anything else must be the next member.
    bool begin_member() {
        while (members_ > 0 && step_.in_size > 0 && *step_.in == 0) step_.took(1);
        if (step_.in_size == 0) return false;
        ++members_;
        unpacker_->begin_member();
        stalled_ = false;
        return inside_member_ = true;
    }

    byte_source& from_;
    std::string name_;
    const packing& packing_;
    std::unique_ptr<unpacker> unpacker_;
    std::vector<char> packed_;
    unpacking_step step_;
    std::uint64_t unpacked_ = 0;
    std::exception_ptr failure_;
    std::size_t members_ = 0;
    bool inside_member_ = false;
    bool stored_ended_ = false;
    bool stalled_ = false;
};

std::string reason_of(int error_number) {
    return error_number == ENOENT   ? "no such file or directory"
           : error_number == EISDIR ? "is a directory"
                                    : std::generic_category().message(error_number);
}

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

input::input(const std::string& path, const member_path& member) : name_(input_name(path)) {
    sources_.push_back(std::make_unique<file>(path, name_));
    open(member);
}

input::input(std::istream& from, std::string name, const member_path& member) : name_(std::move(name)) {
    sources_.push_back(std::make_unique<stream>(from, name_));
    open(member);
}

input::input(std::string_view bytes, std::string name) : name_(std::move(name)) {
    sources_.push_back(std::make_unique<memory>(bytes));
}

input::~input() = default;

void input::open(const member_path& member) {
    unpack_if_packed();
    const std::string_view start = peek(archive_magic_bytes);
    const archive_format format = archive_format_of(start);
    if (format == archive_format::none) {
        if (!member.path.empty()) throw invalid_value(name_ + ": --member is for archives, and this is none");
        return;
    }
    if (member.path.empty() && is_npz(start)) return;
    auto opened = std::make_unique<archive_member>(*sources_.back(), std::string(start), name_, format, member.path);
    name_ += ':' + printable(opened->member());
    put_above(std::move(opened));
    unpack_if_packed();
}

void input::unpack_if_packed() {
    const std::string_view start = peek(magic_bytes);
    const packing* const packed_by = packing_of(start);
    if (packed_by == nullptr) return;
    if (packed_by->make == nullptr)
        throw io_error(name_, 0,
                       fmt::format("this is {} data, which is not unpacked here; '{}' in front of a pipe would do it",
                                   packed_by->name, packed_by->library));
    std::unique_ptr<unpacker> unpacker = packed_by->make();
    if (unpacker == nullptr)
        throw io_error(name_, 0,
                       fmt::format("this is {} data, but graphblas_gpu was built without the package {}, which unpacks it",
                                   packed_by->name, packed_by->library));
    put_above(std::make_unique<unpacking>(*sources_.back(), name_, *packed_by, std::move(unpacker), start));
}

// The new source has got what was read ahead.
void input::put_above(std::unique_ptr<byte_source> source) {
    sources_.push_back(std::move(source));
    lookahead_.clear();
    lookahead_used_ = 0;
    given_ = 0;
}

void input::read_as_text() {
    if (decoder_ != nullptr) return;
    constexpr std::size_t longest_mark = 4;
    std::string first(peek(std::max(longest_mark, lookahead_.size() - lookahead_used_)));
    lookahead_.clear();
    lookahead_used_ = 0;
    given_ -= first.size();
    decode(std::move(first));
}

void input::go_to(std::uint64_t begin, std::uint64_t end) {
    put_above(std::make_unique<range_of_bytes>(*sources_.back(), begin, end));
    if (decoder_ != nullptr) decode({});
}

void input::decode(std::string&& first) {
    decoder_ = std::make_unique<text_decoder>(
        std::move(first), [this](char* to, std::size_t size) { return sources_.back()->read(to, size); }, name_);
}

std::size_t input::read_past_lookahead(char* to, std::size_t size) {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    const std::size_t n = decoder_ ? decoder_->read(to, size) : sources_.back()->read(to, size);
    // Names and tables grow with the text by all sorts of containers.
    constexpr std::uint64_t checked_every = std::uint64_t{1} << 24;
    if (given_ / checked_every != (given_ + n) / checked_every) base::check_memory_is_left();
    given_ += n;
    return n;
}

std::size_t input::read(char* to, std::size_t size) {
    const std::size_t known = std::min(size, lookahead_.size() - lookahead_used_);
    if (known > 0) std::memcpy(to, lookahead_.data() + lookahead_used_, known);
    lookahead_used_ += known;
    return known + read_behind(known, to + known, size - known);
}

// A failure is thrown only after all bytes before it have been returned to the reader.
std::size_t input::read_behind(std::size_t known, char* to, std::size_t size) {
    try {
        return read_past_lookahead(to, size);
    } catch (const io_error&) {
        if (known == 0) throw;
        failure_ = std::current_exception();
        return 0;
    }
}

std::string_view input::peek(std::size_t size) {
    const std::size_t known = lookahead_.size() - lookahead_used_;
    if (known < size) {
        lookahead_.erase(0, lookahead_used_);
        lookahead_used_ = 0;
        std::string more(size - known, '\0');
        more.resize(read_behind(known, more.data(), more.size()));
        lookahead_ += more;
    }
    return std::string_view(lookahead_).substr(lookahead_used_, size);
}

std::optional<std::uint64_t> input::bytes_left() const noexcept {
    if (!has_random_access() || (decoder_ && !decoder_->keeps_size())) return std::nullopt;
    const std::uint64_t size = sources_.back()->size();
    return size - std::min(size, given_) + (lookahead_.size() - lookahead_used_);
}

std::uint64_t input::stored_done() const noexcept { return sources_.back()->stored_done(); }
std::uint64_t input::stored_size() const noexcept { return sources_.front()->size(); }
bool input::has_random_access() const noexcept { return sources_.back()->has_random_access(); }
std::size_t input::read_at(std::uint64_t offset, char* to, std::size_t size) const {
    return sources_.back()->read_at(offset, to, size);
}

}  // namespace graphblas_gpu::io
