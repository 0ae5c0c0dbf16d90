import { interruptElsewhere } from "../servers/elsewhere.ts";

/**
 * Interrupts a program like Ctrl+C on its terminal. On Windows, where one program cannot do this to another,
 * the program is found by its working folder, so that folder must be its own.
 */
export async function interrupt(child: Pick<Deno.ChildProcess, "kill">, folder: string): Promise<void> {
  if (Deno.build.os === "windows") await interruptElsewhere(folder);
  else child.kill("SIGINT");
}
