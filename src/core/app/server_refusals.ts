import type { Server } from "../config/config.ts";
import { hostPort } from "../sql/engines/mod.ts";
import { type CommandResult, refusal } from "../result.ts";

/** Returns the refusal of a command about a server that the configuration does not have. */
export function unknownServer(name: string): CommandResult {
  return refusal(`There is no server "${name}" in the configuration.`);
}

/** Returns the refusal of a tunnel to a server that this network reaches directly. */
export function reachedPlainly(server: Pick<Server, "name" | "host" | "port">): CommandResult {
  return refusal(
    `${server.name} is reached without a way.`,
    `Programs connect to ${hostPort(server)} themselves.`,
  );
}
