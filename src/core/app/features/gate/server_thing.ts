import type { Server } from "../../../config/config.ts";
import { address } from "../../../sql/engines/mod.ts";
import { wayText } from "../../../ways/address.ts";
import type { GateThing } from "../../../state/agents.ts";

/** A server as a thing that agents are let at: where it leads is part of it. */
export function serverThing(server: Server): Extract<GateThing, { kind: "server" }> {
  const { name, engine, via, agents } = server;
  const hides = [...new Set(agents?.hidden)].sort();
  return {
    kind: "server",
    name,
    at: `${engine} ${address(server)}${via === undefined ? "" : ` through ${wayText(via)}`}`,
    ...(hides.length > 0 && { hides }),
  };
}
