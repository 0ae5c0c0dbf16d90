import type { App } from "../../core/app/app.ts";
import type { ReleaseServices } from "../../core/app/releases.ts";
import { type BuildStamp, buildStamp } from "../../core/build_stamp.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import type { AppInfo } from "../../core/state/state.ts";
import { lookEvery } from "./look_every.ts";

/** How often Kedge checks whether a day has passed, in ms. */
const LOOK_MS = 10 * 60_000;

/** Returns where the build looks for new versions, for the application; empty when it does not look. */
export function releasesOf({ release }: Pick<BuildStamp, "release">): Pick<AppInfo, "release"> {
  if (!release) return {};
  return { release: { address: release.address, doNotTrack: Boolean(Deno.env.get("DO_NOT_TRACK")) } };
}

/** Returns the services that fetch the build's file of new versions; empty when it does not look for them. */
export function releaseServices({ release }: Pick<BuildStamp, "release">): ReleaseServices {
  if (!release) return {};
  return {
    releaseKey: release.key,
    async fetchRelease() {
      const { fetchRelease } = await lazyImport<typeof import("../../core/releases/fetch.ts")>(
        "../../core/releases/fetch.ts",
        import.meta.url,
      );
      return await fetchRelease(release);
    },
  };
}

/** Looks for a new version once a day while Kedge runs, if the build names an address. */
export function followReleases(app: Pick<App, "lookForReleases">, signal: AbortSignal): void {
  if (!buildStamp().release) return;
  lookEvery(LOOK_MS, app.lookForReleases, signal);
  void app.lookForReleases();
}
