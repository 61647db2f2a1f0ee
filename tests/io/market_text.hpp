// Matrix Market files as the tests write them: the banners, and what is asked of a text.
#pragma once

#include "support.hpp"
#include <graphblas_gpu/io/matrix_market.hpp>

#include <cstdint>
#include <string>

namespace market_test {

namespace gb = graphblas_gpu;
using io_test::check_io_error;

inline gb::coordinates parse(const std::string& text) { return gb::parse_matrix_market(text, "m.mtx"); }

inline void refused(const std::string& text, std::int64_t line, const std::string& words) {
    INFO(text);
    check_io_error([&] { parse(text); }, "m.mtx", line, words);
}

inline const std::string real_general = "%%MatrixMarket matrix coordinate real general\n";
inline const std::string integer_general = "%%MatrixMarket matrix coordinate integer general\n";
inline const std::string pattern_general = "%%MatrixMarket matrix coordinate pattern general\n";
inline const std::string skew = "%%MatrixMarket matrix coordinate integer skew-symmetric\n";

}  // namespace market_test
