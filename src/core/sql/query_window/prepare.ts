import { ownProperty } from "../../own_property.ts";
import type { Cell } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import type { Dialect } from "../text/dialect.ts";
import { bindParameters } from "../text/parameters.ts";
import type { Range } from "../text/split.ts";
import type { Sent } from "./outcome.ts";
import type { TabRequest } from "./request.ts";

/** A statement, ready to be sent. */
export interface Ready extends Sent {
  readonly sql: string;
  readonly args: readonly Cell[];
}

/** Returns the statement as it is sent, with its parameters bound or the words that ask for its plan. */
export function prepare(
  text: string,
  at: Range,
  request: TabRequest,
  engine: Engine,
  dialect: Dialect,
): Ready {
  const { values, explain } = request;
  const bound = values === undefined || Object.keys(values).length === 0
    ? { sql: text, names: [] }
    : bindParameters(text, dialect);
  const args = bound.names.map((name) => ownProperty(values ?? {}, name) ?? null);
  const head = explain === undefined ? "" : planHead(engine, explain);
  return { sql: head + bound.sql, args, at, before: head.length, asWritten: bound.sql === text };
}

/** Returns the words before a statement that ask the server for its plan. */
function planHead(engine: Engine, how: "plan" | "analyze"): string {
  if (engine === "redshift" || engine === "athena") return "explain ";
  if (ENGINES[engine].protocol === "mysql") return "explain format=json ";
  return how === "analyze" ? "explain (analyze, buffers, format json) " : "explain (format json) ";
}
