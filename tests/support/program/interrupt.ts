import { interruptElsewhere } from "../servers/elsewhere.ts";

/**
 * Stops a program as Ctrl+C on its terminal does. Where a program cannot send that to another one it is found by the folder that it
 * runs in: give it one of its own.
 */
export async function interrupt(child: Pick<Deno.ChildProcess, "kill">, folder: string): Promise<void> {
  if (Deno.build.os === "windows") await interruptElsewhere(folder);
  else child.kill("SIGINT");
}
