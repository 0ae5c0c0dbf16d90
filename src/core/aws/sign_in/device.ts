import { CloudError, notAllowed } from "../errors.ts";
import { pause } from "../wire/pause.ts";
import type { GivenToken, NoToken } from "./oidc.ts";

/** Added to the interval when AWS asks to slow down, ms (RFC 8628 §3.5). */
const SLOWER = 5_000;

/** Waits that many milliseconds. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Requests the token until the user has typed the code, in the interval that AWS demands. Goes on after a
 * lost network. `interval` is in ms, `until` in ms since 1970. Throws a CloudError when the code expired or
 * the user refused.
 */
export async function waitForDevice(
  ask: (signal: AbortSignal) => Promise<GivenToken | NoToken>,
  { interval, until }: { readonly interval: number; readonly until: number },
  signal: AbortSignal,
  wait: Wait = pause,
  now: () => number = Date.now,
): Promise<GivenToken> {
  for (;;) {
    await wait(interval, signal);
    if (now() >= until) throw tooLate();
    const answer = await ask(signal).catch((error) => {
      if (!(error instanceof CloudError) || !PASSING.has(error.code)) throw error;
      return error.code === "throttled" ? "slow-down" as const : "pending" as const;
    });
    if (typeof answer !== "string") return answer;
    if (answer === "slow-down") interval += SLOWER;
    else if (answer !== "pending") throw answer === "expired" ? tooLate() : notAllowed();
  }
}

const PASSING: ReadonlySet<string> = new Set(["offline", "timeout", "throttled"]);

function tooLate(): CloudError {
  return new CloudError("The code was not typed in in time.", "Ask for a new code.", undefined, "timeout");
}
