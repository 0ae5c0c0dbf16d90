import type { Release } from "../releases/release.ts";
import { versionAtLeast } from "../version_order.ts";
import type { AppState } from "./state.ts";

/** Returns the version to tell the user about; null when there is none or the user dismissed it. */
export function newVersion({ app, config, release }: AppState): Release | null {
  const { seen, dismissed } = release;
  if (!seen || !config.value.releaseCheckEnabled || seen.version === dismissed) return null;
  return versionAtLeast(app.version, seen.version) ? null : seen;
}
