import type { Account, EnvRule } from "../config/config.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Labeller } from "../rules/mod.ts";
import { reuse } from "../state/selector.ts";
import type { AccountState } from "../state/state.ts";
import { createGathering, type Gathered } from "./gather.ts";
import { createLabelCache } from "./labels.ts";
import type { AccountSource, FoundAccount, NameMemory } from "./source.ts";
import { nameOrder } from "../text/natural.ts";
import { environmentInName, environmentOrder } from "./environments.ts";

/** Changes of sources are taken in at most this often, ms: roles come one account after the other. */
const PACE = 100;

/** The sources of the list, and the callbacks for its changes. */
interface AccountsOptions {
  /** In the order in which they are believed: the first that names an account names it. */
  readonly sources: readonly AccountSource[];
  readonly labeller: Labeller;
  readonly names?: NameMemory;
  /** Called with each new list. An account that has not changed is the same object as before. */
  readonly onChange: (accounts: readonly AccountState[]) => void;
  /** Called when other rules than before are switched off, with the reasons. */
  readonly onRules?: (diagnostics: readonly Diagnostic[]) => void;
  readonly onError: (error: unknown) => void;
}

/** The one list of accounts: those of the configuration and of every source, merged by their ids and labelled. */
export interface Accounts {
  /** The configuration has changed. Settles when the list says so. */
  configure(accounts: readonly Account[], rules: readonly EnvRule[]): Promise<void>;
  /** Settles when the list shows all that the sources had when it was called. */
  settled(): Promise<void>;
  /** Asks every source for its list anew. Throws what the first that failed says, when all are done. */
  refresh(signal: AbortSignal): Promise<void>;
  /** The roles of an account, requested when they are not known yet; empty for an unknown account. */
  roles(account: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Stops listening to the sources. */
  close(): void;
}

/** An account and its place in the list. */
interface Shown {
  readonly account: AccountState;
  readonly order: string;
}

/** Makes the list. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { sources, names = new Map() } = options;
  const gathering = createGathering(sources, names);
  const labels = createLabelCache(options.labeller);
  let configured: readonly Account[] = [];
  const shown = new Map<string, Shown>();
  let list: readonly Shown[] = [];
  /** Accounts that are not shown yet as they are, and the version of the labels that the others have. */
  let dirty = new Set<string>();
  let version = labels.version;
  let off: readonly Diagnostic[] = [];
  let wanted = false;
  let working: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes in what there is now, and again what comes while rules are evaluated. */
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

  /** Timers are Node's, which a short command does not load to clear none. */
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
    // Something newer is there already: it is shown with what this was about.
    if (wanted) return;
    let changed = false;
    for (const id of dirty) changed = show(id) || changed;
    if (changed) options.onChange(arrange());
    const before = off;
    off = reuse(off, labels.diagnostics);
    if (off !== before) options.onRules?.(off);
  }

  /** Shows an account as it is now; true when that differs from what was shown. */
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

  /** The list in its order. It starts from the last one: what is nearly in order is sorted quickly. */
  function arrange(): AccountState[] {
    const rest = new Map(shown);
    const next: Shown[] = [];
    for (const { account: { accountId } } of list) {
      const now = rest.get(accountId);
      if (now) next.push(now);
      rest.delete(accountId);
    }
    for (const added of rest.values()) next.push(added);
    list = next.sort((a, b) => a.order < b.order ? -1 : a.order > b.order ? 1 : 0);
    return list.map(({ account }) => account);
  }

  const ends = sources.map((source) => source.subscribe(() => timer ??= setTimeout(() => void work(), PACE)));
  return {
    configure(accounts, rules) {
      configured = accounts;
      labels.use(rules);
      return work();
    },
    settled: () => work(),
    async refresh(signal) {
      const asked = await Promise.allSettled(sources.map((source) => source.refresh?.(signal)));
      await work();
      const failed = asked.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
    },
    async roles(account, signal) {
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
    close() {
      untime();
      for (const end of ends) end();
    },
  };
}

/**
 * One account as every surface shows it, in the environment that configuration or rules state, else in the one that
 * its name suggests. The configuration wins.
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

/** The one list of these names: thousands of accounts come from the same places. */
function together(names: readonly string[]): readonly string[] {
  const key = names.join();
  const known = combinations.get(key);
  if (!known) combinations.set(key, names);
  return known ?? names;
}

/** Every role once. */
function everyRole(lists: readonly (readonly string[])[]): readonly string[] {
  if (lists.length < 2) return lists[0] ?? NONE;
  return [...new Set(lists.flat())];
}

/**
 * A text that has the account's place in every list: what the user has configured comes first, then by environment, then
 * by name, those without one last. Texts because they are compared quickly: there may be tens of thousands.
 */
function accountOrder({ configured, env, name }: AccountState): string {
  const named = name === undefined ? "1" : `0${nameOrder(name)}`;
  return `${configured ? 0 : 1}${environmentOrder(env)}\0${named}`;
}
