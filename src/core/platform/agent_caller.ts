import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { posix } from "node:path";
import { ancestorsOf } from "./process_tree/linux.ts";
import { isInterpreter, isLauncher } from "./programs.ts";
import type { AgentIdentity } from "../state/agents.ts";

/** The module reads Linux paths, even in tests on another system. */
const { isAbsolute, resolve } = posix;

/** Maximum bytes of a program that is hashed. */
const MAX_SIZE = 1024 * 1024 * 1024;

/** The identity of an unknown caller. */
const UNKNOWN: AgentIdentity = { program: null, digest: "", folder: "", parents: [] };

/** What the system reveals about a process. */
interface ProcessFacts {
  readonly pid: number;
  /** Path of its program; "" when it cannot be read. */
  readonly program: string;
  readonly folder: string;
  readonly args: readonly string[];
}

/** Returns paths that may be the script of an interpreter: the first arguments that are not flags. */
export function scriptsIn({ folder, args }: Pick<ProcessFacts, "folder" | "args">): string[] {
  return args.slice(1).filter((word) => word !== "" && !word.startsWith("-") && !/^[a-z]+:/.test(word))
    .slice(0, 3)
    .flatMap((word) => isAbsolute(word) ? [word] : folder === "" ? [] : [resolve(folder, word)]);
}

/** Returns the script that an interpreter runs; undefined when none of its arguments is a file. */
async function scriptOf(asker: ProcessFacts): Promise<string | undefined> {
  for (const file of scriptsIn(asker)) {
    if (await stat(file).then((info) => info.isFile(), () => false)) return file;
  }
  return undefined;
}

/**
 * Returns the process above `kedge --mcp` that asks (`above` has the nearest first): the first that is more
 * than a launcher, otherwise the nearest. Returns null when there is none.
 */
export function askerAmong(above: readonly ProcessFacts[]): ProcessFacts | null {
  return above.find(({ program }) => program !== "" && !isLauncher(program)) ?? above[0] ?? null;
}

/** Returns who called, as the system identifies the processes that may have called; UNKNOWN when it cannot tell. */
export async function callerOf(pids: readonly number[]): Promise<AgentIdentity> {
  // With several candidates it is unknown which one called.
  if (Deno.build.os !== "linux" || pids.length !== 1) return UNKNOWN;
  const above = ancestorsOf(pids[0]!).filter((pid) => pid > 1).map(factsOf);
  const asker = askerAmong(above);
  if (asker === null || asker.program === "") return UNKNOWN;
  const interprets = isInterpreter(asker.program);
  const script = interprets ? await scriptOf(asker) : undefined;
  // Without a script the arguments are the program.
  const words = interprets && script === undefined ? JSON.stringify(asker.args) : "";
  const files = [`/proc/${asker.pid}/exe`, ...(script === undefined ? [] : [script])];
  const digest = await digestOf(files, words);
  return {
    program: asker.program,
    ...(script !== undefined && { script }),
    digest,
    folder: asker.folder,
    parents: above.slice(above.indexOf(asker) + 1).map(({ program }) => program).filter((one) => one !== "")
      .slice(0, 20),
  };
}

function factsOf(pid: number): ProcessFacts {
  return {
    pid,
    program: attempt(() => readlinkSync(`/proc/${pid}/exe`)),
    folder: attempt(() => readlinkSync(`/proc/${pid}/cwd`)),
    args: attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")).split("\0"),
  };
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** Hashes of files read earlier, by a key that changes when the file changes. */
const known = new Map<string, string>();

/** Returns SHA-256 over the contents of files and over `words`; "" when a file cannot be read. */
async function digestOf(files: readonly string[], words: string): Promise<string> {
  const hash = createHash("sha256").update(`${words}\n`);
  for (const file of files) {
    const one = await fileDigest(file).catch(() => "");
    if (one === "") return "";
    hash.update(`${one}\n`);
  }
  return hash.digest("hex");
}

async function fileDigest(file: string): Promise<string> {
  const { dev, ino, size, mtimeMs, ctimeMs } = await stat(file);
  const key = [dev, ino, size, mtimeMs, ctimeMs].join(":");
  const before = known.get(key);
  if (before !== undefined) return before;
  if (size > MAX_SIZE) return "";
  const handle = await open(file);
  try {
    const hash = createHash("sha256");
    const part = new Uint8Array(1024 * 1024);
    for (;;) {
      const { bytesRead } = await handle.read(part, 0, part.length);
      if (bytesRead === 0) break;
      hash.update(part.subarray(0, bytesRead));
    }
    const digest = hash.digest("hex");
    if (known.size > 100) known.clear();
    known.set(key, digest);
    return digest;
  } finally {
    await handle.close();
  }
}
