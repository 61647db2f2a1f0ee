// Idea: the parts of the command line that a product over a semiring and a product of structures share: the operands, the mask,
// how they are described, and the table of --explain.
#pragma once

#include "answer.hpp"
#include "graph_file.hpp"
#include "options.hpp"
#include "verify.hpp"
#include <graphblas_gpu/descriptor.hpp>

#include <optional>
#include <string>
#include <vector>

namespace grb {

struct mxm_command {
    std::string a, b, mask, into, out, answer;
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
    /// Prints the same to stderr with --verbose. Returns the time that reading took.
    double describe(const run_options& options) const;
};

/// Adds the time and the memory that every method was expected to need, and the time that was measured of the method that ran.
/// A method without a prediction cannot compute the product, or its cost is not known; a note says why nothing is predicted at
/// all.
void add_explanation(answer& to, const gb::report& product);

/// The question of a product for verify_product(), without the semiring. What it points to must live as long.
template <class T>
product_question<T> question_of(const mxm_command& options, const gb::matrix<T>& a, const gb::matrix<T>& b,
                                const std::optional<gb::matrix<bool>>& mask, const gb::matrix<T>& before) {
    return {.a = &a,
            .b = &b,
            .transpose_a = options.desc.transpose_a,
            .transpose_b = options.desc.transpose_b,
            .mask = mask ? &*mask : nullptr,
            .structural = options.structural,
            .complement = options.complement,
            .accum = options.accum,
            .replace = options.desc.replace,
            .c = &before};
}

/// Computes the product as structure alone: --structure-only and --count. Returns the exit status.
int run_structural(const mxm_command& options, const gb::context& ctx, mxm_files& files);

}  // namespace grb
