// Options of grb_bench_orders.
#pragma once

#include <string>
#include <vector>

namespace bench::orders {

struct options {
    std::string data;
    std::string engine = "host";
    std::vector<std::string> methods;
    int threads = 1;
    int repeat = 3;
    bool symmetric = false;
};

/// Prints the table. Whether every order could be undone, and no product lost anything.
bool run(const options& o);

}  // namespace bench::orders
