import type { QueryWindow } from "../../../sql/query_window/types.ts";
import type { HeldStatement, TabState } from "../../../state/query_window.ts";
import type { AppState } from "../../../state/state.ts";
import type { Store } from "../../../state/store.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";

/** Time in ms for the server to stop a running statement. */
const STOP_LIMIT = 5000;
/** Maximum time in ms that a question is open while a statement runs that the server has not stopped. */
const OPEN_LIMIT = 60_000;
/** Maximum time in ms that a ROLLBACK is waited for before the window or Kedge closes. */
const ROLLBACK_LIMIT = 60_000;

/** What questions about writes need. */
interface Asks {
  readonly dialogs: Pick<Dialogs, "open">;
  readonly store: Pick<Store, "get" | "subscribe">;
  readonly now: () => number;
  /** Time in ms until the question comes although a statement still runs, which it then says. */
  readonly stopLimit?: number;
}

/**
 * Asks the user about each undecided write of a closed window, and about those that come meanwhile, as long
 * as it `isLeft`. Without an answer in time the write is rolled back. A question closes when its write is
 * decided elsewhere, because an answer would have no effect. `asked` collects what was asked about.
 */
async function decideAll(
  name: string,
  queryWindow: QueryWindow,
  asks: Asks,
  asked: Set<string>,
  isLeft: () => boolean,
): Promise<void> {
  for (;;) {
    const tabs = isLeft() ? undecided(queryWindow, asked) : [];
    if (tabs.length === 0) return;
    await Promise.all(tabs.map(({ id }) => decideTab(name, queryWindow, id, asks, asked)));
  }
}

/** Returns the tabs with a write that is undecided and that nobody was asked about. */
function undecided(queryWindow: QueryWindow, asked: ReadonlySet<string>): readonly TabState[] {
  return queryWindow.state.tabs.filter((tab) => {
    const waiting = waitingIn(tab);
    return waiting && !asked.has(waiting.question);
  });
}

async function decideTab(
  name: string,
  queryWindow: QueryWindow,
  id: string,
  { dialogs, store, now, stopLimit = STOP_LIMIT }: Asks,
  asked: Set<string>,
): Promise<void> {
  const current = () => {
    const tab = queryWindow.tab(id)?.state;
    return tab ? waitingIn(tab) : null;
  };
  // Nobody can decide on a transaction while a statement runs in it, and a script would go on writing.
  // Redshift undoes the whole transaction with a stopped statement, so that one is left to end.
  if (current()?.until === null && queryWindow.state.engine !== "redshift") {
    queryWindow.tab(id)?.cancel();
    await once(store, () => current()?.until !== null, stopLimit);
  }
  const waiting = current();
  if (!waiting) return;
  const { seen, question, what } = waiting;
  asked.add(question);
  const stop = new AbortController();
  const limit = now() + OPEN_LIMIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(timer);
    const is = current();
    if (is?.seen !== seen) stop.abort();
    else timer = setTimeout(() => stop.abort(), Math.max(0, (is.until ?? limit) - now()));
  };
  const unsubscribe = store.subscribe(follow);
  follow();
  const runs = waiting.until === null
    ? "A statement still runs there: the server has not ended it. Yes commits once it has ended, unless that " +
      "takes more than a minute.\n\nNo rolls it back, and so does waiting."
    : "Yes commits it. No rolls it back, and so does waiting.";
  const message = `A write to ${name} is not decided (${what}).\n\n${runs}`;
  const yes = await dialogs.open<"confirm">({ kind: "confirm", message }, {
    title: `Commit to ${name}?`,
    signal: stop.signal,
  });
  unsubscribe();
  clearTimeout(timer);
  const isDecidable = () => current()?.seen !== seen || current()?.until !== null;
  if (yes === true) await once(store, isDecidable, limit - now());
  const decided = queryWindow.tab(id)?.decide(yes === true ? "commit" : "rollback", seen);
  // Over a lost network MySQL's ROLLBACK may be waited for very long. Closing the connection undoes the write
  // as well.
  await (yes === true ? decided : within(decided, ROLLBACK_LIMIT));
}

/** Waits until `done` settles, or until the time in ms is over. */
async function within(done: Promise<unknown> | undefined, limit: number): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, limit);
  await Promise.race([done, over.promise]).finally(() => clearTimeout(timer));
}

/** Waits until a condition holds after a change of the state, or until the time in ms is over. */
async function once(store: Asks["store"], holds: () => boolean, limit: number): Promise<void> {
  if (holds()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limit);
  const unsubscribe = store.subscribe(() => holds() && resolve());
  await promise;
  unsubscribe();
  clearTimeout(timer);
}

/**
 * Asks about unsaved changes of rows before a window or Kedge closes. Returns true when the user keeps them
 * or leaves the question. The question closes when the window is opened again.
 */
async function keepsEdits(
  name: string,
  queryWindow: QueryWindow,
  { dialogs, store }: Pick<Asks, "dialogs" | "store">,
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
  asks: Asks,
): Promise<boolean> {
  const asked = new Set<string>();
  do {
    const all = [...queryWindows];
    await Promise.all(
      all.map(([name, queryWindow]) => decideAll(name, queryWindow, asks, asked, () => true)),
    );
    const stays = await Promise.all(
      all.map(([name, queryWindow]) => keepsEdits(name, queryWindow, asks, "keeps Kedge running")),
    );
    if (stays.includes(true)) return false;
    // Windows stay in use while a question is open, so another write may wait by now.
  } while (queryWindows.values().some((queryWindow) => undecided(queryWindow, asked).length > 0));
  return true;
}

/**
 * Asks about everything undecided in a closed window. Returns what becomes of the window: the user opened it
 * again meanwhile, keeps changes of rows in it, or it goes.
 */
export async function decideClosed(
  name: string,
  queryWindow: QueryWindow,
  asks: Asks,
): Promise<"open" | "kept" | "goes"> {
  const asked = new Set<string>();
  const isLeft = () => !isOpen(asks.store.get(), name);
  do {
    await decideAll(name, queryWindow, asks, asked, isLeft);
    if (!isLeft()) return "open";
    const keeps = await keepsEdits(name, queryWindow, asks, "opens the window again");
    if (!isLeft()) return "open";
    if (keeps) return "kept";
  } while (undecided(queryWindow, asked).length > 0);
  return "goes";
}

/** Whether the query window of a server is open. */
function isOpen({ windows }: Pick<AppState, "windows">, server: string): boolean {
  return windows.some(({ page, params }) => page === "query" && params.server === server);
}

/** Returns the undecided write of a tab; null for none. */
function waitingIn({ title, hold, transaction }: TabState) {
  const of = ({ verb, affected }: Pick<HeldStatement, "verb" | "affected">) =>
    verb.toUpperCase() + (affected === undefined ? "" : `: ${affected} ${affected === 1 ? "row" : "rows"}`);
  if (hold) {
    const { result: seen, until } = hold;
    return { seen, question: seen, until, what: `${title}, ${of(hold)}` };
  }
  if (!transaction || transaction.writes.length === 0) return null;
  const { id: seen, until, problem } = transaction;
  const what = [title, ...transaction.writes.slice(-5).map(of)].join(", ");
  // The server has refused to commit: the user is told and asked once more.
  if (problem !== null) return { seen, question: `${seen} ${problem}`, until, what: `${what}: ${problem}` };
  return { seen, question: seen, until, what };
}
