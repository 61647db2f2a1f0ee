// Needs: a directory for temporary files; GRB_TEST_DATA for tests on real files.
// Idea: what the tests of the readers share: temporary files, gzip data made without the code under test, the io_error
// that a call throws, and entries as sorted triples for comparisons that do not depend on their order.
#pragma once

#include "../catch.hpp"
#include "../files.hpp"
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/io/input.hpp>

#include <zlib.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace io_test {

namespace gb = graphblas_gpu;

/// A small matrix as Matrix Market.
inline const std::string small_market =
    "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 1 4\n1 2 5\n3 1 6\n";

using temporary_directory = test_files::temporary_folder;

inline std::string bytes_of(const std::string& path) { return test_files::content_of(path); }

/// What the readers get to see of a file.
inline std::string load_text(const std::string& path) {
    gb::io::input from(path);
    std::string text;
    std::string part(70'001, ' ');
    while (const std::size_t n = from.read(part.data(), part.size())) text.append(part, 0, n);
    return text;
}

inline std::string gzipped(const std::string& text) {
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string packed(deflateBound(&stream, text.size()) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

/// The path of a real file, or nothing after a warning that names the test.
inline std::optional<std::string> test_data(const char* test, const std::string& name) {
    const std::string directory = test_files::data_folder();
    if (directory.empty()) {
        WARN("skipped: " << test << " (" << name << "): GRB_TEST_DATA is not set");
        return std::nullopt;
    }
    return directory + "/" + name;
}

template <class F>
gb::io_error io_error_of(F f) {
    try {
        f();
    } catch (const gb::io_error& e) {
        return e;
    }
    FAIL("no io_error was thrown");
    return {"", 0, ""};
}

/// The call has to throw an io_error for this file and line (0: the file as a whole) that says so and holds these
/// words.
template <class F>
void check_io_error(F f, const std::string& file, std::int64_t line, const std::string& words) {
    const gb::io_error e = io_error_of(f);
    const std::string message = e.what();
    INFO(message);
    CHECK(e.file() == file);
    CHECK(e.line() == line);
    const std::string place = line > 0 ? file + ":" + std::to_string(line) + ": " : file + ": ";
    CHECK(message.substr(0, place.size()) == place);
    CHECK(message.find(words) != std::string::npos);
}

using triple = std::tuple<gb::index, gb::index, double>;

/// The entries in their order; a pattern has the value 1.
inline std::vector<triple> triples(const gb::coordinates& entries) {
    std::vector<triple> all;
    for (std::size_t p = 0; p < entries.rows.size(); ++p) {
        double value = 1;
        if (const auto* whole = std::get_if<1>(&entries.values)) value = static_cast<double>((*whole)[p]);
        if (const auto* real = std::get_if<2>(&entries.values)) value = (*real)[p];
        if (const auto* natural = std::get_if<3>(&entries.values)) value = static_cast<double>((*natural)[p]);
        all.emplace_back(entries.rows[p], entries.columns[p], value);
    }
    return all;
}

inline std::vector<triple> sorted_triples(const gb::coordinates& entries) {
    std::vector<triple> all = triples(entries);
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace io_test
