/** Results of any size: rows are on the disk, and a few blocks are in memory. */
export { spillFolder } from "./folder.ts";
export { createResult, type Result, type SpillFolder } from "./result.ts";
export type { ResultRow } from "./rows.ts";
