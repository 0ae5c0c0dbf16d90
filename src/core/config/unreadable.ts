import type { Diagnostic } from "../diagnostic.ts";

/**
 * Returns why a file gives no configuration. Some values may be wrong as well and come earlier, but only a
 * diagnostic about the whole file has no path.
 */
export function unreadableFault(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.find(({ path }) => path.length === 0) ?? errors[0];
}

/**
 * Returns the message that nothing is written to a file without a valid configuration, with the place of its
 * fault and the next step.
 */
export function unreadableRefusal(
  diagnostics: readonly Diagnostic[],
): { readonly ok: false; readonly error: string; readonly hint: string } {
  const fault = unreadableFault(diagnostics);
  const position = fault?.line === undefined ? "" : ` (line ${fault.line}, column ${fault.column ?? 1})`;
  return {
    ok: false,
    error: `config.json cannot be read, so nothing is written to it${position}.`,
    hint: `${fault ? `${fault.message.replace(/[.]$/, "")}. ` : ""}Fix the file first.`,
  };
}
