import { partitionOf } from "../../../aws/wire/partition.ts";
import type { KindOfResource, WindowParams } from "../../../resources/kinds/kind.ts";
import { kindOfResource } from "../../../resources/kinds/mod.ts";
import { type RowSource, slice } from "../../../resources/rows.ts";
import type { AccountState } from "../../../state/state.ts";
import type { Store } from "../../../state/store.ts";
import type { AskedRole } from "../../as_role.ts";
import { type InTurn, inTurn } from "./in_turn.ts";
import { untilLoaded } from "../../../resources/until_loaded.ts";
import type { RegionChoice } from "../../../state/search.ts";
import type { Resources } from "../resources/resources.ts";
import { createSearchRoles, type RolesOfSearch, type SearchRoleStatus } from "./search_roles.ts";
import { formatNumber } from "../../../text/locale.ts";

/** Something that was found in an account, and the page that shows it. */
export interface FoundHolding {
  /** The name of its kind, and its glyph. */
  readonly holding: string;
  readonly icon: KindOfResource["icon"];
  readonly title: string;
  readonly detail: string;
  readonly account: Pick<AccountState, "accountId" | "name" | "env">;
  readonly region: string;
  /** What its page is opened with. */
  readonly params: Readonly<Record<string, string>>;
  readonly places: readonly number[];
}

/** How far the search is. */
export interface EverywhereStatus extends SearchRoleStatus {
  /** Accounts that were asked in all of their regions. */
  readonly done: number;
  /** Accounts that wait for a role to be chosen. */
  readonly skipped: number;
  readonly accounts: number;
  /** Regions of accounts that were asked. */
  readonly regions: number;
  /** How many accounts could not be asked for all of it. */
  readonly blamed: number;
  /** The first reasons, each with its account, and how many more there are. */
  readonly faults: readonly Blame[];
  readonly moreFaults: number;
}

/** Why an account could not be asked. */
interface Blame {
  readonly account: string;
  readonly message: string;
}

/** A search through all accounts. */
export interface Everywhere {
  /** What was found so far. */
  readonly rows: RowSource<FoundHolding>;
  readonly status: RowSource<EverywhereStatus>;
  /** Asks the accounts that were not asked yet. */
  begin(): void;
  /** Stops asking accounts and keeps the hits. */
  stop(): void;
  /** Asks the accounts that waited for a role and now have one. */
  goOn(): void;
  /** Ends it, and nothing that it has found is known any more. */
  forget(): void;
}

/** Places that are asked at a time: each is some calls, and AWS counts them by account and region. */
const AT_ONCE = 4;
/** At most this many reasons are shown: more would not be read, and all of them are sent at each change. */
const MOST_FAULTS = 50;
/** What a minute does not mend: lists that ended so are not asked for anew before they are old. */
const LASTING: ReadonlySet<string> = new Set(["denied", "region"]);
/** At most this many hits of one kind in one place: typing more letters narrows them. */
const MOST_HITS = 50;

/** Hits of all places together; memory holds them as long as somebody looks. */
const MOST_FOUND = 20_000;

/** Where a search looks. */
interface Where {
  readonly choice: RegionChoice;
  /** The region of an account without a configured one. */
  readonly own: (account: AccountState) => string;
  /** The regions that are switched on in an account. */
  readonly enabled: Resources["enabledRegions"];
  readonly roles: RolesOfSearch;
  readonly onError: (error: unknown) => void;
  /** Hits that are kept at most. */
  readonly most?: number;
}

/** Looks for a text in all accounts; those of the configuration first, and each account's own region before its others. */
export function findEverywhere(
  store: Pick<Store, "get">,
  lists: Resources["lists"],
  search: string,
  where: Where,
): Everywhere {
  const { most = MOST_FOUND } = where;
  const hits: FoundHolding[] = [];
  /** The places of hits that are there without a role until one is known. */
  const withoutRole = new Map<string, number>();
  const faults = new Map<string, Blame>(), blamed = new Set<string>();
  const roles = createSearchRoles(where.roles);
  const all = store.get().accounts;
  let accounts = [
    ...all.filter(({ configured }) => configured),
    ...all.filter(({ configured }) => !configured),
  ];
  const listeners = new Set<(from: number) => void>();
  /** What was asked to its end: a search that goes on later leaves it out. */
  const had = new Set<string>(), asked = new Set<string>();
  let regions = 0;
  let running: InTurn<AccountState> | null = null;
  const tell = (from: number) => {
    for (const listener of [...listeners]) listener(from);
  };
  const blame = (account: string, message: string) => {
    blamed.add(account);
    faults.set(`${account} ${message}`, { account, message });
  };

  /** The regions of an account that are wanted, its own first. */
  async function regionsOf(as: AskedRole, own: string, signal: AbortSignal): Promise<readonly string[]> {
    const { choice } = where;
    if (choice === "own") return [own];
    const partition = partitionOf(own).name;
    const known = choice === "all" ? await where.enabled(as, signal) : { regions: choice };
    if (known.fault !== undefined) blame(as.account, known.fault);
    const wanted = known.regions.filter((region) => partitionOf(region).name === partition);
    return wanted.includes(own) ? [own, ...wanted.filter((region) => region !== own)] : wanted;
  }

  /** Keeps a hit; one that was there before a role was known for it is opened with that from then on. */
  function keep(hit: FoundHolding): number {
    const key = JSON.stringify([hit.holding, hit.account.accountId, hit.region, { ...hit.params, role: "" }]);
    const before = withoutRole.get(key);
    if (before === undefined) {
      if (roles.waits(hit.account.accountId)) withoutRole.set(key, hits.length);
      return hits.push(hit) - 1;
    }
    hits[before] = hit;
    return before;
  }

  async function look(
    account: AccountState,
    region: string,
    as: AskedRole,
    signal: AbortSignal,
  ): Promise<void> {
    const { accountId, name, env } = account;
    const elsewhere: Readonly<Record<string, string>> = {
      ...(as.role === undefined ? {} : { role: as.role }),
      ...(region === where.own(account) ? {} : { region }),
    };
    await Promise.all([...lists].map(async ([holding, listOf]) => {
      const kind = kindOfResource(holding)!;
      const part = `${accountId} ${region} ${holding} ${as.role ?? ""}`;
      if (had.has(part)) return;
      const list = listOf({ ...as, ...elsewhere });
      const before = await list.status.read(0, 1, signal);
      if (signal.aborted) return;
      // A repeated search tries failed accounts again: the user may have signed in, or changed the network.
      const faults = before.ok ? before.rows.flatMap(({ faults }) => faults) : [];
      if (faults.some(({ trouble }) => !LASTING.has(trouble))) list.refresh();
      const status = await untilLoaded(list.status, signal);
      if (signal.aborted || !status) return;
      for (const { trouble, message } of status.faults) {
        // Accounts that need a role are reported together.
        if (trouble !== "choose" || !roles.waits(accountId)) blame(accountId, message);
      }
      const read = await list.rows(search).read(0, MOST_HITS, signal);
      if (signal.aborted || !read.ok) return;
      had.add(part);
      if (read.rows.length === 0) return;
      let from = hits.length;
      for (const row of read.rows) {
        if (hits.length >= most) {
          blame(
            accountId,
            `More than ${formatNumber(most)} were found: others are left out. Type more.`,
          );
          break;
        }
        const cached = keep({
          ...kind.words(row),
          params: { ...paramsOf(kind, row), ...elsewhere },
          holding,
          icon: kind.icon,
          region,
          places: row.places,
          account: { accountId, env, ...(name === undefined ? {} : { name }) },
        });
        from = Math.min(from, cached);
      }
      tell(from);
    }));
  }

  async function askAccount(account: AccountState, signal: AbortSignal): Promise<void> {
    const { accountId } = account;
    const role = await roles.of(account, signal);
    const as: AskedRole = { account: accountId, ...(role === null ? {} : { role, passing: true }) };
    for (const region of await regionsOf(as, where.own(account), signal)) {
      const place = `${accountId} ${region} ${role ?? ""}`;
      if (signal.aborted || had.has(place)) continue;
      await look(account, region, as, signal);
      if (signal.aborted) return;
      had.add(place);
      if (!roles.waits(accountId)) regions++;
      tell(hits.length);
    }
    if (signal.aborted) return;
    asked.add(accountId);
    // It may have been chosen meanwhile.
    if (roles.waits(accountId)) release([accountId]);
    tell(hits.length);
  }

  /** Asks those of the accounts that waited for a role and have one now. */
  function release(ids: Iterable<string>): void {
    const ready = roles.ready(ids);
    for (const { accountId } of ready) asked.delete(accountId);
    running?.add(ready);
  }

  const subscribe = (listener: (from: number) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  function stop(): void {
    running?.end();
    running = null;
  }

  return {
    rows: { read: (from, count) => slice(hits, from, count), subscribe },
    status: {
      read(from, count) {
        const skipped = asked.values().filter(roles.waits).toArray().length;
        const status = {
          ...roles.status(),
          done: asked.size - skipped,
          skipped,
          accounts: accounts.length,
          regions,
          blamed: blamed.size,
          faults: [...faults.values().take(MOST_FAULTS)],
          moreFaults: Math.max(0, faults.size - MOST_FAULTS),
        };
        return slice([status], from, count);
      },
      subscribe: (listener) => subscribe(() => listener(0)),
    },
    begin() {
      if (running || asked.size >= accounts.length) return;
      running = inTurn(AT_ONCE, askAccount, where.onError);
      running.add(accounts.filter(({ accountId }) => !asked.has(accountId)));
    },
    stop,
    goOn() {
      release([...asked]);
      tell(hits.length);
    },
    forget() {
      stop();
      hits.length = regions = 0;
      accounts = [];
      roles.forget();
      for (const known of [faults, blamed, asked, had, withoutRole]) known.clear();
      tell(0);
    },
  };
}

/** What the page of a kind is opened with at a row. */
function paramsOf({ sorts }: KindOfResource, row: object): WindowParams {
  for (const { nameOf, params } of sorts) {
    const name = nameOf(row);
    if (name) return params(name);
  }
  return {};
}
