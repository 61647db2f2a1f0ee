// The cache of kernels that are compiled at run time: what comes back, what is refused, what is removed, several processes at
// once.
#include <graphblas_gpu/cuda/jit/kernel_cache.hpp>

#include <sys/stat.h>
#include <sys/wait.h>
#include <tests/catch.hpp>
#include <tests/files.hpp>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;
using graphblas_gpu::cuda::kernel_cache;

namespace {

using folder = test_files::temporary_folder;

fs::path only_file(const std::string& in) {
    fs::path found;
    for (const auto& entry : fs::directory_iterator(in)) found = entry.path();
    return found;
}

unsigned rights(const fs::path& path) {
    struct stat facts {};
    REQUIRE(::stat(path.c_str(), &facts) == 0);
    return facts.st_mode & 0777u;
}

class variable {
  public:
    variable(const char* name, const char* value) : name_(name) {
        if (const char* now = std::getenv(name)) before_ = now;
        if (value == nullptr)
            ::unsetenv(name);
        else
            ::setenv(name, value, 1);
    }
    ~variable() {
        if (before_.empty())
            ::unsetenv(name_);
        else
            ::setenv(name_, before_.c_str(), 1);
    }

  private:
    const char* name_;
    std::string before_;
};

}  // namespace

TEST_CASE("a stored kernel comes back, and only for its key") {
    const folder made;
    const kernel_cache cache(made / "deep/kernels");
    std::string note;
    CHECK_FALSE(cache.find("key", note));
    cache.store("key", std::string("code\0code", 9), note);
    CHECK(cache.find("key", note) == std::string("code\0code", 9));
    CHECK_FALSE(cache.find("another key", note));
    CHECK(note.empty());
    CHECK(rights(made / "deep/kernels") == 0700u);
    CHECK(rights(only_file(made / "deep/kernels")) == 0600u);
    CHECK(cache.facts().files == 1);
    CHECK(cache.clear() == 1);
    CHECK_FALSE(cache.find("key", note));
}

TEST_CASE("a damaged kernel is not used, and the note says so") {
    const folder made;
    const kernel_cache cache(made / "kernels");
    std::string note;
    cache.store("key", "the code of a kernel", note);
    const fs::path file = only_file(made / "kernels");
    SECTION("changed") {
        std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(-1, std::ios::end).put('x');
    }
    SECTION("cut off") { fs::resize_file(file, fs::file_size(file) - 3); }
    SECTION("cut off within the head") { fs::resize_file(file, 9); }
    SECTION("something else") { std::ofstream(file) << "not a kernel, but as long as one may be, and longer"; }
    CHECK_FALSE(cache.find("key", note));
    CHECK(note.find("damaged") != std::string::npos);
    note.clear();
    cache.store("key", "the code of a kernel", note);
    CHECK(cache.find("key", note) == "the code of a kernel");
    CHECK(note.empty());
}

TEST_CASE("a kernel that others may write is not used") {
    const folder made;
    const kernel_cache cache(made / "kernels");
    std::string note;
    cache.store("key", "code", note);
    SECTION("the file") { ::chmod(only_file(made / "kernels").c_str(), 0622); }
    SECTION("the folder") { ::chmod((made / "kernels").c_str(), 0777); }
    SECTION("one of another user") {
        if (::chown(only_file(made / "kernels").c_str(), ::geteuid() + 1, ::getegid()) != 0) {
            std::printf("skipped: a kernel of another user: only root can give a file away\n");
            return;
        }
    }
    SECTION("a folder of another user") {
        if (::chown((made / "kernels").c_str(), ::geteuid() + 1, ::getegid()) != 0) return;
    }
    SECTION("a link") {
        const fs::path file = only_file(made / "kernels");
        fs::rename(file, made / "elsewhere");
        fs::create_symlink(made / "elsewhere", file);
    }
    CHECK_FALSE(cache.find("key", note));
    CHECK(note.find("is not used") != std::string::npos);
}

TEST_CASE("a folder that is named with a slash at its end is the caller's alone") {
    const folder here;
    std::string note;
    const kernel_cache cache(here / "a/b/");
    cache.store("key", "kernel", note);
    CHECK(rights(here / "a/b") == 0700);
    CHECK(cache.find("key", note) == "kernel");
    CHECK(note.empty());
}

TEST_CASE("a pipe in the place of a kernel is not waited for") {
    const folder here;
    std::string note;
    const kernel_cache cache(here / "cache");
    cache.store("key", "kernel", note);
    const fs::path file = only_file(here / "cache");
    fs::remove(file);
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    CHECK(!cache.find("key", note));
    CHECK_THAT(note, contains_text("is no file"));
}

TEST_CASE("what a killed process left is removed an hour later") {
    const folder here;
    std::string note;
    const kernel_cache cache(here / "cache");
    cache.store("key", "kernel", note);
    const fs::path left = here / "cache/0.kernel.AAAAAA.unfinished", in_work = here / "cache/0.kernel.BBBBBB.unfinished";
    for (const fs::path& path : {left, in_work}) std::ofstream(path) << "half";
    fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(2));
    CHECK(cache.clear() == 2);
    CHECK(!fs::exists(left));
    CHECK(fs::exists(in_work));
}

TEST_CASE("what was not used for longest is removed first") {
    const folder made;
    const std::string code(1000, 'c');
    const kernel_cache cache(made / "kernels", 3500);
    std::string note;
    const auto age = [&](const char* key, int seconds) {
        // The key is in its file.
        for (const auto& entry : fs::directory_iterator(made / "kernels")) {
            std::ifstream file(entry.path(), std::ios::binary);
            const std::string text((std::istreambuf_iterator<char>(file)), {});
            if (text.find(key) != std::string::npos)
                fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
        }
    };
    cache.store("first", code, note);
    cache.store("second", code, note);
    cache.store("third", code, note);
    age("first", 300);
    age("second", 200);
    age("third", 100);
    CHECK(cache.find("first", note).has_value());  // used now
    cache.store("fourth", code, note);
    CHECK_FALSE(cache.find("second", note).has_value());
    CHECK(cache.find("first", note).has_value());
    CHECK(cache.find("third", note).has_value());
    CHECK(cache.find("fourth", note).has_value());
    CHECK(cache.facts().bytes <= 3500);
}

TEST_CASE("where the folder cannot be made nothing is stored, and the note says so") {
    const folder made;
    std::ofstream(made / "file") << "in the way";
    const kernel_cache cache(made / "file/kernels");
    std::string note;
    cache.store("key", "code", note);
    CHECK(note.find("not stored") != std::string::npos);
    note.clear();
    CHECK_FALSE(cache.find("key", note));
}

TEST_CASE("the environment says where the cache is") {
    const variable xdg("XDG_CACHE_HOME", "/xdg"), home("HOME", "/home/somebody");
    {
        const variable named("GRAPHBLAS_GPU_CACHE_DIR", "/named");
        CHECK(kernel_cache::of_user().facts().folder == "/named");
    }
    {
        const variable off("GRAPHBLAS_GPU_CACHE_DIR", "off");
        CHECK(kernel_cache::of_user().facts().folder.empty());
        std::string note;
        kernel_cache::of_user().store("key", "code", note);
        CHECK_FALSE(kernel_cache::of_user().find("key", note));
        CHECK(note.empty());
    }
    const variable none("GRAPHBLAS_GPU_CACHE_DIR", nullptr);
    CHECK(kernel_cache::of_user().facts().folder == "/xdg/graphblas_gpu/kernels");
    const variable relative("XDG_CACHE_HOME", "relative");
    CHECK(kernel_cache::of_user().facts().folder == "/home/somebody/.cache/graphblas_gpu/kernels");
}

TEST_CASE("several processes store, read and remove at once") {
    const folder made;
    const auto code_of = [](int key) {
        return std::string(static_cast<std::size_t>(2000 + 100 * key), static_cast<char>('a' + key));
    };
    std::vector<pid_t> children;
    for (int child = 0; child < 8; ++child) {
        const pid_t pid = ::fork();
        REQUIRE(pid >= 0);
        if (pid == 0) {
            const kernel_cache cache(made / "kernels", 9000);  // room for some of them
            bool is_right = true;
            std::string note;
            for (int round = 0; round < 200; ++round) {
                const int key = (round * 7 + child) % 10;
                const auto found = cache.find(std::to_string(key), note);
                if (found)
                    is_right = is_right && *found == code_of(key);
                else
                    cache.store(std::to_string(key), code_of(key), note);
            }
            ::_exit(is_right && note.empty() ? 0 : 1);
        }
        children.push_back(pid);
    }
    for (const pid_t pid : children) {
        int status = 0;
        REQUIRE(::waitpid(pid, &status, 0) == pid);
        CHECK(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 0);
    }
    const kernel_cache cache(made / "kernels");
    CHECK(cache.facts().bytes <= 9000);
}
