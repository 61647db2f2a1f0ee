// Needs: grb; nodes of the devices /dev/full and /dev/null.
// Idea: whatever goes wrong while grb writes (a full disk, a signal, a second grb), the file that was there before stays
// as it was, nothing else is left in its directory, and the exit status says what happened. Data on standard output and
// the summary do not mix.
#include "../device_node.hpp"
#include "support.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <thread>
#include <vector>

using namespace tool_test;
namespace fs = std::filesystem;

namespace {

using names = std::vector<std::string>;

names names_in(const folder& here) {
    names found;
    for (const auto& entry : fs::directory_iterator(here / "")) found.push_back(entry.path().filename());
    std::sort(found.begin(), found.end());
    return found;
}

/// Every command that writes a file, up to the place of its name.
names writing_commands(const std::string& graph, const std::string& aside) {
    return {"convert " + graph + " ",
            "convert " + graph + " " + aside + " --relabel --old-ids ",
            "order " + graph + " --by degree ",
            "order " + graph + " --by degree --old-ids ",
            "generate rmat 10 8 --out ",
            "bfs " + graph + " --out ",
            "mssp " + graph + " --out ",
            "mxm " + graph + " --out "};
}

/// A process that is waited for, or ended.
class process {
  public:
    explicit process(names words) {
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        id_ = ::fork();
        REQUIRE(id_ >= 0);
        if (id_ > 0) return;
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
        const int nowhere = ::open("/dev/null", O_WRONLY);
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
        ::execv(arguments[0], arguments.data());
        ::_exit(127);
    }
    ~process() {
        if (!status_) send(SIGKILL);
        if (!status_) wait();
    }
    process(const process&) = delete;
    process& operator=(const process&) = delete;

    void send(int signal) const { ::kill(id_, signal); }
    bool ended() {
        int status = 0;
        if (!status_ && ::waitpid(id_, &status, WNOHANG) == id_) status_ = status;
        return status_.has_value();
    }
    int wait() {
        int status = 0;
        if (!status_ && ::waitpid(id_, &status, 0) == id_) status_ = status;
        return status_.value_or(-1);
    }

  private:
    pid_t id_ = -1;
    std::optional<int> status_;
};

/// Whether the folder has a file that is being written and holds something already.
bool is_written_in(const folder& here) {
    for (const std::string& name : names_in(here)) {
        std::error_code gone;
        if (has(name, ".unfinished-") && fs::file_size(here / name, gone) > 0 && !gone) return true;
    }
    return false;
}

/// The status of `grb words` that gets the signal while it writes; nothing if it was done before.
std::optional<int> interrupted(const folder& here, const names& words, int signal) {
    names line{GRB_PATH};
    line.insert(line.end(), words.begin(), words.end());
    process grb(line);
    while (!is_written_in(here)) {
        if (grb.ended()) return std::nullopt;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    grb.send(SIGSTOP);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const bool in_time = is_written_in(here);
    grb.send(in_time ? signal : SIGKILL);
    grb.send(SIGCONT);
    const int status = grb.wait();
    return in_time ? std::optional(status) : std::nullopt;
}

}  // namespace

TEST_CASE("grb leaves files as they were on a full disk", "[tool][output]") {
    const folder input, here, devices;
    const auto null = device_node(devices / "", "null", "grb leaves files as they were on a full disk");
    if (!null) return;
    const std::string graph = input / "g.tsv", binary = input / "g.gbm";
    REQUIRE(run_grb("generate rmat 10 8 --weights random:1 --out " + graph).status == 0);
    REQUIRE(run_grb("convert " + graph + " " + binary).status == 0);
    const auto limited = [](const std::string& arguments) {
        return run_line("ulimit -f 4; '" + std::string(GRB_PATH) + "' " + arguments);
    };
    for (const std::string& command : writing_commands(graph, *null)) {
        const bool is_matrix = !has(command, "--old-ids") && !command.starts_with("bfs") && !command.starts_with("mssp");
        for (const std::string& name :
             is_matrix ? names{"x.mtx", "x.tsv", "x.csv", "x.gbm", "x.mtx.gz"} : names{"x.tsv", "x.csv", "x.tsv.gz"}) {
            const std::string path = here.file(name, "old"), missing = here / ("new_" + name);
            INFO(command << name);
            const outcome full = limited(command + path);
            CHECK(full.status == 1);
            CHECK(full.out.empty());
            CHECK(full.err == "grb: " + path + ": cannot be written: File too large; the old file is as it was\n");
            CHECK(text_of(path) == "old");
            CHECK(limited(command + missing).status == 1);
            CHECK(names_in(here) == names{name});
            fs::remove(path);
        }
    }
    // The only copy.
    const std::string before = text_of(binary);
    CHECK(limited("convert " + binary + " " + binary).status == 1);
    const bool kept = text_of(binary) == before;
    CHECK(kept);
    CHECK(run_grb("convert " + binary + " " + binary).status == 0);
    const bool same_again = text_of(binary) == before;
    CHECK(same_again);
    CHECK(names_in(input) == names{"g.gbm", "g.tsv"});
}

TEST_CASE("grb without standard streams ends as it would with them", "[tool][output]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph), out = here / "out.tsv";
    for (const char* const streams : {" 2>&-", " 2>/dev/full", " <&- 2>&-"}) {
        INFO(streams);
        CHECK(run_grb("frobnicate" + std::string(streams)).status == 2);
        CHECK(run_grb("info " + (here / "none.tsv") + streams).status == 1);
        CHECK(run_grb("order " + graph + " -" + streams).status == 0);
        CHECK(run_grb("bfs " + graph + " --verbose --out " + out + streams).status == 0);
        CHECK(text_of(out).starts_with("# source"));
    }
    CHECK(run_grb("bfs " + graph + " --out " + out + " >&-").status == 1);
    CHECK(text_of(out).starts_with("# source"));
}

TEST_CASE("grb writes one file for each option, and packs it as its name says", "[tool][output]") {
    const folder here;
    const std::string table = here.file("g.csv", "a,b\nb,c\n"), out = here / "out.mtx";
    const std::string same = here / "." + std::string("/out.mtx"), named = " --named ";
    for (const std::string& command : {"bfs " + table + named + "--names " + same + " --out " + out,
                                       "convert " + table + " " + out + named + "--old-ids " + same,
                                       "order " + table + " " + out + named + "--names " + out})
        CHECK(has(complaint(command, 2), "name the same file"));
    CHECK(run_grb("bfs " + table + named + "--names /dev/null --out /dev/null").status == 0);
    CHECK(has(complaint("convert " + table + " " + out + ".xz --named", 2), "gzip"));
    CHECK(has(complaint("convert " + table + " " + out + " --names " + out + ".xz", 1), "gzip"));
    CHECK(names_in(here) == names{"g.csv"});
}

TEST_CASE("grb reports that standard output is full", "[tool][output]") {
    const folder here, devices;
    const auto device = device_node(devices / "", "full", "grb reports that standard output is full");
    if (!device) return;
    const std::string graph = here.file("g.tsv", small_graph), into_device = " > " + *device;
    fs::create_symlink("/proc/self/fd/1", here / "stdout");
    const auto full = [](const std::string& arguments) {
        INFO(arguments);
        const outcome result = run_grb(arguments);
        CHECK(result.status == 1);
        CHECK(has(result.err, "grb: "));
    };
    for (const std::string& command : writing_commands(graph, here / "aside")) {
        full(command + *device);
        if (has(command, "--old-ids")) continue;
        for (const std::string& name : {std::string("-"), here / "stdout", std::string("/dev/fd/1")})
            full(command + name + into_device);
        // The summary, where the data go to a file.
        full(command + here / "out" + into_device);
    }
    for (const char* const arguments : {"--help", "--version", "completion bash", "info --help"})
        full(arguments + into_device);
    full("info " + graph + into_device);
    full("info " + graph + " --json" + into_device);
    // A stream that is closed from the beginning.
    full("info " + graph + " >&-");
    full("convert " + graph + " - >&-");
    full("convert " + graph + " " + here / "closed.mtx" + " <&- >&-");
    CHECK(run_grb("info " + here / "closed.mtx").status == 0);
}

TEST_CASE("grb that is interrupted leaves the old file and nothing else", "[tool][output]") {
    const folder input, here;
    const std::string graph = input / "g.gbm", target = here / "x.tsv";
    REQUIRE(run_grb("generate rmat 15 16 --weights random:1 --out " + graph).status == 0);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        for (const bool exists : {true, false}) {
            INFO("signal " << signal << (exists ? ", there is an old file" : ""));
            std::optional<int> status;
            for (int attempt = 0; attempt < 50 && !status; ++attempt) {
                for (const std::string& name : names_in(here)) fs::remove(here / name);
                if (exists) here.file("x.tsv", "old");
                status = interrupted(here, {"convert", graph, target}, signal);
            }
            REQUIRE(status.has_value());
            REQUIRE(WIFSIGNALED(*status));
            CHECK(WTERMSIG(*status) == signal);
            CHECK(names_in(here) == (exists ? names{"x.tsv"} : names{}));
            if (exists) CHECK(text_of(target) == "old");
        }
    }
    // Several signals in quick succession, as two of Ctrl-C or those of `timeout`: another thread may take the second one.
    for (int attempt = 0; attempt < 30; ++attempt) {
        process grb({GRB_PATH, "convert", graph, target});
        while (!is_written_in(here) && !grb.ended()) std::this_thread::sleep_for(std::chrono::microseconds(50));
        for (int k = 0; k < 4 && !grb.ended(); ++k) grb.send(k % 2 == 0 ? SIGINT : SIGTERM);
        grb.wait();
        const names left = names_in(here);
        CHECK(std::none_of(left.begin(), left.end(), [](const std::string& name) { return has(name, ".unfinished-"); }));
    }
    // What was ignored from the beginning stays ignored.
    const outcome kept = run_line("trap '' HUP; '" + std::string(GRB_PATH) + "' convert " + graph + " " + target +
                                  " >/dev/null & id=$!; sleep 0.1; kill -HUP $id; wait $id");
    CHECK(kept.status == 0);
    CHECK(run_grb("info " + target).status == 0);
}

TEST_CASE("grb writes through links and keeps permissions", "[tool][output]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    REQUIRE(run_grb("convert " + graph + " " + here / "expected.mtx").status == 0);
    const std::string real = here.file("real.mtx", "old");
    fs::create_symlink("real.mtx", here / "link.mtx");
    fs::permissions(real, fs::perms(0640));
    CHECK(run_grb("convert " + graph + " " + here / "link.mtx").status == 0);
    CHECK(fs::is_symlink(here / "link.mtx"));
    CHECK(text_of(real) == text_of(here / "expected.mtx"));
    CHECK(fs::status(real).permissions() == fs::perms(0640));
    CHECK(run_line("umask 027; '" + std::string(GRB_PATH) + "' convert " + graph + " " + here / "masked.mtx").status == 0);
    CHECK(fs::status(here / "masked.mtx").permissions() == fs::perms(0640));
    // A FIFO stays one.
    const std::string fifo = here / "fifo";
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    CHECK(run_line("cat '" + fifo + "' > '" + here / "copy.mtx" + "' & '" + GRB_PATH + "' convert " + graph + " " + fifo +
                   " && wait")
              .status == 0);
    CHECK(text_of(here / "copy.mtx") == text_of(here / "expected.mtx"));
    CHECK(fs::is_fifo(fifo));
}

TEST_CASE("two grb that write one file leave the file of one of them", "[tool][output]") {
    const folder input, here;
    const names kinds{"rmat 12 8 --seed 1", "rmat 12 8 --seed 2"};
    names expected;
    for (const std::string& kind : kinds) expected.push_back(run_grb("generate " + kind).out);
    for (int round = 0; round < 5; ++round) {
        const std::string grb = std::string("'") + GRB_PATH + "' generate ";
        const std::string out = " --out " + here / "x.mtx";
        CHECK(run_line(grb + kinds[0] + out + " & one=$!; " + grb + kinds[1] + out + " && wait $one").status == 0);
        const std::string made = text_of(here / "x.mtx");
        const bool whole = made == expected[0] || made == expected[1];
        CHECK(whole);
        CHECK(names_in(here) == names{"x.mtx"});
    }
}

TEST_CASE("grb keeps its summary off the data under every name of standard output", "[tool][output]") {
    const folder here, devices;
    const std::string graph = here.file("g.tsv", small_graph), file = here / "out", aside = here / "aside";
    const auto null = device_node(devices / "", "null", "grb: what goes to /dev/null mixes with nothing");
    // As /dev/stdout is, but none that the machine needs.
    const std::string link = here / "stdout";
    fs::create_symlink("/proc/self/fd/1", link);
    for (const std::string& command : writing_commands(graph, aside)) {
        if (has(command, "--old-ids")) {
            for (const std::string& name : {std::string("-"), link}) CHECK(has(complaint(command + name, 2), "--old-ids"));
            continue;
        }
        INFO(command);
        const outcome plain = run_grb(command + "-");
        REQUIRE(plain.status == 0);
        const bool silent = command.starts_with("generate");
        CHECK(plain.err.empty() == silent);
        for (const std::string& name : {link, std::string("/dev/fd/1"), std::string("/proc/self/fd/1")}) {
            INFO(name);
            const outcome piped = run_grb(command + name);
            CHECK(piped.status == 0);
            CHECK(piped.out == plain.out);
            CHECK(piped.err.empty() == silent);
            const outcome redirected = run_grb(command + name + " > " + file);
            CHECK(redirected.status == 0);
            CHECK(text_of(file) == plain.out);
            CHECK(has(complaint(command + name + " --json", 2), name));
        }
        const outcome same_file = run_grb(command + file + " >> " + file);
        CHECK(same_file.status == 0);
        CHECK(same_file.err.empty() == silent);
        CHECK(text_of(file) == plain.out + plain.out);
        fs::remove(file);
        if (!null) continue;
        const outcome nowhere = run_grb(command + *null + " --json > " + *null);
        CHECK(nowhere.status == 0);
        CHECK(nowhere.err.empty());
    }
}

TEST_CASE("grb refuses an edge list of its own that was cut off", "[tool][output]") {
    const folder here;
    REQUIRE(run_grb("generate rmat 6 4 --out " + here / "g.tsv").status == 0);
    const std::string text = text_of(here / "g.tsv");
    const std::string cut = here.file("cut.tsv", text.substr(0, text.find('\n', text.size() / 2) + 1));
    const std::string said = complaint("info " + cut, 1);
    CHECK(said.starts_with(cut + ":1: the header promises "));
    CHECK(has(said, "the file is incomplete"));
}
