import { type Bundle, LIMITS, readBundle } from "../../bundle/mod.ts";
import { reviewBundle } from "../../extensions/mod.ts";
import type { ReviewedBundle } from "../../state/state.ts";
import type { Catalogue, CatalogueVersion } from "../schema.ts";
import { newAbilities, publishedReview } from "../published_review.ts";
import { raisedVersion } from "./next.ts";
import { withVersion } from "./raise.ts";
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
  const published = publishedReview(bundle, kedge);
  return {
    before,
    same: before?.hash === bundle.hash,
    more: newAbilities(published, before?.review ?? { can: [], places: [] }),
    summary: published.summary,
  };
}

/**
 * The version to publish a bundle as: its own, or a higher one where a catalogue has other files under that. Files that are published and lack only their version, as a Kedge that was killed
 * behind the publishing leaves them, get that one.
 */
export function versionFor(
  bundle: Bundle,
  catalogue: Pick<Catalogue, "extensions"> | null,
): string {
  const { id, version = "" } = bundle.manifest;
  const versions = catalogue?.extensions.find((entry) => entry.id === id)?.versions ?? [];
  const [newest] = versions;
  const isTaken = (wanted: string) => versions.some((one) => one.version === wanted);
  const same = versions.find((one) => one.version === version);
  if (same ? same.hash === bundle.hash : version !== "") return version;
  if (newest && newest.version !== "" && withVersion(bundle, newest.version).hash === newest.hash) {
    return newest.version;
  }
  let raised = raisedVersion(version);
  while (isTaken(raised)) raised = raisedVersion(raised);
  return raised;
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
