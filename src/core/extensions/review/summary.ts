import { abilitiesOf, type Capability } from "./capability.ts";
import type { Reach } from "./reach.ts";

/** What a version can do, and in which accounts. */
export interface Means {
  readonly reach: Pick<Reach, "can" | "could">;
  /** The accounts in which its actions run, as texts; empty when no action needs one. */
  readonly places: readonly string[];
}

/** Maximum accounts in the sentence. */
const NAMED = 3;

/**
 * Returns one sentence about what the bundle can do on the machine, and in which accounts; for an update,
 * about what is new. `before` is the trusted version.
 */
export function summaryOf({ reach: { can, could }, places }: Means, before: Means | null): string {
  const abilities = abilitiesOf(can);
  const abilitiesBefore = before ? abilitiesOf(before.reach.can) : [];
  const work = (some: readonly string[]) => some.length > 0 ? [`work in ${named(some)}`] : [];
  const newPlaces = before ? places.filter((place) => !before.places.includes(place)) : [];
  const news = before
    ? [...work(newPlaces), ...abilities.filter((one) => !abilitiesBefore.includes(one))]
    : [];
  const also = unnamed(can, could);
  if (before && news.length > 0) {
    const oldPlaces = places.filter((place) => !newPlaces.includes(place));
    const old = [...work(oldPlaces), ...abilities.filter((ability) => !news.includes(ability))];
    return `This version can now ${listed(news)}.${
      old.length > 0 ? ` As before it can ${listed(old)}.` : ""
    }${also}`;
  }
  const where = places.length > 0 ? `It works in ${named(places)}` : "It needs no account";
  const as = before ? ", as before" : "";
  if (abilities.length > 0) return `${where} and can ${listed(abilities)}${as}.${also}`;
  return also
    ? `${where} and names nothing that reaches beyond its own dialogs.${also}`
    : `${where} and does not reach beyond its own dialogs, as far as its imports show.`;
}

/** Returns the sentence about what the bundle could do through its imports without naming it. */
function unnamed(can: ReadonlySet<Capability>, could: ReadonlySet<Capability>): string {
  if (can.has("anything") || could.size === 0) return "";
  return ` By what it imports it could also ${listed(abilitiesOf(could))}.`;
}

/** Returns accounts as text: the first ones, and the number of others. */
function named(places: readonly string[]): string {
  if (places.length <= NAMED) return listed(places);
  const more = places.length - NAMED + 1;
  return listed([...places.slice(0, NAMED - 1), `${more} more accounts`]);
}

function listed(words: readonly string[]): string {
  return words.join(", ").replace(/, ([^,]*)$/, " and $1");
}
