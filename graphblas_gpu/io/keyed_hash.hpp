// The hash of names and ids that come from files, for hash tables.
//
// Idea: the hash has a key of 128 random bits, drawn once a process, so that nobody can make a file whose names meet in a
// table. The order in which a table holds its names differs from process to process; no answer may depend on it.
// Source: Aumasson, Bernstein, "SipHash: a fast short-input PRF" (INDOCRYPT 2012), with 1 round for each word and 3 at the end,
// as Rust and Python use it for their tables.
#pragma once

#include <graphblas_gpu/base/process_seed.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace graphblas_gpu::io {

/// SipHash-1-3.
class sip_hash {
    using word = std::uint64_t;

  public:
    explicit constexpr sip_hash(const std::array<word, 2>& key)
        : v_{key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261,
             key[1] ^ 0x7465646279746573} {}

    word operator()(std::string_view text) const {
        sip_hash state(*this);
        const char* at = text.data();
        for (std::size_t left = text.size(); left >= sizeof(word); left -= sizeof(word), at += sizeof(word)) {
            state.add(loaded(at, sizeof(word)));
        }
        return state.finish(text.size(), loaded(at, text.size() % sizeof(word)));
    }

    /// The hash of the 8 bytes of a number.
    word operator()(word number) const {
        sip_hash state(*this);
        state.add(number);
        return state.finish(sizeof(word), 0);
    }

  private:
    /// Up to 8 bytes as the lower bytes of a word.
    static word loaded(const char* at, std::size_t bytes) {
        const auto load = [at]<class T>(T part, std::size_t offset) {
            std::memcpy(&part, at + offset, sizeof part);
            return word{part} << (8 * offset);
        };
        if (bytes == sizeof(word)) return load(word{}, 0);
        word all = 0;
        std::size_t done = 0;
        if ((bytes & 4) != 0) all = load(std::uint32_t{}, 0), done = 4;
        if ((bytes & 2) != 0) all |= load(std::uint16_t{}, done), done += 2;
        if ((bytes & 1) != 0) all |= load(std::uint8_t{}, done);
        return all;
    }

    void add(word m) {
        v_[3] ^= m;
        round();
        v_[0] ^= m;
    }

    word finish(std::size_t bytes, word rest) {
        add(word{bytes} << 56 | rest);
        v_[2] ^= 0xff;
        for (int k = 0; k < 3; ++k) round();
        return v_[0] ^ v_[1] ^ v_[2] ^ v_[3];
    }

    void round() {
        v_[0] += v_[1], v_[2] += v_[3];
        v_[1] = std::rotl(v_[1], 13) ^ v_[0], v_[3] = std::rotl(v_[3], 16) ^ v_[2];
        v_[0] = std::rotl(v_[0], 32);
        v_[2] += v_[1], v_[0] += v_[3];
        v_[1] = std::rotl(v_[1], 17) ^ v_[2], v_[3] = std::rotl(v_[3], 21) ^ v_[0];
        v_[2] = std::rotl(v_[2], 32);
    }

    word v_[4];
};

/// The hash with the key of this process: the third parameter of std::unordered_map, the second one of std::unordered_set.
struct keyed_hash {
    std::size_t operator()(std::string_view name) const { return sip_hash(base::process_seed())(name); }
    std::size_t operator()(std::int64_t number) const {
        return sip_hash(base::process_seed())(static_cast<std::uint64_t>(number));
    }
};

}  // namespace graphblas_gpu::io
