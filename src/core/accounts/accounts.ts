import type { Account, EnvRule } from "../config/config.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Labeller } from "../rules/mod.ts";
import { reuse } from "../state/selector.ts";
import type { AccountState } from "../state/state.ts";
import { createGathering, type Gathered } from "./gather.ts";
import { createLabelCache } from "./labels.ts";
import type { AccountSource, FoundAccount, NameMemory } from "./source.ts";
import { compare, nameOrder } from "../text/natural.ts";
import { environmentInName, environmentOrder } from "./environments.ts";

/** Minimum time between updates after changes of sources, ms. Roles arrive one account after the other. */
const PACE = 100;

/** Sources of the list, and callbacks for its changes. */
interface AccountsOptions {
  /** In order of trust: an account takes its name from the first source that has, or had, one. */
  readonly sources: readonly AccountSource[];
  readonly labeller: Labeller;
  readonly names?: NameMemory;
  /** Called with each new list. An account that has not changed is the same object as before. */
  readonly onChange: (accounts: readonly AccountState[]) => void;
  /** Called with the reasons when the set of rules that are switched off changes. */
  readonly onRules?: (diagnostics: readonly Diagnostic[]) => void;
  readonly onError: (error: unknown) => void;
}

/** The one list of accounts: those of the configuration and of every source, merged by account ID and labelled. */
export type Accounts = ReturnType<typeof createAccounts>;

/** An account with the text that sorts it in the list. */
interface Shown {
  readonly account: AccountState;
  readonly order: string;
}

/** Makes the list of accounts. */
export function createAccounts(options: AccountsOptions) {
  const { sources, names = new Map() } = options;
  const gathering = createGathering(sources, names);
  const labels = createLabelCache(options.labeller);
  let configured: readonly Account[] = [];
  const shown = new Map<string, Shown>();
  let list: readonly Shown[] = [];
  /** IDs of accounts whose shown state may be old, and the version of the labels that the other accounts have. */
  let dirty = new Set<string>();
  let version = labels.version;
  let off: readonly Diagnostic[] = [];
  let wanted = false;
  let working: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Applies all changes so far, and afterwards those that arrive while rules are evaluated. */
  function work(): Promise<void> {
    untime();
    wanted = true;
    return working ??= (async () => {
      try {
        while (wanted) {
          wanted = false;
          await takeIn();
        }
      } catch (error) {
        options.onError(error);
      } finally {
        working = null;
      }
    })();
  }

  /** Skips `clearTimeout` without a timer, because the call would load Node's timers in short commands. */
  function untime(): void {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
  }

  async function takeIn(): Promise<void> {
    for (const id of gathering.update(configured)) dirty.add(id);
    do {
      if (version !== labels.version) dirty = new Set([...dirty, ...gathering.ids()]);
      ({ version } = labels);
      await labels.learn([...dirty].map((id) => gathering.get(id)?.named ?? {}));
    } while (version !== labels.version);
    // A newer change waits: the next round shows both.
    if (wanted) return;
    let changed = false;
    for (const id of dirty) changed = show(id) || changed;
    if (changed) options.onChange(arrange());
    const before = off;
    off = reuse(off, labels.diagnostics);
    if (off !== before) options.onRules?.(off);
  }

  /** Updates how an account is shown; returns true when that changes the list. */
  function show(id: string): boolean {
    const gathered = gathering.get(id);
    const before = shown.get(id)?.account;
    if (!gathered) {
      dirty.delete(id);
      return shown.delete(id);
    }
    const ruled = labels.of(gathered.named);
    // A rule that could not be evaluated now is tried again with the next change.
    if (ruled !== undefined) dirty.delete(id);
    const account = reuse(before, merged(id, gathered, sources, gathered.configured?.env ?? ruled ?? null));
    if (account === before) return false;
    shown.set(id, { account, order: accountOrder(account) });
    return true;
  }

  /** Returns the list in its order. Starts from the last order, because a nearly sorted list is sorted quickly. */
  function arrange(): AccountState[] {
    const rest = new Map(shown);
    const next: Shown[] = [];
    for (const { account: { accountId } } of list) {
      const now = rest.get(accountId);
      if (now) next.push(now);
      rest.delete(accountId);
    }
    for (const added of rest.values()) next.push(added);
    list = next.sort((a, b) => compare(a.order, b.order));
    return list.map(({ account }) => account);
  }

  const ends = sources.map((source) => source.subscribe(() => timer ??= setTimeout(() => void work(), PACE)));
  return {
    /** Applies a changed configuration. Settles when the list includes the change. */
    configure(accounts: readonly Account[], rules: readonly EnvRule[]) {
      configured = accounts;
      labels.use(rules);
      return work();
    },
    /** Settles when the list shows everything the sources had at the time of the call. */
    settled: () => work(),
    /** Asks every source for its accounts again. When all sources are done, throws the error of the first that failed. */
    async refresh(signal: AbortSignal) {
      const asked = await Promise.allSettled(sources.map((source) => source.refresh?.(signal)));
      await work();
      const failed = asked.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
    },
    /** Returns the roles of an account and requests them while they are not known; empty for an unknown account. */
    async roles(account: string, signal: AbortSignal): Promise<readonly string[]> {
      const unlisted = sources.filter((source) => source.roles && source.accounts().length === 0);
      // Just after a sign-in the portal has listed no account yet.
      if (unlisted.length > 0 && !gathering.get(account)?.found.some(Boolean)) {
        await Promise.allSettled(unlisted.map((source) => source.refresh?.(signal)));
        await work();
      }
      const found = gathering.get(account)?.found ?? [];
      const ask = async (source: AccountSource, known: FoundAccount) =>
        await source.roles?.(account, signal) ?? known.roles ?? [];
      return everyRole(
        await Promise.all(sources.flatMap((source, at) => found[at] ? [ask(source, found[at])] : [])),
      );
    },
    /** Calls the listener after each change of a source; returns the function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      const stops = sources.map((source) => source.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    /** Stops listening to the sources. */
    close() {
      untime();
      for (const end of ends) end();
    },
  };
}

/**
 * Returns an account as every surface shows it. Its environment is that of the configuration, else of the
 * rules, else a guess from its name.
 */
function merged(
  id: string,
  { configured, found, named }: Gathered,
  sources: readonly AccountSource[],
  stated: string | null,
): AccountState {
  const env = stated ?? environmentInName(named.name ?? "");
  const region = configured?.region ?? found.find((account) => account?.region)?.region;
  return {
    accountId: id,
    ...named,
    env,
    ...(stated === null && env !== null ? { envGuessed: true as const } : {}),
    ...(region ? { region } : {}),
    secrets: configured?.secrets ?? NONE,
    ecsClusters: configured?.ecsClusters ?? NONE,
    configured: configured !== undefined,
    roles: everyRole(found.flatMap((account) => account?.roles?.length ? [account.roles] : [])),
    sources: together([
      ...(configured ? ["config"] : []),
      ...sources.flatMap(({ source }, at) => found[at] === undefined ? [] : [source]),
    ]),
  };
}

const NONE: readonly never[] = [];
const combinations = new Map<string, readonly string[]>();

/** Returns one shared array per set of names, because thousands of accounts come from the same sources. */
function together(names: readonly string[]): readonly string[] {
  const key = names.join();
  const known = combinations.get(key);
  if (!known) combinations.set(key, names);
  return known ?? names;
}

/** Returns every role once. */
function everyRole(lists: readonly (readonly string[])[]): readonly string[] {
  if (lists.length < 2) return lists[0] ?? NONE;
  return [...new Set(lists.flat())];
}

/**
 * Returns a text that sorts the account in every list: accounts of the configuration first, then by
 * environment, then by name; accounts without a name come last. Texts compare quickly, and there may be tens
 * of thousands of accounts.
 */
function accountOrder({ configured, env, name }: AccountState): string {
  const named = name === undefined ? "1" : `0${nameOrder(name)}`;
  return `${configured ? 0 : 1}${environmentOrder(env)}\0${named}`;
}
