import { access, constants, stat } from "node:fs/promises";
import { darwin } from "./darwin.ts";
import { editorCommand } from "./editor.ts";
import { withoutCredentials } from "./environment.ts";
import { candidates, find } from "./find.ts";
import { linux } from "./linux.ts";
import type { CommandLine, SessionType, System } from "./system.ts";
import { windows } from "./windows.ts";

export { withoutCredentials } from "./environment.ts";
export type { CommandLine, SessionType, System } from "./system.ts";

/** How handing something to another program ended. */
export type OpenResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** The system that Kedge runs on. */
export function hostSystem(): System {
  if (Deno.build.os === "windows") return windows;
  return Deno.build.os === "darwin" ? darwin : linux;
}

/** The program's absolute path, from PATH and the usual folders, never from the current one; or null. */
export function findProgram(name: string): Promise<string | null> {
  return find(hostSystem(), Deno.env.toObject(), name, isProgram);
}

/** Where {@link findProgram} looks, for texts that say so. */
export function programPlaces(name: string): string[] {
  return candidates(hostSystem(), Deno.env.toObject(), name);
}

/** `x11`, `wayland`, `native` (the system has only one) or `none` when there is no display. */
export function sessionType(): SessionType {
  return hostSystem().sessionType(Deno.env.toObject());
}

/** Opens an http or https address in the default browser; any other address is refused. */
export async function openInBrowser(address: string): Promise<OpenResult> {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return {
      ok: false,
      message: `Kedge opens only http and https addresses, not "${address.slice(0, 200)}"`,
      hint: "Check the address.",
    };
  }
  return await launch(
    hostSystem().openAddress(url.href, Deno.env.toObject()),
    `Open ${url.origin} in a browser yourself.`,
  );
}

/**
 * Opens a text file: in the editor that VISUAL or EDITOR names when it has a window, at the place when
 * it can be told one, else in the default editor. Line and column count from 1.
 */
export async function openFile(path: string, line?: number, column?: number): Promise<OpenResult> {
  const yourself = `Open ${path} yourself.`;
  const editor = editorCommand(hostSystem(), Deno.env.toObject(), path, { line, column });
  if (editor) {
    const opened = await launch(editor, yourself);
    if (opened.ok) return opened;
  }
  return await launch(hostSystem().openText(path, Deno.env.toObject()), yourself);
}

/** Shows a folder in the file manager. */
export async function openFolder(path: string): Promise<OpenResult> {
  return await launch(hostSystem().openFolder(path, Deno.env.toObject()), `Open ${path} yourself.`);
}

/**
 * Ends a process with everything it started, at once. On Linux and macOS the process must have been
 * spawned `detached`, which makes it the leader of its group. A process that is gone is fine.
 */
export async function killTree(pid: number): Promise<void> {
  const how = hostSystem().killTree(pid, Deno.env.toObject());
  try {
    if ("group" in how) {
      Deno.kill(how.group, "SIGKILL");
      return;
    }
    const [program, ...args] = how.command;
    await new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "null" }).output();
  } catch (error) {
    // Gone already; macOS says EPERM for a group in which only zombies are left.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return;
    throw error;
  }
}

/** How long an opener may take to fail; one that runs longer has opened something. */
const LAUNCH_MS = 3000;

async function launch([name, ...args]: CommandLine, yourself: string): Promise<OpenResult> {
  const program = await findProgram(name);
  if (!program) {
    return { ok: false, message: `${name} was not found`, hint: `${hostSystem().openHint} ${yourself}` };
  }
  let child;
  try {
    child = new Deno.Command(program, {
      args,
      env: withoutCredentials(Deno.env.toObject()),
      clearEnv: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
      detached: true,
    }).spawn();
  } catch (error) {
    return { ok: false, message: `${program} did not start: ${(error as Error).message}`, hint: yourself };
  }
  child.unref();
  let timer;
  const running = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), LAUNCH_MS));
  const status = await Promise.race([child.status, running]);
  clearTimeout(timer);
  // explorer.exe exits with 1 also when it showed the folder.
  if (status === null || status.success || name.endsWith("explorer.exe")) return { ok: true };
  return { ok: false, message: `${program} could not open it (exit status ${status.code})`, hint: yourself };
}

async function isProgram(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
