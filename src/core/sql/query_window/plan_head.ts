import { type Engine, ENGINES } from "../engines/mod.ts";

/** Returns the words before a statement that ask the server for its plan. */
export function planHead(engine: Engine, how: "plan" | "analyze"): string {
  if (engine === "redshift" || engine === "athena") return "explain ";
  if (ENGINES[engine].protocol === "mysql") return "explain format=json ";
  return how === "analyze" ? "explain (analyze, buffers, format json) " : "explain (format json) ";
}
