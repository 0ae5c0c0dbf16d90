import { readRegularText } from "../../files/read.ts";
import { lazyImport } from "../../lazy_import.ts";
import { createListeners } from "../../listeners.ts";
import { folderOf } from "../../platform/path.ts";
import { CloudError } from "../errors.ts";
import { createShared } from "../shared.ts";
import { type AccountWithRoles, type CachedAccounts, parseAccounts, writeAccounts } from "./accounts_file.ts";
import type { PortalAccount, PortalApi } from "./portal.ts";

/**
 * The accounts and roles that the portal has listed, cached for restarts and times without a network.
 * Unchanged accounts stay the same objects.
 */
export interface PortalAccounts {
  /** Returns the accounts in the portal's order, and the same array while nothing has changed. */
  accounts(): readonly AccountWithRoles[];
  account(id: string): AccountWithRoles | undefined;
  /** Returns the name and email of an account that the portal lists or once listed. */
  named(id: string): PortalAccount | undefined;
  /** When the whole list was requested last, ms since 1970; null when never. */
  readonly listedAt: number | null;
  /**
   * Requests the list again and keeps the known roles. They may have changed too, so they are requested again
   * when needed; until the portal answers they are the known ones. Throws a CloudError.
   */
  refresh(signal: AbortSignal): Promise<void>;
  /**
   * Returns the roles of an account, and requests them when they are not known, or older than the list. `anew`
   * requests them in any case.
   */
  roles(account: string, signal: AbortSignal, anew?: boolean): Promise<readonly string[]>;
  /**
   * Treats known roles as those of another user, because somebody else may be signed in. They are requested
   * again when needed, and responses to requests that still run are dropped.
   */
  doubtRoles(): void;
  /** Calls the listener after each change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Settles when the cache is written. */
  saved(): Promise<void>;
}

/** Maximum number of former accounts. */
const MAX_FORMER = 20_000;

/** Maximum bytes of the file. Twenty thousand accounts with roles take a quarter of it. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Time after the first change until the file is written, ms. */
const SETTLE = 3_000;

/** Opens the list in a file. A missing, unreadable or invalid file gives an empty list. */
export async function openPortalAccounts(
  portal: PortalApi,
  file: string,
  now = Date.now,
): Promise<PortalAccounts> {
  const text = await readRegularText(file, MAX_BYTES, { ownedByUser: true }).catch(() => null);
  const cached = text === null ? null : parseAccounts(text);
  return createPortalAccounts(portal, cached, async (content) => {
    const { makeFolder, writeFileAtomic } = await lazyImport<typeof import("../../files/atomic.ts")>(
      "../../files/atomic.ts",
      import.meta.url,
    );
    await makeFolder(folderOf(file));
    await writeFileAtomic(file, content);
  }, now);
}

/**
 * Makes a list from the cached one; `save` writes its file. Errors of `save` are ignored, because the
 * file is only a cache.
 */
export function createPortalAccounts(
  portal: PortalApi,
  cached: CachedAccounts | null,
  save: (content: string) => Promise<void>,
  now: () => number,
): PortalAccounts {
  const byId = new Map<string, AccountWithRoles>(cached?.accounts.map((account) => [account.id, account]));
  const former = new Map<string, PortalAccount>(cached?.former.map((account) => [account.id, account]));
  let listedAt = cached?.listedAt ?? null;
  let list: readonly AccountWithRoles[] | null = null;
  const { subscribe, tell } = createListeners();
  const sharedList = createShared<void>(), sharedRoles = createShared<readonly string[]>();
  /** Accounts whose known roles may be those of another user. */
  let doubted = new Set<string>();
  /** Accounts whose known roles are older than the list. */
  let old = new Set<string>();
  /** Number of sign-ins. Responses to requests of an earlier sign-in are not stored. */
  let era = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving = Promise.resolve();

  function changed(): void {
    list = null;
    timer ??= setTimeout(write, SETTLE);
    tell();
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.then(() =>
      save(writeAccounts({ listedAt, accounts: accounts(), former: [...former.values()] }))
    ).catch(() => {});
  }

  function accounts(): readonly AccountWithRoles[] {
    return list ??= [...byId.values()];
  }

  async function requestRoles(id: string, signal: AbortSignal): Promise<readonly string[]> {
    const mine = era;
    const roles = (await portal.roles(id, signal)).map(intern);
    if (mine !== era) return roles;
    doubted.delete(id);
    old.delete(id);
    const account = byId.get(id) ?? { id };
    if (String(account.roles) !== String(roles)) {
      byId.set(id, { ...account, roles });
      changed();
    }
    return roles;
  }

  return {
    accounts,
    account: (id) => byId.get(id),
    named: (id) => byId.get(id) ?? former.get(id),
    get listedAt() {
      return listedAt;
    },
    refresh: (signal) =>
      sharedList(`${era}`, async (stop) => {
        const mine = era;
        const fresh = await portal.accounts(stop);
        if (mine !== era) return;
        const known = new Map(byId);
        byId.clear();
        for (const account of fresh) {
          const before = known.get(account.id);
          const same = before?.name === account.name && before?.email === account.email;
          const { roles } = before ?? {};
          byId.set(account.id, before && same ? before : roles ? { ...account, roles } : account);
        }
        for (const { id, name, email } of known.values()) {
          if (!byId.has(id) && former.size < MAX_FORMER) {
            former.set(id, { id, ...(name ? { name } : {}), ...(email ? { email } : {}) });
          }
        }
        for (const id of byId.keys()) former.delete(id);
        old = new Set(byId.keys());
        listedAt = now();
        changed();
      }, signal),
    async roles(id, signal, anew = false) {
      const known = doubted.has(id) ? undefined : byId.get(id)?.roles;
      if (known && !anew && !old.has(id)) return known;
      try {
        return await sharedRoles(`${era} ${id}`, (stop) => requestRoles(id, stop), signal);
      } catch (error) {
        if (known && !anew && error instanceof CloudError && !signal.aborted) return known;
        throw error;
      }
    },
    doubtRoles() {
      era++;
      doubted = new Set(byId.keys());
    },
    subscribe,
    async saved() {
      if (timer !== undefined) write();
      await saving;
    },
  };
}

const names = new Map<string, string>();

/** Returns one shared text per name, because thousands of accounts have the same few roles. */
function intern(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, name);
  return name;
}
