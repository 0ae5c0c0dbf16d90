import type { ServerState } from "../../../src/core/state/state.ts";
import { NO_TRAFFIC, type TunnelState } from "../../../src/core/state/tunnels.ts";
import type { Scene } from "./scenes.ts";
import { withServers } from "../../support/pages/state.ts";
import { fullState } from "./state.ts";

const tunnel = (parts: Partial<TunnelState>): TunnelState => ({
  id: parts.name ?? "t",
  name: "orders",
  to: "PostgreSQL · orders.db.internal:5432/orders",
  via: "ann@bastion.example.com",
  env: "stg",
  status: "open",
  step: "",
  since: Date.now() - 4000,
  port: 27251,
  line: "psql 'host=orders.db.internal hostaddr=127.0.0.1 port=27251 dbname=orders sslmode=require'",
  traffic: { connections: 2, sent: 48_100, received: 3_250_000 },
  ...parts,
});
const closed = { port: null, line: "", traffic: NO_TRAFFIC } as const;
const far: ServerState = {
  ...{ name: "reports", engine: "postgres", host: "reports.db.internal", port: 5432, tls: true, env: "prd" },
  via: "ssh://ann@bastion.example.com",
  test: { status: "idle" },
};

const scene = (name: string, tunnels: readonly TunnelState[]): Scene => ({
  name: `tunnels${name}`,
  page: "tunnels",
  state: { ...(tunnels.length > 0 ? withServers(fullState(), [far]) : fullState()), tunnels },
  width: 620,
  height: 440,
});

/** Scenes of the page about tunnels. */
export const tunnelScenes: readonly Scene[] = [
  scene("", [
    tunnel({}),
    tunnel({
      ...{ name: "ledger (shop-production)", env: "prd", status: "opening", ...closed },
      ...{
        to: "MySQL · ledger.cluster-x.eu-west-1.rds.amazonaws.com:3306",
        via: "i-0abc of shop-production",
      },
      step: "Starting a session at i-0abc…",
    }),
    tunnel({
      ...{ name: "old", env: null, status: "failed", ...closed, to: "PostgreSQL · old.internal:5432" },
      fault: { message: "bastion.example.com does not answer.", hint: "Connect the VPN that leads there." },
    }),
  ]),
  scene("-none", []),
];
