import type { Server } from "../../../config/config.ts";
import type { Json } from "../../../json/node.ts";
import { canonical } from "../../../json/value.ts";
import { address } from "../../../sql/engines/mod.ts";
import { wayText } from "../../../ways/address.ts";
import type { GrantScope } from "../../../state/agents.ts";

/**
 * Returns a server as a scope of grants. Its address is part of the scope, so that a grant ends
 * when the address changes: over HTTPS also the account, the role and all else that leads to the data.
 */
export function serverScope(server: Server): Extract<GrantScope, { kind: "server" }> {
  const { name, engine, via, https, agents } = server;
  const hides = [...new Set(agents?.hidden)].sort();
  return {
    kind: "server",
    name,
    at: `${engine} ${address(server)}${via === undefined ? "" : ` through ${wayText(via)}`}${
      https === undefined ? "" : ` over ${canonical(https as Json)}`
    }`,
    ...(hides.length > 0 && { hides }),
  };
}
