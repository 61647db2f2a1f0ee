// Sparse matrices of SciPy: .npz.
//
// Idea: the file is a ZIP archive of NumPy arrays, format.npy, shape.npy and those of the format, in any order. The small
// header of each is read here, and its numbers become those of the entries as they come. Source: scipy.sparse.save_npz; NumPy
// Enhancement Proposal 1, A Simple File Format for NumPy Arrays.
#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/formats/listed_graph.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>
#include <graphblas_gpu/io/listed_twice.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>
#include <graphblas_gpu/io/unpack/archive.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {
namespace {

/// The input as the source of an archive.
class input_source : public byte_source {
  public:
    explicit input_source(input& from) : from_(from) {}
    std::size_t read(char* to, std::size_t size) override { return from_.read(to, size); }
    std::uint64_t stored_done() const noexcept override { return from_.stored_done(); }
    std::uint64_t size() const noexcept override { return from_.stored_size(); }
    bool has_random_access() const noexcept override { return from_.has_random_access(); }
    std::size_t read_at(std::uint64_t offset, char* to, std::size_t size) const override {
        return from_.read_at(offset, to, size);
    }

  private:
    input& from_;
};

/// What the header of an array says.
struct array_header {
    char order = '|';      ///< of bytes: < > or |
    char kind = '?';       ///< b, i, u, f, S, U, ...
    std::size_t size = 0;  ///< of an element, in bytes; in characters for U
    std::vector<std::uint64_t> shape;

    std::uint64_t elements() const {
        std::uint64_t product = 1;
        for (const std::uint64_t side : shape) product *= side;
        return product;
    }
};

class npz_file {
  public:
    npz_file(input& from, const reading& how, weight_column weights)
        : from_(from),
          how_(how),
          weights_(weights),
          source_(from),
          reader_(open_archive(source_, {}, from.name(), archive_format::zip)) {}

    coordinates read() {
        while (reader_->next()) {
            read_member(reader_->member());
            if (how_.progress == nullptr) continue;
            how_.progress->total = from_.stored_size();
            how_.progress->done = from_.stored_size() > 0 ? reader_->archive_done() : 0;
        }
        check_format();
        if (shape_.size() != 2) fail("", shape_.empty() ? "shape.npy is missing" : "the shape is not that of a matrix");
        for (const std::int64_t side : shape_)
            if (side < 0 || side > index{max_side})
                fail("shape.npy", fmt::format("{} rows or columns; 0 to {} are possible", side, max_side));
        coordinates result;
        result.nrows = shape_[0];
        result.ncols = shape_[1];
        if (format_ == "coo") {
            result.rows = indices_of(result.nrows, row_, "row.npy");
            result.columns = indices_of(result.ncols, column_, "col.npy");
        } else {
            const bool by_rows = format_ == "csr";
            std::vector<column_index> inner = indices_of(by_rows ? result.ncols : result.nrows, indices_, "indices.npy");
            std::vector<column_index> outer = expanded(by_rows ? result.nrows : result.ncols, inner.size());
            result.rows = std::move(by_rows ? outer : inner);
            result.columns = std::move(by_rows ? inner : outer);
        }
        if (result.rows.size() != result.columns.size())
            fail("", fmt::format("{} rows, but {} columns of entries", result.rows.size(), result.columns.size()));
        if (has_values_ && entries_ != result.rows.size())
            fail("data.npy", fmt::format("{} values for {} entries", entries_, result.rows.size()));
        if (!has_values_) fail("", "data.npy is missing");
        if (weights_ == weight_column::none) {
            result.report.weights_ignored = true;
        } else {
            result.declared_type = type_;
            if (type_ == type_code::uint64) result.values = std::move(naturals_);
            else if (type_ == type_code::float32 || type_ == type_code::float64) result.values = std::move(reals_);
            else result.values = std::move(integers_);
        }
        result.report.format = "SciPy " + format_;
        result.report.entries_in_file = result.size();
        if (find_listed_twice(result, false))
            result.report.add_note("duplicates_add_up", "SciPy adds up entries at one position; --duplicates sum does so");
        return result;
    }

  private:
    [[noreturn]] void fail(const std::string& member, const std::string& words) const {
        throw io_error(from_.name() + (member.empty() ? "" : ":" + member), 0, words);
    }

    void read_member(const std::string& name) {
        if (name == "format.npy") format_ = read_text(read_header(name), name);
        else if (name == "shape.npy") read_numbers(name, shape_);
        else if (name == "indptr.npy") read_numbers(name, offsets_);
        else if (name == "indices.npy") read_numbers(name, indices_);
        else if (name == "row.npy") read_numbers(name, row_);
        else if (name == "col.npy") read_numbers(name, column_);
        else if (name == "data.npy") read_values(name);
    }

    void check_format() const {
        if (format_.empty())
            fail(
                "",
                "there is no format.npy among the arrays: this is no sparse matrix of SciPy; scipy.sparse.save_npz writes one");
        if (format_ != "csr" && format_ != "csc" && format_ != "coo")
            fail("", fmt::format("the matrix is stored as {}; csr, csc and coo are read: scipy.sparse.save_npz(OUT, "
                                 "scipy.sparse.load_npz(IN).tocsr()) converts it",
                                 io::quoted(format_)));
    }

    void need(const std::string& name, char* to, std::size_t size) {
        if (reader_->read(to, size) < size) fail(name, "the array ends too early");
    }

    array_header read_header(const std::string& name) {
        unsigned char start[12] = {};
        need(name, reinterpret_cast<char*>(start), 10);
        if (std::memcmp(start, "\x93NUMPY", 6) != 0) fail(name, "this is no array of NumPy");
        std::size_t length = start[8] + 256u * start[9];
        if (start[6] > 1) {
            need(name, reinterpret_cast<char*>(start) + 10, 2);
            length += (std::size_t{start[10]} << 16) + (std::size_t{start[11]} << 24);
        }
        constexpr std::size_t longest = 1 << 16;
        if (length > longest) fail(name, fmt::format("a header of {} bytes", length));
        std::string text(length, '\0');
        need(name, text.data(), length);
        return parsed(text, name);
    }

    /// The header is a dictionary of Python: {'descr': '<i4', 'fortran_order': False, 'shape': (3, 2), }.
    array_header parsed(const std::string& text, const std::string& name) const {
        const auto behind = [&](std::string_view key) -> std::string_view {
            const std::size_t at = text.find(key);
            if (at == std::string::npos) fail(name, "the header of the array has no " + std::string(key));
            std::string_view rest = std::string_view(text).substr(at + key.size());
            rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" :")));
            return rest;
        };
        array_header header;
        const std::string_view type = behind("'descr'");
        const std::size_t end = type.find('\'', 1);
        if (!type.starts_with('\'') || end == std::string_view::npos || end < 4)
            fail(name, "the elements of the array are no numbers, but records or objects");
        header.order = type[1];
        header.kind = type[2];
        if (parse_integer(type.substr(3, end - 3), header.size) != number_status::fine)
            fail(name, fmt::format("elements of type {}", io::quoted(type.substr(1, end - 1))));
        std::string_view shape = behind("'shape'");
        if (!shape.starts_with('(') || shape.find(')') == std::string_view::npos) fail(name, "the shape of the array is wrong");
        shape = shape.substr(1, shape.find(')') - 1);
        while (shape.find_first_not_of(" ,") != std::string_view::npos) {
            shape.remove_prefix(shape.find_first_not_of(" ,"));
            const std::string_view side = shape.substr(0, shape.find_first_of(" ,L"));
            if (parse_integer(side, header.shape.emplace_back()) != number_status::fine || header.shape.back() >> 40 != 0)
                fail(name, "the shape of the array is wrong");
            shape.remove_prefix(side.size());
        }
        constexpr bool is_little = std::endian::native == std::endian::little;
        if (header.order == (is_little ? '>' : '<') && header.size > 1)
            fail(name,
                 "the numbers are in the byte order of other machines; A.astype(A.dtype.newbyteorder('=')) converts them");
        return header;
    }

    std::string read_text(const array_header& header, const std::string& name) {
        const std::size_t width = header.kind == 'U' ? 4 : 1;
        if ((header.kind != 'U' && header.kind != 'S') || header.size > 16 || header.elements() != 1)
            fail(name, "this is no name of a format");
        std::string bytes(width * header.size, '\0'), text;
        need(name, bytes.data(), bytes.size());
        for (std::size_t k = 0; k < bytes.size(); k += width)
            if (const char c = bytes[std::endian::native == std::endian::little ? k : k + width - 1]; c != '\0') text += c;
        return text;
    }

    /// Calls take(element) for each element of an array of T.
    template <class T, class Take>
    void for_elements(const array_header& header, const std::string& name, const Take& take) {
        constexpr std::size_t piece = std::size_t{1} << 16;
        std::vector<T> elements(piece);
        for (std::uint64_t left = header.elements(); left > 0;) {
            const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(piece, left));
            need(name, reinterpret_cast<char*>(elements.data()), now * sizeof(T));
            for (std::size_t k = 0; k < now; ++k) take(elements[k]);
            left -= now;
        }
    }

    /// Calls f(std::type_identity<T>{}) with the type of the elements; returns whether it is one of the integers and reals.
    template <class F>
    static bool with_type(const array_header& header, const F& f) {
        const auto is = [&](char kind, std::size_t size) { return header.kind == kind && header.size == size; };
        if (is('b', 1)) f(std::type_identity<std::uint8_t>{}, type_code::boolean);
        else if (is('i', 1)) f(std::type_identity<std::int8_t>{}, type_code::int8);
        else if (is('i', 2)) f(std::type_identity<std::int16_t>{}, type_code::int16);
        else if (is('i', 4)) f(std::type_identity<std::int32_t>{}, type_code::int32);
        else if (is('i', 8)) f(std::type_identity<std::int64_t>{}, type_code::int64);
        else if (is('u', 1)) f(std::type_identity<std::uint8_t>{}, type_code::uint8);
        else if (is('u', 2)) f(std::type_identity<std::uint16_t>{}, type_code::uint16);
        else if (is('u', 4)) f(std::type_identity<std::uint32_t>{}, type_code::uint32);
        else if (is('u', 8)) f(std::type_identity<std::uint64_t>{}, type_code::uint64);
        else if (is('f', 4)) f(std::type_identity<float>{}, type_code::float32);
        else if (is('f', 8)) f(std::type_identity<double>{}, type_code::float64);
        else return false;
        return true;
    }

    void read_numbers(const std::string& name, std::vector<std::int64_t>& numbers) {
        const array_header header = read_header(name);
        if ((header.kind != 'i' && header.kind != 'u') || header.shape.size() != 1) fail(name, "this is no list of integers");
        with_type(header, [&]<class T>(std::type_identity<T>, type_code) {
            for_elements<T>(header, name, [&](T x) {
                if (x < 0 || static_cast<std::uint64_t>(x) >> 63 != 0) fail(name, fmt::format("{} is no index", x));
                base::append(numbers, static_cast<std::int64_t>(x));
            });
        });
    }

    void read_values(const std::string& name) {
        const array_header header = read_header(name);
        has_values_ = true;
        entries_ = header.elements();
        // Blocks and diagonals have more than one dimension, and are refused by their format.
        if (weights_ == weight_column::none || header.shape.size() != 1) return;
        const bool is_known = with_type(header, [&]<class T>(std::type_identity<T>, type_code type) {
            type_ = type;
            for_elements<T>(header, name, [&](T x) {
                if constexpr (std::is_floating_point_v<T>) base::append(reals_, static_cast<double>(x));
                else if constexpr (std::is_same_v<T, std::uint64_t>) base::append(naturals_, x);
                else base::append(integers_, static_cast<std::int64_t>(x));
            });
        });
        if (!is_known)
            fail(name, fmt::format("values of type {}{} are not read; --weights none reads the structure", header.kind,
                                   8 * header.size));
    }

    std::vector<column_index> indices_of(index side, std::vector<std::int64_t>& numbers, const char* name) const {
        std::vector<column_index> indices;
        base::make_room(indices, numbers.size());
        for (const std::int64_t number : numbers) {
            if (number >= side) fail(name, fmt::format("the index {} lies outside 0 to {}", number, side - 1));
            indices.push_back(static_cast<column_index>(number));
        }
        numbers = {};
        return indices;
    }

    /// The row of each entry of compressed rows, or the column of each of compressed columns.
    std::vector<column_index> expanded(index side, std::size_t entries) const {
        if (offsets_.size() != static_cast<std::size_t>(side) + 1 || offsets_.front() != 0 ||
            offsets_.back() != static_cast<std::int64_t>(entries) || !std::is_sorted(offsets_.begin(), offsets_.end()))
            fail("indptr.npy", fmt::format("the offsets do not rise from 0 to the {} entries in {} steps", entries, side));
        std::vector<column_index> outer;
        base::make_room(outer, entries);
        for (index i = 0; i < side; ++i)
            outer.insert(outer.end(), static_cast<std::size_t>(offsets_[i + 1] - offsets_[i]), static_cast<column_index>(i));
        return outer;
    }

    input& from_;
    const reading& how_;
    weight_column weights_;
    input_source source_;
    std::unique_ptr<archive_reader> reader_;
    std::string format_;
    std::vector<std::int64_t> shape_, offsets_, indices_, row_, column_;
    bool has_values_ = false;
    std::uint64_t entries_ = 0;
    type_code type_ = type_code::none;
    std::vector<std::int64_t> integers_;
    std::vector<std::uint64_t> naturals_;
    std::vector<double> reals_;
};

}  // namespace

coordinates read_npz(input& from, const reading& how, const read_options& options) {
    return base::within_memory(from.name() + ": the list of its entries",
                               [&] { return npz_file(from, how, options.weights).read(); });
}

}  // namespace graphblas_gpu::io
