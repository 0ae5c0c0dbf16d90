import type { Command } from "../../../core/app/command.ts";
import { frecency } from "../../../core/state/usage.ts";
import { ENDED, type ExtensionState, type RunState } from "../../../core/state/state.ts";
import type { PaletteModel } from "../../../pages/model.ts";
import { iconUrl } from "../../client/mod.ts";
import type { IconName } from "../../system/mod.ts";
import { accountNumber } from "../../text/format.ts";
import { runWords } from "../../text/run.ts";

/** What a palette entry is, as shown at the right of its row. */
export type EntryKind = "run" | "action" | "account" | "server" | "extension" | "kedge";

/** Something more that can be done with an entry, with its key. */
export interface EntryAction {
  readonly label: string;
  /** For example `Mod+Enter`. */
  readonly shortcut: string;
  readonly command: Command;
}

/** One thing that can be done from the palette. */
export interface Entry {
  /** Stable over time, for counting how often it is used. */
  readonly id: string;
  readonly kind: EntryKind;
  readonly title: string;
  readonly detail: string;
  /** The verb of Enter. */
  readonly verb: string;
  readonly icon: IconName;
  /** The address of a picture that stands in for the glyph. */
  readonly picture?: string;
  readonly env: string | null;
  readonly command: Command | null;
  readonly more: readonly EntryAction[];
  /** Why Enter does nothing here: `kedge ≥ 2.0.0`. */
  readonly blocked?: string;
  /** How often and lately it is used; 0 for never. */
  readonly use: number;
  /** Beside title and detail, what typing also finds it by. */
  readonly words: string;
}

/** Everything that can be done, in the order of the menu: running, actions, accounts, servers, the rest. */
export function paletteEntries(model: PaletteModel, now: number = Date.now()): Entry[] {
  const used = (entry: Entry) => ({ ...entry, use: frecency(model.usage[entry.id], now) });
  return allEntries(model).map(used);
}

function allEntries(model: PaletteModel): Entry[] {
  return [
    ...model.runs.filter((run) => !ENDED.has(run.status)).map(runEntry),
    ...model.extensions.flatMap((extension) => actionEntries(extension, model)),
    ...model.accounts.map((account): Entry => ({
      ...plain,
      id: `account:${account.accountId}`,
      kind: "account",
      title: account.name ?? accountNumber(account.accountId),
      detail: account.name === undefined
        ? account.region
        : `${accountNumber(account.accountId)} · ${account.region}`,
      verb: "Open console",
      icon: "account",
      env: account.env,
      command: { name: "openConsole", account: account.accountId },
      words: `${account.accountId} ${account.env ?? ""} ${account.email ?? ""}`,
    })),
    ...model.servers.map((server): Entry => ({
      ...plain,
      id: `server:${server.name}`,
      kind: "server",
      title: server.name,
      detail: `${server.host}:${server.port}${server.database === undefined ? "" : `/${server.database}`}`,
      verb: "Test connection",
      icon: "server",
      command: { name: "testServer", server: server.name },
      more: [
        {
          label: "Open",
          shortcut: "Mod+Enter",
          command: { name: "openWindow", page: "server", params: { server: server.name } },
        },
      ],
      words: server.engine,
    })),
    ...model.extensions.map((extension): Entry => ({
      ...plain,
      id: `extension:${extension.id}`,
      kind: "extension",
      title: extension.name,
      detail: extension.description ?? extension.id,
      verb: "Review source",
      icon: "extension",
      ...(extension.icon !== undefined && { picture: iconUrl("extension", extension.id, extension.icon) }),
      command: { name: "reviewInstalled", extension: extension.id },
      words: extension.id,
    })),
    ...kedgeEntries,
  ];
}

const plain = { env: null, more: [], use: 0, detail: "", words: "" } as const;

const kedgeEntries: readonly Entry[] = [
  kedge("home", "Open Kedge", "Everything in one window", "anchor", { name: "openWindow", page: "home" }),
  kedge("settings", "Settings", "", "gear", { name: "openWindow", page: "settings" }),
  kedge("extensions", "Install extension", "Review a bundle from a file or an address", "plus", {
    name: "openWindow",
    page: "extensions",
  }),
  kedge("config", "Open config.json", "In your editor", "file", { name: "openConfig" }),
  kedge("quit", "Quit Kedge", "", "cross", { name: "quit" }),
];

function kedge(id: string, title: string, detail: string, icon: IconName, command: Command): Entry {
  return { ...plain, id: `kedge:${id}`, kind: "kedge", title, detail, verb: "Open", icon, command };
}

function runEntry(run: RunState): Entry {
  return {
    ...plain,
    id: `run:${run.id}`,
    kind: "run",
    title: run.button.label ?? run.actionLabel,
    detail: `${run.extensionName} · ${runWords[run.status]}`,
    verb: "Open the console",
    icon: "console",
    env: run.account?.env ?? null,
    command: { name: "openWindow", page: "console", params: { run: run.id } },
    more: [{ label: "Stop", shortcut: "Mod+Delete", command: { name: "stopRun", run: run.id } }],
    words: "running",
  };
}

function actionEntries(extension: ExtensionState, model: PaletteModel): Entry[] {
  return extension.actions.filter((action) => action.state !== "running").map((action): Entry => {
    const account = model.accounts.find(({ accountId }) => accountId === action.account);
    const icon = action.icon ?? extension.icon;
    const changed = action.state === "changed" ? "files changed" : undefined;
    const blocked = action.badge ?? changed;
    return {
      ...plain,
      id: `action:${extension.id}/${action.id}`,
      kind: "action",
      title: action.label,
      detail: account?.name === undefined ? extension.name : `${extension.name} · ${account.name}`,
      verb: action.state === "changed" ? "Review the change" : "Run",
      icon: "play",
      ...(icon !== undefined && { picture: iconUrl("extension", extension.id, icon) }),
      env: account?.env ?? null,
      command: action.state === "enabled"
        ? { name: "runAction", extension: extension.id, action: action.id }
        : action.state === "changed"
        ? { name: "reviewInstalled", extension: extension.id }
        : null,
      more: [{
        label: "Configure",
        shortcut: "Mod+Enter",
        command: {
          name: "openWindow",
          page: "configure",
          params: { extension: extension.id, action: action.id },
        },
      }],
      ...(blocked !== undefined && { blocked }),
      words: extension.id,
    };
  });
}
