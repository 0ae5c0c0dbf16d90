/** Source of the AWS credentials and their end. Times are in ms since 1970. */
export interface SignInState {
  /**
   * `checking`: nothing is known yet. `environment`: credentials come from the standard AWS chain, not from a
   * portal. `expired`: the session ended as planned. `revoked`: the session should still last, but AWS no
   * longer accepts it.
   */
  readonly status:
    | "checking"
    | "unconfigured"
    | "environment"
    | "signed-out"
    | "signed-in"
    | "expired"
    | "revoked";
  /** Name for people: the portal's host, or where the standard chain found credentials. */
  readonly detail?: string;
  /** Time at which the session ends or ended. */
  readonly until?: number;
  /** Whether the session is renewed without the user, as long as AWS can be reached and allows it. */
  readonly renews?: boolean;
  /** What keeps Kedge from getting credentials from AWS now. */
  readonly trouble?: SignInTrouble;
}

/** Why AWS gives no credentials now although the user is signed in. */
export interface SignInTrouble {
  /**
   * `offline`: AWS cannot be reached. `skewed`: this computer's clock is wrong. `failed`: anything else, such
   * as a wrong address.
   */
  readonly kind: "offline" | "skewed" | "failed";
  readonly message: string;
  readonly hint?: string;
}

/** A sign-in in progress, and what waits for it. */
export interface SigningIn {
  /**
   * `idle`: the user was not asked, or is asked whether to sign in. `browser`, `device`: it is the user's
   * turn there.
   */
  readonly step: "idle" | "starting" | "browser" | "device";
  /** What goes on once the user is signed in, oldest first. */
  readonly askers: readonly SignInAsker[];
  /** The code that the user types at `address`. Both are only for `device`. */
  readonly code?: string;
  readonly address?: string;
  /** Time at which the user's time is over, in ms since 1970. */
  readonly until?: number;
  /** How the last sign-in failed. */
  readonly failure?: { readonly error: string; readonly hint?: string };
}

/** Something that waits for the user to sign in. */
export interface SignInAsker {
  readonly id: string;
  /** Name of what waits: `Rotate access keys of Key rotation`. */
  readonly what: string;
  /** Why it needs a sign-in: `It runs in shop-production.` */
  readonly why: string;
}
