/** What was saved and run, without the engine. */
export { readPast, renameTexts } from "./texts.ts";
export { pastOf } from "./title.ts";
