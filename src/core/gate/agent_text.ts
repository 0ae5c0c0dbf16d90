import { hiddenInWords, isSuspect, spelled } from "../text/hidden.ts";

/** The most characters of a line for agents, and of all lines of an answer. */
const LONGEST_LINE = 2000, LARGEST = 60_000;

/** A text from outside in the form for agents: its lines stay, and hidden characters are spelled out, as `\u202e`. */
export function agentText(text: string): string {
  if (!isSuspect(text, "\t\n")) return text;
  return text.replace(
    hiddenInWords(),
    (found, usual?: string) => usual ?? (/[\t\r\n]/.test(found) ? found : spelled(found)),
  );
}

/** The same of a line, cut where it is long; it ends with “…” then. */
export function agentLine(text: string): string {
  return agentText(text.slice(0, LONGEST_LINE)) + (text.length > LONGEST_LINE ? "…" : "");
}

/** As many of the last lines as an answer holds, each as {@link agentLine} gives it; `cut`: something is left out. */
export function agentLines<Line extends { readonly text: string }>(
  lines: readonly Line[],
): { readonly lines: Line[]; readonly cut: boolean } {
  let size = 0;
  const safe: Line[] = [];
  for (const line of lines.toReversed()) {
    const text = agentLine(line.text);
    size += text.length;
    if (size > LARGEST) break;
    safe.unshift({ ...line, text });
  }
  return {
    lines: safe,
    cut: safe.length < lines.length || lines.some(({ text }) => text.length > LONGEST_LINE),
  };
}
