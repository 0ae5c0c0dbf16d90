import type { LinkRead } from "../links/link.ts";

/** A link that another program has opened, and that its user has not decided yet. */
export interface WaitingLink {
  readonly id: string;
  /** The link itself, as it came. */
  readonly text: string;
  readonly read: LinkRead;
  /** The program that opened it, as far as that can be found out; a name to read and nothing else. */
  readonly from?: string;
}

/** Links from other programs: the first one is asked about, the others wait. */
export interface LinksState {
  readonly waiting: readonly WaitingLink[];
  /** So many came while too many waited, since the first of those came. */
  readonly dropped: number;
}

/** No link waits. */
export const NO_LINKS: LinksState = { waiting: [], dropped: 0 };
