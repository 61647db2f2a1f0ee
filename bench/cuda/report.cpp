#include "report.hpp"

#include <cuda_runtime.h>
#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace bench {

double result::best_rival() const {
    double best = 0;
    for (std::size_t s = 1; s < sides.size(); ++s) best = s == 1 ? sides[s].median() : std::min(best, sides[s].median());
    return best;
}

void result::take(const outcome& measured) {
    sides = measured.sides;
    if (measured.verified == verdict::equal) verified = "equal";
    if (measured.verified == verdict::different) verified = "WRONG: " + measured.difference;
}

void print(const matrix_facts& m) {
    fmt::print("{}: {} entries, {} products, {} tiles of {:.2f} entries\n", m.name, m.nvals, m.products, m.tiles,
               m.entries_a_tile());
    std::fflush(stdout);
}

void print(const result& r) {
    fmt::print("  {:<6} {:<24} {:>9.3f} ms", r.type, r.kernel, r.ours());
    if (r.floor > 0) fmt::print("  floor {:>7.3f} ({:>4.1f}x)", r.floor, r.ours() / r.floor);
    if (r.sides.size() > 1) fmt::print("  best rival {:>9.3f} ({:.2f}x)", r.best_rival(), r.best_rival() / r.ours());
    if (r.our_temporary > 0) fmt::print("  temporary {:.1f} MB", 1e-6 * static_cast<double>(r.our_temporary));
    if (r.their_temporary > 0) fmt::print(" (ALG3 {:.1f})", 1e-6 * static_cast<double>(r.their_temporary));
    fmt::print("  {}\n", r.verified);
    for (std::size_t s = 1; s < r.sides.size(); ++s) fmt::print("      {}: {:.3f} ms\n", r.sides[s].name, r.sides[s].median());
    for (const std::string& note : r.notes) fmt::print("      {}\n", note);
    std::fflush(stdout);
}

void print_mean(const std::vector<result>& all) {
    double sum = 0;
    int count = 0, slower = 0;
    for (const result& r : all) {
        if (r.kernel != "mxm" || r.type != "float" || r.sides.size() < 2) continue;
        sum += std::log(r.best_rival() / r.ours());
        slower += r.best_rival() < r.ours();
        ++count;
    }
    if (count > 0) {
        fmt::print("\nmxm, float: {:.2f} times as fast as the best of cuSPARSE in geometric mean of {}; slower on {}\n",
                   std::exp(sum / count), count, slower);
    }
}

void write_json(const options& o, const gb::cuda::device_facts& device, const std::vector<matrix_facts>& matrices,
                const std::vector<result>& all) {
    int runtime = 0;
    (void)cudaRuntimeGetVersion(&runtime);
    nlohmann::ordered_json out;
    out["format"] = 1;
    out["device"] = device.name;
    out["cuda_runtime"] = runtime;
    out["revision"] = o.revision;
    out["ceilings"] = {{"copy_bytes_per_ms", copy_bytes_per_ms}, {"shared_atomics_per_ms", atomics_per_ms}};
    out["matrices"] = nlohmann::ordered_json::array();
    for (const matrix_facts& m : matrices) {
        out["matrices"].push_back(
            {{"name", m.name}, {"nrows", m.nrows}, {"nvals", m.nvals}, {"products", m.products}, {"tiles", m.tiles}});
    }
    out["results"] = nlohmann::ordered_json::array();
    for (const result& r : all) {
        nlohmann::ordered_json sides = nlohmann::ordered_json::array();
        for (const timing& t : r.sides) sides.push_back({{"name", t.name}, {"median_ms", t.median()}, {"ms", t.milliseconds}});
        out["results"].push_back({{"matrix", r.matrix},
                                  {"type", r.type},
                                  {"kernel", r.kernel},
                                  {"floor_ms", r.floor},
                                  {"sides", sides},
                                  {"temporary_bytes", r.our_temporary},
                                  {"alg3_temporary_bytes", r.their_temporary},
                                  {"verified", r.verified},
                                  {"notes", r.notes}});
    }
    std::ofstream file(o.json);
    file << out.dump(1) << '\n';
    if (!file.flush()) throw gb::io_error(o.json, 0, "cannot be written");
}

}  // namespace bench
