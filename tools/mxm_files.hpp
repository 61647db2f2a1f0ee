// Idea: the parts of the command line that a product over a semiring and a product of structures share: the operands, the mask,
// how they are described, and the table of --explain.
#pragma once

#include "command.hpp"
#include "product.hpp"
#include <graphblas_gpu/descriptor.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace grb {

struct mxm_command {
    std::string a, b, mask, into, answer;
    bool structure_only = false, count = false;
    bool explain = false;
    std::string semiring = "plus_times";
    std::string semiring_source;
    std::string type;
    std::string accum;
    bool structural = false, complement = false;
    gb::descriptor desc;  ///< without the method, which `run` has
    file_options file;
    run_options run;
};

/// The files of a product, which the constructor reads. It throws what graph_file throws.
struct mxm_files {
    graph_file a;
    std::optional<graph_file> b, mask, into, answer;

    mxm_files(const mxm_command& options, const gb::context& ctx);

    template <class F>
    void for_each(F&& f) const {
        f("A", a);
        if (b) f("B", *b);
        if (mask) f("mask", *mask);
        if (into) f("C", *into);
        if (answer) f("answer", *answer);
    }

    /// The type of the product unless the command line names one: the type of the operands, if the semiring is defined for it.
    /// If the operands have two types, or a type that the semiring lacks, the wide type is taken.
    std::string own_type(const std::vector<std::string>& allowed) const;

    /// Adds the files, the changes made by reading them, and which values were cast to `type`; `type` is empty if no values are
    /// used.
    void describe(grb::answer& to, const std::string& type) const;
};

/// The operands, with values of this type, and the mask, taken from the files.
product_operands operands_of(const mxm_command& options, mxm_files& files, gb::type_code type);

/// One run: the answer is computed, or read from the file of --answer, and described.
class product_run {
  public:
    /// The operands were taken from the files. With --verbose, prints what was read.
    product_run(const mxm_command& options, const gb::context& ctx, mxm_files& files);

    /// Calls compute(), which sets C, or reads C; takes the time. With --verbose, prints how the product was computed.
    void make(gb::any_matrix& c, const std::function<void()>& compute);

    /// Adds the sizes of C, and the multiplications if it was computed.
    void add_sizes(gb::index nrows, gb::index ncols, gb::index nvals);

    /// Adds how C was computed, and the times. With --verify, adds what verify() finds. Prints the answer; returns the exit
    /// status.
    int conclude(const std::function<verdict()>& verify);

    answer result;

  private:
    bool is_new() const { return !files_.answer; }

    const mxm_command& options_;
    const gb::context& ctx_;
    mxm_files& files_;
    gb::report product_;
    double milliseconds_ = 0;
    double read_milliseconds_ = 0;
};

/// Computes the product as structure alone: --structure-only and --count. Returns the exit status.
int run_structural(const mxm_command& options, const gb::context& ctx, mxm_files& files);

}  // namespace grb
