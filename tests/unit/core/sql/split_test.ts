import { growsInLine } from "../../../support/growth.ts";
import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import type { Dialect } from "../../../../src/core/sql/text/dialect.ts";
import { splitStatements } from "../../../../src/core/sql/text/split.ts";
import { tokens } from "../../../../src/core/sql/text/tokens.ts";

const POSTGRES: Dialect = { protocol: "postgres", backslash: false, quotedNames: true };
const MYSQL: Dialect = { protocol: "mysql", backslash: true, quotedNames: false };

const BOTH: [name: string, sql: string, statements: string[]][] = [
  ["nothing", "", []],
  ["only space and comments", " -- a\n /* b */ ;; ", []],
  ["one without an end", "select 1", ["select 1"]],
  ["several", "select 1; select 2 ;\nselect 3", ["select 1", "select 2", "select 3"]],
  ["empty ones between", ";;select 1;;", ["select 1"]],
  ["strings", "select ';'; select 'a'';b'", ["select ';'", "select 'a'';b'"]],
  ["names", 'select 1 as "a;b"; select 2', ['select 1 as "a;b"', "select 2"]],
  ["comments", "select 1 -- a;b\n; /* c;d */ select 2", ["select 1", "/* c;d */ select 2"]],
  ["a comment before it", "-- why\nselect 1;", ["-- why\nselect 1"]],
  ["an open string", "select 1; select ';", ["select 1", "select ';"]],
  ["transactions", "begin; insert into t values (1); end;", ["begin", "insert into t values (1)", "end"]],
];
const OWN: [dialect: Dialect, name: string, sql: string, statements: string[]][] = [
  ...[POSTGRES, MYSQL].flatMap((dialect) =>
    BOTH.map(([name, sql, found]): (typeof OWN)[number] => [dialect, name, sql, found])
  ),
  [POSTGRES, "dollar quotes", "do $$ a; b $$; select $x$ ; $$ $x$", ["do $$ a; b $$", "select $x$ ; $$ $x$"]],
  [POSTGRES, "nested comments", "/* ; /* ; */ ; */ select 1;", ["/* ; /* ; */ ; */ select 1"]],
  [POSTGRES, "escape strings", "select E'\\';'; select 1", ["select E'\\';'", "select 1"]],
  [POSTGRES, "a backslash that is none", "select '\\'; select 1", ["select '\\'", "select 1"]],
  [POSTGRES, "rules", "create rule r as on insert to t do also (delete from u; select 1); select 2", [
    "create rule r as on insert to t do also (delete from u; select 1)",
    "select 2",
  ]],
  [
    POSTGRES,
    "bodies of SQL",
    "create or replace function f() returns int begin atomic select 1; select case when true then 2 end; end; select 3",
    [
      "create or replace function f() returns int begin atomic select 1; select case when true then 2 end; end",
      "select 3",
    ],
  ],
  [POSTGRES, "bodies of procedures", "create procedure p() begin atomic select 1; end; call p()", [
    "create procedure p() begin atomic select 1; end",
    "call p()",
  ]],
  [POSTGRES, "a case outside of a body", "select case when true then 1 end; select 2", [
    "select case when true then 1 end",
    "select 2",
  ]],
  [MYSQL, "backslashes", "select 'a\\'; b'; select \"c\\\";\"", ["select 'a\\'; b'", 'select "c\\";"']],
  [MYSQL, "back quotes", "select `a;b`; select 1", ["select `a;b`", "select 1"]],
  [MYSQL, "hash comments", "select 1 # ;\n; select 2", ["select 1", "select 2"]],
  [MYSQL, "two dashes in arithmetic", "select 1--2; select 3", ["select 1--2", "select 3"]],
  [MYSQL, "executed comments", "/*!50001 select 1 */; select 2", ["/*!50001 select 1 */", "select 2"]],
  [
    MYSQL,
    "delimiters",
    "select 0;\ndelimiter //\ncreate procedure p() begin select 1; end//\nDELIMITER ;\nselect 2;",
    ["select 0", "create procedure p() begin select 1; end", "select 2"],
  ],
  [
    MYSQL,
    "delimiters of dollars",
    "delimiter $$\nselect 1; select 2$$\nselect end$$\ndelimiter ;\nselect 3",
    [
      "select 1; select 2",
      "select end",
      "select 3",
    ],
  ],
  [MYSQL, "double semicolons as delimiters", "delimiter ;;\nselect 1; select 2;;\ndelimiter ;\nselect 3;", [
    "select 1; select 2",
    "select 3",
  ]],
  [
    MYSQL,
    "delimiters in what looks like a block",
    "delimiter //\ncreate procedure p() begin select 1; //\ndelete from t//\ndelimiter ;\nselect 2;",
    ["create procedure p() begin select 1;", "delete from t", "select 2"],
  ],
  [MYSQL, "delimiters in strings", "delimiter //\nselect '//' //\nselect 2//", ["select '//'", "select 2"]],
  [MYSQL, "a column of that name", "select delimiter from t; select 1", [
    "select delimiter from t",
    "select 1",
  ]],
  ...[
    "create procedure p() begin select 1; select 2; end",
    "create definer=`a`@`b` procedure p() begin if a then select 1; else select 2; end if; end",
    "create procedure p(a int) if a then select 1; end if",
    "create function f() returns int deterministic begin declare x int; return if(x, 1, 2); end",
    "create trigger t before insert on u for each row if new.a then set new.b = 1; end if",
    "create trigger t before insert on u for each row begin set new.b = repeat('x', 2); end",
    "create event e on schedule every 1 day do begin delete from t; end",
    "create procedure p() begin l: loop leave l; end loop l; while a do set a = 0; end while; end",
    "create procedure p() begin repeat set a = 1; until a end repeat; end",
    "create procedure p() begin case a when 1 then select 1; else select 2; end case; end",
    "create procedure p() begin select case a when 1 then 2 end; end",
    "create procedure p() begin set y = case when x then if(a, 1, 2) else if(b, 3, 4) end; end",
    "create procedure p() begin case x when 1 then if a then select 1; end if; else if b then set y = 1; end if; end case; end",
    "create procedure p() begin declare exit handler for sqlexception case x when 1 then if y then set z = 1; end if; end case; end",
    "create function f(x int) returns int if x then return 1; else return 2; end if",
    "create function f() returns varchar(9) charset utf8mb4 if (1 = 1) then return 'a'; end if",
    "create function f() returns int unsigned return if(a, 1, 2)",
    "create function f() returns int return case when a then if(b, 1, 2) end",
    "create function if not exists f() returns int case a when 1 then return 1; end case",
    "create function f() returns int while a do return 1; end while",
    "create procedure p() sql security invoker if 1 then select 1; end if",
    "create procedure p() comment 'x' if 1 then select 1; end if",
    "create procedure p() select if(a, 1, 2), 'x' from t",
    "create procedure p() begin drop table if exists t; create table if not exists t (n int); end",
    "create or replace procedure if not exists p() begin begin select 1; end; end",
    "create procedure p() begin for i in 1..3 do select i; insert into t values (i); end for; end",
    "create procedure p() for i in 1..3 do select i; insert into t values (i); end for",
    "create procedure p() begin l: for `a b` in (select 1) do select 1; select 2; end for l; end",
    "begin not atomic for r in c do if r.a then select 1; end if; end for; end",
    "create procedure p() begin declare c cursor for select 1 in (1); select 1 for update; end",
    "create trigger t before insert on u for each row for i in 1..2 do set new.a = i; set new.b = i; end for",
    "create procedure p as begin for i in 1..3 loop select i; insert into t values (i); end loop; end",
    "create procedure p as begin for r in (select 1 a) loop select r.a; for i in 1..2 loop select 2; end loop; end loop; end",
    "create package p function f(a int) returns int; procedure q(a int); end",
    "create or replace package body p function f(a int) returns int begin return 1; end; procedure q() select 1; end",
    "begin not atomic declare a int; if a then select 1; end if; end",
    "create trigger t before insert on u for each row begin if new.end < 1 then set new.end = 1; end if; end",
    "create definer=table@localhost trigger t before insert on u for each row begin set new.a = 1; end",
    "alter event e on schedule every 1 day do begin delete from t; delete from u; end",
    "create table event (begin int, end int)",
    "create temporary table t (event int, `begin` int) as select 1",
    "create or replace algorithm = merge definer = a@b sql security definer view event as select begin from t",
    "create unique index event on t (begin)",
    "alter table event add column begin int",
  ].map((routine): (typeof OWN)[number] => [MYSQL, routine, `${routine}; select 9`, [routine, "select 9"]]),
];
for (const [dialect, name, sql, statements] of OWN) {
  Deno.test(`splitStatements() of ${dialect.protocol} knows ${name}`, () => {
    deepEqual(splitStatements(sql, dialect).map(({ start, end }) => sql.slice(start, end)), statements);
  });
}

const PIECES = [
  ...[
    "select 1",
    ";",
    ";;",
    "'",
    '"',
    "`",
    "$$",
    "--",
    "-- ",
    "#",
    "/*",
    "*/",
    "/*!",
    "\n",
    "(",
    ")",
    "begin",
  ],
  ...[
    "end",
    "end if",
    "if",
    "case",
    "create procedure",
    "create function",
    "atomic",
    "delimiter //\n",
    "//",
    " ",
  ],
];
Deno.test("splitStatements() loses nothing and takes nothing twice", () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 40 })
    .map((parts) => parts.join(""));
  for (const dialect of [POSTGRES, MYSQL]) {
    fc.assert(
      fc.property(text, (sql) => {
        const ranges = splitStatements(sql, dialect);
        ranges.forEach(({ start, end }, i) => {
          equal(start >= (ranges[i - 1]?.end ?? 0) && end > start && end <= sql.length, true);
        });
        // DELIMITER changes what ends a statement, so the tokens differ.
        if (dialect === MYSQL && /delimiter/i.test(sql)) return;
        for (const { kind, start, end } of tokens(sql, dialect)) {
          const inside = ranges.filter((range) => range.start <= start && end <= range.end).length;
          equal(inside <= 1, true);
          if (inside === 0) equal(["space", "comment", "end"].includes(kind), true, JSON.stringify(sql));
        }
      }),
      { numRuns: 2000 },
    );
  }
});

Deno.test("splitStatements() takes time in line with the text", () =>
  growsInLine(
    16_000,
    (count) => ({ count, text: "insert into t values (1, 'a;b', $$c$$); -- d\n".repeat(count) }),
    ({ count, text }) => equal(splitStatements(text, POSTGRES).length, count),
  ));
