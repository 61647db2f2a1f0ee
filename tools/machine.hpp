// Idea: what reports of times say of the machine.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <ctime>
#include <fstream>
#include <string>

namespace grb {

/// The model of the processor as Linux calls it, or "unknown".
inline std::string processor_name() {
    std::ifstream information("/proc/cpuinfo");
    for (std::string text; std::getline(information, text);) {
        if (!text.starts_with("model name")) continue;
        const auto colon = text.find(": ");
        if (colon != std::string::npos) return text.substr(colon + 2);
    }
    return "unknown";
}

inline std::int64_t memory_bytes() { return static_cast<std::int64_t>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE); }

/// The time of day in UTC, as in ISO 8601.
inline std::string now() {
    const std::time_t seconds = std::time(nullptr);
    char text[32];
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

}  // namespace grb
