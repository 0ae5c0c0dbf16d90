import type { Bundle } from "../bundle/mod.ts";
import { findingsOf } from "../extensions/review/findings.ts";
import { placesOf } from "../extensions/review/places.ts";
import { summaryOf } from "../extensions/review/summary.ts";
import { present } from "../present.ts";
import { shortened } from "../text/shorten.ts";
import { abilitiesOf, CAPABILITIES, type Capability } from "../extensions/review/capability.ts";
import { MAX_COUNT } from "./limits.ts";
import type { PublishedReview } from "./schema.ts";

/**
 * Returns the review of a bundle in the form for a catalogue. `kedge` is the version that makes it. Has no
 * side effects.
 */
export function publishedReview(bundle: Bundle, kedge: string): PublishedReview {
  const { reach, findings } = findingsOf(bundle);
  const places = placesOf(bundle.manifest);
  return {
    kedge,
    summary: shortened(summaryOf({ reach, places }, null), 4000),
    can: [...reach.can].sort(),
    places: places.slice(0, MAX_COUNT.places),
    findings: findings.slice(0, MAX_COUNT.findings).map(({ severity, message, file, line, more }) => ({
      severity,
      message: shortened(message, 1000),
      file,
      ...present({ line, more }),
    })),
  };
}

/**
 * Returns how a bundle differs from its catalogue's description, as the end of a sentence; null when it does
 * not. Another version of Kedge may word its findings differently, but the abilities of a bundle must always
 * be listed.
 */
export function reviewDifference(published: PublishedReview, local: PublishedReview): string | null {
  const more = local.can.filter((one) => !published.can.includes(one));
  if (more.length > 0) return `it can also ${listed(abilityWords(more))}`;
  const places = local.places.filter((place) => !published.places.includes(place));
  if (places.length > 0) return `it also works in ${listed(places)}`;
  if (published.kedge !== local.kedge) return null;
  if (
    published.can.some((one) => !local.can.includes(one)) ||
    published.places.some((one) => !local.places.includes(one))
  ) {
    return "it can less than that";
  }
  return JSON.stringify(published.findings) === JSON.stringify(local.findings)
    ? null
    : "its findings are others";
}

/** Returns the words after "can" for capabilities; an unknown capability of a newer Kedge is returned by its name. */
export function abilityWords(names: readonly string[]): string[] {
  const known = names.filter((one): one is Capability => Object.hasOwn(CAPABILITIES, one));
  return [...abilitiesOf(new Set(known)), ...names.filter((one) => !Object.hasOwn(CAPABILITIES, one))];
}

/** Returns what a version can do that another could not, the most serious first, as words after "can now". */
export function newAbilities(
  now: PublishedReview,
  before: Pick<PublishedReview, "can" | "places">,
): string[] {
  const old = abilityWords(before.can);
  return [
    ...abilityWords(now.can).filter((one) => !old.includes(one)),
    ...now.places.filter((place) => !before.places.includes(place)).map((place) => `work in ${place}`),
  ];
}

const listed = (words: readonly string[]) => words.join(", ").replace(/, ([^,]*)$/, " and $1");
