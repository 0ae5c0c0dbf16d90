import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BundleResult, checkCount, checkTogether, isLeftOut, LIMITS } from "../bundle/mod.ts";
import { bytesText, packBundle, pathFaults, Problems, quoted, readBundle, readFiles } from "../bundle/mod.ts";
import { addressWithoutSecrets } from "./address.ts";
import { download } from "./download.ts";
import { readFolder } from "./folder.ts";

/** A bundle that was looked for at a source. */
export interface LoadedSource extends BundleResult {
  /** An absolute path, or the final address after redirects, without credentials. */
  readonly source: string;
  /** True when there was nothing to check: no such file, not readable, not reachable. */
  readonly unreadable: boolean;
  /** Of a folder: what stays out of the bundle, folders with a slash at the end. */
  readonly leftOut?: readonly string[];
}

/** Reads a bundle from a file, an unpacked folder or an https address, without writing anything. */
export async function loadSource(
  source: string,
  options: { readonly signal?: AbortSignal; readonly fetch?: typeof fetch } = {},
): Promise<LoadedSource> {
  const isFileAddress = /^file:\/\//i.test(source);
  if (!isFileAddress && /^[a-z][a-z0-9+.-]+:\/\//i.test(source)) return await loadAddress(source, options);
  const path = isFileAddress ? fileURLToPath(source) : resolve(source);
  try {
    const status = await stat(path);
    if (status.isDirectory()) return await loadFolder(path);
    if (!status.isFile()) {
      return unreadable(path, "unreadable", `${quoted(path)} is neither a file nor a folder`);
    }
    if (status.size > LIMITS.bundle) return { ...tooLarge(status.size), source: path, unreadable: false };
    return { ...readBundle(await readAtMost(path, LIMITS.bundle + 1)), source: path, unreadable: false };
  } catch (error) {
    return unreadable(path, "unreadable", unreadableReason(path, error), "Check the path.");
  }
}

async function loadAddress(
  address: string,
  options: { readonly signal?: AbortSignal; readonly fetch?: typeof fetch },
): Promise<LoadedSource> {
  const got = await download(address, options);
  if (got.ok) return { ...readBundle(got.bytes), source: got.address, unreadable: false };
  return unreadable(addressWithoutSecrets(address), got.code, got.message, got.hint);
}

/** An author's folder: what packing it would take, checked as packing it would be. */
async function loadFolder(root: string): Promise<LoadedSource> {
  const leftOut: string[] = [];
  const result = await checkFolder(root, (path) => {
    const out = isLeftOut(path.replace(/\/$/, "/x"));
    if (out) leftOut.push(path);
    return out;
  });
  return { ...packedFits(result), source: root, unreadable: false, leftOut };
}

/** A folder may be larger than its bundle, so that only packing tells whether it keeps the limit. */
function packedFits(result: BundleResult): BundleResult {
  const total = [...result.files.values()].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
  if (!result.bundle || total <= LIMITS.bundle) return result;
  const packed = packBundle(result.bundle.files).length;
  if (packed <= LIMITS.bundle) return result;
  return { ...result, bundle: null, diagnostics: [...result.diagnostics, ...tooLarge(packed).diagnostics] };
}

/** Checks the files below a folder as a bundle, without those to `skip`. Throws when it cannot be read. */
export async function checkFolder(root: string, skip: (path: string) => boolean): Promise<BundleResult> {
  const problems = new Problems();
  const files = new Map<string, Uint8Array | undefined>();
  const read = await readFolder(root, skip);
  for (const found of read.found) {
    const name = quoted(found.path);
    for (const { code, message, hint } of pathFaults(found.path)) {
      problems.error(code, message, { file: found.path, ...(hint ? { hint } : {}) });
    }
    if (found.kind === "link") {
      problems.error("symlink", `${name} is a symbolic link`, {
        file: found.path,
        hint: "Put the file itself into the folder.",
      });
    } else if (found.kind === "special") {
      problems.error("special-file", `${name} is neither a file nor a folder`, { file: found.path });
    } else if (found.kind === "too-large") {
      problems.error("file-too-large", `${name} has more than ${bytesText(LIMITS.file)}`, {
        file: found.path,
      });
    } else if (found.kind === "unreadable") {
      problems.error("unreadable", `${name} cannot be read`, { file: found.path });
    }
    files.set(found.path, found.kind === "file" ? found.bytes : undefined);
  }
  checkTogether([...files.keys()].map((path) => ({ path, folder: false })), problems);
  checkCount(read.whole ? files.size : Infinity, problems);
  return readFiles(files, problems);
}

async function readAtMost(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const buffer = new Uint8Array(most);
    let length = 0;
    while (length < most) {
      const { bytesRead } = await file.read(buffer, length, most - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}

function tooLarge(size: number): BundleResult {
  const problems = new Problems();
  problems.error(
    "bundle-too-large",
    `the bundle has ${size} bytes, more than 5 MB (${LIMITS.bundle} bytes)`,
    {
      hint: "Leave out what the actions do not need.",
    },
  );
  return { bundle: null, diagnostics: problems.list(), files: new Map() };
}

function unreadable(source: string, code: string, message: string, hint?: string): LoadedSource {
  const problems = new Problems();
  problems.error(code, message, hint ? { hint } : {});
  return { bundle: null, diagnostics: problems.list(), files: new Map(), source, unreadable: true };
}

function unreadableReason(path: string, error: unknown): string {
  const code = (error as { code?: string }).code;
  if (code === "ENOENT" || code === "ENOTDIR") return `there is no ${quoted(path)}`;
  if (code === "EACCES" || code === "EPERM") return `${quoted(path)} may not be read`;
  return `${quoted(path)} cannot be read: ${error instanceof Error ? error.message : error}`;
}
