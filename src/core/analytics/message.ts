import type { AnalyticsTarget } from "../build_stamp.ts";
import type { Counts } from "./counts.ts";

/** What a message says of the program beside its counts. */
interface Sender {
  readonly version: string;
  readonly platform: string;
}

/**
 * One message in PostHog's capture format. Each has a new id, so that messages of one user cannot be linked; no
 * profile is made, and no location is looked up.
 */
export function captureMessage(key: string, id: string, { version, platform }: Sender, counts: Counts) {
  return {
    api_key: key,
    event: "usage",
    distinct_id: id,
    properties: { $process_person_profile: false, $geoip_disable: true, version, platform, ...counts },
  };
}

/** What the next message would be, as the user reads it. */
export function messagePreview(sender: Sender, counts: Counts): string {
  return JSON.stringify(
    captureMessage("(of this build)", "(random, new for each message)", sender, counts),
    null,
    2,
  );
}

/** Time for the collector to answer, in ms. */
const TIMEOUT_MS = 15_000;

/** Sends a message. Returns whether the collector took it; nothing it answers is read, and it is not followed elsewhere. */
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
