import type { Release } from "../releases/release.ts";

/** What is known of versions of Kedge. */
export interface ReleaseState {
  /** When they were looked for last, ms since 1970; 0 for never. */
  readonly at: number;
  /** The newest one that a signed file told of. */
  readonly seen: Release | null;
  /** The version that the user does not want to hear of. */
  readonly dismissed?: string;
  /** Why the last file was not believed. */
  readonly fault?: string;
}

/** Nothing was looked for yet. */
export const NO_RELEASE: ReleaseState = { at: 0, seen: null };
