// Idea: the names of the members decide which of them is the graph, by rules that need no look at later members: so an archive
// that comes through a pipe is read once. See archive.hpp. The header of a tar archive is that of POSIX.1-1988 (ustar), a ZIP
// archive is as in PKWARE's APPNOTE.TXT 6.3.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>
#include <graphblas_gpu/io/unpack/archive.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace graphblas_gpu::io {
namespace {

using namespace std::string_view_literals;

/// Whether the checksum of the header, its bytes added up with blanks in place of the checksum, is the one that it states.
bool begins_tar(std::string_view bytes) noexcept {
    constexpr std::size_t header = 512, at = 148, digits = 8;
    if (bytes.size() < header) return false;
    std::string_view stated = bytes.substr(at, digits);
    stated.remove_prefix(std::min(stated.find_first_not_of(' '), stated.size()));
    std::uint32_t checksum = 0;
    const auto [stop, status] = std::from_chars(stated.data(), stated.data() + stated.size(), checksum, 8);
    if (status != std::errc() || stop == stated.data() + stated.size()) return false;
    std::uint32_t sum = digits * std::uint32_t{' '};
    for (std::size_t k = 0; k < header; ++k)
        if (k < at || k >= at + digits) sum += static_cast<unsigned char>(bytes[k]);
    return sum == checksum;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_hidden(std::string_view path) {
    return path.starts_with('.') || path.starts_with("__MACOSX/") || path.find("/.") != std::string_view::npos ||
           path.find("/__MACOSX/") != std::string_view::npos;
}

bool is_document(std::string_view path) {
    const std::string name = lower_case(base_name(path));
    const auto begins = [&](std::string_view word) { return name.starts_with(word); };
    const auto ends = [&](std::string_view word) { return name.ends_with(word); };
    constexpr std::array beginnings = {"readme"sv, "license"sv, "licence"sv, "copying"sv, "changelog"sv, "meta."sv, "ent."sv};
    constexpr std::array endings = {".md"sv, ".pdf"sv, ".html"sv, ".htm"sv, ".bib"sv};
    return std::any_of(beginnings.begin(), beginnings.end(), begins) || std::any_of(endings.begin(), endings.end(), ends);
}

/// NAME/NAME_b.mtx, NAME/NAME_coord.mtx and the like: right-hand sides and other data of the matrix NAME/NAME.mtx.
bool accompanies_matrix(std::string_view path) {
    const std::string_view name = base_name(path);
    if (name.size() == path.size() || !name.ends_with(".mtx")) return false;
    const std::string_view folder = base_name(path.substr(0, path.size() - name.size() - 1));
    return !folder.empty() && name.starts_with(folder) && name.substr(folder.size()).starts_with('_');
}

/// A path as the user has to spell it for --member.
std::string spelled(const std::string& path) {
    const bool plain = std::none_of(path.begin(), path.end(), [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; });
    return plain ? "'" + path + "'" : io::quoted(path);
}

bool may_be_graph(std::string_view path) { return !is_hidden(path) && !is_document(path) && !accompanies_matrix(path); }

}  // namespace

archive_format archive_format_of(std::string_view first_bytes) noexcept {
    if (first_bytes.starts_with("PK\x03\x04") || first_bytes.starts_with("PK\x05\x06") || first_bytes.starts_with("PK\x07\x08"))
        return archive_format::zip;
    return begins_tar(first_bytes) ? archive_format::tar : archive_format::none;
}

bool is_npz(std::string_view first_bytes) noexcept {
    constexpr std::size_t length_at = 26, name_at = 30;
    if (!first_bytes.starts_with("PK\x03\x04") || first_bytes.size() < name_at) return false;
    const auto byte = [&](std::size_t at) { return std::size_t{static_cast<unsigned char>(first_bytes[at])}; };
    const std::size_t length = byte(length_at) + 256 * byte(length_at + 1);
    return first_bytes.size() >= name_at + length && first_bytes.substr(name_at, length).ends_with(".npy");
}

std::unique_ptr<archive_reader> open_archive(byte_source& from, std::string_view before, const std::string& file,
                                             archive_format format) {
    std::unique_ptr<archive_reader> reader = make_archive_reader(from, before, file, format);
    if (reader != nullptr) return reader;
    throw io_error(file, 0,
                   fmt::format("this is a {} archive, but graphblas_gpu was built without the package libarchive-dev, which "
                               "reads it",
                               format == archive_format::zip ? "ZIP" : "tar"));
}

archive_member::archive_member(byte_source& from, std::string before, std::string file, archive_format format,
                               std::string wanted)
    : from_(from), file_(std::move(file)), wanted_(std::move(wanted)) {
    if (wanted_.starts_with("./")) wanted_.erase(0, 2);
    constexpr std::string_view end_of_directory = "PK\x05\x06";
    if (before.starts_with(end_of_directory)) refuse("the archive is empty");
    reader_ = open_archive(from_, before, file_, format);
    if (!go_to_graph()) {
        refuse(names_.empty()    ? "the archive is empty"
               : wanted_.empty() ? "no member of the archive looks like a graph; --member says which is one"
                                 : "the archive has no such member");
    }
    member_ = reader_->member();
    if (!from_.has_random_access() || !wanted_.empty()) return;
    refuse_second_graph();
    // The reader is behind the member now.
    reader_ = open_archive(from_, before, file_, format);
    names_.clear();
    other_members_ = 0;
    go_to_graph();
}

bool archive_member::go_to_graph() {
    while (reader_->next()) {
        if (wanted_.empty() && reader_->member() == "[Content_Types].xml")
            throw io_error(file_, 0, "this is a document of an office program; save its sheet of edges as CSV");
        constexpr std::size_t enough = 1000;
        if (names_.size() < enough) names_ += (names_.empty() ? "" : ", ") + spelled(reader_->member());
        else ++other_members_;
        if (wanted_.empty() ? may_be_graph(reader_->member()) : reader_->member() == wanted_) return true;
    }
    return false;
}

void archive_member::refuse_second_graph() {
    if (!go_to_graph()) return;
    while (go_to_graph()) {
    }
    refuse("several members of the archive may be the graph; --member says which one is");
}

void archive_member::refuse(const char* words) const {
    const std::string others = other_members_ == 0 ? "" : fmt::format(" and {} more", other_members_);
    throw io_error(file_, 0,
                   fmt::format("{}{}{}{}{}", words, wanted_.empty() ? "" : " " + spelled(wanted_),
                               names_.empty() ? "" : "; its members are ", names_, others));
}

std::size_t archive_member::read(char* to, std::size_t size) {
    if (ended_) return 0;
    const std::size_t got = reader_->read(to, size);
    if (got > 0 || size == 0) return got;
    if (wanted_.empty() && !from_.has_random_access()) refuse_second_graph();
    ended_ = true;
    return 0;
}

std::uint64_t archive_member::stored_done() const noexcept {
    return from_.has_random_access() ? reader_->archive_done() : from_.stored_done();
}

}  // namespace graphblas_gpu::io
