/** config.json as pure data: text in, configuration and diagnostics out. */
export type { Account, Config, EnvRule, Server } from "./config.ts";
export { CONFIG_SCHEMA } from "./generated.ts";
export { placeRules } from "./place.ts";
export { CONFIG_VERSION, defaultConfig, parseConfig, type ParsedConfig } from "./parse.ts";
export { type Modifier, NAMED_KEYS, parseShortcut, type Shortcut, type ShortcutResult } from "./shortcut.ts";
export { editConfigText } from "./edit.ts";
