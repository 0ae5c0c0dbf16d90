import { fuzzy, startsWords } from "../../text/fuzzy.ts";
import type { Entry, EntryKind } from "./entries.ts";

/** An entry in the list, with the letters that matched and the section it stands in. */
export interface Ranked {
  readonly entry: Entry;
  readonly places: readonly number[];
  /** The heading above the first of its kind; none when typing made one ranked list. */
  readonly section: string | null;
}

const sections: Readonly<Record<EntryKind, string>> = {
  run: "Running",
  action: "Actions",
  account: "Accounts",
  server: "Servers",
  extension: "Extensions",
  kedge: "Kedge",
};
const RECENT = 4;
const order: readonly EntryKind[] = ["run", "action", "account", "server", "extension", "kedge"];
/** What is likelier meant when two fit alike. */
const weight: Readonly<Record<EntryKind, number>> = {
  run: 1.5,
  action: 1.2,
  account: 0.6,
  server: 0.6,
  extension: 0,
  kedge: 0.3,
};

/** The list for what was typed: sections while nothing is, then one list with the best and most used first. */
export function rank(entries: readonly Entry[], typed: string): Ranked[] {
  return typed.trim() === "" ? inSections(entries) : found(entries, typed);
}

function inSections(entries: readonly Entry[]): Ranked[] {
  const recent = entries.filter((entry) => entry.usedAt > 0 && entry.kind === "action")
    .sort((a, b) => b.usedAt - a.usedAt).slice(0, RECENT);
  const rest = (kind: EntryKind) => entries.filter((entry) => entry.kind === kind && !recent.includes(entry));
  const plain = (entry: Entry, section: string): Ranked => ({ entry, places: [], section });
  return order.flatMap((kind) => [
    ...(kind === "action" ? recent.map((entry) => plain(entry, "Recent")) : []),
    ...rest(kind).map((entry) => plain(entry, sections[kind])),
  ]);
}

function found(entries: readonly Entry[], typed: string): Ranked[] {
  const latest = Math.max(1, ...entries.map((entry) => entry.usedAt));
  const hits: (Ranked & { score: number })[] = [];
  for (const entry of entries) {
    const own = fuzzy(typed, entry.title);
    const around = `${entry.title} ${entry.detail} ${sections[entry.kind]} ${entry.words}`;
    if (!own && !startsWords(typed, around)) continue;
    const used = entry.usedAt === 0 ? 0 : 2 + entry.usedAt / latest;
    const blocked = entry.command === null ? -4 : 0;
    hits.push({
      entry,
      places: own ? own.places : [],
      section: null,
      score: (own ? own.score : typed.length) + weight[entry.kind] + used + blocked,
    });
  }
  return hits.sort((a, b) => b.score - a.score);
}
