import { spawn } from "node:child_process";
import { withoutAgentMarks } from "../../core/gate/agents.ts";
import { kedgePaths } from "../../core/paths.ts";
import { withoutConsole } from "../../core/platform/running_program.ts";
import { kedgeCommand } from "../accounts/kedge_command.ts";

/**
 * Starts Kedge without a window, as a process that outlives its caller. Resolves with false when it cannot be
 * started.
 */
export function startHidden(): Promise<boolean> {
  const [program, ...words] = kedgeCommand("--hidden");
  // A Kedge with the environment variables of an agent would pass them on to every terminal that it opens.
  const env = withoutAgentMarks(Deno.env.toObject());
  // Kedge starts in another folder, where a relative KEDGE_HOME would name another home.
  if (env.KEDGE_HOME) env.KEDGE_HOME = kedgePaths().home;
  return new Promise((resolve) => {
    const child = spawn(withoutConsole(program!), words, {
      detached: true,
      stdio: "ignore",
      env,
      cwd: Deno.env.get("HOME"),
    });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
