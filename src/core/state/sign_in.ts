/** Where credentials of AWS come from, and how long. Times are ms since 1970. */
export interface SignInState {
  /**
   * `checking`: nobody has looked yet. `environment`: credentials come from the standard AWS chain, not from a portal.
   * `expired`: the session ended by itself. `revoked`: it should still last, and AWS takes it no more.
   */
  readonly status:
    | "checking"
    | "unconfigured"
    | "environment"
    | "signed-out"
    | "signed-in"
    | "expired"
    | "revoked";
  /** Its name for people: the portal's host, or where the standard chain found something. */
  readonly detail?: string;
  /** When the session ends, or ended. */
  readonly until?: number;
  /** It goes on beyond that without the user, as long as AWS is reached and lets it. */
  readonly renews?: boolean;
  /** The problem between Kedge and AWS. */
  readonly trouble?: SignInTrouble;
}

/** The reason why AWS gives nothing now although the user is signed in. */
export interface SignInTrouble {
  /** `offline`: not reached. `skewed`: this computer's clock is wrong. `failed`: anything else, such as a wrong address. */
  readonly kind: "offline" | "skewed" | "failed";
  readonly message: string;
  readonly hint?: string;
}

/** A running sign-in, and what waits for it. */
export interface SigningIn {
  /** `idle`: the user was not asked, or is asked whether to. `browser`, `device`: the user's turn, there. */
  readonly step: "idle" | "starting" | "browser" | "device";
  /** Those that go on once somebody is signed in, oldest first. */
  readonly askers: readonly SignInAsker[];
  /** What the user types in at `address`. Both for `device` only. */
  readonly code?: string;
  readonly address?: string;
  /** When the user's time is over, ms since 1970. */
  readonly until?: number;
  /** How the last one failed. */
  readonly failure?: { readonly error: string; readonly hint?: string };
}

/** Something that needs the user to be signed in. */
export interface SignInAsker {
  readonly id: string;
  /** What it is: `Rotate access keys of Key rotation`. */
  readonly what: string;
  /** Why it needs that: `It runs in shop-production.` */
  readonly why: string;
}
