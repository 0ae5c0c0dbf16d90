import type { Desktop } from "./desktop.ts";
import type { Running } from "./process.ts";
import { waitFor } from "./wait.ts";

const [BUS, BUS_PATH] = ["org.freedesktop.DBus", "/org/freedesktop/DBus"];
const [SERVICE, LOGIN] = ["org.freedesktop.secrets", "/org/freedesktop/secrets/collection/login"];

/** Starts gnome-keyring with an unlocked login collection, and waits until it answers. */
export async function startKeyring(desktop: Desktop): Promise<Running> {
  // If a keyring was killed, a call on the bus may have started another one, which is locked and
  // owns the name. `--replace` takes over the name.
  const keyring =
    "exec gnome-keyring-daemon --replace --foreground --unlock --components=secrets < <(printf test)";
  const running = desktop.start(["/bin/bash", "-c", keyring]);
  // Asking the bus for the owner of the name does not start a keyring; a call to the name would.
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
