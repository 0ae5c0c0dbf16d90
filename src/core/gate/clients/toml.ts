import { parse, stringify } from "smol-toml";
import type { Json } from "../../json/mod.ts";
import { canonical, isRecord } from "../../json/value.ts";
import type { AgentClient } from "./clients.ts";
import {
  ENTRY,
  type Entry,
  planEntry,
  type SetupFault,
  type SetupPlan,
  unreadable,
  type Wanted,
} from "./entry.ts";

/** A line that starts a table, with the table's name as it is written. */
const HEADER = /^[ \t]*\[([^[\]]+)\][ \t]*(#.*)?$/;

/**
 * Plans the change of a file in TOML. Tables of other names are not touched. The result is parsed and
 * compared with the wanted values; a file in which the entry is written in an unsupported way is left
 * unchanged.
 */
export function planToml(client: AgentClient, text: string, wanted: Wanted): SetupPlan | SetupFault {
  const { member } = client;
  const before = read(text);
  if (before === null) return unreadable(client, "it is no TOML");
  return planEntry(client, wanted, {
    text,
    value: before,
    holder: "table",
    show: (entry) => stringify({ [member]: { [ENTRY]: entry } }).trimEnd(),
    edit(next, old) {
      const changed = next === null
        ? withoutTables(text, member)
        : old === undefined
        ? withTable(text, member, next)
        : withKeys(text, member, isRecord(old) ? old : {}, next);
      const made = changed === null ? null : read(changed);
      return made !== null && sense(made, member) === sense(before, member, next)
        ? changed!
        : unreadable(client, `the entry “${ENTRY}” is written there in a way that Kedge does not change`);
    },
  });
}

/**
 * Returns the content of a file for comparison; with `entry` in place of the current one. An empty table
 * counts as absent.
 */
function sense(value: Record<string, Json>, member: string, entry?: Json | null): string {
  const { [ENTRY]: current, ...servers } = (value[member] ?? {}) as Record<string, Json>;
  const now = entry === undefined ? current : entry;
  const all = { ...servers, ...(now !== undefined && now !== null && { [ENTRY]: now }) };
  const { [member]: _, ...others } = value;
  return canonical(Object.keys(all).length === 0 ? others : { ...others, [member]: all });
}

/** Parses a text; null when it is not TOML. Dates become texts, which is enough for comparison. */
function read(text: string): Record<string, Json> | null {
  try {
    return JSON.parse(
      JSON.stringify(
        parse(text.replace(/^\ufeff/, "")),
        (_, value) =>
          typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))
            ? String(value)
            : value,
      ),
    );
  } catch {
    return null;
  }
}

const newlineOf = (text: string) => text.includes("\r\n") ? "\r\n" : "\n";

/** Returns the text with the entry as a table at the end, where it cannot split an earlier table. */
function withTable(text: string, member: string, entry: Record<string, Json>): string {
  const newline = newlineOf(text);
  const table = stringify({ [member]: { [ENTRY]: entry } }).trimEnd().replaceAll("\n", newline);
  const above = text.trim() === "" ? "" : `${text.replace(/[\r\n]*$/, "")}${newline}${newline}`;
  return `${above}${table}${newline}`;
}

/** Tells whether a line starts the entry's table (`own`) or one inside of it; null when it starts no table. */
function nameOf(line: string, member: string): "own" | "inside" | "other" | null {
  const name = HEADER.exec(line)?.[1]?.replace(/["'\s]/g, "");
  if (name === undefined) return line.trimStart().startsWith("[[") ? "other" : null;
  const header = `${member}.${ENTRY}`;
  return name === header ? "own" : name.startsWith(`${header}.`) ? "inside" : "other";
}

/** Returns the text without the entry's tables. */
function withoutTables(text: string, member: string): string {
  let within = false;
  const lines = text.split("\n").filter((line) => {
    const name = nameOf(line, member);
    if (name !== null) within = name !== "other";
    return !within;
  });
  return lines.join("\n").replace(/\s*$/, lines.some((line) => line.trim() !== "") ? newlineOf(text) : "");
}

/**
 * Returns the text with the changed keys set in the entry's own table and its other keys unchanged; null when
 * there is no such table. Tables inside of it stay, so when those must change, the result fails the final
 * comparison.
 */
function withKeys(text: string, member: string, old: Entry, next: Entry): string | null {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => nameOf(line, member) === "own");
  if (at < 0) return null;
  const after = lines.findIndex((line, i) => i > at && nameOf(line, member) !== null);
  const end = after < 0 ? lines.length : after;
  const differs = (key: string) =>
    !isRecord(old[key] ?? next[key]!) &&
    (!(key in old) || !(key in next) || canonical(old[key]!) !== canonical(next[key]!));
  const changed = new Set([...Object.keys(old), ...Object.keys(next)].filter(differs));
  const changedMembers = Object.fromEntries(Object.entries(next).filter(([key]) => changed.has(key)));
  const kept: string[] = [];
  for (let i = at + 1; i < end;) {
    const key = /^[ \t]*([\w-]+)[ \t]*=/.exec(lines[i]!)?.[1];
    // A value may span several lines: it ends where the lines so far can be parsed.
    let count = 1;
    if (key !== undefined) {
      while (i + count < end && read(lines.slice(i, i + count).join("\n")) === null) count++;
    }
    const ours = key !== undefined && changed.has(key);
    for (; count > 0; count--, i++) if (!ours) kept.push(lines[i]!);
  }
  const ending = newlineOf(text) === "\r\n" ? "\r" : "";
  const set = Object.keys(changedMembers).length === 0
    ? []
    : stringify(changedMembers).trimEnd().split("\n").map((line) => `${line}${ending}`);
  return [...lines.slice(0, at + 1), ...set, ...kept, ...lines.slice(end)].join("\n");
}
