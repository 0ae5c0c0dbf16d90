import type { ReleaseTarget } from "../build_stamp.ts";
import { readBounded } from "../bytes.ts";
import { MAX_RELEASE_SIZE } from "./release.ts";

/** Maximum time for the file to arrive, ms. */
const TIMEOUT_MS = 15_000;

/**
 * Downloads the file about the newest version. The request reveals nothing about the user, and redirects are
 * not followed. Returns null when that fails.
 */
export async function fetchRelease({ address }: ReleaseTarget): Promise<Uint8Array | null> {
  try {
    const response = await fetch(address, {
      headers: { "user-agent": "kedge" },
      redirect: "manual",
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return await readBounded(response.body, MAX_RELEASE_SIZE);
    await response.body?.cancel();
  } catch {
    // Without a network no release is found; the next check tries again.
  }
  return null;
}
