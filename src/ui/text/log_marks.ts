import type { Mark } from "./tokens.ts";

/** Number of UTF-16 units at the start of a line that are searched for its level, which follows a time and a name. */
const HEAD = 120;

/** Names of log levels in capitals, in brackets or after `level=`. */
const LEVEL =
  /(?<![\w.-])(?:(?:level|lvl|severity)=)?\[?(FATAL|CRITICAL|PANIC|ERROR|SEVERE|WARN(?:ING)?|NOTICE|INFO|DEBUG|TRACE)\]?(?![\w-])/;
const NAMED =
  /(?:(?<![\w.-])(?:level|lvl|severity)=|\[)(fatal|critical|panic|error|severe|warn(?:ing)?|notice|info|debug|trace)(?![\w-])/i;

/** Returns the marks of a log line: its level and each match of `wanted`, in order. */
export function logMarks(text: string, wanted: string): Mark[] {
  const marks = matchesOf(text, wanted);
  const head = text.slice(0, HEAD);
  const found = LEVEL.exec(head) ?? NAMED.exec(head);
  if (!found) return marks;
  const start = found.index + found[0].indexOf(found[1]!);
  const end = start + found[1]!.length;
  // A match of the search matters more than the level that overlaps it.
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
  // Some letters get longer in lower case, so that the offsets of later matches would be wrong.
  if (lower.length !== text.length) return marks;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    marks.push({ start: at, end: at + wanted.length, kind: "sought" });
  }
  return marks;
}
