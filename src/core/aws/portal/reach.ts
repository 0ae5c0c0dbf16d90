import { endpoint, type ServiceRegion } from "../wire/endpoint.ts";
import { clockSkew } from "../wire/clock.ts";
import { request } from "../wire/request.ts";

/** What an answer of the portal tells. */
export interface Reached {
  /** Where it is. */
  readonly host: string;
  /** How long the answer took, ms. */
  readonly ms: number;
  /** How far this computer's clock is off, as far as it matters to AWS; see `clockSkew`. */
  readonly skew: number;
}

/** Finds out whether the portal's service answers, and what time it has. Shows it no token. Throws a CloudError. */
export async function reachPortal(serviceRegion: ServiceRegion, signal: AbortSignal): Promise<Reached> {
  const address = endpoint("SSO", serviceRegion);
  const start = performance.now();
  // Without a token it is refused, which is an answer.
  await request({ doing: "asking the portal", url: `${address}/assignment/accounts`, signal, again: false });
  return { host: new URL(address).host, ms: performance.now() - start, skew: clockSkew() };
}
