#include <graphblas_gpu/io/checksum.hpp>
#include <graphblas_gpu/io/in_order.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace graphblas_gpu::io {
namespace {

constexpr std::uint64_t prime_1 = 0x9E3779B185EBCA87, prime_2 = 0xC2B2AE3D27D4EB4F, prime_3 = 0x165667B19E3779F9,
                        prime_4 = 0x85EBCA77C2B2AE63, prime_5 = 0x27D4EB2F165667C5;

template <class Word>
std::uint64_t little_endian(const unsigned char* p) noexcept {
    static_assert(std::endian::native == std::endian::little, "binary files are read and written as memory has them");
    Word word;
    std::memcpy(&word, p, sizeof word);
    return word;
}

std::uint64_t round(std::uint64_t lane, std::uint64_t input) noexcept {
    return std::rotl(lane + input * prime_2, 31) * prime_1;
}

std::uint64_t merged(std::uint64_t hash, std::uint64_t lane) noexcept { return (hash ^ round(0, lane)) * prime_1 + prime_4; }

}  // namespace

std::uint64_t xxh64(const void* bytes, std::size_t size) noexcept {
    const auto* p = static_cast<const unsigned char*>(bytes);
    std::size_t left = size;
    std::uint64_t hash = prime_5;
    if (left >= 32) {
        std::uint64_t a = prime_1 + prime_2, b = prime_2, c = 0, d = 0 - prime_1;
        for (; left >= 32; left -= 32, p += 32) {
            a = round(a, little_endian<std::uint64_t>(p));
            b = round(b, little_endian<std::uint64_t>(p + 8));
            c = round(c, little_endian<std::uint64_t>(p + 16));
            d = round(d, little_endian<std::uint64_t>(p + 24));
        }
        hash = std::rotl(a, 1) + std::rotl(b, 7) + std::rotl(c, 12) + std::rotl(d, 18);
        hash = merged(merged(merged(merged(hash, a), b), c), d);
    }
    hash += size;
    for (; left >= 8; left -= 8, p += 8)
        hash = std::rotl(hash ^ round(0, little_endian<std::uint64_t>(p)), 27) * prime_1 + prime_4;
    if (left >= 4) {
        hash = std::rotl(hash ^ (little_endian<std::uint32_t>(p) * prime_1), 23) * prime_2 + prime_3;
        left -= 4;
        p += 4;
    }
    for (; left > 0; --left, ++p) hash = std::rotl(hash ^ (*p * prime_5), 11) * prime_1;
    hash = (hash ^ (hash >> 33)) * prime_2;
    hash = (hash ^ (hash >> 29)) * prime_3;
    return hash ^ (hash >> 32);
}

std::uint64_t checksum_of_blocks(std::span<const std::uint64_t> hashes) { return xxh64(hashes.data(), hashes.size_bytes()); }

std::uint64_t checksum(const void* bytes, std::size_t size, host::team* team) {
    std::vector<std::uint64_t> hashes(checksum_blocks(size));
    for_each(team, hashes.size(), [&](std::size_t k) {
        const std::size_t at = k * checksum_block;
        hashes[k] = xxh64(static_cast<const char*>(bytes) + at, std::min(checksum_block, size - at));
    });
    return checksum_of_blocks(hashes);
}

}  // namespace graphblas_gpu::io
