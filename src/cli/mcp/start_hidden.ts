import { spawn } from "node:child_process";
import { withoutAgentMarks } from "../../core/gate/agents.ts";
import { kedgeCommand } from "../accounts/kedge_command.ts";

/** Starts Kedge without a window; it outlives the program that asked for it. False where it cannot be started. */
export function startHidden(_home: string): Promise<boolean> {
  const [program, ...words] = kedgeCommand("--hidden");
  // A Kedge with marks of agents would hand them on to each terminal that it opens.
  const env = withoutAgentMarks(Deno.env.toObject());
  return new Promise((resolve) => {
    const child = spawn(program!, words, { detached: true, stdio: "ignore", env, cwd: Deno.env.get("HOME") });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
