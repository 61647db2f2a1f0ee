// Needs: CLI11.
// Idea: see command_line.hpp.
#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <utility>

namespace grb {

void subcommand::argument(const char* name, std::string& to, const char* help, bool required) {
    app_->add_option(name, to, help)->required(required);
}

void subcommand::arguments(const char* name, std::vector<std::string>& to, const char* help) {
    app_->add_option(name, to, help);
}

void subcommand::option(const char* name, std::string& to, const option_words& words) {
    app_->add_option(name, to, words.help)->option_text(words.value)->group(words.group);
}

void subcommand::option(const char* name, std::string& to, const option_words& words,
                        const std::vector<std::string>& allowed) {
    app_->add_option(name, to, words.help)->option_text(words.value)->group(words.group)->check(CLI::IsMember(allowed));
}

void subcommand::option(const char* name, std::uint64_t& to, const option_words& words) {
    app_->add_option(name, to, words.help)->option_text(words.value)->group(words.group);
}

void subcommand::option(const char* name, int& to, int least, int most, const option_words& words) {
    app_->add_option(name, to, words.help)
        ->option_text(words.value)
        ->group(words.group)
        ->check(CLI::Range(least, most));
}

void subcommand::flag(const char* name, bool& to, const char* help, const char* group) {
    app_->add_flag(name, to, help)->group(group);
}

void subcommand::exclude(const char* one, const char* other) {
    app_->get_option(one)->excludes(app_->get_option(other));
}

void subcommand::footer(const std::string& text) { app_->footer(text); }

void subcommand::runs(command run) {
    app_->callback([chosen = chosen_, run = std::move(run)] { *chosen = run; });
}

command_line::command_line(const char* name, const char* description, const char* footer, const char* version)
    : app_(std::make_unique<CLI::App>(description, name)) {
    app_->footer(footer);
    app_->set_version_flag("--version", version, "Print the version and exit");
    app_->require_subcommand(1);
    app_->get_formatter()->column_width(28);
}

command_line::~command_line() = default;

subcommand command_line::add(const char* name, const char* help) {
    return {*app_->add_subcommand(name, help), chosen_};
}

command command_line::parse(int argc, const char* const* argv) {
    try {
        app_->parse(argc, argv);
    } catch (const CLI::Success& e) {
        app_->exit(e);
        return [] { return 0; };
    } catch (const CLI::ParseError& e) {
        std::string help = app_->get_name();
        for (const CLI::App* sub : app_->get_subcommands()) help += " " + sub->get_name();
        throw usage_error(fmt::format("{} (see {} --help)", e.what(), help));
    }
    return chosen_;
}

}  // namespace grb
