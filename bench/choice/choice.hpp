// Whether the planner chooses well: every product by `automatic` and by every method, in turns.
//
// Idea: a case is a product on a graph; what is reported is the time of the choice over that of the best method. A call that
// finds nothing cached (transposes, symmetry, tiles) is another case than one that finds all of it.
#pragma once

#include "../generated.hpp"
#include "../harness.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/planner/method.hpp>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace bench::choice {

namespace gb = graphblas_gpu;

struct options {
    std::string data;
    std::vector<std::string> graphs;
    bool on_device = false;
    std::string json;  ///< a file for the cases, a JSON object each, with the numbers that the planner has; empty: none
    std::vector<std::string> semirings;  ///< names; empty: all
    std::vector<std::string> forms;      ///< the same
    std::vector<int> threads = {1, 2};
    std::vector<std::string> states = {"fresh", "cached"};
    double max_work = 4e8;  ///< a case with more multiplications is left out, by name
    bool vectors = false;
    std::vector<std::string> methods;  ///< to compare with; empty: all
    bool verify = true;                ///< compare the results of all methods
    double seconds = 0;                ///< no further graph is begun after so many seconds; 0: no limit
    policy how{.repeat = 3, .minimum_seconds = 0.02, .most = 41, .pause_seconds = 0.0};
};

struct source {
    std::string name;
    gb::matrix<void> structure;
};

/// What a cost model may be fitted to: the sizes of one product, which the file of cases has beside its times.
using product_facts = nlohmann::ordered_json;

/// Prints lines and remembers the worst.
class table {
  public:
    explicit table(const options& o);
    /// sides[0] is automatic, which chose the method `chosen`; the others are methods, in the order of the head.
    /// `facts` describes the case in the file of cases; a case without them is not written there.
    void add(const std::string& what, const outcome& times, gb::method chosen, const std::string& reason,
             const product_facts* facts = nullptr);
    void leave_out(const std::string& what, const std::string& why);
    void print_summary() const;
    bool all_equal() const { return equal_; }

    /// The methods that are compared.
    const std::vector<gb::method>& methods() const { return methods_; }

  private:
    struct miss {
        double ratio;
        std::string line;
    };
    std::vector<gb::method> methods_;
    bool equal_ = true;
    int cases_ = 0;
    std::vector<miss> misses_;
    std::ofstream json_;
};

/// A copy in the memory of the context's engine that has nothing cached: no transpose, no tiles, no symmetry.
template <class T>
gb::matrix<T> without_caches(const gb::context& ctx, const gb::matrix<T>& a) {
    if (!ctx.is_cuda()) return gb::matrix<T>::from_storage(a.to_csr());
    const auto on_device = a.any().device_rows(ctx.cuda_engine());
    gb::cuda::csr same;
    same.nrows = on_device->nrows;
    same.ncols = on_device->ncols;
    same.nvals = on_device->nvals;
    same.type = on_device->type;
    same.offsets = on_device->offsets.shared();
    same.columns = on_device->columns.shared();
    same.values = on_device->values.shared();
    return gb::matrix<T>::from_storage(std::move(same));
}

/// Times call(method, result) by each of the methods, in turns; prepare(result) comes before each call and is not timed. With
/// `verify` all results must be equal.
template <class Result, class Prepare, class Call>
outcome run_by_methods(const std::vector<gb::method>& methods, const policy& how, bool verify, const Prepare& prepare,
                       const Call& call) {
    std::vector<Result> results(methods.size());
    contest task;
    for (std::size_t n = 0; n < methods.size(); ++n) {
        Result& c = results[n];
        task.sides.push_back(
            {gb::to_string(methods[n]), [&] { prepare(c); }, [&, by = methods[n]] { call(by, c); }, [&] { c = Result(); }});
    }
    task.verify = [&]() -> std::string {
        for (std::size_t n = 1; n < methods.size(); ++n) {
            if (!(results[n] == results[0])) return std::string(gb::to_string(methods[n])) + " has another product";
        }
        return {};
    };
    return run(task, how, verify);
}

bool is_wanted(const std::vector<std::string>& names, const std::string& name);

void measure_products(const gb::context& ctx, const source& graph, const options& o, table& out);
void measure_vectors(const gb::context& ctx, const source& graph, const options& o, table& out);

}  // namespace bench::choice
