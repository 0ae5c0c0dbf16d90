/** config.json on disk: reading, following and editing it. */
export { type ConfigFileState, MAX_CONFIG_BYTES, readConfigFile } from "./read.ts";
export { createLooks, watchConfigFile } from "./watch.ts";
export { type ConfigEdited, editConfigFile } from "./edit.ts";
