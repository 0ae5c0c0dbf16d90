import { find } from "../../core/platform/find.ts";
import type { Env, System } from "../../core/platform/system.ts";

/**
 * What a command names, to be started; null when there is no such program. Windows itself adds no ending but `.exe`, where its
 * shells know all of PATHEXT, such as the `.cmd` of programs from npm. Other systems look for it themselves.
 */
export async function commandProgram(
  command: string,
  system: System,
  env: Env,
  isFile: (path: string) => Promise<boolean>,
): Promise<string | null> {
  if (system.name !== "windows") return command;
  if (!/[\\/:]/.test(command)) return await find(system, env, command, isFile);
  for (const path of [command, ...system.fileNames(command, env)]) if (await isFile(path)) return path;
  return null;
}
