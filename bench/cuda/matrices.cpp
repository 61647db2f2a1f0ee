#include "matrices.hpp"

#include "generated.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

namespace bench {

std::vector<table_entry> table_matrices(const std::string& folder, const std::string& data) {
    const auto in_folder = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };
    return {{"wiki-Vote", (std::filesystem::path(data) / "wiki-Vote.mtx.gz").string()},
            {"5-point stencil 1500^2", in_folder("poisson5-1500.gbm")},
            {"web-like power law", in_folder("powerdir-500000-8.gbm")},
            {"uniform random, degree 8", in_folder("er-1000000-8.gbm")},
            {"27-point stencil 64^3", in_folder("poisson27-64.gbm")},
            {"band, half width 32", in_folder("band-100000-32.gbm")},
            {"random 8x8 blocks", in_folder("blockfem-8000-8-16.gbm")},
            {"R-MAT 16", in_folder("rmat-16-16.gbm")},
            {"R-MAT 18", in_folder("rmat-18-8.gbm")}};
}

gb::matrix<double> generated_with_weights(const gb::context& ctx, const std::string& name) {
    const auto generator = generator_of(name);
    if (!generator) throw gb::invalid_value(fmt::format("matrix '{}': none of {}", name, generated_names));
    return with_weights<double>(ctx, gb::from_coordinates<void>(ctx, generator->make(ctx.threads())));
}

gb::matrix<double> read_with_weights(const gb::context& ctx, const std::string& file) {
    return with_weights<double>(ctx, gb::read_matrix<void>(ctx, file));
}

}  // namespace bench
