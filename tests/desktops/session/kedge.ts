import { join } from "node:path";
import { DBUS } from "../../../src/core/dbus/mod.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import type { Session } from "./session.ts";

/** A Kedge that runs in a session. */
export interface RunningKedge {
  /** Returns the ID of the process that owns Kedge's socket. */
  pid(): number;
  /** Quits Kedge by its menu, as a user does. */
  quit(): Promise<void>;
}

/**
 * Starts the installed Kedge, by default without a window, and waits until its icon is on the
 * panel; with null the desktop starts it.
 */
export async function openKedge(
  session: Session,
  command: readonly string[] | null = ["/usr/bin/kedge", "--hidden"],
): Promise<RunningKedge> {
  const program = command && session.start(command);
  const socket = join(session.home, ".kedge/instance.sock");
  let owner = 0;
  try {
    await waitFor("Kedge", () => Deno.stat(socket));
    await waitFor("its icon", async () => (await session.tray.menuText()).includes("Quit Kedge"));
    const { owner: name } = await session.tray.item();
    const [pid] = await session.bus.call({
      ...DBUS,
      member: "GetConnectionUnixProcessID",
      signature: "s",
      body: [name],
    });
    owner = Number(pid);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${program?.output() ?? "the desktop has started it"}`);
  }
  return {
    pid: () => owner,
    async quit() {
      await session.tray.click(["Quit Kedge"]);
      await program?.ended;
      await waitFor("its end", () => Deno.stat(`/proc/${owner}`).then(() => false, () => true));
    },
  };
}
