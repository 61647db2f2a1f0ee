// Every command of grb while allocations fail.
//
// Needs: grb (GRB_PATH) and the library of preloaded.cpp (FAILING_LIBRARY).
// Idea: a command runs again and again, with one of its allocations failing, four in a row, or all from one on. It succeeds, or
// ends with status 1 and one line about memory; the file that it writes is complete or as it was, and nothing lies beside it.
// The allocations of a command are tens of thousands, of which a sample is taken that differs from command to command: few of
// those that declare the command line, more of the command's own.
#include <tests/catch.hpp>
#include <tests/files.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using folder = test_files::temporary_folder;
using test_files::content_of;

constexpr long all_later = 1L << 40;
constexpr const char* old_content = "the old file\n";

struct outcome {
    int status = -1;
    std::string out, err;
};

/// Runs grb with the allocations first .. last failing. The words of the line are separated by single spaces.
outcome run(const folder& here, const std::string& line, long first, long last) {
    std::vector<std::string> words{GRB_PATH};
    std::istringstream split(line);
    for (std::string word; split >> word;) words.push_back(word);
    std::vector<std::string> environment{"LD_PRELOAD=" FAILING_LIBRARY,
                                         "CUDA_VISIBLE_DEVICES=",
                                         "FAILING_ALLOCATIONS=" + std::to_string(first) + " " + std::to_string(last),
                                         "FAILING_COUNT=" + here / "count",
                                         "HOME=" + here / "home",
                                         "PATH=/usr/bin:/bin"};
    const auto pointers = [](std::vector<std::string>& from) {
        std::vector<char*> to;
        for (std::string& word : from) to.push_back(word.data());
        to.push_back(nullptr);
        return to;
    };
    const std::string out = here / "stdout", err = here / "stderr";
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pid_t child = 0;
    const int failure = ::posix_spawn(&child, GRB_PATH, &files, nullptr, pointers(words).data(), pointers(environment).data());
    ::posix_spawn_file_actions_destroy(&files);
    REQUIRE(failure == 0);
    outcome result;
    int status = 0;
    ::waitpid(child, &status, 0);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.out = content_of(out);
    result.err = content_of(err);
    return result;
}

/// The answer without its times, which differ from run to run.
std::string without_times(const std::string& answer) {
    std::istringstream lines(answer);
    std::string kept;
    for (std::string line; std::getline(lines, line);)
        if (line.find("seconds") == std::string::npos && line.find("ms") == std::string::npos) kept += line + '\n';
    return kept;
}

}  // namespace

TEST_CASE("a command whose allocations fail says so in one line and leaves no unfinished file", "[failing][tool]") {
    const folder here, outputs;
    const std::string graph = here.file("g.tsv", [] {
        std::string text;
        for (int i = 0; i < 60; ++i) {
            text += std::to_string(i) + '\t' + std::to_string((i * 7 + 1) % 60) + '\t' + std::to_string(i % 5 + 1) + '\n';
            text += std::to_string(i) + '\t' + std::to_string((i * 3 + 2) % 60) + '\t' + std::to_string(i % 4 + 1) + '\n';
        }
        return text;
    }());
    const std::string out = outputs / "out.tsv", binary = outputs / "out.gbm", packed = outputs / "out.mtx.gz",
                      svg = outputs / "out.svg";
    const std::string one = " --threads 1", g = " " + graph;
    struct command {
        std::string line;
        std::string file = {};  ///< that it writes
    };
    const std::vector<command> commands{
        {"info" + g + one},
        {"info" + g + " --json --threads 3"},
        {"tc" + g + one + " --undirected"},
        {"bfs" + g + " --source 0,5,9 --json" + one},
        {"bfs" + g + " --source 0 --out " + out + one, out},
        {"mssp" + g + " --source 0 --out " + out + one, out},
        {"pagerank" + g + " --out " + out + one, out},
        {"lcc" + g + " --out " + out + one, out},
        {"kcore" + g + " --out " + out + one, out},
        {"ktruss" + g + " --k 3" + one},
        {"jaccard" + g + " --undirected --out " + out + one, out},
        {"betweenness" + g + " --undirected --out " + out + one, out},
        {"closeness" + g + " --undirected --out " + out + one, out},
        {"louvain" + g + " --out " + out + one, out},
        {"cc" + g + " --out " + out + one, out},
        {"mis" + g + " --seed 5" + one},
        {"scc" + g + " --json" + one},
        {"msf" + g + " --out " + out + one, out},
        {"communities" + g + " --out " + out + one, out},
        {"mcl" + g + " --inflation 3" + one},
        {"mxm" + g + g + " --semiring min_plus --out " + packed + one, packed},
        {"mxm" + g + " --count --threads 3"},
        {"spamm" + g + " --error 1e-3" + one},
        {"convert" + g + " " + binary + one, binary},
        {"convert" + g + " --named " + out + one, out},
        {"order" + g + " " + binary + " --by jaccard" + one, binary},
        {"picture" + g + " --out " + svg + one, svg},
        {"generate rmat 5 4 --seed 1 --out " + out + one, out},
        {"cache"},
        {"--help"},
        {"bfs --help-all"},
        {"bfs" + g + " --nonsense 5"},
        {"info /nowhere/at/all" + one},  // on the host: what the driver of a device allocates is out of our hands
    };
    // Most allocations are those of the declarations of all commands.
    REQUIRE(run(here, "cache", 0, 0).status == 0);
    const long declarations = std::stol(content_of(here / "count")) - 500;
    long injections = 0, successes = 0, offset = 0;
    for (const command& c : commands) {
        INFO("grb " << c.line);
        const auto begin = [&] {
            if (!c.file.empty()) std::ofstream(c.file) << old_content;
        };
        begin();
        const outcome whole = run(here, c.line, 0, 0);
        const std::string file = c.file.empty() ? "" : content_of(c.file);
        const long count = std::stol(content_of(here / "count"));
        REQUIRE(whole.status < 128);
        ++offset;
        for (const long in_a_row : {1L, 4L, all_later}) {
            const auto next = [&](long first) {
                if (first < declarations) return std::min(first + declarations / 2, declarations + (offset + in_a_row) % 7);
                return first + std::max<long>((count - declarations) / 8, 1);
            };
            for (long first = 1 + (offset * 997 + in_a_row) % (declarations / 2); first <= count; first = next(first)) {
                begin();
                const outcome r = run(here, c.line, first, first + in_a_row - 1);
                ++injections;
                INFO("allocations from " << first << " of " << count << ", " << in_a_row << " in a row: status " << r.status
                                         << "\n"
                                         << r.err << r.out);
                if (r.status == whole.status && r.err == whole.err) {
                    ++successes;
                    CHECK(without_times(r.out) == without_times(whole.out));
                    if (!c.file.empty()) CHECK(content_of(c.file) == file);
                } else {
                    CHECK(r.status == 1);
                    CHECK(r.err.starts_with("grb: "));
                    CHECK(r.err.find('\n') == r.err.size() - 1);
                    CHECK(r.err.find("memory") != std::string::npos);
                    if (!c.file.empty()) {
                        const std::string now = content_of(c.file);
                        CHECK((now == old_content || now == file));
                    }
                }
                for (const auto& entry : std::filesystem::directory_iterator(outputs / ""))
                    CHECK((entry.path() == out || entry.path() == binary || entry.path() == packed || entry.path() == svg));
            }
        }
    }
    std::printf("%ld injections, %ld commands succeeded nevertheless\n", injections, successes);
    CHECK(injections > 500);
}
