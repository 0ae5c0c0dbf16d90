import type { AgentIdentity } from "../../../core/state/agents.ts";

/** Returns the file name of an agent's script or program; null where the system does not tell it. */
export function programName({ program, script }: AgentIdentity): string | null {
  const path = script ?? program;
  return path === null ? null : path.split(/[\\/]/).at(-1) ?? path;
}

/** Returns the name of the folder that the agent works in. */
export function folderName({ folder }: AgentIdentity): string {
  return folder.split(/[\\/]/).at(-1) ?? "";
}
