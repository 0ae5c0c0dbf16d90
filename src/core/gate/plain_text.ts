import type { ToolRefusal } from "./answer.ts";

/** Control characters other than tabs and line ends, and a carriage return that is no part of a line end. */
const CONTROL = /\r(?!\n)|[^\P{Cc}\t\r\n]/u;

/**
 * Returns why agents may not send a text to a server; null when they may. A person may see a control
 * character as a line end or not at all where the server reads something else.
 */
export function plainTextFault(sql: string): ToolRefusal & { readonly hint: string } | null {
  const found = CONTROL.exec(sql);
  if (!found) return null;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  const line = sql.slice(0, found.index).split("\n").length;
  const what = found[0] === "\r" ? "a carriage return that ends no line" : "a control character";
  return {
    status: "refused",
    error: `Line ${line} has ${what} (U+${code}), which people and servers read differently.`,
    hint: "Write it as spaces, tabs and line ends; within a value by the server's own escapes or functions.",
  };
}
