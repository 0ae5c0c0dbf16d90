import { type RowSource, slice } from "../../../resources/rows.ts";
import type { AccountState } from "../../../state/state.ts";
import type { StateStore } from "../../../state/store.ts";
import { type PlaceList, untilLoaded } from "./list_of.ts";

/** What is looked for in every account. */
type Holding = "secrets" | "databases" | "services";

/** Something that was found in an account, and the page that shows it. */
export interface FoundHolding {
  readonly holding: Holding;
  readonly title: string;
  readonly detail: string;
  readonly account: Pick<AccountState, "accountId" | "name" | "env">;
  /** What its page is opened with. */
  readonly params: Readonly<Record<string, string>>;
  readonly places: readonly number[];
}

/** How far the search is. */
interface EverywhereStatus {
  readonly done: number;
  readonly accounts: number;
  /** Accounts that could not be asked for all of it, each with the reason. */
  readonly faults: readonly { readonly account: string; readonly message: string }[];
}

/** A search through all accounts, while somebody watches it. */
export interface Everywhere {
  readonly rows: RowSource<FoundHolding>;
  readonly status: RowSource<EverywhereStatus>;
}

/** Accounts that are asked at a time: each is some calls, and AWS counts them by account. */
const AT_ONCE = 4;
/** Hits of one kind in one account: whoever gets more types more. */
const MOST_HITS = 50;

/** What a row of a list is, as a hit. */
type HitOf = (row: never) => Pick<FoundHolding, "title" | "detail" | "params">;

/** A kind of list, and how its rows are told. */
export interface EverywhereKind {
  readonly holding: Holding;
  readonly list: (asked: { readonly account: string }) => PlaceList<object>;
  readonly hit: HitOf;
}

/** Looks for a text in all accounts; those of the configuration first. Ends when nobody watches any more. */
export function findEverywhere(
  store: Pick<StateStore, "get">,
  kinds: readonly EverywhereKind[],
  search: string,
): Everywhere {
  const hits: FoundHolding[] = [];
  const faults: { account: string; message: string }[] = [];
  const all = store.get().accounts;
  const accounts = [
    ...all.filter(({ configured }) => configured),
    ...all.filter(({ configured }) => !configured),
  ];
  const listeners = new Set<(from: number) => void>();
  /** What was asked to its end: a search that goes on later leaves it out. */
  const had = new Set<string>();
  const asked = new Set<string>();
  let stop: AbortController | null = null;
  const tell = (from: number) => {
    for (const listener of [...listeners]) listener(from);
  };

  async function look(account: AccountState, signal: AbortSignal): Promise<void> {
    await Promise.all(kinds.map(async ({ holding, list: listOf, hit }) => {
      const part = `${account.accountId} ${holding}`;
      if (had.has(part)) return;
      const list = listOf({ account: account.accountId });
      const status = await untilLoaded(list.status, signal);
      if (signal.aborted || !status) return;
      const { accountId, name, env } = account;
      for (const { message } of status.faults) {
        if (!faults.some((one) => one.account === accountId && one.message === message)) {
          faults.push({ account: accountId, message });
        }
      }
      const read = await list.rows(search).read(0, MOST_HITS, signal);
      if (signal.aborted || !read.ok) return;
      had.add(part);
      if (read.rows.length === 0) return;
      const from = hits.length;
      for (const row of read.rows) {
        const { places } = row;
        hits.push({
          ...hit(row as never),
          holding,
          places,
          account: { accountId, env, ...(name === undefined ? {} : { name }) },
        });
      }
      tell(from);
    }));
    if (signal.aborted) return;
    asked.add(account.accountId);
    tell(hits.length);
  }

  async function run(signal: AbortSignal): Promise<void> {
    const left = accounts.filter(({ accountId }) => !asked.has(accountId));
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.shift(); next && !signal.aborted; next = left.shift()) await look(next, signal);
    }));
  }

  function subscribe(listener: (from: number) => void): () => void {
    listeners.add(listener);
    if (!stop && search.trim() !== "" && asked.size < accounts.length) {
      const mine = stop = new AbortController();
      void run(mine.signal);
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.abort();
      stop = null;
    };
  }

  return {
    rows: { read: (from, count) => slice(hits, from, count), subscribe },
    status: {
      read: (from, count) =>
        slice([{ done: asked.size, accounts: accounts.length, faults: [...faults] }], from, count),
      subscribe: (listener) => subscribe(() => listener(0)),
    },
  };
}
