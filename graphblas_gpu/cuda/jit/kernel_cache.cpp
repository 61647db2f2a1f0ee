#include <graphblas_gpu/cuda/jit/kernel_cache.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/checksum.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace graphblas_gpu::cuda {
namespace {

namespace fs = std::filesystem;

constexpr char file_magic[8] = {'G', 'B', 'K', 'E', 'R', 'N', '0', '1'};
constexpr const char* suffix = ".kernel";
constexpr const char* unfinished_suffix = ".unfinished";
/// An unfinished file of this age is what a process left that was killed.
constexpr std::chrono::hours abandoned_after{1};

struct file_head {
    char magic[8];
    std::uint64_t key_bytes;
    std::uint64_t kernel_bytes;
    std::uint64_t checksum;  ///< of key and kernel
};

std::uint64_t checksum_of(const std::string& key, const std::string& kernel) {
    const std::uint64_t parts[2] = {io::xxh64(key.data(), key.size()), io::xxh64(kernel.data(), kernel.size())};
    return io::xxh64(parts, sizeof(parts));
}

class descriptor {
  public:
    explicit descriptor(int number) : number_(number) {}
    ~descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }

  private:
    int number_;
};

bool read_all(int file, void* to, std::size_t bytes) {
    auto* at = static_cast<char*>(to);
    while (bytes > 0) {
        const ssize_t got = ::read(file, at, bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

bool write_all(int file, const void* from, std::size_t bytes) {
    const auto* at = static_cast<const char*>(from);
    while (bytes > 0) {
        const ssize_t put = ::write(file, at, bytes);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        at += put;
        bytes -= static_cast<std::size_t>(put);
    }
    return true;
}

/// Why a file or a folder is not to be trusted, or nothing.
const char* distrust(const struct stat& facts) {
    if (facts.st_uid != ::geteuid()) return "belongs to another user";
    if ((facts.st_mode & (S_IWGRP | S_IWOTH)) != 0) return "may be written by other users";
    return nullptr;
}

void add(std::string& note, const std::string& what) { note += (note.empty() ? "" : "; ") + what; }

struct found_file {
    fs::path path;
    fs::file_time_type used;
    std::int64_t bytes;
};

std::vector<found_file> files_of(const std::string& folder) {
    std::vector<found_file> out;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        const bool is_kernel = at->path().extension() == suffix;
        if (!is_kernel && at->path().extension() != unfinished_suffix) continue;
        std::error_code gone;  // another process may remove it meanwhile
        const auto bytes = at->file_size(gone);
        const auto used = gone ? fs::file_time_type{} : at->last_write_time(gone);
        const bool is_in_work = !is_kernel && fs::file_time_type::clock::now() - used < abandoned_after;
        if (!gone && !is_in_work) out.push_back({at->path(), used, static_cast<std::int64_t>(bytes)});
    }
    return out;
}

}  // namespace

kernel_cache::kernel_cache(std::string folder, std::int64_t most_bytes) : folder_(std::move(folder)), max_bytes_(most_bytes) {
    while (folder_.size() > 1 && folder_.back() == '/') folder_.pop_back();
}

kernel_cache kernel_cache::of_user() {
    const auto value_of = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string(value == nullptr ? "" : value);
    };
    if (const std::string named = value_of("GRAPHBLAS_GPU_CACHE_DIR"); !named.empty()) {
        return kernel_cache(named == "off" ? std::string() : named);
    }
    // The XDG specification wants paths that are not absolute to be ignored.
    if (const std::string base = value_of("XDG_CACHE_HOME"); base.starts_with('/'))
        return kernel_cache(base + "/graphblas_gpu/kernels");
    if (const std::string home = value_of("HOME"); home.starts_with('/'))
        return kernel_cache(home + "/.cache/graphblas_gpu/kernels");
    return kernel_cache(std::string());
}

std::string kernel_cache::path_of(const std::string& key) const {
    // The file holds the key, so that two keys of one hash replace each other and are never taken for each other.
    char name[17];
    std::snprintf(name, sizeof(name), "%016llx", static_cast<unsigned long long>(io::xxh64(key.data(), key.size())));
    return folder_ + "/" + name + suffix;
}

std::optional<std::string> kernel_cache::find(const std::string& key, std::string& note) const {
    if (folder_.empty()) return std::nullopt;
    const std::string path = path_of(key);
    const descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!file.is_open()) {
        if (errno != ENOENT && errno != ENOTDIR) add(note, path + " is not used: " + std::strerror(errno));
        return std::nullopt;
    }
    struct stat facts {
    }, of_folder{};
    const auto refuse = [&](const char* why) {
        add(note, path + " is not used: it " + why);
        return std::nullopt;
    };
    if (::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) return refuse("is no file");
    if (const char* why = distrust(facts)) return refuse(why);
    if (::stat(folder_.c_str(), &of_folder) != 0 || distrust(of_folder) != nullptr)
        return refuse("is in a folder that others may write");
    file_head head{};
    const auto size = static_cast<std::uint64_t>(facts.st_size);
    if (size < sizeof(head) || !read_all(file.number(), &head, sizeof(head)) ||
        std::memcmp(head.magic, file_magic, sizeof(file_magic)) != 0) {
        return refuse("is damaged or not a kernel");
    }
    const std::uint64_t rest = size - sizeof(head);
    if (head.key_bytes > rest || head.kernel_bytes != rest - head.key_bytes) return refuse("is damaged");
    std::string stored_key(head.key_bytes, '\0'), kernel(head.kernel_bytes, '\0');
    if (!read_all(file.number(), stored_key.data(), stored_key.size()) ||
        !read_all(file.number(), kernel.data(), kernel.size()) || checksum_of(stored_key, kernel) != head.checksum) {
        return refuse("is damaged");
    }
    if (stored_key != key) return std::nullopt;  // another key of the same hash
    ::futimens(file.number(), nullptr);          // used last now
    return kernel;
}

void kernel_cache::store(const std::string& key, const std::string& kernel, std::string& note) const {
    if (folder_.empty()) return;
    std::error_code failed;
    const fs::path folder(folder_);
    if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), failed);
    if (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST) {
        return add(note, "the kernel is not stored: " + folder_ + ": " + std::strerror(errno));
    }
    const std::string path = path_of(key);
    std::string unfinished = path + ".XXXXXX" + unfinished_suffix;
    const descriptor file(::mkostemps(unfinished.data(), static_cast<int>(std::strlen(unfinished_suffix)), O_CLOEXEC));  // 0600
    if (!file.is_open()) return add(note, "the kernel is not stored: " + unfinished + ": " + std::strerror(errno));
    file_head head{};
    std::memcpy(head.magic, file_magic, sizeof(file_magic));
    head.key_bytes = key.size();
    head.kernel_bytes = kernel.size();
    head.checksum = checksum_of(key, kernel);
    if (!write_all(file.number(), &head, sizeof(head)) || !write_all(file.number(), key.data(), key.size()) ||
        !write_all(file.number(), kernel.data(), kernel.size()) || ::rename(unfinished.c_str(), path.c_str()) != 0) {
        add(note, "the kernel is not stored: " + path + ": " + std::strerror(errno));
        ::unlink(unfinished.c_str());
        return;
    }
    remove_oldest();
}

void kernel_cache::remove_oldest() const {
    std::vector<found_file> files = files_of(folder_);
    std::int64_t bytes = 0;
    for (const found_file& f : files) bytes += f.bytes;
    if (bytes <= max_bytes_) return;
    std::sort(files.begin(), files.end(), [](const found_file& x, const found_file& y) { return x.used < y.used; });
    for (const found_file& f : files) {
        if (bytes <= max_bytes_) return;
        std::error_code gone;
        fs::remove(f.path, gone);
        bytes -= f.bytes;
    }
}

kernel_cache_facts kernel_cache::facts() const {
    kernel_cache_facts out;
    out.folder = folder_;
    out.most_bytes = max_bytes_;
    if (folder_.empty()) return out;
    for (const found_file& f : files_of(folder_)) {
        ++out.files;
        out.bytes += f.bytes;
    }
    return out;
}

std::int64_t kernel_cache::clear() const {
    if (folder_.empty()) return 0;
    std::int64_t removed = 0;
    for (const found_file& f : files_of(folder_)) {
        std::error_code failed;
        if (fs::remove(f.path, failed)) ++removed;
        if (failed) throw io_error(f.path.string(), 0, "cannot be removed: " + failed.message());
    }
    return removed;
}

}  // namespace graphblas_gpu::cuda
