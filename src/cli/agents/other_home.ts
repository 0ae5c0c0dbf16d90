import { kedgePaths } from "../../core/paths.ts";
import { below } from "../../core/platform/path.ts";
import { readStateFile } from "../../core/state/state_file.ts";
import type { Refused } from "./verdict.ts";

/**
 * Why an agent may not use a home of Kedge: it is another one than the user's own, whose gate is on. In a folder of its own an agent
 * could write what the gate is told, and the keychain and the sign-in are the same ones. `user` is the user's folder by the system's
 * list of users, which no variable changes.
 */
export async function otherHomeFault(
  home: string,
  agent: string,
  user = globalThis.process.getBuiltinModule("node:os").userInfo().homedir,
): Promise<Refused | null> {
  const own = kedgePaths(below(user, ".kedge"));
  if (await real(home) === await real(own.home) || !gateIsOn(await readStateFile(own))) return null;
  return {
    error: `${agent} calls this with another home than your own Kedge's`,
    hint: `Agents work with ${own.home}: leave KEDGE_HOME and HOME as they are.`,
  };
}

/** Whether the gate was on when the Kedge of that state ran last. */
export function gateIsOn({ gate }: Readonly<Record<string, unknown>>): boolean {
  return typeof gate === "object" && gate !== null && (gate as { on?: unknown }).on === true;
}

const real = (path: string) => Deno.realPath(path).catch(() => path);
