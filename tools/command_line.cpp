// Idea: see command_line.hpp.
#include "command_line.hpp"

#include <graphblas_gpu/error.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <new>
#include <numeric>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace grb {
namespace {

/// Breaks help texts into lines no wider than a terminal. CLI11 indents the lines after a line break, but breaks no lines
/// itself.
std::string wrapped(std::string_view text) {
    constexpr std::size_t width = 84;
    std::string lines;
    for (std::size_t column = 0; !text.empty();) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (column > 0 && column + 1 + word.size() > width) {
            lines += '\n';
            column = 0;
        } else if (column > 0) {
            lines += ' ';
            ++column;
        }
        lines += word;
        column += word.size();
    }
    return lines;
}

/// A script passes an empty word if one of its variables is not set; this is never intended.
std::string refuse_empty(const std::string& word) { return word.empty() ? "the value is empty" : ""; }

/// Without this, CLI11 would convert -1, and numbers of more than 64 bits, to the largest unsigned number.
std::string refuse_unless_64_bits(const std::string& word) {
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    if (const auto [stop, status] = std::from_chars(word.data(), end, number); status == std::errc() && stop == end) return "";
    return fmt::format("'{}' is not a whole number from 0 to 2^64 - 1", word);
}

/// Throws if two options name one file to write: the last one would replace what the others wrote.
void refuse_one_file_for_two_outputs(const CLI::App& command) {
    std::map<std::filesystem::path, const char*> written;
    for (const char* const name : {"OUT", "--out", "--names", "--old-ids"}) {
        const CLI::Option* const option = command.get_option_no_throw(name);
        if (option == nullptr || option->count() == 0) continue;
        std::error_code ignored;
        const std::filesystem::path given = std::filesystem::absolute(option->as<std::string>());
        const std::filesystem::path file = std::filesystem::weakly_canonical(given, ignored);
        if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored)) continue;
        const auto [other, is_new] = written.emplace(file, name);
        if (!is_new) throw usage_error(fmt::format("{} and {} name the same file", other->second, name));
    }
}

CLI::Option* shown(CLI::Option* option, const option_words& words) {
    return option->description(wrapped(words.help))->option_text(words.value)->group(words.group);
}

/// How many letters have to be put in, left out or replaced to make one word the other (Levenshtein).
std::size_t letters_apart(std::string_view one, std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char letter : one) {
        std::size_t diagonal = std::exchange(row[0], row[0] + 1);
        for (std::size_t k = 0; k < other.size(); ++k) {
            const std::size_t replaced = diagonal + (letter != other[k]);
            diagonal = row[k + 1];
            row[k + 1] = std::min({replaced, row[k] + 1, diagonal + 1});
        }
    }
    return row.back();
}

/// "; did you mean X?" for the one of the words that is most like this one, if one is like it.
std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
    const auto apart = [word](const std::string& candidate) {
        // A beginning of a word stands for it.
        return candidate.starts_with(word) ? 0 : letters_apart(word, candidate);
    };
    const auto nearest =
        std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) { return apart(a) < apart(b); });
    if (nearest == known.end() || apart(*nearest) > std::max<std::size_t>(1, word.size() / 3)) return "";
    return fmt::format("; did you mean {}?", *nearest);
}

/// Whether operator new has failed since this object was made. CLI11 writes help into streams, which swallow std::bad_alloc and
/// leave words out.
class refusals_of_memory {
  public:
    refusals_of_memory() {
        any_ = false;
        before_ = std::set_new_handler([] {
            any_ = true;
            throw std::bad_alloc();
        });
    }
    ~refusals_of_memory() { std::set_new_handler(before_); }
    refusals_of_memory(const refusals_of_memory&) = delete;
    refusals_of_memory& operator=(const refusals_of_memory&) = delete;

    static bool any() { return any_; }

  private:
    static inline bool any_ = false;
    std::new_handler before_;
};

value_words value_of(const option_words& words) {
    return {words.value, words.offered, words.offered.empty() && std::string_view(words.value) == "FILE"};
}

/// Collects the options and arguments of one command with their words.
void collect(const CLI::App& app, const std::map<const CLI::Option*, value_words>& values,
             std::vector<option_entry>& options, std::vector<value_words>& arguments) {
    for (const CLI::Option* const option : app.get_options()) {
        const auto value = values.find(option);
        if (!option->nonpositional()) {
            if (value != values.end()) arguments.push_back(value->second);
            continue;
        }
        option_entry entry{{}, option->get_description(), value != values.end() ? value->second : value_words{}};
        for (const std::string& name : option->get_snames()) entry.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) entry.names.push_back("--" + name);
        options.push_back(std::move(entry));
    }
}

}  // namespace

/// --help of a command: what it does, its arguments, its main options and an example. All other texts are those of CLI11.
class help_formatter : public CLI::Formatter {
  public:
    explicit help_formatter(const subcommand::line_state& state) : state_(state) {
        column_width(28);
        label("Positionals", "Arguments");
        label("SUBCOMMAND", "COMMAND");
    }

    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
        const auto chosen = state_.main_options.find(app);
        if (mode != CLI::AppFormatMode::Normal || chosen == state_.main_options.end())
            return Formatter::make_help(app, name, mode);
        std::vector<const CLI::Option*> options;
        for (const std::string& option : chosen->second) options.push_back(app->get_option(option));
        return make_description(app) + make_usage(app, name) + make_positionals(app) +
               make_group("Main options", false, options) +
               fmt::format("\nExample:\n{}\n\n{} --help-all lists all options, and says more.\n",
                           example_of(app->get_footer(), chosen->second), name);
    }

    /// The first line below "Examples:" that has one of the options, or else the first line.
    static std::string example_of(const std::string& footer, const std::vector<std::string>& options) {
        constexpr std::string_view heading = "Examples:\n";
        std::istringstream lines(footer.substr(footer.find(heading) + heading.size()));
        std::string first;
        for (std::string line; std::getline(lines, line);) {
            if (first.empty()) first = line;
            for (const std::string& option : options)
                if (line.find(option) != std::string::npos) return line;
        }
        return first;
    }

  private:
    const subcommand::line_state& state_;
};

void subcommand::argument(const char* name, std::string& to, const char* help, bool required,
                          std::vector<std::string> offered) {
    const CLI::Option* const option =
        app_->add_option(name, to, wrapped(help))->required(required)->option_text(" ")->check(refuse_empty);
    const bool is_file = offered.empty();
    state_->values[option] = {name, std::move(offered), is_file};
}

void subcommand::arguments(const char* name, std::vector<std::string>& to, const char* help) {
    state_->values[app_->add_option(name, to, wrapped(help))->option_text(" ")] = {name, {}, false};
}

void subcommand::option(const char* name, std::string& to, const option_words& words, const std::vector<std::string>& allowed) {
    option_words shown_words = words;
    if (!allowed.empty()) shown_words.offered = allowed;
    option(name, [&to](const std::string& text) { to = text; }, shown_words, allowed);
}

void subcommand::option(const char* name, std::uint64_t& to, const option_words& words) {
    state_->values[shown(app_->add_option(name, to), words)->check(refuse_unless_64_bits)] = value_of(words);
}

void subcommand::option(const char* name, int& to, int least, int most, const option_words& words) {
    const auto refuse_outside = [least, most](const std::string& word) -> std::string {
        int number = 0;
        const char* const end = word.data() + word.size();
        const auto [stop, status] = std::from_chars(word.data(), end, number);
        if (status == std::errc() && stop == end && number >= least && number <= most) return "";
        return fmt::format("'{}' is not a whole number from {} to {}", word, least, most);
    };
    state_->values[shown(app_->add_option(name, to), words)->check(refuse_outside)] = value_of(words);
}

void subcommand::option(const char* name, const std::function<void(const std::string&)>& read, const option_words& words,
                        const std::vector<std::string>& allowed) {
    const auto read_value = [name, read](const std::string& text) {
        try {
            read(text);
        } catch (const graphblas_gpu::invalid_value& e) {
            throw usage_error(fmt::format("{}: {}", name, e.what()));
        }
    };
    CLI::Option* const option = shown(app_->add_option_function<std::string>(name, read_value), words)->check(refuse_empty);
    if (!allowed.empty()) option->check(CLI::IsMember(allowed));
    state_->values[option] = value_of(words);
}

void subcommand::flag(const char* name, bool& to, const char* help, const char* group) {
    // Without this text, CLI11 would show the options that a flag excludes in place of its name.
    app_->add_flag(name, to, wrapped(help))->option_text(" ")->group(group);
}

void subcommand::exclude(const char* one, const char* other) { app_->get_option(one)->excludes(app_->get_option(other)); }

bool subcommand::given(const char* name) const { return app_->get_option(name)->count() > 0; }

void subcommand::main_options(std::vector<std::string> names) {
    app_->set_help_all_flag("--help-all", "Print all options and exit");
    state_->main_options[app_] = std::move(names);
}

void subcommand::footer(const std::string& text) { app_->footer(text); }

void subcommand::runs(command run) {
    app_->callback([state = state_, run = std::move(run)] { state->chosen = run; });
}

command_line::command_line(const char* name, const char* description, const char* footer, const char* version)
    : app_(std::make_unique<CLI::App>(description, name)) {
    app_->footer(footer);
    app_->set_version_flag("--version", version, "Print the version and exit");
    app_->require_subcommand(1);
    app_->formatter(std::make_shared<help_formatter>(state_));
}

command_line::~command_line() = default;

subcommand command_line::add(const char* name, const char* help) {
    return {*app_->add_subcommand(name, help)->group(heading_), state_};
}

command command_line::parse(int argc, const char* const* argv) {
    const auto refuse = [this](const std::string& what) {
        std::string help = app_->get_name();
        for (const CLI::App* sub : app_->get_subcommands()) help += " " + sub->get_name();
        const bool is_long = !app_->get_subcommands().empty() && state_.main_options.contains(app_->get_subcommands().front());
        throw usage_error(fmt::format("{} (see {} {})", what, help, is_long ? "--help-all" : "--help"));
    };
    try {
        app_->parse(argc, argv);
        for (const CLI::App* sub : app_->get_subcommands()) refuse_one_file_for_two_outputs(*sub);
    } catch (const CLI::Success& e) {
        const refusals_of_memory refusals;
        app_->exit(e);
        if (refusals.any()) throw std::bad_alloc();
        return [] { return 0; };
    } catch (const CLI::ArgumentMismatch& e) {
        const std::string_view text = e.what();
        const bool lacks_value = text.ends_with("missing");
        refuse(fmt::format("{} {}", text.substr(0, text.find(':')), lacks_value ? "needs a value" : "is given more than once"));
    } catch (const CLI::ExtrasError&) {
        refuse(unexpected());
    } catch (const CLI::RequiredError& e) {
        if (!app_->get_subcommands().empty()) refuse(e.what());
        refuse(app_->remaining().empty() ? "there is no command: give one of those that --help lists" : unexpected());
    } catch (const CLI::ParseError& e) {
        refuse(e.what());
    }
    return state_.chosen;
}

std::string command_line::unexpected() const {
    const std::vector<CLI::App*> chosen = app_->get_subcommands();
    const std::string word = app_->remaining(true).front();
    const program_words known = words();
    std::vector<std::string> names;
    if (chosen.empty()) {
        for (const command_words& one : known.commands) names.push_back(one.name);
        return fmt::format("there is no command '{}'{}", word, suggestion(word, names));
    }
    const auto here = std::find_if(known.commands.begin(), known.commands.end(),
                                   [&](const command_words& one) { return one.name == chosen.front()->get_name(); });
    for (const option_entry& option : here->options) names.insert(names.end(), option.names.begin(), option.names.end());
    if (word.starts_with('-')) return fmt::format("{} has no option {}{}", here->name, word, suggestion(word, names));
    return fmt::format("'{}' is more than the {} of {}; the names of options begin with --", word,
                       here->arguments.size() == 1 ? "argument" : "arguments", here->name);
}

program_words command_line::words() const {
    program_words program{app_->get_name(), {}, {}};
    std::vector<value_words> none;
    collect(*app_, state_.values, program.options, none);
    for (const CLI::App* const sub : std::as_const(*app_).get_subcommands({})) {
        command_words entry{sub->get_name(), sub->get_description(), {}, {}};
        collect(*sub, state_.values, entry.options, entry.arguments);
        program.commands.push_back(std::move(entry));
    }
    return program;
}

}  // namespace grb
