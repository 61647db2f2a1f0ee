// Idea: the readers of texts read the header, go to the lines of their share, and go on. An error in a line is counted from the
// beginning of the share, so that the lines before it are counted then, and only then.
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/in_place.hpp>
#include <graphblas_gpu/io/reading.hpp>

#include <algorithm>
#include <vector>

namespace graphblas_gpu::io {
namespace {

std::int64_t lines_before(const input& from, std::uint64_t end) {
    std::vector<char> bytes(std::size_t{1} << 20);
    std::int64_t lines = 0;
    for (std::uint64_t at = 0; at < end;) {
        const std::size_t n = from.read_at(at, bytes.data(), std::min<std::uint64_t>(bytes.size(), end - at));
        if (n == 0) break;
        lines += std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n), '\n');
        at += n;
    }
    return lines;
}

}  // namespace

std::optional<coordinates> read_text_share(const context& ctx, const std::string& path, const read_options& options, int part,
                                           int parts, std::optional<std::uint64_t>& announced) {
    return base::library_call("read_text_share", [&]() -> std::optional<coordinates> {
        const running_call call(ctx);
        text_share share{part, parts};
        const reading how{.team = &ctx.team(), .progress = options.progress, .share = &share};
        try {
            input from(path, member_path{options.member});
            const file_format format = format_of(from, options.format);
            if (!from.has_random_access() || (format != file_format::edge_list && format != file_format::matrix_market))
                return std::nullopt;
            coordinates entries = read_format(from, format, how, options);
            announced = share.announced;
            return entries;
        } catch (const no_shares&) {
            return std::nullopt;
        } catch (const io_error& e) {
            if (share.begin == 0 || e.line() == 0) throw;
            const std::string what = e.what(), start = e.file() + ":" + std::to_string(e.line()) + ": ";
            throw io_error(e.file(), e.line() + lines_before(input(path), share.begin),
                           what.starts_with(start) ? what.substr(start.size()) : what);
        }
    });
}

}  // namespace graphblas_gpu::io
