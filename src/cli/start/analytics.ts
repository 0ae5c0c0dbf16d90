import { sendMessage } from "../../core/analytics/message.ts";
import type { App } from "../../core/app/app.ts";
import type { AnalyticsServices } from "../../core/app/analytics.ts";
import { type BuildStamp, buildStamp } from "../../core/build_stamp.ts";
import type { AppInfo } from "../../core/state/state.ts";
import { lookEvery } from "./look_every.ts";

/** How often Kedge checks whether a day has passed, in ms. */
const LOOK_MS = 10 * 60_000;

/** Returns the collector that the build names, for the application; empty without one. */
export function collectorOf({ analytics }: Pick<BuildStamp, "analytics">): Pick<AppInfo, "collector"> {
  if (!analytics) return {};
  return { collector: { address: analytics.address, doNotTrack: Boolean(Deno.env.get("DO_NOT_TRACK")) } };
}

/** Returns the services that send counts to the build's collector; empty without one. */
export function analyticsServices({ analytics }: Pick<BuildStamp, "analytics">): AnalyticsServices {
  if (!analytics) return {};
  return {
    collectorKey: analytics.key,
    sendCounts: (message) => sendMessage(analytics, message),
  };
}

/** Sends counts once a day while Kedge runs, if the build names a collector. */
export function followAnalytics(app: Pick<App, "sendAnalytics">, signal: AbortSignal): void {
  if (!buildStamp().analytics) return;
  lookEvery(LOOK_MS, app.sendAnalytics, signal);
  void app.sendAnalytics();
}
