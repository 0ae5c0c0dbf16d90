import { join } from "node:path";
import { z } from "zod";
import { ID, isReservedName, LIMITS, type Manifest, parseManifest } from "../bundle/mod.ts";
import { FileFault } from "../files/fault.ts";
import { mayPass, readRegularFile } from "../files/read.ts";
import { extensionFolder, type KedgePaths } from "../paths.ts";

const HASH = /^[0-9a-f]{64}$/;
const hash = z.string().regex(HASH);

/** The hashes of files by path. Taken as it was read: a path may be `__proto__`, which a record of zod leaves out. */
const hashes = z.custom<Readonly<Record<string, string>>>((value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === "string" && HASH.test(one))
);

/** installed.json: what the user confirmed. Writing it is the moment an installation takes effect. */
const schema = z.object({
  format: z.literal(1),
  id: z.string(),
  version: z.string().optional(),
  /** Content hash of the files as they were reviewed. */
  hash,
  source: z.string(),
  /** Milliseconds since 1970. */
  installedAt: z.number(),
  trust: z.literal("confirmed"),
  /** Names the staged folder and the kept archive of this installation. */
  stage: z.string().regex(/^[0-9a-f]{12}$/),
  /** SHA-256 of each file. */
  files: hashes,
  manifest: z.unknown(),
});

/** A read installed.json. */
export type InstallRecord = Omit<z.infer<typeof schema>, "manifest"> & { readonly manifest: Manifest };

/** The paths of one installed extension. */
export interface ExtensionPaths {
  readonly folder: string;
  readonly bundle: string;
  readonly record: string;
  readonly overrides: string;
  /** The files of an installation that is being written, until it is renamed to `bundle`. */
  staged(stage: string): string;
  /** The reviewed files as one archive: what a change on disk is compared with. */
  reviewed(stage: string): string;
}

/** Tells whether an extension can have that id. Whatever comes from outside is asked this before it names a folder. */
export function isExtensionId(id: string): boolean {
  return ID.test(id) && id.length <= LIMITS.id && !isReservedName(id);
}

/** The places of an extension. `id` must already be a valid extension id. */
export function extensionPaths(paths: KedgePaths, id: string): ExtensionPaths {
  const folder = extensionFolder(paths, id);
  return {
    folder,
    bundle: join(folder, "bundle"),
    record: join(folder, "installed.json"),
    overrides: join(folder, "overrides.json"),
    staged: (stage) => join(folder, `staged-${stage}`),
    reviewed: (stage) => join(folder, `reviewed-${stage}.kedgeext`),
  };
}

/** Bytes of the largest installed.json that is read: it holds a manifest, which a bundle limits, with its lines indented. */
const MAX_RECORD = 64 * 1024 * 1024;

/** Reads installed.json: null when there is none, `"broken"` when it is not what Kedge writes. */
export async function readRecord(file: string): Promise<InstallRecord | "broken" | null> {
  const read = await readRegularFile(file, MAX_RECORD, { ownedByUser: true });
  return read.ok ? recordIn(read.bytes) : read.why === "missing" ? null : "broken";
}

/** The same, for who writes it anew. Throws a FileFault when it may be whole, and only cannot be read at this moment. */
export async function recordToReplace(file: string): Promise<InstallRecord | "broken" | null> {
  const read = await readRegularFile(file, MAX_RECORD, { ownedByUser: true });
  if (read.ok) return recordIn(read.bytes);
  if (mayPass(read.why)) throw new FileFault(read.message, read.hint);
  return read.why === "missing" ? null : "broken";
}

function recordIn(bytes: Uint8Array): InstallRecord | "broken" {
  try {
    const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    const manifest = parsed.success ? parseManifest(parsed.data.manifest) : null;
    return parsed.success && manifest ? { ...parsed.data, manifest } : "broken";
  } catch {
    // No JSON, or nested without end.
    return "broken";
  }
}

/** The fault of a broken installed.json, naming the file; a hint where another installation would not help. */
export async function recordFault(
  file: string,
): Promise<{ readonly message: string; readonly hint?: string }> {
  const read = await readRegularFile(file, MAX_RECORD, { ownedByUser: true });
  if (read.ok) return { message: `${file} is damaged` };
  return mayPass(read.why) ? read : { message: read.message };
}
