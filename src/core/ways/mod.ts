import { parseWay } from "./address.ts";
import { sshWay } from "./ssh/way.ts";
import { ssmWay } from "./ssm/way.ts";
import { type Way, WayError } from "./way.ts";

/** Returns the way of an address. Throws a WayError for a text that is not one. */
export function wayOf(via: string): Way {
  const address = parseWay(via);
  if ("fault" in address) throw new WayError("WAY_CONFIG", `the address of the way ${address.fault}`);
  return address.kind === "ssh" ? sshWay(address.hops) : ssmWay(address.at);
}
