import { type LookedProcess, processesAbove } from "../platform/ancestors/mod.ts";
import { agentOfEnvironment, agentOfProgram } from "./agents.ts";

/** An agent that a process works for. */
export interface AgentAbove {
  /** Its name for people. */
  readonly name: string;
  /** Its own program was found, or only the mark that it leaves in the environment of what it starts. */
  readonly by: "program" | "environment";
  /** Its process; with a mark only, the one highest up that has it. */
  readonly pid: number;
  /** The program of that process by absolute path; "" where the system does not show it. */
  readonly program: string;
  /** The folder that this process works in; "" where the system does not show it. */
  readonly folder: string;
}

/**
 * The agent that stands above a process, or null: by the program of the process and of those that it descends from, and by
 * marks in the environment that each was started with. `until` is a process at which the look ends, which is not looked
 * at itself: what the running Kedge started is the user's.
 */
export async function agentAbove(pid: number = Deno.pid, until = 0): Promise<AgentAbove | null> {
  return agentAmong(await processesAbove(pid, until), pid === Deno.pid ? kedgeEnvironment : undefined);
}

/** The own environment, which every system shows. */
const kedgeEnvironment = () => Object.entries(Deno.env.toObject()).map(([name, value]) => `${name}=${value}`);

/** The same among processes that were looked at, the nearest first; `environmentOfKedge` gives the variables of this process. */
export function agentAmong(
  processes: readonly LookedProcess[],
  environmentOfKedge?: () => string[],
): AgentAbove | null {
  let marked: AgentAbove | null = null;
  for (const [at, { pid, program, words, environment, folder }] of processes.entries()) {
    const named = agentOfProgram(program, words);
    // The program says more than a mark: it is what people started.
    if (named !== null) return { name: named, by: "program", pid, program, folder };
    const mark = agentOfEnvironment(
      at === 0 && environmentOfKedge ? [...environment, ...environmentOfKedge()] : environment,
    );
    if (mark !== null && (marked === null || marked.name === mark)) {
      marked = { name: mark, by: "environment", pid, program, folder };
    }
  }
  // Where nothing of the processes is shown, the own environment still tells.
  const mark = processes.length === 0 && environmentOfKedge ? agentOfEnvironment(environmentOfKedge()) : null;
  return mark === null ? marked : { name: mark, by: "environment", pid: Deno.pid, program: "", folder: "" };
}
