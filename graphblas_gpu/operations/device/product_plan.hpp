// product_plan: what a plan (plan.hpp) keeps on the devices of its context, so that its products run the numeric phase alone.
#pragma once

#include <graphblas_gpu/cuda/product/product.hpp>
#include <graphblas_gpu/planner/method.hpp>

#include <optional>
#include <string>
#include <vector>

namespace graphblas_gpu::device {

/// What one device keeps of its rows of the product, and the method that computes their values.
struct planned_rows {
    cuda::symbolic_result symbolic;
    enum method method = method::automatic;
};

struct product_plan {
    std::vector<std::optional<planned_rows>> of_devices;  ///< of this process; nothing for a device without rows
    std::vector<index> cuts;  ///< before which row every device begins, and the end; empty if the first device has all rows
    cuda::csr structure;      ///< of the whole product, on the devices that computed it

    /// Why products are listed, or why not.
    std::string about_lists() const {
        for (const auto& rows : of_devices) {
            if (rows) return rows->symbolic.about_lists;
        }
        return {};
    }
};

}  // namespace graphblas_gpu::device
