import { editJson, parseJson, toValue } from "../../json/mod.ts";
import { isRecord } from "../../json/value.ts";
import { lazyImport } from "../../lazy_import.ts";
import type { AgentClient } from "./clients.ts";
import { ENTRY, planEntry, type SetupFault, type SetupPlan, unreadable, type Wanted } from "./entry.ts";

/** Plans the wanted entry in a client's file; everything else stays the same, byte by byte. */
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
  return planEntry(client, wanted, {
    text,
    value,
    holder: "object",
    show: (entry) => JSON.stringify({ [ENTRY]: entry }, null, 2),
    edit(next) {
      if (empty) return `${JSON.stringify({ [member]: { [ENTRY]: next } }, null, 2)}\n`;
      const edited = editJson(text, [
        next === null
          ? { path: [member, ENTRY] }
          : value[member] === undefined
          ? { path: [member], value: { [ENTRY]: next } }
          : { path: [member, ENTRY], value: next },
      ]);
      return edited.ok ? edited.text : { ok: false, message: edited.error, hint: edited.hint ?? "" };
    },
  });
}
