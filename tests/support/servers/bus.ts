/** Runs `play` with the address of a private bus. `stop` ends the bus as a crash would. */
import { removeFolder } from "../remove_folder.ts";
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
  const stop = async () => {
    try {
      daemon.kill("SIGKILL");
    } catch {
      // The test has stopped it.
    }
    await daemon.status;
  };
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
