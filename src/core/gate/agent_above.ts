import { type LookedProcess, processesAbove } from "../platform/ancestors/mod.ts";
import { agentOfEnvironment, agentOfProgram } from "./agents.ts";

/** The agent that a process works for. */
export interface AgentAbove {
  /** The agent's name for people. */
  readonly name: string;
  /**
   * How the agent was recognised: by its own program, or only by the mark that it leaves in the environment
   * of the programs that it starts.
   */
  readonly by: "program" | "environment";
  /** Process id of the agent; with only a mark, that of the highest process with the mark. */
  readonly pid: number;
  /** Absolute path of that process's program; "" when the system does not reveal it. */
  readonly program: string;
  /** Working folder of that process; "" when the system does not reveal it. */
  readonly folder: string;
}

/**
 * Returns the agent above a process, or null. It checks the programs of the process and its ancestors, and
 * marks in the environment with which each was started. The search ends at the process `until`, which is not
 * checked itself, because the user started whatever the running Kedge starts.
 */
export async function agentAbove(pid: number = Deno.pid, until = 0): Promise<AgentAbove | null> {
  return agentAmong(await processesAbove(pid, until), pid === Deno.pid ? kedgeEnvironment : undefined);
}

/** Returns the variables of this process, which every system reveals. */
const kedgeEnvironment = () => Object.entries(Deno.env.toObject()).map(([name, value]) => `${name}=${value}`);

/**
 * Returns the agent among processes, nearest first, or null; `environmentOfKedge` returns the variables of
 * this process.
 */
export function agentAmong(
  processes: readonly LookedProcess[],
  environmentOfKedge?: () => string[],
): AgentAbove | null {
  let marked: AgentAbove | null = null;
  for (const [at, { pid, program, words, environment, folder }] of processes.entries()) {
    const named = agentOfProgram(program, words);
    // The program tells more than a mark because people started it.
    if (named !== null) return { name: named, by: "program", pid, program, folder };
    const mark = agentOfEnvironment(
      at === 0 && environmentOfKedge ? [...environment, ...environmentOfKedge()] : environment,
    );
    if (mark !== null && (marked === null || marked.name === mark)) {
      marked = { name: mark, by: "environment", pid, program, folder };
    }
  }
  // Without any information about processes the own environment still tells.
  const mark = processes.length === 0 && environmentOfKedge ? agentOfEnvironment(environmentOfKedge()) : null;
  return mark === null ? marked : { name: mark, by: "environment", pid: Deno.pid, program: "", folder: "" };
}
