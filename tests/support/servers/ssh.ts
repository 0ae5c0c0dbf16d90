import { join } from "node:path";
import { removeFolder } from "../remove_folder.ts";
import { freePort } from "./ports.ts";
import { daemon, exec, untilReady } from "./server.ts";

/** A real OpenSSH server of a test, which admits the stage's key as root. */
export interface Bastion {
  readonly port: number;
  /** `ssh://root@127.0.0.1:PORT`. */
  readonly via: string;
  /** Replaces the host key. */
  changeKey(): Promise<void>;
  /** Freezes the server with all its connections; `resume` thaws it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends the server with all its connections. */
  stop(): Promise<void>;
}

/** Everything of SSH that a test uses. `ssh` has its own configuration, because it does not use the variable HOME. */
export interface SshStage {
  readonly folder: string;
  /** Folder with the `ssh` program, for the beginning of PATH. */
  readonly bin: string;
  readonly knownHosts: string;
  /** The user's key, which every bastion admits. */
  readonly key: string;
  /**
   * Starts a bastion; `settings` are lines of its configuration. With `known`, the default, its host key is
   * already known.
   */
  bastion(options?: { settings?: readonly string[]; known?: boolean; address?: string }): Promise<Bastion>;
  /**
   * Writes the lines before the stage's own lines in the configuration of `ssh`. With `ownKey` the stage's
   * lines name its key.
   */
  configure(lines: readonly string[], ownKey?: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the stage. */
export async function sshStage(): Promise<SshStage> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-ssh-" });
  const [bin, key, knownHosts, config, keys] = ["bin", "key", "known_hosts", "config", "keys"].map((name) =>
    join(folder, name)
  ) as [string, string, string, string, string];
  const bastions: Bastion[] = [];
  await makeKey(key);
  await Deno.copyFile(`${key}.pub`, keys);
  await Deno.mkdir(bin);
  await Deno.mkdir("/run/sshd", { recursive: true });
  await Deno.writeTextFile(join(bin, "ssh"), `#!/bin/sh\nexec /usr/bin/ssh -F '${config}' "$@"\n`, {
    mode: 0o755,
  });
  const stage: SshStage = {
    folder,
    bin,
    knownHosts,
    key,
    configure: (lines, ownKey = true) =>
      Deno.writeTextFile(
        config,
        [
          ...lines,
          "Host *",
          ...(ownKey ? [`IdentityFile ${key}`, "IdentitiesOnly yes"] : []),
          `UserKnownHostsFile ${knownHosts}`,
          "",
        ].join("\n"),
      ),
    async bastion({ settings = [], known = true, address = "127.0.0.1" } = {}) {
      const port = freePort();
      const own = join(folder, `bastion-${port}`);
      await Deno.mkdir(own);
      const hostKey = join(own, "host_key"), log = join(own, "log"), written = join(own, "sshd_config");
      await makeKey(hostKey);
      const know = async () => {
        const [type, text] = (await Deno.readTextFile(`${hostKey}.pub`)).split(" ");
        await Deno.writeTextFile(knownHosts, `[${address}]:${port} ${type} ${text}\n`, { append: true });
      };
      if (known) await know();
      // OpenSSH uses the first value of a setting, so the test's own settings come first.
      const lines = [
        ...settings,
        `Port ${port}`,
        `ListenAddress ${address}`,
        `HostKey ${hostKey}`,
        `AuthorizedKeysFile ${keys}`,
        "PasswordAuthentication no",
        "KbdInteractiveAuthentication no",
        "UsePAM no",
        "StrictModes no",
        "PermitRootLogin yes",
        "PidFile none",
        "MaxStartups 200",
      ];
      await Deno.writeTextFile(written, `${lines.join("\n")}\n`);
      let server = daemon(["/usr/sbin/sshd", "-D", "-e", "-f", written], log);
      const ready = () => Deno.connect({ hostname: address, port }).then((connection) => connection.close());
      await untilReady(server, log, ready);
      const kill = async (signal: string) => {
        const all = [server.pid, ...await below(server.pid)];
        for (const pid of all) await exec(["kill", `-${signal}`, String(pid)]).catch(() => {});
      };
      const bastion: Bastion = {
        port,
        via: `ssh://root@${address}:${port}`,
        async changeKey() {
          await kill("KILL");
          await server.status;
          for (const file of [hostKey, `${hostKey}.pub`]) await Deno.remove(file);
          await makeKey(hostKey);
          server = daemon(["/usr/sbin/sshd", "-D", "-e", "-f", written], log);
          await untilReady(server, log, ready);
        },
        pause: () => kill("STOP"),
        resume: () => kill("CONT"),
        async stop() {
          await kill("KILL");
          await server.status;
        },
      };
      bastions.push(bastion);
      return bastion;
    },
    async stop() {
      for (const bastion of bastions) await bastion.stop();
      await removeFolder(folder);
    },
  };
  await stage.configure([]);
  return stage;
}

/** Creates a key, with a passphrase unless that is empty. */
export async function makeKey(file: string, passphrase = ""): Promise<void> {
  await exec(["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", "test", "-f", file]);
}

/** Returns the descendants of a process. */
async function below(root: number): Promise<number[]> {
  const listed = await exec(["ps", "-A", "-o", "pid=,ppid="]);
  const pairs = listed.trim().split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const found: number[] = [];
  for (let at = [root]; at.length > 0;) {
    at = pairs.filter(([, parent]) => at.includes(parent!)).map(([pid]) => pid!);
    found.push(...at);
  }
  return found;
}
