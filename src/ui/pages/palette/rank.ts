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
const OFTEN = 4;
/** Rows are drawn for a person: more is found by typing more. */
const MOST = 200;
const MOST_OF_A_KIND = 50;
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
  const often = entries.filter((entry) => entry.use > 0).sort((a, b) => b.use - a.use).slice(0, OFTEN);
  const rest = (kind: EntryKind) =>
    entries.filter((entry) => entry.kind === kind && !often.includes(entry)).slice(0, MOST_OF_A_KIND);
  const plain = (entry: Entry, section: string): Ranked => ({ entry, places: [], section });
  return order.flatMap((kind) => [
    ...(kind === "action" ? often.map((entry) => plain(entry, "Most used")) : []),
    ...rest(kind).map((entry) => plain(entry, sections[kind])),
  ]);
}

function found(entries: readonly Entry[], typed: string): Ranked[] {
  const most = Math.max(1, ...entries.map((entry) => entry.use));
  const hits: (Ranked & { score: number })[] = [];
  for (const entry of entries) {
    const own = fuzzy(typed, entry.title);
    const around = `${entry.title} ${entry.detail} ${sections[entry.kind]} ${entry.words}`;
    if (!own && !startsWords(typed, around)) continue;
    const used = entry.use === 0 ? 0 : 1 + 2 * entry.use / most;
    const blocked = entry.command === null ? -4 : 0;
    hits.push({
      entry,
      places: own ? own.places : [],
      section: null,
      score: (own ? own.score : typed.length) + weight[entry.kind] + used + blocked,
    });
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, MOST);
}
