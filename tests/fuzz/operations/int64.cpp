// Worlds over std::int64_t.
#include "operations.hpp"

namespace spec::fuzz {

outcome run_int64(std::uint64_t seed, const std::set<std::size_t>& left_out, tally& counts) {
    return world<std::int64_t>(seed, counts).run(left_out);
}

}  // namespace spec::fuzz
