// Idea: a product whose answer is known, the error beside the bounds, and options that do not go together.
#include "support.hpp"

#include <cmath>
#include <string>

using namespace tool_test;
using nlohmann::json;

TEST_CASE("grb spamm", "[tool][spamm]") {
    const folder here;
    const std::string a =
        here.file("a.mtx", "%%MatrixMarket matrix coordinate real general\n40 50 3\n1 1 2\n40 50 3\n5 35 0.001\n");
    const std::string b =
        here.file("b.mtx", "%%MatrixMarket matrix coordinate real general\n50 40 3\n1 2 5\n50 1 -1\n35 3 0.001\n");
    const std::string product = "spamm " + a + " " + b + " --engine host";
    const json all = answer(product + " --tau 0 --tile 32 --verify --out " + here / "c.mtx");
    CHECK(all["method"] == "spamm");
    CHECK(all["blocks_of_a"] == 3);
    CHECK(all["products"] == 3);
    CHECK(all["all_products"] == 8);
    CHECK(all["error"] == 0);
    CHECK(all["verified"] == "yes");
    CHECK(std::abs(all["norm"].get<double>() - std::sqrt(109.0)) < 1e-9);
    CHECK(text_of(here / "c.mtx") ==
          "%%MatrixMarket matrix coordinate real general\n40 40 3\n1 2 10.0\n5 3 1e-06\n40 1 -3.0\n");
    // The small product, of blocks (0, 1) and (1, 0), is left out.
    const json some = answer(product + " --tau 0.1 --tile 32 --verify");
    CHECK(some["products"] == 2);
    CHECK(some["error_bound"].get<double>() > 0);
    CHECK(some["error"].get<double>() <= some["error_bound"].get<double>());
    CHECK(answer(product + " --error 1e-3 --type float --verify")["verified"] == "yes");
    CHECK(answer(product + " --variant dense --type float16 --verify")["method"] == "dense");
    CHECK(has(complaint(product, 2), "exactly one of --tau"));
    CHECK(has(complaint(product + " --tau 1 --error 1", 2), "there are 2"));
    CHECK(has(complaint(product + " --tau 1 --search binary", 2), "--valid-ratio"));
    CHECK(has(complaint(product + " --variant dense --tau 1", 2), "takes none"));
    CHECK(has(complaint("spamm " + a + " " + a + " --engine host --tau 0", 1), "40x50"));
    CHECK(has(complaint(product + " --valid-ratio 2", 2), "valid_ratio is 2"));
    // In float both products are infinite, and their sum is no number.
    const std::string large = here.file("l.mtx", "%%MatrixMarket matrix array real general\n1 2\n1e30\n1e30\n");
    const std::string against = here.file("r.mtx", "%%MatrixMarket matrix array real general\n2 1\n1e30\n-1e30\n");
    CHECK(run_grb("spamm " + large + " " + against + " --type float --tau 0 --engine host --verify").status == 1);
}
