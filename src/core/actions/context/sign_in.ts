import type { AccountContext } from "../../accounts/context.ts";
import type { RunSurface } from "../run/surface.ts";
import type { RunServices } from "../run/services.ts";

/** Someone may sign in where the account is not; asking again and again would not help. */
const TRIES = 3;

/**
 * Waits until the user is signed in, where credentials of the context need that. False when the user does not want to.
 * Whatever else stands in the way is left to the action.
 */
export async function signedIn(
  context: AccountContext,
  surface: Pick<RunSurface, "signIn">,
  services: Pick<RunServices, "signInNeeded">,
  signal: AbortSignal,
): Promise<boolean> {
  if (!surface.signIn) return true;
  for (let tries = 0; tries < TRIES && await services.signInNeeded(context, signal); tries++) {
    if (!await surface.signIn(context, signal)) return false;
  }
  return true;
}

/** Why a run ends when the user does not sign in. */
export const NOT_SIGNED_IN = { refused: "nobody signed in", stopped: true } as const;
