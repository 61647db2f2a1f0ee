// Needs: a directory for temporary files on a system with permissions and links; some parts want to be the superuser, or not.
// Idea: whatever goes wrong while a file is written, and whoever writes it, the file that was there before stays as it
// was, and nothing else is left in its directory.
#include "../device_node.hpp"
#include "support.hpp"
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/output.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/text_file.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <utility>

using namespace io_test;
namespace fs = std::filesystem;

namespace {

using names = std::vector<std::string>;

names names_in(const temporary_directory& dir) {
    names found;
    for (const auto& entry : fs::directory_iterator(dir / "")) found.push_back(entry.path().filename());
    std::sort(found.begin(), found.end());
    return found;
}

void write_text(const std::string& path, const std::string& text) {
    gb::io::output out(path);
    out.write(text);
    out.close();
}

mode_t mode_of(const std::string& path) {
    struct stat s = {};
    REQUIRE(::stat(path.c_str(), &s) == 0);
    return s.st_mode & 07777;
}

/// Files of this process cannot grow beyond so many bytes; a longer one is an error of write().
class size_limit {
  public:
    explicit size_limit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit now{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &now);
    }
    ~size_limit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

  private:
    rlimit before_{};
    void (*handler_)(int);
};

/// The superuser may write everywhere, so for a while this process is somebody else.
class ordinary_user {
  public:
    ordinary_user() : was_superuser_(::geteuid() == 0), group_(::getegid()) {
        if (was_superuser_) changed_ = ::setegid(nobody) == 0 && ::seteuid(nobody) == 0;
    }
    ~ordinary_user() {
        if (was_superuser_) was_superuser_ = ::seteuid(0) == 0 && ::setegid(group_) == 0;
    }

    static constexpr uid_t nobody = 65534;
    bool is() const { return !was_superuser_ || changed_; }

  private:
    bool was_superuser_;
    bool changed_ = false;
    gid_t group_;
};

/// What the call says, if it throws an io_error. For places where no assertion may run.
std::string said_by(const std::function<void()>& call) {
    try {
        call();
    } catch (const gb::io_error& e) {
        return e.what();
    }
    return "";
}

}  // namespace

TEST_CASE("output: the old file stays until the new one is complete", "[io][output_file]") {
    const temporary_directory dir;
    const std::string path = dir.file("a.txt", "old");
    for (const bool packed : {false, true}) {
        const std::string target = packed ? dir.file("a.gz", "old") : path;
        {
            gb::io::output out(target);
            out.write(std::string(3'000'000, 'x'));
            CHECK(bytes_of(target) == "old");
            const names while_writing = names_in(dir);
            REQUIRE(while_writing.size() == (packed ? 3 : 2));
            CHECK_THAT(while_writing[1], contains_text(packed ? "a.gz.unfinished-" : "a.txt.unfinished-"));
        }
        CHECK(bytes_of(target) == "old");
        CHECK(names_in(dir).size() == (packed ? 2 : 1));
    }
    write_text(path, "new");
    CHECK(bytes_of(path) == "new");
    write_text(dir / "b.txt", "b");
    CHECK(names_in(dir) == names{"a.gz", "a.txt", "b.txt"});
    const std::string long_name(255, 'n');
    write_text(dir / long_name, "long");
    CHECK(bytes_of(dir / long_name) == "long");
    CHECK_FALSE(said_by([&] { write_text(dir / (long_name + "n"), "longer"); }).empty());
    check_io_error([&] { write_text("", "x"); }, "", 0, "cannot be written: no such file or directory");
    const std::string folder = dir / "none/";
    check_io_error([&] { write_text(folder, "x"); }, folder, 0, "cannot be written: ");
    CHECK(names_in(dir).size() == 4);
}

TEST_CASE("writers: a full disk leaves the old file as it was", "[io][output_file]") {
    const temporary_directory dir;
    gb::coordinates entries = gb::rmat(12, 8, {.seed = 5});
    const auto structure = gb::from_coordinates<void>(entries);
    gb::assign_random_weights(entries, 3);
    const auto a = gb::from_coordinates<std::int64_t>(entries);
    const gb::context ctx = gb::context::host({.threads = 2});
    using writer = std::function<void(const std::string&)>;
    const std::vector<std::pair<std::string, writer>> writers{
        {"mtx", [&](const std::string& path) { gb::write_matrix_market(path, a); }},
        {"entries.mtx", [&](const std::string& path) { gb::write_matrix_market(ctx, path, entries); }},
        {"half.mtx", [&](const std::string& path) { gb::write_matrix_market(ctx, path, structure, {.symmetric = true}); }},
        {"tsv", [&](const std::string& path) { gb::write_edge_list(ctx, path, a); }},
        {"entries.tsv", [&](const std::string& path) { gb::write_edge_list(path, entries); }},
        {"gbm", [&](const std::string& path) { gb::write_binary(ctx, path, a); }},
        {"any.gbm", [&](const std::string& path) { gb::write_matrix(ctx, path, a); }},
        {"text", [&](const std::string& path) {
             gb::io::text_writer out(path);
             for (int k = 0; k < 200'000; ++k) out.text(std::to_string(k * 7919));
             out.close();
         }}};
    for (const auto& [name, write] : writers) {
        for (const std::string ending : {"", ".gz"}) {
            INFO(name << ending);
            const std::string path = dir.file("x." + name + ending, "old");
            const std::string missing = dir / ("y." + name + ending);
            std::string said, said_of_missing;
            {
                const size_limit small(10'000);
                said = said_by([&, &write = write] { write(path); });
                said_of_missing = said_by([&, &write = write] { write(missing); });
            }
            CHECK(said == path + ": cannot be written: File too large; the old file is as it was");
            CHECK(said_of_missing == missing + ": cannot be written: File too large");
            CHECK(bytes_of(path) == "old");
            CHECK(names_in(dir) == names{"x." + name + ending});
            fs::remove(path);
        }
    }
}

TEST_CASE("output: an exception of whoever makes the text leaves the old file as it was", "[io][output_file]") {
    const temporary_directory dir;
    const std::string path = dir.file("a.txt", "old");
    gb::host::team team(2);
    const auto write = [&] {
        gb::io::output out(path);
        out.write_pieces(&team, 20, [](std::uint64_t k, std::string& text) {
            if (k == 11) throw gb::invalid_value("piece 11");
            text += std::string(100'000, 'x');
        });
        out.close();
    };
    CHECK_THROWS_AS(write(), gb::invalid_value);
    CHECK(bytes_of(path) == "old");
    CHECK(names_in(dir) == names{"a.txt"});
}

TEST_CASE("remove_unfinished_files: what a signal handler calls", "[io][output_file]") {
    const temporary_directory dir;
    const std::string path = dir.file("a.txt", "old");
    {
        gb::io::output one(path), two(path), three(dir / "new.gz");
        one.write("one");
        CHECK(names_in(dir).size() == 4);
        const pid_t child = ::fork();
        if (child == 0) {
            gb::remove_unfinished_files();
            ::_exit(0);
        }
        REQUIRE(::waitpid(child, nullptr, 0) == child);
        CHECK(names_in(dir).size() == 4);
        gb::remove_unfinished_files();
        CHECK(names_in(dir) == names{"a.txt"});
        check_io_error([&] { one.close(); }, path, 0,
                       "cannot be written: no such file or directory; the old file is as it was");
    }
    CHECK(bytes_of(path) == "old");
    write_text(path, "complete");
    gb::remove_unfinished_files();
    CHECK(bytes_of(path) == "complete");
    CHECK(names_in(dir) == names{"a.txt"});
}

TEST_CASE("output: two writers of one file do not meet", "[io][output_file]") {
    const temporary_directory dir;
    const std::string path = dir.file("a.txt", "old");
    gb::io::output one(path), two(path);
    one.write("one ");
    two.write("two ");
    one.write("one");
    two.write("two");
    two.close();
    CHECK(bytes_of(path) == "two two");
    one.close();
    CHECK(bytes_of(path) == "one one");
    CHECK(names_in(dir) == names{"a.txt"});

    // A process with the same number that was killed long ago may have left the very names that come next.
    std::string next;
    {
        gb::io::output probe(path);
        next = names_in(dir).back();
    }
    const std::size_t digits = next.rfind('-') + 1;
    names others;
    for (int k = 1; k <= 3; ++k)
        others.push_back(dir.file(next.substr(0, digits) + std::to_string(std::stoi(next.substr(digits)) + k), "other"));
    write_text(path, "three");
    CHECK(bytes_of(path) == "three");
    for (const std::string& other : others) CHECK(bytes_of(other) == "other");
}

TEST_CASE("output: symbolic links stay, and what they lead to is replaced", "[io][output_file]") {
    const temporary_directory dir;
    fs::create_directory(dir / "below");
    const std::string real = dir.file("below/real.txt", "old");
    fs::create_symlink("below/real.txt", dir / "link");
    fs::create_symlink("../link", dir / "below/link_to_link");
    fs::create_symlink(dir / "below/new.txt", dir / "to_nothing");
    fs::create_symlink("loop", dir / "loop");
    write_text(dir / "link", "one");
    CHECK(bytes_of(real) == "one");
    write_text(dir / "below/link_to_link", "two");
    CHECK(bytes_of(real) == "two");
    write_text(dir / "to_nothing", "three");
    CHECK(bytes_of(dir / "below/new.txt") == "three");
    check_io_error([&] { write_text(dir / "loop", "x"); }, dir / "loop", 0, "Too many levels of symbolic links");
    CHECK(fs::is_symlink(dir / "link"));
    CHECK(fs::is_symlink(dir / "below/link_to_link"));
    CHECK(fs::is_symlink(dir / "to_nothing"));
    CHECK(names_in(dir) == names{"below", "link", "loop", "to_nothing"});
}

TEST_CASE("output: the new file has the permissions of the old one", "[io][output_file]") {
    const temporary_directory dir;
    for (const mode_t mode : {0600, 0640, 0755, 0666}) {
        const std::string path = dir.file("a.txt", "old");
        REQUIRE(::chmod(path.c_str(), mode) == 0);
        const mode_t mask = ::umask(022);
        write_text(path, "new");
        ::umask(mask);
        CHECK(mode_of(path) == mode);
    }
    const mode_t mask = ::umask(027);
    write_text(dir / "b.txt", "new");
    ::umask(mask);
    CHECK(mode_of(dir / "b.txt") == 0640);

    if (::geteuid() != 0) {
        WARN("skipped: owners and groups of files: only the superuser can give files away");
        return;
    }
    constexpr gid_t strange = 54321;
    const std::string path = dir.file("c.txt", "old");
    REQUIRE(::chown(path.c_str(), ordinary_user::nobody, strange) == 0);
    REQUIRE(::chmod(path.c_str(), 0664) == 0);
    struct stat s = {};
    write_text(path, "new");
    REQUIRE(::stat(path.c_str(), &s) == 0);
    CHECK(s.st_uid == ordinary_user::nobody);
    CHECK(s.st_gid == strange);
    CHECK(mode_of(path) == 0664);
    // Whoever cannot keep the group does not give its rights to another one.
    REQUIRE(::chmod((dir / "").c_str(), 0777) == 0);
    std::string said;
    {
        const ordinary_user now;
        REQUIRE(now.is());
        said = said_by([&] { write_text(path, "newer"); });
    }
    CHECK(said.empty());
    REQUIRE(::stat(path.c_str(), &s) == 0);
    CHECK(s.st_gid != strange);
    CHECK(mode_of(path) == 0644);
}

TEST_CASE("output: files and directories that may not be written", "[io][output_file]") {
    const temporary_directory dir;
    fs::create_directory(dir / "closed");
    const std::string read_only = dir.file("read_only", "old"), in_closed = dir.file("closed/a.txt", "old");
    fs::permissions(dir / "", fs::perms::all);
    fs::permissions(read_only, fs::perms(0444));
    fs::permissions(in_closed, fs::perms(0666));
    fs::permissions(dir / "closed", fs::perms(0555));
    std::string of_read_only, of_closed, of_new;
    {
        const ordinary_user now;
        REQUIRE(now.is());
        of_read_only = said_by([&] { write_text(read_only, "new"); });
        of_closed = said_by([&] { write_text(in_closed, "new"); });
        of_new = said_by([&] { write_text(dir / "closed/b.txt", "new"); });
    }
    fs::permissions(dir / "closed", fs::perms::all);
    CHECK(of_read_only == read_only + ": cannot be written: Permission denied; the old file is as it was");
    for (const std::string& said : {of_closed, of_new}) {
        CHECK_THAT(said, contains_text("no new file can be made in the directory " + fs::canonical(dir / "closed").string() +
                                       " (Permission denied)"));
        CHECK_THAT(said, contains_text("name a file in another directory"));
    }
    CHECK(bytes_of(read_only) == "old");
    CHECK(bytes_of(in_closed) == "old");
    CHECK(names_in(dir) == names{"closed", "read_only"});
}

TEST_CASE("output: what another user put into a directory open to all is not written through", "[io][output_file]") {
    if (::geteuid() != 0) {
        WARN("skipped: output: planted links and FIFOs: only the superuser can give files away");
        return;
    }
    constexpr uid_t stranger = 54321, superuser = 0, nobody = ordinary_user::nobody;
    const temporary_directory outside;
    REQUIRE(::chmod((outside / "").c_str(), 0777) == 0);
    struct planted {
        mode_t directory;
        uid_t owner;        // of the link, FIFO or file
        bool by_superuser;  // who writes: the superuser, who owns the directory, or another user
        bool is_refused;
    };
    const std::vector<planted> cases{{01777, stranger, false, true},  {01777, stranger, true, true},
                                     {01777, nobody, true, true},     {01777, nobody, false, false},
                                     {01777, superuser, true, false}, {0777, stranger, false, false},
                                     {01755, stranger, true, false},  {01777, superuser, false, false}};
    for (const planted& p : cases) {
        const uid_t writer = p.by_superuser ? superuser : nobody;
        for (const std::string kind : {"link", "link to nothing", "link to link", "FIFO", "file"}) {
            // Where only its owner can remove a file, nobody can replace that of another user.
            if (kind == "file" && p.owner == superuser && !p.by_superuser) continue;
            const temporary_directory dir;
            INFO(kind << " of " << p.owner << " in a directory " << p.directory
                      << (p.by_superuser ? ", for the superuser" : ""));
            const std::string path = dir / "out", real = outside.file("real", "old");
            REQUIRE(::chown(real.c_str(), writer, 0) == 0);
            int reader = -1;
            if (kind == "link") fs::create_symlink(real, path);
            if (kind == "link to link") {
                fs::create_symlink(real, dir / "second");
                REQUIRE(::lchown((dir / "second").c_str(), p.owner, p.owner) == 0);
                fs::create_symlink("second", path);
            }
            if (kind == "link to nothing") fs::create_symlink(outside / "new", path);
            if (kind == "FIFO") REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
            if (kind == "file") dir.file("out", "old");
            const uid_t owner = kind == "link to link" ? writer : p.owner;
            REQUIRE(::lchown(path.c_str(), owner, owner) == 0);
            if (!kind.starts_with("link")) REQUIRE(::chmod(path.c_str(), 0666) == 0);
            if (kind == "FIFO") reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
            REQUIRE(::chmod((dir / "").c_str(), p.directory) == 0);
            std::string said;
            {
                std::optional<ordinary_user> now;
                if (!p.by_superuser) now.emplace();
                said = said_by([&] { write_text(path, "new"); });
            }
            char text[8] = {};
            const bool is_read = reader >= 0 && ::read(reader, text, sizeof text) == 3;
            ::close(reader);
            const bool is_written =
                kind == "FIFO" ? is_read : bytes_of(kind == "link to nothing" ? outside / "new" : path) == "new";
            CHECK(is_written == !p.is_refused);
            if (p.is_refused) {
                CHECK_THAT(said, contains_text("belongs to another user (uid " + std::to_string(p.owner) + ")"));
                CHECK(names_in(outside) == names{"real"});
                CHECK(bytes_of(real) == "old");
                CHECK(names_in(dir).size() == (kind == "link to link" ? 2 : 1));
            } else {
                CHECK(said.empty());
            }
            for (const std::string& name : names_in(outside)) fs::remove(outside / name);
        }
    }
}

TEST_CASE("output: what has no name of its own is written directly", "[io][output_file]") {
    const temporary_directory dir;
    const temporary_directory devices;
    if (const auto null = device_node(devices / "", "null", "output: a device is written directly")) {
        write_text(*null, "x");
        CHECK(fs::is_character_file(*null));
        CHECK(names_in(devices).size() <= 1);
    }
    const std::string path = dir.file("a.txt", "old and long");
    const int descriptor = ::open(path.c_str(), O_RDWR);
    REQUIRE(descriptor >= 0);
    write_text("/dev/fd/" + std::to_string(descriptor), "new");
    char text[8] = {};
    CHECK(::pread(descriptor, text, sizeof text, 0) == 3);  // the file that is open, and no other of its name
    ::close(descriptor);
    CHECK(bytes_of(path) == "new");
    CHECK(names_in(dir) == names{"a.txt"});
}

TEST_CASE("standard output is known under all its names", "[io][output_file]") {
    const temporary_directory dir;
    const std::string path = dir.file("out", "");
    fs::create_symlink("out", dir / "link");
    fs::create_hard_link(path, dir / "other_name");
    const names all{"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", path, dir / "link", dir / "other_name"};
    const auto answers_with = [](const std::string& file, const names& asked, const std::function<void()>& then = [] {}) {
        std::fflush(stdout);
        const int before = ::dup(STDOUT_FILENO), now = ::open(file.c_str(), O_WRONLY);
        ::dup2(now, STDOUT_FILENO);
        std::vector<bool> answers;
        for (const std::string& name : asked) answers.push_back(gb::io::is_standard_output(name));
        then();
        ::dup2(before, STDOUT_FILENO);
        ::close(before);
        ::close(now);
        return answers;
    };
    const auto append_all = [&] {
        for (const std::string& name : all)
            if (name != "/dev/stdout") write_text(name, "x");  // a link that a writer that is wrong would replace
    };
    CHECK(answers_with(path, all, append_all) == std::vector<bool>(all.size(), true));
    CHECK(bytes_of(path) == "xxxxxx");
    CHECK(answers_with(path, {"", dir / "missing", dir / "", "/dev/null"}) == std::vector<bool>(4, false));
    CHECK(answers_with("/dev/null", {"-", "/dev/null", path}) == std::vector<bool>{true, false, false});
}
