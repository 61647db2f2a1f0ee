// Idea: an input is a chain of sources (input.cpp): stored bytes, perhaps an unpacker above them, perhaps a member of an
// archive above that. Each reads from the one below it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graphblas_gpu::io {

class byte_source {
  public:
    byte_source() = default;
    byte_source(const byte_source&) = delete;
    byte_source& operator=(const byte_source&) = delete;
    virtual ~byte_source() = default;

    /// Reads up to `size` bytes; fewer only at the end, or before a failure, which the next call throws.
    virtual std::size_t read(char* to, std::size_t size) = 0;

    /// The number of stored bytes, those at the bottom of the chain, that have been read.
    virtual std::uint64_t stored_done() const noexcept = 0;

    /// For sources of bytes that can be read at any offset; the others have size 0.
    /// @{
    virtual std::uint64_t size() const noexcept { return 0; }
    virtual bool has_random_access() const noexcept { return false; }
    virtual std::size_t read_at(std::uint64_t, char*, std::size_t) const { return 0; }
    /// @}
};

}  // namespace graphblas_gpu::io
