import { fileURLToPath } from "node:url";

/** How this Kedge is called with arguments: the program by absolute path; from source, Deno with the source's main file. */
export function ownCommand(...args: string[]): string[] {
  if (Deno.build.standalone) return [Deno.execPath(), ...args];
  const main = fileURLToPath(new URL("../../../main.ts", import.meta.url));
  return [Deno.execPath(), "run", "-A", "-q", "--no-check", main, ...args];
}
