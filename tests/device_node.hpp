// Needs: a directory; for the superuser a system on which device nodes can be made there.
// Idea: a writer under test must not be able to harm the machine: one that replaces devices by files would, if the tests
// are run by the superuser, take /dev/null away from everybody. So the superuser gets a node of its own.
#pragma once

#include "catch.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <string>

/// The path of a node of the device `name` ("null", "full") that a test may write to; nothing after a warning that names
/// the test.
inline std::optional<std::string> device_node(const std::string& directory, const std::string& name, const char* test) {
    const std::string real = "/dev/" + name, own = directory + "/" + name;
    struct stat device = {};
    const bool exists = ::stat(real.c_str(), &device) == 0 && S_ISCHR(device.st_mode);
    const bool made = exists && ::geteuid() == 0 && ::mknod(own.c_str(), S_IFCHR | 0666, device.st_rdev) == 0;
    const std::string path = ::geteuid() == 0 ? own : real;
    const int descriptor = exists && (made || path == real) ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC) : -1;
    if (descriptor >= 0) {
        ::close(descriptor);
        return path;
    }
    if (made) ::unlink(own.c_str());
    WARN("skipped: " << test << ": no node of the device " << real << " can be written to in " << directory);
    return std::nullopt;
}
