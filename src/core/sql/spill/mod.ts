/** Results of any size: rows on the disk, a few blocks in memory. */
export { spillFolder } from "./folder.ts";
export { createResult, type Result, type SpillFolder } from "./result.ts";
export type { ResultRow } from "./rows.ts";
