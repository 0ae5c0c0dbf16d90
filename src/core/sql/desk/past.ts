/** What was saved and run, without the engine. */
export { readPast, renameKept } from "./kept.ts";
export { titleOf } from "./title.ts";
