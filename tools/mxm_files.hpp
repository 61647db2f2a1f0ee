// Needs: the options of grb mxm.
// Idea: what a product over a semiring and a product of structures share on the command line: the operands, the mask, and
// how they are described.
#pragma once

#include "answer.hpp"
#include "graph_file.hpp"
#include "options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace grb {

struct mxm_command {
    std::string a, b, mask, into, out, answer;
    bool structure_only = false, count = false;
    std::string semiring = "plus_times";
    std::string type;
    std::string accum;
    bool structural = false, complement = false, replace = false;
    bool transpose_a = false, transpose_b = false;
    std::string variant = "automatic";
    std::string tile_variant = "automatic";
    std::string precision = "exact";
    file_options file;
    run_options run;
};

/// The files of a product, read. Throws what graph_file throws.
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

    /// What the product is computed in unless the command line says otherwise: the operands' own type, where the
    /// semiring has it. Of two types, and of a type that the semiring lacks, the wide one.
    std::string own_type(const std::vector<std::string>& allowed) const;

    /// The files, what was changed in them, and which values were cast to `type`; empty: none is looked at.
    void describe(grb::answer& to, const std::string& type) const;
    /// On stderr with --verbose. Returns the time that reading took.
    double describe(const run_options& options) const;
};

/// The product as structure alone: --structure-only and --count. Returns the exit status.
int run_structural(const mxm_command& options, const gb::context& ctx, mxm_files& files);

}  // namespace grb
