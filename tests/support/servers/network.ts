import { fileURLToPath } from "node:url";
import { exec } from "./server.ts";

/** A separate network of a test, from which only one address of this machine can be reached. */
export interface OwnNetwork {
  /** Address of this machine in that network. */
  readonly gateway: string;
  /** Command prefix that runs a command in the network. */
  readonly enter: readonly string[];
  remove(): Promise<void>;
}

/** Creates a network; only root can do this. */
export async function ownNetwork(): Promise<OwnNetwork> {
  const name = `kedge-${crypto.randomUUID().slice(0, 6)}`;
  const net = `10.${100 + Deno.pid % 100}.${1 + Math.floor(Deno.pid / 100) % 250}`;
  const inside = (...command: string[]) => exec(["ip", "netns", "exec", name, ...command]);
  await exec(["ip", "netns", "add", name]);
  const remove = async () => void await exec(["ip", "netns", "del", name]);
  try {
    await exec(["ip", "link", "add", `${name}o`, "type", "veth", "peer", "name", `${name}i`, "netns", name]);
    await exec(["ip", "addr", "add", `${net}.1/24`, "dev", `${name}o`]);
    await exec(["ip", "link", "set", `${name}o`, "up"]);
    await inside("ip", "link", "set", "lo", "up");
    await inside("ip", "addr", "add", `${net}.2/24`, "dev", `${name}i`);
    await inside("ip", "link", "set", `${name}i`, "up");
  } catch (error) {
    await remove();
    throw error;
  }
  return { gateway: `${net}.1`, enter: ["ip", "netns", "exec", name], remove };
}

/** Runs a script in a network of its own, where 192.0.2.7 is an address beyond loopback; returns its output. */
export function inOwnNetwork(script: URL): Promise<string> {
  const network = 'ip link set lo up && ip addr add 192.0.2.7/32 dev lo && exec "$@"';
  return exec([
    ...["unshare", "--net", "/bin/sh", "-c", network, "sh", Deno.execPath(), "run", "-A", "--no-check"],
    fileURLToPath(script),
  ]);
}
