import type { Accounts } from "../../../accounts/mod.ts";
import { type RowSource, slice } from "../../../resources/rows.ts";
import { refusal } from "../../../result.ts";

/**
 * Lists the roles to choose from in an account. The role that `lastRole` returns comes first, even if no list
 * has that role now.
 */
export function rolesToChoose(
  accounts: Pick<Accounts, "roles" | "subscribe">,
  account: string,
  lastRole: (account: string) => Promise<string | undefined>,
): RowSource<string> {
  return {
    async read(from, count, signal) {
      try {
        const [roles, last] = await Promise.all([accounts.roles(account, signal), lastRole(account)]);
        const all = last === undefined ? roles : [last, ...roles.filter((role) => role !== last)];
        return slice(all.filter((role) => role !== ""), from, count);
      } catch (error) {
        const { message, hint } = error as { message: string; hint?: string };
        return refusal(message, hint);
      }
    },
    // Refreshed accounts may have other roles, and so may another user.
    subscribe: (listener) => accounts.subscribe(() => listener(0)),
  };
}
