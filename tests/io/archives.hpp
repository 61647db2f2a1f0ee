// Needs: zlib for checksums and deflated members.
// Idea: the smallest writers of tar (POSIX.1-1988, ustar) and ZIP archives (PKWARE's APPNOTE.TXT 6.3), by hand, so that the
// library that reads them has not written them.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace io_test {

inline std::string octal(std::size_t number, int digits) {
    char text[24];
    std::snprintf(text, sizeof(text), "%0*zo", digits, number);
    return text;
}

/// The paths of the members and their contents. A path that ends in '/' is a directory.
using archive_members = std::vector<std::pair<std::string, std::string>>;

inline std::string tar_of(const archive_members& members) {
    std::string archive;
    for (const auto& [path, content] : members) {
        std::string header(512, '\0');
        const auto put = [&](std::size_t at, const std::string& text) { header.replace(at, text.size(), text); };
        put(0, path);
        put(100, "0000644");
        put(124, octal(content.size(), 11));
        put(136, "00000000000");
        put(148, "        ");
        put(156, path.back() == '/' ? "5" : "0");
        put(257, std::string("ustar\00000", 8));
        std::size_t sum = 0;
        for (const char c : header) sum += static_cast<unsigned char>(c);
        put(148, octal(sum, 6) + std::string("\0 ", 2));
        archive += header + content + std::string((512 - content.size() % 512) % 512, '\0');
    }
    return archive + std::string(1024, '\0');
}

/// Little endian.
inline std::string bytes_of_number(std::uint64_t number, int bytes) {
    std::string text;
    for (int k = 0; k < bytes; ++k) text += static_cast<char>(number >> 8 * k);
    return text;
}

/// Members are stored, or deflated.
inline std::string zip_of(const archive_members& members, bool deflated = false) {
    std::string archive, directory;
    for (const auto& [path, content] : members) {
        std::string stored = content;
        if (deflated) {
            z_stream stream{};
            deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
            stored.resize(deflateBound(&stream, content.size()));
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
            stream.avail_in = static_cast<uInt>(content.size());
            stream.next_out = reinterpret_cast<Bytef*>(stored.data());
            stream.avail_out = static_cast<uInt>(stored.size());
            deflate(&stream, Z_FINISH);
            stored.resize(stream.total_out);
            deflateEnd(&stream);
        }
        const auto checksum = crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()));
        constexpr std::uint64_t version = 20, names_are_utf8 = 1 << 11;
        const std::string common = bytes_of_number(version, 2) + bytes_of_number(names_are_utf8, 2) +
                                   bytes_of_number(deflated ? 8 : 0, 2) + bytes_of_number(0, 4) + bytes_of_number(checksum, 4) +
                                   bytes_of_number(stored.size(), 4) + bytes_of_number(content.size(), 4) +
                                   bytes_of_number(path.size(), 2) + bytes_of_number(0, 2);
        directory += "PK\x01\x02" + bytes_of_number(version, 2) + common + bytes_of_number(0, 10) +
                     bytes_of_number(archive.size(), 4) + path;
        archive += "PK\x03\x04" + common + path + stored;
    }
    const std::uint64_t directory_at = archive.size();
    return archive + directory + "PK\x05\x06" + bytes_of_number(0, 4) + bytes_of_number(members.size(), 2) +
           bytes_of_number(members.size(), 2) + bytes_of_number(directory.size(), 4) + bytes_of_number(directory_at, 4) +
           bytes_of_number(0, 2);
}

}  // namespace io_test
