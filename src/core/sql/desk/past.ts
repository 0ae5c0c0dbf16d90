/** What was saved and run, without the engine. */
export { readPast } from "./kept.ts";
export { titleOf } from "./title.ts";
