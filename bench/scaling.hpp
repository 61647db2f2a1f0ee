// Strong scaling: the same calls on 1, 2, 4, ... GPUs of one machine. See docs/several-devices.md.
#pragma once

#include <string>
#include <vector>

namespace bench {

struct scaling_options {
    std::vector<int> counts{1, 2, 4, 8};  ///< of devices; 1 is measured whether it is named or not
    std::vector<std::string> rows;        ///< names of rows; all if empty
    bool small = false;                   ///< small sizes, spread whatever their work: a rehearsal
    int repeat = 3;
    double budget_seconds = 0;  ///< rows that would begin later are left out; 0: none
    std::string json;           ///< a file that gets a line for each row and number of devices; none if empty
    std::string revision;
};

/// The names of all rows.
std::vector<std::string> scaling_rows();

/// Measures and prints the table. Throws if an answer differs from that of one device, after all rows.
void measure_scaling(const scaling_options& options);

}  // namespace bench
