import { dirname } from "node:path";
import { makeFolder, writeFileAtomic } from "../files/atomic.ts";
import { readRegularText } from "../files/read.ts";
import type { KedgePaths } from "../paths.ts";

/** Bytes of the largest state.json that is read. */
const MAX_STATE = 4 * 1024 * 1024;

/**
 * state.json: what is pleasant to keep and nothing a user would miss. A missing or damaged file is an empty
 * one; each part of Kedge checks what it finds under its own key.
 */
export async function readStateFile(paths: KedgePaths): Promise<Record<string, unknown>> {
  try {
    const text = await readRegularText(paths.state, MAX_STATE, { own: true });
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

let queue: Promise<void> = Promise.resolve();

/**
 * Changes one key of state.json and leaves the others. Failing to write is no error: it is only
 * convenience.
 */
export async function updateStateFile(
  paths: KedgePaths,
  key: string,
  change: (before: unknown) => unknown,
): Promise<void> {
  queue = queue.then(async () => {
    const state = await readStateFile(paths);
    const value = change(state[key]);
    if (value === state[key]) return;
    await makeFolder(dirname(paths.state));
    await writeFileAtomic(paths.state, JSON.stringify({ ...state, [key]: value }, null, 2) + "\n");
  }).catch(() => {});
  await queue;
}
