import { join } from "node:path";
import { makeFolder, writeFileAtomic } from "../files/atomic.ts";
import { FileError } from "../files/errors.ts";
import { clearLeftovers } from "../files/leftovers.ts";
import { readRegularText } from "../files/read.ts";
import { fieldsOf, jsonOrNull } from "../json_values.ts";
import { ownProperty } from "../own_property.ts";
import type { KedgePaths } from "../paths.ts";
import { oneLine } from "../text/outside.ts";

/** Why a version may not run any more. */
export interface Withdrawal {
  /** The reason for people, one line. */
  readonly reason: string;
  /** What to do instead. */
  readonly instead?: string;
  /** The name of the catalogue that withdrew it. */
  readonly by: string;
}

/** Maximum bytes read of the list: 10,000 withdrawals of a catalogue take 20 MB. */
const MAX_SIZE = 64 * 1024 * 1024;

const fileOf = (paths: Pick<KedgePaths, "catalogs">) => join(paths.catalogs, "withdrawn.json");

/**
 * Returns the versions that the user's catalogues have withdrawn, by content hash; they count even when the
 * catalogues are unreachable. Every run reads this list, so that no catalogue needs to be read. Throws a
 * FileError when the list cannot be read at the moment or is damaged: nothing may run while its content is
 * unknown.
 */
export async function readWithdrawn(
  paths: Pick<KedgePaths, "catalogs">,
): Promise<Readonly<Record<string, Withdrawal>>> {
  const hashes = await withdrawnSoFar(paths);
  if (hashes !== null) return hashes;
  throw new FileError(
    `the list of withdrawn versions is damaged: ${fileOf(paths)}`,
    "Refresh the catalogues, in Kedge or by kedge --catalogs: it is made again once all of them can be read.",
  );
}

/** Does the same, but returns null when the list is damaged, for the code that rewrites it. */
export async function withdrawnSoFar(
  paths: Pick<KedgePaths, "catalogs">,
): Promise<Readonly<Record<string, Withdrawal>> | null> {
  const text = await readRegularText(fileOf(paths), MAX_SIZE, { ownedByUser: true });
  return text === null ? {} : hashesIn(text);
}

function hashesIn(text: string): Readonly<Record<string, Withdrawal>> | null {
  const { format, hashes } = fieldsOf(jsonOrNull(text));
  return format === 1 && isRecord(hashes) && Object.values(hashes).every(isWithdrawal)
    ? hashes as Readonly<Record<string, Withdrawal>>
    : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Checked by hand because each run reads the list, and loading a schema would slow down every start.
const isWithdrawal = (value: unknown) =>
  isRecord(value) && typeof value.reason === "string" && typeof value.by === "string";

/** Returns why a version may not run; null when it is not withdrawn. */
export function withdrawalOf(all: Readonly<Record<string, Withdrawal>>, hash: string): Withdrawal | null {
  const found = ownProperty(all, hash);
  if (!found) return null;
  const line = (text: unknown) => oneLine(String(text), { longest: 1000 });
  return {
    reason: line(found.reason),
    by: line(found.by),
    ...(found.instead === undefined ? {} : { instead: line(found.instead) }),
  };
}

/** Returns why a withdrawn version does not run, as two sentences. */
export function withdrawalWords(
  { reason, instead, by }: Withdrawal,
): { readonly error: string; readonly hint: string } {
  return {
    error: `“${by}” has withdrawn this version: ${reason.replace(/\.$/, "")}.`,
    hint: instead ?? "Open the catalogue for a newer version, or uninstall it.",
  };
}

/** Rewrites the list. Throws the system's error; then the earlier list stays. */
export async function writeWithdrawn(
  paths: Pick<KedgePaths, "catalogs">,
  hashes: Readonly<Record<string, Withdrawal>>,
): Promise<void> {
  await makeFolder(paths.catalogs);
  await clearLeftovers(fileOf(paths));
  const text = JSON.stringify({ format: 1, hashes }) + "\n";
  if (await readRegularText(fileOf(paths), MAX_SIZE, { ownedByUser: true }) === text) return;
  await writeFileAtomic(fileOf(paths), text);
}
