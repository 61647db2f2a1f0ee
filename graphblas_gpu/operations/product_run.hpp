// Products on the host: the entry points of the driver. The work and the memory of its phases are in product_work.hpp.
#pragma once

#include <memory>

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/operations/value_conversion.hpp>
#include <graphblas_gpu/planner/choice.hpp>

namespace graphblas_gpu::operations {
struct result_rows;
struct planned_product;
struct product_call;
class product_driver;
}  // namespace graphblas_gpu::operations

namespace graphblas_gpu::host {

struct product_kernels;

/// An operand with values of the type that the semiring reads. It owns the converted values, if there are any.
class product_operand {
  public:
    product_operand() = default;
    product_operand(team& team, const any_matrix& m, bool transpose, bool with_values,
                    const operations::value_conversion& conversion);

    const structure_view& structure() const { return rows_; }
    const void* values() const { return rows_.values; }
    const formats::untyped_rows& rows() const { return rows_; }
    /// The operand with values of T, which is the type that `conversion` makes or that the matrix has.
    template <class T>
    csr_view<T> view() const {
        return formats::typed<T>(rows_);
    }

  private:
    formats::untyped_rows rows_;
    buffer<std::byte> converted_;
};

/// How a method is chosen where none is named. Sums over all entries are chosen for by rules alone, for two reasons:
/// predictions were measured for products that write their entries, and tiles would add in another order, so that the bits of
/// the sum would depend on what is cached and on free memory. Plans are chosen for by rules too, because their later products
/// have other costs than the first one.
enum class method_choice { by_prediction, by_rules };

/// Throws unsupported, with what to do instead, if the table has no loops: semirings that are made at run time
/// (jit_semiring.hpp) have none unless they are in the catalogue.
void require_loops(const char* operation, const product_kernels& kernels);

/// See operations/product.hpp.
/// @{
std::unique_ptr<operations::product_driver> start_product(const context& ctx, const operations::product_call& call,
                                                          method_choice how = method_choice::by_prediction);
operations::planned_product plan_product(const context& ctx, const operations::product_call& call);
operations::result_rows execute_plan(const context& ctx, const operations::product_call& call,
                                   const operations::planned_product& plan);
std::int64_t count_multiplications(team& team, const any_matrix& a, const any_matrix& b, const descriptor& desc);
/// @}

}  // namespace graphblas_gpu::host
