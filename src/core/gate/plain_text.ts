import { codePoint, strayControl } from "../text/hidden.ts";
import { refused, type ToolRefusal } from "./answer.ts";

/**
 * Returns why agents may not send a text to a server; null when they may. A person may see a control
 * character as a line end or not at all where the server reads something else.
 */
export function plainTextFault(sql: string): ToolRefusal | null {
  const at = strayControl(sql);
  if (at < 0) return null;
  const line = sql.slice(0, at).split("\n").length;
  const what = sql[at] === "\r" ? "a carriage return that ends no line" : "a control character";
  return refused(
    `Line ${line} has ${what} (${codePoint(sql[at]!)}), which people and servers read differently.`,
    "Write it as spaces, tabs and line ends; within a value by the server's own escapes or functions.",
  );
}
