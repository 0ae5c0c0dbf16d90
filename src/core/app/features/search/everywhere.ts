import { partitionOf } from "../../../aws/wire/partition.ts";
import { mayBeOver } from "../../../resources/list_fault.ts";
import { kindOfResource } from "../../../resources/kinds/mod.ts";
import { textWithin } from "../../../resources/kinds/named.ts";
import { type RowSource, slice } from "../../../resources/rows.ts";
import type { AccountState } from "../../../state/state.ts";
import type { Store } from "../../../state/store.ts";
import type { RoleRequest } from "../../as_role.ts";
import { type InTurn, inTurn } from "./in_turn.ts";
import { untilLoaded } from "../../../resources/until_loaded.ts";
import type { RegionChoice } from "../../../state/search.ts";
import type { Resources } from "../resources/resources.ts";
import type { Blame, EverywhereStatus } from "./everywhere_status.ts";
import { createHits, type FoundResource, hitOf } from "./hits.ts";
import { createIndexAnswers } from "./index_answers.ts";
import type { SearchIndexes } from "./indexes.ts";
import { createSearchRoles, type RolesOfSearch } from "./search_roles.ts";
import { formatNumber } from "../../../text/locale.ts";

/** A search through all accounts. */
export type Everywhere = ReturnType<typeof findEverywhere>;

/** Accounts asked at a time. Each takes several calls, which AWS limits per account and region. */
const AT_ONCE = 4;
/** Maximum number of faults in the status, because the whole list is sent at each change. */
const MAX_FAULTS = 50;
/** Maximum hits of one kind per account and region. Typing more letters finds others. */
const MAX_HITS = 50;

/** Maximum hits of the whole search, which are kept in memory while it is shown. */
const MAX_FOUND = 20_000;

/** The dependencies and the scope of {@link findEverywhere}. */
interface Where {
  readonly choice: RegionChoice;
  /** The region of an account without a configured one. */
  readonly usualRegion: (account: AccountState) => string;
  /** Returns the regions that are enabled in an account. */
  readonly enabled: Resources["enabledRegions"];
  readonly roles: RolesOfSearch;
  /** Indexes of AWS; absent when accounts must be asked for everything. */
  readonly indexes?: SearchIndexes;
  readonly onError: (error: unknown) => void;
  /** Maximum number of hits. */
  readonly most?: number;
}

/**
 * Searches all accounts for a text: accounts of the configuration first, and each account's own region before
 * its others.
 */
export function findEverywhere(
  store: Pick<Store, "get">,
  lists: Resources["lists"],
  search: string,
  where: Where,
) {
  const { most = MAX_FOUND } = where;
  const hits = createHits(most);
  const faults = new Map<string, Blame>(), blamed = new Set<string>();
  const roles = createSearchRoles(where.roles);
  const all = store.get().accounts;
  let accounts = [
    ...all.filter(({ configured }) => configured),
    ...all.filter(({ configured }) => !configured),
  ];
  const listeners = new Set<(from: number) => void>();
  /** Lists and regions that were searched completely, and accounts that were. A resumed search omits them. */
  const had = new Set<string>(), asked = new Set<string>();
  const targets = new Set<string>();
  /**
   * Accounts that an index answered for completely, and those it answered for in some regions. They are asked
   * when the user wants that.
   */
  const byIndex = new Set<string>(), partly = new Set<string>();
  let alsoAccounts = false;
  let running: InTurn<AccountState> | null = null;
  let asking = new AbortController();
  const tell = (from: number) => {
    for (const listener of [...listeners]) listener(from);
  };
  const blame = (account: string, message: string) => {
    blamed.add(account);
    faults.set(`${account} ${message}`, { account, message });
  };

  /** Returns the regions to search in an account, the account's own region first. */
  async function regionsOf(as: RoleRequest, usual: string, signal: AbortSignal): Promise<readonly string[]> {
    const { choice } = where;
    if (choice === "own") return [usual];
    const partition = partitionOf(usual).name;
    const known = choice === "all" ? await where.enabled(as, signal) : { regions: choice };
    if (known.fault !== undefined) blame(as.account, known.fault);
    const wanted = known.regions.filter((region) => partitionOf(region).name === partition);
    return wanted.includes(usual) ? [usual, ...wanted.filter((region) => region !== usual)] : wanted;
  }

  const answers = where.indexes && createIndexAnswers({
    indexes: where.indexes,
    text: search,
    hits,
    roles,
    chosen: () => where.roles.chosen().length > 0,
    usualRegion: where.usualRegion,
    region: (account, region) =>
      where.choice === "own"
        ? region === where.usualRegion(account)
        : where.choice === "all" || where.choice.includes(region),
    blame,
    tell,
  });

  async function look(
    account: AccountState,
    region: string,
    as: RoleRequest,
    /** Whether an index answered for the kinds that it knows completely. */
    indexed: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { accountId } = account;
    const elsewhere: Readonly<Record<string, string>> = {
      ...(as.role === undefined ? {} : { role: as.role }),
      ...(region === where.usualRegion(account) ? {} : { region }),
    };
    await Promise.all([...lists].map(async ([name, listOf]) => {
      const kind = kindOfResource(name)!;
      const part = `${accountId} ${region} ${name} ${as.role ?? ""}`;
      if (had.has(part) || indexed && kind.indexed?.complete) return;
      const list = listOf({ ...as, ...elsewhere });
      const before = await list.status.read(0, 1, signal);
      if (signal.aborted) return;
      // A repeated search tries failed accounts again.
      if (before.ok && before.rows.some(({ faults }) => faults.some(mayBeOver))) list.refresh();
      const status = await untilLoaded(list.status, signal);
      if (signal.aborted || !status) return;
      for (const { code, message } of status.faults) {
        // Accounts that wait for a role are reported together.
        if (code !== "choose" || !roles.waits(accountId)) blame(accountId, message);
      }
      const read = await list.rows(textWithin(kind, search)).read(0, MAX_HITS, signal);
      if (signal.aborted || !read.ok) return;
      had.add(part);
      if (read.rows.length === 0) return;
      let from = hits.all.length;
      for (const row of read.rows) {
        if (hits.full()) {
          blame(
            accountId,
            `More than ${formatNumber(most)} were found: others are left out. Type more.`,
          );
          break;
        }
        const hit = hitOf(kind, row, row.matches, { account, region, elsewhere });
        const cached = hits.keep(hit, roles.waits(accountId));
        from = Math.min(from, cached);
      }
      tell(from);
    }));
  }

  async function askAccount(account: AccountState, signal: AbortSignal): Promise<void> {
    const { accountId } = account;
    const role = await roles.of(account, signal);
    const as: RoleRequest = { account: accountId, ...(role === null ? {} : { role, passing: true }) };
    const regions = await regionsOf(as, where.usualRegion(account), signal);
    const wantsIndex = where.choice !== "own" && !alsoAccounts && !where.indexes?.view();
    const indexed = wantsIndex ? await answers?.ofAccount(account, as, regions, signal) : undefined;
    for (const region of regions) {
      const target = `${accountId} ${region} ${role ?? ""}`;
      if (signal.aborted || had.has(target)) continue;
      const part = indexed?.has(region) ?? false;
      await look(account, region, as, part, signal);
      if (signal.aborted) return;
      if (!part) had.add(target);
      if (!roles.waits(accountId)) targets.add(`${accountId} ${region}`);
      tell(hits.all.length);
    }
    if (signal.aborted) return;
    if (indexed && indexed.size > 0) {
      if (alsoAccounts) return running?.add([account]);
      partly.add(accountId);
    }
    asked.add(accountId);
    // The user may have chosen a role meanwhile.
    if (roles.waits(accountId)) release([accountId]);
    tell(hits.all.length);
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
  /** Stops asking accounts and keeps the hits. */
  function stop(): void {
    asking.abort();
    running?.end();
    running = null;
  }
  const open = () => accounts.filter(({ accountId }) => !asked.has(accountId) && !byIndex.has(accountId));

  /** Asks the index that the configuration names, then the accounts that it does not cover. */
  async function indexFirst(turn: InTurn<AccountState>): Promise<void> {
    const { signal } = asking = new AbortController();
    const answered = alsoAccounts || !answers?.waits() ? [] : await answers.ofView(accounts, signal);
    if (signal.aborted) return;
    if (!alsoAccounts) { for (const { accountId } of answered) byIndex.add(accountId); }
    turn.add(open());
    tell(hits.all.length);
  }

  const rows: RowSource<FoundResource> = {
    read: (from, count) => slice(hits.all, from, count),
    subscribe,
  };
  const status: RowSource<EverywhereStatus> = {
    read(from, count) {
      const skipped = asked.values().filter(roles.waits).toArray().length;
      const status = {
        ...roles.status(),
        done: asked.size - skipped,
        skipped,
        accounts: accounts.length,
        regions: targets.size,
        index: answers?.status() ?? null,
        byIndex: byIndex.size,
        partly: partly.size,
        blamed: blamed.size,
        faults: [...faults.values().take(MAX_FAULTS)],
        moreFaults: Math.max(0, faults.size - MAX_FAULTS),
      };
      return slice([status], from, count);
    },
    subscribe: (listener) => subscribe(() => listener(0)),
  };

  return {
    /** The hits so far. */
    rows,
    status,
    /** Asks the accounts that are not asked yet. */
    begin() {
      if (running || open().length === 0) return;
      running = inTurn(AT_ONCE, askAccount, where.onError);
      indexFirst(running).catch(where.onError);
    },
    stop,
    /** Asks the accounts that waited for a role and have one now. */
    goOn() {
      release([...asked]);
      tell(hits.all.length);
    },
    /** Also asks accounts for the kinds that indexes answered for. */
    askAccounts() {
      if (alsoAccounts) return;
      alsoAccounts = true;
      const left = accounts.filter(({ accountId }) => byIndex.has(accountId) || partly.has(accountId));
      for (const id of partly) asked.delete(id);
      byIndex.clear();
      partly.clear();
      running?.add(left);
      tell(hits.all.length);
    },
    /** Ends the search and forgets all hits. */
    forget() {
      stop();
      accounts = [];
      for (const part of [hits, roles, answers]) part?.forget();
      for (const known of [faults, blamed, asked, had, targets, byIndex, partly]) known.clear();
      tell(0);
    },
  };
}
