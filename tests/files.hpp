// The files of tests: a folder that goes away with the test, the content of a file, and the folder of real graphs.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <system_error>

namespace test_files {

class temporary_folder {
  public:
    temporary_folder() {
        path_ = std::filesystem::temp_directory_path() / ("graphblas_gpu_test_" + std::to_string(std::random_device{}()));
        std::filesystem::create_directories(path_);
    }
    ~temporary_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;

    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    /// The path of a file with these bytes.
    std::string file(const std::string& name, std::string_view bytes) const {
        std::ofstream(*this / name, std::ios::binary) << bytes;
        return *this / name;
    }

  private:
    std::filesystem::path path_;
};

inline std::string content_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The folder that GRB_TEST_DATA names, or an empty text.
inline std::string data_folder() {
    const char* const folder = std::getenv("GRB_TEST_DATA");
    return folder == nullptr ? "" : folder;
}

}  // namespace test_files
