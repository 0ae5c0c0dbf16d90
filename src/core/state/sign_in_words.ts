import { formatDate, formatMoment, formatTime } from "../text/locale.ts";
import type { SignInState } from "./sign_in.ts";

/** The texts about the sign-in that all surfaces show. */
interface SignInWords {
  /** The state of the sign-in without the user's name: `Signed in until 14:05`. */
  readonly line: string;
  /** A shorter text for little room; absent when it would say less. */
  readonly short?: string;
  /** Whether the user must do something before AWS gives credentials. */
  readonly needed: boolean;
}

/** Returns the texts for a sign-in state. `now` is in ms since 1970. */
export function signInWords({ status, until, renews, trouble }: SignInState, now: number): SignInWords {
  const offline = trouble?.kind === "offline" ? ", no network" : "";
  switch (status) {
    case "checking":
      return { line: "Looking for a sign-in…", needed: false };
    case "unconfigured":
      return { line: "No sign-in is set up", needed: false };
    case "environment":
      return { line: "AWS credentials of this computer", needed: false };
    case "signed-out":
      return { line: "Not signed in", needed: true };
    case "revoked":
      return { line: "AWS has ended your sign-in", needed: true };
    case "expired":
      return renews && trouble?.kind === "offline"
        ? { line: "No network: the sign-in goes on when it is back", needed: false }
        : renews
        ? { line: "Renewing the sign-in…", needed: false }
        : {
          line: `Your sign-in ended${until === undefined ? "" : ` at ${momentWords(until, now)}`}`,
          needed: true,
        };
    case "signed-in": {
      if (until === undefined) return { line: `Signed in${offline}`, needed: false };
      const moment = momentWords(until, now);
      const line = `Signed in until ${moment}${renews ? ", then renewed" : ""}${offline}`;
      return renews && offline === ""
        ? { line, short: `Signed in, renews at ${moment}`, needed: false }
        : { line, needed: false };
    }
  }
}

/**
 * Returns a moment as a time of day when it is today or comes within half a day, which midnight does not make
 * less clear; else with its date. Both are in ms since 1970.
 */
export function momentWords(at: number, now: number): string {
  const comes = at > now && at - now < HALF_A_DAY;
  return comes || formatDate(at) === formatDate(now) ? formatTime(at) : formatMoment(at);
}

/** In ms. */
const HALF_A_DAY = 12 * 3_600_000;
