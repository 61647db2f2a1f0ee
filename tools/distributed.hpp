// Idea: under mpirun, or srun, grb is one of several processes that together give one answer. The launcher says so in the
// environment, before MPI is started, so that MPI is loaded only then.
#pragma once

#include <string>

namespace grb {

/// What the launcher of this process says.
struct launched_rank {
    int rank = 0;
    int size = 1;
    int on_machine = 0;         ///< its number among the processes of its machine; `rank` where the launcher does not say it
    std::string variable = {};  ///< of the environment, that says how many processes there are
};
/// One process unless a variable of Open MPI, MPICH (PMI), PMIx or srun says something else.
launched_rank launched_rank_of_process();

/// Runs a command line on all processes; returns the exit status. Throws what commands throw, in all processes the same.
int run_on_ranks(int argc, char** argv, const launched_rank& launched);

}  // namespace grb
