import { endpoint, type ServiceRegion } from "../wire/endpoint.ts";
import { clockSkew } from "../wire/clock.ts";
import { request } from "../wire/request.ts";

/** The result of reaching the portal. */
export interface Reached {
  /** Host of the portal's service. */
  readonly host: string;
  /** Time until the response, ms. */
  readonly ms: number;
  /** Difference of this computer's clock that matters to AWS, ms; see `clockSkew`. */
  readonly skew: number;
}

/** Checks whether the portal's service answers, and compares the clocks. Sends no token. Throws a CloudError. */
export async function reachPortal(serviceRegion: ServiceRegion, signal: AbortSignal): Promise<Reached> {
  const address = endpoint("SSO", serviceRegion);
  const start = performance.now();
  // AWS refuses a request without a token, which shows that the service answers.
  await request({ doing: "asking the portal", url: `${address}/assignment/accounts`, signal, again: false });
  return { host: new URL(address).host, ms: performance.now() - start, skew: clockSkew() };
}
