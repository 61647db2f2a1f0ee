// grb cache: the kernels that were compiled at run time and are kept in the user's cache.
//
// Idea: the library's own cache answers, so that what is shown and removed is what programs find.
#include "command.hpp"
#include <graphblas_gpu/cuda/jit/kernel_cache.hpp>

namespace grb {
namespace {

struct cache_options {
    run_options run;
    bool clear = false;
};

int run(const cache_options& options) {
    const auto cache = graphblas_gpu::cuda::kernel_cache::of_user();
    const auto found = cache.facts();
    answer result;
    result.add("folder", found.folder, found.folder.empty() ? "none" : found.folder);
    result.add("kernels", found.files);
    result.add("bytes", found.bytes);
    result.add("most_bytes", found.most_bytes);
    if (options.clear) result.add("removed", cache.clear());
    if (found.folder.empty())
        result.note("nothing_kept",
                    "nothing is kept: GRAPHBLAS_GPU_CACHE_DIR is off, or no folder is named by the environment");
    result.print(options.run);
    return 0;
}

}  // namespace

void add_cache(command_line& line) {
    add_command<cache_options>(
        line, "cache", "Show or clear the cache of kernels that were compiled at run time", &run,
        [](subcommand& cache, cache_options& options) {
            cache.flag("--clear", options.clear, "Remove all kernels; the numbers are those before");
            declare_output(cache, options.run);
            cache.main_options({"--clear", "--json", "--verbose"});
            cache.footer(
                R"(Semirings that carry their source are compiled for the GPU when a program first uses them. The kernels are kept in
graphblas_gpu/kernels below XDG_CACHE_HOME, or below ~/.cache; GRAPHBLAS_GPU_CACHE_DIR names another folder, or says off.
Where they take more than most_bytes, those that were not used for longest go first.

Examples:
  grb cache
  grb cache --clear)");
        });
}

}  // namespace grb
