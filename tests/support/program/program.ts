import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../../main.ts", import.meta.url));

/** The compiled program that `KEDGE_PROGRAM` names; undefined when tests run the sources. */
export const COMPILED: string | undefined = Deno.env.get("KEDGE_PROGRAM") || undefined;

/** Returns the command that runs Kedge: the sources, or the compiled program that `KEDGE_PROGRAM` names. */
export function program(...args: readonly string[]): [command: string, ...args: string[]] {
  return COMPILED ? [COMPILED, ...args] : [Deno.execPath(), "run", "-A", "-q", "--no-check", MAIN, ...args];
}
