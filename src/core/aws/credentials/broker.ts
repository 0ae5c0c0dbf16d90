import { createShared } from "../shared.ts";
import { clockSkew } from "../wire/clock.ts";
import type { AwsCredentials } from "./credentials.ts";

/** Requests credentials from their source. */
type Fetch = (signal: AbortSignal) => Promise<AwsCredentials>;

/** Keeps credentials in memory only, shared by all callers that want the same. */
export type Broker = ReturnType<typeof createBroker>;

/** Credentials are renewed when they end within this time, ms. SDKs ask again from then on and expect newer ones. */
const EARLY = 15 * 60_000;

/** Short-lived credentials are renewed when this part of their life is left. */
const PART = 1 / 3;

/** Time after which credentials without an end are requested again, ms, because the user may have changed them. */
const UNENDING = 15 * 60_000;

/** Credentials that end within this time are not returned, ms. */
const LAST = 60_000;

/** Maximum number of kept keys. */
const MAX_COUNT = 1_000;

interface CachedCredentials {
  readonly credentials: AwsCredentials;
  /** When the credentials arrived, by both clocks; their life, and the age at which they are renewed, ms. */
  readonly since: number;
  readonly ticks: number;
  readonly life: number;
  readonly fresh: number;
}

/**
 * Makes a broker. `now` is the time of day by AWS's clock, `ticks` a clock that is never set. The first one
 * notices that the computer slept, the second one that the clock was set back.
 */
export function createBroker(
  now: () => number = () => Date.now() + clockSkew(),
  ticks: () => number = () => performance.now(),
) {
  const age = (known: CachedCredentials) => Math.max(now() - known.since, ticks() - known.ticks);
  const cached = new Map<string, CachedCredentials>();
  const shared = createShared<AwsCredentials>();
  let forgotten = 0;
  return {
    /**
     * Returns the credentials of a key: the kept ones while they last long enough, else new ones, requested
     * once for all waiting callers. When the request fails, returns the kept ones until they end. Throws the
     * error of `fetch`.
     */
    async get(key: string, fetch: Fetch, signal: AbortSignal): Promise<AwsCredentials> {
      const known = cached.get(key);
      if (known && age(known) < known.fresh) return known.credentials;
      try {
        return await shared(key, async (stop) => {
          const era = forgotten;
          const credentials = await fetch(stop);
          if (era === forgotten) keep(key, credentials);
          return credentials;
        }, signal);
      } catch (error) {
        if (signal.aborted || !known || age(known) > known.life - LAST || !cached.has(key)) throw error;
        return known.credentials;
      }
    },
    /** Forgets all keys with that prefix. */
    forget(prefix: string) {
      forgotten++;
      for (const key of [...cached.keys()]) if (key.startsWith(prefix)) cached.delete(key);
    },
  };

  function keep(key: string, credentials: AwsCredentials): void {
    const start = now();
    const end = credentials.expiration?.getTime() ?? Infinity;
    const life = end - start;
    const fresh = life === Infinity ? UNENDING : life - Math.min(EARLY, life * PART);
    cached.delete(key);
    cached.set(key, { credentials, since: start, ticks: ticks(), life, fresh });
    const [oldest] = cached.keys();
    if (cached.size > MAX_COUNT) cached.delete(oldest!);
  }
}
