import { existsSync } from "node:fs";
import { join } from "node:path";
import { beginWait } from "../../runner/slowness.ts";
import { removeFolder } from "../remove_folder.ts";
import { kill } from "../servers/server.ts";

/** A private session bus, with or without a real gnome-keyring. */
export interface Keyring {
  /** Environment variables that lead to the bus: DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, HOME, XDG_DATA_HOME. */
  readonly env: Readonly<Record<string, string>>;
  /** Locks the default keyring, as the screen saver of some desktops does. */
  lock(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a separate bus and, by default, gnome-keyring with an unlocked login keyring. `none`: no Secret
 * Service can be started on the bus. `empty`: the service runs but has no keyring yet.
 */
export async function startKeyring(service: "unlocked" | "empty" | "none" = "unlocked"): Promise<Keyring> {
  const root = await Deno.makeTempDir({ prefix: "kedge-keyring-" });
  const runtime = join(root, "run");
  await Deno.mkdir(runtime, { mode: 0o700 });
  const address = `unix:path=${join(runtime, "bus")}`;
  const env = {
    PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin",
    DBUS_SESSION_BUS_ADDRESS: address,
    XDG_RUNTIME_DIR: runtime,
    HOME: root,
    XDG_DATA_HOME: join(root, "data"),
  };
  // Without service files the bus starts no programs unknown to the test.
  const config = join(root, "bus.conf");
  await Deno.writeTextFile(
    config,
    `<busconfig><type>session</type><listen>${address}</listen><policy context="default">
     <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
     </policy></busconfig>`,
  );
  const bus = spawn("dbus-daemon", [`--config-file=${config}`, "--nofork", "--nopidfile"], env);
  let daemon: Deno.ChildProcess | undefined;
  const close = async () => {
    if (daemon) await kill(daemon);
    await kill(bus);
    await removeFolder(root);
  };
  try {
    await until("the bus", () => Promise.resolve(existsSync(join(runtime, "bus"))));
    if (service !== "none") {
      const unlock = service === "unlocked" ? ["--unlock"] : [];
      daemon = spawn(
        "gnome-keyring-daemon",
        ["--foreground", ...unlock, "--components=secrets"],
        env,
        "test",
      );
      await until("gnome-keyring", async () => {
        const owned = await busCall(env, "org.freedesktop.DBus", "/org/freedesktop/DBus", [
          "org.freedesktop.DBus.NameHasOwner",
          "org.freedesktop.secrets",
        ]);
        if (!owned.includes("true") || service === "empty") return owned.includes("true");
        const alias = await busCall(env, ...SERVICE, ["org.freedesktop.Secret.Service.ReadAlias", "default"]);
        return alias.includes("collection/login");
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    env,
    async lock() {
      await busCall(env, ...SERVICE, [
        "org.freedesktop.Secret.Service.Lock",
        '[objectpath "/org/freedesktop/secrets/collection/login"]',
      ]);
    },
    close,
  };
}

const SERVICE = ["org.freedesktop.secrets", "/org/freedesktop/secrets"] as const;

function spawn(
  program: string,
  args: string[],
  env: Record<string, string>,
  input?: string,
): Deno.ChildProcess {
  const child = new Deno.Command("setpriv", {
    args: ["--pdeathsig", "KILL", program, ...args],
    env,
    clearEnv: true,
    stdin: input === undefined ? "null" : "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
  }
  return child;
}

async function busCall(
  env: Record<string, string>,
  destination: string,
  path: string,
  [method, ...args]: string[],
): Promise<string> {
  const output = await new Deno.Command("gdbus", {
    args: ["call", "--session", "--dest", destination, "--object-path", path, "--method", method!, ...args],
    env,
    clearEnv: true,
    stderr: "null",
  }).output();
  return new TextDecoder().decode(output.stdout);
}

async function until(what: string, ready: () => Promise<boolean>): Promise<void> {
  const isOver = beginWait(60_000);
  while (!await ready()) {
    if (isOver()) throw new Error(`${what} did not start in time`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
