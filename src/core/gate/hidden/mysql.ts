import type { Session, StatementFailure } from "../../sql/session/mod.ts";
import { dialectsOf } from "../../sql/text/dialect.ts";
import { weighedName } from "../../sql/text/weighed_name.ts";
import { textRows } from "../../sql/values.ts";
import { foldedName, type HiddenPatterns } from "../../config/hidden_columns.ts";
import { hiddenRefusal } from "./refusal.ts";
import { INFORMATION_TABLES, MYSQL_SYSTEM, PLAIN_ENGINES } from "./system_names.ts";
import type { Ask } from "./ask.ts";
import { columnsIn, isNamed, type Name, namesIn, wordsIn } from "./mysql_names.ts";
import { functionOfView, hiddenInView, tablesOfView, unseenInView } from "./mysql_views.ts";

/** Maximum names in one statement, and maximum views that it leads through. */
const MAX_NAMES = 1000, MAX_VIEWS = 200;

/** Words that can follow a star for all columns; after a multiplication sign they cannot occur. */
const AFTER_STAR = new Set(
  "as except for from group having intersect into limit lock minus offset order procedure union where window"
    .split(" "),
);

/** What SHOW tells of statements of others and of changed rows. */
const TELLING_SHOW = new Set("analyze binlog engine explain relaylog".split(" "));

interface Table {
  readonly schema: string;
  readonly name: string;
  readonly view: boolean;
  readonly engine: string;
}

/**
 * Returns why agents do not get the rows of a statement; null when it uses no hidden column. MySQL and
 * MariaDB do not reveal which columns a statement uses before it runs: their plan replaces columns by values.
 * So names decide: a column counts as used when the statement contains its name or a star.
 */
export async function mysqlFault(
  session: Pick<Session, "run">,
  sql: string,
  patterns: HiddenPatterns,
  signal: AbortSignal,
): Promise<StatementFailure | null> {
  let failed: StatementFailure | null = null;
  const ask = asking(session, signal, (failure) => failed ??= failure);
  const [[opened = ""] = []] = await ask("select database()");
  const fault = systemFault(sql, opened) ??
    await textFault(sql, { ask, patterns, seen: new Set(), within: null });
  return failed ?? (fault ? hiddenRefusal(fault) : null);
}

/**
 * Returns a function that asks one question at a time. The first failure goes to `fail`, and no question is
 * asked after it.
 */
function asking(
  session: Pick<Session, "run">,
  signal: AbortSignal,
  fail: (failure: StatementFailure) => void,
): Ask {
  let failed = false;
  return async (sql, args = []) => {
    if (failed) return [];
    const { sink, rows } = textRows();
    const end = await session.run({ sql, args, write: false }, sink, signal);
    if (end.ok) return rows.map((row) => row.map((text) => text ?? ""));
    failed = true;
    fail(end);
    return [];
  };
}

/** Returns the statement that creates a view; null when the login may not see it. */
async function definitionOf(ask: Ask, schema: string, name: string): Promise<string | null> {
  const quoted = [schema, name].map((one) => `\`${one.replaceAll("`", "``")}\``).join(".");
  const [[, text = ""] = []] = await ask(`show create view ${quoted}`);
  return text === "" ? null : text;
}

interface NameCheck {
  readonly ask: Ask;
  readonly patterns: HiddenPatterns;
  readonly seen: Set<string>;
  /** The view that the text belongs to; null for the statement itself. */
  readonly within: Pick<Table, "schema" | "name"> | null;
}

/** Returns why agents may not run a text that only reads, as a sentence; null when they may. */
async function textFault(sql: string, check: NameCheck): Promise<string | null> {
  const { ask, patterns, seen, within } = check;
  const ways = dialectsOf("mysql").map((dialect) => namesIn(sql, dialect));
  const words = new Set([...ways.flat().map(({ text }) => text), ...wordsIn(sql)]);
  if (words.size > MAX_NAMES) return "This statement has more names than Kedge looks at.";
  const given = [...new Set([...words].flatMap((word) => [word, word.toLowerCase()]))];
  const list = given.map(() => "?").join(", ");
  if (given.length === 0) return null;
  const routines = await ask(
    `select routine_schema, routine_name from information_schema.routines where routine_type = 'FUNCTION'`,
  );
  const called = new Set(ways.flat().filter(({ next }) => next === "(").map(({ text }) => weighedName(text)));
  const routine = routines.find(([, name = ""]) => called.has(weighedName(name)));
  if (routine) {
    return `${routine[0]}.${routine[1]}() may read hidden columns: nobody here knows what it does.`;
  }
  const tables = (await ask(
    `select table_schema, table_name, table_type, coalesce(engine, '') from information_schema.tables
      where table_name in (${list})`,
    given,
  )).map(([schema = "", name = "", kind = "", engine = ""]): Table => ({
    schema,
    name,
    view: kind.includes("VIEW") && kind !== "SYSTEM VIEW",
    engine: engine.toLowerCase(),
  })).filter(({ schema, name }) =>
    !MYSQL_SYSTEM.has(foldedName(schema)) && foldedName(schema) !== "information_schema" &&
    !(schema === within?.schema && name === within.name)
  );
  const strange = tables.find(({ view, engine }) => !view && engine !== "" && !PLAIN_ENGINES.has(engine));
  if (strange) {
    return `Nobody here knows which rows ${strange.schema}.${strange.name} shows: its engine is ${strange.engine}.`;
  }
  if (within !== null) {
    const unknown = functionOfView(ways);
    if (unknown !== undefined) {
      return `The view ${within.schema}.${within.name} calls ${unknown}(), which may read hidden columns: nobody here knows what it does.`;
    }
    // A view may show tables that the login itself does not see.
    const unseen = tablesOfView(ways[0]!, within.schema).find(({ schema, name }) =>
      !tables.some((one) =>
        foldedName(one.schema) === foldedName(schema) && foldedName(one.name) === foldedName(name)
      )
    );
    if (unseen) {
      return `The view ${within.schema}.${within.name} leads to ${unseen.schema}.${unseen.name}, which this login does not see.`;
    }
  }
  if (tables.length === 0) return null;
  const columns = await ask(
    `select table_schema, table_name, column_name, coalesce(generation_expression, '')
      from information_schema.columns where table_name in (${tables.map(() => "?").join(", ")})`,
    tables.map(({ name }) => name),
  );
  const isOne = (schema: string, name: string) =>
    tables.some((one) => one.schema === schema && one.name === name);
  const matching = columns.filter(([schema = "", name = ""]) => isOne(schema, name));
  const direct = hiddenColumnsOf(matching, patterns);
  const hidden = [...direct, ...within === null ? [] : hiddenInView(sql, ways, within.schema, patterns)];
  if (hidden.length > 0) {
    const fault = hiddenFaultIn(sql, ways, hidden, within);
    if (fault !== null) return fault;
  }
  if (within !== null) {
    const unseen = unseenInView(
      ways[0]!,
      within.schema,
      (schema, table, column) =>
        matching.some(([inSchema = "", of = "", name = ""]) =>
          foldedName(inSchema) === foldedName(schema) && foldedName(of) === foldedName(table) &&
          foldedName(name) === foldedName(column)
        ),
    );
    if (unseen !== undefined) {
      return `The view ${within.schema}.${within.name} leads to ${unseen}, which this login does not see.`;
    }
  }
  for (const { schema, name } of tables.filter(({ view }) => view)) {
    const key = JSON.stringify([schema, name]);
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > MAX_VIEWS) return "This statement leads through more views than Kedge looks at.";
    const view = `${schema}.${name}`;
    const text = await definitionOf(ask, schema, name);
    if (text === null) {
      return `Nobody here knows what the view ${view} shows: the login needs \`grant show view\`.`;
    }
    const fault = systemFault(text, "") ?? await textFault(text, { ...check, within: { schema, name } });
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Returns the rows of columns that are hidden, each with schema, table, name and the expression of a generated
 * one. What is computed from a hidden column is hidden, too, and so is what is computed from one that the
 * login does not see: that may be another generated one.
 */
function hiddenColumnsOf(
  all: readonly (readonly string[])[],
  patterns: HiddenPatterns,
): readonly (readonly string[])[] {
  const key = (schema = "", table = "", column = "") => JSON.stringify([schema, table, foldedName(column)]);
  const isDirect = ([schema = "", table = "", column = ""]: readonly string[]) =>
    patterns.hides(schema, table, column);
  const open = new Set(
    all.filter((row) => !isDirect(row)).map(([schema, table, column]) => key(schema, table, column)),
  );
  for (let before = -1; before !== open.size;) {
    before = open.size;
    for (const [schema, table, column, text = ""] of all) {
      if ([...columnsIn(text)].some((used) => !open.has(key(schema, table, used)))) {
        open.delete(key(schema, table, column));
      }
    }
  }
  const made = all.filter((row) => !isDirect(row) && !open.has(key(row[0], row[1], row[2])));
  return [...all.filter(isDirect), ...made];
}

function hiddenFaultIn(
  sql: string,
  ways: readonly (readonly Name[])[],
  hidden: readonly (readonly string[])[],
  within: NameCheck["within"],
): string | null {
  const through = within === null ? "" : `The view ${within.schema}.${within.name} needs what is hidden: `;
  for (const [schema, table, column = ""] of hidden) {
    if (isNamed(sql, column)) return `${through}${schema}.${table}.${column} is hidden from agents.`;
  }
  const [schema, table, column] = hidden[0]!;
  const called = `${schema}.${table}.${column}`;
  // Another name of a table's key, which no list of columns has. Which key it is depends on all of them.
  if (isNamed(sql, "_rowid")) return `${through}\`_rowid\` can be ${called}, which is hidden from agents.`;
  for (const names of ways) {
    for (const [at, { text, quoted, next, before }] of names.entries()) {
      if (text === "*" && !quoted) {
        const counts = before === "(" && next === ")" && foldedName(names[at - 2]?.text ?? "") === "count";
        const isAll = next === "" || ",);".includes(next) || AFTER_STAR.has(next.toLowerCase());
        if (isAll && !counts) return `${through}\`*\` takes ${called}, which is hidden from agents.`;
      }
      const word = quoted ? "" : text.toLowerCase();
      if (word === "natural") {
        return `${through}NATURAL JOIN compares ${called}, which is hidden from agents.`;
      }
      if (word === "table" && before.toLowerCase() !== "create") {
        return `${through}TABLE takes ${called}, which is hidden from agents.`;
      }
    }
  }
  return null;
}

/**
 * Returns why a statement may read the server's own lists, which reveal values of tables; null when it does
 * not, whatever server reads it.
 */
function systemFault(sql: string, opened: string): string | null {
  const faults = dialectsOf("mysql").map((dialect) => systemFaultIn(namesIn(sql, dialect), opened));
  return faults.find((fault) => fault !== null) ?? null;
}

function systemFaultIn(names: readonly Name[], opened: string): string | null {
  const database = foldedName(opened);
  if (MYSQL_SYSTEM.has(database) || database === "information_schema") {
    return `The database ${opened} can tell values of hidden columns.`;
  }
  const [{ text: first, next: second } = { text: "", next: "" }] = names;
  if (first.toLowerCase() === "show" && TELLING_SHOW.has(second.toLowerCase())) {
    return `SHOW ${second.toUpperCase()} can tell values of hidden columns.`;
  }
  for (const [at, { text, before, next }] of names.entries()) {
    // The server's own functions have no qualifier; a function in a schema or a package was made by someone
    // else.
    if (next === "(" && before === ".") {
      return `${names[at - 2]?.text}.${text}() may read hidden columns: nobody here knows what it does.`;
    }
    // MariaDB computes the default of a column from others of the row.
    if (text.toLowerCase() === "default" && next === "(") {
      return "DEFAULT() can tell values of hidden columns.";
    }
    // Other people may use the same login, so the list would reveal their statements.
    if (text.toLowerCase() === "processlist") {
      return "The list of processes can tell values of hidden columns.";
    }
    if (text.toLowerCase() === "for" && next.toLowerCase() === "connection") {
      return "The plan of another connection's statement can tell values of hidden columns.";
    }
    if (next !== ".") continue;
    const schema = foldedName(text);
    const table = names[at + 2]?.text ?? "";
    if (MYSQL_SYSTEM.has(schema)) return `${schema}.${table} can tell values of hidden columns.`;
    if (schema === "information_schema" && !INFORMATION_TABLES.has(foldedName(table))) {
      return `${schema}.${table} can tell values of hidden columns.`;
    }
  }
  return null;
}
