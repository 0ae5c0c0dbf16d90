/** Characters of a statement's beginning that name it. */
const TITLE = 200;

import type { PastQuery } from "../../state/query_window.ts";
import type { Engine } from "../engines/mod.ts";
import { writeNature } from "../text/writes.ts";

/** A statement as it is kept. */
interface KeptStatement {
  readonly id: string;
  readonly name?: string | undefined;
  readonly sql: string;
  readonly at: number;
  readonly rolledBack?: true | undefined;
}

/** So much of a statement says what it does. */
const BEGINNING = 4000;

/** What was made of kept statements: there are hundreds, and each new one shows all of them anew. */
const shown = new WeakMap<KeptStatement, PastQuery>();

/** A kept statement of a server as lists show it. */
export function pastOf(
  kept: KeptStatement,
  { name: server, engine }: { readonly name: string; readonly engine: Engine },
): PastQuery {
  const { id, name, sql, at, rolledBack } = kept;
  const known = shown.get(kept);
  if (known?.server === server) return known;
  const past: PastQuery = {
    id,
    server,
    ...(name === undefined ? {} : { name }),
    title: titleOf(sql),
    ...(writeNature(sql.slice(0, BEGINNING), engine).reads ? {} : { changes: true as const }),
    ...(rolledBack ? { rolledBack } : {}),
    at,
  };
  shown.set(kept, past);
  return past;
}

/** The beginning of a statement, in one line. */
export function titleOf(sql: string): string {
  // Comments in front say little of what runs.
  const bare = sql.slice(0, 20 * TITLE).replace(/^(\s|--[^\n]*(\n|$)|\/\*[^]*?\*\/)+/, "");
  const line = (bare || sql).slice(0, 4 * TITLE).replace(/\s+/g, " ").trim();
  return line.length > TITLE ? `${line.slice(0, TITLE - 1)}…` : line;
}
