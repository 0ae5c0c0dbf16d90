import type { ResourceTarget } from "../../aws/resources/target.ts";
import { WayError } from "../way.ts";
import type { SsmAddress } from "./address.ts";

/** Gives region and credentials of the account that a way goes through. Throws a CloudError. */
type GiveAccess = (
  role: Pick<SsmAddress, "account" | "role" | "region">,
  signal: AbortSignal,
) => Promise<ResourceTarget>;

let give: GiveAccess | null = null;

/** From now on ways through accounts are gone with what this gives, until the given function is called. */
export function giveAccessToWays(access: GiveAccess): () => void {
  give = access;
  return () => {
    if (give === access) give = null;
  };
}

/** Region and credentials for a way. Throws a CloudError, and a WayError where nobody gives any. */
export function accessOf(
  at: Pick<SsmAddress, "account" | "role" | "region">,
  signal: AbortSignal,
): Promise<ResourceTarget> {
  if (!give) throw new WayError("WAY_SIGNED_OUT", "there is no sign-in here");
  return give(at, signal);
}

let notes: string | null = null;

/** From now on open sessions are noted in that folder, so that a later Kedge ends what a killed one has left at AWS. */
export function noteSessionsIn(folder: string | null): void {
  notes = folder;
}

/** The folder of these notes; null where none are kept. */
export function notesOfSessions(): string | null {
  return notes;
}
