import type { AccountSource, FoundAccount, NameMemory } from "../../accounts/mod.ts";
import { createListeners } from "../../listeners.ts";
import type { PortalAccounts } from "../portal/accounts.ts";

/** A source with the accounts of a portal while its user is signed in. Their names remain known afterwards. */
export interface PortalSource {
  readonly source: AccountSource;
  readonly names: NameMemory;
  /** Sets the portal's accounts, null for none, and whether its user is signed in. */
  follow(portalAccounts: PortalAccounts | null, signedIn: boolean): void;
}

/** Makes a source without a portal. */
export function createPortalSource(): PortalSource {
  const { subscribe, tell } = createListeners();
  let portalAccounts: PortalAccounts | null = null;
  let open = false;
  let end = () => {};
  const details = new Map<string, { readonly name?: string; readonly email?: string }>();
  return {
    source: {
      source: "portal",
      accounts: () => open && portalAccounts ? portalAccounts.accounts() : NONE,
      subscribe,
      async refresh(signal) {
        if (open) await portalAccounts?.refresh(signal);
      },
      async roles(account, signal) {
        return open && portalAccounts ? await portalAccounts.roles(account, signal) : [];
      },
    },
    names: {
      // The list is on disk, so it also has names of accounts from earlier sessions of Kedge.
      get: (id) => details.get(id) ?? portalAccounts?.named(id),
      set: (id, named) => details.set(id, named),
    },
    follow(next, signedIn) {
      if (next === portalAccounts && signedIn === open) return;
      if (next !== portalAccounts) {
        end();
        end = next?.subscribe(tell) ?? (() => {});
      }
      [portalAccounts, open] = [next, signedIn];
      tell();
    },
  };
}

const NONE: readonly FoundAccount[] = [];
