import { join } from "node:path";
import { makeFolder, writeFileAtomic } from "../files/atomic.ts";
import { FileFault } from "../files/fault.ts";
import { clearLeftovers } from "../files/leftovers.ts";
import { readRegularText } from "../files/read.ts";
import { ownProperty } from "../own_property.ts";
import type { KedgePaths } from "../paths.ts";
import { oneLine } from "../text/outside.ts";

/** Why a version must not run any more. */
export interface Withdrawal {
  /** For people, one line. */
  readonly reason: string;
  /** What to do instead. */
  readonly instead?: string;
  /** The name of the catalogue that says so. */
  readonly by: string;
}

/** Bytes of the largest file that is read: 10,000 withdrawals of a catalogue have 20 MB. */
const LARGEST = 64 * 1024 * 1024;

const fileOf = (paths: Pick<KedgePaths, "catalogs">) => join(paths.catalogs, "withdrawn.json");

/**
 * What the user's catalogues have withdrawn, by content hash: it holds while they cannot be reached. Empty where none is.
 * Every run reads it, so that it needs no catalogue to be read. Throws a FileFault where it cannot be read at this moment, and
 * where it is damaged: what stood in it is not known then, so nothing may run.
 */
export async function readWithdrawn(
  paths: Pick<KedgePaths, "catalogs">,
): Promise<Readonly<Record<string, Withdrawal>>> {
  const hashes = await withdrawnSoFar(paths);
  if (hashes !== null) return hashes;
  throw new FileFault(
    `the list of withdrawn versions is damaged: ${fileOf(paths)}`,
    "Refresh the catalogues, in Kedge or by kedge --catalogs: it is made anew once all of them can be read.",
  );
}

/** The same, but null where the list is damaged, for the one who writes it anew. */
export async function withdrawnSoFar(
  paths: Pick<KedgePaths, "catalogs">,
): Promise<Readonly<Record<string, Withdrawal>> | null> {
  const text = await readRegularText(fileOf(paths), LARGEST, { ownedByUser: true });
  return text === null ? {} : hashesIn(text);
}

function hashesIn(text: string): Readonly<Record<string, Withdrawal>> | null {
  try {
    const { format, hashes } = JSON.parse(text) as { format?: unknown; hashes?: unknown };
    return format === 1 && isRecord(hashes) && Object.values(hashes).every(isWithdrawal)
      ? hashes as Readonly<Record<string, Withdrawal>>
      : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// By hand: each run reads the list, and a schema would cost every start.
const isWithdrawal = (value: unknown) =>
  isRecord(value) && typeof value.reason === "string" && typeof value.by === "string";

/** The reason why a version must not run; null where it is not withdrawn. */
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

/** Why nothing of a withdrawn version runs, as two sentences. */
export function withdrawalWords(
  { reason, instead, by }: Withdrawal,
): { readonly error: string; readonly hint: string } {
  return {
    error: `“${by}” has withdrawn this version: ${reason.replace(/\.$/, "")}.`,
    hint: instead ?? "Open the catalogue for a newer version, or uninstall it.",
  };
}

/** Writes the list anew. Throws the system's error; the one before stays then. */
export async function writeWithdrawn(
  paths: Pick<KedgePaths, "catalogs">,
  hashes: Readonly<Record<string, Withdrawal>>,
): Promise<void> {
  await makeFolder(paths.catalogs);
  await clearLeftovers(fileOf(paths));
  const text = JSON.stringify({ format: 1, hashes }) + "\n";
  if (await readRegularText(fileOf(paths), LARGEST, { ownedByUser: true }) === text) return;
  await writeFileAtomic(fileOf(paths), text);
}
