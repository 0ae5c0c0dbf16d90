import {
  type AgentClaim,
  type AgentIdentity,
  type GateThing,
  type GrantLength,
  type GrantState,
  MOST_GRANTS,
} from "../state/agents.ts";
import { sameThing } from "./things.ts";

/** How long an hour's grant lasts, ms. */
const HOUR = 3_600_000;

/**
 * Whether both are the same program at work in the same folder. A program that the system does not tell equals no
 * other.
 */
export function sameAgent(a: AgentIdentity, b: AgentIdentity): boolean {
  return a.program !== null && a.digest !== "" && a.program === b.program && a.script === b.script &&
    a.digest === b.digest && a.folder === b.folder;
}

/** Whether a grant holds at a time. A clock that was set back makes no grant longer. */
export function holds({ at, until }: GrantState, now: number): boolean {
  return until === undefined || (now < until && now >= at - HOUR);
}

/** The grant by which an agent may use a thing now; undefined: there is none. */
export function grantFor(
  grants: readonly GrantState[],
  who: AgentIdentity,
  thing: GateThing,
  now: number,
): GrantState | undefined {
  return grants.find((grant) =>
    sameAgent(grant.who, who) && sameThing(grant.thing, thing) && holds(grant, now)
  );
}

/**
 * The columns that a server hid from an agent by a grant, and does not hide any more: a change of the configuration
 * may have revealed them.
 */
export function revealedBy(
  grants: readonly GrantState[],
  who: AgentIdentity,
  thing: GateThing,
): readonly string[] {
  if (thing.kind !== "server") return [];
  const before = grants.flatMap(({ who: other, thing: one }) =>
    sameAgent(other, who) && one.kind === "server" && one.name === thing.name ? one.hides ?? [] : []
  );
  return [...new Set(before)].filter((pattern) => !thing.hides?.includes(pattern));
}

/** A grant of that length from now on. */
export function newGrant(
  who: AgentIdentity,
  claim: AgentClaim | undefined,
  thing: GateThing,
  length: Exclude<GrantLength, "once">,
  now: number,
): Omit<GrantState, "production"> {
  return {
    id: crypto.randomUUID(),
    who,
    ...(claim && { claim }),
    thing,
    length,
    at: now,
    ...(length === "hour" && { until: now + HOUR }),
  };
}

/** The grants with one more, in the place of what the agent had there; those that have ended are left out. */
export function withGrant(grants: readonly GrantState[], grant: GrantState, now: number): GrantState[] {
  const others = grants.filter((one) =>
    holds(one, now) && !(sameAgent(one.who, grant.who) && sameThing(one.thing, grant.thing))
  );
  return [grant, ...others].slice(0, MOST_GRANTS);
}

/** The lengths that can be chosen: for a program that the system does not tell, nothing that outlives the call. */
export function lengthsFor(who: AgentIdentity): readonly GrantLength[] {
  return who.program === null || who.digest === "" ? ["once"] : ["once", "hour", "always"];
}
