#include "matrices.hpp"

#include "generated.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

namespace bench {

namespace {

constexpr char magic[] = "GCSR0001";
constexpr std::size_t header_bytes = 64;

bool is_binary_csr(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::array<char, 8> start{};
    return in.read(start.data(), start.size()) && std::memcmp(start.data(), magic, start.size()) == 0;
}

template <class T>
gb::buffer<T> read_array(std::ifstream& in, std::size_t size, const std::string& file) {
    gb::buffer<T> out(size);
    if (!in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(size * sizeof(T))))
        throw gb::io_error(file, 0, "the file is too short");
    return out;
}

/// The structure in a binary CSR file: 64 bytes of header, int64 offsets, int32 columns, values. Throws io_error.
gb::csr<void> read_binary_csr(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::array<char, header_bytes> header{};
    if (!in.read(header.data(), header.size())) throw gb::io_error(file, 0, "the file is too short");
    std::array<std::int64_t, 3> sizes{};
    std::memcpy(sizes.data(), header.data() + sizeof(magic) - 1, sizeof(sizes));
    const auto [nrows, ncols, nvals] = sizes;
    if (nrows < 0 || ncols < 0 || nvals < 0) throw gb::io_error(file, 0, "a size in the header is negative");
    gb::csr<void> made(nrows, ncols);
    made.offsets = read_array<gb::row_offset>(in, static_cast<std::size_t>(nrows) + 1, file);
    made.columns = read_array<gb::column_index>(in, static_cast<std::size_t>(nvals), file);
    gb::formats::check_csr(made.structure(), made.offsets.size(), made.columns.size(), 0, false);
    return made;
}

}  // namespace

std::vector<table_entry> table_matrices(const std::string& folder, const std::string& data) {
    const auto in_folder = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };
    return {{"wiki-Vote", (std::filesystem::path(data) / "wiki-Vote.mtx.gz").string()},
            {"5-point stencil 1500^2", in_folder("poisson5-1500.gcsr")},
            {"web-like power law", in_folder("powerdir-500000-8.gcsr")},
            {"uniform random, degree 8", in_folder("er-1000000-8.gcsr")},
            {"27-point stencil 64^3", in_folder("poisson27-64.gcsr")},
            {"band, half width 32", in_folder("band-100000-32.gcsr")},
            {"random 8x8 blocks", in_folder("blockfem-8000-8-16.gcsr")},
            {"R-MAT 16", in_folder("rmat-16-16.gcsr")},
            {"R-MAT 18", in_folder("rmat-18-8.gcsr")}};
}

gb::matrix<double> generated_with_weights(const gb::context& ctx, const std::string& name) {
    const auto generator = generator_of(name);
    if (!generator) throw gb::invalid_value(fmt::format("matrix '{}': none of {}", name, generated_names));
    return with_weights<double>(ctx, gb::from_coordinates<void>(ctx, generator->make(ctx.threads())));
}

gb::matrix<double> read_with_weights(const gb::context& ctx, const std::string& file) {
    const gb::matrix<void> structure =
        is_binary_csr(file) ? gb::matrix<void>::from_storage(read_binary_csr(file)) : gb::read_matrix<void>(ctx, file);
    return with_weights<double>(ctx, structure);
}

}  // namespace bench
