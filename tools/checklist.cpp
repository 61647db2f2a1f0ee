// Idea: see checklist.hpp.
#include "checklist.hpp"

#include <fmt/format.h>

namespace grb {

void checklist::add(const std::string& question, const std::string& methods, std::int64_t answers, const verdict& found) {
    questions_.push_back(question);
    methods_.push_back(methods);
    against_.push_back(fmt::format("{}", fmt::join(found.against, ", ")));
    results_.push_back(found.equal() ? "equal" : "NOT EQUAL");
    answers_ += answers;
    if (found.equal()) return;
    ++differences_;
    notes_.push_back({"difference", fmt::format("{}: {}", question, found.difference)});
    if (difference_.empty()) difference_ = notes_.back().text;
}

void checklist::skip(const std::string& question, const std::string& reason) {
    questions_.push_back(question);
    methods_.push_back("-");
    against_.push_back("-");
    results_.push_back("skipped");
    notes_.push_back({"skipped", fmt::format("skipped: {}: {}", question, reason)});
}

void checklist::describe(answer& to) const {
    to.add("answers", answers_);
    to.add("differences", differences_);
    to.add("verified", differences_ == 0);
    to.add("question", questions_);
    to.add("methods", methods_);
    to.add("against", against_);
    to.add("result", results_);
    for (const gb::read_note& n : notes_) to.note(n);
}

}  // namespace grb
