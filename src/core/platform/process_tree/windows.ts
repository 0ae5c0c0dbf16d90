import type { MarkedProcesses } from "./marked.ts";

/** Windows does not show the environment of a process, so `taskkill /T` follows the tree from its root. */
export const windows: MarkedProcesses = { find: () => Promise.resolve([]) };
