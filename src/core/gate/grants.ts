import {
  type AgentClaim,
  type AgentIdentity,
  type GrantLength,
  type GrantScope,
  type GrantState,
  MAX_GRANTS,
} from "../state/agents.ts";
import { sameScope } from "./scopes.ts";

/** Duration of an hour's grant, ms. */
const HOUR = 3_600_000;

/**
 * Returns whether both are the same program in the same folder. A program that the system does not reveal
 * equals no other.
 */
export function sameAgent(a: AgentIdentity, b: AgentIdentity): boolean {
  return a.program !== null && a.digest !== "" && a.program === b.program && a.script === b.script &&
    a.digest === b.digest && a.folder === b.folder;
}

/** Returns whether a grant is valid at a time. Setting the clock back does not extend a grant. */
export function holds({ at, until }: GrantState, now: number): boolean {
  return until === undefined || (now < until && now >= at - HOUR);
}

/** Returns the grant by which an agent may use a scope now; undefined when there is none. */
export function grantFor(
  grants: readonly GrantState[],
  who: AgentIdentity,
  thing: GrantScope,
  now: number,
): GrantState | undefined {
  return grants.find((grant) =>
    sameAgent(grant.who, who) && sameScope(grant.thing, thing) && holds(grant, now)
  );
}

/**
 * Returns the columns that a server hid from an agent when a grant was given and does not hide any more,
 * because a change of the configuration may have revealed them.
 */
export function revealedBy(
  grants: readonly GrantState[],
  who: AgentIdentity,
  thing: GrantScope,
): readonly string[] {
  if (thing.kind !== "server") return [];
  const before = grants.flatMap(({ who: other, thing: one }) =>
    sameAgent(other, who) && one.kind === "server" && one.name === thing.name ? one.hides ?? [] : []
  );
  return [...new Set(before)].filter((pattern) => !thing.hides?.includes(pattern));
}

/** Returns a grant of that length that starts now. */
export function newGrant(
  who: AgentIdentity,
  claim: AgentClaim | undefined,
  thing: GrantScope,
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

/**
 * Returns the grants with one more, which replaces the agent's grant for the same scope; expired grants are
 * left out.
 */
export function withGrant(grants: readonly GrantState[], grant: GrantState, now: number): GrantState[] {
  const others = grants.filter((one) =>
    holds(one, now) && !(sameAgent(one.who, grant.who) && sameScope(one.thing, grant.thing))
  );
  return [grant, ...others].slice(0, MAX_GRANTS);
}

/**
 * Returns the lengths that the user can choose. A program that the system does not reveal gets only a grant
 * for one call.
 */
export function lengthsFor(who: AgentIdentity): readonly GrantLength[] {
  return who.program === null || who.digest === "" ? ["once"] : ["once", "hour", "always"];
}
