// Idea: see page.hpp. Source: WHATWG, HTML Living Standard; W3C, Web Content Accessibility Guidelines 2.2.
#include "page.hpp"

#include <fmt/format.h>

namespace grb::picture {
namespace {

constexpr const char* page_style =
    R"(  :root { color-scheme: light dark; --paper: #ffffff; --ink: #1f2328; --muted: #57606a; --line: #d0d7de }
  body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 3rem; background: var(--paper); color: var(--ink);
         font: 1rem/1.5 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; overflow-wrap: anywhere }
  h1 { margin: 0; font-size: 1.7rem; line-height: 1.25 }
  h2 { margin: 2.5rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.25rem }
  p { margin: .5rem 0 }
  header p { color: var(--muted) }
  .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem; margin-top: 1.25rem }
  figure { margin: 0; padding: .25rem; border: 1px solid var(--line); border-radius: .5rem }
  figure svg { display: block; width: 100%; height: auto }
  table { width: 100%; margin: 1rem 0 1.5rem; border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums }
  caption { padding: .25rem 0; text-align: left; font-weight: 600 }
  th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
  th { font-weight: 400; overflow-wrap: normal }
  .marked th, .marked td { font-weight: 600 }
  thead th { color: var(--muted); vertical-align: bottom }
  .numbers :is(th, td):not(:first-child) { padding-right: 0; padding-left: .75rem; text-align: right }
  tbody th { min-width: 6.5rem }
  @media screen and (prefers-color-scheme: dark) {
    :root { --paper: #0d1117; --ink: #e6edf3; --muted: #9aa4af; --line: #30363d }
  }
  @media (max-width: 30rem) {
    table { font-size: .8rem }
    .numbers :is(th, td):not(:first-child) { padding-left: .4rem }
    .numbers tbody th { min-width: 4.5rem }
  }
  @media print {
    body { max-width: none; padding: 0; font-size: 10pt }
    .pictures { grid-template-columns: 1fr 1fr }
    figure, tr, caption, .numbers { break-inside: avoid }
    h2, caption, thead { break-after: avoid }
  }
)";

}  // namespace

void page::heading(const std::string& words) { body_ += fmt::format("<h2>{}</h2>\n", escaped(words)); }

void page::paragraph(const std::string& words) { body_ += fmt::format("<p>{}</p>\n", escaped(words)); }

void page::add(const table& t) {
    body_ += fmt::format("<table{}>\n<caption>{}</caption>\n", t.has_numbers ? " class=\"numbers\"" : "", escaped(t.caption));
    if (!t.heads.empty()) {
        body_ += "<thead><tr>";
        for (const std::string& head : t.heads) body_ += fmt::format("<th scope=\"col\">{}</th>", escaped(head));
        body_ += "</tr></thead>\n";
    }
    body_ += "<tbody>\n";
    for (std::size_t r = 0; r < t.rows.size(); ++r) {
        const std::vector<std::string>& row = t.rows[r];
        body_ += r == t.marked ? "<tr class=\"marked\">" : "<tr>";
        for (std::size_t k = 0; k < row.size(); ++k)
            body_ += (k == 0 ? "<th scope=\"row\">" : "<td>") + escaped(row[k]) + (k == 0 ? "</th>" : "</td>");
        body_ += "</tr>\n";
    }
    body_ += "</tbody>\n</table>\n";
}

void page::add(const std::vector<drawing>& pictures) {
    body_ += "<div class=\"pictures\">\n";
    for (const drawing& d : pictures) body_ += "<figure>\n" + svg_element(d) + "</figure>\n";
    body_ += "</div>\n";
}

std::string page::html() const {
    return fmt::format(R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<style>
{1}{2}</style>
</head>
<body>
<header>
<h1>{0}</h1>
<p>{3}</p>
</header>
<main>
{4}</main>
</body>
</html>
)",
                       escaped(title_), page_style, style_of(theme::automatic), escaped(subtitle_), body_);
}

}  // namespace grb::picture
