import { unreadableFault } from "../../core/config/unreadable.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";

/**
 * Returns the message about a configuration that does not parse: `config.json, line 6: a comma is missing.
 * The last good version stays in use.` `defaults`: whether there is no good version since the start.
 */
export function staleWords(diagnostics: readonly Diagnostic[], defaults: boolean): string {
  const first = unreadableFault(diagnostics);
  const where = first?.line === undefined ? "config.json" : `config.json, line ${first.line}`;
  const what =
    first?.message.replace(/[.]$/, "").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()) ??
      "it cannot be read";
  const used = defaults ? "The defaults are in use until it is fixed" : "The last good version stays in use";
  return `${where}: ${what}. ${used}.`;
}
