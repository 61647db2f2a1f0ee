// Idea: edge lists as spreadsheets, databases and archives of graphs write them: separators, quotes, headers, columns, ids
// that are names; what is refused names the line and the option that helps. Blocks of any size give the same.
#include "support.hpp"
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/reading.hpp>

using namespace io_test;

namespace {

using triples_of = std::vector<triple>;
using words = std::vector<std::string>;

gb::coordinates parse(const std::string& text, const gb::edge_list_options& options = {}) {
    return gb::parse_edge_list(text, "g.csv", options);
}

void refused(const std::string& text, std::int64_t line, const std::string& expected,
             const gb::edge_list_options& options = {}) {
    INFO(text);
    check_io_error([&] { parse(text, options); }, "g.csv", line, expected);
}

const gb::edge_list_options named{.named = true};

}  // namespace

TEST_CASE("tables: separators are found", "[io][tables]") {
    for (const std::string text :
         {"0;1;5\n2;0;-3\n", "0|1|5\n2|0|-3\n", " 0 ; 1 ; 5 \n\t2;0;\t-3", "0;1;5\r\n2;0;-3\r\n", "\"0\",\"1\",5\n\"2\",0,-3\n",
          "\xef\xbb\xbf# c\n0;1;5;\n\n\n2;0;-3;\n", "\"0\" \"1\"  5\n2 0 \"-3\"\n", "\"0\"\t\"1\"\t5\n2\t0\t-3\n"}) {
        INFO(text);
        const gb::coordinates a = parse(text);
        CHECK(a.nrows == 3);
        CHECK(a.is_integer());
        CHECK(triples(a) == triples_of{{0, 1, 5}, {2, 0, -3}});
        CHECK(a.report.notes.empty());
    }
    CHECK(triples(parse("0;1;0.5\n2;0;1\n")) == triples_of{{0, 1, 0.5}, {2, 0, 1}});
    CHECK(parse("0;1\n2;0\n").is_pattern());
    CHECK(parse("0;1;7\n2;0;3\n", {.weights = gb::weight_column::none}).report.weights_ignored);
}

TEST_CASE("tables: a separator that is asked for", "[io][tables]") {
    CHECK(triples(parse("0:1:5\n", {.separator = ':'})) == triples_of{{0, 1, 5}});
    CHECK(triples(parse("0 \t 1 5\n", {.separator = ' '})) == triples_of{{0, 1, 5}});
    CHECK(parse("0 , 1\n", {.separator = ','}).is_pattern());
    refused("0 1\n", 1, "one column", {.separator = ';'});
    refused("0 1\n", 1, "1 column, but --columns asks for column 2; --separator", {.columns = {1, 2}, .separator = ';'});
    refused("0,1\n1,,2\n", 2, "an empty field in column 2", {.separator = ','});
    refused("0;1\n2\n", 2, "--separator");
    refused("0:1\n2:3\n", 1, "'0:1' is not a vertex id (a whole number from 0); --separator says what separates the columns");
    for (const char bad : {'1', '"', '#', '\n', 'a', '.', '-'})
        CHECK_THROWS_AS(parse("0 1\n", {.separator = bad}), gb::invalid_value);
}

TEST_CASE("tables: a header is skipped and noted", "[io][tables]") {
    struct with_header {
        std::string text;
        std::int64_t line;
        gb::edge_list_options options = {};
    };
    const std::vector<with_header> files = {
        {"source,target,weight\n0,1,5\n2,0,-3\n", 1},
        {"# c\n\nfrom;to;w\n0;1;5\n2;0;-3\n", 3},
        {"\"a\",\"b\",\"w\"\n0,1,5\n2,0,-3\n", 1},
        {"\xef\xbb\xbfid of a\tid of b\tweight\r\n0\t1\t5\r\n2\t0\t-3\r\n", 1},
        {"u v w\n0 1 5\n2 0 -3\n", 1},
        {"t,w,to,from\nx,5,1,0\ny,-3,0,2\n", 1, {.columns = {4, 3, 2}}},
    };
    for (const with_header& file : files) {
        INFO(file.text);
        const gb::coordinates a = parse(file.text, file.options);
        CHECK(triples(a) == triples_of{{0, 1, 5}, {2, 0, -3}});
        REQUIRE(a.report.notes.size() == 1);
        CHECK(a.report.notes[0].text.find("line " + std::to_string(file.line) + " was taken for a header") == 0);
        CHECK(a.report.notes[0].text.find("--header no") != std::string::npos);
        CHECK(a.report.notes[0].text.find("\\x0d") == std::string::npos);
        refused(file.text, file.line, "is not a vertex id",
                {.columns = file.options.columns, .header = gb::header_line::absent});
    }
    CHECK(triples(parse("9 9\n0 1\n", {.header = gb::header_line::present})) == triples_of{{0, 1, 1}});
    CHECK(parse("9 9\n0 1\n", {.header = gb::header_line::present}).report.notes.empty());
    refused("source,target\n", 0, "holds no edges");
    refused("source,target\n", 0, "holds no edges", {.header = gb::header_line::present});
    refused("source,1\n0,1\n", 1, "'source' is not a vertex id");
    refused("1.5 2.5\n0 1\n", 1, "'1.5' is not a vertex id");
    refused("a b\n0 1\n1 c\n", 3, "'c' is not a vertex id");
}

TEST_CASE("tables: columns that are asked for", "[io][tables]") {
    const std::string temporal = "1 2 3 1082040961\n3 4 5 1082155839\n";
    refused(temporal, 1, "--columns 1,2,3");
    CHECK(triples(parse(temporal, {.columns = {1, 2, 3}})) == triples_of{{1, 2, 3}, {3, 4, 5}});
    CHECK(triples(parse(temporal, {.columns = {2, 1}})) == triples_of{{2, 1, 1}, {4, 3, 1}});
    CHECK(triples(parse(temporal, {.columns = {1, 2, 4}})) == triples_of{{1, 2, 1082040961}, {3, 4, 1082155839}});
    CHECK(triples(parse("1,,x,2\n3,,y,4,5\n", {.columns = {1, 4}})) == triples_of{{1, 2, 1}, {3, 4, 1}});
    CHECK(triples(parse("0 1\n0 1 2\n", {.columns = {1, 2}})) == triples_of{{0, 1, 1}, {0, 1, 1}});
    CHECK(parse("5000000000 7 3\n", {.ids = gb::vertex_ids::relabel, .columns = {1, 2}}).report.original_ids ==
          std::vector<std::uint64_t>{7, 5000000000});
    refused("1 2 3\n1 2\n", 2, "2 columns, but --columns asks for column 3", {.columns = {1, 2, 3}});
    refused("1 2 3\n1 2 x\n", 2, "--columns says which column has the weights", {.columns = {1, 2, 3}});
    refused("1,2,3\n1,2,\n", 2, "--columns asks for column 3", {.columns = {1, 2, 3}});
    refused("1;2;3\n1;;2\n", 2, "an empty field in column 2");
    for (const std::vector<gb::table_column>& bad : {std::vector<gb::table_column>{1}, {1, 2, 3, 4}, {0, 1}, {1, 1}, {1, -2}})
        CHECK_THROWS_AS(parse("0 1\n", {.columns = bad}), gb::invalid_value);
    CHECK_THROWS_AS(parse("0 1 2\n", {.weights = gb::weight_column::required, .columns = {1, 2}}), gb::invalid_value);
}

TEST_CASE("tables: columns by the names of the header", "[io][tables]") {
    using columns = std::vector<gb::table_column>;
    struct table {
        std::string text;
        columns wanted;
        triples_of edges;
        std::string weight_column;
    };
    const std::string rows = "9,0,5,1\n8,1,2,2\n", usual = "id,Source,km,Target\n" + rows;
    const std::vector<table> tables = {
        {usual, {"source", "TARGET", "km"}, {{0, 1, 5}, {1, 2, 2}}, "column 3 (km)"},
        {usual, {"Target", 2}, {{1, 0, 1}, {2, 1, 1}}, ""},
        {usual, {2, 4, "id"}, {{0, 1, 9}, {1, 2, 8}}, "column 1 (id)"},
        {usual, {2, 4, 3}, {{0, 1, 5}, {1, 2, 2}}, "column 3 (km)"},
        {rows, {2, 4, 3}, {{0, 1, 5}, {1, 2, 2}}, "column 3"},
        {"A,a,B\n7,0,1\n8,1,2\n", {"a", "b"}, {{0, 1, 1}, {1, 2, 1}}, ""},
        {"\"from, id\";to\n0;1\n", {"From, ID", "to"}, {{0, 1, 1}}, ""},
        {"# made today\n# to\tfrom\n1\t0\n2\t1\n", {"from", "to"}, {{0, 1, 1}, {1, 2, 1}}, ""},
        {"% to from\n1\t0\n", {"from", "to"}, {{0, 1, 1}}, ""},
    };
    for (const table& t : tables) {
        INFO(t.text);
        const gb::coordinates a = parse(t.text, {.columns = t.wanted});
        CHECK(triples(a) == t.edges);
        CHECK(a.report.weight_column == t.weight_column);
        const bool has_names = std::any_of(t.wanted.begin(), t.wanted.end(), [](const auto& c) { return c.index() == 1; });
        CHECK(a.report.notes.empty() == (has_names || t.text == rows));
    }
    CHECK(parse("0 1 5\n").report.weight_column == "column 3");
    CHECK(parse("0 1 5\n", {.weights = gb::weight_column::none}).report.weight_column.empty());
    CHECK(parse("a,source,target\nx,ann,bob\n", {.named = true, .columns = columns{"source", "target"}}).report.names ==
          words{"ann", "bob"});
    refused("# c\n" + usual, 2, "the column 'dst', but the header names 'id', 'Source', 'km', 'Target'",
            {.columns = columns{"source", "dst"}});
    refused(rows, 1, "the column 'source', but there is no header: the first line has the number '9'",
            {.columns = columns{"source", "target"}});
    CHECK_THROWS_AS(parse(usual, {.columns = columns{"source", 2}}), gb::invalid_value);
    CHECK_THROWS_AS(parse(usual, {.columns = columns{"source", "target"}, .header = gb::header_line::absent}),
                    gb::invalid_value);
}

TEST_CASE("tables: a header without known names above an index", "[io][tables]") {
    const std::string rows = "0,5,7\n1,7,8\n2,8,5\n";
    for (const std::string header : {",a,b\n", "id,a,b\n", "Unnamed: 0,a,b\n"})
        refused(header + rows, 1, "does not say which columns are the source and the target");
    refused("id;a;b\n0;x;y\n1;y;z\n", 1, "--columns 2,3", named);
    CHECK(triples(parse("id,a,b\n" + rows, {.columns = {2, 3}})) == triples_of{{5, 7, 1}, {7, 8, 1}, {8, 5, 1}});
    const gb::coordinates noted = parse("x,a,b\n" + rows);
    REQUIRE(noted.report.notes.size() >= 2);
    CHECK(noted.report.notes[0].code == "index_suspected");
    const words others = {"id,a,b\n0,5,7\n2,7,8\n3,8,5\n", "id,a\n0,5\n1,7\n", rows, "3,4,5\n" + rows};
    for (const std::string& other : others)
        for (const gb::read_note& n : parse(other).report.notes) CHECK(n.code != "index_suspected");
}

TEST_CASE("tables: a first line of names that no other line has", "[io][tables]") {
    const auto is_suspected = [](const std::string& text, gb::edge_list_options options = {}) {
        options.named = true;
        const std::vector<gb::read_note> notes = parse(text, options).report.notes;
        return std::any_of(notes.begin(), notes.end(), [](const gb::read_note& n) { return n.code == "header_suspected"; });
    };
    CHECK(is_suspected("# c\ntom,bob\nann,sue\nsue,ann\n"));
    CHECK(is_suspected("tom,bob\nann,bob\n", {.sides = gb::vertex_sides::two}) == false);
    CHECK(is_suspected("tom,tom\nann,bob\n", {.sides = gb::vertex_sides::two}));
    for (const std::string text : {"tom,bob\nann,tom\n", "tom,bob\nbob,ann\n", "tom,bob\n", "tom,1\nann,2\n",
                                   "tom,bob,3\nann,sue,4\n", "source,target\nann,sue\n", "tom,tom\nann,sue\n"})
        CHECK_FALSE(is_suspected(text));
    CHECK_FALSE(is_suspected("tom,bob\nann,sue\n", {.header = gb::header_line::absent}));
}

// The forms that networkx.write_edgelist writes.
TEST_CASE("tables: attributes behind an edge", "[io][tables]") {
    constexpr auto none = gb::weight_column::none;
    const gb::coordinates a = parse("0 1 {'weight': 4}\n1 2 {'color': 'red', 'weight': 5}\n");
    CHECK(triples(a) == triples_of{{0, 1, 4}, {1, 2, 5}});
    CHECK(a.is_integer());
    CHECK(a.report.weight_column == "attribute weight");
    for (const std::string text :
         {"0,1,{'a': [1, {'weight': 9}], 'weight': 2.5, 'b': 'weight'}\n", "0\t1\t{\"weight\": 2.5}\r\n",
          "0 1 {'weight': np.float64(2.5)}\n", "0 1 {'it\\'s': 1, 'weight': '2.5'}\n", "0;1;{'weight': 2.5}"}) {
        INFO(text);
        CHECK(triples(parse(text)) == triples_of{{0, 1, 2.5}});
        CHECK(parse(text, {.weights = none}).report.weights_ignored);
    }
    for (const std::string text :
         {"0 1 {}\n", "0 1 {'color': 'red'}\n", "0 1 {'color': 'weight'}\n", "0 1 {'a': {'weight': 1}}\n"})
        for (const gb::weight_column weights : {gb::weight_column::automatic, none}) {
            INFO(text);
            const gb::coordinates pattern = parse(text + "1 2\n", {.weights = weights});
            CHECK(pattern.is_pattern());
            CHECK(triples(pattern) == triples_of{{0, 1, 1}, {1, 2, 1}});
        }
    CHECK(parse("ann,bob,{'weight': 1}\n", named).report.names == words{"ann", "bob"});
    for (const std::string text : {"0 1 {'weight': 4}\n1 2 {}\n", "0 1 {}\n1 2 {'weight': 4}\n"}) {
        refused(text, 2, "--weights none");
        CHECK(parse(text, {.weights = none}).size() == 2);
    }
    refused("0 1 {'weight': 4}\n1 2 {'weight': None}\n", 2, "the weight 'None' is not a number");
    refused("0 1 5 {'weight': 4}\n", 1, "more than three columns");
}

TEST_CASE("tables: a word in the third column of any line", "[io][tables]") {
    const gb::edge_list_options plain{.weights = gb::weight_column::none}, fields{.weights = plain.weights, .separator = ' '};
    for (const std::string word : {"pp", "inhibits", "nor", "Is", "_", "\xc3\xa9"})
        for (const auto& options : {plain, fields}) {
            refused("0 1 5\n1 2 6\n1 2 " + word + "\n0 2 7\n", 3, "--columns 1,3", options);
            CHECK(parse("0 1 5\n1 2 -.5\n1 2 nan\n2 1 +7 \n1 0 Inf\n0 2 1e5\n1 2 {}\n", options).size() == 7);
            CHECK(parse("0 1 5\n1 2 " + word + "\n", {.weights = options.weights, .columns = {1, 2}}).size() == 2);
        }
}

TEST_CASE("tables: what the names of a header say", "[io][tables]") {
    // R writes names of rows without a name above them.
    refused("\"from\" \"to\"\n\"1\" 5 6\n\"2\" 6 7\n", 2, "--columns 2,3 if the first one has names of rows");
    refused("from\tto\n1\t5\t6\n", 2, "the header names 2");
    refused("a,b\n", 0, "holds no edges", {.named = true, .header = gb::header_line::present});
    refused("source,target\n", 0, "holds no edges", {.named = true});
    using integers = std::vector<std::int64_t>;
    CHECK(parse("src,dst,capacity,length\n0,1,100,3\n").values == decltype(gb::coordinates::values)(integers{3}));
    CHECK(parse(":START_ID,:END_ID,weight:int,:TYPE\n0,1,7,KNOWS\n").values == decltype(gb::coordinates::values)(integers{7}));
    CHECK(parse("source,target,id\n0,1,9\n").is_pattern());
    const std::string typed = "Source,Target,Type\n0,1,Undirected\n1,2,";
    CHECK(parse(typed + "Undirected\n").report.declared == gb::declared_edges::undirected);
    CHECK(parse(typed + "Directed\n").report.declared == gb::declared_edges::nothing);
}

TEST_CASE("tables: quotes", "[io][tables]") {
    const gb::coordinates a = parse("\"a \"\"b\"\" c\" , d,1\nd,\"x,y\",2\nd , \"\"\"\",3\n", named);
    CHECK(a.report.names == words{"a \"b\" c", "d", "x,y", "\""});
    CHECK(triples(a) == triples_of{{0, 1, 1}, {1, 2, 2}, {1, 3, 3}});
    CHECK(parse("say \"hi\";b\n", named).report.names == words{"say \"hi\"", "b"});
    CHECK(parse("\"#a\" b\n", named).report.names == words{"#a", "b"});
    CHECK(parse("\" a\" \"b\tc\"\n", named).report.names == words{" a", "b\tc"});
    refused("a,b\nc,\"a,b\nc,d\n", 2, "a quote is opened here and not closed", named);
    refused("a,b\n\"a\"x,b\n", 2, "'x,b' stands behind a quote", named);
    refused("a,b\n\"\",b\n", 2, "an empty field in column 1", named);
    refused("0 1\n\"0\" 1\n", 2, "--separator reads fields in quotes");
}

TEST_CASE("tables: ends of lines in quotes", "[io][tables]") {
    struct broken {
        std::string text;
        gb::edge_list_options options;
        words names;
        std::vector<gb::index> targets;
        std::string note = "";  // the code of notes, and what they say
    };
    const std::vector<broken> files = {
        {"\"a\nb\",c\n\"x \"\"y\"\"\n\n#z\",c\r\nc,\"\r\n\"\n",
         named,
         {"a\nb", "c", "x \"y\"\n\n#z", "\r\n"},
         {1, 1, 3},
         "3 lines go on"},
        // A header goes on, and so does a column that is not read.
        {"\"so\nurce\",target,w\na,b,1\nb,\"c\nd\",2",
         named,
         {"a", "b", "c\nd"},
         {1, 2},
         "1 line goes on behind an end of line, "
         "because a quote is open there: line 4"},
        {"source,target,text\na,b,\"x\ny,z\"\nb,c,\"\"\"\n\"\n",
         {.named = true, .columns = {1, 2}},
         {"a", "b", "c"},
         {1, 2},
         "2 lines go on"},
        {"a|b|\"x\" y|\"c\nd\"\nb|c|5\"\n",
         {.named = true, .columns = {1, 2}, .separator = '|'},
         {"a", "b", "c"},
         {1, 2},
         "1 line goes"},
        // Tabs often separate texts with single quotes.
        {"a\tb\t\"x\nb\tc\t\"y\"\n", {.named = true, .columns = {1, 2}, .separator = '\t'}, {"a", "b", "c"}, {1, 2}},
    };
    const gb::context ctx = gb::context::host({.threads = 3});
    for (const broken& file : files) {
        INFO(file.text);
        for (const std::size_t block : {1u, 5u, 12u, 1000u}) {
            for (gb::host::team* const team : {static_cast<gb::host::team*>(nullptr), &ctx.team()}) {
                gb::io::input from(file.text, "g.csv");
                const gb::coordinates a = gb::io::read_edge_list(from, file.options, {.team = team, .block_size = block});
                CHECK(a.report.names == file.names);
                CHECK(std::vector<gb::index>(a.columns.begin(), a.columns.end()) == file.targets);
                std::string notes;
                for (const gb::read_note& note : a.report.notes)
                    if (note.code == "line_breaks_in_quotes") notes += note.text;
                CHECK(notes.substr(0, file.note.size()) == file.note);
                CHECK(notes.empty() == file.note.empty());
                // Lines are counted in the file, and a quote that is not closed is told where it is opened.
                for (const auto& [end, words] :
                     {std::pair<std::string, std::string>{"\n\"\",b,7", "an empty field in column 1"},
                      {"\n\"b\n,c\nd", "a quote is opened here and not closed"},
                      {"\n\"b\n\"x,c\nd", "stands behind a quote that ends a field"}}) {
                    if (file.options.separator != '\0') continue;
                    const std::string longer = file.text + end;
                    gb::io::input wrong(longer, "g.csv");
                    const auto lines = std::count(longer.begin(), longer.end(), '\n') -
                                       std::count(end.begin() + 1, end.end(), '\n') + (words.starts_with("stands") ? 1 : 0);
                    check_io_error([&] { gb::io::read_edge_list(wrong, file.options, {.team = team, .block_size = block}); },
                                   "g.csv", lines + 1, words);
                }
            }
        }
    }
    const std::string endless = "a,b\nc,\"d\n" + std::string(std::size_t{1} << 25, '\n');
    refused(endless + "e,f\"\n", 2, "not closed, up to the end of the file or for 16 MiB: '\"d'", named);
    refused("1,2,\"x\n3,4,\"y\"\n", 2, "'y\"' stands behind a quote that ends a field", {.columns = {1, 2}});
    refused("K\xc3\xa4the b\n", 1, "'K\xc3\xa4the' is not a vertex id");
    refused("\xe2\x82\xac\xff\xc3 b\n", 1, "'\xe2\x82\xac\\xff\\xc3' is not a vertex id");
    refused("x\xc2\x9b\xe2\x80\xae\xed\xa0\x80 b\n", 1, "'x\\xc2\\x9b\\xe2\\x80\\xae\\xed\\xa0\\x80' is not");
}

TEST_CASE("tables: ids that are names", "[io][tables]") {
    const gb::coordinates a = parse("bob alice\nalice carol\ncarol bob\n", named);
    CHECK(a.report.names == words{"bob", "alice", "carol"});
    CHECK(triples(a) == triples_of{{0, 1, 1}, {1, 2, 1}, {2, 0, 1}});
    CHECK(a.report.notes ==
          std::vector<gb::read_note>{{"ids_are_names", "ids are names: 3 vertices were numbered in order of appearance"}});
    CHECK(a.report.original_ids.empty());
    CHECK(parse("New York;Boston;3.5\nBoston;New York;1\n", named).report.names == words{"New York", "Boston"});
    CHECK(parse("7 007\n", named).report.names == words{"7", "007"});
    CHECK(parse("b,a\n", {.named = true, .columns = {2, 1}}).report.names == words{"a", "b"});

    refused("0 1\n1 two\n", 2, "'two' is not a vertex id (a whole number from 0); --named takes ids for names");
    refused("alice bob\n", 1, "--named");
    refused("18446744073709551616 1\n", 1, "--named", {.ids = gb::vertex_ids::relabel});
    CHECK_THROWS_AS(parse("a b\n", {.ids = gb::vertex_ids::relabel, .named = true}), gb::invalid_value);
    CHECK_THROWS_AS(parse("a b\n", {.one_based = true, .named = true}), gb::invalid_value);
}

TEST_CASE("tables: headers above names", "[io][tables]") {
    const gb::edge_list_options no_header{.named = true, .header = gb::header_line::absent};
    for (const std::string text : {"source,target\na,b\n", "From Node;To_Node\na;b\n", "x,y,weight\na,b,1\n"}) {
        INFO(text);
        const gb::coordinates a = parse(text, named);
        CHECK(a.report.names == words{"a", "b"});
        CHECK(a.report.notes.size() == 2);
    }
    CHECK(parse("source,target\na,b\n", no_header).report.names == words{"source", "target", "a", "b"});
    refused("x,y,weight\na,b,1\n", 1, "the weight 'weight' is not a number", no_header);
    CHECK(parse("u,v\nv,w\n", named).size() == 2);
    CHECK(parse("u,v\nv,w\n", {.named = true, .header = gb::header_line::present}).report.names == words{"v", "w"});
}

TEST_CASE("tables: blocks of any size, and any number of threads, give the same", "[io][tables]") {
    const gb::context ctx = gb::context::host({.threads = 3});
    std::mt19937 random(7);
    std::string text = "\"from\";\"to\";weight\r\n";
    for (int k = 0; k < 3000; ++k) {
        const auto name = [&] {
            const std::string number = std::to_string(random() % 500);
            return random() % 2 == 0 ? "v" + number : "\"v" + number + "\"";
        };
        text += name() + ";" + name() + ";" + std::to_string(random() % 9) + (random() % 9 == 0 ? ".5\n" : "\r\n");
        if (random() % 50 == 0) text += "# v1;v2\n\n";
    }
    const gb::coordinates whole = parse(text, named);
    CHECK(whole.size() == 3000);
    for (const std::string end : {"", "a;b;x\n"}) {
        for (const std::size_t block : {1u, 17u, 1000u, 20000u}) {
            for (gb::host::team* const team : {static_cast<gb::host::team*>(nullptr), &ctx.team()}) {
                const std::string all = text + end;
                gb::io::input from(all, "g.csv");
                const auto read = [&] { return gb::io::read_edge_list(from, named, {.team = team, .block_size = block}); };
                if (!end.empty()) {
                    const auto line = static_cast<std::int64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
                    check_io_error(read, "g.csv", line, "the weight 'x' is not a number");
                    continue;
                }
                const gb::coordinates cut = read();
                CHECK(cut.report.names == whole.report.names);
                CHECK(cut.rows == whole.rows);
                CHECK(cut.columns == whole.columns);
                CHECK(cut.values == whole.values);
            }
        }
    }
}
