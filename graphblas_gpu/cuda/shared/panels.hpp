// Computing rows in panels, as few as memory allows.
#pragma once

#include <vector>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda {

/// Rows first .. last - 1.
struct row_range {
    index first = 0;
    index last = 0;
    index count() const { return last - first; }
};

/// Calls body(panel) for the rows in ascending order, cut into `pieces` parts at first. A part for which body throws
/// out_of_memory is halved, down to one row. body is then called again for the parts of these rows, so it must not have changed
/// anything that the repeated calls do not overwrite. Returns the number of panels.
template <class Body>
std::int64_t in_panels(row_range whole, std::int64_t pieces, const Body& body) {
    std::vector<row_range> open;
    for (std::int64_t p = pieces; p-- > 0;) {
        open.push_back({whole.first + whole.count() * p / pieces, whole.first + whole.count() * (p + 1) / pieces});
    }
    std::int64_t done = 0;
    while (!open.empty()) {
        const row_range panel = open.back();
        open.pop_back();
        try {
            body(panel);
            ++done;
        } catch (const out_of_memory&) {
            if (panel.count() <= 1) throw;
            const index middle = panel.first + panel.count() / 2;
            open.push_back({middle, panel.last});
            open.push_back({panel.first, middle});
        }
    }
    return done;
}

}  // namespace graphblas_gpu::cuda
