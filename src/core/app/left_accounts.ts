import type { AccountState } from "../state/state.ts";
import type { Writing } from "../state/store.ts";

/** Returns the writer of the list of accounts, which also keeps how accounts were that leave it. */
export function accountsWriter({ slices }: Writing<"accounts" | "leftAccounts">) {
  return (accounts: readonly AccountState[]): void => {
    const listed = new Set(accounts.map(({ accountId }) => accountId));
    const left = slices.accounts.get().filter(({ accountId }) => !listed.has(accountId));
    // They are kept first, so that no account is unknown between the two changes.
    if (left.length > 0) {
      slices.leftAccounts.update((before) => ({
        ...before,
        ...Object.fromEntries(left.map((account) => [account.accountId, account])),
      }));
    }
    slices.accounts.update(() => accounts);
    const kept = Object.entries(slices.leftAccounts.get());
    const away = kept.filter(([id]) => !listed.has(id));
    // An account that is back may have another name, and its former one must not count for it.
    if (away.length < kept.length) slices.leftAccounts.update(() => Object.fromEntries(away));
  };
}
