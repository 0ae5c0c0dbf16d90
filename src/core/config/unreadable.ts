import type { Diagnostic } from "../diagnostic.ts";

/**
 * Why a file gives no configuration. Values of it may be wrong besides, and stand before that: what is about the whole
 * file has no path.
 */
export function unreadableFault(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.find(({ path }) => path.length === 0) ?? errors[0];
}

/** Says that nothing is written to a file that gives no configuration, where its fault is, and what to do. */
export function unreadableRefusal(
  diagnostics: readonly Diagnostic[],
): { readonly ok: false; readonly error: string; readonly hint: string } {
  const fault = unreadableFault(diagnostics);
  const position = fault?.line === undefined ? "" : ` (line ${fault.line}, column ${fault.column ?? 1})`;
  return {
    ok: false,
    error: `config.json cannot be read, so nothing is written to it${position}.`,
    hint: `${fault ? `${fault.message.replace(/[.]$/, "")}. ` : ""}Mend the file first.`,
  };
}
