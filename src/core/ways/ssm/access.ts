import type { ResourceTarget } from "../../aws/resources/target.ts";
import { WayError } from "../way.ts";
import type { SsmAddress } from "./address.ts";

/** Returns region and credentials of the account that a way goes through. Throws a CloudError. */
type GiveAccess = (
  role: Pick<SsmAddress, "account" | "role" | "region">,
  signal: AbortSignal,
) => Promise<ResourceTarget>;

let give: GiveAccess | null = null;

/** Sets the source of credentials for ways through accounts, until the returned function is called. */
export function giveAccessToWays(access: GiveAccess): () => void {
  give = access;
  return () => {
    if (give === access) give = null;
  };
}

/** Returns region and credentials for a way. Throws a CloudError, and a WayError when there is no source. */
export function accessOf(
  at: Pick<SsmAddress, "account" | "role" | "region">,
  signal: AbortSignal,
): Promise<ResourceTarget> {
  if (!give) throw new WayError("WAY_SIGNED_OUT", "there is no sign-in here");
  return give(at, signal);
}

let notes: string | null = null;

/**
 * Sets the folder in which open sessions are recorded, so that a later Kedge ends those that a killed one
 * left open at AWS.
 */
export function noteSessionsIn(folder: string | null): void {
  notes = folder;
}

/** Returns the folder of these records; null when none are kept. */
export function notesOfSessions(): string | null {
  return notes;
}
