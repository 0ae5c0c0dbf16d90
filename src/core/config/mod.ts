/** config.json as data: takes a text, returns configuration and diagnostics. Uses no files. */
export type { Config } from "./config.ts";
export { CONFIG_SCHEMA } from "./kind.ts";
export { positionRules } from "./rule_positions.ts";
export { defaultConfig, parseConfig } from "./parse.ts";
export { type Modifier, NAMED_KEYS, parseShortcut, type Shortcut } from "./shortcut.ts";
export { editConfigText } from "./edit.ts";
