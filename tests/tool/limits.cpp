// A process that may not have what it asks for: the tool says so in one line and does not hang.
#include "support.hpp"

#include <vector>

using namespace tool_test;

TEST_CASE("threads that the system does not start", "[tool]") {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    WARN("skipped: threads that the system does not start (sanitizers need all of the address space)");
#else
    const folder temporary;
    const std::string graph = temporary.file("graph.tsv", small_graph);
    const std::vector<std::string> commands{"info '" + graph + "' --threads 200",
                                            "generate rmat 6 4 --threads 200 --out '" + temporary / "out.mtx" + "'"};
    for (const std::string& arguments : commands) {
        INFO("grb " << arguments);
        const outcome result = run_line("ulimit -v 1000000; timeout 20 '" GRB_PATH "' " + arguments);
        CHECK(result.status == 1);
        CHECK(result.out.empty());
        INFO(result.err);
        CHECK(result.err.starts_with("grb: host threads: only "));
        CHECK(has(result.err, " of 200 could be started"));
        CHECK(result.err.find('\n') == result.err.size() - 1);
    }
#endif
}
