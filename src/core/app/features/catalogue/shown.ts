import { fingerprint } from "../../../catalogue/keys.ts";
import type { CatalogueError } from "../../../catalogue/error.ts";
import type { Offer } from "../../../catalogue/offers.ts";
import type { KeySet } from "../../../catalogue/schema.ts";
import type { StoredCatalogue } from "../../../catalogue/store.ts";
import { newAbilities } from "../../../catalogue/published_review.ts";
import type { CatalogueSetting } from "../../../config/config.ts";
import type { Diagnostic } from "../../../diagnostic.ts";
import { changeOfVersions } from "../../../extensions/review/review.ts";
import type { CatalogueKeys, CatalogueState, CatalogueUpdate } from "../../../state/catalogue.ts";
import { oneLine } from "../../../text/outside.ts";
import { asSentence } from "../../../text/sentences.ts";

/** An offer with its catalogue. */
export interface CatalogueOffer {
  readonly setting: CatalogueSetting;
  readonly stored: StoredCatalogue;
  readonly offer: Offer;
}

/** Returns a text of a catalogue on one line. */
export const line = (text: string, longest = 200) => oneLine(text, { longest });

/** Returns the offer of an extension; undefined when there is none. */
export function offerOf(
  offers: readonly CatalogueOffer[],
  address: string,
  extension: string,
): CatalogueOffer | undefined {
  return offers.find(({ setting, offer }) => setting.address === address && offer.entry.id === extension);
}

/** Of an installed version that its catalogue does not describe any more: everything may be new. */
export const NOTHING_KNOWN = { can: [], places: [] } as const;

/** Returns the fields of a read catalogue for the state. */
export function factsOf({ catalogue, checkedAt, signedBy }: StoredCatalogue): Partial<CatalogueState> {
  return {
    name: line(catalogue.name),
    version: catalogue.version,
    expires: Date.parse(catalogue.expires),
    checkedAt,
    signedBy,
    extensions: catalogue.extensions.length,
  };
}

/** Returns the signing keys of a catalogue for the state. */
export function keysOf({ threshold, signers }: KeySet): CatalogueKeys {
  return {
    threshold,
    signers: signers.map(({ name, key }) => ({
      name,
      type: key.split(" ")[0]!,
      fingerprint: fingerprint(key)!,
    })),
  };
}

/** Returns why a catalogue was not accepted, in words. */
export function faultWords(error: unknown): { readonly error: string; readonly hint?: string } {
  const { message, hint } = error as { readonly message: string; readonly hint?: string };
  return { error: asSentence(line(message, 500)), ...(hint !== undefined && { hint }) };
}

/** Returns the error as a diagnostic of a review that does not open. */
export function diagnosticOf({ code, message, hint }: CatalogueError): Diagnostic {
  return { severity: "error", code, path: [], message, hint };
}

/**
 * Returns offered updates for the state. Of an extension that several catalogues update only the highest version
 * is one, because an extension has one place in the tray and in the palette.
 */
export function updatesOf(offers: readonly Pick<CatalogueOffer, "setting" | "offer">[]): CatalogueUpdate[] {
  const updates = new Map<string, CatalogueUpdate>();
  for (const update of offers.map(updateOf)) {
    const other = updates.get(update.extension);
    if (!other || changeOfVersions(other.to, update.to) === "downgrade") {
      updates.set(update.extension, update);
    }
  }
  return [...updates.values()];
}

function updateOf(
  { setting, offer: { entry, installed, known, newest } }: Pick<CatalogueOffer, "setting" | "offer">,
): CatalogueUpdate {
  return {
    address: setting.address,
    extension: entry.id,
    name: line(entry.name),
    from: installed?.version ?? "",
    to: newest!.version,
    newly: newAbilities(newest!.review, known?.review ?? NOTHING_KNOWN),
  };
}
