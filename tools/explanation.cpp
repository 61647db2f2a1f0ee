#include "explanation.hpp"

#include <fmt/format.h>

#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

void add_explanation(answer& to, const gb::report& product) {
    if (product.estimates.best() == gb::method::automatic) {
        to.note("nothing is predicted for this product: predictions are made on a device, for products that have multiplications");
        return;
    }
    std::vector<record> methods;
    for (const gb::method m : gb::all_methods) {
        if (m == gb::method::automatic) continue;
        const gb::planner::method_estimate& expected = product.estimates[m];
        const auto shown = [](bool is_known, double x, const char* digits) {
            return is_known ? fmt::format(fmt::runtime(digits), x) : std::string("-");
        };
        const bool is_known = expected.is_predicted(), ran = m == product.method;
        methods.push_back({{"method", std::string(gb::to_string(m))},
                           {"expected_ms", is_known ? value(expected.milliseconds) : value(), shown(is_known, expected.milliseconds, "{:.3f}")},
                           {"expected_bytes", is_known ? value(expected.bytes) : value(), shown(is_known, expected.bytes, "{:.0f}")},
                           {"measured_ms", ran ? value(product.milliseconds) : value(), shown(ran, product.milliseconds, "{:.3f}")}});
    }
    to.add_records("methods", std::move(methods));
}

}  // namespace grb
