import { afterCommand, type Counts, nothingCounted, readCounted } from "../analytics/counts.ts";
import { captureMessage } from "../analytics/message.ts";
import type { Writing } from "../state/store.ts";

/** Between two messages, and before the first: time to look at what would be sent, in ms. */
const DAY_MS = 24 * 3_600_000;

/** How messages leave. */
export interface AnalyticsServices {
  /** The key of the build's collector; absent: nothing is counted. */
  readonly collectorKey?: string;
  /** Sends one message; gives whether it was taken. */
  readonly sendCounts?: (message: object) => Promise<boolean>;
}

/** Counts commands by their names, and nothing else. */
interface Analytics {
  /** Counts a command that was carried out. */
  note(command: string): void;
  /** Restores the saved counts. */
  restore(saved: unknown): void;
  /** Sends what was counted when a day has gone by. Tries once a day, taken or not. */
  sendWhenDue(): Promise<void>;
}

/** Makes the counter of a store; without a collector, or where it must not, it counts nothing. */
export function createAnalytics(
  store: Writing<"analytics">,
  services: AnalyticsServices,
  now: () => number,
): Analytics {
  const slice = store.slices.analytics;
  const { collectorKey, sendCounts } = services;

  /** Checked each time, so that switching it off takes effect at once. */
  const allowed = () => {
    const { app, config } = store.get();
    return collectorKey !== undefined && app.collector?.doNotTrack === false && config.value.analyticsEnabled;
  };
  store.subscribe(({ config }, before) => {
    if (config.value.analyticsEnabled !== before.config.value.analyticsEnabled) {
      slice.update(() => nothingCounted(now()));
    }
  });
  slice.update(() => nothingCounted(now()));

  return {
    note(command) {
      if (allowed()) slice.update((state) => afterCommand(state, command));
    },
    restore: (saved) => slice.update(() => readCounted(saved, now())),
    async sendWhenDue() {
      const { counts, since } = slice.get();
      const at = now();
      // A clock that was set back begins a new day.
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

/** Counts that came after a message was made. */
function left(counts: Counts, sent: Counts): Counts {
  const since = Object.entries(counts).map(([name, count]) => [name, count - (sent[name] ?? 0)] as const);
  return Object.fromEntries(since.filter(([, count]) => count > 0));
}
