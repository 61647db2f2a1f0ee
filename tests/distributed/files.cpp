// Files that all ranks read, and graphs that they make together, beside one process.
#include "setting.hpp"
#include <graphblas_gpu/distributed/files.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>
#include <tests/messages.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

namespace fs = std::filesystem;

/// A folder that rank 0 makes for all ranks, and removes.
class folder {
  public:
    explicit folder(const setting& s) : s_(s) {
        std::int64_t number = getpid();
        s.ctx.world().broadcast(&number, sizeof(number), 0);
        path_ = fs::temp_directory_path() / ("distributed_" + std::to_string(number));
        by_rank_0([&] { fs::create_directories(path_); });
    }
    ~folder() {
        by_rank_0([&] { fs::remove_all(path_); });
    }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    template <class F>
    void by_rank_0(const F& f) const {
        (void)s_.ctx.together("by rank 0", {}, [&](dist::note&) {
            if (s_.ctx.rank() == 0) f();
        });
    }
    std::string text(const std::string& name, const std::string& content) const {
        by_rank_0([&] { std::ofstream(*this / name, std::ios::binary) << content; });
        return *this / name;
    }

  private:
    const setting& s_;
    fs::path path_;
};

template <class T>
void test_reading(const setting& s, const std::string& path, const gb::read_options& options = {}) {
    const std::string where = s.where + ", " + path;
    CHECK(is_same(s, dist::read_matrix<T>(s.ctx, path, options), gb::read_matrix<T>(s.host, path, options)));
}
template <class T>
void test_reading_in_all_ways(const setting& s, const std::string& path) {
    test_reading<T>(s, path);
    test_reading<void>(s, path);
    test_reading<T>(s, path, {.symmetric = true, .drop_self_loops = true});
    test_reading<T>(s, path, {.symmetric = true, .duplicates = gb::duplicate_policy::sum});
}

/// The same message as of one process.
template <class T>
void test_refused(const setting& s, const std::string& path, const char* part, const gb::read_options& options = {}) {
    const std::string where = s.where + ", " + path;
    const std::string alone = message_of<gb::io_error>([&] { (void)gb::read_matrix<T>(s.host, path, options); });
    const std::string together = message_of<gb::invalid_value>([&] { (void)dist::read_matrix<T>(s.ctx, path, options); });
    CHECK(has(alone, part));
    CHECK(has(together, part));
}

/// Texts of some hundred lines, which are cut anywhere, and of fewer lines than there are ranks.
void test_texts(const setting& s, const folder& in) {
    std::string market = "%%MatrixMarket matrix coordinate integer general\n% a comment\n60 60 300\n", edges, reals;
    std::string blank = "% one\n", carriage;
    for (int n = 0; n < 300; ++n) {
        const int i = n * 37 % 60, j = n * n % 60;
        const std::string ends = std::to_string(i) + "\t" + std::to_string(j);
        market += std::to_string(i + 1) + " " + std::to_string(j + 1) + " " + std::to_string(n - 100) + "\n";
        edges += ends + "\n";
        reals += ends + (n < 280 ? "\t" + std::to_string(n) : "\t" + std::to_string(n) + ".25") + "\n";
        blank += (n % 7 == 0 ? "\n\n# skipped\n" : "") + ends + "\n";
        carriage += ends + "\r";
    }
    test_reading_in_all_ways<double>(s, in.text("general.mtx", market));
    test_reading<std::int32_t>(s, in / "general.mtx");
    test_reading_in_all_ways<double>(
        s, in.text("symmetric.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n9 9 2\n3 1 2.5\n9 8 -1\n"));
    test_reading<double>(s, in.text("array.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n"));
    test_reading<std::uint64_t>(s, in.text("large.mtx",
                                           "%%MatrixMarket matrix coordinate integer general\n4 4 4\n"
                                           "1 1 5\n1 2 18446744073709551615\n1 3 7\n4 4 1\n"));
    for (const auto& [name, text] : {std::pair<std::string, std::string>{"edges.tsv", edges},
                                     {"reals.tsv", reals},
                                     {"blank.tsv", blank},
                                     {"carriage.tsv", carriage},
                                     {"no_end.tsv", edges + "59 59"},
                                     {"one.tsv", "3 4\n"}}) {
        test_reading_in_all_ways<double>(s, in.text(name, text));
        test_reading<std::int64_t>(s, in / name);
    }
    test_reading<double>(s, in.text("vertices.tsv", "# 90 vertices from 0, 2 edges\n1\t2\n3\t4\n"));
    test_reading<double>(s, in.text("quotes.csv", "source,target,weight\n\"1\",2,3\n4,5,6\n"));
    test_reading<void>(s, in.text("named.tsv", "a b\nb c\n"), {.named = true});
    test_reading<void>(s, in / "reals.tsv", {.one_based = false, .ids = gb::vertex_ids::relabel});

    test_refused<double>(s, in.text("damaged.tsv", reals + "7 8 x\n" + reals), ":301: ");
    test_refused<double>(s, in.text("damaged.mtx", market + "1 2 3\n"), "");
    test_refused<double>(s, in.text("short.mtx", market.substr(0, market.size() - 30)), "300");
    test_refused<double>(
        s, in.text("position.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 3\n1 1 1\n3 1 1\n1 2 1\n"), ":4: ");
    test_refused<double>(s, in.text("promise.tsv", "# 90 vertices from 0, 3 edges\n1\t2\n3\t4\n"), "3");
    test_refused<double>(s,
                         in.text("twice.mtx",
                                 "%%MatrixMarket matrix coordinate integer general\n%%GraphBLAS type int8_t\n"
                                 "2 2 3\n1 1 1\n2 1 1\n1 1 4\n"),
                         "declares its type");
    test_refused<double>(s, in / "none.tsv", "none.tsv");
}

std::string content_of(const std::string& path) {
    std::ifstream from(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(from), {}};
}

/// The bytes that one process writes, for matrices with several runs of entries and several blocks of checksums, and for small
/// ones.
template <class T>
void test_written(const setting& s, const folder& in, const gb::matrix<T>& whole,
                  const std::vector<std::string>& suffixes = {".gbm", ".mtx", ".tsv", ".csv", ".mtx.gz"}) {
    const auto a = dist::scatter(s.ctx, whole);
    for (const std::string& suffix : suffixes) {
        if (whole.nrows() != whole.ncols() && (suffix == ".tsv" || suffix == ".csv")) continue;
        const std::string path = in / ("by_all" + suffix), alone = in / ("by_one" + suffix);
        const std::string where = s.where + ", " + path;
        in.by_rank_0([&] { gb::write_matrix(s.host, alone, whole); });
        dist::write_matrix(s.ctx, path, a);
        CHECK(content_of(path) == content_of(alone));
    }
}

/// A rank that fails leaves the old file as it was, and no other one.
void test_failed_writing(const setting& s, const folder& in) {
    const std::string& where = s.where;
    const auto a = dist::scatter(s.ctx, random_matrix(60, 60, 2000, 13));
    const auto old = in.text("old.gbm", "as it was");
    rlimit before{};
    in.by_rank_0([&] {
        (void)std::signal(SIGXFSZ, SIG_IGN);
        (void)getrlimit(RLIMIT_FSIZE, &before);
        const rlimit small{3000, before.rlim_max};
        (void)setrlimit(RLIMIT_FSIZE, &small);
    });
    if (s.are_threads) CHECK(has(message_of<gb::invalid_value>([&] { dist::write_matrix(s.ctx, old, a); }), "old.gbm"));
    in.by_rank_0([&] { (void)setrlimit(RLIMIT_FSIZE, &before); });
    CHECK(has(message_of<gb::invalid_value>([&] { dist::write_matrix(s.ctx, in / "no folder/a.gbm", a); }), "no folder"));
    CHECK(has(message_of<gb::invalid_value>([&] { dist::write_matrix(s.ctx, in / "a.xml", a); }), "a.xml"));
    in.by_rank_0([&] {
        CHECK(content_of(old) == "as it was");
        for (const auto& entry : fs::directory_iterator(in / ""))
            CHECK(entry.path().string().find("unfinished") == std::string::npos);
    });
}

}  // namespace

void test_files(const setting& s) {
    const std::string& where = s.where;
    CHECK(is_same(s, dist::rmat(s.ctx, 7, 5, {.seed = 3}), gb::from_coordinates<void>(s.host, gb::rmat(7, 5, {.seed = 3}))));
    CHECK(has(message_of<gb::invalid_value>([&] { (void)dist::rmat(s.ctx, 40, 5); }), "scale 40"));
    CHECK(is_same(s, dist::generated<std::int64_t>(s.ctx, [](const gb::graph_part& part) { return gb::stencil5(6, part); }),
                  gb::from_coordinates<std::int64_t>(s.host, gb::stencil5(6))));
    CHECK(is_same(s, dist::generated<float>(s.ctx, [](const gb::graph_part& part) { return gb::powerlaw(50, 4, 2, 1, part); }),
                  gb::from_coordinates<float>(s.host, gb::powerlaw(50, 4, 2))));

    const folder in(s);
    for (const auto& whole : {random_matrix(50, 50, 400, 11), random_matrix(7, 50, 3, 12), gb::matrix<double>(4, 5)}) {
        const std::string path = in / "whole.gbm", packed = in / "whole.gbm.gz";
        in.by_rank_0([&] {
            gb::write_binary(path, whole);
            gb::write_binary(packed, whole);
        });
        for (const std::string& file : {path, packed}) {
            test_reading<double>(s, file);
            test_reading<float>(s, file);
            if (whole.nrows() == whole.ncols()) test_reading_in_all_ways<double>(s, file);
            test_reading<void>(s, file);
        }
    }
    CHECK(has(message_of<gb::dimension_mismatch>(
                  [&] { (void)dist::read_matrix<void>(s.ctx, in / "whole.gbm", {.symmetric = true}); }),
              "square"));
    test_texts(s, in);

    test_written(s, in, random_matrix(50, 50, 400, 14));
    test_written(s, in, gb::from_coordinates<void>(s.host, gb::grid2d(5)));
    test_written(s, in, random_matrix(3, 70, 90, 15));
    test_written(s, in, gb::matrix<float>(2, 2));
    if (s.are_threads && s.ctx.size() == 4 && s.ctx.layout() == dist::layout::natural)
        test_written(s, in, random_matrix(2000, 2000, 150'000, 16), {".gbm", ".tsv"});
    test_failed_writing(s, in);
}
