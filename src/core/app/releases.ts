import { NO_RELEASE } from "../state/releases.ts";
import { maySend } from "../state/may_send.ts";
import type { Writing } from "../state/store.ts";
import { readRelease, savedRelease } from "../releases/release.ts";
import { fieldsOf } from "../json_values.ts";

/** Time between two checks for a version, ms. */
const DAY_MS = 24 * 3_600_000;

/** How the file about the newest version is fetched. */
export interface ReleaseServices {
  /** Public key that the build names; absent when Kedge does not check for versions. */
  readonly releaseKey?: string;
  /** Fetches the file; null when there is none. */
  readonly fetchRelease?: () => Promise<Uint8Array | null>;
}

/** News of Kedge's own versions. Nothing is downloaded or installed. */
export type Releases = ReturnType<typeof createReleases>;

/** Makes the check for versions. Sends nothing where checks are not allowed. */
export function createReleases(
  store: Writing<"release">,
  { releaseKey, fetchRelease }: ReleaseServices,
  now: () => number,
) {
  const release = store.slices.release;

  /** Checked at each use, so that switching checks off takes effect at once. */
  const allowed = () => {
    const { app, config } = store.get();
    return app.release?.doNotTrack === false && maySend(config, "releaseCheckEnabled");
  };

  return {
    /** Checks for a version, at most once a day even after a failure. */
    async lookWhenDue() {
      const { at } = release.get();
      const time = now();
      // A clock that was set back counts as a new day.
      if (releaseKey === undefined || !fetchRelease || !allowed() || (at <= time && time - at < DAY_MS)) {
        return;
      }
      release.update((before) => ({ ...before, at: time }));
      const bytes = await fetchRelease();
      if (!bytes || !allowed()) return;
      const read = await readRelease(bytes, releaseKey, release.get().seen, now());
      release.update(({ fault: _, ...before }) =>
        "release" in read ? { ...before, seen: read.release } : { ...before, fault: read.fault }
      );
    },
    /** Hides the version that is shown. */
    dismiss: () =>
      release.update((before) => before.seen ? { ...before, dismissed: before.seen.version } : before),
    restore(saved: unknown) {
      const { at, seen, dismissed } = fieldsOf(saved);
      release.update(() => ({
        ...NO_RELEASE,
        seen: savedRelease(seen),
        ...(typeof at === "number" && at <= now() && { at }),
        ...(typeof dismissed === "string" && dismissed.length <= 40 && { dismissed }),
      }));
    },
  };
}
