// Idea: names and texts that others wrote may have characters that move the cursor of a terminal, begin a new line, turn the
// direction of what is read, or are no characters. In messages and tables their bytes are shown as \x1b. The definitions are
// beside io::quoted (text_scanner.cpp), which shows a word by the same rule, in quotes and shortened.
// Source: The Unicode Standard 15, tables 3-7 (well-formed UTF-8) and 23-1 (control codes), Unicode Standard Annex 9
// (directional formatting characters).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

struct utf8_character {
    char32_t code;     ///< the code point
    std::size_t size;  ///< its bytes; 0 if the text does not begin with a character of UTF-8
};

/// The character that this text, which must not be empty, begins with.
utf8_character first_character(std::string_view text) noexcept;

/// Whether a terminal shows this character and does nothing else: false for controls, separators of lines, and what is
/// invisible or turns the direction of text.
bool is_printable(char32_t code) noexcept;

/// The text with every byte of characters that are not printable, and of what is no UTF-8, as \xNN. A second call changes
/// nothing.
std::string printable(std::string_view text);

}  // namespace graphblas_gpu::io
