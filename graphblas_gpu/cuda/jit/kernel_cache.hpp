// Kernels that were compiled at run time, in files of the user's cache, so that the next process need not compile them.
//
// Idea: a file for each kernel, named by a hash of its key. It holds the key itself and a checksum, so that nothing but what
// was stored under this key is ever loaded. A file is written under another name and renamed when it is whole, so that
// processes never see half of one. What is older goes first where the files take more than the bound.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace graphblas_gpu::cuda {

struct kernel_cache_facts {
    std::string folder;  ///< empty: there is no cache on disk
    std::int64_t files = 0;
    std::int64_t bytes = 0;
    std::int64_t most_bytes = 0;
};

class kernel_cache {
  public:
    static constexpr std::int64_t default_bytes = std::int64_t{256} << 20;

    /// A cache in this folder, which is made with the rights 0700 when the first kernel is stored. Empty: a cache that keeps
    /// nothing.
    explicit kernel_cache(std::string folder, std::int64_t most_bytes = default_bytes);

    /// The cache that the environment names: GRAPHBLAS_GPU_CACHE_DIR (`off`: none), else graphblas_gpu/kernels below
    /// XDG_CACHE_HOME, else below HOME/.cache; none where none of them is set.
    static kernel_cache of_user();

    /// What was stored under this key, or nothing. A file that is damaged, that belongs to somebody else or that others may
    /// write is not used; `note` says so then.
    std::optional<std::string> find(const std::string& key, std::string& note) const;

    /// Stores a kernel and removes the ones that were not used for longest as long as the files take more than the bound. Where
    /// the folder cannot be written, nothing is stored and `note` says why.
    void store(const std::string& key, const std::string& kernel, std::string& note) const;

    /// The files, their bytes, and where they are. Files of other programs in the folder do not count.
    kernel_cache_facts facts() const;

    /// Removes all kernels; returns how many. Throws io_error if one cannot be removed.
    std::int64_t clear() const;

  private:
    std::string path_of(const std::string& key) const;
    void remove_oldest() const;

    std::string folder_;
    std::int64_t max_bytes_ = 0;
};

}  // namespace graphblas_gpu::cuda
