import type { Running } from "./process.ts";
import { waitFor } from "./wait.ts";

type Launch = (command: readonly string[]) => Running;

/**
 * Starts an X server without a screen on a free display, and returns it with the display's name. Held keys
 * repeat only if `repeats` is set.
 */
export async function startXServer(
  launch: Launch,
  { width, height, repeats = false }: {
    readonly width: number;
    readonly height: number;
    readonly repeats?: boolean | undefined;
  },
): Promise<{ readonly server: Running; readonly display: string }> {
  // With -displayfd the server chooses a free display and prints its number. Without -noreset it would restart
  // when the first client, a short program before the window manager, disconnects.
  const screen = ["-displayfd", "1", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp", "-noreset"];
  const server = launch(["Xvfb", ...screen, ...(repeats ? [] : ["-r"])]);
  const number = await waitFor("the X server", () => server.output().match(/^(\d+)$/m)?.[1]);
  return { server, display: `:${number}` };
}

/** Starts a session bus at a socket, waits until it is there, and returns its address. */
export async function startSessionBus(launch: Launch, socket: string): Promise<string> {
  const address = `unix:path=${socket}`;
  launch(["dbus-daemon", "--session", `--address=${address}`, "--nofork", "--nopidfile"]);
  await waitFor("the session bus", () => Deno.stat(socket));
  return address;
}
