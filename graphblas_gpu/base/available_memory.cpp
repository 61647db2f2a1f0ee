// Idea: Linux says what the machine can give without swapping (/proc/meminfo), and what the control groups of the process may
// have and do have. Pages of files count as available, because the kernel drops them first. See memory_budget.hpp.
//
// The files are read without streams. In a Python process other packages may have a C++ library of their own; where this
// library is linked with libstdc++.a, the facets of both share their numbers (std::locale::id is one for the process), and a
// stream read 0 available bytes.
#include <graphblas_gpu/base/memory_budget.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace graphblas_gpu::base {
namespace {

constexpr std::size_t unlimited = SIZE_MAX;

/// The names of the files of a control group, and of what it can drop.
struct group_files {
    std::vector<const char*> limits;
    const char* usage;
    std::vector<std::string_view> droppable;
};

const group_files files_of_version_1{
    {"memory.limit_in_bytes"}, "memory.usage_in_bytes", {"total_inactive_file", "total_active_file"}};
const group_files files_of_version_2{{"memory.max", "memory.high"}, "memory.current", {"inactive_file", "active_file"}};

/// What is in a file; empty if it cannot be read.
std::string text_of_file(const std::string& path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "re"), &std::fclose);
    std::string text;
    char buffer[4096];
    for (std::size_t n = 0; file && (n = std::fread(buffer, 1, sizeof buffer, file.get())) > 0;) text.append(buffer, n);
    return text;
}

/// The words of a text between separators; several separators are one.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (end > 0) words.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

/// The number at the beginning of a text; `unlimited` if there is none, as where it says "max".
std::size_t number_of(std::string_view text) {
    std::size_t number = 0;
    return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc() ? number : unlimited;
}

std::size_t number_in(const std::string& path) { return number_of(text_of_file(path)); }

/// The sum of the lines "name number" with these names.
std::size_t sum_in(const std::string& path, const std::vector<std::string_view>& names) {
    std::size_t sum = 0;
    const std::string text = text_of_file(path);
    for (const std::string_view line : split(text, '\n')) {
        const auto words = split(line, ' ');
        if (words.size() == 2 && std::find(names.begin(), names.end(), words[0]) != names.end()) sum += number_of(words[1]);
    }
    return sum;
}

std::size_t bytes_left_in(const std::string& directory, const group_files& files) {
    std::size_t limit = unlimited;
    for (const char* const name : files.limits) limit = std::min(limit, number_in(directory + '/' + name));
    // Without a limit, version 1 has a number that is close to the largest one.
    if (limit >= unlimited / 4) return unlimited;
    const std::size_t usage = number_in(directory + '/' + files.usage);
    if (usage == unlimited) return unlimited;
    const std::size_t used = usage - std::min(usage, sum_in(directory + "/memory.stat", files.droppable));
    return limit - std::min(limit, used);
}

bool lists(std::string_view list, std::string_view word) {
    const auto words = split(list, ',');
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The group of the process in the hierarchy of memory of version 1, or that of version 2; empty if there is none.
std::string group_of_process(const std::string& root, bool is_version_2) {
    const std::string groups = text_of_file(root + "/proc/self/cgroup");
    for (const std::string_view line : split(groups, '\n')) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string_view::npos) continue;
        const std::string_view controllers = line.substr(first + 1, second - first - 1);
        if (is_version_2 ? controllers.empty() : lists(controllers, "memory")) return std::string(line.substr(second + 1));
    }
    return {};
}

/// The least that the groups of one hierarchy have left, from that of the process to the outermost that can be seen.
std::size_t bytes_left_in_hierarchy(const std::string& root, bool is_version_2) {
    const std::string group = group_of_process(root, is_version_2);
    if (group.empty()) return unlimited;
    const std::string mounts = text_of_file(root + "/proc/self/mountinfo");
    for (const std::string_view line : split(mounts, '\n')) {
        // "36 35 98:0 ROOT MOUNT_POINT options - type source options", see proc(5).
        const auto words = split(line, ' ');
        const auto dash = std::find(words.begin(), words.end(), "-");
        if (dash - words.begin() < 5 || words.end() - dash < 4) continue;
        if (is_version_2 ? dash[1] != "cgroup2" : dash[1] != "cgroup" || !lists(dash[3], "memory")) continue;
        // In a container the mount begins at the container's own group, or the group is that of the machine's point of view.
        std::string below = words[3] == "/" ? group : group.starts_with(words[3]) ? group.substr(words[3].size()) : "";
        const std::string mount_point = root + std::string(words[4]);
        std::size_t least = unlimited;
        for (;;) {
            least = std::min(least, bytes_left_in(mount_point + below, is_version_2 ? files_of_version_2 : files_of_version_1));
            if (below.empty() || below == "/") return least;
            below.erase(below.rfind('/'));
        }
    }
    return unlimited;
}

}  // namespace

std::size_t bytes_left_in_control_groups(const std::string& root) noexcept {
    try {
        return std::min(bytes_left_in_hierarchy(root, false), bytes_left_in_hierarchy(root, true));
    } catch (const std::exception&) {  // there is no memory for the names
        return unlimited;
    }
}

std::size_t available_bytes() noexcept {
    try {
        const std::size_t left = bytes_left_in_control_groups();
        const std::string text = text_of_file("/proc/meminfo");
        for (const std::string_view line : split(text, '\n')) {
            const auto words = split(line, ' ');
            if (words.size() > 1 && words[0] == "MemAvailable:") return std::min(left, number_of(words[1]) * 1024);
        }
        return left;
    } catch (const std::exception&) {
        return unlimited;
    }
}

}  // namespace graphblas_gpu::base
