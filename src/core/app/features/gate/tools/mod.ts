import { refused, type ToolAnswer } from "../../../../gate/answer.ts";
import { lazyImport } from "../../../../lazy_import.ts";
import { type ToolName, TOOLS } from "../../../../gate/tools.ts";
import type { ToolContext } from "../parts.ts";
import type { Proposing } from "../proposing.ts";

/** The dependencies of the tools and the proposals. */
type ToolWork = ToolContext & { readonly proposing: Proposing };

const sql = () => lazyImport<typeof import("./sql.ts")>("./sql.ts", import.meta.url);
const aws = () => lazyImport<typeof import("./aws.ts")>("./aws.ts", import.meta.url);
const local = () => lazyImport<typeof import("./local.ts")>("./local.ts", import.meta.url);

/** The tools. A tool's module is loaded at its first call. */
const CARRIED_OUT: Readonly<Record<ToolName, (input: never, work: ToolWork) => Promise<ToolAnswer>>> = {
  find: async (input, work) => (await local()).find(input, work),
  run_action: async (input, work) => (await local()).runAction(input, work),
  catalog: async (input, work) => (await sql()).catalog(input, work),
  read: async (input, work) => (await sql()).read(input, work),
  propose_write: async (input, work) => await work.proposing.propose(input, work),
  proposal_status: async (input, work) => await work.proposing.status(input, work),
  service_state: async (input, work) => (await aws()).serviceState(input, work),
  service_logs: async (input, work) => (await aws()).serviceLogs(input, work),
  secret_names: async (input, work) => (await aws()).secretNames(input, work),
};

/** Carries out a call after its input was checked by the tool's schema. */
export async function carryOut(tool: ToolName, input: unknown, work: ToolWork): Promise<ToolAnswer> {
  const read = TOOLS[tool].input.safeParse(input);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refused(
      `${tool} does not take that: ${issue?.path.join(".") || "its input"}: ${issue?.message ?? "wrong"}`,
    );
  }
  return await CARRIED_OUT[tool](read.data as never, work);
}
