import type { Desktop } from "./desktop.ts";
import type { Running } from "./process.ts";
import { waitFor } from "./wait.ts";

const [BUS, BUS_PATH] = ["org.freedesktop.DBus", "/org/freedesktop/DBus"];
const [SERVICE, LOGIN] = ["org.freedesktop.secrets", "/org/freedesktop/secrets/collection/login"];

/** Starts gnome-keyring with its login collection unlocked, and waits until it answers. */
export async function startKeyring(desktop: Desktop): Promise<Running> {
  // Where one was killed, a question to the bus in between has started another, which is locked and keeps the name.
  const keyring =
    "exec gnome-keyring-daemon --replace --foreground --unlock --components=secrets < <(printf test)";
  const running = desktop.start(["/bin/bash", "-c", keyring]);
  // Asking who owns the name starts no keyring of its own; asking the name itself would.
  await waitFor("the keyring", async () => {
    const owned = await gdbus(desktop, BUS, BUS_PATH, `${BUS}.NameHasOwner`, SERVICE);
    if (!owned.includes("true")) return false;
    const get = ["org.freedesktop.DBus.Properties.Get", "org.freedesktop.Secret.Collection", "Locked"];
    return (await gdbus(desktop, SERVICE, LOGIN, ...get)).includes("false");
  });
  return running;
}

async function gdbus({ env }: Desktop, name: string, path: string, ...call: string[]): Promise<string> {
  const args = ["call", "--session", "--dest", name, "--object-path", path, "--method", ...call];
  const { stdout } = await new Deno.Command("/usr/bin/gdbus", { args, env, clearEnv: true }).output();
  return new TextDecoder().decode(stdout);
}
