import type { ListName } from "../../../core/config/document.ts";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import type { IconName } from "../../system/mod.ts";

/** A section of the Settings window: top-level fields, or one list of entries. */
export interface SectionInfo {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly keys: readonly string[];
  /** The list of a section with a list, and the noun for one entry. */
  readonly entry?: { readonly list: ListName; readonly noun: string };
}

/** All sections, in the order of the sidebar. Every field of config.json is in one of them. */
export const SECTIONS: readonly SectionInfo[] = [
  {
    id: "general",
    label: "General",
    icon: "gear",
    keys: [
      "globalShortcut",
      "launchAtStartup",
      "linksEnabled",
      "perPage",
      "askAboveGigabytes",
      "resourceExplorerView",
    ],
  },
  { id: "sign-in", label: "Sign-in", icon: "lock", keys: ["ssoStartUrl", "ssoRegion"] },
  {
    id: "accounts",
    label: "Accounts",
    icon: "account",
    keys: ["accounts"],
    entry: { list: "accounts", noun: "account" },
  },
  {
    id: "environments",
    label: "Environments",
    icon: "shield",
    keys: ["envRules"],
    entry: { list: "envRules", noun: "rule" },
  },
  {
    id: "servers",
    label: "Servers",
    icon: "server",
    keys: ["servers"],
    entry: { list: "servers", noun: "server" },
  },
  { id: "catalogues", label: "Catalogues", icon: "extension", keys: ["catalogs"] },
  {
    id: "assistant",
    label: "Assistant",
    icon: "console",
    keys: ["aiEnabled", "assistantBinPath", "aiModel"],
  },
  { id: "agents", label: "Agents", icon: "key", keys: [] },
  { id: "computer", label: "This computer", icon: "globe", keys: [] },
  { id: "privacy", label: "Privacy", icon: "eyeOff", keys: ["analyticsEnabled", "releaseCheckEnabled"] },
  { id: "file", label: "File", icon: "file", keys: ["version", "$schema"] },
];

/** Returns the section with that id; the first one when the id is unknown. */
export function sectionOf(id: string | undefined): SectionInfo {
  return SECTIONS.find((section) => section.id === id) ?? SECTIONS[0]!;
}

/** Returns the section with that field of config.json; the first one when no section has the field. */
export function sectionWith(key: string): SectionInfo {
  return SECTIONS.find(({ keys }) => keys.includes(key)) ?? SECTIONS[0]!;
}

/** Returns the problems of a section. The last section, about the file, shows all problems. */
export function problemsIn(section: SectionInfo, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (section.id === "file") return diagnostics;
  return diagnostics.filter(({ path }) => section.keys.includes(String(path[0])));
}

/** Whether a path or anything inside it has a problem. */
export function hasProblem(path: readonly (string | number)[], diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((one) => startsWith(one.path, path));
}

function startsWith(path: readonly (string | number)[], prefix: readonly (string | number)[]): boolean {
  return prefix.every((step, i) => path[i] === step);
}
