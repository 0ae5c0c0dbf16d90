import { createShared } from "../shared.ts";
import { clockSkew } from "../wire/clock.ts";
import type { AwsCredentials } from "./credentials.ts";

/** Asks a source for credentials. */
type Fetch = (signal: AbortSignal) => Promise<AwsCredentials>;

/** Keeps credentials in memory, and nowhere else, for all who want the same. */
export interface Broker {
  /**
   * The credentials of that key: the kept ones while they last long enough, else asked for, once for all who wait. Where
   * asking fails, kept ones are given to their end. Throws what `fetch` throws.
   */
  get(key: string, fetch: Fetch, signal: AbortSignal): Promise<AwsCredentials>;
  /** Forgets all keys that begin like this. */
  forget(prefix: string): void;
}

/** Credentials are renewed when less than this is left, ms: SDKs ask again from here on, and want better ones. */
const EARLY = 15 * 60_000;

/** Short-lived ones are renewed when this part of their life is left. */
const PART = 1 / 3;

/** Credentials without an end are asked for again after this, ms: the user may have changed them. */
const UNENDING = 15 * 60_000;

/** Credentials that end within this are of no use to anyone, ms. */
const LAST = 60_000;

/** More keys than anybody uses in a day. */
const MOST = 1_000;

interface CachedCredentials {
  readonly credentials: AwsCredentials;
  /** When they came, by both clocks; how long they last, and when they are renewed, in ms from then on. */
  readonly since: number;
  readonly ticks: number;
  readonly life: number;
  readonly fresh: number;
}

/**
 * Makes one. `now` is the time of the day as AWS has it, `ticks` a clock that is never set: the first notices that a
 * computer slept, the second that a clock was set back.
 */
export function createBroker(
  now: () => number = () => Date.now() + clockSkew(),
  ticks: () => number = () => performance.now(),
): Broker {
  const age = (known: CachedCredentials) => Math.max(now() - known.since, ticks() - known.ticks);
  const cached = new Map<string, CachedCredentials>();
  const shared = createShared<AwsCredentials>();
  let forgotten = 0;
  return {
    async get(key, fetch, signal) {
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
    forget(prefix) {
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
    if (cached.size > MOST) cached.delete(oldest!);
  }
}
