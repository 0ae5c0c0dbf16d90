import type { CatalogueSetting } from "../../config/config.ts";
import type { KedgePaths } from "../../paths.ts";
import { checkForPublisher, type ValidSignature, type Verify } from "../accept.ts";
import { CatalogueError } from "../error.ts";
import { FILES, MAX_COUNT } from "../limits.ts";
import { catalogueText, readCatalogue } from "../read.ts";
import type { Catalogue } from "../schema.ts";
import { readStored, type StoredCatalogue } from "../store.ts";
import type { Target } from "./target.ts";

/** The catalogue at a target, with its signatures. */
export interface Current {
  readonly catalogue: Catalogue;
  readonly text: string;
  readonly signatures: string;
}

/** The home of who publishes: it knows which catalogues were accepted before. */
export interface PublisherHome {
  readonly paths: Pick<KedgePaths, "catalogs">;
  readonly settings: readonly CatalogueSetting[];
}

/** How a catalogue at a target is checked. */
export interface CheckParts {
  readonly verify: Verify;
  /** Absent when nothing is known of earlier versions. */
  readonly home?: PublisherHome;
}

/** A catalogue at a target that was checked. */
export interface Checked {
  /** The valid ones. */
  readonly signatures: readonly ValidSignature[];
  /** Whether readers accept it; otherwise other publishers must sign it too. */
  readonly enough: boolean;
  /** What the home accepted last; null when it does not have this catalogue. */
  readonly before: StoredCatalogue | null;
}

/** Returns the catalogue at a target without checking its signatures; null when there is none. */
export async function currentOf(target: Pick<Target, "read">): Promise<Current | null> {
  const bytes = await target.read(FILES.catalogue, MAX_COUNT.catalogue);
  if (!bytes) return null;
  const text = catalogueText(bytes);
  const signatures = await target.read(FILES.signatures, MAX_COUNT.signatures);
  return {
    catalogue: readCatalogue(text),
    text,
    signatures: new TextDecoder().decode(signatures ?? new Uint8Array()),
  };
}

/** Checks that publishers made the catalogue at a target. Throws a {@link CatalogueError}. */
export async function checkCurrent(current: Current, { verify, home }: CheckParts): Promise<Checked> {
  const { before, trusted } = await acceptedBefore(current.catalogue, home);
  const parts = { known: before?.known ?? null, trusted, verify };
  try {
    return { signatures: await checkForPublisher(current, parts, false), enough: true, before };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    if (!["too-few-signatures", "changed-keys"].includes(error.code)) throw advised(error);
  }
  try {
    return { signatures: await checkForPublisher(current, parts, true), enough: false, before };
  } catch (error) {
    throw error instanceof CatalogueError ? advised(error) : error;
  }
}

/** Returns what a home knows of a catalogue, at whatever address it reads it. */
async function acceptedBefore(
  { id }: Catalogue,
  home: PublisherHome | undefined,
): Promise<{ readonly before: StoredCatalogue | null; readonly trusted: readonly string[] }> {
  let aside: StoredCatalogue | null = null;
  for (const setting of home?.settings ?? []) {
    const before = await readStored(home!.paths, setting);
    if (before?.known.id === id) return { before, trusted: setting.keys };
    // It tells that a list is older, but the keys of the setting are those of another catalogue.
    aside ??= await readStored(home!.paths, setting, id);
  }
  return { before: aside, trusted: [] };
}

/** Returns an error with what a publisher can do, who is asked by everybody else. */
function advised(error: CatalogueError): CatalogueError {
  if (!["unsigned", "wrong-signature", "changed-keys", "older"].includes(error.code)) return error;
  return new CatalogueError(
    error.code,
    error.message,
    `Somebody may have changed it: restore the newest signed ${FILES.catalogue} and ${FILES.signatures} from their history, then publish again.`,
  );
}
