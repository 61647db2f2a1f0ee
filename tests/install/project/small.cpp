// A program of one source, compiled by hand with what pkg-config says.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <semirings/semirings.hpp>

#include <vector>

namespace gb = graphblas_gpu;

int main() {
    try {
        (void)gb::read_coordinates("/no/such/file");  // links what unpacks files
        return 1;
    } catch (const gb::io_error&) {
    }
    const std::vector<gb::index> from{0, 1}, to{1, 0};
    const auto a = gb::matrix<void>::from_edges(2, 2, from, to);
    return gb::mxm(gb::context::host(), gb::plus_pair<std::int64_t>, a, a).get_element(1, 1) == 1 ? 0 : 1;
}
