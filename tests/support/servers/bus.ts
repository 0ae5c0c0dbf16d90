import { type Bus, DBUS } from "../../../src/core/dbus/mod.ts";
import { removeFolder } from "../remove_folder.ts";
import { kill } from "./server.ts";

/** Returns how the bus answers a connection that asks for a name of its own. */
export async function ownName(bus: Bus, name: string): Promise<unknown> {
  const [answer] = await bus.call({ ...DBUS, member: "RequestName", signature: "su", body: [name, 4] });
  return answer;
}

/** Runs `play` with the address of a private bus. `stop` ends the bus as a crash would. */
export async function withBus(
  play: (address: string, stop: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "kedge-bus-" });
  const address = `unix:path=${root}/bus`;
  const daemon = new Deno.Command("dbus-daemon", {
    args: ["--session", `--address=${address}`, "--nofork", "--nopidfile", "--print-address=1"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const stop = () => kill(daemon);
  try {
    const reader = daemon.stdout.getReader();
    await reader.read(); // it prints its address when it listens
    await reader.cancel();
    await play(address, stop);
  } finally {
    await stop();
    await removeFolder(root);
  }
}
