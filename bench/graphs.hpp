// The graphs of the benchmark: generated ones by name, files by path or from the folder of test data.
//
// Idea: one undirected graph in the forms that the kernels take. Values are a hash of the edge, so that every machine
// measures the same matrices. Forms are made when they are first asked for.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bench {

namespace gb = graphblas_gpu;

/// What is known of a graph beforehand, to be checked.
struct known_answers {
    std::int64_t product_nvals = -1;  ///< nvals(A*A); -1 where nobody counted
    std::int64_t triangles = -1;
};

/// Why there is no graph of this name, or an empty string if there is one. A generated graph is always available; any other
/// graph needs its file.
std::string why_not_available(const std::string& name, const std::string& data_folder);

/// The same matrix without its self loops, where the engine is, and without anything that was derived from it before.
template <class T>
gb::matrix<T> fresh_copy(const gb::context& ctx, const gb::matrix<T>& a);

class graph {
  public:
    /// `name`: rmat-SCALE-FACTOR, uniform-N-DEGREE, grid2d-N (N x N), stencil27-N (N x N x N), wiki-Vote, email-Enron,
    /// or the path of a file. Files are made symmetric and lose their self loops. A binary pattern (.gbm) is read as a matrix;
    /// other files are read as lists of entries. Throws invalid_value for a name that is none of these, io_error for a file.
    graph(const gb::context& ctx, const std::string& name, const std::string& data_folder);

    const std::string& name() const { return name_; }
    bool is_rmat() const { return name_.starts_with("rmat-"); }
    const known_answers& known() const { return known_; }
    /// The path of the file, or an empty string for a generated graph; its size, and how long it took to read it into
    /// structure().
    const std::string& file() const { return file_; }
    std::int64_t file_bytes() const { return file_bytes_; }
    double read_milliseconds() const { return read_milliseconds_; }
    /// Multiplications of A*A.
    std::int64_t multiplications() const { return multiplications_; }

    /// The structure as given: symmetric; the stencil with its diagonal.
    const gb::matrix<void>& structure() const { return structure_; }
    /// The same without self loops.
    const gb::matrix<void>& adjacency();
    /// structure() with values between 0 and 2 that need all bits of a float.
    const gb::matrix<float>& real();
    /// adjacency() with lengths from 1 to 255; those of the file where it has positive whole numbers.
    const gb::matrix<std::int32_t>& lengths();

    /// Replaces adjacency() and lengths(), if they are there, by fresh copies.
    void make_fresh(const gb::context& ctx);

    /// The first `count` of a fixed random sequence of vertices that have neighbours.
    std::vector<gb::index> sources(int count) const;

  private:
    /// Reads the file and sets structure_, and lengths_ if it has lengths.
    void read_file(const std::string& path);

    gb::context threads_;
    std::string name_;
    std::string file_;
    std::int64_t file_bytes_ = 0;
    double read_milliseconds_ = 0;
    known_answers known_;
    std::int64_t multiplications_ = 0;
    gb::matrix<void> structure_;
    std::optional<gb::matrix<void>> adjacency_;
    std::optional<gb::matrix<float>> real_;
    std::optional<gb::matrix<std::int32_t>> lengths_;
};

}  // namespace bench
