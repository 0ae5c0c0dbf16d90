import { hiddenInWords, isSuspect, spelled } from "../text/hidden.ts";

/** Maximum characters of a line for agents, and of all lines of an answer. */
const MAX_LINE_LENGTH = 2000, MAX_SIZE = 60_000;

/**
 * Returns a text from outside in the form for agents: lines stay, and hidden characters are spelled out, such
 * as `\u202e`.
 */
export function agentText(text: string): string {
  if (!isSuspect(text, "\t\n")) return text;
  return text.replace(
    hiddenInWords(),
    (found, usual?: string) => usual ?? (/[\t\r\n]/.test(found) ? found : spelled(found)),
  );
}

/** Returns a line in the form for agents; a long line is cut and ends with “…”. */
export function agentLine(text: string): string {
  return agentText(text.slice(0, MAX_LINE_LENGTH)) + (text.length > MAX_LINE_LENGTH ? "…" : "");
}

/**
 * Returns the last lines, as many as an answer holds, each in the form of {@link agentLine}; `cut` tells
 * whether lines are missing.
 */
export function agentLines<Line extends { readonly text: string }>(
  lines: readonly Line[],
): { readonly lines: Line[]; readonly cut: boolean } {
  let size = 0;
  const safe: Line[] = [];
  for (const line of lines.toReversed()) {
    const text = agentLine(line.text);
    size += text.length;
    if (size > MAX_SIZE) break;
    safe.unshift({ ...line, text });
  }
  return {
    lines: safe,
    cut: safe.length < lines.length || lines.some(({ text }) => text.length > MAX_LINE_LENGTH),
  };
}
