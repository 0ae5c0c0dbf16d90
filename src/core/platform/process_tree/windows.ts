import type { MarkedProcesses } from "./marked.ts";

/** Windows shows nobody's environment; there `taskkill /T` walks the tree from its root. */
export const windows: MarkedProcesses = { find: () => Promise.resolve([]) };
