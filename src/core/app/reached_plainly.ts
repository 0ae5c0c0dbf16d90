import type { Server } from "../config/config.ts";
import { hostPort } from "../sql/engines/mod.ts";
import { type CommandResult, refusal } from "./result.ts";

/** Why there is no tunnel to what is reached without a way. */
export function reachedPlainly(server: Pick<Server, "name" | "host" | "port">): CommandResult {
  return refusal(
    `${server.name} is reached without a way.`,
    `Programs connect to ${hostPort(server)} themselves.`,
  );
}
