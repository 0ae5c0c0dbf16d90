import { type Bundle, MANIFEST, type Manifest, type ManifestAction } from "../bundle/mod.ts";
import { ownProperty } from "../own_property.ts";
import type { KedgePaths } from "../paths.ts";
import type { ReviewFinding } from "../state/review.ts";
import { shortened } from "../text/shorten.ts";
import { type Overrides, readOverrides } from "./overrides.ts";
import { extensionPaths, isExtensionId, readRecord } from "./record.ts";

/** The user's settings after another version replaces the installed one. */
interface SettingsAfter {
  /** Settings that move to another id; null when all stay as they are. */
  readonly overrides: Overrides | null;
  /** What the user should know about the settings. */
  readonly findings: readonly ReviewFinding[];
}

type Override = Overrides["actions"][string];

/** Maximum settings that are named; of more only the number is given. */
const NAMED = 20;

/**
 * Returns what happens to the user's settings. Settings of a removed action move to a new action with the
 * same entry, when each version has only that one action for the entry. The permission to write to servers
 * does not move. An action that comes back has its earlier settings and its permission again, which is told, and
 * so is a permission that stays, because the other files may be of another author.
 */
export function settingsAfter(before: Manifest, now: Manifest, overrides: Overrides): SettingsAfter {
  const findings: ReviewFinding[] = [];
  const followed: Record<string, Override> = {};
  const ids = new Set(now.actions.map(({ id }) => id)), had = new Set(before.actions.map(({ id }) => id));
  const settingsOf = (id: string) => {
    const settings = ownProperty(overrides.actions, id);
    return settings && Object.keys(settings).length > 0 ? settings : undefined;
  };
  // A permission is named first, because of many findings only the number is given.
  for (const action of now.actions) {
    const settings = settingsOf(action.id);
    if (settings?.write && had.has(action.id)) {
      findings.push(caution(`${name(action)} may go on writing to servers, as you allowed it to`));
    } else if (settings && !had.has(action.id)) {
      const writing = settings.write ? "; it may write to servers" : "";
      findings.push(caution(`Your earlier settings of ${name(action)} count again${writing}`));
    }
  }
  for (const action of before.actions) {
    const settings = settingsOf(action.id);
    if (!settings) continue;
    const heir = ids.has(action.id) ? action : heirOf(action, before, now);
    if (heir && heir.id !== action.id && !settingsOf(heir.id)) {
      const { write, ...others } = settings;
      if (Object.keys(others).length > 0) followed[heir.id] = others;
      findings.push(goOn(action, heir, write !== undefined));
    } else if (!heir) {
      findings.push(
        caution(`Your settings of ${name(action)} end: it has no action “${action.id}” any more`),
      );
    } else if (heir.id !== action.id) {
      const others = `those of action “${shortened(heir.id, 40)}” from before count`;
      findings.push(caution(`Your settings of ${name(action)} end: ${others}`));
      continue;
    }
    const gone = heir ? lostKeys(settings, merged(before, action), now, heir.id) : [];
    if (gone.length > 0) {
      findings.push(
        caution(`Your ${keys(gone)} of ${name(action)} may end: its config has no such key any more`),
      );
    }
  }
  const more = findings.splice(NAMED).length;
  if (more > 0) findings.push(caution(`${more} more of your settings change`));
  const moved = Object.keys(followed).length > 0;
  return { overrides: moved ? { actions: { ...overrides.actions, ...followed } } : null, findings };
}

/**
 * Returns the findings about the user's settings for the review of a bundle. All settings come back when it is
 * not installed, because uninstalling has kept them and the bundle may come from someone else.
 */
export async function settingsFindings(
  paths: KedgePaths,
  { manifest, hash }: Bundle,
): Promise<readonly ReviewFinding[]> {
  if (!isExtensionId(manifest.id)) return [];
  const before = await readRecord(extensionPaths(paths, manifest.id).record);
  if (before !== null && before !== "broken" && before.hash === hash) return [];
  const old = before === null || before === "broken" ? { ...manifest, actions: [] } : before.manifest;
  return settingsAfter(old, manifest, await readOverrides(paths, manifest.id)).findings;
}

/** Returns the action that replaced a removed one; undefined when there is none. */
function heirOf(gone: ManifestAction, before: Manifest, now: Manifest): ManifestAction | undefined {
  const [first, ...others] = now.actions.filter(({ entry }) => entry === gone.entry);
  const alone = others.length === 0 &&
    before.actions.filter(({ entry }) => entry === gone.entry).length === 1;
  return alone && !before.actions.some(({ id }) => id === first?.id) ? first : undefined;
}

type Config = Readonly<Record<string, unknown>>;

const merged = (manifest: Manifest, action: ManifestAction | undefined): Config => ({
  ...manifest.config,
  ...action?.config,
});

/** Returns the keys that the user has set and that the config contained before but does not contain any more. */
function lostKeys({ config = {} }: Override, before: Config, now: Manifest, id: string): string[] {
  const after = merged(now, now.actions.find((action) => action.id === id));
  return Object.keys(config).filter((key) => Object.hasOwn(before, key) && !Object.hasOwn(after, key));
}

function keys(gone: readonly string[]): string {
  const shown = gone.slice(0, 3).map((key) => `“${shortened(key, 40)}”`).join(", ");
  return gone.length > 3 ? `${shown} and ${gone.length - 3} more` : shown;
}

const name = ({ label }: ManifestAction) => `“${shortened(label, 40)}”`;

const caution = (message: string): ReviewFinding => ({ severity: "caution", message, file: MANIFEST });

function goOn(from: ManifestAction, to: ManifestAction, wrote: boolean): ReviewFinding {
  const writing = wrote ? "; allow it to write to servers again" : "";
  const where = name(from) === name(to)
    ? `under its new id “${shortened(to.id, 40)}”`
    : `for ${name(to)}, of the same file`;
  const message = `Your settings of ${name(from)} go on ${where}${writing}`;
  return { ...caution(message), severity: wrote ? "caution" : "info" };
}
