// Idea: a text is cut at ends of lines into blocks of about half a megabyte, which fit the cache of one core. Threads parse
// blocks in parallel, and the results are accepted in order (in_order.hpp). A parser counts lines from the beginning of its
// block. When a block is accepted, the number of lines before it is known, and a line_error of the block becomes an io_error
// with the line in the file. A cut may lie in quotes, which only the parser notices: then the line that is open goes to the
// block behind it, which is parsed again.
#pragma once

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/io/in_order.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/progress.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {

/// An error in a line. Lines are counted from 1 from the beginning of the text that is parsed. It is converted to an io_error
/// later.
class line_error : public std::runtime_error {
  public:
    line_error(std::int64_t line, const std::string& what_is_wrong) : std::runtime_error(what_is_wrong), line_(line) {}
    std::int64_t line() const noexcept { return line_; }

  private:
    std::int64_t line_;
};

/// A quote that is not closed before the end of the text.
class open_quote : public line_error {
  public:
    using line_error::line_error;
};

/// The last line of a block, whose quotes are closed in a later block.
struct open_line {
    std::string_view text;  ///< up to the end of the block; empty: there is none
    std::optional<open_quote> error;
};

/// A block of whole lines. It owns its text.
class text_block {
  public:
    text_block() = default;
    /// A block of two texts.
    text_block(std::string_view first, std::string_view second);

    std::string_view text() const noexcept { return {bytes_.data() + begin_, end_ - begin_}; }

    /// This many bytes after the text may be read: a newline and zeros. So a parser finds the end of the last line without
    /// counting characters, and may load several characters at once.
    static constexpr std::size_t readable_beyond = 32;

    void drop_front(std::size_t size) noexcept { begin_ += size; }

  private:
    friend class line_blocks;
    buffer<char> bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

/// Of the lines behind the header of a file those that begin in one of equal parts of its bytes, for a program whose processes
/// each read a part.
struct text_share {
    int part = 0, parts = 1;
    /// What the reader of the format says: where the part begins in the file, 0 before it has found that; and how many entries
    /// the whole file announces.
    std::uint64_t begin = 0;
    std::optional<std::uint64_t> announced = {};
};
/// Thrown by readers that have been asked for a share of a file which they can only read as a whole.
struct no_shares {};

class line_blocks {
  public:
    static constexpr std::size_t usual_block = std::size_t{1} << 19;
    /// The longest line. A longer one is refused, because a file without line ends would be in memory as a whole.
    static constexpr std::size_t longest_line = std::size_t{1} << 24;

    /// `progress`, if not null, counts stored bytes of the file; the total is 0 if the size is not known.
    line_blocks(input& from, progress_counters* progress, std::size_t block_size = usual_block);

    /// Reads the next block, of at least one line; returns false at the end. The block's memory is reused. Throws io_error;
    /// line_error (line 1: the first line of the block) for a line that is too long.
    bool next(text_block& block);

    /// The number of bytes behind the last block, if it is known.
    std::optional<std::uint64_t> bytes_left() const noexcept;

    /// Must be called after the last block, because the regions of a team overwrite the same counters.
    void report_progress();

    /// Goes on with the lines of a share of the lines from the first one of this block on, which is replaced. Throws no_shares
    /// if the file cannot be read at any offset.
    void go_to_share(text_block& first, text_share& share);

    input& from() noexcept { return from_; }

  private:
    std::uint64_t line_behind(std::uint64_t begin, std::uint64_t at, std::uint64_t end) const;
    std::size_t fill(char* to, std::size_t size);

    input& from_;
    progress_counters* progress_;
    std::size_t block_size_;
    std::string carried_;  // the beginning of a line whose end was not in the last block
    bool ended_ = false;
    std::exception_ptr failure_;  // is thrown after the last whole line
};

/// Parses all blocks, the given first block and the blocks that follow, on the threads of the team.
///
/// parse(text_block, Parsed&) runs at the same time for several blocks. It fills a Parsed that has been clear()ed, and sets its
/// member `lines` to the number of lines; a line_error that it throws counts lines from the block's beginning.
/// accept(text_block, Parsed&, const line_error*) is called in file order, with the error if there was one, and may throw a
/// line_error of its own, which takes precedence. Throws io_error for line_errors, with the line in the file; other exceptions
/// are passed on. Returns the number of lines in the file; `lines_before` is the number of lines before the first block.
///
/// A Parsed may have a member `open`, an open_line that `lines` does not count: the block behind is parsed again with this line
/// in front of it. The line may have line_blocks::longest_line bytes.
template <class Parsed, class Parse, class Accept>
std::int64_t for_blocks(host::team* team, line_blocks& blocks, text_block first, std::int64_t lines_before,
                        Parse&& parse, Accept&& accept) {
    constexpr bool may_be_open = requires(Parsed parsed) { parsed.open; };
    struct slot {
        text_block block;
        Parsed parsed;
        bool has_text = false;  // not if the block could not be read
    };
    std::vector<slot> slots(slots_for(team));
    bool has_first = true;
    std::int64_t lines = lines_before;
    std::string carried;
    std::optional<open_quote> unclosed;
    std::int64_t unclosed_line = 0;
    const auto join_with_open_line = [&](slot& s, std::exception_ptr& failure) {
        if (!unclosed || !s.has_text) return;
        s.block = text_block(carried, s.block.text());
        s.parsed.clear();
        failure = nullptr;
        try {
            parse(std::as_const(s.block), s.parsed);
        } catch (...) {
            failure = std::current_exception();
        }
    };
    const auto keep_open_line = [&](auto& s) {
        carried = s.parsed.open.text;
        unclosed = s.parsed.open.error;
        if (unclosed) unclosed_line = lines + unclosed->line();
        if (carried.size() > line_blocks::longest_line) throw line_error(unclosed->line(), unclosed->what());
    };
    ordered_steps steps;
    steps.take = [&](std::size_t s) {
        slots[s].parsed.clear();
        slots[s].has_text = false;
        if (std::exchange(has_first, false)) slots[s].block = std::move(first);
        else if (!blocks.next(slots[s].block)) return false;
        return slots[s].has_text = true;
    };
    steps.work = [&](std::size_t s) { parse(std::as_const(slots[s].block), slots[s].parsed); };
    steps.accept = [&](std::size_t s, std::exception_ptr failure) {
        const auto in_file = [&](const line_error& e) { return io_error(blocks.from().name(), lines + e.line(), e.what()); };
        if constexpr (may_be_open) join_with_open_line(slots[s], failure);
        try {
            if (failure != nullptr) std::rethrow_exception(failure);
            if constexpr (may_be_open) keep_open_line(slots[s]);
            accept(std::as_const(slots[s].block), slots[s].parsed, static_cast<const line_error*>(nullptr));
        } catch (const line_error& e) {
            try {
                if (failure != nullptr) accept(std::as_const(slots[s].block), slots[s].parsed, &e);
            } catch (const line_error& comes_first) {
                throw in_file(comes_first);
            }
            throw in_file(e);
        }
        lines += slots[s].parsed.lines;
    };
    in_order(team, steps);
    if (unclosed) throw io_error(blocks.from().name(), unclosed_line, unclosed->what());
    blocks.report_progress();
    return lines;
}

}  // namespace graphblas_gpu::io
