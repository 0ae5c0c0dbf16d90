import { fileURLToPath } from "node:url";
import type { McpCommand } from "../../core/gate/clients/entry.ts";
import { runningProgram } from "../../core/platform/running_program.ts";
import { absolutePath } from "../../core/platform/path.ts";
import type { System } from "../../core/platform/system.ts";

/**
 * Returns the command that calls this Kedge with arguments: the program's absolute path, or Deno with the
 * main file when Kedge runs from source.
 */
export function kedgeCommand(...args: string[]): string[] {
  if (Deno.build.standalone) return [runningProgram(), ...args];
  const main = fileURLToPath(new URL("../../../main.ts", import.meta.url));
  return [runningProgram(), "run", "-A", "-q", "--no-check", main, ...args];
}

/**
 * Returns the command for callers that may lack this Kedge's environment and folder, such as an open terminal
 * or a tool of AWS. The command sets KEDGE_HOME to `home` if `named` is set and the system has the program
 * `env`.
 */
export function kedgeCommandAnywhere(
  { home }: { readonly home: string },
  args: readonly string[],
  system: System["name"],
  named = Deno.env.get("KEDGE_HOME"),
): [program: string, ...args: string[]] {
  const [program, ...rest] = kedgeCommand(...args);
  if (!named || system === "windows") return [program!, ...rest];
  return ["/usr/bin/env", `KEDGE_HOME=${home}`, program!, ...rest];
}

/** Returns the command with which a client starts `kedge --mcp` of this Kedge. */
export function mcpCommand(named = Deno.env.get("KEDGE_HOME")): McpCommand {
  const [program, ...args] = kedgeCommand("--mcp");
  return { command: [program!, ...args], ...(named && { home: absolutePath(named) }) };
}
