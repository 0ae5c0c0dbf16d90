import { fileURLToPath } from "node:url";
import type { DoorCommand } from "../../core/gate/clients/entry.ts";
import { runningProgram } from "../../core/platform/running_program.ts";
import { absolutePath } from "../../core/platform/path.ts";
import type { System } from "../../core/platform/system.ts";

/** How this Kedge is called with arguments: the program by absolute path; from source, Deno with the source's main file. */
export function kedgeCommand(...args: string[]): string[] {
  if (Deno.build.standalone) return [runningProgram(), ...args];
  const main = fileURLToPath(new URL("../../../main.ts", import.meta.url));
  return [runningProgram(), "run", "-A", "-q", "--no-check", main, ...args];
}

/**
 * The same for callers that may lack this Kedge's environment and folder, such as a terminal that runs already or a tool of
 * AWS. A `home` that KEDGE_HOME names is set in the command where the system has a program for that.
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

/** How the configuration of a client starts `kedge --mcp` of this Kedge. */
export function doorCommand(named = Deno.env.get("KEDGE_HOME")): DoorCommand {
  const [program, ...args] = kedgeCommand("--mcp");
  return { command: [program!, ...args], ...(named && { home: absolutePath(named) }) };
}
