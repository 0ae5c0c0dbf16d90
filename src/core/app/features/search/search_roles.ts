import { CloudError } from "../../../aws/errors.ts";
import type { AccountState } from "../../../state/state.ts";
import { byName } from "../../../text/natural.ts";

/** A role by its name, and in how many accounts it is meant. */
interface RoleCount {
  readonly role: string;
  readonly accounts: number;
}

/** How a search stands with accounts where several roles could be meant. */
export interface SearchRoleStatus {
  /** The roles that those have which wait for one. */
  readonly roles: readonly RoleCount[];
  /** The roles that were taken because the user has chosen them for searches. */
  readonly taken: readonly RoleCount[];
  /** The roles of all accounts where none is usual: those that could be taken instead. */
  readonly others: readonly RoleCount[];
}

/** What decides as whom the accounts of a search are asked. */
export interface SearchRoles {
  /** As whom an account is asked: null as usual there, or as far as that goes while a role has to be chosen. */
  of(account: AccountState, signal: AbortSignal): Promise<string | null>;
  readonly waits: (account: string) => boolean;
  /** Those of the accounts that waited for a role and can be asked now; they wait no more. */
  ready(ids: Iterable<string>): readonly AccountState[];
  status(): SearchRoleStatus;
  forget(): void;
}

/** Where roles come from. */
export interface RolesOfSearch {
  /** The roles to choose from in an account; null where one is usual, or nothing has to be chosen. */
  readonly open: (account: string, signal: AbortSignal) => Promise<readonly string[] | null>;
  /** Those that the user has chosen for searches, the preferred ones first. */
  readonly chosen: () => readonly string[];
}

/** An account where several roles could be meant; without a role it waits for one. */
interface OpenAccount {
  readonly account: AccountState;
  readonly roles: readonly string[];
  role: string | null;
}

/** At most this many roles are shown: more would not be read, and all are sent at each change. */
const MOST_ROLES = 100;

/** Makes it. */
export function createSearchRoles({ open, chosen }: RolesOfSearch): SearchRoles {
  const known = new Map<string, OpenAccount>();
  /** The status that was last reported. */
  let last: SearchRoleStatus | null = null;
  const preferred = (roles: readonly string[]) => chosen().find((role) => roles.includes(role)) ?? null;
  const waits = (account: string) => known.get(account)?.role === null;

  return {
    async of(account, signal) {
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
    ready(ids) {
      last = null;
      return [...ids].flatMap((id) => {
        const one = known.get(id);
        if (one?.role !== null) return [];
        one.role = preferred(one.roles);
        return one.role === null ? [] : [one.account];
      });
    },
    status() {
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

/** Those of most accounts first. */
function counted(roles: readonly string[]): readonly RoleCount[] {
  const counts = new Map<string, number>();
  for (const role of roles) counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts].sort(([a, inA], [b, inB]) => inB - inA || byName(a, b))
    .slice(0, MOST_ROLES)
    .map(([role, accounts]) => ({ role, accounts }));
}
