import { spawn } from "node:child_process";
import { ownCommand } from "../accounts/own_command.ts";

/** Marks that agents leave in the environment of what they start: a Kedge with them would hand them on to each terminal. */
const AGENT_MARKS = /^(CLAUDECODE|CLAUDE_CODE_.*|CODEX_.*|CURSOR_AGENT|CLINE_.*|GEMINI_CLI)$/;

/** Starts Kedge without a window, for longer than whoever asked for it lives. False where it cannot be started. */
export function startHidden(_home: string): Promise<boolean> {
  const [program, ...words] = ownCommand("--hidden");
  const env = Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) => !AGENT_MARKS.test(name)),
  );
  return new Promise((resolve) => {
    const child = spawn(program!, words, { detached: true, stdio: "ignore", env, cwd: Deno.env.get("HOME") });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
