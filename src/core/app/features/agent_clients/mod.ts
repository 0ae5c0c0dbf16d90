import * as z from "zod";
import { CLIENT_IDS } from "../../../gate/clients/clients.ts";
import type { ClientSetup } from "../../../gate/clients/setup.ts";
import { command, feature } from "../../feature.ts";
import { type CommandResult, refusal } from "../../../result.ts";

/** Clients of the gate and their configuration files, which Settings changes. */
export interface AgentClientServices {
  readonly agentClients: () => Promise<ClientSetup>;
}

const client = z.enum(CLIENT_IDS);
const how = z.enum(["add", "remove"]);
/** An entry as the page showed it. The file may have anything under that name. */
const shown = z.string().max(100_000);

/** The commands that set up clients to start the gate. A change of a client's file is shown before it is written. */
export const agentClients = feature({
  /** Finds the clients. The result's value is a `FoundClient` for each client that Kedge knows. */
  findAgentClients: command({}),
  /**
   * Plans a change. The result's value is `{file, change, before, after}`, with the entry before and after
   * the change.
   */
  planAgentClient: command({ client, how }),
  /** Writes a planned change if it is still the one that was shown. */
  setUpAgentClient: command({ client, how, before: shown, after: shown }),
  /** Undoes the last `setUpAgentClient` of that client. */
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
