/** What was saved and run, without the engine. */
export { readPast, renameTexts } from "./texts.ts";
export { titleOf } from "./title.ts";
