import type { QueryWindow } from "../../../sql/query_window/types.ts";
import type { HeldStatement, TabState } from "../../../state/query_window.ts";
import type { Store } from "../../../state/store.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";

/**
 * Asks about each write of a closed window that is not decided; without an answer in time it is rolled back. A question about
 * a write that was decided elsewhere goes: an answer to it would seem to count.
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

/** What waits in a tab; null: nothing that counts. */
function waitingIn({ id, title, hold, transaction }: TabState) {
  const of = ({ verb, affected }: Pick<HeldStatement, "verb" | "affected">) =>
    verb.toUpperCase() + (affected === undefined ? "" : `: ${affected} rows`);
  if (hold) return { id, seen: hold.result, until: hold.until, what: `${title}, ${of(hold)}` };
  if (!transaction || transaction.writes.length === 0) return null;
  const what = [title, ...transaction.writes.slice(-5).map(of)].join(", ");
  return { id, seen: transaction.id, until: transaction.until, what };
}
