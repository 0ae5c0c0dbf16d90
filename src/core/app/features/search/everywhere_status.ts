import type { IndexStatus } from "./index_answers.ts";
import type { SearchRoleStatus } from "./search_roles.ts";

/** How far the search is. */
export interface EverywhereStatus extends SearchRoleStatus {
  /** Accounts that were asked in all of their regions. */
  readonly done: number;
  /** Accounts that wait for a role to be chosen. */
  readonly skipped: number;
  readonly accounts: number;
  /** Regions of accounts that were asked. */
  readonly regions: number;
  /** What indexes of AWS told; null while none did. */
  readonly index: IndexStatus | null;
  /** Accounts that were not asked, because an index answered for them. */
  readonly byIndex: number;
  /** Accounts that were asked for what their index does not know, and not for the rest. */
  readonly partly: number;
  /** How many accounts could not be asked for all of it. */
  readonly blamed: number;
  /** The first reasons, each with its account, and how many more there are. */
  readonly faults: readonly Blame[];
  readonly moreFaults: number;
}

/** Why an account could not be asked. */
export interface Blame {
  readonly account: string;
  readonly message: string;
}
