/** Results of any size: rows on the disk, a few blocks in memory. */
export { spillPlace } from "./place.ts";
export { createResult, type Result, type SpillPlace } from "./result.ts";
export type { ResultRow } from "./rows.ts";
