// Needs: POSIX file descriptors.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/output_file.hpp>
#include <graphblas_gpu/io/printable.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace graphblas_gpu::io {
namespace {

namespace fs = std::filesystem;

bool are_same(const struct stat& x, const struct stat& y) noexcept { return x.st_dev == y.st_dev && x.st_ino == y.st_ino; }

/// Throws std::system_error.
fs::path directory_of(const fs::path& path) { return fs::canonical(path.has_parent_path() ? path.parent_path() : "."); }

/// Thrown with the reason why a file is not written, as fail() takes it.
struct refusal : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws refusal if somebody else may have put this link, FIFO or file there to redirect or to get what is written: everybody
/// may put files into its directory, where only their owners can remove them, and it belongs neither to this user nor to the
/// owner of the directory. That is the rule of Linux for fs.protected_symlinks, fs.protected_fifos and fs.protected_regular
/// (Documentation/admin-guide/sysctl/fs.rst); here it holds whether or not these are set.
void refuse_planted(const fs::path& path, const struct stat& file) {
    const char* const kind = S_ISLNK(file.st_mode)    ? "link"
                             : S_ISFIFO(file.st_mode) ? "FIFO"
                             : S_ISREG(file.st_mode)  ? "file"
                                                      : nullptr;
    struct stat directory = {};
    if (kind == nullptr || file.st_uid == ::geteuid() || ::stat(directory_of(path).c_str(), &directory) != 0) return;
    constexpr mode_t open_to_all = S_ISVTX | S_IWOTH;
    if ((directory.st_mode & open_to_all) != open_to_all || file.st_uid == directory.st_uid) return;
    throw refusal(
        fmt::format("the {} {} belongs to another user (uid {}), who may have put it into this directory, which is open to "
                    "all users, to get what is written; name another file",
                    kind, printable(path.native()), file.st_uid));
}

/// What the name of an output leads to.
struct destination {
    fs::path path;  ///< behind all symbolic links
    bool exists;
    bool is_replaceable;  ///< by a new file: no device, FIFO, or name that /proc gives to an open file
};

/// Follows all symbolic links; the last one may lead to nothing. Throws std::system_error and refusal.
destination destination_of(fs::path path) {
    constexpr int max_links = 40;  // as in Linux
    for (int links = 0; links <= max_links; ++links) {
        struct stat file = {};
        if (::lstat(path.c_str(), &file) != 0) {
            if (errno == ENOENT || errno == ENOTDIR) return {path, false, true};
            throw std::system_error(errno, std::generic_category());
        }
        refuse_planted(path, file);
        if (S_ISREG(file.st_mode)) return {path, true, true};
        if (!S_ISLNK(file.st_mode) || directory_of(path).native().starts_with("/proc/")) return {path, true, false};
        path = path.parent_path() / fs::read_symlink(path);
    }
    throw std::system_error(ELOOP, std::generic_category());
}

/// A name that no other new file of this process has. The name of the target may already have the largest possible length.
std::string name_of_new_file(const fs::path& target) {
    static std::atomic<unsigned> counter{0};
    constexpr std::size_t longest_part = 200;
    return fmt::format("{}.unfinished-{}-{}", target.filename().native().substr(0, longest_part), ::getpid(), counter++);
}

}  // namespace

std::string output_name(const std::string& path) { return path == "-" ? "standard output" : path; }

std::string suffix_of_name(std::string_view path) {
    std::string name = lower_case(path.substr(path.rfind('/') + 1));
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    const std::size_t point = name.rfind('.');
    const bool has_suffix =
        point != std::string::npos && point > 0 && point + 1 < name.size() && (name[point + 1] < '0' || name[point + 1] > '9');
    return has_suffix ? name.substr(point) : "";
}

char separator_of_name(std::string_view path) { return suffix_of_name(path) == ".csv" ? ',' : '\t'; }

bool is_standard_output(const std::string& path) noexcept {
    if (path == "-") return true;
    struct stat file = {}, standard_output = {}, null_device = {};
    if (::stat(path.c_str(), &file) != 0 || ::fstat(STDOUT_FILENO, &standard_output) != 0) return false;
    const bool goes_nowhere =
        S_ISCHR(file.st_mode) && ::stat("/dev/null", &null_device) == 0 && file.st_rdev == null_device.st_rdev;
    return are_same(file, standard_output) && !goes_nowhere;
}

output_file::output_file(const std::string& path) : output_file() {
    name_ = output_name(path);
    if (is_standard_output(path)) {
        descriptor_ = STDOUT_FILENO;
        std::fflush(stdout);  // text that was printed before must come first
        return;
    }
    try {
        const destination to = destination_of(path);
        replaces_ = to.exists && to.is_replaceable;
        if (to.is_replaceable && !to.path.has_filename()) fail(path.empty() ? ENOENT : EISDIR);
        // It is opened under the name that was given, so that Linux applies its own rules about links; a file that must not be
        // written must not be replaced either. The open of a FIFO waits for its reader.
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | (to.is_replaceable ? O_NONBLOCK : 0));
        opened_ = descriptor_ >= 0;
        if (!opened_ && (errno != ENOENT || !to.is_replaceable)) fail(errno);
        struct stat old = {};
        if (opened_) {
            // Between lstat() and open() another file may have got the name.
            if (::fstat(descriptor_, &old) != 0) fail(errno);
            refuse_planted(to.path, old);
            if (to.is_replaceable && !S_ISREG(old.st_mode)) fail("it became another file while it was opened");
        }
        if (to.is_replaceable) {
            replaces_ = opened_;
            close();
            begin_new_file(directory_of(to.path) / to.path.filename(), old);
        } else if (S_ISREG(old.st_mode) && ::ftruncate(descriptor_, 0) != 0) {
            fail(errno);
        }
    } catch (const refusal& e) {
        fail(e.what());
    } catch (const std::system_error& e) {
        fail(e.code().value());
    }
}

void output_file::begin_new_file(const std::string& target, const struct stat& old) {
    target_ = target;
    const fs::path directory = fs::path(target).parent_path();
    descriptor_ = -1;
    constexpr mode_t for_all_as_the_mask_allows = 0666, for_the_owner = 0600;
    while (descriptor_ < 0) {
        // The name is registered before the file exists, so that an interruption at any moment can remove the file. It can be
        // predicted, but O_EXCL takes no file that is there, and follows no link.
        unfinished_.emplace((directory / name_of_new_file(target)).native());
        descriptor_ = ::open(unfinished_->path(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                             replaces_ ? for_the_owner : for_all_as_the_mask_allows);
        if (descriptor_ >= 0 || errno == EEXIST) continue;
        const int error_number = errno;
        unfinished_.reset();
        const std::string reason = reason_of(error_number);
        fail(
            fmt::format("no new file can be made in the directory {} ({}), and a file is written beside the old one, whose "
                        "place it takes when it is complete; name a file in another directory",
                        printable(directory.native()), reason));
    }
    opened_ = true;
    if (replaces_) take_over_permissions(old);
}

void output_file::take_over_permissions(const struct stat& old) {
    struct stat made = {};
    if (::fstat(descriptor_, &made) != 0) fail(errno);
    constexpr mode_t permissions = 0777, of_the_group = 0070;
    mode_t mode = old.st_mode & permissions;
    // Only the superuser can change the owner. If the group differs, the new group must not get the rights of the old group.
    const bool same_group = old.st_gid == made.st_gid || ::fchown(descriptor_, static_cast<uid_t>(-1), old.st_gid) == 0;
    if (!same_group) mode &= ~of_the_group | mode << 3;
    const auto done_or_not_allowed = [](int result) { return result == 0 || errno == EPERM || errno == ENOTSUP; };
    if (old.st_uid != made.st_uid && !done_or_not_allowed(::fchown(descriptor_, old.st_uid, static_cast<gid_t>(-1))))
        fail(errno);
    if ((made.st_mode & permissions) != mode && !done_or_not_allowed(::fchmod(descriptor_, mode))) fail(errno);
}

output_file::~output_file() {
    if (opened_) ::close(descriptor_);
    if (unfinished_ && descriptor_ >= 0) ::unlink(unfinished_->path());
}

void output_file::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(descriptor_, bytes.data(), std::min(bytes.size(), std::size_t{1} << 30));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(errno);
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

void output_file::close() {
    // On Linux the descriptor is closed even after EINTR.
    if (std::exchange(opened_, false) && ::close(descriptor_) != 0 && errno != EINTR) fail(errno);
}

void output_file::commit() {
    if (!unfinished_) return close();
    // Some file systems do not support this; then there is nothing to wait for.
    const auto reaches_the_disk = [](int descriptor) {
        return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
    };
    if (!reaches_the_disk(descriptor_)) fail(errno);
    close();
    const fs::path parent = fs::path(target_).parent_path();  // there may be no memory for it, which must show before
    if (::rename(unfinished_->path(), target_.c_str()) != 0) fail(errno);
    unfinished_.reset();
    // A directory that cannot be read cannot be opened; the system then writes the new name to the disk later.
    const int directory = ::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    const bool named = reaches_the_disk(directory);
    const int error_number = errno;
    ::close(directory);
    if (!named) throw io_error(name_, 0, "is complete, but its name may not last: " + reason_of(error_number));
}

void output_file::fail(int error_number) const {
    if (error_number == ENOMEM) throw out_of_memory(name_ + ": " + failure(reason_of(error_number)));
    fail(reason_of(error_number));
}

void output_file::fail(const std::string& reason) const { throw io_error(name_, 0, failure(reason)); }

std::string output_file::failure(const std::string& reason) const {
    return "cannot be written: " + reason + (replaces_ ? "; the old file is as it was" : "");
}

}  // namespace graphblas_gpu::io
