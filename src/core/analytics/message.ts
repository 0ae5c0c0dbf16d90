import type { AnalyticsTarget } from "../build_stamp.ts";
import type { Counts } from "./counts.ts";

/** The data about the program in a message, besides the counts. */
interface Sender {
  readonly version: string;
  readonly platform: string;
}

/**
 * Returns one message in PostHog's capture format. Each message has a new id, so that messages of one user
 * cannot be linked; no profile is created, and no location is looked up.
 */
export function captureMessage(key: string, id: string, { version, platform }: Sender, counts: Counts) {
  return {
    api_key: key,
    event: "usage",
    distinct_id: id,
    properties: { $process_person_profile: false, $geoip_disable: true, version, platform, ...counts },
  };
}

/** Returns the next message as the user reads it. */
export function messagePreview(sender: Sender, counts: Counts): string {
  return JSON.stringify(
    captureMessage("(of this build)", "(random, new for each message)", sender, counts),
    null,
    2,
  );
}

/** Maximum time for the collector to answer, ms. */
const TIMEOUT_MS = 15_000;

/**
 * Sends a message. Returns whether the collector accepted it; its answer is not read, and redirects are not
 * followed.
 */
export async function sendMessage(target: AnalyticsTarget, body: object): Promise<boolean> {
  try {
    const response = await fetch(`${target.address}/i/v0/e/`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "kedge" },
      body: JSON.stringify(body),
      redirect: "manual",
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
