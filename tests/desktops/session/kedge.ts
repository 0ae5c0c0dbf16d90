import { join } from "node:path";
import { waitFor } from "../../desktop/harness/wait.ts";
import type { Running } from "../../desktop/harness/process.ts";
import type { Session } from "./session.ts";

/** A Kedge that runs on a session. */
export interface RunningKedge {
  readonly program: Running;
  /** Ends it as a user does, by its menu. */
  quit(): Promise<void>;
}

/** Starts the installed Kedge without a window, and waits until its icon is in the panel. */
export async function openKedge(session: Session): Promise<RunningKedge> {
  const program = session.start(["/usr/bin/kedge", "--hidden"]);
  const socket = join(session.home, ".kedge/instance.sock");
  try {
    await waitFor("Kedge", () => Deno.stat(socket));
    await waitFor("its icon", async () => (await session.tray.menuText()).includes("Quit Kedge"));
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${program.output()}`);
  }
  return {
    program,
    async quit() {
      await session.tray.click(["Quit Kedge"]);
      await program.ended;
    },
  };
}
