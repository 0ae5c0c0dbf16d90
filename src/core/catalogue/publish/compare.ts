import { type Bundle, LIMITS, readBundle } from "../../bundle/mod.ts";
import { reviewBundle } from "../../extensions/mod.ts";
import type { ReviewedBundle } from "../../state/state.ts";
import type { Catalogue, CatalogueVersion } from "../schema.ts";
import { newAbilities, publishedReview } from "../published_review.ts";
import { raisedVersion, versionsOf } from "./next.ts";
import { withVersion } from "./raise.ts";
import type { Target } from "./target.ts";

/** A bundle compared with its catalogue entry. */
interface Compared {
  /** The newest published version; null when there is none. */
  readonly before: CatalogueVersion | null;
  /** Whether the same files are already published. */
  readonly same: boolean;
  /** The abilities that the published version lacks, in words; all of them for a new extension. */
  readonly more: readonly string[];
  /** The abilities of the bundle, in a sentence. */
  readonly summary: string;
}

/** Compares a bundle with its catalogue entry, without side effects. `kedge` is the version of this Kedge. */
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
 * Returns the version under which to publish a bundle: its own, or a higher one when the catalogue has other
 * files under that version. Files that are published and only lack their version, because Kedge was killed
 * after publishing, get the published version.
 */
export function versionFor(
  bundle: Bundle,
  catalogue: Pick<Catalogue, "extensions"> | null,
): string {
  const { id, version = "" } = bundle.manifest;
  const versions = versionsOf(catalogue?.extensions.find((entry) => entry.id === id));
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

/**
 * Returns the review of a bundle compared with the published version; null when that is not available as it
 * was published.
 */
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
