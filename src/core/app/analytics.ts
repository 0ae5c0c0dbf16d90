import { afterCommand, type Counts, nothingCounted, readCounted } from "../analytics/counts.ts";
import { captureMessage } from "../analytics/message.ts";
import { maySend } from "../state/may_send.ts";
import type { Writing } from "../state/store.ts";

/**
 * Minimum time between two messages and before the first, ms, so that the user can look at the counts before
 * they are sent.
 */
const DAY_MS = 24 * 3_600_000;

/** How counts are sent. */
export interface AnalyticsServices {
  /** Key of the collector that the build names; absent when nothing is counted. */
  readonly collectorKey?: string;
  /** Sends one message; returns whether the collector accepted it. */
  readonly sendCounts?: (message: object) => Promise<boolean>;
}

/**
 * Counts commands by name, and nothing else about them. Counts nothing without a collector or where counting
 * is not allowed.
 */
export function createAnalytics(
  store: Writing<"analytics">,
  services: AnalyticsServices,
  now: () => number,
) {
  const slice = store.slices.analytics;
  const { collectorKey, sendCounts } = services;

  /** Checked at each use, so that switching counting off takes effect at once. */
  const allowed = () => {
    const { app, config } = store.get();
    return collectorKey !== undefined && app.collector?.doNotTrack === false &&
      maySend(config, "analyticsEnabled");
  };
  store.subscribe(({ config }, before) => {
    if (config.value.analyticsEnabled !== before.config.value.analyticsEnabled) {
      slice.update(() => nothingCounted(now()));
    }
  });
  slice.update(() => nothingCounted(now()));

  return {
    /** Counts a successful command. */
    note(command: string) {
      if (allowed()) slice.update((state) => afterCommand(state, command));
    },
    /** Restores the saved counts. */
    restore: (saved: unknown) => slice.update(() => readCounted(saved, now())),
    /** Sends the counts of at least a day. Tries once a day, also after a failure. */
    async sendWhenDue() {
      const { counts, since } = slice.get();
      const at = now();
      // The system clock may have been set back.
      if (at < since) return slice.update((state) => ({ ...state, since: at }));
      if (!allowed() || at - since < DAY_MS || Object.keys(counts).length === 0) return;
      slice.update((state) => ({ ...state, since: at }));
      const message = captureMessage(collectorKey!, crypto.randomUUID(), store.get().app, counts);
      if (!await sendCounts?.(message)) return;
      slice.update((state) => ({
        ...state,
        counts: left(state.counts, counts),
      }));
    },
  };
}

/** Returns the counts that were added after the message was made. */
function left(counts: Counts, sent: Counts): Counts {
  const since = Object.entries(counts).map(([name, count]) => [name, count - (sent[name] ?? 0)] as const);
  return Object.fromEntries(since.filter(([, count]) => count > 0));
}
