/**
 * Escape sequences of terminals: CSI (parameters as group 1, its last letter as group 2), strings such as titles and
 * clipboards with their end, short commands, and the beginning of an unfinished one.
 */
export const ESCAPE =
  // deno-lint-ignore no-control-regex
  /\x1b(?:\[([0-?]*)[ -/]*([@-~])|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])?/g;

/** Colours and weights: the only commands of a program's output that stay. */
// deno-lint-ignore no-control-regex
const COLOUR = /^\x1b\[[0-9;:]*m$/;

/**
 * The text without escape sequences, with or without its colours. `unfinished` replaces a sequence that does not end.
 */
export function withoutEscapes(text: string, colours: boolean, unfinished: string): string {
  if (!text.includes("\x1b")) return text;
  return text.replace(ESCAPE, (found) => {
    if (found === "\x1b") return unfinished;
    return colours && COLOUR.test(found) ? found : "";
  });
}
