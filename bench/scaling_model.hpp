// What a call is predicted to take on several devices, from what it takes on one and on two.
//
// Idea: a part of the time on one device is shared by all devices; the rest is not. Two devices tell how much that is, and what
// several devices cost besides. Copies between devices come at the speed of the link.
#pragma once

#include <algorithm>

namespace bench {

/// Times are in milliseconds.
struct scaling_model {
    double one = 0;           ///< on one device
    double two = 0;           ///< on two; 0 while that is not known
    double fixed = 0.1;       ///< what a call on several devices costs more, while `two` is not known
    double copied_bytes = 0;  ///< the bytes that a device would get in a call if there were very many devices
    double bytes_a_ms = 0;    ///< of the link, in one direction; 0 if it is not known

    /// What a device waits for copies: of `copied_bytes` it has an equal part itself.
    double copying(int devices) const { return bytes_a_ms > 0 ? copied_bytes * (devices - 1) / devices / bytes_a_ms : 0; }
    /// What several devices do not share: x in two = x + (one - x) / 2 + copying(2).
    double not_shared() const { return two == 0 ? 0 : std::clamp(2 * (two - copying(2)) - one, 0.0, one); }
    double predicted(int devices) const {
        if (devices == 1) return one;
        const double x = not_shared();
        return x + (one - x) / devices + copying(devices) + (two == 0 ? fixed : 0);
    }
};

}  // namespace bench
