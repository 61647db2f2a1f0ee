// The matrices that products on a device are measured with.
#pragma once

#include <string>
#include <vector>

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>

namespace bench {
namespace gb = graphblas_gpu;

/// A matrix of the table: what it is called in reports, and the file that holds it.
struct table_entry {
    std::string name;
    std::string file;
};

/// The nine of the table, smallest products first. `folder` holds the generated ones, `data` wiki-Vote.
std::vector<table_entry> table_matrices(const std::string& folder, const std::string& data);

/// A matrix of the names that generated.hpp lists, with the weights below. Throws invalid_value for another name.
gb::matrix<double> generated_with_weights(const gb::context& ctx, const std::string& name);

/// Reads a matrix from any file that the library reads. Values are weights 1 .. 255, symmetric and the same in every run,
/// whatever the file has.
gb::matrix<double> read_with_weights(const gb::context& ctx, const std::string& file);

}  // namespace bench
