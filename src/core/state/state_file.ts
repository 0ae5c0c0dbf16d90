import { dirname } from "node:path";
import { makeFolder, writeFileAtomic } from "../files/atomic.ts";
import { mayPass, readRegularFile, readRegularFileNow } from "../files/read.ts";
import type { KedgePaths } from "../paths.ts";
import { fieldsOf, jsonOrNull } from "../json_values.ts";

/** Maximum bytes of state.json. */
const MAX_STATE = 4 * 1024 * 1024;

/** Maximum attempts to make a change when other processes write the file meanwhile. */
const TRIES = 10;

/** Another process has written the file since it was read. */
class OvertakenError extends Error {}

/** The file as it was read: its text ("" when there is no file) and its content. */
interface Read {
  readonly text: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/**
 * Reads state.json. A missing or damaged file, or one that the system cannot read now, counts as empty; see
 * {@link readStateOrNull} where it must not. Each part of Kedge checks the value under its own key.
 */
export async function readStateFile(paths: KedgePaths): Promise<Record<string, unknown>> {
  return { ...await readStateOrNull(paths) };
}

/** Reads state.json in the same way; null when the system cannot read it now. */
export async function readStateOrNull(paths: KedgePaths): Promise<Readonly<Record<string, unknown>> | null> {
  return (await look(paths))?.state ?? null;
}

/** Reads the file; null when the system cannot read it now. */
async function look(paths: KedgePaths): Promise<Read | null> {
  const read = await readRegularFile(paths.state, MAX_STATE, { ownedByUser: true });
  if (!read.ok) return mayPass(read.why) ? null : { text: "", state: {} };
  const text = new TextDecoder().decode(read.bytes);
  return { text, state: fieldsOf(jsonOrNull(text)) };
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Changes one key of state.json and leaves the others, including those that another process has written
 * meanwhile. A failure to write is not an error, because Kedge works without it; the function then
 * returns false.
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
    // Writing now would lose the other keys.
    if (before === null) return false;
    const value = change(before.state[key]);
    if (value === before.state[key]) return true;
    await makeFolder(dirname(paths.state));
    const text = JSON.stringify({ ...before.state, [key]: value }, null, 2) + "\n";
    try {
      await writeFileAtomic(paths.state, text, 0o600, () => {
        if (textNow(paths) !== before.text) throw new OvertakenError();
      });
      return true;
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error;
    }
  }
  return false;
}

/** Returns the current text of the file; "" when there is none. */
function textNow(paths: KedgePaths): string {
  const read = readRegularFileNow(paths.state, MAX_STATE, { ownedByUser: true });
  return read.ok ? new TextDecoder().decode(read.bytes) : "";
}
