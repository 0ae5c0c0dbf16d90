import type { Release } from "../releases/release.ts";

/** What is known about versions of Kedge. */
export interface ReleaseState {
  /** Time of the last look for versions, in ms since 1970; 0: never. */
  readonly at: number;
  /** The newest version named by a signed file. */
  readonly seen: Release | null;
  /** The version that the user has dismissed. */
  readonly dismissed?: string;
  /** Why the last file was not trusted. */
  readonly fault?: string;
}

/** The state before the first look for versions. */
export const NO_RELEASE: ReleaseState = { at: 0, seen: null };
