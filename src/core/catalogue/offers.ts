import { changeOfVersions } from "../extensions/review/review.ts";
import { versionAtLeast } from "../version_order.ts";
import type { AppVersion } from "../version.ts";
import type { StoredCatalogue } from "./store.ts";
import type { CatalogueEntry, CatalogueVersion } from "./schema.ts";

const DAY = 24 * 60 * 60 * 1000;

/** The installed version of an extension. */
interface InstalledVersion {
  readonly id: string;
  readonly hash: string;
  readonly version?: string;
}

/** A catalogue's entry of one extension, compared with the installed version. */
export interface Offer {
  readonly entry: CatalogueEntry;
  /** The newest version that is neither withdrawn nor too new for this Kedge; null when there is none. */
  readonly newest: CatalogueVersion | null;
  /** The installed version of the extension. */
  readonly installed?: InstalledVersion;
  /** What the catalogue says of the installed version; absent when it does not describe it. */
  readonly known?: CatalogueVersion;
  /**
   * `install`: the extension is not installed. `update`: another version than the newest is installed.
   * `current`: the newest one is installed. `foreign`: the installed version was never in this catalogue.
   * `none`: there is nothing to install.
   */
  readonly state: "install" | "update" | "current" | "foreign" | "none";
  /** Time until which an update is not offered, ms since 1970; absent when it is offered. */
  readonly restsUntil?: number;
  /** The version of Kedge that the newest version of all requires. */
  readonly needs?: string;
}

/** The data that determines which versions are offered. */
interface OfferParts {
  readonly installed: readonly InstalledVersion[];
  readonly restDays: number;
  readonly now: number;
  readonly app: AppVersion;
}

/** Returns the offers of a catalogue, in its order. Has no side effects. */
export function offersOf(stored: Pick<StoredCatalogue, "catalogue" | "seen">, parts: OfferParts): Offer[] {
  const byId = new Map(parts.installed.map((one) => [one.id, one]));
  const withdrawn = new Set(stored.catalogue.withdrawn.map(({ hash }) => hash));
  return stored.catalogue.extensions.map((entry) =>
    offerOf(entry, byId.get(entry.id), withdrawn, stored.seen, parts)
  );
}

function offerOf(
  entry: CatalogueEntry,
  installed: InstalledVersion | undefined,
  withdrawn: ReadonlySet<string>,
  seen: StoredCatalogue["seen"],
  { restDays, now, app }: OfferParts,
): Offer {
  const good = entry.versions.filter(({ hash }) => !withdrawn.has(hash));
  const fits = ({ minAppVersion }: CatalogueVersion) =>
    minAppVersion === undefined || app.development || versionAtLeast(app.version, minAppVersion);
  const newest = good.find(fits) ?? null;
  const needs = good[0] && !fits(good[0]) ? good[0].minAppVersion : undefined;
  const known = installed && entry.versions.find(({ hash }) => hash === installed.hash);
  const isOurs = known !== undefined || entry.earlier?.some(({ hash }) => hash === installed?.hash) === true;
  const state = stateOf(newest, installed, isOurs);
  const restsUntil = newest && state === "update" && restDays > 0 && !withdrawn.has(installed!.hash)
    ? Math.max(Date.parse(newest.published), seen[newest.hash] ?? 0) + restDays * DAY
    : 0;
  return {
    entry,
    newest,
    state,
    ...(installed && { installed }),
    ...(known && { known }),
    ...(restsUntil > now && { restsUntil }),
    ...(needs !== undefined && { needs }),
  };
}

function stateOf(
  newest: CatalogueVersion | null,
  installed: InstalledVersion | undefined,
  isOurs: boolean,
): Offer["state"] {
  if (!newest) return "none";
  if (!installed) return "install";
  if (installed.hash === newest.hash) return "current";
  if (isOurs) return "update";
  // A version from another source may be newer than all of the catalogue.
  return changeOfVersions(newest.version, installed.version) === "downgrade" ? "current" : "foreign";
}
