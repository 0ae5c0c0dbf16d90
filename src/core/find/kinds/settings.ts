import type { Config } from "../../config/config.ts";
import { type ConfigField, fieldsOf } from "../../config/fields.ts";
import { CONFIG_SCHEMA } from "../../config/kind.ts";
import { entryKind } from "../entry.ts";

/** All fields of the configuration except those about the file itself. */
const fields = fieldsOf(CONFIG_SCHEMA).filter(({ key }) => !["$schema", "version"].includes(key));

/** Other words that people type for a setting, by its key, with commas between them. They are searched and not shown. */
const SYNONYMS: Partial<Record<keyof Config, string>> = {
  globalShortcut: "hotkey, keyboard shortcuts, shortcut keys",
  launchAtStartup: "autostart, boot",
  analyticsEnabled: "privacy, telemetry, statistics",
  releaseCheckEnabled: "check for updates, upgrade",
};

const synonymsOf = ({ key }: Pick<ConfigField, "key">) => SYNONYMS[key as keyof Config] ?? "";

/** Settings; Enter shows the field in the settings window. */
export const settingFields = entryKind<ConfigField>({
  label: "Setting",
  heading: "Settings",
  weight: 0.1,
  ofKedge: true,
  items: () => fields,
  id: ({ key }) => `setting:${key}`,
  title: ({ title }) => title,
  around: ({ key, description }) => `settings ${key} ${description} ${synonymsOf({ key })}`,
  synonymsOf,
  entry: ({ key, description }) => ({
    detail: description,
    verb: "Change",
    icon: "gear",
    command: { name: "openWindow", page: "settings", params: { field: key } },
  }),
});
