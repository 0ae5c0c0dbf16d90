import type { Server } from "../config/config.ts";
import { hostPort } from "../sql/engines/mod.ts";
import { type CommandResult, refusal } from "../result.ts";

/** Returns the refusal of a tunnel to a server that this network reaches directly. */
export function reachedPlainly(server: Pick<Server, "name" | "host" | "port">): CommandResult {
  return refusal(
    `${server.name} is reached without a way.`,
    `Programs connect to ${hostPort(server)} themselves.`,
  );
}
