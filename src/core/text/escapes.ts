/**
 * Escape sequences of terminals: CSI (parameters in group 1, final letter in group 2), strings such as titles
 * and clipboards up to their end, short commands, and the beginning of an unfinished sequence.
 */
export const ESCAPE =
  // deno-lint-ignore no-control-regex
  /\x1b(?:\[([0-?]*)[ -/]*([@-~])|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])?/g;

/** Colours and weights, the only sequences of a program's output that are kept. */
// deno-lint-ignore no-control-regex
const COLOUR = /^\x1b\[[0-9;:]*m$/;

/**
 * Returns the text without escape sequences, with or without its colours. `unfinished` replaces a sequence
 * without an end.
 */
export function withoutEscapes(text: string, colours: boolean, unfinished: string): string {
  if (!text.includes("\x1b")) return text;
  return text.replace(ESCAPE, (found) => {
    if (found === "\x1b") return unfinished;
    return colours && COLOUR.test(found) ? found : "";
  });
}
