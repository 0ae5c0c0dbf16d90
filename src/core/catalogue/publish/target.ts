import { dirname, join } from "node:path";
import { writeFileAtomic } from "../../files/atomic.ts";
import { FileError } from "../../files/errors.ts";
import { ABANDONED, clearLeftovers } from "../../files/leftovers.ts";
import { readRegularFile } from "../../files/read.ts";
import { failureText } from "../../files/reason.ts";
import { makeTemporary, removeTemporary } from "../../files/temporary.ts";
import { CatalogueError } from "../error.ts";
import { FILES, MAX_COUNT } from "../limits.ts";
import { parseAddress } from "../source/address.ts";
import { blobBytes, BRANCHES, git } from "../source/git.ts";

/** The place to which a catalogue is published. */
export interface Target {
  /** Reads one file; null when there is none. */
  read(path: string, most: number): Promise<Uint8Array | null>;
  /**
   * Writes files in their order. Throws a {@link CatalogueError} or {@link FileError}; then nothing was
   * published.
   */
  write(files: ReadonlyMap<string, Uint8Array>, message: string): Promise<void>;
  /** Whether writing publishes to everybody by a push. Otherwise someone copies the folder to the server. */
  readonly pushes: boolean;
  close(): Promise<void>;
}

/** Opens the folder or repository of a catalogue. Throws a {@link CatalogueError}. */
export async function openTarget(named: string, signal: AbortSignal): Promise<Target> {
  const address = parseAddress(named);
  if (!("fault" in address) && address.kind === "git") return await gitTarget(address.url, signal);
  if ("fault" in address ? /^[a-z0-9+]+:\/\//i.test(named) : address.kind !== "folder") {
    throw new CatalogueError(
      "refused",
      "Kedge writes to git repositories and to folders",
      "Publish to a folder, then copy it to where it is served.",
    );
  }
  return folderTarget("fault" in address || address.kind !== "folder" ? named : address.path);
}

function folderTarget(folder: string): Target {
  return {
    pushes: false,
    read: (path, most) => bytesAt(join(folder, path), most),
    async write(files) {
      try {
        for (const [path, bytes] of await inSteps(folder, files)) {
          const file = join(folder, path);
          await Deno.mkdir(dirname(file), { recursive: true });
          await clearLeftovers(file, ABANDONED);
          await writeFileAtomic(file, bytes, 0o644);
        }
      } catch (error) {
        throw new FileError(failureText(`${folder} cannot be written to`, error), "Nothing was published.");
      }
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Orders a folder's files so that a reader at any moment, and a publishing after a killed one, finds a list
 * with valid signatures: the signatures of both lists are present while the list is replaced.
 */
async function inSteps(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<readonly (readonly [path: string, bytes: Uint8Array])[]> {
  const signatures = files.get(FILES.signatures);
  if (!signatures || !files.has(FILES.catalogue)) return [...files];
  const before = await bytesAt(join(folder, FILES.signatures), MAX_COUNT.signatures);
  const both = new Uint8Array([...before ?? [], ...signatures]);
  const others = [...files].filter(([path]) => path !== FILES.catalogue && path !== FILES.signatures);
  return [
    ...others,
    [FILES.signatures, both],
    [FILES.catalogue, files.get(FILES.catalogue)!],
    [FILES.signatures, signatures],
  ];
}

async function bytesAt(path: string, most: number): Promise<Uint8Array | null> {
  const read = await readRegularFile(path, most, { follow: false });
  if (read.ok) return read.bytes;
  if (read.why === "missing") return null;
  throw new CatalogueError("unreachable", read.message, read.hint);
}

/**
 * Opens a repository without checking anything out: files are read and written as they are, because the
 * filters of a working tree convert line ends, and no signature fits them then.
 */
async function gitTarget(url: string, signal: AbortSignal): Promise<Target> {
  const work = await makeTemporary("bundle");
  const root = join(work, "catalog");
  const asking = { signal, address: url };
  const call = (...args: string[]) => git(["-C", root, ...args], asking);
  const close = () => removeTemporary(work);
  try {
    const shallow = ["--quiet", "--depth", "1", "--no-tags", "--filter=blob:none"];
    await git(["clone", ...shallow, "--single-branch", "--no-checkout", "--", url, root], asking);
    const hasCommit = () => call("rev-parse", "--verify", "--quiet", "HEAD").then(() => true, () => false);
    if (!await hasCommit()) {
      const heads = (await call("ls-remote", "origin", ...BRANCHES)).split(/\s+/);
      const branch = BRANCHES.find((one) => heads.includes(one));
      // The branch may be the one that HEAD names, but nothing is checked out.
      if (branch) await call("fetch", ...shallow, "--update-head-ok", "origin", `${branch}:${branch}`);
      await call("symbolic-ref", "HEAD", branch ?? BRANCHES[0]!);
    }
    // A new repository has no commit.
    if (await hasCommit()) await call("read-tree", "HEAD");
  } catch (error) {
    await close();
    throw error;
  }
  return {
    pushes: true,
    async read(path, most) {
      const listed = (await call("ls-files", "--stage", "--", path)).split("\n");
      const found = listed.map((line) => /^\d+ ([0-9a-f]+) 0\t(.*)$/.exec(line))
        .find((line) => line?.[2] === path);
      return found ? await blobBytes(join(root, ".git"), found[1]!, most, asking) : null;
    },
    async write(files, message) {
      const blobs: string[] = [];
      try {
        for (const bytes of files.values()) {
          const blob = join(work, `blob-${blobs.length}`);
          await writeFileAtomic(blob, bytes, 0o600);
          blobs.push(blob);
        }
      } catch (error) {
        throw new FileError(failureText("The catalogue cannot be written", error), "Nothing was published.");
      }
      const ids = (await call("hash-object", "-w", "--no-filters", "--", ...blobs)).split("\n");
      const entries = [...files.keys()].map((path, at) => `100644,${ids[at]},${path}`);
      await call("update-index", "--add", ...entries.flatMap((entry) => ["--cacheinfo", entry]));
      await call("commit", "--quiet", "-m", message);
      await call("push", "--quiet", "origin", "HEAD");
    },
    close,
  };
}
