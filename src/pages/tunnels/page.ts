import { selector } from "../../core/state/selector.ts";
import { labelledServers } from "../../core/state/selectors.ts";
import type { AppState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";

/** The page of tunnels for other programs, and of servers that a tunnel can lead to. */
export const tunnelsPage = definePage({
  title: "Tunnels",
  width: 620,
  height: 440,
  single: true,
  model: () => {
    const others = selector(
      (state: AppState) => [labelledServers(state), state.tunnels] as const,
      (servers, tunnels) =>
        servers.filter(({ name, via }) => via !== undefined && !tunnels.some((one) => one.name === name))
          .map(({ name, env }) => ({ name, env })),
    );
    return (state) => ({
      tunnels: state.tunnels,
      /** The configured servers that are reached over a way and have no tunnel. */
      others: others(state),
    });
  },
  commands: { openTunnel: true, endTunnel: true },
});

/** The model of the page. */
export type TunnelsModel = ModelOf<typeof tunnelsPage>;
