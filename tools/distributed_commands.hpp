// The commands of grb under mpirun.
#pragma once

#include "command_line.hpp"
#include "options.hpp"
#include <graphblas_gpu/distributed/communicator.hpp>

#include <memory>
#include <string>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;
namespace dist = gb::dist;

/// The context of this process: host threads or, with --engine cuda, a device of its machine. Throws as context::cuda, and
/// usage_error for --threads with a device.
gb::context context_of_rank(const run_options& options);
/// The ranks that a command runs on.
std::shared_ptr<dist::communicator> ranks_of_command();
/// Declares the commands; their names.
std::vector<std::string> declare_distributed_commands(command_line& line);

}  // namespace grb
