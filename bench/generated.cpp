#include "generated.hpp"

#include <graphblas_gpu/io/generate.hpp>

#include <charconv>
#include <string_view>

namespace bench {
namespace {

using arguments = const gb::index*;

constexpr generator generators[] = {
    {"rmat", 2, [](arguments n, int threads) { return gb::rmat(static_cast<int>(n[0]), n[1], {.seed = seed, .threads = threads}); }},
    {"uniform", 2, [](arguments n, int threads) { return gb::uniform(n[0], static_cast<double>(n[1]), seed, threads); }},
    {"powerlaw", 2, [](arguments n, int threads) { return gb::powerlaw(n[0], n[1], seed, threads); }},
    {"grid2d", 1, [](arguments n, int) { return gb::grid2d(n[0]); }},
    {"stencil7", 1, [](arguments n, int) { return gb::stencil7(n[0]); }},
    {"stencil9", 1, [](arguments n, int) { return gb::stencil9(n[0]); }},
    {"stencil27", 1, [](arguments n, int) { return gb::stencil27(n[0]); }},
    {"band", 2, [](arguments n, int) { return gb::band(n[0], n[1]); }},
    {"blocks", 3, [](arguments n, int) { return gb::blocks(n[0], n[1], static_cast<double>(n[2]), seed); }},
};

}  // namespace

std::optional<named_generator> generator_of(const std::string& name) {
    for (const generator& g : generators) {
        std::string_view rest = name;
        if (!rest.starts_with(g.kind)) continue;
        rest.remove_prefix(std::string_view(g.kind).size());
        named_generator out{&g, {}};
        std::size_t count = 0;
        while (rest.starts_with('-') && count < g.arguments) {
            const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), out.arguments[count++]);
            if (error != std::errc()) return std::nullopt;
            rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        }
        if (rest.empty() && count == g.arguments) return out;
    }
    return std::nullopt;
}

}  // namespace bench
