/** The saved and past statements of servers, without the code that runs SQL. */
export { readPast, renameTexts } from "./texts.ts";
export { pastOf } from "./title.ts";
