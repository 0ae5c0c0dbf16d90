import type { Desk } from "../../../sql/desk/types.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";

/** Asks about each write of a closed window that is not decided; without an answer in time it is rolled back. */
export async function decideAll(
  name: string,
  desk: Desk,
  dialogs: Pick<Dialogs, "open">,
  now: () => number,
): Promise<void> {
  const waiting = desk.state.tabs.filter(({ hold }) => hold !== null);
  await Promise.all(waiting.map(async ({ id, hold, title }) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), Math.max(0, hold!.until - now()));
    const rows = hold!.affected === undefined ? "" : `: ${hold!.affected} rows`;
    const message = `A write to ${name} is not decided (${title}, ${hold!.verb.toUpperCase()}${rows}).\n\n` +
      "Yes commits it. No rolls it back, and so does waiting.";
    const yes = await dialogs.open<"confirm">({ kind: "confirm", message }, {
      title: `Commit to ${name}?`,
      signal: stop.signal,
    });
    clearTimeout(timer);
    await desk.tab(id)?.decide(yes === true ? "commit" : "rollback", hold!.result);
  }));
}
