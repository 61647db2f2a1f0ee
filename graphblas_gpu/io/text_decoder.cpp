// Idea: see text_decoder.hpp. The C library converts encodings.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/text_decoder.hpp>

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace graphblas_gpu::io {
namespace {

using namespace std::string_view_literals;

struct encoding {
    const char* name;
    std::string_view mark;
};

// The mark of UTF-16 is the beginning of that of UTF-32.
constexpr encoding encodings[] = {
    {"UTF-32LE", "\xff\xfe\0\0"sv}, {"UTF-32BE", "\0\0\xfe\xff"sv}, {"UTF-16LE", "\xff\xfe"sv}, {"UTF-16BE", "\xfe\xff"sv}};

const encoding* encoding_of(std::string_view first_bytes) noexcept {
    const auto* const found = std::find_if(std::begin(encodings), std::end(encodings),
                                           [&](const encoding& e) { return first_bytes.starts_with(e.mark); });
    return found == std::end(encodings) ? nullptr : found;
}

/// Replaces every carriage return that no line feed follows by a line feed; `next` is the character behind the text.
void end_lines_by_feeds(char* text, std::size_t size, std::optional<char> next) noexcept {
    auto* at = static_cast<char*>(std::memchr(text, '\r', size));
    if (at == nullptr) return;
    char* const last = text + size - 1;
    // Both sides of the condition are computed for every character, so that the compiler makes vector instructions of the loop.
    for (; at < last; ++at) *at = static_cast<char>(((at[0] == '\r') & (at[1] != '\n')) ? '\n' : at[0]);
    if (*last == '\r' && next != '\n') *last = '\n';
}

}  // namespace

bool has_wide_byte_order_mark(std::string_view first_bytes) noexcept { return encoding_of(first_bytes) != nullptr; }

/// Text in an encoding with units of 2 or 4 bytes, as UTF-8.
class text_decoder::wide_text {
  public:
    wide_text(text_decoder& from, std::string name, const encoding& how)
        : from_(from),
          name_(std::move(name)),
          how_(how.name),
          converter_(iconv_open("UTF-8", how.name)),
          stored_(stored_size, '\0') {
        if (converter_ == reinterpret_cast<iconv_t>(-1))
            throw io_error(name_, 0, fmt::format("this is {}, which the C library cannot convert to UTF-8", how_));
    }
    ~wide_text() { iconv_close(converter_); }
    wide_text(const wide_text&) = delete;
    wide_text& operator=(const wide_text&) = delete;

    std::size_t read(char* to, std::size_t size) {
        std::size_t got = 0;
        while (got < size && (used_ < text_.size() || convert())) {
            const std::size_t n = std::min(size - got, text_.size() - used_);
            std::memcpy(to + got, text_.data() + used_, n);
            got += n;
            used_ += n;
        }
        return got;
    }

  private:
    static constexpr std::size_t stored_size = std::size_t{1} << 16;

    /// Converts the next piece. Returns false at the end.
    bool convert() {
        line_ += std::count(text_.begin(), text_.end(), '\n');
        used_ = 0;
        text_.clear();
        const std::size_t n = kept_ + from_.read_first(stored_.data() + kept_, stored_.size() - kept_);
        if (n == 0) return false;
        text_.resize(2 * stored_size);  // 2 bytes of UTF-16 become 3 bytes at most, and 4 bytes of UTF-32 become 4
        char *in = stored_.data(), *out = text_.data();
        std::size_t in_left = n, out_left = text_.size();
        const std::size_t status = iconv(converter_, &in, &in_left, &out, &out_left);
        text_.resize(text_.size() - out_left);
        const bool is_cut = status == static_cast<std::size_t>(-1) && errno == EINVAL;
        if (status == static_cast<std::size_t>(-1) && (!is_cut || in_left == n))
            throw io_error(name_, line_ + std::count(text_.begin(), text_.end(), '\n'),
                           fmt::format("the text is {} by its byte order mark, but this line {}", how_,
                                       is_cut ? "ends within a character" : "has bytes that are no character"));
        kept_ = in_left;
        std::memmove(stored_.data(), in, in_left);
        return true;
    }

    text_decoder& from_;
    std::string name_;
    const char* how_;  // the name of the encoding
    iconv_t converter_;
    std::string stored_;
    std::size_t kept_ = 0;  // bytes of a character that the next piece completes
    std::string text_;
    std::size_t used_ = 0;
    std::int64_t line_ = 1;  // of the beginning of text_
};

text_decoder::text_decoder(std::string first, source more, std::string name)
    : first_(std::move(first)), more_(std::move(more)) {
    if (const encoding* const wide = encoding_of(first_)) {
        first_used_ = wide->mark.size();
        wide_ = std::make_unique<wide_text>(*this, std::move(name), *wide);
        return;
    }
    if (first_.size() < 4) return;
    const auto is_wide = [&](std::size_t low) {
        return first_[low] > 0 && first_[low + 2] > 0 && first_[1 - low] == 0 && first_[3 - low] == 0;
    };
    for (const std::size_t low : {0u, 1u})
        if (is_wide(low))
            throw io_error(name, 1,
                           fmt::format("every second byte is zero: this is UTF-16 without a byte order mark, which "
                                       "'iconv -f UTF-16{} -t UTF-8' in front of a pipe would convert",
                                       low == 0 ? "LE" : "BE"));
}

text_decoder::~text_decoder() = default;

std::size_t text_decoder::read_first(char* to, std::size_t size) {
    const std::size_t known = std::min(size, first_.size() - first_used_);
    std::memcpy(to, first_.data() + first_used_, known);
    first_used_ += known;
    if (known == size) return known;
    // A failure is thrown only after all bytes before it have been returned.
    try {
        return known + more_(to + known, size - known);
    } catch (const io_error&) {
        if (known == 0) throw;
        failure_ = std::current_exception();
        return known;
    }
}

std::size_t text_decoder::fill(char* to, std::size_t size) {
    if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
    return wide_ ? wide_->read(to, size) : read_first(to, size);
}

std::size_t text_decoder::read(char* to, std::size_t size) {
    if (size == 0) return 0;
    std::size_t n = 0;
    if (next_) to[n++] = *std::exchange(next_, std::nullopt);
    if (n < size) {
        try {
            n += fill(to + n, size - n);
        } catch (const io_error&) {
            if (n == 0) throw;
            failure_ = std::current_exception();
        }
    }
    if (n == 0) return 0;
    if (to[n - 1] == '\r' && failure_ == nullptr) {
        try {
            char next = 0;
            if (fill(&next, 1) == 1) next_ = next;
        } catch (const io_error&) {
            failure_ = std::current_exception();
        }
    }
    end_lines_by_feeds(to, n, next_);
    return n;
}

}  // namespace graphblas_gpu::io
