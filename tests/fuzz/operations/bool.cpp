// Worlds over bool.
#include "operations.hpp"

namespace spec::fuzz {

outcome run_bool(std::uint64_t seed, const std::set<std::size_t>& left_out, tally& counts) {
    return world<bool>(seed, counts).run(left_out);
}

}  // namespace spec::fuzz
