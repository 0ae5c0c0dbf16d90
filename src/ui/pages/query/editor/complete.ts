import { type Completion, type CompletionResult, type CompletionSource } from "@codemirror/autocomplete";
import { keywordCompletionSource, type SQLDialect } from "@codemirror/lang-sql";
import type { Engine } from "../../../../core/sql/engines/mod.ts";
import type { Dialect } from "../../../../core/sql/text/dialect.ts";
import { sqlName } from "../../../../core/sql/text/names.ts";
import { statementAt } from "../../../../core/sql/text/pick.ts";
import { splitStatements } from "../../../../core/sql/text/split.ts";
import { tablesIn } from "./tables.ts";

/** A name that the server knows. */
export interface Offer {
  readonly kind: string;
  readonly name: string;
  readonly detail: string;
  readonly schema: string;
}

/** Asks the server's catalog for names: columns of a table, else tables, routines and schemas. */
export type AskNames = (
  question: { schema: string; table: string; prefix: string },
) => Promise<readonly Offer[]>;

const NAME = /(?:[A-Za-z_][\w$]*|"[^"\n]*"|`[^`\n]*`)/;
const PATH = new RegExp(`(?:${NAME.source}\\.)*(?:[A-Za-z_][\\w$]*)?$`);

/** Offers names of the server where they can stand, and the words of the language. */
export function completeNames(
  ask: AskNames,
  engine: Engine,
  dialect: Dialect,
  language: SQLDialect,
): CompletionSource {
  const words = keywordCompletionSource(language, false);
  return async (context) => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 300), context.pos);
    const path = PATH.exec(before)?.[0] ?? "";
    if (path === "" && !context.explicit) return null;
    const parts = path.split(".");
    const prefix = parts.pop() ?? "";
    if (parts.length === 0 && prefix === "" && !context.explicit) return null;
    const text = context.state.doc.toString();
    const range = text.length > 200_000
      ? undefined
      : statementAt(text, splitStatements(text, dialect), context.pos);
    const tables = range ? tablesIn(text.slice(range.start, range.end), dialect) : [];
    const offers = await names(ask, parts.map(bare), prefix, tables);
    const keywords = parts.length === 0 ? await words(context) : null;
    if (context.aborted) return null;
    const options = [
      ...offers.map((offer, index) => option(offer, index, engine)),
      ...prefixed(keywords, prefix),
    ];
    return options.length === 0 ? null : {
      from: context.pos - prefix.length,
      options,
      filter: false,
      validFor: undefined,
    } as CompletionResult;
  };
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
    if (meant) return await ask({ schema: meant.schema, table: meant.name, prefix });
    const [columns, inSchema] = await Promise.all([
      ask({ schema: "", table: first, prefix }),
      ask({ schema: first, table: "", prefix }),
    ]);
    return [...columns, ...inSchema];
  }
  // The columns of what is read come first: they are what is wanted most.
  const columns = await Promise.all(
    tables.slice(0, 8).map(({ schema, name }) => ask({ schema, table: name, prefix })),
  );
  return [...columns.flat(), ...await ask({ schema: "", table: "", prefix })];
}

function option({ kind, name, detail }: Offer, index: number, engine: Engine): Completion {
  return {
    label: sqlName(name, engine),
    displayLabel: name,
    detail: detail.length > 40 ? `${detail.slice(0, 39)}…` : detail || kind,
    type: kind,
    boost: -index / 1000,
  };
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

function bare(name: string): string {
  return /^["`].*["`]$/.test(name) ? name.slice(1, -1) : name;
}
