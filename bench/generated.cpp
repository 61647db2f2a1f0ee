#include "generated.hpp"

#include <charconv>
#include <string_view>

namespace bench {

std::optional<named_generator> generator_of(const std::string& name) {
    for (const grb::graph_kind& kind : grb::graph_kinds) {
        std::string_view rest = name;
        if (!rest.starts_with(kind.name)) continue;
        rest.remove_prefix(std::string_view(kind.name).size());
        named_generator out{&kind, {}};
        std::size_t count = 0;
        while (rest.starts_with('-') && count < kind.count) {
            gb::index number = 0;
            const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), number);
            if (error != std::errc()) return std::nullopt;
            out.sizes[count++] = {number, static_cast<double>(number)};
            rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        }
        if (rest.empty() && count == kind.count) return out;
    }
    return std::nullopt;
}

}  // namespace bench
