import type { RunProgress } from "../../core/state/state.ts";
import { block, oneLine } from "../../core/text/outside.ts";
import { widthOf } from "../width.ts";

/**
 * Returns the text of an action for a terminal. Lines and tabs stay. With `colors` colours stay too, and are
 * reset at the end.
 */
export function terminalText(text: string, colors: boolean): string {
  const shown = block(text, { colours: colors });
  return shown.includes("\x1b") ? `${shown}\x1b[0m` : shown;
}

/** Returns a report as plain text: blocks on separate lines, cells separated by tabs, entities decoded. */
export function htmlText(html: string): string {
  const text = withoutHidden(html)
    .replace(/\s+/g, " ")
    .replace(/<\/t[dh]\s*>\s*(?=<t[dh])/gi, "\t")
    .replace(/<li\b[^<>]*>/gi, "\n- ")
    .replace(
      /<(?:br|hr)\b[^<>]*>|<\/?(?:p|div|h[1-6]|tr|table|ul|ol|section|article|header|footer|pre|blockquote)\b[^<>]*>/gi,
      "\n",
    )
    .replace(/<[^<>]*>/g, "")
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
      (escape, decimal, hex, name) => {
        if (name) return ENTITIES[name.toLowerCase()] ?? escape;
        const code = decimal ? Number(decimal) : parseInt(hex, 16);
        return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
          ? String.fromCodePoint(code)
          : "\ufffd";
      },
    );
  return terminalText(text, false).split("\n").map((line) => line.trim()).join("\n").replace(
    /\n{3,}/g,
    "\n\n",
  ).trim();
}

/**
 * Beginnings of invisible parts. The search for each end continues where the last one stopped, so that any
 * report is read in linear time.
 */
const HIDDEN = /<!--|<(style|script|head|template)\b/gi;

/** Returns the HTML without comments and invisible elements. An element without an end hides the rest. */
function withoutHidden(html: string): string {
  let result = "", at = 0;
  for (HIDDEN.lastIndex = 0;;) {
    const found = HIDDEN.exec(html);
    if (!found) return result + html.slice(at);
    result += html.slice(at, found.index);
    const end = new RegExp(found[1] === undefined ? "-->" : `</${found[1]}[^<>]*>`, "gi");
    end.lastIndex = HIDDEN.lastIndex;
    if (!end.test(html)) return result;
    at = HIDDEN.lastIndex = end.lastIndex;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Returns readable text on one line, shortened to `columns`. */
function fitted(text: string, columns: number): string {
  for (let longest = columns;; longest--) {
    const line = oneLine(text, { longest });
    if (longest <= 1 || widthOf(line) <= columns) return line;
  }
}

/** Returns a line that shows the progress of a run, with a bar of 30 characters on wide terminals. */
export function progressBar({ title, label, fraction }: RunProgress, columns: number): string {
  const heading = [title, label].filter(Boolean).join(": ");
  // A full line would make the terminal begin another one.
  const words = (taken: number) => fitted(heading, Math.max(1, Math.min(60, columns - 1 - taken)));
  if (fraction === null) return `${words(2)} …`;
  const length = columns < 70 ? 10 : 30;
  const full = Math.round(fraction * length);
  const far = `${String(Math.floor(fraction * 100)).padStart(3)} %`;
  if (columns < 40) return `${far} ${words(far.length + 1)}`;
  return `[${"#".repeat(full)}${"-".repeat(length - full)}] ${far} ${words(length + far.length + 4)}`;
}

/**
 * Returns a function that turns a run's progress into lines for a log: one for each tenth, or for each label
 * while the fraction is unknown. It returns null when there is nothing new to write.
 */
export function progressLines(): (progress: RunProgress | null) => string | null {
  let last: string | null = null;
  return (progress) => {
    const before = last;
    if (!progress) return null;
    const { title, label, fraction } = progress;
    const words = oneLine(label || title);
    const tenth = fraction === null ? "" : `${Math.floor(fraction * 10) * 10} %`;
    // A label may count every single step.
    last = tenth ? `${title} ${tenth}` : words;
    return last === before ? null : `${words} ${tenth}`.trim();
  };
}
