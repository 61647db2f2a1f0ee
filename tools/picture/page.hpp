// Idea: a page of HTML with headings, tables and pictures, in one file that needs nothing else. It follows the colours that the
// reader's system prefers, fits the width of a phone, and prints black on white.
#pragma once

#include "drawing.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace grb::picture {

struct table {
    std::string caption;
    std::vector<std::string> heads;                     ///< of the columns; empty: the table has none
    std::vector<std::vector<std::string>> rows;         ///< the first cell of a row is its head
    std::size_t marked = static_cast<std::size_t>(-1);  ///< the row that is bold
    bool has_numbers = true;                            ///< whether cells but the first are aligned to the right
};

class page {
  public:
    page(std::string title, std::string subtitle) : title_(std::move(title)), subtitle_(std::move(subtitle)) {}

    void heading(const std::string& words);
    void paragraph(const std::string& words);
    void add(const table& t);
    /// Pictures beside each other where there is room.
    void add(const std::vector<drawing>& pictures);

    std::string html() const;

  private:
    std::string title_, subtitle_, body_;
};

}  // namespace grb::picture
