// Idea: Linux says what the machine can give without swapping (/proc/meminfo), and what the control groups of the process may
// have and do have. Pages of files count as available, because the kernel drops them first. See memory_budget.hpp.
#include <graphblas_gpu/base/memory_budget.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace graphblas_gpu::formats {
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

/// The number in a file; `unlimited` if there is none, as where it says "max".
std::size_t number_in(const std::string& path) {
    std::ifstream file(path);
    std::size_t number = 0;
    return file >> number ? number : unlimited;
}

/// The sum of the lines "name number" with these names.
std::size_t sum_in(const std::string& path, const std::vector<std::string_view>& names) {
    std::ifstream file(path);
    std::size_t sum = 0;
    std::string name;
    for (std::size_t number = 0; file >> name >> number;)
        if (std::find(names.begin(), names.end(), name) != names.end()) sum += number;
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

/// The words of a line between separators.
std::vector<std::string> split(const std::string& line, char separator) {
    std::vector<std::string> words;
    std::istringstream from(line);
    for (std::string word; std::getline(from, word, separator);) words.push_back(word);
    return words;
}

bool lists(const std::string& list, std::string_view word) {
    const std::vector<std::string> words = split(list, ',');
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The group of the process in the hierarchy of memory of version 1, or that of version 2; empty if there is none.
std::string group_of_process(const std::string& root, bool is_version_2) {
    std::ifstream file(root + "/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (is_version_2 ? controllers.empty() : lists(controllers, "memory")) return line.substr(second + 1);
    }
    return {};
}

/// The least that the groups of one hierarchy have left, from that of the process to the outermost that can be seen.
std::size_t bytes_left_in_hierarchy(const std::string& root, bool is_version_2) {
    const std::string group = group_of_process(root, is_version_2);
    if (group.empty()) return unlimited;
    std::ifstream file(root + "/proc/self/mountinfo");
    for (std::string line; std::getline(file, line);) {
        // "36 35 98:0 ROOT MOUNT_POINT options - type source options", see proc(5).
        const std::vector<std::string> words = split(line, ' ');
        const auto dash = std::find(words.begin(), words.end(), "-");
        if (dash - words.begin() < 5 || words.end() - dash < 4) continue;
        if (is_version_2 ? dash[1] != "cgroup2" : dash[1] != "cgroup" || !lists(dash[3], "memory")) continue;
        // In a container the mount begins at the container's own group, or the group is that of the machine's point of view.
        std::string below = words[3] == "/" ? group : group.starts_with(words[3]) ? group.substr(words[3].size()) : "";
        std::size_t least = unlimited;
        for (;;) {
            least =
                std::min(least, bytes_left_in(root + words[4] + below, is_version_2 ? files_of_version_2 : files_of_version_1));
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
        std::ifstream file("/proc/meminfo");
        std::size_t left = bytes_left_in_control_groups();
        std::string name;
        std::size_t kibibytes = 0;
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            if (words >> name >> kibibytes && name == "MemAvailable:") return std::min(left, kibibytes * 1024);
        }
        return left;
    } catch (const std::exception&) {
        return unlimited;
    }
}

}  // namespace graphblas_gpu::formats
