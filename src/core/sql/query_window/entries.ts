import type { ResultState } from "../../state/query_window.ts";
import type { ResultEntry } from "./entry.ts";

/** Maximum results that a tab keeps. */
const RESULTS = 20;

/**
 * Returns the results of a new tab, oldest first. A result for which `keeps` is true stays, however old it
 * is.
 */
export function createEntries(keeps: (result: string) => boolean) {
  let all: readonly ResultEntry[] = [];
  let states: readonly ResultState[] = [];
  return {
    get all() {
      return all;
    },
    /** The same array while nothing in it has changed. */
    get states() {
      const now = all.map(({ state }) => state);
      if (now.length !== states.length || now.some((one, index) => one !== states[index])) states = now;
      return states;
    },
    find: (result: string) => all.find(({ state }) => state.id === result),
    /** Adds a result and closes the oldest ones beyond the maximum. Returns how many were closed. */
    add(entry: ResultEntry) {
      const over = Math.max(0, all.length + 1 - RESULTS);
      const old = all.filter(({ state }) => !keeps(state.id)).slice(0, over);
      for (const one of old) one.close();
      all = [...all.filter((one) => !old.includes(one)), entry];
      return old.length;
    },
    remove(entry: ResultEntry) {
      entry.close();
      all = all.filter((other) => other !== entry);
    },
    close() {
      for (const entry of all) entry.close();
    },
  };
}
