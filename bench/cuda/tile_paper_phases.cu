// The phases of the papers' tile methods on square matrices, each variant by itself: milliseconds on one device.
//
// Idea: A*A, fp32, on tiles that are cached. Both variants add in the order of k, so that their values must be the same to the
// bit (but those on tensor cores). Median of five, temporary allocations included; grb_bench_cuda compares whole products with
// cuSPARSE.
//     tile_paper_phases MATRICES DATA [NAME...]      folders as grb_bench_cuda takes them
#include <graphblas_gpu/cuda/device/simt.cuh>

#include "../../tools/recast.hpp"
#include "harness.hpp"
#include "matrices.hpp"

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/paper/counting.hpp>
#include <graphblas_gpu/cuda/product/kernel_semiring.cuh>
#include <graphblas_gpu/cuda/product/methods.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

namespace {

namespace gb = graphblas_gpu;
namespace cu = gb::cuda;
namespace paper = cu::tile_paper;
using plus_times_float = cu::direct<gb::semiring<gb::plus, gb::times, float>>;

constexpr int calls = 6;  // the first does not count
enum phase { listing, counting, exact_values, mixed_values, phases };

struct times {
    std::array<double, phases> ms{};
};

/// A larger list does not fit into the memory of a small device.
constexpr std::int64_t pairs_a_panel = std::int64_t{1} << 27;

/// What a product is found to have, and a fingerprint of its values.
struct found {
    gb::row_offset pairs = 0, tasks = 0, tiles = 0, nvals = 0;
    std::uint64_t values = 0;
    std::int64_t panels = 0;
    friend bool operator==(const found& x, const found& y) {
        return x.tiles == y.tiles && x.nvals == y.nvals && x.values == y.values;
    }
};

class square {
  public:
    square(const cu::engine_ptr& e, const gb::matrix<double>& weights) : e_(e) {
        tiles_ = cu::tiled(e_, cu::uploaded(e_, grb::recast<float>(weights).to_csr()).view());
    }
    const cu::tiles& tiles() const { return tiles_; }

    times run(gb::tile_variant variant, found& out, bool fingerprint) const {
        times t;
        const cu::tiles_ref a = tiles_.view();
        out = {};
        const paper::pair_counts counts = timed(t, listing, [&] { return paper::count_pairs(e_, a.tiles, a.tiles); });
        out.pairs = counts.total;
        out.panels = cu::in_panels({0, a.tiles.nrows}, counts.total / pairs_a_panel + 1, [&](cu::row_range rows) {
            auto list = timed(t, listing, [&] { return paper::list_tasks(e_, variant, a, a, counts, rows); });
            out.tasks += static_cast<gb::row_offset>(list.tasks.size());
            const auto part = timed(t, counting, [&] { return paper::count_tiles(e_, a, a, std::move(list), {}); });
            out.tiles += part.c.structure.nvals;
            out.nvals += part.c.nvals;
            const cu::array<float> values(e_, static_cast<std::size_t>(part.c.nvals));
            timed(t, mixed_values, [&] {
                paper::mixed_values(e_, a, a, part.c.view(), part.view(), 0, 0, values.data());
                return 0;
            });
            timed(t, exact_values, [&] {
                paper::tile_values(e_, plus_times_float{}, a, a, part.c.view(), part.view(), values.data());
                return 0;
            });
            if (fingerprint) out.values += sum_of_bits(values);
        });
        return t;
    }

  private:
    template <class F>
    std::invoke_result_t<F> timed(times& t, phase p, const F& f) const {
        std::invoke_result_t<F> made;
        t.ms[p] += bench::timed([&] { made = f(), e_->synchronise(); });
        return made;
    }

    std::uint64_t sum_of_bits(const cu::array<float>& values) const {
        std::uint64_t sum = 0;
        for (const float x : cu::downloaded(*e_, values.data(), values.size())) sum = sum * 31 + cu::to_accumulator(x);
        return sum;
    }

    cu::engine_ptr e_;
    cu::tiles tiles_;
};

double median(std::vector<times>& all, phase p) {
    std::sort(all.begin(), all.end(), [p](const times& x, const times& y) { return x.ms[p] < y.ms[p]; });
    return all[all.size() / 2].ms[p];
}

/// Whether both variants find the same product.
bool measured(const cu::engine_ptr& e, const bench::table_entry& entry) {
    const square s(e, bench::read_with_weights(gb::context::host(), entry.file));
    std::printf("%s: %lld tiles for %lld entries\n", entry.name.c_str(), static_cast<long long>(s.tiles().structure.nvals),
                static_cast<long long>(s.tiles().nvals));
    std::vector<found> results;
    for (const auto variant : {gb::tile_variant::bmsparse, gb::tile_variant::tsparse}) {
        std::vector<times> all;
        found of;
        results.emplace_back();
        (void)s.run(variant, results.back(), true);
        for (int n = 1; n < calls; ++n) all.push_back(s.run(variant, of, false));
        std::printf("  %-9s list %8.3f  bitmaps %7.3f  values %8.3f  mixed %8.3f   %lld pairs, %lld listed, %lld panels\n",
                    gb::to_string(variant), median(all, listing), median(all, counting), median(all, exact_values),
                    median(all, mixed_values), static_cast<long long>(of.pairs), static_cast<long long>(of.tasks),
                    static_cast<long long>(of.panels));
    }
    std::printf("  C: %lld tiles, %lld entries; %s\n", static_cast<long long>(results[0].tiles),
                static_cast<long long>(results[0].nvals), results[0] == results[1] ? "equal" : "WRONG: the variants differ");
    std::fflush(stdout);
    return results[0] == results[1];
}

}  // namespace

int main(int count, char** names) {
    if (count < 3) {
        std::fprintf(stderr, "tile_paper_phases MATRICES DATA [NAME...]\n");
        return 2;
    }
    const auto e = cu::engine::make(0, 0, nullptr, nullptr);
    bool is_right = true;
    for (const bench::table_entry& entry : bench::table_matrices(names[1], names[2])) {
        const bool is_wanted = count == 3 || std::any_of(names + 3, names + count, [&](const char* n) {
            return entry.name.find(n) != std::string::npos;
        });
        if (is_wanted) is_right = measured(e, entry) && is_right;
    }
    return is_right ? 0 : 1;
}
