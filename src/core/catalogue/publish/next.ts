import { type Bundle, fileHash } from "../../bundle/mod.ts";
import { present } from "../../present.ts";
import { shortened } from "../../text/shorten.ts";
import { CatalogueError } from "../error.ts";
import { MAX_COUNT } from "../limits.ts";
import type { Catalogue, CatalogueEntry, CatalogueVersion, KeySet, WithdrawnVersion } from "../schema.ts";
import { publishedReview } from "../published_review.ts";

/** A bundle to publish, with its archive. */
interface NewBundle {
  readonly bundle: Bundle;
  readonly archive: Uint8Array;
  /** Text about the news, for people. */
  readonly news?: string;
}

/** The changes of a publishing. */
export interface CatalogueChange {
  readonly bundles: readonly NewBundle[];
  readonly withdraw?: {
    readonly extension: string;
    /** Absent to withdraw all versions. */
    readonly version?: string;
    readonly reason: string;
    readonly instead?: string;
  };
  /** New keys, already signed by the old ones. */
  readonly keys?: KeySet;
}

/** The parameters of a publishing. */
interface NextParts {
  readonly now: number;
  /** Days until the catalogue expires. */
  readonly days: number;
  /** The version of this Kedge. */
  readonly kedge: string;
}

/** Returns a time in the format of a catalogue. */
export const catalogueTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");

/** Returns the path of a version's bundle. */
export function bundleFile({ manifest, hash }: Bundle): string {
  const words = [manifest.id, manifest.version ?? ""].map((word) => word.replace(/[^A-Za-z0-9._-]/g, "_"))
    .filter(Boolean);
  return `bundles/${words.join("-").replace(/^[._-]+/, "").slice(0, 180) || "extension"}-${
    hash.slice(0, 12)
  }.kedgeext`;
}

/**
 * Returns the catalogue after a change, without side effects. Throws a {@link CatalogueError} for a change
 * that cannot be published.
 */
export function nextCatalogue(
  before: Pick<Catalogue, "id" | "name" | "version" | "keys" | "extensions" | "withdrawn">,
  change: CatalogueChange,
  { now, days, kedge }: NextParts,
): Catalogue {
  const published = catalogueTime(now);
  const extensions = new Map(before.extensions.map((entry) => [entry.id, entry]));
  for (const one of change.bundles) {
    const { id } = one.bundle.manifest;
    extensions.set(id, withVersion(extensions.get(id), one, published, kedge, before.withdrawn));
  }
  if (extensions.size > MAX_COUNT.extensions) {
    throw new CatalogueError(
      "refused",
      `a catalogue has at most ${MAX_COUNT.extensions} extensions`,
      "Publish to another one.",
    );
  }
  return {
    format: 1,
    id: before.id,
    name: before.name,
    version: before.version + 1,
    published,
    expires: catalogueTime(now + days * 24 * 60 * 60 * 1000),
    keys: change.keys ? [...before.keys, change.keys] : before.keys,
    extensions: [...extensions.values()].sort((a, b) => a.id < b.id ? -1 : 1),
    withdrawn: change.withdraw ? withWithdrawn(before, change.withdraw, published) : before.withdrawn,
  };
}

/** Returns all versions of an entry, also earlier ones that it does not describe any more. */
export function versionsOf(
  entry: CatalogueEntry | undefined,
): readonly Pick<CatalogueVersion, "version" | "hash">[] {
  return [...entry?.versions ?? [], ...entry?.earlier ?? []];
}

/** Returns the versions of a catalogue that a withdrawal names. */
export function namedVersions(
  extensions: readonly CatalogueEntry[],
  { extension, version }: { readonly extension: string; readonly version?: string | undefined },
): ReturnType<typeof versionsOf> {
  return versionsOf(extensions.find(({ id }) => id === extension))
    .filter((one) => version === undefined || one.version === version);
}

/** Returns the entry with one more version, or with a new review of the same version. */
function withVersion(
  entry: CatalogueEntry | undefined,
  { bundle, archive, news }: NewBundle,
  published: string,
  kedge: string,
  withdrawn: Catalogue["withdrawn"],
): CatalogueEntry {
  const { manifest, hash } = bundle;
  const version = manifest.version ?? "";
  if (withdrawn.some((one) => one.hash === hash)) {
    throw new CatalogueError(
      "withdrawn",
      `this version of “${manifest.id}” was withdrawn`,
      "Change it, then publish it.",
    );
  }
  const same = entry?.versions.find((one) => one.hash === hash);
  const clash = versionsOf(entry).find((one) => one.version === version && one.hash !== hash);
  if (clash) {
    throw new CatalogueError(
      "refused",
      `“${manifest.id}” ${version} is published already, with other files`,
      "Raise the version in manifest.json.",
    );
  }
  const minAppVersion = manifest.minAppVersion ?? manifest.minKedgeVersion;
  const words = news ?? same?.news;
  const made: CatalogueVersion = {
    version,
    hash,
    sha256: fileHash(archive),
    size: archive.length,
    file: bundleFile(bundle),
    published: same?.published ?? published,
    ...present({ news: words && shortened(words, 4000), minAppVersion }),
    review: publishedReview(bundle, kedge),
  };
  const versions = [made, ...(entry?.versions ?? []).filter((one) => one.hash !== hash)];
  const dropped = versions.slice(MAX_COUNT.versions).map(({ version, hash }) => ({ version, hash }));
  const earlier = [...dropped, ...(entry?.earlier ?? []).filter((one) => one.hash !== hash)];
  return {
    id: manifest.id,
    name: shortened(manifest.name, 200),
    ...present({
      description: manifest.description && shortened(manifest.description, 4000),
      author: manifest.author && shortened(manifest.author, 200),
    }),
    versions: versions.slice(0, MAX_COUNT.versions),
    ...(earlier.length === 0 ? {} : { earlier: earlier.slice(0, MAX_COUNT.earlier) }),
  };
}

function withWithdrawn(
  { extensions, withdrawn }: Pick<Catalogue, "extensions" | "withdrawn">,
  { extension, version, reason, instead }: NonNullable<CatalogueChange["withdraw"]>,
  since: string,
): readonly WithdrawnVersion[] {
  const versions = namedVersions(extensions, { extension, version });
  if (versions.length === 0) {
    throw new CatalogueError(
      "missing",
      `the catalogue has no ${extension}${version === undefined ? "" : ` ${version}`}`,
      "See: kedge --catalogs",
    );
  }
  // Readers refuse a list that withdraws a hash twice, and a hand may have written an earlier version twice.
  const named = new Map(versions.map((one) => [one.hash, one]));
  const made = [...named.values()].map((one) => ({
    hash: one.hash,
    extension,
    version: one.version,
    reason: shortened(reason, 1000),
    ...present({ instead: instead && shortened(instead, 1000) }),
    since,
  }));
  const all = [...made, ...withdrawn.filter(({ hash }) => !named.has(hash))];
  // Without the oldest ones those versions would run again.
  if (all.length <= MAX_COUNT.withdrawn) return all;
  throw new CatalogueError(
    "refused",
    `a catalogue has at most ${MAX_COUNT.withdrawn} withdrawn versions`,
    "Withdraw single versions (ID@VERSION), or publish to another one.",
  );
}

/** Returns the next version after a free text: its last number increased by one. */
export function raisedVersion(version: string | undefined): string {
  if (version === undefined || version.trim() === "") return "1.0.0";
  const last = /^(.*?)(\d{1,15})(\D*)$/s.exec(version);
  return last ? `${last[1]}${BigInt(last[2]!) + 1n}${last[3]}` : `${version} 2`;
}
