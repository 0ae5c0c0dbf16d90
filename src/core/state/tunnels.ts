import type { TunnelTraffic } from "../ways/tunnel.ts";

/** A port of this computer that leads to a database over its way, for the user's other programs. */
export interface TunnelState {
  readonly id: string;
  /** The server's name in the configuration, or the database's name in its account. */
  readonly name: string;
  /** Engine and address, for people. */
  readonly to: string;
  /** The way that the tunnel takes, for people. */
  readonly via: string;
  readonly env: string | null;
  /** `failed`: the way could not be opened, and `fault` says why. */
  readonly status: "opening" | "open" | "failed";
  /** Current step while the tunnel is being opened. */
  readonly step: string;
  /** Beginning of the current status, in ms since 1970. */
  readonly since: number;
  /** The port on 127.0.0.1; null until the tunnel is open. */
  readonly port: number | null;
  /** The command line of the server's own client; empty until the tunnel is open. */
  readonly line: string;
  readonly traffic: TunnelTraffic;
  /** Why the tunnel or a connection through it failed; absent once a connection has succeeded. */
  readonly fault?: { readonly message: string; readonly hint?: string };
}

/** The traffic of a new tunnel. */
export const NO_TRAFFIC: TunnelTraffic = { connections: 0, sent: 0, received: 0 };
