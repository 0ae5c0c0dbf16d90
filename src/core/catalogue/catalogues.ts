import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Bundle, readBundle } from "../bundle/mod.ts";
import type { CatalogueSetting } from "../config/config.ts";
import { FileError } from "../files/errors.ts";
import { withFolderLock } from "../files/lock.ts";
import { failureText } from "../files/reason.ts";
import type { KedgePaths } from "../paths.ts";
import { present } from "../present.ts";
import { acceptCatalogue, isExpired, type Offered, readUntrusted, type Verify } from "./accept.ts";
import { CatalogueError } from "./error.ts";
import { FILES, MAX_COUNT } from "./limits.ts";
import { catalogueText, readCatalogue } from "./read.ts";
import type { Catalogue, CatalogueVersion, KeySet } from "./schema.ts";
import { parseAddress } from "./source/address.ts";
import { snapshotOf } from "./source/mod.ts";
import type { Snapshot, SourceParts } from "./source/snapshot.ts";
import { keep, putAside, readStored, type StoredCatalogue } from "./store.ts";
import { publishedReview, reviewDifference } from "./published_review.ts";
import { readWithdrawn, type Withdrawal, withdrawnSoFar, writeWithdrawn } from "./withdrawn.ts";

/** The catalogues of a Kedge home. Its functions throw a {@link CatalogueError}; earlier data then stays. */
export interface Catalogues {
  /** Returns the catalogue that was last accepted, without asking its source; null when there is none. */
  stored(setting: CatalogueSetting): Promise<StoredCatalogue | null>;
  /** Asks the source, and accepts its catalogue when all checks pass. */
  refresh(setting: CatalogueSetting, signal: AbortSignal): Promise<StoredCatalogue>;
  /** Reads a catalogue whose keys are not trusted yet. */
  look(address: string, signal: AbortSignal): Promise<Looked>;
  /**
   * Lets the catalogue with this id, whose keys the user begins to trust, take the place of another one that
   * was accepted at its address.
   */
  begin(address: string, id: string): Promise<void>;
  /** Downloads a bundle and checks that it is exactly what the catalogue describes. */
  bundle(setting: CatalogueSetting, version: CatalogueVersion, signal: AbortSignal): Promise<Bundle>;
  /**
   * Writes the list of withdrawn versions of these catalogues. Earlier withdrawals are kept unless the
   * catalogues are `all` of them.
   */
  withdraw(stored: readonly StoredCatalogue[], all: boolean): Promise<void>;
}

/** A catalogue whose keys are not trusted yet. */
export interface Looked {
  readonly catalogue: Catalogue;
  /** Its newest keys, which the user is asked to trust. */
  readonly keys: KeySet;
  readonly signedBy: readonly string[];
}

/** The dependencies of catalogues. */
interface CatalogueParts extends Omit<SourceParts, "cache"> {
  readonly paths: KedgePaths;
  readonly verify: Verify;
  readonly now: () => number;
  /** The version of this Kedge. */
  readonly kedge: string;
}

/** Opens the catalogues of a home. */
export function openCatalogues({ paths, verify, now, kedge, ...rest }: CatalogueParts): Catalogues {
  const parts: SourceParts = { ...rest, cache: join(paths.cache, "catalogs") };

  async function snapshot(address: string, signal: AbortSignal): Promise<Snapshot> {
    const parsed = parseAddress(address);
    if ("fault" in parsed) throw new CatalogueError("unusable", `this address ${parsed.fault}`, parsed.hint);
    return await snapshotOf(parsed, parts, signal);
  }

  async function offered(address: string, signal: AbortSignal): Promise<Offered> {
    const now = await snapshot(address, signal);
    const text = catalogueText(await now.file(FILES.catalogue, MAX_COUNT.catalogue, signal));
    const signatures = await now.file(FILES.signatures, MAX_COUNT.signatures, signal).catch((error) => {
      if (error instanceof CatalogueError && error.code === "missing") return new Uint8Array();
      throw error;
    });
    return { text, signatures: new TextDecoder().decode(signatures) };
  }

  /** Returns the result of a check; repeats it once because the catalogue may have changed between two reads. */
  async function settled<T>(
    address: string,
    signal: AbortSignal,
    check: (offer: Offered) => Promise<T>,
  ): Promise<T> {
    try {
      return await check(await offered(address, signal));
    } catch (error) {
      if (!(error instanceof CatalogueError) || error.code !== "wrong-signature") throw error;
      return await check(await offered(address, signal));
    }
  }

  return {
    stored: (setting) => readStored(paths, setting),
    refresh: (setting, signal) =>
      settled(setting.address, signal, (offer) =>
        withLock(paths, async () => {
          const current = await readStored(paths, setting), { id } = readCatalogue(offer.text);
          const before = current ?? await readStored(paths, setting, id);
          const known = before?.known ?? null;
          const accepted = await acceptCatalogue(offer, { known, trusted: setting.keys, verify });
          return await kept(async () => {
            if (!current) await putAside(paths, setting.address, id);
            return await keep(paths, setting, accepted, offer.text, before, now());
          });
        })),
    look: (address, signal) =>
      settled(address, signal, async (offer) => {
        const { catalogue, signedBy } = await readUntrusted(offer, verify);
        return { catalogue, signedBy, keys: catalogue.keys.at(-1)! };
      }),
    begin: (address, id) => withLock(paths, () => kept(() => putAside(paths, address, id))),
    async bundle(setting, version, signal) {
      const stored = await readStored(paths, setting);
      const entry = stored?.catalogue.extensions.find(({ versions }) =>
        versions.some(({ hash }) => hash === version.hash)
      );
      if (!stored || !entry) {
        throw new CatalogueError(
          "overtaken",
          "the catalogue does not offer that any more",
          "Look at it again.",
        );
      }
      refuseDistrusted(stored);
      refuseStale(stored, version, now());
      const source = await snapshot(setting.address, signal);
      const bytes = await source.file(version.file, version.size, signal).catch((error) => {
        const isLarger = error instanceof CatalogueError && error.code === "too-large";
        throw isLarger ? otherBundle(version, "it is larger") : error;
      });
      return checkedBundle(bytes, entry.id, version, kedge);
    },
    async withdraw(stored, all) {
      // A damaged list is only rebuilt from all catalogues; otherwise withdrawals of one of them could be
      // lost.
      const before = all ? await withdrawnSoFar(paths) : await readWithdrawn(paths);
      const hashes: Record<string, Withdrawal> = all ? {} : { ...before };
      for (const { catalogue } of stored) {
        for (const { hash, reason, instead } of catalogue.withdrawn) {
          hashes[hash] ??= { reason, ...present({ instead }), by: catalogue.name };
        }
      }
      if (before !== null && Object.keys({ ...before, ...hashes }).length === 0) return;
      await withLock(paths, () => writeWithdrawn(paths, hashes));
    },
  };
}

/** Returns the result of work that writes what was accepted. Throws a FileError when it cannot be written. */
async function kept<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FileError(
      failureText("The catalogue could not be kept", error),
      "The one before still counts.",
    );
  }
}

/** Throws when the keys that the user trusts now have not signed the catalogue yet. */
function refuseDistrusted({ catalogue, known }: StoredCatalogue): void {
  if (known.keys !== null) return;
  throw new CatalogueError(
    "changed-keys",
    `the catalogue “${catalogue.name}” was taken before you changed the keys that you trust`,
    "Refresh it: nothing is installed from it before they have signed it.",
  );
}

/** Throws when the catalogue has expired or the version was withdrawn. */
function refuseStale({ catalogue }: StoredCatalogue, { hash }: CatalogueVersion, now: number): void {
  if (isExpired(catalogue, now)) {
    throw new CatalogueError(
      "expired",
      `the catalogue “${catalogue.name}” is past its end, so it may hide what was withdrawn since`,
      "Refresh it; if it stays so, ask its publishers to publish it again.",
    );
  }
  const withdrawn = catalogue.withdrawn.find((one) => one.hash === hash);
  if (withdrawn) {
    throw new CatalogueError(
      "withdrawn",
      `this version was withdrawn: ${withdrawn.reason}`,
      withdrawn.instead ?? "Look for a newer one.",
    );
  }
}

function otherBundle({ file }: CatalogueVersion, what: string): CatalogueError {
  return new CatalogueError(
    "other-bundle",
    `${file} is not the bundle that the catalogue names: ${what}`,
    "Nothing was installed. Ask its publishers.",
  );
}

/**
 * Returns the bundle in the bytes from a source. Throws a {@link CatalogueError} when it differs in any
 * respect from the catalogue's description.
 */
function checkedBundle(
  bytes: Uint8Array,
  id: string,
  version: CatalogueVersion,
  kedge: string,
): Bundle {
  const other = (what: string) => otherBundle(version, what);
  if (createHash("sha256").update(bytes).digest("hex") !== version.sha256) {
    throw other("its hash is another one");
  }
  const { bundle } = readBundle(bytes);
  if (!bundle) throw other("it breaks rules of bundles");
  if (bundle.hash !== version.hash) throw other("its content hash is another one");
  if (bundle.manifest.id !== id) throw other("it is another extension");
  if ((bundle.manifest.version ?? "") !== version.version) throw other("its version is another one");
  const difference = reviewDifference(version.review, publishedReview(bundle, kedge));
  if (difference === null) return bundle;
  throw new CatalogueError(
    "says-less",
    `the catalogue does not say what ${version.file} can do: ${difference}`,
    "Nothing was installed. Its publishers should publish it again, with this Kedge or a newer one.",
  );
}

/** Runs `work` while no other process writes catalogues. */
const withLock = <T>(paths: KedgePaths, work: () => Promise<T>): Promise<T> =>
  withFolderLock(paths, paths.catalogs, "reads the catalogues", work);
