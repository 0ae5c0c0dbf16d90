import { isExpired } from "../../../catalogue/accept.ts";
import { abilityWords, newAbilities } from "../../../catalogue/published_review.ts";
import { type RowSource, slice } from "../../../resources/rows.ts";
import { present } from "../../../present.ts";
import { shortened } from "../../../text/shorten.ts";
import type { CatalogueFeature } from "./catalogue.ts";
import { type CatalogueOffer, line, NOTHING_KNOWN, offerOf } from "./shown.ts";

/** An extension of a catalogue, for a list. */
interface CatalogueRow {
  readonly address: string;
  readonly id: string;
  readonly name: string;
  /** Name of the catalogue. */
  readonly from: string;
  /** What the extension can do, in words; empty for nothing. */
  readonly can: readonly string[];
  /** What the newest version can do, without what is known that the installed one can do. */
  readonly newly: readonly string[];
  readonly installed?: string;
  readonly newest?: string;
  /**
   * `rests`: the update is too new to be offered. `expired`: the catalogue has expired. `withdrawn`: the
   * installed version was withdrawn.
   */
  readonly state: CatalogueOffer["offer"]["state"] | "rests" | "expired";
  readonly withdrawn?: string;
}

/** An extension of a catalogue with all details. */
export interface CatalogueDetail extends CatalogueRow {
  readonly description?: string;
  readonly author?: string;
  readonly signedBy: readonly string[];
  readonly summary?: string;
  readonly findings: readonly {
    readonly severity: "info" | "caution" | "danger";
    readonly message: string;
  }[];
  readonly published?: number;
  readonly news?: string;
  readonly restsUntil?: number;
  /** Version of Kedge that the newest version of the extension needs, when this one is too old. */
  readonly needs?: string;
}

/** Lists of catalogues for pages. */
export type CatalogueLists = ReturnType<typeof catalogueLists>;

/** Maximum findings shown before the review, which shows all. */
const FINDINGS = 20;

/** Makes the lists. */
export function catalogueLists(
  feature: Pick<CatalogueFeature, "offers" | "reading" | "onOffers">,
  now: () => number,
) {
  const subscribe = (listener: (from: number) => void) => feature.onOffers(() => listener(0));
  return {
    /** Lists the extensions that fit the typed words, updates first. */
    entries(text: string): RowSource<CatalogueRow> {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      return {
        // Rows are made only for the part that is read.
        read(from, count) {
          const found = feature.offers().filter((one) => fits(one, words));
          const read = slice(found, from, count, feature.reading());
          return read.ok ? { ...read, rows: read.rows.map((one) => rowOf(one, now())) } : read;
        },
        subscribe,
      };
    },
    /** Lists one extension; empty when it is gone. */
    detail: (address: string, id: string): RowSource<CatalogueDetail> => ({
      read(from, count) {
        const found = offerOf(feature.offers(), address, id);
        return slice(found ? [detailOf(found, now())] : [], from, count);
      },
      subscribe,
    }),
  };
}

function fits(
  { offer: { entry }, stored: { catalogue } }: CatalogueOffer,
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const text = `${entry.name} ${entry.id} ${entry.author ?? ""} ${entry.description ?? ""} ${catalogue.name}`
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

function rowOf({ setting, stored: { catalogue }, offer }: CatalogueOffer, now: number): CatalogueRow {
  const { entry, newest, installed, known, state, restsUntil } = offer;
  const withdrawn = catalogue.withdrawn.find(({ hash }) => hash === installed?.hash);
  const expired = isExpired(catalogue, now) &&
    (state === "install" || state === "update" || state === "foreign");
  return {
    address: setting.address,
    id: entry.id,
    name: line(entry.name),
    from: line(catalogue.name),
    can: newest ? abilityWords(newest.review.can).map((word) => line(word)) : [],
    newly: newest && state === "update"
      ? newAbilities(newest.review, known?.review ?? NOTHING_KNOWN).map((word) => line(word))
      : [],
    ...(installed && { installed: line(installed.version ?? "no version") }),
    ...(newest && { newest: line(newest.version || "no version") }),
    state: expired ? "expired" : restsUntil !== undefined ? "rests" : state,
    ...(withdrawn && { withdrawn: line(withdrawn.reason, 1000) }),
  };
}

function detailOf(one: CatalogueOffer, now: number): CatalogueDetail {
  const { entry, newest, restsUntil, needs } = one.offer;
  return {
    ...rowOf(one, now),
    ...present({ description: entry.description, restsUntil, needs }),
    ...(entry.author === undefined ? {} : { author: line(entry.author) }),
    signedBy: one.stored.signedBy,
    ...(newest && { summary: line(newest.review.summary, 4000), published: Date.parse(newest.published) }),
    findings: (newest?.review.findings ?? []).slice(0, FINDINGS)
      .map(({ severity, message }) => ({ severity, message: line(message, 500) })),
    ...(newest?.news === undefined ? {} : { news: shortened(newest.news, 4000) }),
  };
}
