import { hostSystem } from "./mod.ts";
import { run } from "./run.ts";

/** Whether windows can be shown; `name` is what shows them, `hint` what to do without. */
export interface WebviewFound {
  readonly found: boolean;
  readonly name: string;
  readonly hint: string;
}

/** Looks for what shows windows on this system. Loads a library to be sure: call it in a short-lived process. */
export async function findWebview(): Promise<WebviewFound> {
  const probe = hostSystem().webview(Deno.env.toObject());
  const { name, hint } = probe;
  if ("builtIn" in probe) return { found: true, name, hint };
  if ("library" in probe) return { found: canLoad(probe.library), name, hint };
  const [program, ...args] = probe.command;
  const asked = await run(program, args, { limit: 5000 });
  return { found: asked.ended && asked.code === 0, name, hint };
}

function canLoad(library: string): boolean {
  try {
    Deno.dlopen(library, {}).close();
    return true;
  } catch {
    return false;
  }
}
