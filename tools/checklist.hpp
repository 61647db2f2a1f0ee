// Idea: every method answers the same question. The first answer is compared with the answers of other libraries. The answers
// of the other methods must be the same to the last bit, as the library promises, and are thereby verified too.
#pragma once

#include "answer.hpp"
#include "progress_bar.hpp"
#include "verify.hpp"
#include "vertex_rows.hpp"
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace grb {

// ---- comparison to the last bit ----

inline bool same_bits(std::int64_t x, std::int64_t y) { return x == y; }

/// Whether structure and bytes of values are the same, so that 0 and -0 differ and a NaN equals itself.
template <class T>
bool same_bits(const gb::matrix<T>& x, const gb::matrix<T>& y) {
    if (x.ncols() != y.ncols() || !std::ranges::equal(x.row_offsets(), y.row_offsets()) ||
        !std::ranges::equal(x.columns(), y.columns()))
        return false;
    if constexpr (std::is_void_v<T>)
        return true;
    else
        return x.nvals() == 0 || std::memcmp(x.values().data(), y.values().data(), x.values().size_bytes()) == 0;
}

template <class T>
bool same_bits(const searched_rows<T>& x, const searched_rows<T>& y) {
    return same_bits(x.values, y.values) && same_bits(x.parents, y.parents);
}

// ---- the list ----

class checklist {
  public:
    /// Adds one line. ask(method) returns an answer, verify(answer) a verdict on it.
    template <class Ask, class Verify>
    void check(const std::string& question, const std::vector<gb::method>& methods, const Ask& ask, const Verify& verify) {
        const progress_bar bar("checking " + question);
        const auto first = ask(methods.front());
        verdict found = verify(first);
        std::string names = gb::to_string(methods.front());
        for (std::size_t n = 1; n < methods.size(); ++n) {
            const char* const name = gb::to_string(methods[n]);
            names += std::string(" ") + name;
            if (found.equal() && !same_bits(first, ask(methods[n])))
                found.difference = std::string("methods ") + gb::to_string(methods.front()) + " and " + name +
                                   " do not give the same bits";
        }
        add(question, names, static_cast<std::int64_t>(methods.size()), found);
    }

    /// Adds a question that was not asked, and the reason.
    void skip(const std::string& question, const std::string& reason);

    /// The table as columns "question", "methods", "against", "result"; and "answers", "differences", notes.
    void describe(answer& to) const;

    /// The first difference, with its question; empty if there is none.
    const std::string& difference() const { return difference_; }

  private:
    void add(const std::string& question, const std::string& methods, std::int64_t answers, const verdict& found);

    std::vector<std::string> questions_, methods_, against_, results_;
    std::vector<gb::read_note> notes_;
    std::int64_t answers_ = 0;
    std::int64_t differences_ = 0;
    std::string difference_;
};

}  // namespace grb
