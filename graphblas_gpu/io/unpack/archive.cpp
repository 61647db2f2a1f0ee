// Needs: libarchive.
// Idea: libarchive asks for bytes by callbacks. They read from the source below, and at any offset where it allows that: then
// members that are not wanted are skipped, and the directory at the end of a ZIP archive is used, which a truncated one lacks.
// An exception must not pass through the C code, so it is kept and thrown again behind it. See archive.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/printable.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>
#include <graphblas_gpu/io/unpack/archive.hpp>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {
namespace {

/// While it lives, libarchive converts the names of members to UTF-8, whatever the locale of the program.
class names_in_utf8 {
  public:
    names_in_utf8() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
        if (locale_ != nullptr) before_ = uselocale(locale_);
    }
    ~names_in_utf8() {
        if (locale_ == nullptr) return;
        uselocale(before_);
        freelocale(locale_);
    }
    names_in_utf8(const names_in_utf8&) = delete;
    names_in_utf8& operator=(const names_in_utf8&) = delete;

  private:
    locale_t locale_;
    locale_t before_ = nullptr;
};

class libarchive_reader : public archive_reader {
  public:
    libarchive_reader(byte_source& from, std::string_view before, std::string file, archive_format format)
        : from_(from), file_(std::move(file)), is_zip_(format == archive_format::zip), archive_(archive_read_new()) {
        if (archive_ == nullptr) throw std::bad_alloc();
        if (!from_.has_random_access()) before_ = before;
        try {
            open();
        } catch (...) {
            archive_read_free(archive_);
            throw;
        }
    }
    ~libarchive_reader() override { archive_read_free(archive_); }

    bool next() override {
        const names_in_utf8 here;
        for (;;) {
            archive_entry* entry = nullptr;
            const int status = archive_read_next_header(archive_, &entry);
            if (status == ARCHIVE_EOF) return false;
            // A warning is about a name or a date that cannot be converted.
            if (status != ARCHIVE_WARN) check(status);
            if (archive_entry_filetype(entry) != AE_IFREG) continue;
            const char* const name = archive_entry_pathname(entry);
            member_ = name == nullptr ? "" : name;
            if (member_.starts_with("./")) member_.erase(0, 2);
            return true;
        }
    }
    const std::string& member() const noexcept override { return member_; }

    std::size_t read(char* to, std::size_t size) override {
        std::size_t got = 0;
        while (got < size) {
            const la_ssize_t n = archive_read_data(archive_, to + got, size - got);
            if (n < 0) check(static_cast<int>(n));
            if (n == 0) break;
            got += static_cast<std::size_t>(n);
        }
        return got;
    }

    std::uint64_t archive_done() const noexcept override { return at_; }

  private:
    static libarchive_reader& self(void* data) { return *static_cast<libarchive_reader*>(data); }

    void open() {
        const bool anywhere = from_.has_random_access();
        if (!is_zip_) check(archive_read_support_format_tar(archive_));
        // Of the two readers of ZIP the one for streams would not notice that the directory at the end is missing.
        else
            check(anywhere ? archive_read_support_format_zip_seekable(archive_)
                           : archive_read_support_format_zip_streamable(archive_));
        check(archive_read_set_read_callback(archive_,
                                             [](archive*, void* data, const void** to) { return self(data).give(to); }));
        if (anywhere) {
            check(archive_read_set_skip_callback(
                archive_, [](archive*, void* data, la_int64_t request) { return self(data).skip(request); }));
            check(archive_read_set_seek_callback(
                archive_, [](archive*, void* data, la_int64_t offset, int whence) { return self(data).seek(offset, whence); }));
        }
        check(archive_read_set_callback_data(archive_, this));
        check(archive_read_open1(archive_));
    }

    la_ssize_t give(const void** to) {
        try {
            buffer_.resize(std::size_t{1} << 18);
            std::size_t got = 0;
            if (from_.has_random_access()) {
                got = from_.read_at(at_, buffer_.data(), buffer_.size());
            } else if (!before_.empty()) {
                got = before_.size();
                std::memcpy(buffer_.data(), before_.data(), got);
                before_.clear();
            } else {
                got = from_.read(buffer_.data(), buffer_.size());
            }
            at_ += got;
            *to = buffer_.data();
            return static_cast<la_ssize_t>(got);
        } catch (...) {
            failure_ = std::current_exception();
            return ARCHIVE_FATAL;
        }
    }

    // Only what is there is skipped, so that a truncated member is noticed.
    la_int64_t skip(la_int64_t request) {
        const std::uint64_t left = from_.size() - std::min(at_, from_.size());
        const std::uint64_t skipped = std::min(left, static_cast<std::uint64_t>(std::max<la_int64_t>(request, 0)));
        at_ += skipped;
        return static_cast<la_int64_t>(skipped);
    }

    la_int64_t seek(la_int64_t offset, int whence) {
        const std::uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? at_ : from_.size();
        const la_int64_t to = static_cast<la_int64_t>(base) + offset;
        if (to < 0) return ARCHIVE_FATAL;
        at_ = static_cast<std::uint64_t>(to);
        return to;
    }

    void check(int status) {
        if (failure_ != nullptr) std::rethrow_exception(failure_);
        if (status == ARCHIVE_OK) return;
        const char* const reason = archive_error_string(archive_);
        throw io_error(file_, 0,
                       fmt::format("truncated or corrupt {} archive{} ({})", is_zip_ ? "ZIP" : "tar",
                                   member_.empty() ? "" : ", at its member " + io::quoted(member_),
                                   io::printable(reason == nullptr ? "no reason is known" : reason)));
    }

    byte_source& from_;
    std::string file_;
    bool is_zip_;
    std::string before_;
    std::uint64_t at_ = 0;
    std::vector<char> buffer_;
    std::exception_ptr failure_;
    std::string member_;
    archive* archive_;
};

}  // namespace

std::unique_ptr<archive_reader> make_archive_reader(byte_source& from, std::string_view before, const std::string& file,
                                                    archive_format format) {
    return std::make_unique<libarchive_reader>(from, before, file, format);
}

}  // namespace graphblas_gpu::io
