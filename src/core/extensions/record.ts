import { join } from "node:path";
import * as z from "zod";
import { ID, isReservedName, LIMITS, type Manifest, parseManifest } from "../bundle/mod.ts";
import { FileError } from "../files/errors.ts";
import { mayPass, readRegularFile } from "../files/read.ts";
import { extensionFolder, type KedgePaths } from "../paths.ts";

const HASH = /^[0-9a-f]{64}$/;
const hash = z.string().regex(HASH);

/**
 * The hashes of files by path. The object is used as parsed because a path may be `__proto__`, which a zod
 * record omits.
 */
const hashes = z.custom<Readonly<Record<string, string>>>((value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === "string" && HASH.test(one))
);

/** installed.json: what the user confirmed. An installation takes effect when this file is written. */
const schema = z.object({
  format: z.literal(1),
  id: z.string(),
  version: z.string().optional(),
  /** Content hash of the reviewed files. */
  hash,
  source: z.string(),
  /** Milliseconds since 1970. */
  installedAt: z.number(),
  trust: z.literal("confirmed"),
  /** Part of the names of this installation's staged folder and kept archive. */
  stage: z.string().regex(/^[0-9a-f]{12}$/),
  /** SHA-256 of each file. */
  files: hashes,
  manifest: z.unknown(),
});

/** The parsed content of installed.json. */
export type InstallRecord = Omit<z.infer<typeof schema>, "manifest"> & { readonly manifest: Manifest };

/** The paths of one extension's files. */
export type ExtensionPaths = ReturnType<typeof extensionPaths>;

/** Tells whether an extension can have that id. Ids from outside must pass this check before they name a folder. */
export function isExtensionId(id: string): boolean {
  return ID.test(id) && id.length <= LIMITS.id && !isReservedName(id);
}

/** Returns the paths of an extension. `id` must already be a valid extension id. */
export function extensionPaths(paths: KedgePaths, id: string) {
  const folder = extensionFolder(paths, id);
  return {
    folder,
    bundle: join(folder, "bundle"),
    record: join(folder, "installed.json"),
    overrides: join(folder, "overrides.json"),
    /** The folder of files that are being installed, until it is renamed to `bundle`. */
    staged: (stage: string) => join(folder, `staged-${stage}`),
    /** The archive of the reviewed files, with which changed files on disk are compared. */
    reviewed: (stage: string) => join(folder, `reviewed-${stage}.kedgeext`),
  };
}

/** Maximum bytes read of installed.json: it contains an indented manifest, whose size a bundle limits. */
const MAX_RECORD = 64 * 1024 * 1024;

/** Reads installed.json; null when there is none, `"broken"` when Kedge cannot have written it. */
export async function readRecord(file: string): Promise<InstallRecord | "broken" | null> {
  const read = await readRegularFile(file, MAX_RECORD, { ownedByUser: true });
  return read.ok ? recordIn(read.bytes) : read.why === "missing" ? null : "broken";
}

/**
 * Reads installed.json before it is replaced. Throws a {@link FileError} when the file may be intact but
 * cannot be read at the moment.
 */
export async function recordToReplace(file: string): Promise<InstallRecord | "broken" | null> {
  const read = await readRegularFile(file, MAX_RECORD, { ownedByUser: true });
  if (read.ok) return recordIn(read.bytes);
  if (mayPass(read.why)) throw new FileError(read.message, read.hint);
  return read.why === "missing" ? null : "broken";
}

function recordIn(bytes: Uint8Array): InstallRecord | "broken" {
  try {
    const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    const manifest = parsed.success ? parseManifest(parsed.data.manifest) : null;
    return parsed.success && manifest ? { ...parsed.data, manifest } : "broken";
  } catch {
    // The file is not JSON, or is nested too deeply.
    return "broken";
  }
}

/**
 * Returns the fault of a broken installed.json, with the file's name; with a hint when installing again would
 * not help.
 */
export async function recordFault(
  file: string,
): Promise<{ readonly message: string; readonly hint?: string }> {
  const read = await readRegularFile(file, MAX_RECORD, { ownedByUser: true });
  if (read.ok) return { message: `${file} is damaged` };
  return mayPass(read.why) ? read : { message: read.message };
}
