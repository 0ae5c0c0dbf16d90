import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import type { CatalogueSetting } from "../config/config.ts";
import { makeFolder, renamePatiently, writeFileAtomic } from "../files/atomic.ts";
import { clearLeftovers } from "../files/leftovers.ts";
import { readRegularText } from "../files/read.ts";
import { recordOf } from "../json_schemas.ts";
import { fieldsOf, jsonOrNull } from "../json_values.ts";
import type { KedgePaths } from "../paths.ts";
import type { Accepted, Known } from "./accept.ts";
import { MAX_COUNT } from "./limits.ts";
import { catalogueDigest, readCatalogue } from "./read.ts";
import type { Catalogue } from "./schema.ts";

/** The catalogue that was last accepted. */
export interface StoredCatalogue {
  readonly catalogue: Catalogue;
  readonly known: Known;
  readonly signedBy: readonly string[];
  /** Times in ms since 1970: when this version was first accepted, and when its source last provided it. */
  readonly acceptedAt: number;
  readonly checkedAt: number;
  /** Times when versions were first seen, by content hash; versions of the first accepted catalogue are missing. */
  readonly seen: Readonly<Record<string, number>>;
}

const recordSchema = z.object({
  format: z.literal(1),
  address: z.string(),
  /** The keys in the configuration when the catalogue was accepted. */
  trusted: z.string(),
  keys: z.string(),
  signedBy: z.array(z.string()),
  acceptedAt: z.number(),
  seen: recordOf(z.number(), 64),
  text: z.string(),
});

/** Maximum bytes of a record, which contains a catalogue as a text. */
const MAX_SIZE = 3 * MAX_COUNT.catalogue;

type Paths = Pick<KedgePaths, "catalogs">;

const folderOf = (paths: Paths, { address }: Pick<CatalogueSetting, "address">) =>
  join(paths.catalogs, createHash("sha256").update(address).digest("hex").slice(0, 16));

/** Returns the file of the record; with an id the one of a catalogue that was put aside. */
const fileOf = (paths: Paths, setting: Pick<CatalogueSetting, "address">, aside?: string) =>
  join(folderOf(paths, setting), aside === undefined ? "accepted.json" : `accepted-${aside}.json`);

/** Returns a text that changes when the keys in the configuration change. */
const trustOf = ({ keys }: Pick<CatalogueSetting, "keys">) => [...keys].sort().join("\n");

/**
 * Reads the catalogue that was last accepted; null when there is none, or when Kedge did not write the file.
 * With `aside`, an id, reads the one that {@link putAside} has put aside. Throws a FileError when the file
 * cannot be read at the moment, because otherwise an older catalogue could be accepted.
 */
export async function readStored(
  paths: Paths,
  setting: Pick<CatalogueSetting, "address" | "keys">,
  aside?: string,
): Promise<StoredCatalogue | null> {
  const text = await readRegularText(fileOf(paths, setting, aside), MAX_SIZE, { ownedByUser: true });
  if (text === null) return null;
  try {
    const record = recordSchema.parse(JSON.parse(text));
    if (record.address !== setting.address) return null;
    const catalogue = readCatalogue(record.text);
    const { id, version } = catalogue;
    const same = record.trusted === trustOf(setting);
    return {
      catalogue,
      known: { id, version, digest: catalogueDigest(record.text), keys: same ? record.keys : null },
      signedBy: record.signedBy,
      acceptedAt: record.acceptedAt,
      checkedAt: Math.max(record.acceptedAt, await checkedAt(folderOf(paths, setting))),
      seen: record.seen,
    };
  } catch {
    return null;
  }
}

/**
 * Saves an accepted catalogue in one file, so that a crash leaves either the earlier or this one. Throws the
 * system's error; then the earlier one stays.
 */
export async function keep(
  paths: Paths,
  setting: Pick<CatalogueSetting, "address" | "keys">,
  { keys, signedBy, digest, catalogue }: Accepted,
  text: string,
  before: StoredCatalogue | null,
  now: number,
): Promise<StoredCatalogue> {
  const folder = folderOf(paths, setting);
  await makeFolder(folder);
  const { id, version } = catalogue;
  const known = { id, version, digest, keys };
  if (before?.known.digest === digest && before.known.keys === keys) {
    await clearLeftovers(join(folder, "checked.json"));
    await writeFileAtomic(join(folder, "checked.json"), JSON.stringify({ at: now }) + "\n");
    return { ...before, known, checkedAt: now };
  }
  await clearLeftovers(join(folder, "accepted.json"));
  const seen = before ? seenAfter(before, catalogue, now) : {};
  const record = {
    format: 1,
    address: setting.address,
    trusted: trustOf(setting),
    keys,
    signedBy,
    acceptedAt: now,
    seen,
    text,
  };
  await writeFileAtomic(join(folder, "accepted.json"), JSON.stringify(record) + "\n");
  return { catalogue, known, signedBy, acceptedAt: now, checkedAt: now, seen };
}

/**
 * Puts what was accepted at an address aside unless it is the catalogue with this id, whose own record is
 * brought back. No record is deleted, because only a record tells that a list is older. Throws a FileError or
 * the system's error.
 */
export async function putAside(paths: Paths, address: string, id: string): Promise<void> {
  const setting = { address, keys: [] };
  const before = await readStored(paths, setting);
  if (before?.known.id === id) return;
  if (before) await renamePatiently(fileOf(paths, setting), fileOf(paths, setting, before.known.id));
  if (await readStored(paths, setting, id)) {
    await renamePatiently(fileOf(paths, setting, id), fileOf(paths, setting));
  }
}

/** Returns when versions were first seen; new versions are seen now. */
function seenAfter(before: StoredCatalogue, { extensions }: Catalogue, now: number): Record<string, number> {
  const old = new Set(
    before.catalogue.extensions.flatMap(({ versions }) => versions.map(({ hash }) => hash)),
  );
  const seen: Record<string, number> = {};
  for (const { hash } of extensions.flatMap(({ versions }) => versions)) {
    const at = before.seen[hash] ?? (old.has(hash) ? undefined : now);
    if (at !== undefined) seen[hash] = at;
  }
  return seen;
}

async function checkedAt(folder: string): Promise<number> {
  const file = join(folder, "checked.json");
  const text = await readRegularText(file, 1000, { ownedByUser: true }).catch(() => null);
  const { at } = fieldsOf(jsonOrNull(text));
  return typeof at === "number" ? at : 0;
}
