import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type BundleResult,
  checkCount,
  checkTogether,
  type FileFacts,
  fileHash,
  fitsBundle,
  isLeftOut,
  LazyFiles,
  LIMITS,
  MANIFEST,
  packBundle,
  pathFaults,
  ProblemCollector,
  readBundle,
  readFiles,
} from "../../bundle/mod.ts";
import { readRegularFile } from "../../files/read.ts";
import { quoted } from "../../text/hidden.ts";
import { addressWithoutSecrets } from "./address.ts";
import { download } from "./download.ts";
import { type Found, readFolder } from "../folder.ts";
import { byteSize } from "../../text/byte_size.ts";

/** The result of reading a bundle from a source. */
interface LoadedSource extends BundleResult {
  /** An absolute path, or the final address after redirects, without credentials. */
  readonly source: string;
  /** Whether nothing could be checked: the file does not exist, is not readable, or the address is not reachable. */
  readonly unreadable: boolean;
  /** Only for a folder: paths that are left out of the bundle; paths of folders end with a slash. */
  readonly leftOut?: readonly string[];
}

/** Addresses of git repositories; no bundle has such an address. */
const GIT = /^(git|ssh|git\+ssh|git\+https):\/\/|^git@[^/\\]+:|^https?:\/\/[^?#]*\.git\/?$/i;

/**
 * Options for reading a source. `sha256` is the required hash of a downloaded file, lower-case hex; `leaveOut`
 * is the path in a folder of one more file that is left out.
 */
interface SourceOptions {
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly sha256?: string;
  readonly leaveOut?: string | null;
}

/** Reads a bundle from a file, an unpacked folder or an https address, without writing anything. */
export async function loadSource(source: string, options: SourceOptions = {}): Promise<LoadedSource> {
  if (GIT.test(source)) {
    const address = addressWithoutSecrets(source);
    return unreadable(address, `${address} is a git repository`, "Clone it, and name its folder.");
  }
  const isFileAddress = /^file:\/\//i.test(source);
  if (!isFileAddress && /^[a-z][a-z0-9+.-]+:\/\//i.test(source)) return await loadAddress(source, options);
  const path = isFileAddress ? pathOf(source) : resolve(source);
  if (path === null) {
    return unreadable(source, `${quoted(source)} names no file of this computer`, "Name its path.");
  }
  try {
    const status = await stat(path);
    if (status.isDirectory()) return await loadFolder(path, options.leaveOut);
    if (!status.isFile()) {
      return unreadable(path, `${quoted(path)} is neither a file nor a folder`);
    }
    if (basename(path) === MANIFEST) {
      const hint = `Name its folder: ${dirname(path)}`;
      return unreadable(path, "a manifest is only a part of an extension", hint);
    }
    if (status.size > LIMITS.bundle) {
      const problems = new ProblemCollector();
      fitsBundle(status.size, problems);
      return { ...refused(problems), source: path, unreadable: false };
    }
    const read = await readRegularFile(path, LIMITS.bundle);
    if (read.ok) return { ...readBundle(read.bytes), source: path, unreadable: false };
    return unreadable(path, read.message, read.hint);
  } catch (error) {
    return unreadable(path, unreadableReason(path, error), "Check the path.");
  }
}

/** Returns the path of a file address; null when the address names another host or has an encoded slash in a name. */
function pathOf(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}

async function loadAddress(address: string, options: SourceOptions): Promise<LoadedSource> {
  const got = await download(address, options);
  if (got.ok && options.sha256 !== undefined && fileHash(got.bytes) !== options.sha256) {
    return unreadable(
      got.address,
      `${got.address} has another file than the one that was meant: its SHA-256 is ${fileHash(got.bytes)}`,
      "Ask whoever gave you the link.",
      "other-file",
    );
  }
  if (got.ok) return { ...readBundle(got.bytes), source: got.address, unreadable: false };
  return unreadable(addressWithoutSecrets(address), got.message, got.hint, got.code);
}

/** Reads an author's folder and checks the files that packing would include. */
async function loadFolder(root: string, leaveOut?: string | null): Promise<LoadedSource> {
  const leftOut: string[] = [];
  const result = await checkFolder(root, (path) => {
    const out = path === leaveOut || isLeftOut(path.replace(/\/$/, "/x"));
    if (out) leftOut.push(path);
    return out;
  });
  return { ...result, source: root, unreadable: false, leftOut };
}

/** Bytes of an archive entry besides its data and its path, which occurs twice. */
const ENTRY = 76;

/**
 * Checks that the packed folder is within the size limit. A folder may be larger than its bundle, so only
 * packing can tell.
 */
function packedFits(result: BundleResult): BundleResult {
  const { bundle } = result;
  if (!bundle) return result;
  let most = ENTRY;
  for (const { size } of bundle.facts.values()) most += size + ENTRY + 2 * LIMITS.path;
  if (most <= LIMITS.bundle) return result;
  const archive = packBundle(bundle.files, LIMITS.bundle);
  if (archive) return { ...result, bundle: { ...bundle, archive } };
  const problems = new ProblemCollector();
  fitsBundle(null, problems);
  return { ...result, bundle: null, diagnostics: [...result.diagnostics, ...problems.list()] };
}

/** What is wrong with an entry of a folder that is not a readable file, by its kind. */
const FAULTS: Readonly<
  Record<
    Exclude<Found["kind"], "file">,
    { readonly code: string; readonly is: string; readonly hint?: string }
  >
> = {
  link: { code: "symlink", is: "is a symbolic link", hint: "Put the file itself into the folder." },
  special: { code: "special-file", is: "is neither a file nor a folder" },
  "too-large": { code: "file-too-large", is: `has more than ${byteSize(LIMITS.file)}` },
  "in-use": {
    code: "unreadable",
    is: "is kept open by another program",
    hint: "Close that program, then try again.",
  },
  unreadable: { code: "unreadable", is: "cannot be read" },
};

/**
 * Checks the files below a folder as a bundle, except those for which `skip` returns true. Throws when the
 * folder cannot be read.
 */
export async function checkFolder(root: string, skip: (path: string) => boolean): Promise<BundleResult> {
  const problems = new ProblemCollector();
  const facts = new Map<string, FileFacts>();
  const read = await readFolder(root, skip);
  for (const found of read.found) {
    const { path: file } = found;
    for (const { code, message, hint } of pathFaults(file)) problems.error(code, message, { file, hint });
    if (found.kind === "file") facts.set(file, found.facts);
    else {
      const { code, is, hint } = FAULTS[found.kind];
      problems.error(code, `${quoted(file)} ${is}`, { file, hint });
    }
  }
  checkTogether(read.found.map(({ path }) => ({ path, folder: false })), problems);
  checkCount(read.complete ? read.found.length : Infinity, problems);
  if (problems.errors === 0) return packedFits(readFiles(read.files, problems, facts));
  const files = new LazyFiles<Uint8Array | undefined>((path) => read.files.get(path));
  for (const { path } of read.found) files.add(path);
  return readFiles(files, problems);
}

function refused(problems: ProblemCollector): BundleResult {
  return { bundle: null, diagnostics: problems.list(), files: new Map() };
}

function unreadable(source: string, message: string, hint?: string, code = "unreadable"): LoadedSource {
  const problems = new ProblemCollector();
  problems.error(code, message, { hint });
  return { ...refused(problems), source, unreadable: true };
}

function unreadableReason(path: string, error: unknown): string {
  const code = (error as { code?: string }).code;
  if (code === "ENOENT" || code === "ENOTDIR") return `there is no ${quoted(path)}`;
  if (code === "EACCES" || code === "EPERM") return `${quoted(path)} may not be read`;
  return `${quoted(path)} cannot be read: ${error instanceof Error ? error.message : error}`;
}
