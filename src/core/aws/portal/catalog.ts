import { readRegularText } from "../../files/read.ts";
import { lazyImport } from "../../lazy_import.ts";
import { createShared } from "../shared.ts";
import { type CachedCatalog, type CatalogAccount, parseCatalog, writeCatalog } from "./catalog_file.ts";
import type { PortalAccount, PortalApi } from "./portal.ts";

/** What the portal has given so far: at hand at once, also after a restart and without a network. What has not changed stays the same object. */
export interface PortalCatalog {
  /** In the portal's order. The same array as long as nothing has changed. */
  accounts(): readonly CatalogAccount[];
  account(id: string): CatalogAccount | undefined;
  /** What an account was called that the portal gives, or gave once. */
  named(id: string): PortalAccount | undefined;
  /** When the whole list was asked for last, ms since 1970; null when it never was. */
  readonly listedAt: number | null;
  /** Asks for the list anew. Roles that are known stay with their accounts. Throws a CloudError. */
  refresh(signal: AbortSignal): Promise<void>;
  /** The roles of an account: the known ones, or asked for. With `anew` they are asked for in any case. */
  roles(account: string, signal: AbortSignal, anew?: boolean): Promise<readonly string[]>;
  /**
   * Another user may be signed in: known roles are requested again when they are next needed, and answers that are on
   * the way are dropped.
   */
  doubtRoles(): void;
  /** Tells of each change; returns what ends it. */
  subscribe(listener: () => void): () => void;
  /** Waits until the cache is written. */
  saved(): Promise<void>;
}

/** More accounts than any organisation closes. */
const MOST_FORMER = 20_000;

/** Bytes of a catalogue that is read: twenty thousand accounts with their roles take a quarter of it. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Changes are written together when none has come for this long, ms. */
const SETTLE = 3_000;

/** Opens the catalogue in the file; a missing or broken one is empty. */
export async function openCatalog(portal: PortalApi, file: string, now = Date.now): Promise<PortalCatalog> {
  const text = await readRegularText(file, MAX_BYTES, { ownedByUser: true });
  const cached = text === null ? null : parseCatalog(text);
  return createPortalCatalog(portal, cached, async (content) => {
    const { makeFolder, writeFileAtomic } = await lazyImport<typeof import("../../files/atomic.ts")>(
      "../../files/atomic.ts",
      import.meta.url,
    );
    await makeFolder(file.replace(/[/\\][^/\\]*$/, ""));
    await writeFileAtomic(file, content);
  }, now);
}

/** A catalogue over the stored one; `save` writes it. A full disk is no error: it is only a memory. */
export function createPortalCatalog(
  portal: PortalApi,
  cached: CachedCatalog | null,
  save: (content: string) => Promise<void>,
  now: () => number,
): PortalCatalog {
  const byId = new Map<string, CatalogAccount>(cached?.accounts.map((account) => [account.id, account]));
  const former = new Map<string, PortalAccount>(cached?.former.map((account) => [account.id, account]));
  let listedAt = cached?.listedAt ?? null;
  let list: readonly CatalogAccount[] | null = null;
  const listeners = new Set<() => void>();
  const sharedList = createShared<void>(), sharedRoles = createShared<readonly string[]>();
  /** Accounts whose known roles may be those of somebody else. */
  let doubted = new Set<string>();
  /** Counts sign-ins: the answer to a request of an earlier sign-in is not cached or given to others. */
  let era = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving = Promise.resolve();

  function changed(): void {
    list = null;
    timer ??= setTimeout(write, SETTLE);
    for (const listener of [...listeners]) listener();
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.then(() =>
      save(writeCatalog({ listedAt, accounts: accounts(), former: [...former.values()] }))
    ).catch(() => {});
  }

  function accounts(): readonly CatalogAccount[] {
    return list ??= [...byId.values()];
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
          if (!byId.has(id) && former.size < MOST_FORMER) {
            former.set(id, { id, ...(name ? { name } : {}), ...(email ? { email } : {}) });
          }
        }
        for (const id of byId.keys()) former.delete(id);
        listedAt = now();
        changed();
      }, signal),
    async roles(id, signal, anew = false) {
      const known = byId.get(id)?.roles;
      if (known && !anew && !doubted.has(id)) return known;
      return await sharedRoles(`${era} ${id}`, async (stop) => {
        const mine = era;
        const roles = (await portal.roles(id, stop)).map(intern);
        if (mine !== era) return roles;
        doubted.delete(id);
        const account = byId.get(id) ?? { id };
        if (String(account.roles) !== String(roles)) {
          byId.set(id, { ...account, roles });
          changed();
        }
        return roles;
      }, signal);
    },
    doubtRoles() {
      era++;
      doubted = new Set(byId.keys());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async saved() {
      if (timer !== undefined) write();
      await saving;
    },
  };
}

const names = new Map<string, string>();

/** The one text of that content: thousands of accounts have the same few roles. */
function intern(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, name);
  return name;
}
