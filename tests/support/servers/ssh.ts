import { join } from "node:path";
import { removeFolder } from "../remove_folder.ts";
import { freePort } from "./ports.ts";
import { daemon, exec, untilReady } from "./server.ts";

/** A real OpenSSH server of a test's own, which lets the stage's key in as root. */
export interface Bastion {
  readonly port: number;
  /** `ssh://root@127.0.0.1:PORT`. */
  readonly via: string;
  /** Its host key from now on is another one. */
  changeKey(): Promise<void>;
  /** Freezes it with all its connections, and thaws it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends it with all its connections. */
  stop(): Promise<void>;
}

/** Everything of SSH that a test uses: `ssh` with a configuration of its own, since it asks nobody where its home is. */
export interface SshStage {
  readonly folder: string;
  /** The folder with the `ssh` that PATH should begin with. */
  readonly bin: string;
  readonly knownHosts: string;
  /** The user's key, which every bastion lets in. */
  readonly key: string;
  /** Starts a bastion; `settings` are lines of its configuration. `known`: its host key is known already, by default. */
  bastion(options?: { settings?: readonly string[]; known?: boolean; address?: string }): Promise<Bastion>;
  /** Writes what stands before the stage's own lines in the configuration of `ssh`; the stage's key is one of them. */
  configure(lines: readonly string[], ownKey?: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the stage. */
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
      // The first word of a setting counts, so that a test's own come first.
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

/** Makes a key without a passphrase, or with one. */
export async function makeKey(file: string, passphrase = ""): Promise<void> {
  await exec(["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", "test", "-f", file]);
}

/** The processes that descend from one. */
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
