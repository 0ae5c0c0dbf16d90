import { editJson, type Json, parseJson, toValue } from "../../json/mod.ts";
import { canonical, isRecord } from "../../json/value.ts";
import { lazyImport } from "../../lazy_import.ts";
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
}

/** Why a file is left alone. */
export interface SetupFault {
  readonly ok: false;
  readonly message: string;
  readonly hint: string;
}

/** What the entry says, in the client's words. */
export function entryOf(client: AgentClient, { command: [command, ...args], home }: DoorCommand) {
  return {
    ...(client.typed && { type: "stdio" }),
    command,
    args,
    ...(client.handsOn && { env_vars: client.handsOn }),
    ...(home !== undefined && { env: { KEDGE_HOME: home } }),
  };
}

/** The file of a client with Kedge in it, or without it where `door` is null; everything else stays byte by byte. */
export async function planSetup(
  client: AgentClient,
  text: string,
  door: DoorCommand | null,
): Promise<SetupPlan | SetupFault> {
  const entry = door && entryOf(client, door);
  if (client.format === "json") return planJson(client, text, entry);
  const { planToml } = await lazyImport<typeof import("./toml.ts")>("./toml.ts", import.meta.url);
  return planToml(client, text, entry);
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
export function merged(old: Json | undefined, entry: Readonly<Record<string, Json>>): Record<string, Json> {
  const kept = old !== undefined && isRecord(old) ? { ...old } : {};
  // A door of another kind is none of Kedge's: these would win over the command.
  for (const key of ["url", "serverUrl", "httpUrl", "type", "headers"]) delete kept[key];
  const { env } = entry;
  if (env === undefined || kept.env === undefined || !isRecord(kept.env)) return { ...kept, ...entry };
  return { ...kept, ...entry, env: { ...kept.env, ...env as Record<string, Json> } };
}

function planJson(
  client: AgentClient,
  text: string,
  entry: Readonly<Record<string, Json>> | null,
): SetupPlan | SetupFault {
  const { member } = client;
  const empty = text.replace(/^\ufeff/, "").trim() === "";
  const { root, problems } = parseJson(empty ? "{}" : text);
  const [problem] = problems;
  if (root === null || problem) {
    return unreadable(client, problem ? `it is no JSON: ${problem.message}` : "it is no JSON");
  }
  const value = toValue(root);
  if (!isRecord(value)) return unreadable(client, "it holds no object");
  const servers = value[member];
  if (servers !== undefined && !isRecord(servers)) return unreadable(client, `its ${member} is no object`);
  const old = servers?.[ENTRY];
  const next = entry && merged(old, entry);
  const shown = (value: Json | undefined | null) =>
    value === undefined || value === null ? "" : JSON.stringify({ [ENTRY]: value }, null, 2);
  const plan = { before: shown(old), after: shown(next) };
  if (next === null ? old === undefined : old !== undefined && canonical(old) === canonical(next)) {
    return { ok: true, change: "same", text, ...plan };
  }
  const edited = empty
    ? { ok: true as const, text: `${JSON.stringify({ [member]: { [ENTRY]: next } }, null, 2)}\n` }
    : editJson(text, [
      next === null
        ? { path: [member, ENTRY] }
        : servers === undefined
        ? { path: [member], value: { [ENTRY]: next } }
        : { path: [member, ENTRY], value: next },
    ]);
  if (!edited.ok) return { ok: false, message: edited.error, hint: edited.hint ?? "" };
  return {
    ok: true,
    change: next === null ? "remove" : old === undefined ? "add" : "change",
    text: edited.text,
    ...plan,
  };
}
