// Idea: names are numbered in the order in which they are added. Their bytes are stored one after the other. A hash table with
// open addressing stores numbers and some bits of the hash, so that different names are rarely compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graphblas_gpu::io {

class name_table {
  public:
    std::size_t size() const noexcept { return ends_.size(); }
    std::string_view operator[](std::size_t number) const noexcept {
        const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
        return std::string_view(bytes_).substr(begin, ends_[number] - begin);
    }

    /// The number of the name; a new name gets the next number. There must be fewer than 2^32 - 1 names.
    std::uint32_t number_of(std::string_view name);

    bool has(std::string_view name) const;

    /// Removes all names, but keeps the memory.
    void clear();

  private:
    struct slot {
        std::uint32_t number_from_1 = 0;  ///< 0: no name
        std::uint32_t hash = 0;
    };
    void enlarge();

    std::string bytes_;
    std::vector<std::size_t> ends_;
    std::vector<slot> slots_;  ///< a power of two of them, or none
};

}  // namespace graphblas_gpu::io
