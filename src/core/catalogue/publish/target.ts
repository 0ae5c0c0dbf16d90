import { dirname, join } from "node:path";
import { makeFolder, writeFileAtomic } from "../../files/atomic.ts";
import { FileFault } from "../../files/fault.ts";
import { ABANDONED, clearLeftovers } from "../../files/leftovers.ts";
import { readRegularFile } from "../../files/read.ts";
import { failureText } from "../../files/reason.ts";
import { makeTemporary, removeTemporary } from "../../files/temporary.ts";
import { CatalogueFault } from "../fault.ts";
import { FILES, MOST } from "../limits.ts";
import { parseAddress } from "../source/address.ts";
import { git } from "../source/git.ts";

/** The place to which a catalogue is published. */
export interface Target {
  /** Reads one file; null when there is none. */
  read(path: string, most: number): Promise<Uint8Array | null>;
  /** Writes files in their order. Throws a {@link CatalogueFault} or {@link FileFault}; then nothing was published. */
  write(files: ReadonlyMap<string, Uint8Array>, message: string): Promise<void>;
  /** Whether writing publishes to everybody by a push. Otherwise someone copies the folder to the server. */
  readonly pushes: boolean;
  close(): Promise<void>;
}

/** Opens the folder or repository of a catalogue. Throws a {@link CatalogueFault}. */
export async function openTarget(named: string, signal: AbortSignal): Promise<Target> {
  const address = parseAddress(named);
  if (!("fault" in address) && address.kind === "git") return await gitTarget(address.url, signal);
  if ("fault" in address ? /^[a-z0-9+]+:\/\//i.test(named) : address.kind !== "folder") {
    throw new CatalogueFault(
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
        throw new FileFault(failureText(`${folder} cannot be written to`, error), "Nothing was published.");
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
  const before = await bytesAt(join(folder, FILES.signatures), MOST.signatures);
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
  throw new CatalogueFault("unreachable", read.message, read.hint);
}

/** Opens a repository, of which only the catalogue's own files are checked out. */
async function gitTarget(url: string, signal: AbortSignal): Promise<Target> {
  const work = await makeTemporary("bundle");
  const root = join(work, "catalog");
  const published: readonly string[] = [FILES.catalogue, FILES.signatures, FILES.signers];
  const call = (...args: string[]) => git(["-C", root, ...args], { signal, address: url });
  const close = () => removeTemporary(work);
  try {
    const how = [
      "--quiet",
      "--depth",
      "1",
      "--no-tags",
      "--single-branch",
      "--filter=blob:none",
      "--no-checkout",
    ];
    await git(["clone", ...how, "--", url, root], { signal, address: url });
    // A new repository has no commit.
    const empty = await call("rev-parse", "--verify", "--quiet", "HEAD").then(() => false, () => true);
    if (empty) await call("symbolic-ref", "HEAD", "refs/heads/main");
    else {
      await call("read-tree", "HEAD");
      const there = await call("ls-files", "--", ...published);
      for (const name of published) {
        if (there.split("\n").includes(name)) await call("checkout-index", "--force", "--", name);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    pushes: true,
    async read(path, most) {
      // A bundle is fetched only on access.
      if (!published.includes(path) && await call("ls-files", "--", path) !== "") {
        await call("checkout-index", "--force", "--", path);
      }
      return await bytesAt(join(root, path), most);
    },
    async write(files, message) {
      try {
        for (const [path, bytes] of files) {
          await makeFolder(dirname(join(root, path)));
          await writeFileAtomic(join(root, path), bytes, 0o644);
        }
      } catch (error) {
        throw new FileFault(failureText("The catalogue cannot be written", error), "Nothing was published.");
      }
      await call("add", "--", ...files.keys());
      await call("commit", "--quiet", "-m", message);
      await call("push", "--quiet", "origin", "HEAD");
    },
    close,
  };
}
