import { join } from "node:path";
import { type Running, start as startProgram } from "../../desktop/harness/process.ts";
import { removeFolder } from "../remove_folder.ts";

/** Two users of the machine, with IDs that no account has. */
export const ADA = 65001, EVE = 65002;

/** Whether tests can act as other users, which only root can. */
export const isRoot = Deno.uid() === 0;

/** A program that other users can run, and a folder that all users can read. */
export interface Shared {
  readonly folder: string;
  /** Starts the program as a user, by default as the user who runs the tests. */
  start(user: number | undefined, args?: readonly string[], env?: Record<string, string>): Running;
  remove(): Promise<void>;
}

/**
 * Bundles a program and puts it beside a copy of Deno where other users can run it, because they
 * may have no access to the sources.
 */
export async function share(program: URL): Promise<Shared> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-shared-" });
  const deno = join(folder, "deno"), script = join(folder, "program.js");
  await Deno.link(Deno.execPath(), deno).catch(() => Deno.copyFile(Deno.execPath(), deno));
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform=deno", "-o", script, program.pathname],
    cwd: new URL("../../..", import.meta.url),
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  await Deno.chmod(folder, 0o755);
  await Deno.chmod(script, 0o644);
  return {
    folder,
    start(user, args = [], env = {}) {
      const command = [deno, "run", "-A", "--no-config", "--no-lock", "--cached-only", script, ...args];
      return startProgram(as(user, command), {
        PATH: "/usr/bin:/bin",
        NO_COLOR: "1",
        DENO_DIR: folder,
        ...env,
      }, "/");
    },
    remove: () => removeFolder(folder),
  };
}

/** Returns the command line that runs a program as a user, without root's groups and privileges. */
export function as(user: number | undefined, command: readonly string[]): string[] {
  if (user === undefined || !isRoot) return [...command];
  return [
    "setpriv",
    `--reuid=${user}`,
    `--regid=${user}`,
    "--clear-groups",
    "--pdeathsig",
    "KILL",
    ...command,
  ];
}
