import type { Json } from "../../json/mod.ts";
import { canonical, isRecord } from "../../json/value.ts";
import type { AgentClient } from "./clients.ts";

/** The name under which clients know Kedge. */
export const ENTRY = "kedge";

/** How a client is to start `kedge --mcp`. */
export interface DoorCommand {
  /** The program by absolute path, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** The home that KEDGE_HOME names; absent for the usual one. */
  readonly home?: string;
}

/** What would become of a client's file. */
export interface SetupPlan {
  readonly ok: true;
  /** `same`: there is nothing to write. */
  readonly change: "add" | "change" | "remove" | "same";
  /** The whole file as it would be. */
  readonly text: string;
  /** The entry alone, as it is and as it would be; "" for none. Other entries of the file may hold secrets, this one not. */
  readonly before: string;
  readonly after: string;
  /** The entry as it is, as values; null: there is no entry, or none that could be put back. */
  readonly old: Entry | null;
}

/** Why a file is left alone. */
export interface SetupFault {
  readonly ok: false;
  readonly message: string;
  readonly hint: string;
}

/** What the entry says, in the client's words. */
function entryOf(client: AgentClient, { command: [command, ...args], home }: DoorCommand) {
  return {
    ...(client.typed && { type: "stdio" }),
    command,
    args,
    ...(client.handsOn && { env_vars: client.handsOn }),
    ...(home !== undefined && { env: { KEDGE_HOME: home } }),
  };
}

/** An entry of a client's file, as values. */
export type Entry = Readonly<Record<string, Json>>;

/** What is to become of the entry: Kedge's door, none (null), or exactly what it once was. */
export type Wanted = DoorCommand | null | { readonly exactly: Entry };

/** The entry as it is to be, where `old` is what stands there now; null: it is to go. */
function nextEntry(client: AgentClient, wanted: Wanted, old: Json | undefined): Entry | null {
  if (wanted === null) return null;
  return "exactly" in wanted ? wanted.exactly : merged(old, entryOf(client, wanted));
}

/** A client's file as it was read, and how its format is written. */
interface EntryFile {
  readonly text: string;
  readonly value: Readonly<Record<string, Json>>;
  /** What holds the entries, in the format's word: `object`. */
  readonly holder: string;
  /** An entry as the file has it, for people. */
  show(entry: Json): string;
  /** The text with the entry `next` (null: without one) where `old` is, as far as there is one. */
  edit(next: Entry | null, old: Json | undefined): string | SetupFault;
}

/** Plans what becomes of the entry in a file. */
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

/** A file that cannot be read is never written. */
export function unreadable(client: AgentClient, why: string): SetupFault {
  return {
    ok: false,
    message: `${client.file} is left alone: ${why}.`,
    hint: `Mend it, or make the entry “${ENTRY}” of ${client.member} yourself.`,
  };
}

/** An entry as it becomes: what the user has added to it stays. */
function merged(old: Json | undefined, entry: Entry): Entry {
  const base = old !== undefined && isRecord(old) ? { ...old } : {};
  // A door of another kind is none of Kedge's: these would win over the command.
  for (const key of ["url", "serverUrl", "httpUrl", "type", "headers"]) delete base[key];
  const { env } = entry;
  if (env === undefined || base.env === undefined || !isRecord(base.env)) return { ...base, ...entry };
  return { ...base, ...entry, env: { ...base.env, ...env as Record<string, Json> } };
}
