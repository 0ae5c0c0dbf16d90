import type { QueryWindow } from "../../../sql/query_window/types.ts";
import type { HeldStatement, TabState } from "../../../state/query_window.ts";
import type { AppState } from "../../../state/state.ts";
import type { Store } from "../../../state/store.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";

/**
 * Asks the user about each undecided write of a closed window. Without an answer in time the write is rolled
 * back. A question closes when its write is decided elsewhere, because an answer would have no effect.
 */
export async function decideAll(
  name: string,
  queryWindow: QueryWindow,
  dialogs: Pick<Dialogs, "open">,
  store: Pick<Store, "subscribe">,
  now: () => number,
): Promise<void> {
  await Promise.all(
    queryWindow.state.tabs.flatMap((tab) => waitingIn(tab) ?? []).map(async (waiting) => {
      const { id, seen, until, what } = waiting;
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), Math.max(0, (until ?? now()) - now()));
      const unsubscribe = store.subscribe(() => {
        const tab = queryWindow.tab(id)?.state;
        if (!tab || waitingIn(tab)?.seen !== seen) stop.abort();
      });
      const message = `A write to ${name} is not decided (${what}).\n\n` +
        "Yes commits it. No rolls it back, and so does waiting.";
      const yes = await dialogs.open<"confirm">({ kind: "confirm", message }, {
        title: `Commit to ${name}?`,
        signal: stop.signal,
      });
      clearTimeout(timer);
      unsubscribe();
      await queryWindow.tab(id)?.decide(yes === true ? "commit" : "rollback", seen);
    }),
  );
}

/**
 * Asks about unsaved changes of rows before a window or Kedge closes. Returns true when the user keeps them
 * or leaves the question. The question closes when the window is opened again.
 */
export async function keepsEdits(
  name: string,
  queryWindow: QueryWindow,
  dialogs: Pick<Dialogs, "open">,
  store: Pick<Store, "get" | "subscribe">,
  stays: string,
): Promise<boolean> {
  const unwritten = queryWindow.state.tabs.flatMap(({ id, results }) =>
    queryWindow.tab(id)?.edits.unwritten(results.map((result) => result.id)) ?? []
  );
  if (unwritten.length === 0) return false;
  const stop = new AbortController();
  const before = isOpen(store.get(), name);
  const unsubscribe = store.subscribe((state) => {
    if (!before && isOpen(state, name)) stop.abort();
  });
  const yes = await dialogs.open<"confirm">({
    kind: "confirm",
    message: `${unwritten.map(({ error }) => error).join("\n")}\n\nYes ${stays}. No discards the changes.`,
  }, { title: `Keep the changes of rows on ${name}?`, signal: stop.signal });
  unsubscribe();
  return yes !== false;
}

/** Asks about everything undecided in query windows. Returns false when the user keeps changes of rows. */
export async function decideBeforeEnd(
  queryWindows: ReadonlyMap<string, QueryWindow>,
  dialogs: Pick<Dialogs, "open">,
  store: Pick<Store, "get" | "subscribe">,
  now: () => number,
): Promise<boolean> {
  const all = [...queryWindows];
  await Promise.all(all.map(([name, queryWindow]) => decideAll(name, queryWindow, dialogs, store, now)));
  const stays = await Promise.all(
    all.map(([name, queryWindow]) => keepsEdits(name, queryWindow, dialogs, store, "keeps Kedge running")),
  );
  return !stays.includes(true);
}

/** Whether the query window of a server is open. */
export function isOpen({ windows }: Pick<AppState, "windows">, server: string): boolean {
  return windows.some(({ page, params }) => page === "query" && params.server === server);
}

/** Returns the undecided write of a tab; null for none. */
function waitingIn({ id, title, hold, transaction }: TabState) {
  const of = ({ verb, affected }: Pick<HeldStatement, "verb" | "affected">) =>
    verb.toUpperCase() + (affected === undefined ? "" : `: ${affected} rows`);
  if (hold) return { id, seen: hold.result, until: hold.until, what: `${title}, ${of(hold)}` };
  if (!transaction || transaction.writes.length === 0) return null;
  const what = [title, ...transaction.writes.slice(-5).map(of)].join(", ");
  return { id, seen: transaction.id, until: transaction.until, what };
}
