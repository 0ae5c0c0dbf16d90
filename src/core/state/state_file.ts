import { dirname } from "node:path";
import { makeFolder, writeFileAtomic } from "../files/atomic.ts";
import { readRegularFile } from "../files/read.ts";
import type { KedgePaths } from "../paths.ts";

/** Bytes of the largest state.json that is read. */
const MAX_STATE = 4 * 1024 * 1024;

/**
 * state.json: what is pleasant to keep and nothing a user would miss. A missing or damaged file is an empty
 * one; each part of Kedge checks what it finds under its own key.
 */
export async function readStateFile(paths: KedgePaths): Promise<Record<string, unknown>> {
  return await look(paths) ?? {};
}

/** Null: the system cannot read it at this moment. */
async function look(paths: KedgePaths): Promise<Record<string, unknown> | null> {
  const read = await readRegularFile(paths.state, MAX_STATE, { own: true });
  if (!read.ok) return read.why === "unreadable" ? null : {};
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(read.bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Changes one key of state.json and leaves the others. Failing to write is no error, because it is only convenience: false
 * tells that it is not in the file.
 */
export function updateStateFile(
  paths: KedgePaths,
  key: string,
  change: (before: unknown) => unknown,
): Promise<boolean> {
  const written = queue.then(async () => {
    const state = await look(paths);
    // The others would be lost.
    if (state === null) return false;
    const value = change(state[key]);
    if (value === state[key]) return true;
    await makeFolder(dirname(paths.state));
    await writeFileAtomic(paths.state, JSON.stringify({ ...state, [key]: value }, null, 2) + "\n");
    return true;
  }).catch(() => false);
  queue = written;
  return written;
}
