import { exec } from "./server.ts";

/** A network of a test's own, from which only one address of this machine is reached. */
export interface OwnNetwork {
  /** This machine, as the network sees it. */
  readonly gateway: string;
  /** What runs a command in it. */
  readonly enter: readonly string[];
  remove(): Promise<void>;
}

/** Makes one; as root only. */
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
