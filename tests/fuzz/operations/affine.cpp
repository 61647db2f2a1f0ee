// Worlds over affine, a type of the fuzzer's own, with a semiring of its own.
#include "operations.hpp"
#include <graphblas_gpu/own_semiring.hpp>

namespace spec::fuzz {

outcome run_affine(std::uint64_t seed, const std::set<std::size_t>& left_out, tally& counts) {
    return world<affine>(seed, counts).run(left_out);
}

}  // namespace spec::fuzz
