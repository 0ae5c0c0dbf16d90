import type { LinkRead } from "../links/link.ts";

/** A link that another program has opened and the user has not decided on yet. */
export interface WaitingLink {
  readonly id: string;
  /** The link as it was opened. */
  readonly text: string;
  readonly read: LinkRead;
  /** Name of the program that opened the link, when it is known. It is only shown and never trusted. */
  readonly from?: string;
}

/** Links from other programs. The user is asked about the first one; the others wait. */
export interface LinksState {
  readonly waiting: readonly WaitingLink[];
  /** Number of links that were dropped because too many waited, since the first of those that wait. */
  readonly dropped: number;
}

/** The state without waiting links. */
export const NO_LINKS: LinksState = { waiting: [], dropped: 0 };
