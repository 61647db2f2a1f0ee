// Needs: grb built with SuiteSparse:GraphBLAS and Boost.Graph, and its library grb_verify.
// Idea: --verify agrees for every command and for everything the catalogue lists; and it does not agree with
// everything: each check is shown a wrong answer too.
#include "support.hpp"
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <semirings/catalogue.hpp>

#include <verify.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace tool_test;
using nlohmann::json;
namespace gb = graphblas_gpu;

namespace {

void check_verified(const std::string& arguments, bool boost) {
    const json object = answer(arguments + " --verify");
    INFO(arguments);
    CHECK(object["verified"] == true);
    REQUIRE(object["verified_against"].is_array());
    CHECK(object["verified_against"].size() == (boost ? 2 : 1));
    CHECK(has(object["verified_against"][0], "SuiteSparse"));
    if (boost) CHECK(has(object["verified_against"][1], "Boost.Graph"));
}

/// 12 x 12 with small values, negative ones among them, rows of all lengths.
std::string dense_spot(const folder& here, const char* name, const char* field, int seed) {
    std::string text = std::string("%%MatrixMarket matrix coordinate ") + field + " general\n12 12 60\n";
    unsigned state = static_cast<unsigned>(seed);
    for (int n = 0; n < 60; ++n) {
        // Each position once: 60 different residues of a multiplication by a unit modulo 144.
        const int position = (n * 29 + seed) % 144;
        state = state * 1103515245 + 12345;
        const int value = static_cast<int>(state >> 16 & 15) - 5;
        text += std::to_string(position / 12 + 1) + ' ' + std::to_string(position % 12 + 1);
        if (field == std::string("real"))
            text += ' ' + std::to_string(value) + ".3\n";
        else
            text += ' ' + std::to_string(value) + '\n';
    }
    return here.file(name, text);
}

}  // namespace

TEST_CASE("every command verifies", "[tool][verify]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    const std::string graph = here / "rmat.mtx";
    REQUIRE(run_grb("generate rmat 8 4 --weights random:9 --out " + graph).status == 0);
    for (const std::string& path : {file, graph}) {
        check_verified("info " + path, false);
        check_verified("tc " + path, false);
        for (const char* const sources : {"0", "4,0,3,0"}) {
            check_verified("bfs " + path + " --source " + sources, true);
            for (const char* const type : {"int32", "int64", "float", "double"})
                check_verified("mssp " + path + " --source " + sources + " --type " + type, true);
        }
        check_verified("mxm " + path, false);
    }
    check_verified("mssp " + here.file("n.tsv", "0 1 0.5\n1 2 -0.25\n2 3 0.1\n0 3 7\n3 0 1.5\n"), true);
    CHECK(has(run_grb("tc " + file + " --verify").out, "equal (SuiteSparse"));
}

TEST_CASE("every semiring and type of the catalogue verifies through grb mxm", "[tool][verify]") {
    const folder here;
    const std::string integers = dense_spot(here, "i.mtx", "integer", 3), reals = dense_spot(here, "r.mtx", "real", 8);
    for (const gb::catalogue_entry& entry : gb::semiring_catalogue) {
        gb::for_each_type<gb::domain::any_type>([&](auto type) {
            using T = typename decltype(type)::type;
            const std::string line = "mxm " + integers + " " + reals + " --semiring " + std::string(entry.name) +
                                     " --type " + gb::type_name<T>();
            const bool listed =
                gb::with_semiring(entry.name, gb::type_name<T>(), [](auto) {}) == gb::catalogue_lookup::found;
            if (listed)
                check_verified(line + " --transpose-b", false);
            else
                complaint(line, 2);
        });
    }
}

TEST_CASE("masks, accumulators and transposes verify through grb mxm", "[tool][verify]") {
    const folder here;
    const std::string a = dense_spot(here, "a.mtx", "real", 1), b = dense_spot(here, "b.mtx", "real", 5);
    const std::string m = dense_spot(here, "m.mtx", "integer", 2), c = dense_spot(here, "c.mtx", "real", 4);
    const std::vector<std::string> operands = {"", " --transpose-a", " --transpose-b", " --transpose-a --transpose-b"};
    const std::vector<std::string> masks = {"", " --mask " + m, " --mask " + m + " --structural",
                                            " --mask " + m + " --complement --replace",
                                            " --mask " + m + " --complement --structural"};
    const std::vector<std::string> semirings = {" --semiring plus_times --type float",
                                                " --semiring any_second --type double",
                                                " --semiring min_plus --type int16", " --semiring min_secondi"};
    for (const std::string& semiring : semirings)
        for (const std::string& mask : masks)
            for (const std::string& transposes : operands)
                for (const std::string accum : {"", " --accum plus"}) {
                    const std::string into = mask.empty() && accum.empty() ? "" : " --into " + c;
                    check_verified("mxm " + a + " " + b + semiring + mask + transposes + accum + into, false);
                }
    for (const std::string& mask : masks) {
        if (has(mask, "--replace")) continue;
        for (const std::string& transposes : operands)
            for (const char* const form : {" --structure-only", " --count"})
                check_verified("mxm " + a + " " + b + mask + transposes + form, false);
    }
    for (const char* const accum : {"minus", "times", "divide", "min", "max", "first", "second", "any", "pair", "lor",
                                    "land", "lxor", "eq", "ne", "lt", "le", "gt", "ge"})
        for (const char* const type : {"bool", "int8", "uint64", "double"})
            check_verified(
                "mxm " + a + " " + b + " --semiring any_first --type " + type + " --accum " + accum + " --into " + c,
                false);
    check_verified("mxm " + a + " " + b + " --accum times --into " + c, false);
}

TEST_CASE("saved answers verify, and wrong ones do not", "[tool][verify]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    const std::string saved = here / "saved.tsv";
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = text_of(saved);
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        return here.file("changed.tsv", text.replace(at, from.size(), to));
    };
    const auto differs = [](const std::string& line) {
        const outcome result = run_grb(line);
        INFO(line << "\n" << result.err);
        CHECK(result.status == 1);
        CHECK(has(result.out, "NOT EQUAL"));
        CHECK(has(result.err, "does not verify"));
    };

    // A repeated source, and one that reaches nothing but itself.
    const std::string bfs = "bfs " + file + " --source 0,0,4,3";
    answer(bfs + " --out " + saved);
    const json levels = answer(bfs + " --answer " + saved);
    CHECK(levels["verified"] == true);
    CHECK(levels["method"] == "none");
    CHECK(levels["reached"] == answer(bfs)["reached"]);
    differs(bfs + " --answer " + changed("0\t3\t2\t2", "0\t3\t1\t2"));
    differs(bfs + " --answer " + changed("0\t3\t2\t2", "0\t3\t2\t0"));
    differs(bfs + " --answer " + changed("0\t2\t1\t0\n", ""));
    CHECK(has(complaint("bfs " + file + " --source 0,4 --answer " + saved, 1), saved + ":6: "));
    CHECK(has(complaint(bfs + " --answer " + changed("0\t3\t2\t2", "0\t3\t2"), 1), ":5: "));
    CHECK(has(complaint(bfs + " --answer " + changed("0\t3\t2\t2", "0\t3\t2\t2\t9"), 1), ":5: "));
    CHECK(has(complaint(bfs + " --answer " + changed("0\t3\t2\t2", "0\t77\t2\t2"), 1), "77"));
    CHECK(has(complaint(bfs + " --answer " + changed("0\t3\t2\t2", "0\t3\ttwo\t2"), 1), "two"));
    CHECK(has(complaint(bfs + " --answer " + file, 1), file + ":1: "));

    const std::string mssp = "mssp " + file + " --source 3,0";
    for (const char* const type : {"int32", "double"}) {
        const std::string line = mssp + " --type " + type;
        answer(line + " --out " + saved);
        CHECK(answer(line + " --answer " + saved)["verified"] == true);
        differs(line + " --answer " + changed("0\t3\t11", "0\t3\t12"));
    }
    const std::string ids = here.file("ids.csv", "900,7000000000\n7000000000,33\n");
    answer("bfs " + ids + " --relabel --source 900 --out " + here / "l.tsv.gz");
    CHECK(answer("bfs " + ids + " --relabel --source 900 --answer " + here / "l.tsv.gz")["verified"] == true);

    const std::string people = "bfs " + here.file("people.csv", "\"Doe, Jo\",bob\nbob,\"x \"\"y\"\"\"\n\" z\",bob\n") +
                               " --named --source '\"Doe, Jo\",\" z\"'";
    answer(people + " --out " + here / "people.tsv");
    CHECK(answer(people + " --answer " + here / "people.tsv")["verified"] == true);
    const std::string one_based = here.file("one.tsv", "1 2\n2 3\n");
    answer("bfs " + one_based + " --one-based --source 1,3 --out " + here / "l.tsv");
    CHECK(answer("bfs " + one_based + " --one-based --source 1,3 --answer " + here / "l.tsv")["verified"] == true);
    answer("mxm " + one_based + " --one-based --out " + here / "m.tsv");
    CHECK(answer("mxm " + one_based + " --one-based --answer " + here / "m.tsv")["verified"] == true);

    const std::string mxm = "mxm " + file + " --semiring min_plus --mask " + file;
    answer(mxm + " --out " + here / "c.mtx");
    CHECK(answer(mxm + " --answer " + here / "c.mtx")["verified"] == true);
    differs("mxm " + file + " --semiring max_plus --answer " + here / "c.mtx");
    const std::string structure = "mxm " + file + " --structure-only";
    answer(structure + " --out " + here / "s.mtx");
    CHECK(answer(structure + " --answer " + here / "s.mtx")["verified"] == true);
    differs(structure + " --transpose-a --answer " + here / "s.mtx");
}

TEST_CASE("wrong answers do not verify", "[tool][verify]") {
    const auto entries = gb::stencil5(4);
    grb::require_verifier(1);

    CHECK(grb::verify_info(entries, {entries.size(), 16, true}).equal());
    CHECK_FALSE(grb::verify_info(entries, {entries.size() - 1, 16, true}).equal());
    CHECK_FALSE(grb::verify_info(entries, {entries.size(), 15, true}).equal());
    CHECK_FALSE(grb::verify_info(entries, {entries.size(), 16, false}).equal());

    const auto grid = gb::from_coordinates<void>(gb::grid2d(2));
    CHECK(grb::verify_triangles(grid, 0).equal());
    CHECK_FALSE(grb::verify_triangles(grid, 1).equal());

    // 0 - 1, 0 - 2, 1 - 3, 2 - 3, searched from 0.
    const std::vector<gb::index> sources = {0}, rows = {0, 0, 0, 0}, columns = {0, 1, 2, 3};
    const auto row = [&](auto... values) {
        using T = std::common_type_t<decltype(values)...>;
        return gb::matrix<T>::from_edges(1, 4, rows, columns, std::vector<T>{values...});
    };
    using level = std::int32_t;
    using id = std::int64_t;
    const auto levels = row(level{0}, level{1}, level{1}, level{2});
    CHECK(grb::verify_bfs(grid, sources, levels, row(id{0}, id{0}, id{0}, id{2})).equal());
    CHECK_FALSE(grb::verify_bfs(grid, sources, levels, row(id{0}, id{0}, id{0}, id{0})).equal());
    CHECK_FALSE(
        grb::verify_bfs(grid, sources, row(level{0}, level{1}, level{1}, level{1}), row(id{0}, id{0}, id{0}, id{2}))
            .equal());

    const auto lengths = gb::from_coordinates<double>(gb::grid2d(2));
    const auto distances = row(0.0, 1.0, 1.0, 2.0);
    CHECK(grb::verify_shortest_paths<double>(lengths, sources, distances, row(id{0}, id{0}, id{0}, id{1})).equal());
    CHECK_FALSE(
        grb::verify_shortest_paths<double>(lengths, sources, distances, row(id{0}, id{3}, id{0}, id{1})).equal());
    CHECK_FALSE(
        grb::verify_shortest_paths<double>(lengths, sources, row(0.0, 1.0, 1.0, 3.0), row(id{0}, id{0}, id{0}, id{1}))
            .equal());

    // Two paths of two edges lead from each corner back to it and to the opposite corner.
    const std::vector<gb::index> from{0, 0, 1, 1, 2, 2, 3, 3}, to{0, 3, 1, 2, 1, 2, 0, 3};
    auto square = gb::matrix<double>::from_edges(4, 4, from, to, std::vector<double>(8, 2.0));
    const gb::matrix<double> empty(4, 4);
    const grb::product_question<double> question{
        .semiring = "plus_times", .a = &lengths, .b = &lengths, .accum = {}, .c = &empty};
    CHECK(grb::verify_product(question, square).equal());
    square.values()[0] *= 1 + 2e-16;
    CHECK(grb::verify_product(question, square).equal());
    square.values()[0] *= 1 + 1e-12;
    CHECK_FALSE(grb::verify_product(question, square).equal());
    square.remove_element(0, 0);
    CHECK(has(grb::verify_product(question, square).difference, "(0, 0)"));
}

TEST_CASE("what SuiteSparse computes by other rules verifies, and wrong answers to it do not", "[tool][verify]") {
    const folder here;
    // Sums that do not fit: of whole numbers that SuiteSparse would wrap, and with an edge back to where they came from.
    const std::string longest = "1 1 9223372036854775807\n", lowest = "-9223372036854775807";
    check_verified("mssp " + here.file("a.tsv", "0 1 1\n" + longest), true);
    check_verified("mssp --source 0,1 " + here.file("b.tsv", "0 1 1\n1 2 -5\n2 1 7\n" + longest), true);
    check_verified("mssp " + here.file("c.tsv", "0 1 " + lowest + "\n1 2 5\n" + longest), true);
    // A NaN on the diagonal is its own mirror image; beside it no two NaN are the same, and zeros have signs.
    const std::string square = "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 nan\n";
    const auto symmetric = [&](const char* entries, bool is_symmetric) {
        const json object = answer("info --verify " + here.file("s.mtx", square + entries));
        CHECK(object["verified"] == true);
        CHECK(object["symmetric"] == is_symmetric);
    };
    symmetric("1 2 3\n2 1 3\n", true);
    symmetric("1 2 3\n2 1 4\n", false);
    symmetric("1 2 nan\n2 1 nan\n", false);
    symmetric("1 2 0\n2 1 -0\n", false);
    symmetric("1 2 -0\n2 1 -0\n", true);
    // min and max over terms that are all NaN.
    const std::string not_numbers = here.file("n.mtx", square + "1 2 inf\n2 1 3\n");
    for (const char* const semiring : {"min_plus", "max_first"})
        check_verified("mxm " + not_numbers + " --type double --semiring " + semiring, false);

    const std::vector<gb::index> zero{0};
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const auto of = [&](double x) { return gb::matrix<double>::from_edges(1, 1, zero, zero, std::vector<double>{x}); };
    const auto a = of(nan), empty = gb::matrix<double>(1, 1);
    for (const char* const semiring : {"min_plus", "max_first"}) {
        const grb::product_question<double> question{.semiring = semiring, .a = &a, .b = &a, .accum = {}, .c = &empty};
        CHECK(grb::verify_product(question, of(nan)).equal());
        for (const double wrong : {infinity, -infinity, 0.0}) CHECK_FALSE(grb::verify_product(question, of(wrong)).equal());
    }
    const std::vector<gb::index> from{0, 1}, to{1, 1};
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    const auto edges = gb::matrix<std::int64_t>::from_edges(2, 2, from, to, std::vector<std::int64_t>{1, most});
    const auto row = [&](std::int64_t x, std::int64_t y) {
        return gb::matrix<std::int64_t>::from_edges(1, 2, std::vector<gb::index>{0, 0}, from, std::vector<std::int64_t>{x, y});
    };
    CHECK(grb::verify_shortest_paths(edges, zero, row(0, 1), row(0, 0)).equal());
    for (const std::int64_t wrong : {most, std::int64_t{2}, std::numeric_limits<std::int64_t>::min()})
        CHECK_FALSE(grb::verify_shortest_paths(edges, zero, row(0, wrong), row(0, 0)).equal());
}

TEST_CASE("grb info --verify takes matrices without entries", "[tool]") {
    const folder here;
    for (const char* const sizes : {"3 3 0", "0 0 0", "0 5 0"}) {
        INFO(sizes);
        const std::string file =
            here.file("empty.mtx", std::string("%%MatrixMarket matrix coordinate pattern general\n") + sizes + "\n");
        CHECK(answer("info " + file + " --verify")["verified"] == true);
    }
}
