import { NO_RELEASE } from "../state/releases.ts";
import type { Writing } from "../state/store.ts";
import { readRelease, savedRelease } from "../releases/release.ts";

/** Between two looks, in ms. */
const DAY_MS = 24 * 3_600_000;

/** How the file that tells of a version comes. */
export interface ReleaseServices {
  /** The public key that the build names; absent: nothing is looked for. */
  readonly releaseKey?: string;
  /** Fetches the file; null without one. */
  readonly fetchRelease?: () => Promise<Uint8Array | null>;
}

/** News of Kedge's own versions. It only tells: nothing is downloaded or replaced. */
export interface Releases {
  /** Looks once a day at most, whether there is an answer or none. */
  lookWhenDue(): Promise<void>;
  /** The user does not want to hear of the version that is shown. */
  dismiss(): void;
  restore(saved: unknown): void;
}

/** Makes the look for versions; where Kedge must not look, it sends nothing. */
export function createReleases(
  store: Writing<"release">,
  { releaseKey, fetchRelease }: ReleaseServices,
  now: () => number,
): Releases {
  const release = store.slices.release;

  /** Checked each time. Defaults stand in for a file that cannot be read: it may have it off. */
  const allowed = () => {
    const { app, config } = store.get();
    return app.release?.doNotTrack === false && config.status !== "stale" && config.value.releaseCheckEnabled;
  };

  return {
    async lookWhenDue() {
      const { at } = release.get();
      const time = now();
      // A clock that was set back begins a new day.
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
    dismiss: () =>
      release.update((before) => before.seen ? { ...before, dismissed: before.seen.version } : before),
    restore(saved) {
      const { at, seen, dismissed } = (saved ?? {}) as Record<string, unknown>;
      release.update(() => ({
        ...NO_RELEASE,
        seen: savedRelease(seen),
        ...(typeof at === "number" && at <= now() && { at }),
        ...(typeof dismissed === "string" && dismissed.length <= 40 && { dismissed }),
      }));
    },
  };
}
