// Needs: POSIX file descriptors.
#include <graphblas_gpu/io/parts_of_file.hpp>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/binary_header.hpp>
#include <graphblas_gpu/io/in_order.hpp>
#include <graphblas_gpu/io/input.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace graphblas_gpu::io {
namespace {

constexpr std::size_t max_at_once = std::size_t{1} << 30;

/// The arrays of a binary file: where each begins, and its bytes without the padding.
struct sections {
    binary::file_header header;
    struct section {
        std::uint64_t at, bytes;
    };
    std::array<section, 3> all;

    explicit sections(const rows_of_file& file) : header(binary::new_header(file.nrows, file.ncols, file.nvals, file.type)) {
        all = {{{header.offsets_at, (header.nrows + 1) * sizeof(row_offset)},
                {header.columns_at, header.nvals * sizeof(column_index)},
                {header.values_at, header.nvals * base::size_of(file.type)}}};
    }
};

std::string lines_of_run(const rows_of_file& part, const entry_line_format& format, std::size_t run) {
    const auto count = static_cast<std::size_t>(part.rows.nvals());
    std::string text;
    entry_lines to(text, format);
    add_lines(to, part.rows, part.type, part.first_row, false, run * entries_of_run,
              std::min((run + 1) * entries_of_run, count));
    return text;
}

}  // namespace

part_of_file::part_of_file(const std::string& path, std::string name)
    : name_(std::move(name)), descriptor_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
    if (descriptor_ < 0) fail(errno);
}

part_of_file::~part_of_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void part_of_file::write_at(std::uint64_t offset, const void* bytes, std::size_t size) const {
    for (std::size_t done = 0; done < size;) {
        const ssize_t n = ::pwrite(descriptor_, static_cast<const char*>(bytes) + done, std::min(size - done, max_at_once),
                                   static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(errno);
        done += static_cast<std::size_t>(n);
    }
}

void part_of_file::read_at(std::uint64_t offset, void* bytes, std::size_t size) const {
    for (std::size_t done = 0; done < size;) {
        const ssize_t n = ::pread(descriptor_, static_cast<char*>(bytes) + done, std::min(size - done, max_at_once),
                                  static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(errno);
        if (n == 0) throw io_error(name_, 0, "cannot be written: it is shorter than what was written to it");
        done += static_cast<std::size_t>(n);
    }
}

void part_of_file::set_size(std::uint64_t bytes) const {
    if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) fail(errno);
}

void part_of_file::sync() const {
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP && errno != ENOSYS) fail(errno);
}

void part_of_file::fail(int error_number) const { throw io_error(name_, 0, "cannot be written: " + reason_of(error_number)); }

void write_binary_part(const part_of_file& to, const rows_of_file& part) {
    const sections in(part);
    const auto nrows = static_cast<std::size_t>(part.rows.nrows), nvals = static_cast<std::size_t>(part.rows.nvals());
    // The last offset is the first one of the next part, and is written by the last part alone.
    const bool is_last = part.first_row + part.rows.nrows == part.nrows;
    std::vector<row_offset> offsets(part.rows.offsets, part.rows.offsets + nrows + (is_last ? 1 : 0));
    for (row_offset& p : offsets) p += part.first_entry;
    const auto row = static_cast<std::uint64_t>(part.first_row), entry = static_cast<std::uint64_t>(part.first_entry);
    const std::size_t value = part.rows.value_bytes;
    to.write_at(in.header.offsets_at + row * sizeof(row_offset), offsets.data(), offsets.size() * sizeof(row_offset));
    to.write_at(in.header.columns_at + entry * sizeof(column_index), part.rows.columns, nvals * sizeof(column_index));
    to.write_at(in.header.values_at + entry * value, part.rows.values, nvals * value);
}

std::vector<std::uint64_t> hash_binary_part(const part_of_file& from, const rows_of_file& file, int part, int parts) {
    const sections in(file);
    std::size_t all = 0;
    for (const auto& s : in.all) all += checksum_blocks(s.bytes);
    const auto begin = all * static_cast<std::size_t>(part) / static_cast<std::size_t>(parts),
               end = all * static_cast<std::size_t>(part + 1) / static_cast<std::size_t>(parts);
    std::vector<std::uint64_t> hashes;
    std::vector<char> block(checksum_block);
    std::size_t number = 0;
    for (const auto& s : in.all) {
        for (std::uint64_t at = 0; at < s.bytes; at += checksum_block, ++number) {
            if (number < begin || number >= end) continue;
            const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(checksum_block, s.bytes - at));
            from.read_at(s.at + at, block.data(), size);
            hashes.push_back(xxh64(block.data(), size));
        }
    }
    return hashes;
}

void write_binary_header(const part_of_file& to, const rows_of_file& file, std::span<const std::uint64_t> hashes) {
    sections in(file);
    std::array<std::uint64_t, 3> sums{};
    for (std::size_t s = 0; s < 3; ++s) {
        const std::size_t blocks = checksum_blocks(in.all[s].bytes);
        sums[s] = checksum_of_blocks(hashes.first(blocks));
        hashes = hashes.subspan(blocks);
    }
    binary::file_header& h = in.header;
    h.offsets_checksum = sums[0];
    h.columns_checksum = sums[1];
    h.values_checksum = sums[2];
    h.header_checksum = binary::checksum_of(h);
    to.write_at(0, &h, sizeof h);
    to.set_size(h.file_bytes);
}

std::vector<std::uint64_t> bytes_of_lines(host::team* team, const rows_of_file& part, const entry_line_format& format) {
    std::vector<std::uint64_t> bytes(runs_of(static_cast<std::size_t>(part.rows.nvals())));
    for_each(team, bytes.size(), [&](std::size_t run) { bytes[run] = lines_of_run(part, format, run).size(); });
    return bytes;
}

void write_lines(host::team* team, const part_of_file& to, std::uint64_t offset, std::span<const std::uint64_t> bytes,
                 const rows_of_file& part, const entry_line_format& format) {
    std::vector<std::uint64_t> at{offset};
    for (const std::uint64_t b : bytes) at.push_back(at.back() + b);
    for_each(team, bytes.size(), [&](std::size_t run) {
        const std::string text = lines_of_run(part, format, run);
        to.write_at(at[run], text.data(), text.size());
    });
}

}  // namespace graphblas_gpu::io
