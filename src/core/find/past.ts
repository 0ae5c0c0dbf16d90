import { type RowSource, stateRows } from "../resources/rows.ts";
import type { PastQuery } from "../state/query_window.ts";
import type { AppState } from "../state/state.ts";
import { selector } from "../state/selector.ts";
import type { Store } from "../state/store.ts";
import { fit, haystack, typedWords } from "./matcher.ts";

/** What was saved and run on a server: saved ones first, newest first; those that fit what was typed. */
export function pastRows(store: Store, server: string, search: string): RowSource<PastQuery> {
  const words = typedWords(search);
  const list = selector(
    ({ pastQueries }: AppState) => [pastQueries],
    (all) =>
      all.filter((one) =>
        one.server === server &&
        (words.length === 0 || fit(words, haystack(`${one.name ?? ""} ${one.title}`)) !== null)
      ),
  );
  return stateRows(store, list);
}
