import { CloudError } from "../../../aws/errors.ts";
import type { AccountState } from "../../../state/state.ts";
import { byName } from "../../../text/natural.ts";

/** A role, and the number of accounts that it concerns. */
interface RoleCount {
  readonly role: string;
  readonly accounts: number;
}

/** Roles of a search in accounts with several roles and no usual one. */
export interface SearchRoleStatus {
  /** Roles of the accounts that wait for a choice. */
  readonly roles: readonly RoleCount[];
  /** Roles in use, because the user chose them for searches. */
  readonly taken: readonly RoleCount[];
  /** Roles of all accounts without a usual one, which the user may choose instead. */
  readonly others: readonly RoleCount[];
}

/** Decides with which role each account is searched. */
export type SearchRoles = ReturnType<typeof createSearchRoles>;

/** Sources of roles. */
export interface RolesOfSearch {
  /** Returns the roles to choose from in an account; null when there is a usual one or no choice. */
  readonly open: (account: string, signal: AbortSignal) => Promise<readonly string[] | null>;
  /** Returns the roles that the user chose for searches, the preferred ones first. */
  readonly chosen: () => readonly string[];
}

/** An account with several roles and no usual one. Its `role` is null while it waits for a choice. */
interface OpenAccount {
  readonly account: AccountState;
  readonly roles: readonly string[];
  role: string | null;
}

/** Maximum number of roles in the status, because the whole list is sent at each change. */
const MAX_ROLES = 100;

/** Makes the roles of a search. */
export function createSearchRoles({ open, chosen }: RolesOfSearch) {
  const known = new Map<string, OpenAccount>();
  /** The last returned status; null when it has changed. */
  let last: SearchRoleStatus | null = null;
  const preferred = (roles: readonly string[]) => chosen().find((role) => roles.includes(role)) ?? null;
  const waits = (account: string) => known.get(account)?.role === null;

  return {
    /** Returns the role for an account. Null means the account's usual role, or that a role has to be chosen. */
    async of(account: AccountState, signal: AbortSignal): Promise<string | null> {
      const { accountId } = account;
      const before = known.get(accountId);
      if (before) return before.role;
      try {
        const roles = await open(accountId, signal);
        if (roles === null || signal.aborted) return null;
        const role = preferred(roles);
        known.set(accountId, { account, roles, role });
        last = null;
        return role;
      } catch (error) {
        // The lists report the error and show their last rows.
        if (error instanceof CloudError || signal.aborted) return null;
        throw error;
      }
    },
    waits,
    /** Returns the accounts that waited for a role and have one now. They no longer wait. */
    ready(ids: Iterable<string>): readonly AccountState[] {
      last = null;
      return [...ids].flatMap((id) => {
        const one = known.get(id);
        if (one?.role !== null) return [];
        one.role = preferred(one.roles);
        return one.role === null ? [] : [one.account];
      });
    },
    status(): SearchRoleStatus {
      if (last) return last;
      const all = [...known.values()];
      return last = {
        roles: counted(all.flatMap(({ role, roles }) => role === null ? roles : [])),
        taken: counted(all.flatMap(({ role }) => role ?? [])),
        others: counted(all.flatMap(({ roles }) => roles)),
      };
    },
    forget() {
      known.clear();
      last = null;
    },
  };
}

/** Counts roles, those of most accounts first. */
function counted(roles: readonly string[]): readonly RoleCount[] {
  const counts = new Map<string, number>();
  for (const role of roles) counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts].sort(([a, inA], [b, inB]) => inB - inA || byName(a, b))
    .slice(0, MAX_ROLES)
    .map(([role, accounts]) => ({ role, accounts }));
}
