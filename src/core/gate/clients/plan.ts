import { editJson, type Json, parseJson, toValue } from "../../json/mod.ts";
import { canonical, isRecord } from "../../json/value.ts";
import { lazyImport } from "../../lazy_import.ts";
import type { AgentClient } from "./clients.ts";
import { ENTRY, nextEntry, type SetupFault, type SetupPlan, unreadable, type Wanted } from "./entry.ts";

/** The file of a client with the entry as it is wanted; everything else stays byte by byte. */
export async function planSetup(
  client: AgentClient,
  text: string,
  wanted: Wanted,
): Promise<SetupPlan | SetupFault> {
  if (client.format === "json") return planJson(client, text, wanted);
  const { planToml } = await lazyImport<typeof import("./toml.ts")>("./toml.ts", import.meta.url);
  return planToml(client, text, wanted);
}

function planJson(client: AgentClient, text: string, wanted: Wanted): SetupPlan | SetupFault {
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
  const next = nextEntry(client, wanted, old);
  const shown = (value: Json | undefined | null) =>
    value === undefined || value === null ? "" : JSON.stringify({ [ENTRY]: value }, null, 2);
  const plan = {
    before: shown(old),
    after: shown(next),
    old: old !== undefined && isRecord(old) ? old : null,
  };
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
