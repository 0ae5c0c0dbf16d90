import { command, feature, id } from "../../feature.ts";
import type { Tunnels } from "./tunnels.ts";

/** The commands about tunnels: ports of this computer that lead to private databases, for the user's other programs. */
export const tunnels = feature({
  /** Opens a tunnel to a server of the configuration and shows it. */
  openTunnel: command({ server: id }, ({ server }) => `tunnel:${server}`),
  endTunnel: command({ tunnel: id }),
}, ({ tunnels }: { readonly tunnels: Tunnels }) => ({
  openTunnel: ({ server }) => tunnels.openServer(server),
  endTunnel: ({ tunnel }) => tunnels.end(tunnel),
}));
