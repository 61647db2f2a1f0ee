// Needs: a directory for temporary files.
// Idea: matrices of all types survive the way to a file and back; the bytes are what docs/file-formats.md says; and no
// file that was changed anywhere is read, nor asks for memory that its size does not bear out.
#include "support.hpp"
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/checksum.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <cstring>
#include <limits>
#include <sstream>

using namespace io_test;

namespace {

const gb::context ctx = gb::context::host({.threads = 3});

template <class T>
gb::matrix<T> some_matrix() {
    std::vector<gb::index> rows{0, 0, 1, 3, 3, 3}, columns{1, 4, 0, 0, 2, 3};
    if constexpr (std::is_void_v<T>) {
        return gb::matrix<T>::from_edges(4, 5, rows, columns);
    } else {
        using limits = std::numeric_limits<T>;
        std::vector<T> values{limits::lowest(), limits::max(), T(0), T(1), limits::min(), T(5) / T(2)};
        return gb::matrix<T>::from_edges(4, 5, rows, columns, values);
    }
}

template <class T>
void put(std::string& bytes, std::size_t at, T x) {
    std::memcpy(bytes.data() + at, &x, sizeof x);
}

std::string with_right_header_checksum(std::string bytes) {
    put(bytes, 120, gb::io::xxh64(bytes.data(), 120));
    return bytes;
}

/// The section's checksum made right, and then the header's.
std::string with_right_checksums(std::string bytes, std::size_t section, std::size_t at, std::size_t size) {
    put(bytes, 80 + 8 * section, gb::io::checksum(bytes.data() + at, size));
    return with_right_header_checksum(bytes);
}

/// Refused, as a file and as a stream.
void refused(const std::string& bytes, const std::string& words, const std::string& words_for_streams = "") {
    const temporary_directory dir;
    const std::string path = dir.file("a.gbm", bytes);
    check_io_error([&] { gb::read_matrix<double>(ctx, path); }, path, 0, words);
    check_io_error([&] { gb::read_coordinates(path); }, path, 0, words);
    std::istringstream stream(bytes);
    check_io_error([&] { gb::read_matrix<double>(ctx, stream, {.format = gb::file_format::binary}); }, "stream", 0,
                   words_for_streams.empty() ? words : words_for_streams);
}

std::string good_bytes() {
    const temporary_directory dir;
    gb::write_binary(dir / "a", some_matrix<double>());
    return bytes_of(dir / "a");
}

}  // namespace

TEST_CASE("XXH64: known hashes", "[io][binary]") {
    CHECK(gb::io::xxh64("", 0) == 0xef46db3751d8e999);
    CHECK(gb::io::xxh64("a", 1) == 0xd24ec4f1a98c6e5b);
    CHECK(gb::io::xxh64("abc", 3) == 0x44bc2cf5ad770999);
    std::string bytes;
    for (char c = 0; c <= 100; ++c) bytes += c;
    CHECK(gb::io::xxh64(bytes.data(), bytes.size()) == 0xe99038495f85381e);
}

TEMPLATE_TEST_CASE("binary files: every type survives", "[io][binary]", bool, std::int8_t, std::int16_t, std::int32_t,
                   std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, float, double, void) {
    const temporary_directory dir;
    const auto a = some_matrix<TestType>();
    for (const std::string name : {"a.gbm", "a.gbm.gz", "no_such_ending"}) {
        gb::write_binary(ctx, dir / name, a);
        gb::read_report report;
        CHECK(gb::read_matrix<TestType>(ctx, dir / name, {}, &report) == a);
        const std::string type = std::is_void_v<TestType> ? "pattern" : gb::type_name<TestType>();
        CHECK(report.format == "binary " + type);
        CHECK(report.entries_in_file == 6);
        CHECK(gb::read_matrix<void>(ctx, dir / name) == some_matrix<void>());
        gb::write_binary(dir / "again", a);
        const bool same = name.ends_with(".gz") || bytes_of(dir / "again") == bytes_of(dir / name);
        CHECK(same);
    }
    const gb::binary_file_info info = gb::read_binary_info(dir / "a.gbm");
    CHECK(info.nrows == 4);
    CHECK(info.ncols == 5);
    CHECK(info.nvals == 6);
    CHECK(info.type == gb::base::code_of<TestType>());
    CHECK(info.bytes == std::filesystem::file_size(dir / "a.gbm"));
    CHECK(gb::read_binary_info(dir / "a.gbm.gz").nvals == 6);
}

TEST_CASE("binary files: values are converted as from other files", "[io][binary]") {
    const temporary_directory dir;
    std::vector<gb::index> rows{0, 1}, columns{1, 0};
    gb::write_binary(dir / "d", gb::matrix<double>::from_edges(2, 2, rows, columns, std::vector<double>{300.7, -0.5}));
    CHECK(gb::read_matrix<std::int8_t>(ctx, dir / "d").get_element(0, 1) == 127);
    CHECK(gb::read_matrix<bool>(ctx, dir / "d").get_element(1, 0) == true);
    gb::read_report report;
    CHECK(gb::read_matrix<double>(ctx, dir / "d", {.weights = gb::weight_column::none}, &report).get_element(1, 0) ==
          1.0);
    CHECK(report.weights_ignored);

    gb::write_binary(dir / "p", gb::matrix<void>::from_edges(2, 2, rows, columns));
    CHECK(gb::read_matrix<float>(ctx, dir / "p").get_element(0, 1) == 1.0f);
    check_io_error([&] { gb::read_matrix<float>(ctx, dir / "p", {.weights = gb::weight_column::required}); }, dir / "p",
                   0, "weights are required");
    check_io_error([&] { gb::read_coordinates(dir / "p", {.weights = gb::weight_column::required}); }, dir / "p", 0,
                   "weights are required");
    CHECK_THROWS_AS(gb::read_matrix<float>(ctx, dir / "p", {.ids = gb::vertex_ids::relabel}), gb::invalid_value);

    const gb::coordinates entries = gb::read_coordinates(dir / "d");
    CHECK(triples(entries) == std::vector<triple>{{0, 1, 300.7}, {1, 0, -0.5}});
    CHECK(entries.is_real());
    CHECK(gb::read_matrix<double>(ctx, dir / "d", {.symmetric = true}).get_element(0, 1) == -0.5);

    gb::write_binary(dir / "u",
                     gb::matrix<std::uint64_t>::from_edges(2, 2, rows, columns, std::vector<std::uint64_t>{1, ~0ull}));
    CHECK(gb::read_matrix<std::uint64_t>(ctx, dir / "u").get_element(1, 0) == ~0ull);
    CHECK(std::get<3>(gb::read_coordinates(dir / "u").values) == std::vector<std::uint64_t>{1, ~0ull});
}

TEST_CASE("binary files: nothing in them, and large ones", "[io][binary]") {
    const temporary_directory dir;
    for (const auto& a :
         {gb::matrix<float>(0, 0), gb::matrix<float>(3, 0), gb::matrix<float>(0, 3), gb::matrix<float>(9, 9)}) {
        gb::write_binary(dir / "a", a);
        CHECK(gb::read_matrix<float>(ctx, dir / "a") == a);
    }
    // Sections of several blocks; rows of very different sizes.
    gb::coordinates entries;
    entries.nrows = 300'000;
    entries.ncols = 4'000'000'000;
    for (gb::column_index k = 0; k < 700'000; ++k) {
        entries.rows.push_back(k < 400'000 ? 17 : k % 1000 * 299);
        entries.columns.push_back(k * 5000);
    }
    const auto a = gb::from_coordinates<double>(ctx, entries);
    for (const std::string name : {"a", "a.gz"}) {
        gb::write_binary(ctx, dir / name, a);
        const bool same = gb::read_matrix<double>(ctx, dir / name) == a;
        CHECK(same);
    }
    std::istringstream stream(bytes_of(dir / "a"));
    const bool same = gb::read_matrix<double>(ctx, stream) == a;
    CHECK(same);
    CHECK(ctx.progress().done == ctx.progress().total);
}

TEST_CASE("binary files: told apart from texts", "[io][binary]") {
    const temporary_directory dir;
    const std::string path = dir.file("a.txt", good_bytes());
    CHECK(gb::read_coordinates(path).size() == 6);
    check_io_error([&] { gb::read_coordinates(path, {.format = gb::file_format::edge_list}); }, path, 0,
                   "this is a binary file");
    check_io_error([&] { gb::read_coordinates(path, {.format = gb::file_format::matrix_market}); }, path, 0,
                   "this is a binary file");
    refused("0 1\n", "does not begin with the magic bytes");
    refused("", "does not begin with the magic bytes");
}

TEST_CASE("binary files: every truncation and every changed bit is found", "[io][binary]") {
    const temporary_directory dir;
    const std::string good = good_bytes();
    REQUIRE(good.size() == 128 + 64 + 64 + 64);
    const auto is_refused = [&](const std::string& bytes) {
        std::istringstream stream(bytes);
        try {
            gb::read_matrix<double>(ctx, dir.file("x.gbm", bytes));
            return false;
        } catch (const gb::io_error&) {
        }
        try {
            gb::read_matrix<double>(ctx, stream, {.format = gb::file_format::binary});
            return false;
        } catch (const gb::io_error&) {
            return true;
        }
    };
    for (std::size_t size = 0; size < good.size(); ++size) CHECK(is_refused(good.substr(0, size)));
    CHECK(is_refused(good + '\0'));
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string changed = good;
            changed[at] = static_cast<char>(changed[at] ^ 1 << bit);
            CHECK(is_refused(changed));
        }
    }
}

TEST_CASE("binary files: headers that are wrong, and say so", "[io][binary]") {
    const std::string good = good_bytes();
    const auto header = [&](std::size_t at, auto x) {
        std::string bytes = good;
        put(bytes, at, x);
        return with_right_header_checksum(bytes);
    };
    refused(good.substr(0, 100), "the file ends within its header: 100 of 128 bytes");
    refused(header(8, std::uint32_t{0x04030201}), "other byte order");
    refused(header(8, std::uint32_t{5}), "the byte order mark is 0x00000005");
    refused(header(12, std::uint32_t{2}), "version 2 of the format; only version 1");
    refused(header(16, std::uint32_t{12}), "unknown type 12");
    refused(header(20, std::uint32_t{1}), "unknown flags 0x1");
    refused(header(24, std::uint64_t{1} << 32), "the largest side possible");
    refused(header(32, ~std::uint64_t{0}), "the largest side possible");
    refused(header(40, std::uint64_t{21}), "21 entries are announced for a matrix that is 4x5");
    refused(header(40, std::uint64_t{20}), "for these sizes they have to be at");
    refused(header(56, std::uint64_t{0}), "for these sizes they have to be at");
    refused(header(104, std::uint64_t{1}), "reserved bytes");
    refused(good + std::string(64, '\0'), "the file has 384 bytes, its header announces 320",
            "more bytes follow the 320");
    refused(good.substr(0, 300), "the file has 300 bytes", "the file ends after 300 of the 320 bytes");
    std::string changed = good;
    changed[130] ^= 1;
    refused(changed, "the checksum of its offsets");
    changed = good;
    changed[300] ^= 1;
    refused(changed, "the checksum of its values");
    changed = good;
    changed[250] ^= 1;
    refused(changed, "bytes behind the columns are not zero");
}

TEST_CASE("binary files: sizes that only a huge file could have take no memory", "[io][binary]") {
    std::string bytes = good_bytes();
    const std::uint64_t side = 4'000'000'000, entries = std::uint64_t{1} << 50;
    const auto padded = [](std::uint64_t size) { return (size + 63) / 64 * 64; };
    put(bytes, 24, side);
    put(bytes, 32, side);
    put(bytes, 40, entries);
    put(bytes, 56, 128 + padded(8 * (side + 1)));
    put(bytes, 64, 128 + padded(8 * (side + 1)) + padded(4 * entries));
    put(bytes, 72, 128 + padded(8 * (side + 1)) + padded(4 * entries) + padded(8 * entries));
    refused(with_right_header_checksum(bytes), "the file has 320 bytes, its header announces",
            "the file ends after 320 of");
}

TEST_CASE("binary files: arrays that form no matrix, checksums right", "[io][binary]") {
    const std::string good = good_bytes();
    const auto offset = [&](std::size_t i, std::int64_t x) {
        std::string bytes = good;
        put(bytes, 128 + 8 * i, x);
        return with_right_checksums(bytes, 0, 128, 5 * 8);
    };
    const auto column = [&](std::size_t p, std::uint32_t x) {
        std::string bytes = good;
        put(bytes, 192 + 4 * p, x);
        return with_right_checksums(bytes, 1, 192, 6 * 4);
    };
    refused(offset(0, 1), "offsets begin with 1, not 0");
    refused(offset(2, -1), "offsets fall from 2 to -1 at row 1");
    refused(offset(2, 7), "offsets fall from 7 to 3 at row 2");
    refused(offset(4, 5), "the last offset is 5, but there are 6 entries");
    refused(column(1, 5), "column 5 in row 0 of a matrix with 5 columns");
    refused(column(1, 1), "column 1 follows column 1 in row 0; columns must ascend");
    refused(column(5, 1), "column 1 follows column 2 in row 3; columns must ascend");
    refused(column(3, ~0u), "column 4294967295 in row 3");
}

TEST_CASE("binary files: columns are checked within and across the ranges of the threads", "[io][binary]") {
    const temporary_directory dir;
    // Every second row is empty; the others have `size` entries in columns 1 .. size.
    for (const std::size_t size : {std::size_t{50000}, std::size_t{65536}}) {
        std::vector<gb::row_offset> offsets{0};
        std::vector<gb::column_index> columns;
        for (int k = 0; k < 3; ++k) {
            offsets.push_back(offsets.back());
            for (std::size_t n = 1; n <= size; ++n) columns.push_back(static_cast<gb::column_index>(n));
            offsets.push_back(static_cast<gb::row_offset>(columns.size()));
        }
        const auto ncols = static_cast<gb::index>(size) + 1;
        gb::write_binary(dir / "good", gb::matrix<void>::from_csr(6, ncols, offsets, columns));
        const std::string good = bytes_of(dir / "good");
        const auto with_column = [&](std::size_t p, std::size_t x) {
            std::string bytes = good;
            put(bytes, 192 + 4 * p, static_cast<gb::column_index>(x));
            return dir.file("changed.gbm", with_right_checksums(bytes, 1, 192, 4 * columns.size()));
        };
        CHECK(gb::read_matrix<void>(ctx, dir / "good").nvals() == static_cast<gb::index>(columns.size()));
        for (const std::size_t p : {std::size_t{1}, size - 1, size + 1, std::size_t{65535},
                                    size == 65536 ? 65537 : std::size_t{65536}, columns.size() - 1}) {
            const std::string path = with_column(p, columns[p - 1]);
            check_io_error([&] { gb::read_matrix<void>(ctx, path); }, path, 0,
                           "column " + std::to_string(columns[p - 1]) + " follows column " + std::to_string(columns[p - 1]) +
                               " in row " + std::to_string(2 * (p / size) + 1));
        }
        for (const std::size_t p : {size - 1, columns.size() - 1}) {
            const std::string path = with_column(p, size + 1);
            check_io_error([&] { gb::read_matrix<void>(ctx, path); }, path, 0,
                           "column " + std::to_string(size + 1) + " in row");
        }
        // Between rows columns may fall.
        CHECK(gb::read_matrix<void>(ctx, with_column(size, 0)).has_element(3, 0));
    }
}

TEST_CASE("binary files: a bool is 0 or 1", "[io][binary]") {
    const temporary_directory dir;
    gb::write_binary(dir / "b", some_matrix<bool>());
    std::string bytes = bytes_of(dir / "b");
    bytes[256 + 2] = 2;
    refused(with_right_checksums(bytes, 2, 256, 6), "value 2 is 2, which no bool can be");
}

TEST_CASE("binary files: the corpus, which another program made", "[io][binary]") {
    const std::filesystem::path corpus = std::filesystem::path(__FILE__).parent_path() / "../fuzz/corpus/binary";
    if (!std::filesystem::exists(corpus)) {
        WARN("skipped: the corpus is not there: " << corpus.string());
        return;
    }
    const auto a = gb::read_matrix<double>(ctx, (corpus / "float.gbm").string());
    CHECK(a.nrows() == 4);
    CHECK(a.ncols() == 5);
    CHECK(a.nvals() == 6);
    CHECK(a.get_element(3, 3) == 2.5);
    const temporary_directory dir;
    for (const char* name : {"int16", "pattern", "double"}) {
        const std::string path = (corpus / (std::string(name) + ".gbm")).string();
        if (std::string(name) == "int16") gb::write_binary(dir / "a", gb::read_matrix<std::int16_t>(ctx, path));
        if (std::string(name) == "pattern") gb::write_binary(dir / "a", gb::read_matrix<void>(ctx, path));
        if (std::string(name) == "double") gb::write_binary(dir / "a", gb::read_matrix<double>(ctx, path));
        CHECK(bytes_of(dir / "a") == bytes_of(path));
    }
}
