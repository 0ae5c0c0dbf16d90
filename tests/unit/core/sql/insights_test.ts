import { deepEqual, equal } from "node:assert/strict";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { insightsQueries } from "../../../../src/core/sql/text/insights.ts";
import { sqlName } from "../../../../src/core/sql/text/names.ts";
import { bindParameters, parametersOf } from "../../../../src/core/sql/text/parameters.ts";
import { readingFault } from "../../../../src/core/sql/text/reading.ts";
import { splitStatements } from "../../../../src/core/sql/text/split.ts";
import { tokens } from "../../../../src/core/sql/text/tokens.ts";
import { writeNature } from "../../../../src/core/sql/text/writes.ts";
import { tabNameOf } from "../../../../src/core/sql/query_window/title.ts";
import { formatSql } from "../../../../src/ui/pages/query/editor/format_sql.ts";

const LOGS = dialectOf("logs");

const TEXTS: [name: string, text: string, queries: string[]][] = [
  ["one query over several lines", "fields @message\n| limit 3", ["fields @message\n| limit 3"]],
  ["two of them, an empty line between", "fields a\n\nstats count(*)", ["fields a", "stats count(*)"]],
  ["spaces and a carriage return on the empty line", "fields a\r\n  \r\nlimit 3", ["fields a", "limit 3"]],
  ["a pipe behind an empty line: it goes on", "fields a\n\n| limit 3", ["fields a\n\n| limit 3"]],
  ["a pipe before an empty line: it goes on", "fields a |\n\nlimit 3", ["fields a |\n\nlimit 3"]],
  ["a comment before a query", "# errors\nfields a # all\n| limit 1", [
    "# errors\nfields a # all\n| limit 1",
  ]],
  ["an empty line within a text", 'filter a = "x\n\ny" | limit 1', ['filter a = "x\n\ny" | limit 1']],
  ["an empty line within a pattern", "filter a like /x/\n\nlimit 1", ["filter a like /x/", "limit 1"]],
  ["a hash within a text", "filter a = '#1' | limit 1", ["filter a = '#1' | limit 1"]],
  ["a hash within a pattern", "filter a like /#1|2/\n| limit 1", ["filter a like /#1|2/\n| limit 1"]],
  ["a semicolon, which is nothing there", "filter a like /;/ ; limit", ["filter a like /;/ ; limit"]],
  ["only comments", "# nothing\n\n# at all", []],
  ["nothing", " \n ", []],
];
for (const [name, text, queries] of TEXTS) {
  Deno.test(`insightsQueries() finds the queries of a text with ${name}`, () => {
    deepEqual(insightsQueries(text).map(({ start, end }) => text.slice(start, end)), queries);
    deepEqual(splitStatements(text, LOGS), insightsQueries(text));
  });
}

const TOKENS: [text: string, kinds: string][] = [
  ["fields @timestamp", "word space word"],
  ["`a b` = 'x'", "name space symbol space string"],
  ["parse @message /(?<id>\\d+\\/x)/", "word space word space string"],
  ["filter a not like /x y/", "word space word space word space word space string"],
  [
    "fields ms / 1000 / 60 as minutes",
    "word space word space symbol space number space symbol space number space word space word",
  ],
  ["limit 10 # so few", "word space number space comment"],
  ["a.b-c", "word symbol word"],
  ["'open", "string"],
];
for (const [text, kinds] of TOKENS) {
  Deno.test(`tokens() of Logs Insights reads ${text}`, () => {
    const found = [...tokens(text, LOGS)];
    equal(found.map(({ kind }) => kind).join(" "), kinds);
    equal(found.map(({ start, end }) => text.slice(start, end)).join(""), text);
  });
}

Deno.test("a query of logs reads whatever it says, and has its moments beside it", () => {
  const query = "filter @message like /delete from users where id = :id/";
  equal(readingFault(query, "logs"), null);
  equal(readingFault(" # nothing", "logs"), "There is no query");
  equal(writeNature(query, "logs").reads, true);
  deepEqual(parametersOf(query, LOGS), []);
  deepEqual(bindParameters(query, LOGS), { sql: query, names: ["since", "until"] });
  equal(tabNameOf(`# why\n${query}`, LOGS), "filter @message like /delete from users…");
});

const NAMES: [name: string, written: string][] = [
  ["@timestamp", "@timestamp"],
  ["kubernetes.pod_name", "kubernetes.pod_name"],
  ["status-code", "`status-code`"],
  ["a b", "`a b`"],
];
for (const [name, written] of NAMES) {
  Deno.test(`sqlName() of Logs Insights writes ${name} as ${written}`, () =>
    equal(sqlName(name, "logs"), written));
}

const FORMATTED: [text: string, formatted: string][] = [
  ["fields @message | limit 3", "fields @message\n| limit 3"],
  ["fields a|sort b   desc |  limit 1", "fields a\n| sort b desc\n| limit 1"],
  ["# why\nfields a | filter b like /x|y/", "# why\nfields a\n| filter b like /x|y/"],
  ["fields a | limit 1\n\nfields b", "fields a\n| limit 1\n\nfields b"],
];
for (const [text, formatted] of FORMATTED) {
  Deno.test(`formatSql() puts each command of ${JSON.stringify(text)} on a line`, async () => {
    equal(await formatSql(text, "logs"), formatted);
  });
}
