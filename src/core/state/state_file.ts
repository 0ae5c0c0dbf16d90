import { dirname } from "node:path";
import { makeFolder, writeFileAtomic } from "../files/atomic.ts";
import { mayPass, readRegularFile, readRegularFileNow } from "../files/read.ts";
import type { KedgePaths } from "../paths.ts";

/** Bytes of the largest state.json that is read. */
const MAX_STATE = 4 * 1024 * 1024;

/** How often a change is made again because another process has written the file meanwhile. */
const TRIES = 10;

/** Another process has written the file since it was read. */
class Overtaken extends Error {}

/** The file as it was read: its text, "" when there is none, and what it holds. */
interface Read {
  readonly text: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/**
 * state.json: what is pleasant to keep and nothing a user would miss. A missing or damaged file is an empty
 * one; each part of Kedge checks what it finds under its own key.
 */
export async function readStateFile(paths: KedgePaths): Promise<Record<string, unknown>> {
  return { ...(await look(paths))?.state };
}

/** Null: the system cannot read it at this moment. */
async function look(paths: KedgePaths): Promise<Read | null> {
  const read = await readRegularFile(paths.state, MAX_STATE, { ownedByUser: true });
  if (!read.ok) return mayPass(read.why) ? null : { text: "", state: {} };
  const text = new TextDecoder().decode(read.bytes);
  return { text, state: parsed(text) };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Changes one key of state.json and leaves the others, also those that another process has written meanwhile. Failing to
 * write is no error, because it is only convenience: false tells that it is not in the file.
 */
export function updateStateFile(
  paths: KedgePaths,
  key: string,
  change: (before: unknown) => unknown,
): Promise<boolean> {
  const written = queue.then(() => changeNow(paths, key, change)).catch(() => false);
  queue = written;
  return written;
}

async function changeNow(
  paths: KedgePaths,
  key: string,
  change: (before: unknown) => unknown,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await look(paths);
    // The others would be lost.
    if (before === null) return false;
    const value = change(before.state[key]);
    if (value === before.state[key]) return true;
    await makeFolder(dirname(paths.state));
    const text = JSON.stringify({ ...before.state, [key]: value }, null, 2) + "\n";
    try {
      await writeFileAtomic(paths.state, text, 0o600, () => {
        if (textNow(paths) !== before.text) throw new Overtaken();
      });
      return true;
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  return false;
}

/** The text of the file at this moment; "" when there is none to read. */
function textNow(paths: KedgePaths): string {
  const read = readRegularFileNow(paths.state, MAX_STATE, { ownedByUser: true });
  return read.ok ? new TextDecoder().decode(read.bytes) : "";
}
