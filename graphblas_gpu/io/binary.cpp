// Idea: the sizes of the matrix determine the offset of every section, and a header with other offsets is refused. Sections are
// read in blocks by all threads, and each block is hashed while it is in the cache. See binary.hpp, and docs/file-formats.md
// for the layout.
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/binary_header.hpp>
#include <graphblas_gpu/io/in_order.hpp>
#include <graphblas_gpu/io/in_place.hpp>
#include <graphblas_gpu/io/output.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

namespace graphblas_gpu {
namespace {

using namespace io::binary;

class binary_reader {
  public:
    binary_reader(io::input& from, const io::reading& how) : from_(from), how_(how) { read_header(); }

    const file_header& header() const noexcept { return h_; }

    io::stored_matrix read() {
        io::stored_matrix a;
        a.nrows = static_cast<index>(h_.nrows);
        a.ncols = static_cast<index>(h_.ncols);
        a.offsets = read_section<row_offset>("offsets", h_.offsets_at, h_.nrows + 1, h_.offsets_checksum);
        check_offsets(a.offsets);
        a.columns = read_section<column_index>("columns", h_.columns_at, h_.nvals, h_.columns_checksum);
        check_columns(a);
        read_values(a);
        a.report.format = fmt::format("binary {}", a.type == type_code::none ? "pattern" : type_name(a.type));
        a.report.entries_in_file = a.nvals();
        if (!from_.has_random_access() && !from_.peek(1).empty())
            fail(fmt::format("more bytes follow the {} that the header announces", h_.file_bytes));
        report_progress(h_.file_bytes);
        return a;
    }

    io::share_of_entries read_share(index first, index last, bool with_values) {
        if (!from_.has_random_access()) fail("a part of it is to be read, but it is packed or no file");
        if (first < 0 || first > last || last > static_cast<index>(h_.nvals))
            throw index_out_of_bounds(fmt::format("{}: entries {} to {} of {}", from_.name(), first, last, h_.nvals));
        io::share_of_entries share;
        if (first == last) return share;
        const index row = row_of_entry(first), end = row_of_entry(last - 1) + 1;
        const buffer<row_offset> offsets = read_at<row_offset>(h_.offsets_at, row, end + 1);
        for (index i = row; i < end; ++i) {
            const auto n = static_cast<std::size_t>(i - row);
            const row_offset from = std::max(offsets[n], first), to = std::min(offsets[n + 1], last);
            if (offsets[n] > offsets[n + 1])
                fail(fmt::format("offsets fall from {} to {} at row {}", offsets[n], offsets[n + 1], i));
            if (to > from) share.rows.insert(share.rows.end(), static_cast<std::size_t>(to - from), i);
        }
        if (static_cast<index>(share.rows.size()) != last - first) fail("its offsets are not those of rows");
        const buffer<column_index> columns = read_at<column_index>(h_.columns_at, first, last);
        share.columns.assign(columns.begin(), columns.end());
        const auto bytes = static_cast<index>(base::size_of(static_cast<type_code>(h_.type)));
        if (with_values) share.values = read_at<std::byte>(h_.values_at, first * bytes, last * bytes);
        if (static_cast<type_code>(h_.type) == type_code::boolean) require_bools(share.values, first);
        return share;
    }

  private:
    /// The elements [first, last) of a section.
    template <class T>
    buffer<T> read_at(std::uint64_t section, index first, index last) {
        buffer<T> read(static_cast<std::size_t>(last - first));
        const std::uint64_t at = section + static_cast<std::uint64_t>(first) * sizeof(T);
        const std::size_t bytes = read.size() * sizeof(T);
        const std::size_t got = from_.read_at(at, reinterpret_cast<char*>(read.data()), bytes);
        if (got < bytes) fail_early_end(at + got);
        return read;
    }
    /// The last row whose offset is at most p: a binary search in the file.
    index row_of_entry(index p) {
        index low = 0, high = static_cast<index>(h_.nrows);
        while (high - low > 1) {
            const index middle = low + (high - low) / 2;
            (read_at<row_offset>(h_.offsets_at, middle, middle + 1)[0] <= p ? low : high) = middle;
        }
        return low;
    }

    [[noreturn]] void fail(const std::string& what_is_wrong) const { throw io_error(from_.name(), 0, what_is_wrong); }

    void read_header() {
        const std::optional<std::uint64_t> file_bytes = from_.bytes_left();
        const std::size_t got = from_.read(reinterpret_cast<char*>(&h_), sizeof h_);
        if (!has_binary_magic({reinterpret_cast<const char*>(&h_), got}))
            fail("this is no binary matrix file: it does not begin with the magic bytes");
        if (got < sizeof h_) (void)from_.peek(1);  // throws if the end of the file is not the reason
        if (got < sizeof h_) fail(fmt::format("the file ends within its header: {} of {} bytes", got, sizeof h_));
        if (h_.byte_order == byte_order_mark_of_others)
            fail("the file was written on a machine with the other byte order, which is not supported");
        if (h_.byte_order != byte_order_mark) fail(fmt::format("the byte order mark is {:#010x}", h_.byte_order));
        if (h_.version != current_version)
            fail(fmt::format("the file has version {} of the format; only version {} can be read", h_.version,
                             current_version));
        if (h_.header_checksum != checksum_of(h_)) fail_checksum("header", h_.header_checksum, checksum_of(h_));

        if (h_.type >= value_types) fail(fmt::format("values of the unknown type {}", h_.type));
        if (h_.flags != 0) fail(fmt::format("unknown flags {:#x}", h_.flags));
        if (h_.reserved[0] != 0 || h_.reserved[1] != 0) fail("reserved bytes of the header are not zero");
        constexpr auto largest_side = static_cast<std::uint64_t>(max_side);
        if (h_.nrows > largest_side || h_.ncols > largest_side)
            fail(fmt::format("the matrix is {}x{}: the largest side possible is {}", h_.nrows, h_.ncols, largest_side));
        constexpr std::uint64_t max_entries = std::uint64_t{1} << 56;
        if (h_.nvals > h_.nrows * h_.ncols || h_.nvals > max_entries)
            fail(fmt::format("{} entries are announced for a matrix that is {}x{}", h_.nvals, h_.nrows, h_.ncols));
        file_header expected = h_;
        set_offsets(expected);
        if (h_.offsets_at != expected.offsets_at || h_.columns_at != expected.columns_at ||
            h_.values_at != expected.values_at || h_.file_bytes != expected.file_bytes)
            fail(fmt::format("sections at {}, {}, {} of {} bytes: for these sizes they have to be at {}, {}, {} of {}",
                             h_.offsets_at, h_.columns_at, h_.values_at, h_.file_bytes, expected.offsets_at,
                             expected.columns_at, expected.values_at, expected.file_bytes));
        if (file_bytes && *file_bytes != h_.file_bytes)
            fail(fmt::format("the file has {} bytes, its header announces {}", *file_bytes, h_.file_bytes));
    }

    [[noreturn]] void fail_checksum(const char* what, std::uint64_t written, std::uint64_t found) const {
        fail(fmt::format("the file is damaged: the checksum of its {} is {:016x}, but {:016x} is written there", what,
                         found, written));
    }
    [[noreturn]] void fail_early_end(std::uint64_t at) {
        if (!from_.has_random_access()) (void)from_.peek(1);  // throws if the end of the file is not the reason
        fail(fmt::format("the file ends after {} of the {} bytes that its header announces", at, h_.file_bytes));
    }

    template <class T>
    buffer<T> read_section(const char* what, std::uint64_t offset, std::uint64_t count, std::uint64_t checksum) {
        const std::uint64_t size = count * sizeof(T);
        std::vector<std::uint64_t> hashes;
        buffer<T> read =
            from_.has_random_access() ? read_at_offset<T>(offset, count, hashes) : read_stream<T>(offset, count, hashes);
        const std::uint64_t found = io::checksum_of_blocks(hashes);
        if (found != checksum) fail_checksum(what, checksum, found);
        check_padding(what, offset + size, static_cast<std::size_t>(padded(size) - size));
        report_progress(offset + padded(size));
        return read;
    }

    template <class T>
    buffer<T> read_at_offset(std::uint64_t offset, std::uint64_t count, std::vector<std::uint64_t>& hashes) {
        buffer<T> read(static_cast<std::size_t>(count));
        char* const bytes = reinterpret_cast<char*>(read.data());
        const auto size = static_cast<std::size_t>(count * sizeof(T));
        hashes.resize(io::checksum_blocks(size));
        io::for_each(how_.team, hashes.size(), [&](std::size_t k) {
            const std::size_t at = k * io::checksum_block, wanted = std::min(io::checksum_block, size - at);
            // The size was checked before, but a file may be truncated while it is read.
            const std::size_t got = from_.read_at(offset + at, bytes + at, wanted);
            if (got < wanted) fail_early_end(offset + at + got);
            hashes[k] = io::xxh64(bytes + at, wanted);
        });
        return read;
    }

    // Here no size of a file confirms the size of the section, so memory grows with the bytes that are read.
    template <class T>
    buffer<T> read_stream(std::uint64_t offset, std::uint64_t count, std::vector<std::uint64_t>& hashes) {
        constexpr std::uint64_t granted = (std::uint64_t{1} << 24) / sizeof(T);
        static_assert(io::checksum_block % sizeof(T) == 0);
        buffer<T> read(static_cast<std::size_t>(std::min(count, granted)));
        const std::uint64_t size = count * sizeof(T);
        for (std::uint64_t at = 0; at < size; at += io::checksum_block) {
            const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(io::checksum_block, size - at));
            if (at + wanted > read.size() * sizeof(T)) {
                buffer<T> larger(static_cast<std::size_t>(std::min<std::uint64_t>(count, 2 * read.size())));
                std::copy(read.begin(), read.end(), larger.begin());
                read = std::move(larger);
            }
            char* const to = reinterpret_cast<char*>(read.data()) + at;
            const std::size_t got = from_.read(to, wanted);
            if (got < wanted) fail_early_end(offset + at + got);
            hashes.push_back(io::xxh64(to, wanted));
        }
        return read;
    }

    void check_padding(const char* what, std::uint64_t offset, std::size_t size) {
        std::array<char, alignment> bytes{};
        const std::size_t got =
            from_.has_random_access() ? from_.read_at(offset, bytes.data(), size) : from_.read(bytes.data(), size);
        if (got < size) fail_early_end(offset + got);
        if (std::any_of(bytes.begin(), bytes.begin() + size, [](char c) { return c != 0; }))
            fail(fmt::format("the file is damaged: bytes behind the {} are not zero", what));
    }

    // This sets total too, because the regions of the team overwrite both counters.
    void report_progress(std::uint64_t bytes) const noexcept {
        if (how_.progress == nullptr) return;
        how_.progress->total = h_.file_bytes;
        how_.progress->done = bytes;
    }

    /// The smallest n below `size` that is wrong, or `size`. find(first, last) returns the smallest one of first .. last - 1,
    /// or last.
    template <class Find>
    std::size_t first_bad(std::size_t size, Find find) const {
        constexpr std::size_t piece = std::size_t{1} << 16;
        std::atomic<std::size_t> first{size};
        io::for_each(how_.team, (size + piece - 1) / piece, [&](std::size_t k) {
            const std::size_t last = std::min((k + 1) * piece, size);
            const std::size_t n = find(k * piece, last);
            std::size_t known = first.load();
            while (n < last && n < known && !first.compare_exchange_weak(known, n)) {
            }
        });
        return first.load();
    }

    void check_offsets(const buffer<row_offset>& offsets) const {
        if (offsets[0] != 0) fail(fmt::format("offsets begin with {}, not 0", offsets[0]));
        const auto nrows = static_cast<std::size_t>(h_.nrows);
        const std::size_t row = first_bad(nrows, [&](std::size_t i, std::size_t last) {
            while (i < last && offsets[i] <= offsets[i + 1]) ++i;
            return i;
        });
        if (row < nrows) fail(fmt::format("offsets fall from {} to {} at row {}", offsets[row], offsets[row + 1], row));
        if (static_cast<std::uint64_t>(offsets[nrows]) != h_.nvals)
            fail(fmt::format("the last offset is {}, but there are {} entries", offsets[nrows], h_.nvals));
    }

    // Threads check ranges of entries, not of rows, because a row may have any number of entries. A range is right if its
    // columns exist and fall only where a row begins: the falls are counted without looking at rows, which the compiler makes
    // vector instructions of, and compared with those at the beginnings of rows. The position of an error is looked for in a
    // wrong range only.
    void check_columns(const io::stored_matrix& a) const {
        const auto& columns = a.columns;
        const std::size_t size = columns.size();
        const std::uint64_t ncols = h_.ncols;
        const auto row_of = [&](std::size_t p) {
            const auto behind = std::upper_bound(a.offsets.begin(), a.offsets.end(), static_cast<row_offset>(p));
            return static_cast<std::size_t>(behind - a.offsets.begin()) - 1;
        };
        const auto is_right = [&](std::size_t first, std::size_t last) {
            const column_index* const c = columns.data();
            column_index largest = c[first];
            std::uint32_t falls = 0, falls_between_rows = 0;
            for (std::size_t p = first + 1; p < last; ++p) {
                largest = std::max(largest, c[p]);
                falls += c[p] <= c[p - 1];
            }
            const std::size_t row = row_of(first);
            const bool begins_row = static_cast<std::size_t>(a.offsets[row]) == first;
            if (!begins_row && c[first] <= c[first - 1]) return false;
            // An empty row begins where the next one does.
            std::size_t counted = first;
            for (std::size_t i = row + 1; static_cast<std::size_t>(a.offsets[i]) < last; ++i) {
                const auto begin = static_cast<std::size_t>(a.offsets[i]);
                if (begin > counted) falls_between_rows += c[begin] <= c[begin - 1];
                counted = begin;
            }
            return largest < ncols && falls == falls_between_rows;
        };
        const std::size_t at = first_bad(size, [&](std::size_t p, std::size_t last) {
            if (is_right(p, last)) return last;
            std::size_t row = row_of(p);
            for (auto begin = static_cast<std::size_t>(a.offsets[row]); p < last; ++p) {
                if (columns[p] >= ncols || (p > begin && columns[p] <= columns[p - 1])) break;
                if (p + 1 < static_cast<std::size_t>(a.offsets[row + 1])) continue;
                while (p + 1 < size && static_cast<std::size_t>(a.offsets[row + 1]) <= p + 1) ++row;
                begin = p + 1;
            }
            return p;
        });
        if (at == size) return;
        if (columns[at] >= ncols)
            fail(fmt::format("column {} in row {} of a matrix with {} columns", columns[at], row_of(at), ncols));
        fail(fmt::format("column {} follows column {} in row {}; columns must ascend", columns[at], columns[at - 1],
                         row_of(at)));
    }

    void read_values(io::stored_matrix& a) {
        a.type = static_cast<type_code>(h_.type);
        a.value_bytes = base::size_of(a.type);
        if (a.type == type_code::none) {
            if (h_.values_checksum != io::checksum_of_blocks({})) fail("a pattern with a checksum of values");
            return;
        }
        a.values = read_section<std::byte>("values", h_.values_at, h_.nvals * a.value_bytes, h_.values_checksum);
        if (a.type == type_code::boolean) require_bools(a.values, 0);
    }

    /// A byte other than 0 and 1 is not a bool. The first value has this number.
    void require_bools(const buffer<std::byte>& values, index first) const {
        const std::size_t at = first_bad(values.size(), [&](std::size_t p, std::size_t last) {
            while (p < last && values[p] <= std::byte{1}) ++p;
            return p;
        });
        if (at < values.size())
            fail(fmt::format("value {} is {}, which no bool can be", first + static_cast<index>(at),
                             std::to_integer<int>(values[at])));
    }

    io::input& from_;
    const io::reading& how_;
    file_header h_{};
};

template <class To>
std::vector<To> widened(const io::stored_matrix& a) {
    return base::with_code(a.type, [&](auto type) {
        using From = typename decltype(type)::type;
        const auto* const values = reinterpret_cast<const From*>(a.values.data());
        return std::vector<To>(values, values + a.nvals());
    });
}

}  // namespace

bool has_binary_magic(std::string_view bytes) noexcept { return bytes.starts_with(magic); }

io::share_of_entries io::read_binary_share(const std::string& path, index first, index last, bool with_values) {
    input from(path);
    const reading alone;
    return binary_reader(from, alone).read_share(first, last, with_values);
}

binary_file_info read_binary_info(const std::string& path) {
    return base::library_call("read_binary_info", [&]() -> binary_file_info {
        io::input from(path);
        const io::reading alone;
        const binary_reader reader(from, alone);
        const file_header& h = reader.header();
        return {static_cast<index>(h.nrows),
                static_cast<index>(h.ncols),
                static_cast<index>(h.nvals),
                static_cast<type_code>(h.type),
                h.version,
                h.file_bytes};
    });
}

io::stored_matrix io::read_binary(input& from, const reading& how, weight_column weights) {
    stored_matrix stored = base::within_memory(from.name() + ": the matrix", [&] { return binary_reader(from, how).read(); });
    const bool pattern = stored.type == type_code::none;
    if (pattern && weights == weight_column::required)
        throw io_error(from.name(), 0, "weights are required, but the matrix is a pattern; without --weights column it has none");
    stored.report.weights_ignored = !pattern && weights == weight_column::none;
    if (stored.report.weights_ignored) {
        stored.type = type_code::none;
        stored.values = {};
        stored.value_bytes = 0;
    }
    return stored;
}

coordinates io::to_coordinates(stored_matrix&& stored, const std::string& name) {
    return base::within_memory(name + ": the list of its entries", [&] {
        coordinates entries;
        entries.nrows = stored.nrows;
        entries.ncols = stored.ncols;
        entries.report = std::move(stored.report);
        entries.declared_type = stored.type;
        entries.rows.resize(stored.columns.size());
        for (index i = 0; i < stored.nrows; ++i) {
            const auto row = static_cast<std::size_t>(i);
            std::fill(entries.rows.begin() + stored.offsets[row], entries.rows.begin() + stored.offsets[row + 1],
                      static_cast<column_index>(i));
        }
        entries.columns.assign(stored.columns.begin(), stored.columns.end());
        switch (stored.type) {
            case type_code::none: break;
            case type_code::float32:
            case type_code::float64: entries.values = widened<double>(stored); break;
            case type_code::uint64: entries.values = widened<std::uint64_t>(stored); break;
            default: entries.values = widened<std::int64_t>(stored);
        }
        return entries;
    });
}

void io::write_binary(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type) {
    base::library_call("write_binary", [&] {
        const auto nvals = static_cast<std::size_t>(a.nvals());
        const std::size_t offsets_size = (static_cast<std::size_t>(a.nrows) + 1) * sizeof(row_offset);
        const std::size_t columns_size = nvals * sizeof(column_index), values_size = nvals * a.value_bytes;
        file_header h = new_header(a.nrows, a.ncols, a.nvals(), type);
        h.offsets_checksum = checksum(a.offsets, offsets_size, team);
        h.columns_checksum = checksum(a.columns, columns_size, team);
        h.values_checksum = checksum(a.values, values_size, team);
        h.header_checksum = checksum_of(h);

        output out(path);
        const auto write = [&](const void* bytes, std::size_t size) {
            constexpr std::array<char, alignment> zeros{};
            out.write(team, {static_cast<const char*>(bytes), size});
            out.write({zeros.data(), static_cast<std::size_t>(padded(size) - size)});
        };
        write(&h, sizeof h);
        write(a.offsets, offsets_size);
        write(a.columns, columns_size);
        write(a.values, values_size);
        out.close();
    });
}

}  // namespace graphblas_gpu
