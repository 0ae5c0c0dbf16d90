import { z } from "zod";
import { CLIENT_IDS } from "../../../gate/clients/clients.ts";
import type { ClientSetup } from "../../../gate/clients/setup.ts";
import { command, feature } from "../../feature.ts";
import { type CommandResult, refusal } from "../../result.ts";

/** Clients of the gate and their configuration files, as Settings sets them up. */
export interface AgentClientServices {
  readonly agentClients: () => Promise<ClientSetup>;
}

const client = z.enum(CLIENT_IDS);
const how = z.enum(["add", "remove"]);
/** An entry as it was shown; the file may hold anything under that name. */
const shown = z.string().max(100_000);

/** How clients start the gate: what stands in their files, and writing it after it was shown. */
export const agentClients = feature({
  /** The value is a `FoundClient` for each that Kedge knows. */
  findAgentClients: command({}),
  /** The value is the entry as it is and as it would be: `{file, change, before, after}`. */
  planAgentClient: command({ client, how }),
  /** Writes what was planned, if it is still what was shown. */
  setUpAgentClient: command({ client, how, before: shown, after: shown }),
  /** Takes the last `setUpAgentClient` of that client back. */
  undoAgentClient: command({ client }),
}, ({ agentClients }: AgentClientServices) => ({
  findAgentClients: async () => ({ ok: true, value: await (await agentClients()).list() }),
  async planAgentClient({ client, how }) {
    const plan = await (await agentClients()).plan(client, how);
    if (!plan.ok) return refusal(plan.message, plan.hint);
    const { file, change, before, after } = plan;
    return { ok: true, value: { file, change, before, after } };
  },
  setUpAgentClient: async ({ client, how, before, after }) =>
    resultOf(await (await agentClients()).write(client, how, { before, after })),
  undoAgentClient: async ({ client }) => resultOf(await (await agentClients()).undo(client)),
}));

type Written = Awaited<ReturnType<ClientSetup["undo"]>>;

function resultOf(done: Written): CommandResult {
  return done.ok ? { ok: true } : refusal(done.message, done.hint);
}
