import { statOrNull } from "../files/there.ts";
import { findProgram, hostSystem } from "./host.ts";
import { runLater } from "./run_later.ts";

/** Whether windows can be shown; `name` is the library that shows them, `hint` the next step without it. */
export interface WebviewFound {
  readonly found: boolean;
  readonly name: string;
  readonly hint: string;
}

/** Checks whether this system can show windows. */
export async function findWebview(): Promise<WebviewFound> {
  const probe = hostSystem().webview(Deno.env.toObject());
  const { name, hint } = probe;
  if ("builtIn" in probe) return { found: true, name, hint };
  if ("library" in probe) return { found: await hasLibrary(probe.library), name, hint };
  const [program, ...args] = probe.command;
  const asked = await runLater(program, args, { limit: 5000 });
  return { found: asked.ended && asked.code === 0, name, hint };
}

/** Folders of libraries in all Linux distributions. */
const FOLDERS = [`/usr/lib/${Deno.build.arch}-linux-gnu`, "/usr/lib64", "/usr/lib"];

/**
 * Looks in the usual folders, then in the loader's list. Loading WebKit only to check whether it exists can
 * crash when it is unloaded.
 */
async function hasLibrary(library: string): Promise<boolean> {
  for (const folder of FOLDERS) {
    if (statOrNull(`${folder}/${library}`)?.isFile) return true;
  }
  const ldconfig = await findProgram("ldconfig");
  const listed = ldconfig === null ? null : await runLater(ldconfig, ["-p"], { limit: 5000 });
  return listed?.ended === true && listed.stdout.includes(`\t${library} `);
}
