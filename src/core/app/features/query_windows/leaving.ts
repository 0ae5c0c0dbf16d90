import type { QueryWindow } from "../../../sql/query_window/types.ts";
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
  const waiting = queryWindow.state.tabs.filter(({ hold }) => hold !== null);
  await Promise.all(waiting.map(async ({ id, hold, title }) => {
    const { result, until, affected, verb } = hold!;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), Math.max(0, until - now()));
    const unsubscribe = store.subscribe(() => {
      if (queryWindow.tab(id)?.state.hold?.result !== result) stop.abort();
    });
    const rows = affected === undefined ? "" : `: ${affected} rows`;
    const message = `A write to ${name} is not decided (${title}, ${verb.toUpperCase()}${rows}).\n\n` +
      "Yes commits it. No rolls it back, and so does waiting.";
    const yes = await dialogs.open<"confirm">({ kind: "confirm", message }, {
      title: `Commit to ${name}?`,
      signal: stop.signal,
    });
    clearTimeout(timer);
    unsubscribe();
    await queryWindow.tab(id)?.decide(yes === true ? "commit" : "rollback", result);
  }));
}
