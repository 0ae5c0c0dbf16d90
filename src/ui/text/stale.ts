import { unreadableFault } from "../../core/config/unreadable.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";

/**
 * Returns the message about a configuration that does not parse: `config.json, line 6: a comma is missing.
 * The last good version stays in use.`
 */
export function staleWords(diagnostics: readonly Diagnostic[]): string {
  const first = unreadableFault(diagnostics);
  const where = first?.line === undefined ? "config.json" : `config.json, line ${first.line}`;
  const what =
    first?.message.replace(/[.]$/, "").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()) ??
      "it cannot be read";
  return `${where}: ${what}. The last good version stays in use.`;
}
