import type { Kind } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";

/** How a server reads literals. */
export interface Literals {
  readonly engine: Engine;
  /** Within strings of MySQL a backslash escapes what follows. */
  readonly backslash: boolean;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const NUMBERS: ReadonlySet<Kind> = new Set(["integer", "decimal", "float"]);

/** A value as the server's SQL has it; null is NULL. What `valueFault` refuses is not given to it. */
export function literal(text: string | null, kind: Kind, { engine, backslash }: Literals): string {
  if (text === null) return "null";
  if (NUMBERS.has(kind) && NUMBER.test(text)) return text;
  if (ENGINES[engine].protocol === "mysql") {
    if (kind === "blob") return text.length > 2 ? `x'${text.slice(2)}'` : "''";
    return quoted(backslash ? text.replaceAll("\\", "\\\\") : text);
  }
  if (kind === "boolean" && /^(t|true)$/i.test(text)) return "true";
  if (kind === "boolean" && /^(f|false)$/i.test(text)) return "false";
  // Marked, a backslash is read alike whatever the server's settings are.
  return text.includes("\\") ? `E${quoted(text.replaceAll("\\", "\\\\"))}` : quoted(text);
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
