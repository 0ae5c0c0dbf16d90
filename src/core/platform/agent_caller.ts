import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { posix } from "node:path";
import { ancestorsOf } from "./process_tree/linux.ts";
import type { AgentIdentity } from "../state/agents.ts";

/** What it reads are paths of Linux, also in tests on another system. */
const { basename, isAbsolute, resolve } = posix;

/** Programs that only start others: the caller is the program above them. */
const LAUNCHERS: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "dash",
  "zsh",
  "fish",
  "ksh",
  "busybox",
  "env",
  "timeout",
  "setsid",
  "nohup",
  "xargs",
]);

/** Programs that run a script, which is what they are. */
const INTERPRETERS = /^(?:node|nodejs|deno|bun|python\d*(?:\.\d+)?|ruby|perl|php\d*|java)$/;

/** Bytes of the largest program that is hashed. */
const LARGEST = 1024 * 1024 * 1024;

/** An unknown caller. */
const UNKNOWN: AgentIdentity = { program: null, digest: "", folder: "", parents: [] };

/** What the system knows of a process. */
interface ProcessFacts {
  readonly pid: number;
  /** Its file; "" where it cannot be read. */
  readonly program: string;
  readonly folder: string;
  readonly args: readonly string[];
}

/** Whether a program runs scripts: the script is then the caller. */
export function isInterpreter(program: string): boolean {
  return INTERPRETERS.test(basename(program));
}

/** What may be the script in the arguments of an interpreter: the first words that are no flags, as paths. */
export function scriptsIn({ folder, args }: Pick<ProcessFacts, "folder" | "args">): string[] {
  return args.slice(1).filter((word) => word !== "" && !word.startsWith("-") && !/^[a-z]+:/.test(word))
    .slice(0, 3)
    .flatMap((word) => isAbsolute(word) ? [word] : folder === "" ? [] : [resolve(folder, word)]);
}

/** The script that an interpreter runs; undefined where none of its words is a file. */
async function scriptOf(asker: ProcessFacts): Promise<string | undefined> {
  for (const file of scriptsIn(asker)) {
    if (await stat(file).then((info) => info.isFile(), () => false)) return file;
  }
  return undefined;
}

/**
 * Which of the processes above `kedge --mcp`, the nearest first, is the one that asks: the first that is more than a launcher;
 * where all are, the nearest. Null where there is none.
 */
export function askerAmong(above: readonly ProcessFacts[]): ProcessFacts | null {
  return above.find(({ program }) => program !== "" && !LAUNCHERS.has(basename(program))) ?? above[0] ?? null;
}

/** Who called, by the word of the system, of the processes that may have; UNKNOWN where it does not tell. */
export async function callerOf(pids: readonly number[]): Promise<AgentIdentity> {
  // Several candidates: it is not known which one called.
  if (Deno.build.os !== "linux" || pids.length !== 1) return UNKNOWN;
  const above = ancestorsOf(pids[0]!).filter((pid) => pid > 1).map(factsOf);
  const asker = askerAmong(above);
  if (asker === null || asker.program === "") return UNKNOWN;
  const interprets = isInterpreter(asker.program);
  const script = interprets ? await scriptOf(asker) : undefined;
  // Without a script its words are the program.
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

/** The hashes of files as they were read last, by all that a change of theirs changes. */
const known = new Map<string, string>();

/** SHA-256 over the contents of files and over words; "" where a file cannot be read. */
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
  if (size > LARGEST) return "";
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
