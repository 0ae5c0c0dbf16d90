import type { AgentIdentity } from "../../../core/state/agents.ts";

/** The script or program of an agent, by its last part; null where the system does not tell. */
export function programName({ program, script }: AgentIdentity): string | null {
  const path = script ?? program;
  return path === null ? null : path.split(/[\\/]/).at(-1) ?? path;
}

/** The last part of the folder that it works in. */
export function folderName({ folder }: AgentIdentity): string {
  return folder.split(/[\\/]/).at(-1) ?? "";
}
