// Idea: what libFuzzer does, without clang and without feedback: every file of a corpus, and a number of changed copies
// of each. The changes follow from a seed, so a failure can be repeated.
//
//     fuzz_text FOLDER [CHANGED COPIES OF EACH FILE [SEED]]
#include "target.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string changed(std::string text, std::mt19937& random) {
    const auto below = [&random](std::size_t limit) { return random() % std::max<std::size_t>(limit, 1); };
    constexpr std::string_view special_characters(
        "0129-+.eE %#\n\r\t,;|\"\0\xff\x1f\x8b"
        "nix",
        26);
    for (auto changes = 1 + below(6); changes > 0; --changes) {
        const std::size_t at = below(text.size() + 1);
        switch (below(7)) {
            case 0:
                text.insert(at, 1, static_cast<char>(random()));
                break;
            case 1:
                text.insert(at, 1, special_characters[below(special_characters.size())]);
                break;
            case 2:
                if (at < text.size()) text[at] = special_characters[below(special_characters.size())];
                break;
            case 3:
                text.erase(at, below(8));
                break;
            case 4:
                text.insert(at, text.substr(below(text.size() + 1), below(20)));
                break;
            case 5:
                if (at < text.size()) text[at] = static_cast<char>(text[at] ^ 1 << below(8));
                break;
            default:
                if (below(4) == 0) text.resize(at);
        }
    }
    return text;
}

void run(const std::string& bytes, const std::string& name) {
    fuzz::input = bytes;
    try {
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    } catch (const std::exception& e) {
        std::string what = "an exception that is no io_error, for a copy of ";
        fuzz::report(what.append(name).append(": ").append(e.what()));
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s FOLDER [CHANGED COPIES OF EACH FILE [SEED]]\n", argv[0]);
        return 2;
    }
    const long copies = argc > 2 ? std::atol(argv[2]) : 0;
    const unsigned long seed = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 0;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (std::size_t n = 0; n < files.size(); ++n) {
        std::ifstream in(files[n], std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(in), {}};
        run(bytes, files[n].string());
        std::mt19937 random(static_cast<std::uint32_t>(n + seed * files.size()));
        for (long copy = 0; copy < copies; ++copy) run(changed(bytes, random), files[n].string());
    }
    std::printf("%zu files: %ld inputs read, %ld refused\n", files.size(), fuzz::seen.read, fuzz::seen.refused);
    // If only one of them occurs, the changes test nothing.
    return copies > 0 && (fuzz::seen.read == 0 || fuzz::seen.refused == 0) ? 1 : 0;
}
