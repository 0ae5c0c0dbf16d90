import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from "@codemirror/autocomplete";
import { keywordCompletionSource, type SQLDialect } from "@codemirror/lang-sql";
import type { Engine } from "../../../../core/sql/engines/mod.ts";
import type { Dialect } from "../../../../core/sql/text/dialect.ts";
import { fittingNames } from "../../../../core/sql/text/name_fit.ts";
import { quotedName, sqlName } from "../../../../core/sql/text/names.ts";
import { statementAt } from "../../../../core/sql/text/pick.ts";
import { splitStatements } from "../../../../core/sql/text/split.ts";
import { type AskJoins, joinConditions } from "./joins.ts";
import { tablesIn, withNames } from "./tables.ts";
import { writtenAt } from "./written.ts";

/** A name that the server knows. */
export interface Offer {
  readonly kind: string;
  readonly name: string;
  readonly detail: string;
  readonly schema: string;
  /** Whether the name must be qualified to be found. */
  readonly elsewhere?: boolean;
}

/** Asks the server's catalog for names: the columns of a table, else tables, routines and schemas. */
export type AskNames = (
  question: { schema: string; table: string; prefix: string },
) => Promise<readonly Offer[]>;

/** Maximum names offered from the statement itself. */
const MAX_COUNT = 50;
/** Maximum characters of a text whose statements are considered. In longer texts only the current line is. */
const LARGE = 200_000;

/** Offers the server's names where they are valid, and the keywords of the language. */
export function completeNames(
  { ask, askJoins, engine, dialect }: {
    readonly ask: AskNames;
    readonly askJoins: AskJoins;
    readonly engine: Engine;
    readonly dialect: Dialect;
  },
  language: SQLDialect,
): CompletionSource {
  const words = keywordCompletionSource(language, false);
  return async (context) => {
    const { statement, before, after } = around(context, dialect);
    const written = writtenAt(before, dialect);
    if (!written) return null;
    const { path, typed, length, quoted } = written;
    const joins = (await joinConditions(askJoins, { before, after, written }, engine, dialect)).map(joined);
    if (path.length === 0 && typed === "" && !context.explicit) {
      return joins.length === 0 ? null : { from: context.pos, options: joins, filter: false };
    }
    // A word after a table is its alias or a keyword, not a name of the server.
    const head = before.slice(0, before.length - length);
    if (path.length === 0 && !context.explicit && tablesIn(head, dialect).at(-1)?.open) {
      // A single letter is usually an alias, so offer it first: Enter then keeps it unchanged.
      const called = typed.length === 1 ? [{ label: typed, detail: "alias", type: "alias" }] : [];
      const options = [...joins, ...called, ...prefixed(await words(context), typed)];
      return options.length === 0 ? null : { from: context.pos - length, options, filter: false };
    }
    const found = path.length > 0 ? [] : namedIn(statement, typed, dialect);
    const offers = [...found, ...await names(ask, path, typed, tablesIn(statement, dialect))];
    const keywords = path.length === 0 && !quoted ? await words(context) : null;
    if (context.aborted) return null;
    const options = [
      ...joins,
      ...offers.map((offer, index) => option(offer, index, engine, quoted)),
      ...prefixed(keywords, typed),
    ];
    const mark = before.slice(before.length - length)[0];
    const closed = quoted && context.state.sliceDoc(context.pos, context.pos + 1) === mark;
    return options.length === 0 ? null : {
      from: context.pos - length,
      to: context.pos + (closed ? 1 : 0),
      options,
      filter: false,
    };
  };
}

/** Returns the statement that is being written, and its text before and after the cursor. */
function around(
  { state, pos }: CompletionContext,
  dialect: Dialect,
): { readonly statement: string; readonly before: string; readonly after: string } {
  const text = state.doc.toString();
  if (text.length > LARGE) {
    const before = state.sliceDoc(state.doc.lineAt(pos).from, pos);
    return { statement: "", before, after: "" };
  }
  const ranges = splitStatements(text, dialect);
  const range = statementAt(text, ranges, pos);
  const start = range && range.start <= pos ? range.start : ranges.findLast(({ end }) => end < pos)?.end ?? 0;
  return {
    statement: range ? text.slice(range.start, range.end) : "",
    before: text.slice(start, pos),
    after: range ? text.slice(pos, range.end) : "",
  };
}

/** Returns the names that the statement defines: the queries of its WITH and the aliases of its tables. */
function namedIn(statement: string, typed: string, dialect: Dialect): Offer[] {
  const subqueries = withNames(statement, dialect).map((name) => ({
    kind: "with",
    name,
    detail: "",
    schema: "",
  }));
  const called = tablesIn(statement, dialect).filter(({ alias, name }) => alias !== name)
    .map(({ alias, name }) => ({ kind: "alias", name: alias, detail: name, schema: "" }));
  return fittingNames([...subqueries, ...called], typed, MAX_COUNT).filter(({ name }) => name !== typed);
}

type Tables = ReturnType<typeof tablesIn>;

async function names(
  ask: AskNames,
  path: readonly string[],
  prefix: string,
  tables: Tables,
): Promise<readonly Offer[]> {
  const [first = "", second] = path;
  if (second !== undefined) return await ask({ schema: first, table: second, prefix });
  if (path.length === 1) {
    const meant = tables.find(({ alias }) => alias.toLowerCase() === first.toLowerCase());
    // A name that is a table so far may become the name of a schema.
    const [columns, inSchema] = await Promise.all([
      ask(meant ? { schema: meant.schema, table: meant.name, prefix } : { schema: "", table: first, prefix }),
      ask({ schema: first, table: "", prefix }),
    ]);
    return [...columns, ...inSchema];
  }
  // The columns of the statement's tables come first, because they are wanted most.
  const columns = await Promise.all(
    tables.slice(0, 8).map(({ schema, name }) => ask({ schema, table: name, prefix })),
  );
  return [...columns.flat(), ...await ask({ schema: "", table: "", prefix })];
}

function option(
  { kind, name, detail, schema, elsewhere }: Offer,
  index: number,
  engine: Engine,
  quoted: boolean,
): Completion {
  const path = elsewhere ? [schema, name] : [name];
  return {
    label: path.map((part) => (quoted ? quotedName : sqlName)(part, engine)).join("."),
    displayLabel: path.join("."),
    detail: detail.length > 40
      ? `${detail.slice(0, 39)}…`
      : detail && (!elsewhere || detail !== schema)
      ? detail
      : kind,
    type: kind,
    boost: -index / 1000,
  };
}

function joined({ text, key }: { readonly text: string; readonly key: string }): Completion {
  return { label: text, detail: key, type: "join" };
}

function prefixed(result: CompletionResult | null, prefix: string): Completion[] {
  const lower = prefix.toLowerCase();
  return (result?.options ?? [])
    .filter(({ label }) => label.toLowerCase().startsWith(lower))
    .slice(0, 50)
    .map((one) => ({
      ...one,
      label: prefix !== "" && prefix === prefix.toUpperCase() ? one.label.toUpperCase() : one.label,
    }));
}
