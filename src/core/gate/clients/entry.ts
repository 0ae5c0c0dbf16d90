import type { Json } from "../../json/mod.ts";
import { canonical, isRecord } from "../../json/value.ts";
import type { AgentClient } from "./clients.ts";

/** The name of Kedge's entry in clients' files. */
export const ENTRY = "kedge";

/** The command with which a client starts `kedge --mcp`. */
export interface McpCommand {
  /** Absolute path of the program, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** The value for KEDGE_HOME; absent for the default home. */
  readonly home?: string;
}

/** A planned change of a client's file. */
export interface SetupPlan {
  readonly ok: true;
  /** `same` means that nothing needs to be written. */
  readonly change: "add" | "change" | "remove" | "same";
  /** The whole file after the change. */
  readonly text: string;
  /**
   * The entry alone, before and after the change; "" when there is none. Other entries may contain secrets,
   * this one does not.
   */
  readonly before: string;
  readonly after: string;
  /** The current entry as values; null when there is none, or none that could be restored. */
  readonly old: Entry | null;
}

/** Why a file is not changed. */
export interface SetupFault {
  readonly ok: false;
  readonly message: string;
  readonly hint: string;
}

/** Returns the entry in the client's format. */
function entryOf(client: AgentClient, { command: [command, ...args], home }: McpCommand) {
  return {
    ...(client.typed && { type: "stdio" }),
    command,
    args,
    ...(client.handsOn && { env_vars: client.handsOn }),
    ...(home !== undefined && { env: { KEDGE_HOME: home } }),
  };
}

/** An entry of a client's file as values. */
export type Entry = Readonly<Record<string, Json>>;

/** The wanted entry: one that starts Kedge, none (null), or exactly the given one. */
export type Wanted = McpCommand | null | { readonly exactly: Entry };

/** Returns the new entry in place of `old`; null to remove it. */
function nextEntry(client: AgentClient, wanted: Wanted, old: Json | undefined): Entry | null {
  if (wanted === null) return null;
  return "exactly" in wanted ? wanted.exactly : merged(old, entryOf(client, wanted));
}

/** The content of a client's file, and how its format is written. */
interface EntryFile {
  readonly text: string;
  readonly value: Readonly<Record<string, Json>>;
  /** The format's word for the value that contains the entries, for example `object`. */
  readonly holder: string;
  /** Returns an entry in the file's format, for people. */
  show(entry: Json): string;
  /** Returns the text with the entry `next` in place of `old`; with null the entry is removed. */
  edit(next: Entry | null, old: Json | undefined): string | SetupFault;
}

/** Plans the change of the entry in a file. */
export function planEntry(client: AgentClient, wanted: Wanted, file: EntryFile): SetupPlan | SetupFault {
  const { member } = client;
  const entries = file.value[member];
  if (entries !== undefined && !isRecord(entries)) {
    return unreadable(client, `its ${member} is no ${file.holder}`);
  }
  const old = entries?.[ENTRY];
  const next = nextEntry(client, wanted, old);
  const plan = {
    ok: true,
    before: old === undefined || old === null ? "" : file.show(old),
    after: next === null ? "" : file.show(next),
    old: old !== undefined && isRecord(old) ? old : null,
  } as const;
  if (next === null ? old === undefined : old !== undefined && canonical(old) === canonical(next)) {
    return { ...plan, change: "same", text: file.text };
  }
  const text = file.edit(next, old);
  if (typeof text !== "string") return text;
  return { ...plan, change: next === null ? "remove" : old === undefined ? "add" : "change", text };
}

/** Returns the fault of a file that cannot be read; such a file is never written. */
export function unreadable(client: AgentClient, why: string): SetupFault {
  return {
    ok: false,
    message: `${client.file} is left alone: ${why}.`,
    hint: `Fix it, or make the entry “${ENTRY}” of ${client.member} yourself.`,
  };
}

/** Returns the new entry, which keeps what the user added. */
function merged(old: Json | undefined, entry: Entry): Entry {
  const base = old !== undefined && isRecord(old) ? { ...old } : {};
  // These keys belong to another kind of server and would take precedence over the command.
  for (const key of ["url", "serverUrl", "httpUrl", "type", "headers"]) delete base[key];
  const { env } = entry;
  if (env === undefined || base.env === undefined || !isRecord(base.env)) return { ...base, ...entry };
  return { ...base, ...entry, env: { ...base.env, ...env as Record<string, Json> } };
}
