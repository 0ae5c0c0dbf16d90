/** config.json on disk: reading, watching and editing. */
export { type ConfigFileState, MAX_CONFIG_BYTES, readConfigFile } from "./read.ts";
export { createLooks, watchConfigFile } from "./watch.ts";
export { type ConfigEdited, editConfigFile } from "./edit.ts";
