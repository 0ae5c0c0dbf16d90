import type { JSX } from "preact";
import type { SettingsModel } from "../../pages/settings/page.ts";

/** Shows what is sent to whom before anything is sent. */
export function AnalyticsSection({ analytics }: { analytics: SettingsModel["analytics"] }): JSX.Element {
  const { address, preview } = analytics;
  return (
    <div class="column">
      <p class="quiet small">{whatHappens(analytics)}</p>
      <p class="quiet small">{howVersionsAreFound(analytics)}</p>
      {address !== null && (
        <>
          <h2 id="message">The next message, whole</h2>
          <pre class="message" tabIndex={0} aria-labelledby="message">{preview}</pre>
        </>
      )}
    </div>
  );
}

/** Returns a sentence about how Kedge looks for new versions. */
function howVersionsAreFound(
  { doNotTrack, releases }: Pick<SettingsModel["analytics"], "doNotTrack" | "releases">,
): string {
  if (releases === null) {
    return "This build of Kedge names no place for news of versions, so none is looked for.";
  }
  const { host, tracked, enabled, fault } = releases;
  if (!tracked || doNotTrack) return "DO_NOT_TRACK is set, so no new version is looked for.";
  if (!enabled) return "New versions are not looked for.";
  const trouble = fault === null ? "" : ` The last file was not believed: ${fault}`;
  return `Once a day Kedge fetches a signed file from ${host} and sends nothing of yours with it. It never replaces itself.${trouble}`;
}

/** Returns a sentence about what happens to usage counts. */
function whatHappens(
  { address, doNotTrack, enabled }: Omit<SettingsModel["analytics"], "preview" | "releases">,
): string {
  if (address === null) return "This build of Kedge names no place for analytics, so nothing is ever sent.";
  if (doNotTrack) return "DO_NOT_TRACK is set, so nothing is counted and nothing is sent.";
  if (!enabled) return "It is off: nothing is counted and nothing is sent.";
  return `Once a day at most, this goes to ${
    new URL(address).host
  }: how often something was used, Kedge's version ` +
    "and the system. No name, address, account, host or text of yours is ever in it.";
}
