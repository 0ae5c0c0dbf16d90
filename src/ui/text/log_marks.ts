import type { Mark } from "./tokens.ts";

/** So far into a line its level stands, in UTF-16 units: behind a time and a name, before what it says. */
const HEAD = 120;

/** What programs call the levels of their lines, in capitals, in brackets or behind `level=`. */
const LEVEL =
  /(?<![\w.-])(?:(?:level|lvl|severity)=)?\[?(FATAL|CRITICAL|PANIC|ERROR|SEVERE|WARN(?:ING)?|NOTICE|INFO|DEBUG|TRACE)\]?(?![\w-])/;
const NAMED =
  /(?:(?<![\w.-])(?:level|lvl|severity)=|\[)(fatal|critical|panic|error|severe|warn(?:ing)?|notice|info|debug|trace)(?![\w-])/i;

/** The marks of a line of a log: its level, a word that says itself what it is, and each place of what was looked for. */
export function logMarks(text: string, wanted: string): Mark[] {
  const marks = matchesOf(text, wanted);
  const head = text.slice(0, HEAD);
  const found = LEVEL.exec(head) ?? NAMED.exec(head);
  if (!found) return marks;
  const start = found.index + found[0].indexOf(found[1]!);
  const end = start + found[1]!.length;
  // A searched text matters more to the reader than the mark around it.
  if (marks.some((mark) => mark.start < end && start < mark.end)) return marks;
  return [...marks, { start, end, kind: `level ${kindOf(found[1]!)}` }].sort((a, b) => a.start - b.start);
}

function kindOf(level: string): string {
  if (/^(fatal|crit|panic|err|sev)/i.test(level)) return "danger-level";
  return /^warn/i.test(level)
    ? "caution-level"
    : /^(debug|trace)/i.test(level)
    ? "quiet-level"
    : "plain-level";
}

function matchesOf(text: string, wanted: string): Mark[] {
  const marks: Mark[] = [];
  if (wanted === "") return marks;
  const lower = text.toLowerCase();
  // Letters that are longer in lower case would move all places behind them.
  if (lower.length !== text.length) return marks;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    marks.push({ start: at, end: at + wanted.length, kind: "sought" });
  }
  return marks;
}
