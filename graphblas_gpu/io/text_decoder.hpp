// Idea: the parsers read UTF-8 with lines that end in a line feed. Texts in UTF-16 or UTF-32 become UTF-8, and a carriage
// return that no line feed follows, which ends a line in files of old Macs and of some spreadsheets, becomes a line feed. Both
// happen in front of the parsers, so that these stay simple and fast.
// Source: The Unicode Standard, section 23.8 (byte order marks) and section 5.8 (line ends).
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

/// Whether the bytes begin with the byte order mark of UTF-16 or UTF-32.
bool has_wide_byte_order_mark(std::string_view first_bytes) noexcept;

class text_decoder {
  public:
    /// Reads up to `size` bytes; returns fewer only at the end, or before a failure, which the next call throws.
    using source = std::function<std::size_t(char* to, std::size_t size)>;

    /// `first` are the first bytes of the text, at least four unless it is shorter; the others come from `more`. `name` is the
    /// name of the file in messages. Throws io_error for UTF-16 without a byte order mark.
    text_decoder(std::string first, source more, std::string name);
    ~text_decoder();

    /// Reads decoded text, like a source. Throws io_error, which names the line, for bytes that are not in the encoding of the
    /// text.
    std::size_t read(char* to, std::size_t size);

    /// Whether the decoded text has as many bytes as the stored one.
    bool keeps_size() const noexcept { return wide_ == nullptr; }

  private:
    class wide_text;

    std::size_t read_first(char* to, std::size_t size);
    std::size_t fill(char* to, std::size_t size);

    std::string first_;
    std::size_t first_used_ = 0;
    source more_;
    std::unique_ptr<wide_text> wide_;  // null: the text is in UTF-8 or in an encoding with single bytes
    std::optional<char> next_;         // a character that was read to see what follows a carriage return
    std::exception_ptr failure_;       // is thrown by the next read()
};

}  // namespace graphblas_gpu::io
