import { type RowSource, stateRows } from "../resources/rows.ts";
import type { PastQuery } from "../state/query_window.ts";
import type { AppState } from "../state/state.ts";
import { selector } from "../state/selector.ts";
import type { Store } from "../state/store.ts";
import { fit, haystack, typedWords } from "./matcher.ts";

/** Lists the statements saved and run on a server that fit the typed text: saved ones first, each part newest first. */
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
