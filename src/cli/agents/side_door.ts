import { agentAbove } from "../../core/gate/agent_above.ts";
import { kedgePaths } from "../../core/paths.ts";
import { readStateFile } from "../../core/state/state_file.ts";
import { askFirst } from "../../tray/instance/ask.ts";
import type { Args } from "../args.ts";
import { gateIsOn, otherHomeFault } from "./other_home.ts";
import { readVerdict, type Refused } from "./verdict.ts";
import { thingOf } from "./thing.ts";
import { whoMay } from "./who.ts";

/**
 * Why a command is refused because an agent calls it; `granted` where a person has granted it to this agent, which is held
 * to the gate's rules then; null where nothing speaks against it: no agent stands above this process, the gate is off, or the
 * command is for anyone. With a running Kedge that one decides, by what the kernel says of the caller, and asks its user.
 */
export async function refusedForAgents(args: Args): Promise<Refused | "granted" | null> {
  const agent = await agentAbove();
  if (agent === null) return null;
  const paths = kedgePaths();
  const other = await otherHomeFault(paths.home, agent.name);
  if (other) return other;
  // Its pages can do all that a person can.
  const shows = args.command === "start" && args.browser === true;
  if (whoMay(args) === "anyone" && !shows) return null;
  const answer = await askFirst(paths.home, "side-door", {
    agent: agent.name,
    command: args.command,
    thing: thingOf(args),
    write: args.write === true,
  });
  if (answer !== undefined) return readVerdict(answer, agent.name);
  if (!gateIsOn(await readStateFile(paths))) return null;
  return {
    error: `${agent.name} calls this, and no Kedge runs that could ask whether it may`,
    hint: "Start Kedge, then try again.",
  };
}
