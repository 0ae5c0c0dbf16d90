import {
  type Bundle,
  factsOf,
  MANIFEST,
  type Manifest,
  parseManifest,
  sortedPaths,
} from "../../bundle/mod.ts";
import type { ReviewedBundle, ReviewFile, ReviewFinding, ReviewTexts } from "../../state/state.ts";
import { shortened } from "../../text/shorten.ts";
import { textsToShow } from "../manifest_texts.ts";
import { kindOf } from "./file_kind.ts";
import { type Findings, findingsOf, sourceReach } from "./findings.ts";
import { placesOf } from "./places.ts";
import { type Means, summaryOf } from "./summary.ts";
import { jsonOrNull } from "../../json_values.ts";
import { present } from "../../present.ts";

/** The trusted version that an update is compared with. */
export interface TrustedVersion {
  readonly hash: string;
  readonly version?: string;
  /** Reading a file throws when it is not as it was reviewed. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** SHA-256 of each file, lower-case hex. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Maximum bytes of text that a review contains; the text of further files is requested when the user opens them. */
const CARRIED = 2 * 1024 * 1024;
/** Maximum actions that a review names. */
const ACTIONS = 100;
/** Maximum characters shown of a name and of a description. */
const NAME = 200, DESCRIPTION = 4000;

/**
 * Returns everything that the trust gate shows of a bundle, without side effects. `installed` is the version
 * trusted before; `settings` are the findings about the user's own settings.
 */
export function reviewBundle(
  bundle: Bundle,
  installed: TrustedVersion | null,
  settings: readonly ReviewFinding[] = [],
): ReviewedBundle {
  const { manifest } = bundle;
  const { version, author, description } = textsToShow(manifest);
  const { version: installedVersion } = textsToShow(installed ?? {});
  const short = (text: string | undefined, longest = NAME) => text && shortened(text, longest);
  const { reach, findings, sources } = findingsOf(bundle);
  const means: Means = { reach, places: placesOf(manifest) };
  const before = installed?.hash === bundle.hash ? means : installed && meansBefore(installed, sources);
  return {
    id: manifest.id,
    name: shortened(manifest.name, NAME),
    hash: bundle.hash,
    change: changeOf(bundle, installed),
    ...present({
      version: short(version),
      author: short(author),
      description: short(description, DESCRIPTION),
      icon: manifest.icon || undefined,
      installedHash: installed?.hash,
      installedVersion: short(installedVersion),
    }),
    actions: manifest.actions.slice(0, ACTIONS)
      .map(({ id, label, entry }) => ({ id, label: shortened(label, NAME), entry })),
    ...(manifest.actions.length > ACTIONS ? { moreActions: manifest.actions.length - ACTIONS } : {}),
    summary: summaryOf(means, before),
    findings: [...settings, ...findings],
    files: reviewFiles(bundle, installed),
  };
}

/**
 * Returns the texts of one file of a review, including files whose text the review does not contain; null
 * when there is no file with that path.
 */
export function reviewTexts(
  bundle: Bundle,
  installed: TrustedVersion | null,
  path: string,
): ReviewTexts | null {
  const facts = bundle.facts.get(path);
  if (!facts && !installed?.hashes.has(path)) return null;
  const same = facts?.hash === installed?.hashes.get(path);
  const now = facts ? bundle.files.get(path)! : null, old = same ? null : oldBytes(installed, path);
  return { ...(now ? { text: decode(now) } : {}), ...(old ? { before: decode(old) } : {}) };
}

/** Returns the capabilities and places of the trusted version; null when its files are not those that were trusted. */
function meansBefore(installed: TrustedVersion, known: Findings["sources"]): Means | null {
  try {
    const manifest = manifestOf(installed);
    const entries = manifest?.actions.map(({ entry }) => entry) ?? [];
    return {
      reach: sourceReach(installed.files, installed.hashes, entries, known),
      places: manifest ? placesOf(manifest) : [],
    };
  } catch {
    return null;
  }
}

/** Returns the trusted bytes of a file; null when there are none. */
function oldBytes(installed: TrustedVersion | null, path: string): Uint8Array | null {
  try {
    return installed?.files.get(path) ?? null;
  } catch {
    return null;
  }
}

function manifestOf({ files }: TrustedVersion): Manifest | null {
  const manifest = files.get(MANIFEST);
  return parseManifest(manifest && jsonOrNull(decode(manifest))) ?? null;
}

/** Returns what installing the bundle changes compared with the trusted version. */
export function changeOf(
  bundle: Bundle,
  installed: Pick<TrustedVersion, "hash" | "version"> | null,
): ReviewedBundle["change"] {
  if (!installed) return "install";
  if (installed.hash === bundle.hash) return "reinstall";
  return changeOfVersions(bundle.manifest.version, installed.version);
}

/** Returns whether another version is an update or a downgrade. */
export function changeOfVersions(
  version: string | undefined,
  installed: string | undefined,
): "update" | "downgrade" {
  return isOlder(version, installed) ? "downgrade" : "update";
}

/**
 * Returns whether a version is older than another. Versions are free text, so a version counts as older only
 * when both begin with dotted numbers and its numbers are lower. With equal numbers a version with a suffix
 * after `-` is older.
 */
function isOlder(version: string | undefined, installed: string | undefined): boolean {
  const [a, b] = [parse(version), parse(installed)];
  if (!a || !b) return false;
  for (let i = 0; i < Math.max(a.numbers.length, b.numbers.length); i++) {
    const difference = (a.numbers[i] ?? 0n) - (b.numbers[i] ?? 0n);
    if (difference !== 0n) return difference < 0n;
  }
  return a.early && !b.early;
}

function parse(version: string | undefined): { numbers: bigint[]; early: boolean } | null {
  const match = /^v?(\d{1,100}(?:\.\d{1,100}){0,20})(-)?/.exec(version?.trim() ?? "");
  return match && { numbers: match[1]!.split(".").map(BigInt), early: match[2] !== undefined };
}

function reviewFiles(bundle: Bundle, installed: TrustedVersion | null): ReviewFile[] {
  const paths = new Set([...bundle.facts.keys(), ...(installed?.hashes.keys() ?? [])]);
  const ordered = sortedPaths(paths).sort((a, b) => rank(a) - rank(b));
  let left = CARRIED;
  return ordered.map((path) => {
    const now = bundle.facts.get(path), hash = installed?.hashes.get(path);
    const change = !installed
      ? "same"
      : !now
      ? "removed"
      : hash === undefined
      ? "added"
      : now.hash === hash
      ? "same"
      : "changed";
    const removed = now ? null : oldBytes(installed, path) ?? new Uint8Array();
    const bytes = () => removed ?? bundle.files.get(path)!;
    const facts = now ?? factsOf(bytes());
    const kind = kindOf(path, facts, bytes);
    const shown: ReviewFile = { path, size: facts.size, change, kind };
    if (kind !== "source" && kind !== "text") return shown;
    if (facts.size > left) return { ...shown, more: true };
    const old = change === "changed" ? oldBytes(installed, path) : removed;
    const size = (now?.size ?? 0) + (old?.length ?? 0);
    if (size > left) return { ...shown, more: true };
    left -= size;
    return {
      ...shown,
      ...(now && { text: decode(bytes()) }),
      ...(old && { before: decode(old) }),
    };
  });
}

/** Returns the sort rank of a file: the manifest first, then the sources, then the rest. */
function rank(path: string): number {
  return path === MANIFEST ? 0 : path.endsWith(".go") ? 1 : 2;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
