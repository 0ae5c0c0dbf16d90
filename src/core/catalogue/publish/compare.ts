import { type Bundle, LIMITS, readBundle } from "../../bundle/mod.ts";
import { reviewBundle } from "../../extensions/mod.ts";
import type { ReviewedBundle } from "../../state/state.ts";
import type { Catalogue, CatalogueVersion } from "../schema.ts";
import { newAbilities, toldReview } from "../told.ts";
import type { Target } from "./target.ts";

/** A bundle beside what a catalogue has of it. */
interface Compared {
  /** The version that is published now; null: none is. */
  readonly before: CatalogueVersion | null;
  /** It is published already, as it is. */
  readonly same: boolean;
  /** What it can do now and could not, in words; all of it for a new one. */
  readonly more: readonly string[];
  /** What it can do, in a sentence. */
  readonly summary: string;
}

/** Compares a bundle with what a catalogue has of it; pure. `kedge` is the version that does. */
export function compared(
  bundle: Bundle,
  catalogue: Pick<Catalogue, "extensions"> | null,
  kedge: string,
): Compared {
  const { id } = bundle.manifest;
  const before = catalogue?.extensions.find((entry) => entry.id === id)?.versions[0] ?? null;
  const told = toldReview(bundle, kedge);
  return {
    before,
    same: before?.hash === bundle.hash,
    more: newAbilities(told, before?.review ?? { can: [], places: [] }),
    summary: told.summary,
  };
}

/** Whether a catalogue has other files under the bundle's version. */
export function isTaken(
  { manifest, hash }: Bundle,
  catalogue: Pick<Catalogue, "extensions"> | null,
): boolean {
  const versions = catalogue?.extensions.find((entry) => entry.id === manifest.id)?.versions ?? [];
  return versions.some((known) => known.version === (manifest.version ?? "") && known.hash !== hash);
}

/** The review of a bundle against the published version; null where that is not there as it was published. */
export async function reviewAgainst(
  bundle: Bundle,
  before: CatalogueVersion,
  target: Pick<Target, "read">,
): Promise<ReviewedBundle | null> {
  const archive = await target.read(before.file, LIMITS.bundle);
  const published = archive && readBundle(archive).bundle;
  if (published?.hash !== before.hash) return null;
  const hashes = new Map([...published.facts].map(([path, { hash }]) => [path, hash]));
  return reviewBundle(bundle, {
    hash: published.hash,
    version: before.version,
    files: published.files,
    hashes,
  });
}
