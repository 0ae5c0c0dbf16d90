import type { AccountSource, FoundAccount, NameMemory } from "../../accounts/mod.ts";
import { createListeners } from "../../listeners.ts";
import type { PortalCatalog } from "../portal/catalog.ts";

/** A source with the accounts of a portal while its user is signed in. Their names remain known afterwards. */
export interface PortalSource {
  readonly source: AccountSource;
  readonly names: NameMemory;
  /** Sets the portal's catalogue, null for none, and whether its user is signed in. */
  follow(catalog: PortalCatalog | null, signedIn: boolean): void;
}

/** Makes a source without a portal. */
export function createPortalSource(): PortalSource {
  const { subscribe, tell } = createListeners();
  let catalog: PortalCatalog | null = null;
  let open = false;
  let end = () => {};
  const details = new Map<string, { readonly name?: string; readonly email?: string }>();
  return {
    source: {
      source: "portal",
      accounts: () => open && catalog ? catalog.accounts() : NONE,
      subscribe,
      async refresh(signal) {
        if (open) await catalog?.refresh(signal);
      },
      async roles(account, signal) {
        return open && catalog ? await catalog.roles(account, signal) : [];
      },
    },
    names: {
      // The catalogue is on disk, so it also has names of accounts from earlier sessions of Kedge.
      get: (id) => details.get(id) ?? catalog?.named(id),
      set: (id, named) => details.set(id, named),
    },
    follow(next, signedIn) {
      if (next === catalog && signedIn === open) return;
      if (next !== catalog) {
        end();
        end = next?.subscribe(tell) ?? (() => {});
      }
      [catalog, open] = [next, signedIn];
      tell();
    },
  };
}

const NONE: readonly FoundAccount[] = [];
