// Idea: a block is filled after the carried-over beginning of a line, and cut at its last end of line; see text_blocks.hpp.
#include <graphblas_gpu/base/equal_parts.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/text_blocks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace graphblas_gpu::io {
namespace {

/// The same text in a larger block.
buffer<char> enlarged(const buffer<char>& bytes, std::size_t used, std::size_t size) {
    buffer<char> larger(size);
    if (used > 0) std::memcpy(larger.data(), bytes.data(), used);
    return larger;
}

}  // namespace

text_block::text_block(std::string_view first, std::string_view second)
    : bytes_(first.size() + second.size() + readable_beyond), end_(first.size() + second.size()) {
    std::memcpy(bytes_.data(), first.data(), first.size());
    std::memcpy(bytes_.data() + first.size(), second.data(), second.size());
    std::memset(bytes_.data() + end_, 0, readable_beyond);
    bytes_[end_] = '\n';
}

line_blocks::line_blocks(input& from, progress_counters* progress, std::size_t block_size)
    : from_(from), progress_(progress), block_size_(std::max<std::size_t>(block_size, 1)) {
    report_progress();
}

bool line_blocks::next(text_block& block) {
    std::size_t used = carried_.size();
    std::size_t wanted = std::max(block_size_, used + 1);
    std::size_t cut = 0;
    block.begin_ = 0;
    block.end_ = 0;
    for (;;) {
        if (block.bytes_.size() < wanted + text_block::readable_beyond)
            block.bytes_ = enlarged(block.bytes_, carried_.empty() ? used : 0, wanted + text_block::readable_beyond);
        if (!carried_.empty()) {
            std::memcpy(block.bytes_.data(), carried_.data(), carried_.size());
            carried_.clear();
        }
        used += fill(block.bytes_.data() + used, wanted - used);
        const std::string_view text(block.bytes_.data(), used);
        cut = ended_ ? used : text.rfind('\n') + 1;  // npos + 1 is 0
        if (cut > 0 || ended_) break;
        if (failure_ != nullptr) std::rethrow_exception(failure_);
        if (used >= longest_line)
            throw line_error(1, fmt::format("a line of more than {} bytes; this is no text file", longest_line));
        wanted = std::min(2 * wanted, longest_line);
    }
    carried_.assign(block.bytes_.data() + cut, used - cut);
    block.end_ = cut;
    std::memset(block.bytes_.data() + cut, 0, text_block::readable_beyond);
    block.bytes_[cut] = '\n';
    report_progress();
    return cut > 0;
}

void line_blocks::go_to_share(text_block& first, text_share& share) {
    const std::optional<std::uint64_t> behind = bytes_left();
    if (!behind) throw no_shares{};
    const std::uint64_t end = from_.stored_size(), begin = end - *behind - first.text().size();
    const auto cut = [&](int part) {
        const auto parts = static_cast<std::uint64_t>(share.parts), p = static_cast<std::uint64_t>(part);
        return line_behind(begin, begin + base::begin_of_part(end - begin, p, parts), end);
    };
    share.begin = cut(share.part);
    from_.go_to(share.begin, cut(share.part + 1));
    carried_.clear();
    ended_ = false;
    (void)next(first);
}

/// The beginning of the first line that begins at `at` or behind it; a line begins at `begin`.
std::uint64_t line_blocks::line_behind(std::uint64_t begin, std::uint64_t at, std::uint64_t end) const {
    if (at <= begin) return begin;
    std::array<char, 4096> bytes;
    for (std::uint64_t from = at - 1; from < end;) {
        const std::size_t n = from_.read_at(from, bytes.data(), bytes.size());
        const std::size_t newline = std::string_view(bytes.data(), n).find('\n');
        if (newline != std::string_view::npos) return from + newline + 1;
        if (n == 0) break;
        from += n;
    }
    return end;
}

std::size_t line_blocks::fill(char* to, std::size_t size) {
    if (ended_ || failure_ != nullptr) return 0;
    const std::size_t n = from_.read(to, size);
    if (n == size) return n;
    try {
        ended_ = from_.peek(1).empty();
    } catch (const io_error&) {
        failure_ = std::current_exception();
    }
    return n;
}

std::optional<std::uint64_t> line_blocks::bytes_left() const noexcept {
    const auto left = from_.bytes_left();
    if (!left) return std::nullopt;
    return *left + carried_.size();
}

void line_blocks::report_progress() {
    if (progress_ == nullptr) return;
    progress_->total = from_.stored_size();
    progress_->done = from_.stored_size() > 0 ? from_.stored_done() : 0;
}

}  // namespace graphblas_gpu::io
