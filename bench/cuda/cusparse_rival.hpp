// cuSPARSE's sparse products, to be measured against.
//
// Source: the cuSPARSE documentation, cusparseSpGEMM and cusparseSpGEMMreuse.
#pragma once

#include <cstdint>
#include <memory>

#include <graphblas_gpu/formats/csr.hpp>

namespace bench {
namespace gb = graphblas_gpu;

/// Which of the algorithms.
enum class cusparse_algorithm { alg1, alg2, alg3 };
const char* to_string(cusparse_algorithm a);

/// A*B on the device; T is float or double. Memory comes from a pool that is kept, in the order of the stream.
template <class T>
class cusparse_product {
  public:
    /// Copies the matrices to the device, once if they are one object. Throws unsupported if one does not fit 32-bit offsets.
    cusparse_product(const gb::csr<T>& a, const gb::csr<T>& b);
    ~cusparse_product();
    cusparse_product(const cusparse_product&) = delete;
    cusparse_product& operator=(const cusparse_product&) = delete;

    /// The whole product, temporary memory included; the result is kept until discard(). Waits. Throws what cuSPARSE reports,
    /// such as insufficient resources.
    void run(cusparse_algorithm how);
    void discard();

    /// SpGEMMreuse: everything but the numeric phase; and that alone, which waits.
    /// @{
    void prepare_reuse();
    void run_reuse();
    /// @}

    /// Of the last run: the most temporary memory that was had at one time beside the result.
    std::int64_t temporary_bytes() const;
    /// The result, its columns in whatever order cuSPARSE gives them.
    gb::csr<T> result() const;

  private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}  // namespace bench
