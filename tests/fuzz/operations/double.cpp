// Worlds over double.
#include "operations.hpp"

namespace spec::fuzz {

outcome run_double(std::uint64_t seed, const std::set<std::size_t>& left_out, tally& counts) {
    return world<double>(seed, counts).run(left_out);
}

}  // namespace spec::fuzz
